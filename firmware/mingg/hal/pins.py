"""The parts on the pins: buttons, a buzzer, a light. board.py has the numbers of the pins."""

from typing import Callable

from machine import PWM, Pin


class KeyPins:
    """Buttons from a GPIO to ground or to the supply, in the order of their key numbers. While flash is erased nothing
    runs, but the hardware remembers one edge."""

    def __init__(self, gpios: "tuple[int, ...]", to_supply: bool = False) -> None:
        pull = Pin.PULL_DOWN if to_supply else Pin.PULL_UP
        pins = [Pin(gpio, Pin.IN, pull) for gpio in gpios]
        self._backwards = tuple(reversed(pins))
        self._high = 0 if to_supply else (1 << len(gpios)) - 1  # pins that read 1 while no button is down
        self._fell = 0
        for key, pin in enumerate(pins):
            pin.irq(self._latch(1 << key), Pin.IRQ_RISING if to_supply else Pin.IRQ_FALLING, hard=True)

    def _latch(self, bit: int) -> "Callable[[Pin], None]":
        def fell(pin: Pin) -> None:
            self._fell |= bit

        return fell

    def mask(self) -> int:
        """Bit 1 << key is set while that button is down. Allocates nothing."""
        mask = 0
        for pin in self._backwards:
            mask = mask << 1 | pin()
        return mask ^ self._high

    def fell(self) -> int:
        """Returns the keys that went down, if only for a moment, since the last call. Allocates nothing."""
        fell = self._fell
        self._fell = 0
        return fell

    def last_two(self) -> bool:
        """Returns whether the last two buttons, A and B, are down now."""
        return self.mask() >> len(self._backwards) - 2 == 3


def buzzer(gpio: int) -> "Callable[[int], None]":
    """A passive buzzer from a GPIO to ground. Returns tone(hz), which starts a tone, or stops it (0), and allocates
    nothing."""
    pwm = PWM(Pin(gpio), freq=1000, duty_u16=0)

    def tone(hz: int) -> None:
        if hz:
            pwm.freq(hz)
        pwm.duty_u16(1 << 15 if hz else 0)

    return tone


def lamp(gpio: "int | str") -> "Callable[[int], object]":
    """A light from a GPIO to ground, or on a pin with a name. Returns a function that switches it on (1) or off (0),
    and allocates nothing."""
    return Pin(gpio, Pin.OUT, value=0).value
