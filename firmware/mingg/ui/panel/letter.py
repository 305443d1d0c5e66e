"""A letter beyond ASCII, read when it is first written: letters.txt has a line for each of them."""

import binascii

import framebuf

MYPY = False
if MYPY:
    from mingg.ui.panel.canvas import _Glyph

LETTERS = __file__.replace("\\", "/").rpartition("/panel/")[0] + "/letters.txt"


def letter(ch: str, at: int) -> "_Glyph | None":
    """As blit takes it; at: where a face's is in the line. None: it is not drawn, or cannot be read."""
    sign = bytes(ch, "utf-8") + b" "
    try:
        with open(LETTERS, "rb") as file:
            for line in file:
                if line.startswith(sign):
                    drawn = binascii.unhexlify(line.split()[at])
                    return memoryview(drawn)[2:], drawn[0], drawn[1], framebuf.MONO_VLSB
    except OSError:
        pass
    return None
