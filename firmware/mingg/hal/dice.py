"""Dice that the hardware throws: nothing is computed, and nothing stands in for it.

os.urandom is the source. On a Pico that is the ring oscillator's random bit (RP2040 datasheet, 2.17.5): up to 1.26 at
least MicroPython shifts eight of them into a register for each byte, later releases ask the SDK's pico_rand. On a PC it
is the system's. A platform that has none there brings a source like it to die(). Where no source works, no die is
thrown and that is said: players have dice of their own.
"""

import os

MYPY = False
if MYPY:
    from typing import Callable

FACES = 6
FAIR = 252  # 42 bytes for each face; what lies above is thrown again
# The oscillator's bits are not even, and a byte is eight of them added to the byte before: were six in ten of them
# ones, a face would come 23% too often in the first byte, as after any that is known. In the eighth none does.
STIRRED = 8
TRIES = 100  # a source that runs lets so many go to waste once in 10^180 throws
ENODEV = 19
EIO = 5


def die(source: "Callable[[int], bytes]") -> int:
    """1 to 6, each as likely as the others where the bytes of the source are. OSError where it gives none to use."""
    for _ in range(TRIES):
        byte = source(STIRRED)[STIRRED - 1]
        if byte < FAIR:
            return byte % FACES + 1
    raise OSError(EIO)


def roll() -> int:
    """A die, 1 to 6. OSError where this machine has no hardware for it."""
    try:
        source = os.urandom  # as it is now: nobody has kept another one
    except AttributeError:
        raise OSError(ENODEV)
    return die(source)
