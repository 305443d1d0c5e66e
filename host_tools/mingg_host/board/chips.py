"""Lists what each GPIO of a chip can do. A new chip needs one entry here.

Sources: data sheets of RP2040 (1.4.3), RP2350 (1.2.3; I2C and SPI are the same on GPIO 0 to 29), ESP32 (2.2 to 2.4 and
4.10), ESP32-C3 (2.3 and 3.3), ESP32-S3 (2.3 and 3). The clock of the RP2040: release notes of Raspberry Pi's SDK
2.1.1. Pins that MicroPython uses automatically: ports/rp2/machine_spi.c
and ports/esp32/machine_hw_spi.h of MicroPython.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Chip(NamedTuple):
    """gpios: all GPIOs. unfit: GPIOs that Mingg must not use, and why. inputs: GPIOs that cannot drive a line.

    i2c: by number of the bus, the GPIOs for (SDA, SCL). spi: by number, those for (SCK, MOSI). None: any GPIO.
    answers: by number of the SPI, the GPIO that MicroPython uses as MISO if none is named.
    hz: its fastest clock. stock_hz, stock_mv, fast_mv: above stock_hz it needs fast_mv instead of stock_mv; all 0 if
    the chip chooses its voltage itself.
    no_pull_down: why its pull-down resistors are not reliable; "" if they are.
    analogue: GPIOs that can measure a voltage.
    """

    gpios: frozenset[int]
    unfit: dict[int, str]
    inputs: frozenset[int]
    i2c: dict[int, tuple[frozenset[int], frozenset[int]] | None]
    spi: dict[int, tuple[frozenset[int], frozenset[int]] | None]
    answers: dict[int, int]
    hz: int
    stock_hz: int = 0
    stock_mv: int = 0
    fast_mv: int = 0
    no_pull_down: str = ""
    analogue: frozenset[int] = frozenset()


def _every(step: int, first: int, *starts: int) -> frozenset[int]:
    """In eight GPIOs from each start, those that are `first` more than a multiple of `step`."""
    return frozenset(gpio for start in starts for gpio in range(start, start + 8) if gpio % step == first and gpio < 30)


def _why(reasons: dict[str, Iterable[int]]) -> dict[int, str]:
    return {gpio: reason for reason, gpios in reasons.items() for gpio in gpios}


_RP2 = Chip(
    gpios=frozenset(range(30)),
    unfit={},
    inputs=frozenset(),
    i2c={
        0: (frozenset(range(0, 30, 4)), frozenset(range(1, 30, 4))),
        1: (frozenset(range(2, 30, 4)), frozenset(range(3, 30, 4))),
    },
    spi={0: (_every(4, 2, 0, 16), _every(4, 3, 0, 16)), 1: (_every(4, 2, 8, 24), _every(4, 3, 8, 24))},
    answers={0: 16, 1: 8},
    hz=200_000_000,
    stock_hz=133_000_000,
    stock_mv=1100,
    fast_mv=1150,
    analogue=frozenset(range(26, 30)),
)

STRAPPING = "decides how the chip starts"
FLASH = "belongs to the flash"
CONSOLE = "belongs to the console"
USB = "belongs to the USB socket"

CHIPS = {
    "rp2040": _RP2,
    "rp2350": _RP2._replace(hz=150_000_000, stock_hz=0, stock_mv=0, fast_mv=0, no_pull_down="erratum RP2350-E9"),
    "esp32": Chip(
        gpios=frozenset({*range(24), *range(25, 28), *range(32, 40)} - {20}),
        unfit=_why({STRAPPING: (0, 2, 5, 12, 15), FLASH: range(6, 12), CONSOLE: (1, 3)}),
        inputs=frozenset(range(34, 40)),
        i2c={0: None, 1: None},
        spi={1: None, 2: None},
        answers={1: 12, 2: 19},
        hz=240_000_000,
    ),
    "esp32-c3": Chip(
        gpios=frozenset(range(22)),
        unfit=_why({STRAPPING: (2, 8, 9), FLASH: range(11, 18), USB: (18, 19), CONSOLE: (20, 21)}),
        inputs=frozenset(),
        i2c={0: None},
        spi={1: None},
        answers={1: 2},
        hz=160_000_000,
    ),
    "esp32-s3": Chip(
        gpios=frozenset({*range(22), *range(26, 49)}),
        unfit=_why({STRAPPING: (0, 3, 45, 46), FLASH: range(26, 38), USB: (19, 20), CONSOLE: (43, 44)}),
        inputs=frozenset(),
        i2c={0: None, 1: None},
        spi={1: None, 2: None},
        answers={1: 13, 2: 37},
        hz=240_000_000,
    ),
}
