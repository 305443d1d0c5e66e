"""What is soldered to the pins: buttons, a buzzer, a light. The numbers come from the board's data."""

from machine import PWM, Pin

MYPY = False
if MYPY:
    from typing import Callable


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
