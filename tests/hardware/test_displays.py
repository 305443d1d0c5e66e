"""The displays' drivers against virtual displays. Runs under pytest and, unchanged, on MicroPython."""

from help import fake_machine
from help.fake_machine import SPI, NoTime, Pin
from help.virtual_displays import EIO, ETIMEDOUT, VirtualSH1106, VirtualSSD1306
from mingg.hal import frame, spi
from mingg.hal.frame import PAGES, RENEW_MS, RETRY_MS
from mingg.hal.sh1106 import SH1106
from mingg.hal.ssd1306 import SSD1306
from mingg.hal.ticks import ticks_add

KINDS = ((SSD1306, VirtualSSD1306), (SH1106, VirtualSH1106))
# number of the SPI, SCK, MOSI, RES, DC, CS, Hz
LINES = (1, 26, 27, 20, 21, 22, 2000000)


class Rig:
    """A driver, a display on its I2C, and a clock that stands still."""

    def __init__(self, kind=KINDS[0], address=0x3C, present=True):
        driver, display = kind
        self.display = display(address)
        self.display.present = present
        self.opened = 0
        self.panel = self.drive(driver)
        self.now = 1000
        frame.ticks_ms = lambda: self.now

    def drive(self, driver):
        return driver(self.open)

    def open(self):
        self.opened += 1
        return self.display

    def show(self, after_ms=0):
        """The bytes that one show() sends."""
        self.now = ticks_add(self.now, after_ms)
        before = self.display.bytes_sent
        self.panel.show()
        return self.display.bytes_sent - before

    def right(self):
        return self.display.picture() == bytes(self.panel.buffer)


class SpiRig(Rig):
    """The same on SPI."""

    def drive(self, driver):
        fake_machine.reset_everything()
        SPI.LINES = LINES[3:6]
        SPI.display = self.display
        spi.time = NoTime()
        return driver(self.open, spi.ADDRESSES)

    def open(self):
        self.opened += 1
        return spi.open_bus(*LINES)


def every_rig():
    """Use one at a time: the clock is that of the last one made."""
    for rig in (Rig, SpiRig):
        for kind in KINDS:
            yield rig(kind)


def i2c_rigs():
    for kind in KINDS:
        yield Rig(kind)


def scribble(buffer, seed):
    for i in range(1024):
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        buffer[i] = seed >> 16 & 0xFF


# ---- transfers ----


def test_nothing_is_sent_if_nothing_changed():
    for rig in every_rig():
        rig.show()
        assert rig.show() == 0
        assert rig.show(100) == 0


def test_only_changed_columns_go_out():
    # to aim: a window or a place (its commands, address, control); a column (data, address, control)
    runs = iter((8 + 3, 5 + 3, 6 + 1, 3 + 1))
    for rig in every_rig():
        run = next(runs)
        rig.show()
        rig.panel.buffer[3 * 128 + 20] = 0xFF
        assert rig.show() == run
        assert rig.right()
        rig.panel.buffer[3 * 128 + 0] = 0x81
        rig.panel.buffer[3 * 128 + 127] = 0x18
        rig.panel.buffer[4 * 128] = 0x7E
        assert rig.show() == 3 * run
        assert rig.right()
        for column in (30, 34, 57):  # one run, from the first to the last column that changed
            rig.panel.buffer[5 * 128 + column] ^= 0xFF
        assert rig.show() == run + 27
        assert rig.right()


def test_whole_pages_go_out_four_at_a_time_where_the_display_lets_them():
    sent = iter((2 * (8 + 2 + 512), 8 * (5 + 2 + 128), 2 * (6 + 512), 8 * (3 + 128)))
    for rig in every_rig():
        rig.show()
        for i in range(1024):
            rig.panel.buffer[i] ^= 0xFF
        assert rig.show() == next(sent)
        assert rig.right()


def test_whole_pages_beside_others_arrive():
    for rig in every_rig():
        rig.show()
        for pages in range(256):
            for page in range(8):
                # a whole page; else the cells of a pattern
                cells = 15 if pages >> page & 1 else (pages + page) % 15
                for cell in range(4):
                    rig.panel.buffer[page * 128 + cell * 32 + page] ^= cells >> cell & 1
            rig.show()
            assert rig.right()


