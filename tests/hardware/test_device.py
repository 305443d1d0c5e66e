"""Builds panel, keys and store from the data of a board, and starts its clock. Runs under pytest and on MicroPython."""

import sys

from help import fake_machine
from help.checks import refused
from help.fake_machine import ADC, I2C, PWM, SPI, Clock, Mem32, NoTime, Pin, Timer, mem32
from help.scratch import folder
from help.virtual_displays import VirtualSH1106, VirtualSSD1306
from mingg.hal import clock, device
from mingg.hal.battery import meter
from mingg.hal.keys import PRESS, RIGHT, TAP

DRIVERS = ("frame", "i2c", "spi", "ssd1306", "sh1106")


class Board:
    """A board with numbers that no real board has, so that none can come from elsewhere."""

    KEYS = (20, 3, 17, 8, 9, 26)
    TIMER = 2
    I2C = (1, 6, 7, 100000)
    DISPLAY_ADDRESSES = (0x3D,)
    SPI = (1, 10, 11, 13, 14, 15, 2000000)

    def __init__(self, buzzer=None, light=None, display=("ssd1306", "i2c"), wired="ground"):
        self.DISPLAY = display
        self.KEYS_WIRED = wired
        self.BUZZER = buzzer
        self.LIGHT = light
        self.STORE = folder() + "/kept"


