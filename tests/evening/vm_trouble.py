"""Evenings by key presses while something fails: the flash is full in the middle of a deal, or accepts only a part of
the writes; the clock stops; the display fails at random. Also the heap over many deals.

Runs on MicroPython alone: ../test_on_micropython.py starts it. MINGG_TIMES=17: a thousand deals for the heap.
"""

import gc
import os
import random

from help import powered
from help.powered import NEW_EVENING, NEXT, SAVE
from help.scratch import Flash
from help.virtual_displays import VirtualSSD1306
from mingg.evening.evenings import evenings, remove
from mingg.hal import frame, ssd1306
from mingg.hal import store as files

DEAL = "urlla" + "aaa" + SAVE + NEXT  # Cy wins from Bo with a pung, others have nothing; back to Table
NEW = NEW_EVENING + "a"  # a new session, the same again
EVENING = 12  # deals
DEALS = 60 * int(getattr(os, "getenv", {}.get)("MINGG_TIMES") or 1)  # a board has no environment
EIO = 5


class Device(powered.Device):
    def __init__(self, flash, panel=None, new=False):
        gc.collect()
        frame.ticks_ms = lambda: self.now
        super().__init__(flash, panel and panel(), new)

    def home(self):
        for _ in range(25):
            if self.screen() == "TableScreen":
                return
            self.press(NEXT if self.screen() == "Saved" else "b")  # there B takes the deal back
        raise AssertionError("no way back from " + self.screen())

    def stands(self):
        session = self.app.play.evening.session
        if sum(session.balances) != 8000:
            raise AssertionError(session.balances)
        return self.app.play.evening.ledger.number, session.deals, list(session.balances), session.table.east


def test_a_flash_that_fills_in_the_middle_of_a_deal():
    """Saved deals stay. A deal without room waits, and is saved when there is room again."""
    waited = 0
    for free_blocks in range(-1, 8):  # -1: less than the file system says, until it refuses
        flash = Flash(blocks=24)
        device = Device(flash, new=True)
        device.press(DEAL * 6)  # takes a block: littlefs keeps a shorter file in its directory
        saved = device.stands()
        device.press("urll")  # half a deal
        # files are copied onto the drive: so many blocks are left
        fillers = []
        try:
            while os.statvfs(device.path)[3] > free_blocks:
                fillers.append(device.path + "/filler" + str(len(fillers)))
                with open(fillers[-1], "wb") as file:
                    file.write(bytes(4096))
        except OSError:
            pass
        device.wait(400)
        device.press("aaaaaaa")
        if device.stands() == saved:
            waited += 1
            assert device.app.play.entry is not None, free_blocks
            for filler in fillers:
                os.remove(filler)
            device.press("a")
            device.home()
        now = device.stands()
        assert now[1] == 7, (free_blocks, now)
        device.off()
        restarted = Device(flash)  # and the power is cut
        assert restarted.stands() == now
        assert not restarted.app.play.evening.notices
        restarted.off()
    assert waited, "nothing was refused for want of room"
    print("the flash full in the middle of a deal in", waited, "of 9")


def test_a_flash_that_takes_some_of_it_and_not_the_rest():
    """All that the device shows as saved is there after a power cut; half written records do not count."""
    write_file = files.write_file
    failed = 0

    def flaky(path, mode, data, *prepared):
        nonlocal failed
        if random.random() < 0.3:
            failed += 1
            length = random.choice((0, len(data) // 3, len(data)))
            if length or prepared:
                write_file(path, mode, data[:length], *prepared)
            raise OSError(EIO)
        write_file(path, mode, data, *prepared)

    for seed in range(12):
        random.seed(seed)
        flash = Flash(blocks=48)
        device = Device(flash, new=True)
        try:
            for _ in range(6):
                files.write_file = flaky
                device.press(DEAL)
                device.home()
                files.write_file = write_file
                before = device.stands()
                device.off()
                device = Device(flash)
                assert device.stands() == before, (seed, before, device.stands())
                if device.screen() == "Draft":
                    device.press("b")
                device.home()
        finally:
            files.write_file = write_file
        device.off()
    assert failed > 20, failed
    print("writes that failed:", failed, "under 72 deals")


def test_a_stopped_clock_loses_no_key_and_can_continue():
    """Without a clock no key is held or repeats. The input is still there when the clock runs again."""
    flash = Flash(blocks=24)
    device = Device(flash, new=True)
    device.press(DEAL)
    before = device.stands()
    device.clock = False
    device.press(DEAL + "ABlrud")
    assert device.stands()[1] in (1, 2)
    device.clock = True
    device.wait(400)
    device.home()
    device.press(DEAL)
    device.home()
    assert device.stands()[1] >= before[1] + 1
    last = device.stands()
    device.off()
    restarted = Device(flash)
    assert restarted.stands() == last
    restarted.off()


def test_random_display_errors_do_not_stop_the_device():
    """The display fails for a while every few transfers. The deals are saved, and the picture comes back."""
    random.seed(7)
    display = VirtualSSD1306()
    flash = Flash(blocks=48)
    device = Device(flash, lambda: ssd1306.SSD1306(lambda: display), new=True)
    for deals in range(1, 16):
        if random.random() < 0.7:
            display.fail_after = random.randint(1, 40)
        for key in DEAL:
            device.press(key)
            if not display.present and random.random() < 0.3:
                display.plug()
        device.home()
        assert device.stands()[1] == deals
    display.plug()
    device.wait(4000)
    assert display.picture() == bytes(device.panel.buffer)
    device.off()


def test_the_heap_is_flat_over_deal_after_deal():
    """Plays evening after evening. After each, at Table, the heap has the same size as after the second."""
    flash = Flash(blocks=352)
    device = Device(flash, new=True)
    used = [0] * max(3, DEALS // EVENING)  # a list that does not grow
    for evening in range(len(used)):
        if evening:
            device.press(NEW)
            device.home()
            assert device.stands()[:2] == (evening + 1, 0)
        for deal in range(EVENING):
            device.press(DEAL)
            device.home()
            assert device.stands()[1] == deal + 1
        for number, at_hand in evenings(device.app.play.evening)[:-20]:
            if not at_hand:
                remove(device.app.play.evening, number)
        device.wait(3000)
        device.app.display.canvas.forget()
        gc.collect()
        gc.collect()
        used[evening] = gc.mem_alloc()
    assert max(used[1:]) - used[1] <= 256, used
    print("heap after", len(used) * EVENING, "deals:", used[-1] - used[1], "bytes more than after", 2 * EVENING)
    device.off()
