"""Stands in for the module `machine` where there is no board: pins that something outside pulls down or that drive
something, a timer to fire.

Import it before anything that imports machine.
"""

import sys


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    IRQ_FALLING = 4
    made = {}  # noqa: RUF012 - the last Pin of each number
    held_low = set()  # noqa: RUF012 - numbers of the pins that something outside holds at ground
    on_low = None  # called with a pin's number when the program pulls it down

    def __init__(self, number, mode=None, pull=None, value=None):
        self.number = number
        self.mode = mode
        self.pull = pull
        self.out = 1
        self.handler = None
        Pin.made[number] = self
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return 0 if self.number in Pin.held_low or not self.out else 1
        self.out = level
        if not level and SPI.LINES and self.number == SPI.LINES[0]:
            SPI.display.reset()
        if not level and Pin.on_low is not None:
            Pin.on_low(self.number)
        return None

    def irq(self, handler, trigger, hard=False):
        if trigger == Pin.IRQ_FALLING:
            self.handler = handler

    @staticmethod
    def press(number):
        Pin.held_low.add(number)
        handler = Pin.made[number].handler
        if handler is not None:
            handler(Pin.made[number])

    @staticmethod
    def let_go(number):
        Pin.held_low.discard(number)


class I2C:
    display = None  # what is on the bus
    opened = []  # noqa: RUF012

    def __init__(self, number, sda, scl, freq, timeout):
        I2C.opened.append((number, sda.number, scl.number, freq, timeout))

    def writeto(self, address, data):
        return I2C.display.writeto(address, data)


class SPI:
    """The bus of a display whose lines beside it are LINES: its reset, data or commands, selected."""

    display = None  # what is on the bus
    LINES = None
    opened = []  # noqa: RUF012

    def __init__(self, number, baudrate, polarity, phase, sck, mosi):
        assert polarity == phase == 0, "the displays take a bit as the clock rises"
        self.hz = baudrate
        SPI.opened.append((number, sck.number, mosi.number, baudrate))

    def write(self, data):
        reset, dc, cs = (Pin.made[number].out for number in SPI.LINES)
        if reset and not cs:
            SPI.display.clocked(dc, data, self.hz)


class PWM:
    made = {}  # noqa: RUF012 - the last one of each pin's number

    def __init__(self, pin, freq, duty_u16):
        self.hz = freq
        self.duty = duty_u16
        PWM.made[pin.number] = self

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        self.duty = duty

    def sounds(self):
        """At how many Hz, 0 where it is silent."""
        return self.hz if self.duty else 0


class Timer:
    last = None

    def __init__(self, number, period, callback):
        self.period = period
        self.callback = callback
        Timer.last = self

    def fire(self):
        self.callback(self)


def reset_everything():
    Pin.made.clear()
    Pin.held_low.clear()
    Pin.on_low = None
    PWM.made.clear()
    I2C.display = None
    I2C.opened.clear()
    SPI.display = SPI.LINES = None
    SPI.opened.clear()


sys.modules["machine"] = sys.modules[__name__]
