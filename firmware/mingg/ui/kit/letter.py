"""Reads a letter beyond ASCII when it is first written. letters.txt has a line for each."""

import binascii

import framebuf

MYPY = False
if MYPY:
    from mingg.ui.kit.canvas import _Glyph

LETTERS = __file__.replace("\\", "/").rpartition("/kit/")[0] + "/letters.txt"


def letter(ch: str, index: int) -> "_Glyph | None":
    """Returns a letter as blit takes it, or None if there is no such letter or it cannot be read.

    index: the position of a face's letter in the line.
    """
    start = bytes(ch, "utf-8") + b" "
    try:
        with open(LETTERS, "rb") as file:
            for line in file:
                if line.startswith(start):
                    drawn = binascii.unhexlify(line.split()[index])
                    return drawn[2:], drawn[0], drawn[1], framebuf.MONO_VLSB
    except OSError:
        pass
    return None
