"""Dice from a hardware source of random bytes. There is no pseudo-random generator to fall back on.

The source is os.urandom. On a Pico it reads the random bit of the ring oscillator (RP2040 datasheet, 2.17.5). Up to
1.26 at least, MicroPython shifts eight of these bits into a register for each byte; later releases ask the SDK's
pico_rand. On a PC it is the system's source. A platform without os.urandom passes its own source to die(). If no source
works, OSError is raised, and the players throw their own dice.
"""

import os
from typing import Callable

FACES = 6
FAIR = 252  # 42 values of a byte for each face; a byte of 252 or more is thrown away
# The bits of the oscillator are biased, and each byte is made of eight bits and of the byte before it. If six bits in
# ten were ones, a face would come 23% too often in the first byte, or after a known byte. In the eighth byte no face
# does.
STIRRED = 8
TRIES = 100  # a working source fails as often as this once in 10^180 throws
ENODEV = 19
EIO = 5


def die(source: "Callable[[int], bytes]") -> int:
    """Returns 1 to 6, equally likely if the bytes of the source are. source(n) returns n bytes. OSError: it gives no
    usable byte."""
    for _ in range(TRIES):
        byte = source(STIRRED)[STIRRED - 1]
        if byte < FAIR:
            return byte % FACES + 1
    raise OSError(EIO)


def roll() -> int:
    """Throws a die, 1 to 6. OSError if this machine has no hardware source."""
    try:
        source = os.urandom  # looked up at each call, so that tests can replace it
    except AttributeError:
        raise OSError(ENODEV)
    return die(source)
