"""The display's driver against a virtual display. Runs under pytest and, unchanged, on MicroPython."""

from mingg.hal import ssd1306
from mingg.hal.ticks import ticks_add
from virtual_ssd1306 import VirtualSSD1306


class Rig:
    """A driver, a display on its bus, and a clock that stands still."""

    def __init__(self, address=0x3C, present=True):
        self.display = VirtualSSD1306(address)
        self.display.present = present
        self.opened = 0
        self.panel = ssd1306.SSD1306(self.open)
        self.now = 1000
        ssd1306.ticks_ms = lambda: self.now

    def open(self):
        self.opened += 1
        return self.display

    def show(self, after_ms=0):
        """Bytes that went over the wire for one show()."""
        self.now = ticks_add(self.now, after_ms)
        before = self.display.bytes_sent
        self.panel.show()
        return self.display.bytes_sent - before

    def right(self):
        return self.display.picture() == bytes(self.panel.buffer)


def scribble(buffer, seed):
    for i in range(1024):
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        buffer[i] = seed >> 16 & 0xFF


def test_first_show_puts_the_whole_picture_on_a_display_full_of_noise():
    rig = Rig()
    scribble(rig.panel.buffer, 1)
    assert rig.display.picture() is None
    rig.show()
    assert rig.right()


def test_a_blank_first_picture_clears_the_noise():
    rig = Rig()
    rig.show()
    assert rig.right()


def test_nothing_goes_out_when_nothing_changed():
    rig = Rig()
    rig.show()
    assert rig.show() == 0
    assert rig.show(100) == 0


def test_only_changed_columns_go_out():
    rig = Rig()
    rig.show()
    rig.panel.buffer[3 * 128 + 20] = 0xFF
    # a window (address, control, 6 bytes) and 16 columns (address, control, data)
    assert rig.show() == 8 + 18
    assert rig.right()
    rig.panel.buffer[3 * 128 + 0] = 0x81
    rig.panel.buffer[3 * 128 + 127] = 0x18
    rig.panel.buffer[4 * 128] = 0x7E
    assert rig.show() == 3 * (8 + 18)
    assert rig.right()


def test_every_column_of_every_page_can_change_alone():
    rig = Rig()
    rig.show()
    for i in range(1024):
        rig.panel.buffer[i] ^= 0xA5
        rig.show()
        assert rig.display.ram[i] == rig.panel.buffer[i]
    assert rig.right()


def test_random_pictures_arrive():
    rig = Rig()
    for seed in range(20):
        scribble(rig.panel.buffer, seed)
        rig.show()
        assert rig.right()
        for k in range(seed):
            rig.panel.buffer[k * 53 % 1024] ^= 1 << k % 8
        rig.show()
        assert rig.right()


def test_the_second_address_is_found():
    rig = Rig(0x3D)
    rig.panel.buffer[5] = 3
    rig.show()
    assert rig.right()
    assert rig.display.asked == [0x3C]


def test_an_absent_display_stops_nothing_and_is_found_later():
    rig = Rig(present=False)
    rig.show()
    assert rig.display.asked == [0x3C, 0x3D]
    for _ in range(9):
        rig.panel.buffer[9] += 1
        rig.show(50)
    assert rig.opened == 1, "looked for too often"
    rig.show(50)
    assert rig.opened == 2
    rig.display.plug()
    rig.show(ssd1306.RETRY_MS)
    assert rig.right()


