"""An evening by key presses, on littlefs in memory, with a power cut at every operation of the flash. The device starts
again with all that it had shown as saved, and a half entered deal comes back as a draft.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import gc

import powered
import vfs
from powered import DEALS, DRAW, LEAVE_LIST, NEW_EVENING, NEXT, SAVE
from scratch import Flash, mount

BLOCKS = 32
TORN = (0, 2, 4, Flash.GARBAGE)  # nothing of the operation, half, all, random bytes

DEAL = "urlla" + "aaa" + SAVE + NEXT  # Cy wins from Bo with a pung, others have nothing; back to Table
SLOW = "urlla" + "aa_a" + SAVE + NEXT  # a pause before the last key: the next append is prepared
STEPS = (
    # a session of Harr's game, from the menu
    [("set up", NEW_EVENING + "dalu" + "a")]
    + [("deal", DEAL)] * 6
    + [
        ("half a deal, kept while nobody presses", "rd" + "ll" + "rl_"),
        ("and on", "a" + "a" + "aaa" + SAVE + NEXT),
        ("a draw", DRAW),
    ]
    + [("deal", DEAL)] * 2
    + [("a slow deal", SLOW)] * 2
    + [
        ("the last taken back", DEALS + "A" + "a" + LEAVE_LIST),
        ("deal", DEAL),
        ("an older one corrected", DEALS + "dd" + "aa" + "rrla" + "aaa" + SAVE + "a" + LEAVE_LIST),
        ("half a correction", DEALS + "dd" + "aa" + "rrl_"),
        ("which is left", "b" + "bb"),
    ]
    + [("deal", DEAL)] * 5
    + [("a new session, the same again", NEW_EVENING + "a")]
    + [("deal", DEAL)] * 2
)


class Device(powered.Device):
    def __init__(self, image):
        gc.collect()
        super().__init__(Flash(data=image))

    def stands(self):
        evening = self.app.play.evening
        session = evening.session
        return evening.ledger.number, session.rules.id, session.deals, evening.top, session.balances, session.table.east


def _cut_everywhere(image, keys, cuts):
    """Presses keys with a power cut at each operation of the flash; returns the image after them without a cut."""
    device = Device(image)
    if device.screen() == "Draft":
        device.press("b")
    old = device.stands()
    uncut = Device(image)
    uncut.flash.operations = 0
    uncut.press(keys)
    total, new, draft = uncut.flash.operations, uncut.stands(), uncut.app.play.entry
    uncut.off()
    device.off()
    for operations in range(total):
        torn = TORN[cuts[0] % len(TORN)]  # vm_evening.py tries all of them
        cut = Device(image)
        cut.flash.operations_left, cut.flash.torn = operations, torn
        cut.press(keys)
        if cut.flash.operations_left != -2:
            raise AssertionError("power was not lost")
        standing = cut.stands()
        restarted = Device(cut.off())
        result = restarted.stands()
        if result not in (old, new) or (standing == new and result != new):
            raise AssertionError((keys, operations, torn, old, standing, result))
        if restarted.app.play.evening.notices or restarted.screen() not in ("TableScreen", "Draft"):
            raise AssertionError((keys, operations, torn, restarted.screen(), restarted.app.play.evening.notices))
        restarted.off()
        cuts[0] += 1
    after = Device(uncut.flash.data)
    if after.stands() != new or (after.app.play.entry is None) != (draft is None):
        raise AssertionError((keys, new, after.stands()))
    return after.off(), new


def test_the_device_starts_after_a_power_cut_at_any_moment():
    flash = Flash(blocks=BLOCKS)
    vfs.umount(mount(flash, new=True))
    image, cuts, states = bytes(flash.data), [0], []
    for _, keys in STEPS:
        image, state = _cut_everywhere(image, keys, cuts)
        states.append(state[:4])
    # the steps had their effect
    deals = "0 1 2 3 4 5 6 6 7 8 9 10 11 12 11 12 12 12 12 13 14 15 16 17 0 1 2"
    assert " ".join(str(state[2]) for state in states) == deals, states
    assert states[-1][0] == 2, states
    print("power cut", cuts[0], "times under the whole device")
