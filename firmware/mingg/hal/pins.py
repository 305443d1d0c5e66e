"""What is soldered to the pins: buttons, the I2C bus, a buzzer, a light. The numbers come from the board's data."""

import time

from machine import I2C, PWM, Pin

MYPY = False
if MYPY:
    from typing import Callable

# Longer than a page of the display takes at 100 kHz, shorter than the port's default: a loose cable stops play so long.
I2C_TIMEOUT_US = 15000


class KeyPins:
    """Buttons from a GPIO to ground, in the order of their key numbers."""

    def __init__(self, gpios: "tuple[int, ...]") -> None:
        self._pins = tuple(Pin(gpio, Pin.IN, Pin.PULL_UP) for gpio in gpios)
        self._fell = 0
        for key, pin in enumerate(self._pins):
            # the hardware keeps this in mind while flash is erased and nothing else runs
            pin.irq(self._latch(1 << key), Pin.IRQ_FALLING, hard=True)

    def _latch(self, bit: int) -> "Callable[[Pin], None]":
        def fell(pin: Pin) -> None:
            self._fell |= bit

        return fell

    def mask(self) -> int:
        """Bit 1 << key is set while that button is down. Allocates nothing."""
        mask = 0
        bit = 1
        for pin in self._pins:
            if not pin.value():
                mask |= bit
            bit <<= 1
        return mask

    def fell(self) -> int:
        """The keys that went down, if only for a moment, since this was last asked. Allocates nothing."""
        fell = self._fell
        self._fell = 0
        return fell


def buzzer(gpio: int) -> "Callable[[int], None]":
    """A passive buzzer from a GPIO to ground: what is returned makes it sound at so many Hz, at 0 not. Allocates
    nothing."""
    pwm = PWM(Pin(gpio), freq=1000, duty_u16=0)

    def tone(hz: int) -> None:
        if hz:
            pwm.freq(hz)
        pwm.duty_u16(1 << 15 if hz else 0)

    return tone


def lamp(gpio: int) -> "Callable[[int], object]":
    """A light from a GPIO to ground: what is returned switches it on (1) or off (0). Allocates nothing."""
    return Pin(gpio, Pin.OUT, value=0).value


def open_i2c(number: int, sda: int, scl: int, hz: int) -> I2C:
    """The I2C bus, made free first."""
    _free(sda, scl)
    return I2C(number, sda=Pin(sda), scl=Pin(scl), freq=hz, timeout=I2C_TIMEOUT_US)


def _free(sda: int, scl: int) -> None:
    # A restart in the middle of a transfer leaves the display holding the data line until it has been given its clocks.
    data = Pin(sda, Pin.IN, Pin.PULL_UP)
    clock = Pin(scl, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
    for _ in range(9):
        if data.value():
            return
        clock.value(0)
        time.sleep_us(5)
        clock.value(1)
        time.sleep_us(5)