def test_the_first_page_can_go_out_before_the_rest_is_drawn():
    for rig in every_rig():
        rig.show()
        scribble(rig.panel.buffer, 5)
        rig.panel.show_first()
        assert rig.display.picture() == bytes(rig.panel.buffer[:128]) + bytes(896)
        rig.show()
        assert rig.right()
        sent = rig.display.bytes_sent
        rig.panel.show_first()
        assert rig.display.bytes_sent == sent


def test_a_display_that_is_not_there_gets_no_first_page():
    for rig in i2c_rigs():
        rig.panel.show_first()
        assert rig.opened == 0
        rig.show()
        rig.display.unplug()
        scribble(rig.panel.buffer, 5)
        rig.panel.show_first()
        assert not rig.panel.present()
        rig.display.plug()
        assert whole_again(rig)


# ---- displays that are found, lost, and found again ----


def test_the_second_address_is_found():
    for kind in KINDS:
        rig = Rig(kind, 0x3D)
        rig.panel.buffer[5] = 3
        rig.show()
        assert rig.right()
        assert rig.panel.address == 0x3D
        assert rig.display.unanswered == [0x3C]


def test_an_absent_display_stops_nothing_and_is_found_later():
    for kind in KINDS:
        rig = Rig(kind, present=False)
        rig.show()
        assert not rig.panel.present()
        assert rig.display.unanswered == [0x3C, 0x3D]
        for _ in range(9):
            rig.panel.buffer[9] += 1
            rig.show(50)
        assert rig.opened == 1, "looked for too often"
        rig.show(50)
        assert rig.opened == 2
        rig.display.plug()
        rig.show(RETRY_MS)
        assert rig.right()
        assert rig.panel.present()


