"""Evenings and settings by key presses, on littlefs in memory, with power cuts. The device starts again with all that
it had shown as saved, and a half entered deal comes back as a draft.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import gc

import vfs
from help import powered
from help.powered import DEALS, DRAW, LEAVE_LIST, NEW_EVENING, NEXT, SAVE, SETTINGS
from help.scratch import Flash, every_cut, mount
from mingg.hal.store import Store
from mingg.settings import Settings

BLOCKS = 32
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
    def __init__(self, flash):
        gc.collect()
        super().__init__(flash)

    def stands(self):
        evening = self.app.play.evening
        session = evening.session
        return evening.ledger.number, session.rules.id, session.deals, evening.top, session.balances, session.table.east


@every_cut
def test_the_device_starts_after_a_power_cut_at_any_moment(cut):
    flash = Flash(blocks=BLOCKS)
    vfs.umount(mount(flash, new=True))
    image, states = bytes(flash.data), []
    for _, keys in STEPS:
        device = Device(Flash(data=image))
        if device.screen() == "Draft":
            device.press("b")
        old, new = device.stands(), []
        device.off()

        def change(flash, on, keys=keys):
            device = Device(flash)
            on(flash)
            device.press(keys)
            seen = device.stands(), device.app.play.entry is None
            device.off()
            return seen

        def check(left, seen, moment, keys=keys, old=old, new=new):
            device = Device(Flash(data=left))
            result, where = device.stands(), (keys, moment, seen)
            if moment is None:
                new.append(result)
                assert (result, device.app.play.entry is None) == seen, where
            assert result == new[0] or (result == old and seen[0] != new[0]), (where, old, new, result)
            assert not device.app.play.evening.notices, (where, device.app.play.evening.notices)
            assert device.screen() in ("TableScreen", "Draft"), (where, device.screen())
            device.off()

        image = cut(image, change, check)
        states.append(new[0][:4])
    # the steps had their effect
    deals = "0 1 2 3 4 5 6 6 7 8 9 10 11 12 11 12 12 12 12 13 14 15 16 17 0 1 2"
    assert " ".join(str(state[2]) for state in states) == deals, states
    assert states[-1][0] == 2, states


# keys, and the brightness and the dimming before and after them
CHANGES = (("l_", ("", 0), ("middle", 0)), ("dr_", ("middle", 0), ("middle", 2)))


@every_cut
def test_a_cut_while_settings_are_kept_leaves_the_old_or_the_new(cut):
    flash = Flash()
    vfs.umount(mount(flash, new=True))
    image = bytes(flash.data)
    for keys, old, new in CHANGES:

        def change(flash, on, keys=keys):
            device = powered.Device(flash)
            device.press(SETTINGS)
            on(flash)
            device.press(keys)
            device.off()

        def check(left, _, moment, old=old, new=new):
            device = powered.Device(Flash(data=left))
            settings = Settings(Store(device.path))
            assert settings.notice is None, (moment, settings.notice)
            found = settings.get("brightness", ""), settings.get("dims", 0)
            assert found == new or (moment and found == old), (moment, found)
            assert device.screen() == "TableScreen"
            device.off()

        image = cut(image, change, check)