def start(board):
    """(what device.build() gives, wait, stall)"""
    fake_machine.reset_everything()
    chip, wire = board.DISPLAY
    display = VirtualSH1106(0x3D) if chip == "sh1106" else VirtualSSD1306(0x3D)
    if wire == "spi":
        SPI.display, SPI.LINES = display, board.SPI[3:6]
    else:
        I2C.display = display
    ticks = [1000]
    device.ticks_ms = lambda: ticks[0]
    for name in DRIVERS:  # as after power on
        if "mingg.hal." + name in sys.modules:
            del sys.modules["mingg.hal." + name]
            delattr(sys.modules["mingg.hal"], name)
    built = device.build(board)
    sys.modules["mingg.hal." + wire].time = NoTime()

    def wait(ms):
        for _ in range(ms // Timer.last.period):
            ticks[0] += Timer.last.period
            Timer.last.fire()

    def stall(ms):
        ticks[0] += ms

    return built, wait, stall


def build():
    (panel, keys, store, _), wait, stall = start(Board())
    return panel, keys, store, wait, stall


def check_a_press_while_stalled(_, keys, __, wait, stall):
    """A key that goes down and up while the timer stands still counts once."""
    wait(100)
    Pin.press(Board.KEYS[4])
    Pin.let_go(Board.KEYS[4])
    stall(60)
    wait(100)
    assert [keys.get(), keys.get(), keys.get()] == [4 | PRESS << 3, 4 | TAP << 3, -1]


def test_each_pin_is_its_key_wired_to_ground_or_to_the_supply():
    for wired, pull in (("ground", Pin.PULL_UP), ("supply", Pin.PULL_DOWN)):
        (_, keys, _, _), wait, _ = start(Board(wired=wired))
        for key, number in enumerate(Board.KEYS):
            assert Pin.by_number[number].pull == pull
            Pin.press(number)
            wait(100)
            assert keys.get() == key | PRESS << 3
            Pin.let_go(number)
            wait(100)
            assert keys.get() == key | TAP << 3
            assert keys.get() == -1


def test_keys_wired_in_no_known_way_are_refused():
    why = str(refused(start, Board(wired="air")))
    assert why[:8] == "board.py"
    assert "air" in why


def test_keys_are_read_every_few_milliseconds_by_the_timer_the_board_names():
    build()
    assert Timer.last.number == Board.TIMER
    assert 5 <= Timer.last.period <= 10


def test_a_main_loop_that_waits_sees_a_key_before_the_timer_does():
    _, keys, _, wait, stall = build()
    wait(100)
    Pin.press(Board.KEYS[RIGHT])
    stall(2)
    device.sample_keys()
    assert keys.get() == RIGHT | PRESS << 3
    wait(50)
    Pin.let_go(Board.KEYS[RIGHT])
    for _ in range(2):
        stall(2)
        assert keys.get() == -1
        device.sample_keys()
    assert keys.get() == RIGHT | TAP << 3


def test_the_timer_does_not_interrupt_a_sample_with_another():
    _, keys, _, wait, _ = build()
    wait(100)
    take = keys.sample
    taken = []

    def interrupted(*reading):
        taken.append(reading)
        Timer.last.fire()
        take(*reading)

    keys.sample = interrupted
    device.sample_keys()
    assert len(taken) == 1
    Timer.last.fire()
    assert len(taken) == 2


def test_a_press_while_flash_is_erased_is_not_lost():
    check_a_press_while_stalled(*build())


def test_a_key_that_goes_down_between_the_readings_of_a_sample_is_pressed_once():
    """As while the garbage collector runs there, after a gap."""
    for name in ("mask", "fell"):
        _, keys, _, wait, stall = build()
        wait(100)
        stall(60)
        read = getattr(device._keys, name)

        def then_press(read=read):
            reading = read()
            Pin.press(Board.KEYS[4])
            return reading

        setattr(device._keys, name, then_press)
        device.sample_keys()
        setattr(device._keys, name, read)
        wait(100)
        Pin.let_go(Board.KEYS[4])
        wait(100)
        assert [keys.get(), keys.get(), keys.get()] == [4 | PRESS << 3, 4 | TAP << 3, -1], name


def test_an_old_press_is_not_taken_for_one_while_flash_is_erased():
    _, keys, _, wait, stall = build()
    Pin.press(Board.KEYS[4])
    wait(100)
    Pin.let_go(Board.KEYS[4])
    wait(100)
    keys.clear()
    stall(60)
    wait(100)
    assert keys.get() == -1


def test_bounce_without_a_press_is_nothing():
    _, keys, _, wait, _ = build()
    wait(100)
    Pin.press(Board.KEYS[4])
    Pin.let_go(Board.KEYS[4])
    wait(100)
    assert keys.get() == -1


def test_the_panel_is_on_the_bus_the_board_names():
    panel, _, _, _, _ = build()
    assert I2C.opened == []
    panel.buffer[77] = 0x3C
    panel.show()
    assert I2C.opened[0][:4] == Board.I2C
    assert I2C.display.picture() == bytes(panel.buffer)


def test_each_display_is_driven_and_no_other_driver_is_loaded():
    for chip in ("ssd1306", "sh1106"):
        for wire in ("i2c", "spi"):
            (panel, _, _, _), _, _ = start(Board(display=(chip, wire)))
            loaded = [name for name in DRIVERS if "mingg.hal." + name in sys.modules]
            assert sorted(loaded) == sorted(["frame", chip, wire])
            panel.buffer[77] = 0x3C
            panel.show()
            assert (I2C.display or SPI.display).picture() == bytes(panel.buffer)
            assert I2C.opened[0][:4] == Board.I2C if wire == "i2c" else SPI.opened == [(1, 10, 11, 2000000)]


def test_a_fast_bus_is_opened_once_and_then_the_boards_own():
    """A display that is lost on the fast bus comes back on the slow one."""
    panel, _, _, _, _ = build()
    device.use_fast(True)
    assert not device.is_fast()
    panel.show()
    assert device.is_fast()
    panel.reopen()
    panel.show()
    assert not device.is_fast()
    assert [opened[3] for opened in I2C.opened] == [1000000, Board.I2C[3]]
    assert I2C.display.picture() == bytes(panel.buffer)


def test_a_whole_picture_arrives_before_the_bus_gives_up_however_slow_it_is():
    for hz in (100000, 400000, 1000000):
        board = Board()
        board.I2C = board.I2C[:3] + (hz,)
        (panel, _, _, _), _, _ = start(board)
        panel.show()
        for i in range(len(panel.buffer)):
            panel.buffer[i] = 0x5A
        panel.show()
        assert I2C.opened[0][3] == hz
        assert I2C.display.picture() == bytes(panel.buffer)


def test_on_spi_no_bus_is_fast():
    (panel, _, _, _), _, _ = start(Board(display=("ssd1306", "spi")))
    device.use_fast(True)
    panel.show()
    assert not device.is_fast()


def test_unknown_wiring_of_a_display_is_refused():
    for display, word in ((("ssd1309", "i2c"), "ssd1309"), (("ssd1306", "usb"), "usb")):
        why = str(refused(start, Board(display=display)))
        assert why[:8] == "board.py"
        assert word in why


def test_a_bus_held_by_the_display_is_made_free():
    """The data line stays low until the display gets its clocks."""
    panel, _, _, _, _ = build()
    clocks = []
    data = Board.I2C[1]
    Pin.held_low.add(data)

    def low(number):
        clocks.append(number)
        if len(clocks) == 5:
            Pin.held_low.discard(data)

    Pin.on_low = low
    panel.show()
    assert clocks == [Board.I2C[2]] * 5
    assert I2C.display.picture() == bytes(panel.buffer)


def test_the_store_is_the_folder_the_board_names():
    _, _, store, _, _ = build()
    store.append("a", b"1")
    assert store.read("a") == b"1"
    assert store.root[-5:] == "/kept"


def test_a_board_without_buzzer_and_light_has_no_signals():
    built, _, _ = start(Board())
    assert built[3] is None


def test_the_buzzer_and_the_light_are_on_the_pins_the_board_names():
    built, wait, _ = start(Board(buzzer=12, light=25))
    signals = built[3]
    buzzer, light = PWM.by_number[12], Pin.by_number[25]
    assert light.mode == Pin.OUT
    assert buzzer.sounds() == light.value() == 0
    signals.refused()
    wait(10)
    assert buzzer.sounds() > 0
    assert light.value() == 1
    wait(500)  # the timer that samples the keys ends it, even if the main loop is busy
    assert buzzer.sounds() == light.value() == 0


def test_one_of_them_will_do():
    for board in (Board(buzzer=12), Board(light=25)):
        built, wait, _ = start(board)
        signals = built[3]
        assert (signals.tone is None, signals.light is None) == (board.BUZZER is None, board.LIGHT is None)
        signals.saved()
        wait(500)


def test_a_key_is_still_read_where_there_are_signals():
    built, wait, _ = start(Board(buzzer=12))
    Pin.press(Board.KEYS[2])
    wait(100)
    assert built[1].get() == 2 | PRESS << 3


REGULATOR = 0x40064000
RESET = 0xB1  # 1.1 V, and the regulator is on


class Time:
    """Replaces the module time: only on a board it can sleep for microseconds. It notes the sleeps."""

    def sleep_us(self, us):
        Mem32.written.append(("sleep", us))


def started(hz, millivolts, refused=(), now=Clock.STOCK):
    """All that was done to clock and voltage, in its order."""
    fake_machine.reset_everything()
    clock.time = Time()
    assert mem32[REGULATOR] == RESET
    del Mem32.written[:]
    Clock.hz, Clock.refused = now, refused
    clock.start(hz, millivolts)
    return list(Mem32.written)


def test_a_faster_clock_gets_its_voltage_first():
    assert started(200000000, 1150) == [(REGULATOR, 0xC1), ("sleep", 1000), ("freq", 200000000)]


def test_a_slower_clock_loses_its_voltage_last():
    changes = started(125000000, 1100, now=200000000)
    assert changes == [("freq", 125000000), (REGULATOR, 0xB1), ("sleep", 1000)]


def test_a_refused_clock_leaves_the_board_at_its_own():
    started(200000000, 1150, refused=(200000000,))
    assert Clock.hz == Clock.STOCK


def test_without_a_voltage_only_the_clock_is_set():
    assert started(240000000, 0, now=160000000) == [("freq", 240000000)]
    assert started(125000000, 0, now=240000000) == [("freq", 125000000)]


def test_the_clock_that_the_chip_has_is_not_set_again():
    assert started(125000000, 1150) == []


def test_the_divider_is_taken_into_account():
    for level, upper, lower, mv in ((65535, 0, 1, 3300), (32768, 100, 100, 3300), (19859, 2, 1, 2997), (0, 2, 1, 0)):
        ADC.level = level
        assert abs(meter(29, upper, lower)() - mv) <= 6, (level, upper, lower)
        assert ADC.last.number == 29


def test_the_highest_voltage_is_a_small_integer():
    ADC.level = 65535
    assert meter(29, 200000, 100000)() == 9900