def test_a_display_that_fell_out_is_not_asked_at_every_show():
    for rig in i2c_rigs():
        rig.show()
        rig.display.unplug()
        for _ in range(RETRY_MS // 10 - 1):
            rig.panel.buffer[9] += 1
            rig.show(10)
        assert not rig.panel.present()
        assert len(rig.display.unanswered) == 1
        rig.show(20)
        assert len(rig.display.unanswered) == 3


def test_a_bus_that_cannot_be_opened_is_an_absent_display():
    def broken():
        raise OSError(ETIMEDOUT)

    for driver, _ in KINDS:
        panel = driver(broken)
        panel.show()
        assert not panel.present()


def whole_again(rig):
    """Calls show() for the time after which the picture must be complete."""
    rig.panel.buffer[7] ^= 1
    for _ in range((RETRY_MS + RENEW_MS * PAGES) // 50):
        rig.show(50)
    return rig.right()


def test_the_cable_out_at_any_transfer_and_in_again():
    for error in (EIO, ETIMEDOUT):
        for kind in KINDS:
            for transfers in range(20):
                rig = Rig(kind)
                rig.display.error = error
                if transfers > 4:
                    rig.show()
                rig.display.fail_after = transfers
                scribble(rig.panel.buffer, transfers)
                rig.show()
                rig.show(10)
                rig.display.plug()
                assert whole_again(rig), transfers


def test_a_transfer_that_is_not_acknowledged_to_its_end():
    for error in (EIO, ETIMEDOUT):
        for kind in KINDS:
            for length in range(0, 129, 3):
                rig = Rig(kind)
                rig.display.error = error
                rig.show()
                scribble(rig.panel.buffer, length)
                rig.display.cut_after = length
                rig.show(10)
                assert not rig.panel.present()
                rig.display.cut_after = -1
                rig.display.present = True  # after half a command, or half a run of data
                rig.display.reset()
                assert whole_again(rig), length


def test_a_display_that_lost_power_is_restored_within_two_seconds():
    for rig in every_rig():
        scribble(rig.panel.buffer, 8)
        rig.show()
        rig.panel.contrast(7)
        rig.display.power_cycle()
        assert not rig.right()
        for _ in range(RENEW_MS * PAGES // 10):
            rig.show(10)
        assert rig.right()
        assert rig.display.contrast() == 7


def test_a_register_that_was_knocked_over_is_put_right():
    for command in (0x45, 0xA0, 0xA5, 0xA7, 0xC0, 0xAE):
        for rig in every_rig():
            scribble(rig.panel.buffer, 6)
            rig.show()
            rig.display.plain(command)
            for _ in range(PAGES):
                rig.show(RENEW_MS)
            assert rig.right()
    for command, value in ((0xA8, 31), (0xD3, 5), (0xDA, 0x02)):
        for rig in every_rig():
            rig.show()
            scribble(rig.panel.buffer, 6)
            rig.show()
            rig.display.set(command, [value])
            assert not rig.right()
            rig.show(RENEW_MS)
            assert rig.right()


def test_a_display_on_spi_is_restored_after_an_unnoticed_power_loss():
    for kind in KINDS:
        rig = SpiRig(kind, present=False)
        rig.show()
        assert rig.panel.present(), "nobody answers on SPI"
        scribble(rig.panel.buffer, 3)
        rig.show(10)
        rig.display.plug()
        for _ in range(PAGES):
            rig.show(RENEW_MS)
        assert rig.right()
        assert rig.opened == 1


def test_a_display_on_spi_is_reset_before_it_is_spoken_to():
    for kind in KINDS:
        rig = SpiRig(kind)
        rig.display.take(0, 0x81)  # half a command that an earlier program left
        rig.show()
        assert rig.right()
        assert Pin.by_number[LINES[5]].out == 1, "selected only while it is spoken to"
        assert SPI.opened == [(LINES[0], LINES[1], LINES[2], LINES[6])]


def test_renewing_is_short():
    for rig in every_rig():
        rig.show()
        sent = rig.show(RENEW_MS)
        assert 0 < sent < 200  # at 400 kHz a byte takes 22.5 us
        assert rig.show(1) == 0


def test_the_clock_may_wrap():
    rig = Rig(present=False)
    rig.now = ticks_add(0, -10)
    rig.show()
    rig.display.plug()
    rig.show(RETRY_MS - 1)
    assert rig.now < RETRY_MS
    assert rig.opened == 1
    rig.show(1)
    assert rig.right()


# ---- contrast and sleep ----


def test_another_contrast_arrives_at_once_and_a_dark_panel_shows_what_was_drawn_meanwhile_when_it_wakes():
    for rig in every_rig():
        rig.show()
        assert rig.display.contrast() == 0xCF
        rig.panel.contrast(4)
        assert rig.display.contrast() == 4
        rig.panel.sleep(True)
        scribble(rig.panel.buffer, 3)
        rig.show(10)
        rig.display.power_cycle()
        for _ in range(PAGES + 1):
            assert rig.show(RENEW_MS) > 0
            assert not rig.display.on
        assert rig.display.contrast() == 4
        rig.panel.sleep(False)
        assert rig.right()


def test_a_display_plugged_in_again_is_as_dim_or_as_dark_as_it_should_be():
    for kind in KINDS:
        rig = Rig(kind, present=False)
        rig.panel.contrast(9)  # no display is there
        rig.panel.sleep(True)
        rig.show()
        rig.display.plug()
        rig.show(RETRY_MS)
        assert not rig.display.on
        rig.panel.sleep(False)
        assert rig.right()
        assert rig.display.contrast() == 9


def test_a_cable_that_falls_out_as_it_goes_to_sleep_stops_nothing():
    for kind in KINDS:
        for command in ("contrast", "sleep"):
            rig = Rig(kind)
            rig.show()
            rig.display.unplug()
            getattr(rig.panel, command)(1)
            rig.show(10)
            assert rig.opened == 1, "looked for at once, which takes two timeouts"
            rig.display.plug()
            rig.show(RETRY_MS)
            assert rig.display.on == (command != "sleep")
            assert rig.display.contrast() == (1 if command == "contrast" else 0xCF)
