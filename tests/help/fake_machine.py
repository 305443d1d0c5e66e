"""Replaces the module `machine` without a board: pins that the test pulls down, or that drive something, and a timer
that the test fires.

Import it before anything that imports machine.
"""

import sys


class NoTime:
    """Replaces the module time: only on a board it can sleep for microseconds."""

    def sleep_us(self, us):
        pass


class Pin:
    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8
    by_number = {}  # noqa: RUF012 - the last Pin of each number
    held_low = set()  # noqa: RUF012 - numbers of the pins that something outside holds at ground, and
    held_high = set()  # noqa: RUF012 - at the supply
    on_low = None  # called with the number of a pin that the program pulls down
    asleep = False  # interrupts wait, as they do while flash is erased
    waiting = []  # noqa: RUF012 - the handlers that do

    def __init__(self, number, mode=None, pull=None, value=None):
        self.number = number
        self.mode = mode
        self.pull = pull
        self.out = 1
        self.handler = None
        self.edges = 0
        Pin.by_number[number] = self
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            if self.number in Pin.held_low or not self.out:
                return 0
            return 1 if self.pull != Pin.PULL_DOWN or self.number in Pin.held_high else 0
        self.out = level
        if not level and SPI.LINES and self.number == SPI.LINES[0]:
            SPI.display.reset()
        if not level and Pin.on_low is not None:
            Pin.on_low(self.number)
        return None

    def __call__(self):
        return self.value()

    def irq(self, handler, trigger, **more):
        self.handler = handler
        self.edges = trigger

    @staticmethod
    def put(number, level):
        """Connects a pin to ground (0), to the supply (1), or to nothing (None)."""
        pin = Pin.by_number[number]
        before = pin.value()
        Pin.held_low.discard(number)
        Pin.held_high.discard(number)
        if level is not None:
            (Pin.held_high if level else Pin.held_low).add(number)
        now = pin.value()
        if now != before and pin.edges & (Pin.IRQ_RISING if now else Pin.IRQ_FALLING):
            if not Pin.asleep:
                pin.handler(pin)
            elif pin not in Pin.waiting:
                Pin.waiting.append(pin)

    @staticmethod
    def wake():
        """Lets interrupts through again: each pin that had edges meanwhile gets one interrupt."""
        Pin.asleep = False
        while Pin.waiting:
            pin = Pin.waiting.pop()
            pin.handler(pin)

    @staticmethod
    def press(number):
        Pin.put(number, 1 if Pin.by_number[number].pull == Pin.PULL_DOWN else 0)

    @staticmethod
    def let_go(number):
        Pin.put(number, None)


class I2C:
    display = None  # what is on the bus
    opened = []  # noqa: RUF012

    def __init__(self, number, sda, scl, freq, timeout):
        I2C.opened.append((number, sda.number, scl.number, freq, timeout))
        self.most = freq // 9 * timeout // 1000000  # bytes of a transfer that ends in time

    def writeto(self, address, data):
        assert len(data) < self.most
        return I2C.display.writeto(address, data)


class SoftI2C:
    answering = ()  # by (scl, sda), the addresses that answer

    def __init__(self, scl, sda, freq):
        self.lines = scl.number, sda.number

    def scan(self):
        return [address for lines, address in SoftI2C.answering if lines == self.lines]


class SPI:
    """The SPI bus of a display. LINES: the pins of its other lines RES, DC and CS."""

    display = None  # what is on the bus
    LINES = None
    opened = []  # noqa: RUF012

    def __init__(self, number, baudrate, polarity, phase, sck, mosi):
        assert polarity == phase == 0, "the displays take a bit as the clock rises"
        self.hz = baudrate
        SPI.opened.append((number, sck.number, mosi.number, baudrate))

    def write(self, data):
        reset, dc, cs = (Pin.by_number[number].out for number in SPI.LINES)
        if reset and not cs:
            SPI.display.clocked(dc, data, self.hz)


class PWM:
    by_number = {}  # noqa: RUF012 - the last one of each pin's number

    def __init__(self, pin, freq, duty_u16):
        self.hz = freq
        self.duty = duty_u16
        PWM.by_number[pin.number] = self

    def freq(self, hz):
        self.hz = hz

    def duty_u16(self, duty):
        self.duty = duty

    def sounds(self):
        """The frequency in Hz; 0: silent."""
        return self.hz if self.duty else 0


class Timer:
    last = None

    def __init__(self, number, period, callback):
        self.number = number
        self.period = period
        self.callback = callback
        Timer.last = self

    def fire(self):
        self.callback(self)


class Mem32(dict):
    """The memory of the chip, as words. written: (address, word), and what a test adds, in their order."""

    written = []  # noqa: RUF012

    def __setitem__(self, address, word):
        Mem32.written.append((address, word))
        super().__setitem__(address, word)


mem32 = Mem32()


class Clock:
    """The clock of the chip. refused: frequencies that the port refuses."""

    STOCK = 125000000
    hz = STOCK
    refused = ()


def freq(hz=None):
    if hz is None:
        return Clock.hz
    if hz in Clock.refused:
        raise ValueError("cannot change frequency")
    Clock.hz = hz
    Mem32.written.append(("freq", hz))
    return None


def reset_everything():
    Clock.hz, Clock.refused = Clock.STOCK, ()
    mem32.clear()
    mem32[0x40064000] = 0xB1  # the voltage of an RP2040 after a reset
    del Mem32.written[:]
    Pin.by_number.clear()
    Pin.held_low.clear()
    Pin.held_high.clear()
    Pin.on_low = None
    Pin.asleep = False
    del Pin.waiting[:]
    PWM.by_number.clear()
    I2C.display = None
    I2C.opened.clear()
    SoftI2C.answering = ()
    SPI.display = SPI.LINES = None
    SPI.opened.clear()


sys.modules["machine"] = sys.modules[__name__]


class ADC:
    """An analogue input: `level` of 65535 is the supply."""

    level = 0

    def __init__(self, number):
        self.number = number
        ADC.last = self

    def read_u16(self):
        return ADC.level