def test_a_display_that_fell_out_is_not_asked_at_every_show():
    rig = Rig()
    rig.show()
    rig.display.unplug()
    for _ in range(ssd1306.RETRY_MS // 10 - 1):
        rig.panel.buffer[9] += 1
        rig.show(10)
    assert len(rig.display.asked) == 1
    rig.show(20)
    assert len(rig.display.asked) == 3


def test_a_bus_that_cannot_be_opened_is_an_absent_display():
    def broken():
        raise OSError(110)

    panel = ssd1306.SSD1306(broken)
    panel.show()


def test_the_cable_out_at_any_transfer_and_in_again():
    for transfers in range(20):
        rig = Rig()
        if transfers > 4:
            rig.show()
        rig.display.fail_after = transfers
        scribble(rig.panel.buffer, transfers)
        rig.show()
        rig.show(10)
        rig.display.plug()
        rig.panel.buffer[7] ^= 1
        for _ in range((ssd1306.RETRY_MS + ssd1306.RENEW_MS * ssd1306.PAGES) // 50):
            rig.show(50)
        assert rig.right(), transfers


def test_a_display_that_lost_power_unseen_is_whole_again_within_two_seconds():
    rig = Rig()
    scribble(rig.panel.buffer, 8)
    rig.show()
    rig.display.power_cycle()
    for _ in range(ssd1306.RENEW_MS * ssd1306.PAGES // 10):
        rig.show(10)
    assert rig.right()


def test_renewing_is_short():
    rig = Rig()
    rig.show()
    sent = rig.show(ssd1306.RENEW_MS)
    assert 0 < sent < 200  # at 400 kHz a byte takes 22.5 us
    assert rig.show(1) == 0


def test_the_clock_may_wrap():
    rig = Rig(present=False)
    rig.now = ticks_add(0, -10)
    rig.show()
    rig.display.plug()
    rig.show(ssd1306.RETRY_MS - 1)
    assert rig.now < ssd1306.RETRY_MS
    assert rig.opened == 1
    rig.show(1)
    assert rig.right()


# ---- contrast and sleep ----


def test_another_contrast_arrives_at_once():
    rig = Rig()
    rig.show()
    assert rig.display.contrast() == 0xCF
    rig.panel.contrast(4)
    assert rig.display.contrast() == 4
    assert rig.right()


def test_asleep_the_panel_is_dark_and_awake_it_shows_what_was_drawn_meanwhile():
    rig = Rig()
    rig.show()
    rig.panel.sleep(True)
    assert not rig.display.on
    scribble(rig.panel.buffer, 3)
    rig.show(10)
    assert not rig.display.on
    rig.panel.sleep(False)
    assert rig.right()


def test_renewing_keeps_contrast_and_sleep():
    rig = Rig()
    rig.show()
    rig.panel.contrast(9)
    rig.panel.sleep(True)
    for _ in range(ssd1306.PAGES + 1):
        assert rig.show(ssd1306.RENEW_MS) > 0
    assert not rig.display.on
    assert rig.display.contrast() == 9
    assert bytes(rig.display.ram) == bytes(rig.panel.buffer)


def test_a_display_plugged_in_again_is_as_dim_or_as_dark_as_it_should_be():
    rig = Rig(present=False)
    rig.panel.contrast(9)  # nothing is there to take it
    rig.panel.sleep(True)
    rig.show()
    rig.display.plug()
    rig.show(ssd1306.RETRY_MS)
    assert not rig.display.on
    rig.panel.sleep(False)
    assert rig.right()
    assert rig.display.contrast() == 9


def test_a_display_that_lost_power_asleep_is_whole_when_it_wakes():
    rig = Rig()
    scribble(rig.panel.buffer, 5)
    rig.show()
    rig.panel.sleep(True)
    rig.display.power_cycle()
    for _ in range(ssd1306.PAGES):
        rig.show(ssd1306.RENEW_MS)
    rig.panel.sleep(False)
    assert rig.right()


def test_a_cable_that_falls_out_as_it_goes_to_sleep_stops_nothing():
    for command in ("contrast", "sleep"):
        rig = Rig()
        rig.show()
        rig.display.unplug()
        getattr(rig.panel, command)(1)
        rig.show(10)
        assert rig.opened == 1, "looked for at once, which takes two timeouts"
        rig.display.plug()
        rig.show(ssd1306.RETRY_MS)
        assert rig.display.on == (command != "sleep")
        assert rig.display.contrast() == (1 if command == "contrast" else 0xCF)
