"""Draws for the screens: text and figures in our own fonts, boxes, arrows and tiles, on a panel of one bit a pixel.

Lengths are in pixels; (0, 0) is the top left corner. ink=1 lights pixels, ink=0 darkens them. What lies outside the
panel is cut off. A character without a letter is drawn as a hollow box. Drawing never raises. It allocates little,
except for a text, a header or a letter that was not drawn lately; a letter beyond ASCII is then read from a file.

`align` says what x is: the first column of a text, its centre, or its last column.
"""

import binascii
from typing import Any, Callable, Sequence

import framebuf

from mingg.core.deal.deal import WINDS
from mingg.lang import HERE, SHORTER, letters
from mingg.ui.kit import glyphs

_Glyph = Any  # a tuple; the stubs of framebuf know only FrameBuffer as a source, but blit takes both
Texts = list[tuple[int, int, str]]

WIDTH = 128
HEIGHT = 64

ALIGN_LEFT = 0
ALIGN_CENTRE = 1
ALIGN_RIGHT = 2

BACK, ON = "B <", "A >"  # what B and A do, in place of words that have no room

# by key: LEFT, RIGHT, UP, DOWN
_ARROWS = glyphs.ARROW_LEFT, glyphs.ARROW_RIGHT, glyphs.ARROW_UP, glyphs.ARROW_DOWN
# A palette that turns the ink of a letter into 0 and its background into 1; blit then leaves out the 1s.
_DARK: "_Glyph" = (b"\x01\x00", 2, 1, framebuf.MONO_VLSB)


_ASCII = 95  # letters, from the blank to "~"
_LATIN = 0x24F  # beyond this character no letters are drawn
LATIN = chr(_LATIN)
_DARKNESS = bytes(WIDTH * HEIGHT // 8)  # copied in one step; framebuf fills pixel by pixel
WRITTEN = 64  # how many texts are kept from picture to picture: enough for a deal
MET = 56  # how many letters beyond ASCII, or figures, of a face are kept: enough for a language
LETTERS = HERE[: -len("lang/")] + "ui/letters.txt"  # those beyond ASCII, one a line
# What a tile shows; bytes, since MicroPython looks up each character that it takes out of a string.
_SUITS, _DRAGONS = b"mps", b"WGR"


class Face:
    """The letters of one font (see glyphs.py).

    rows     the height of an ordinary letter
    gap      blank columns between two letters
    beyond   the position of this face's letters in a line of letters.txt, 0 for none
    met      letters beyond ASCII and figures that were drawn, by code, as blit takes them. A letter of ASCII is cut out
             of the font each time: to keep those that a deal uses would take a thirtieth of a board's memory
    written  texts, kept as one picture each: the next time one blit draws it, and its width is known
    """

    def __init__(self, font: "tuple[int, str, bytes]", gap: int, beyond: int = 0) -> None:
        self.rows, self._letters, self._drawn = font
        self._bytes = len(self._drawn) // (1 + (len(self._letters) or _ASCII))  # of each letter
        self.gap = gap
        self._between = bytes(gap)
        self.met: "dict[int, _Glyph]" = {}
        self.written: "dict[str, _Glyph]" = {}
        self._beyond = beyond

    def meet(self, code: int) -> "_Glyph":
        """Returns a character as (columns, width, height, format)."""
        glyph = self.met.get(code)
        if glyph is not None:
            return glyph
        index = self._letters.find(chr(code)) + 1 if self._letters else code - 31 if 31 < code < 127 else 0
        beyond = 0 if index or code > _LATIN else self._beyond
        if beyond:
            glyph = _read_letter(chr(code), beyond)
        elif not index:
            code, glyph = 0, self.met.get(0)  # the glyph of all characters without a letter
        if glyph is None:
            start = index * self._bytes
            w = self._drawn[start]
            start += 1
            columns = self._drawn[start : start + w * ((self.rows + 7) >> 3)]
            glyph = columns, w, self.rows, framebuf.MONO_VLSB
        if beyond or self._letters:
            if len(self.met) >= MET:
                self.met.clear()
            self.met[code] = glyph
        return glyph

    def write(self, s: str) -> "_Glyph":
        """Returns a text, which must not be empty, as one glyph, and keeps it in `written`. Not for figures."""
        coded, h = codes(s), self.rows
        letters: "list[_Glyph]" = []
        pieces: "list[bytes]" = []
        if isinstance(coded, bytes) and min(coded) > 31 and max(coded) < 127:
            drawn, size, before, add = self._drawn, self._bytes, 31 * self._bytes - 1, pieces.append
            for code in coded:
                start = code * size - before
                add(drawn[start : start + drawn[start - 1]])
        else:
            letters = [self.meet(code) for code in coded]
            pieces = [glyph[0] for glyph in letters]
            h = max([glyph[2] for glyph in letters])
        if h == self.rows:
            columns: "bytes | bytearray" = self._between.join(pieces)
            w = len(columns)
        else:
            w = self.width(s)
            columns = bytearray(2 * w)
            fb = framebuf.FrameBuffer(columns, w, h, framebuf.MONO_VLSB)
            x = 0
            for glyph in letters:
                fb.blit(glyph, x, h - glyph[2])  # a letter with more rows than the others grows upwards
                x += glyph[1] + self.gap
        self.written[s] = glyph = columns, w, h, framebuf.MONO_VLSB
        return glyph

    def width(self, s: str) -> int:
        """Returns the columns of a text, without the gap after it."""
        coded, gap = codes(s), self.gap
        total = -gap if s else 0
        if isinstance(coded, bytes) and not self._letters:
            drawn, size = self._drawn, self._bytes
            for code in coded:
                total += drawn[(code - 31) * size if 31 < code < 127 else 0] + gap
        else:
            for code in coded:
                total += (self.met.get(code) or self.meet(code))[1] + gap
        return total


def codes(s: str) -> "bytes | list[int]":
    """Returns the characters of a text as numbers. Otherwise MicroPython would make a string of each and search the
    table of interned strings for it."""
    coded = s.encode()
    return coded if len(coded) == len(s) else [ord(ch) for ch in s]


def _read_letter(ch: str, index: int) -> "_Glyph | None":
    """Returns a letter beyond ASCII as blit takes it, or None if there is no such letter or it cannot be read.

    index: the position of a face's letter in its line.
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


TEXT = Face(glyphs.TEXT, 1, 1)
BOLD = Face(glyphs.BOLD, 1, 2)
FIGURES = Face(glyphs.FIGURES, 2)
BIG = Face(glyphs.BIG, 2)
TILES = Face(glyphs.TILES, 1)


def tiles_width(number: int, full: bool, width: int = 4) -> int:
    """Returns the columns of small tiles in a row, each `width` wide."""
    return number * width - 1 if full else number * (width - 1) + 1


class Canvas:
    """Draws into the panel's buffer of 1024 bytes, MONO_VLSB.

    begun: None, or a function that header() calls if the picture before had another header: it shows the first eight
    rows while the rest is drawn

    texts: None, or a list that collects (x, y, string) of each text since the last clear(): from text(), figures() and
    twice(). x is the first column, whatever the alignment. Tests and scripts use it to read the screen.

    ends: None, or a list that collects (part, number of texts) at the end of each part of a view; the title is None. A
    screen reader says the parts.
    """

    def __init__(self, buffer: bytearray) -> None:
        self.buffer = buffer
        self.fb = framebuf.FrameBuffer(buffer, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self.texts: "Texts | None" = None
        self.ends: "list[tuple[Any, int]] | None" = None
        self.begun: "Callable[[], object] | None" = None
        self._header: "tuple[object, ...]" = ()  # of this picture
        self._before: "tuple[object, ...]" = ()  # of the picture before

    def forget(self) -> None:
        """Forgets the texts and tiles that were drawn, to make room for modules that are about to be loaded."""
        TEXT.written.clear()
        BOLD.written.clear()
        TILES.met.clear()

    def clear(self) -> None:
        self.buffer[:] = _DARKNESS
        if len(TEXT.written) + len(BOLD.written) > WRITTEN:  # not while a picture is drawn: it draws each text again
            TEXT.written.clear()
            BOLD.written.clear()
        self._before, self._header = self._header, ()
        if self.texts is not None:
            self.texts.clear()
        if self.ends is not None:
            self.ends.clear()

    def end_part(self, part: "Any") -> None:
        """The texts of a part are drawn. Only if there is a list of ends."""
        if self.ends is not None and self.texts is not None:
            self.ends.append((part, len(self.texts)))

    # ---- letters and figures ----

    def text(self, s: str, x: int, y: int, align: int = ALIGN_LEFT, bold: bool = False, ink: int = 1) -> int:
        """Draws letters 7 high with a row below them; y is their top. Returns the x after the last column."""
        if not s:
            return x
        face = BOLD if bold else TEXT
        glyph = face.written.get(s) or face.write(s)
        w: int = glyph[1]
        if align == ALIGN_RIGHT:
            x -= w - 1
        elif align == ALIGN_CENTRE:
            x -= w // 2
        if self.texts is not None:
            self.texts.append((x, y, s))
        y += face.rows - glyph[2]
        if ink:  # what _mark() does, without the call: that would take a tenth of the time of a text
            self.fb.blit(glyph, x, y, 0)
        else:
            self.fb.blit(glyph, x, y, 1, _DARK)
        return x + w

    def width(self, s: str, bold: bool = False) -> int:
        """Returns the columns of text(). Keeps the text written, since it will be drawn."""
        face = BOLD if bold else TEXT
        if not 0 < len(s) < WIDTH:  # a text that fits the panel is shorter
            return face.width(s)
        w: int = (face.written.get(s) or face.write(s))[1]
        return w

    def fit(self, text: "str | tuple[str, Sequence[str]]", room: int, bold: bool = False) -> str:
        """Returns the longest form of a text that is at most `room` columns wide; cuts the shortest one if none is. Of
        (words, names), cuts all names to the same number of letters."""
        if isinstance(text, tuple):
            words, names = text
            for letters in range(8, 0, -1):
                form = words % tuple([name[:letters] for name in names])
                if self.width(form, bold) <= room:
                    return form
        else:
            for form in text.split(SHORTER):
                if self.width(form, bold) <= room:
                    return form
        return self.cut(form, room, bold)

    def cut(self, s: str, room: int, bold: bool = False) -> str:
        """Returns the longest beginning of a text that is at most `room` columns wide."""
        face = BOLD if bold else TEXT
        if len(s) > room > 0:
            s = s[:room]  # no letter is narrower than a column; measuring all of a very long name takes minutes
        while s and face.width(s) > room:
            s = s[:-1]
        return s

    def figures(self, s: str, x: int, y: int, align: int = ALIGN_LEFT, big: bool = True, ink: int = 1) -> int:
        """Draws digits, + and -: 21 high (12 wide) or 13 high (7 wide). Returns the x for another figure."""
        face = BIG if big else FIGURES
        x = _first(face, s, x, align)
        if self.texts is not None and s:
            self.texts.append((x, y, s))
        for code in codes(s):
            glyph = face.met.get(code) or face.meet(code)
            self._mark(glyph, x, y + face.rows - glyph[2], ink)
            x += glyph[1] + face.gap
        return x

    def figures_width(self, s: str, big: bool = True) -> int:
        return (BIG if big else FIGURES).width(s)

    def twice(self, s: str, x: int, y: int, align: int = ALIGN_LEFT) -> None:
        """Draws the letters of text() at double size, 14 high with two rows below."""
        x = _first(TEXT, s, x, align, 2)
        if self.texts is not None and s:
            self.texts.append((x, y, s))
        for code in codes(s):
            columns, w, h, _ = TEXT.meet(code)
            top = y + 2 * (TEXT.rows - h)
            for j in range(h):
                for i in range(w):
                    if columns[(j >> 3) * w + i] >> (j & 7) & 1:
                        self.fb.fill_rect(x + 2 * i, top + 2 * j, 2, 2, 1)
            x += 2 * (w + TEXT.gap)

    # ---- shapes ----

    def box(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
        """Draws a full rectangle."""
        self.fb.fill_rect(x, y, w, h, ink)

    def frame(self, x: int, y: int, w: int, h: int, ink: int = 1) -> None:
        """Draws the outline of a rectangle, one pixel thick, within w by h."""
        self.fb.rect(x, y, w, h, ink)

    def invert(self, x: int, y: int, w: int, h: int) -> None:
        """Lights what is dark and darkens what is lit."""
        right = min(x + w, WIDTH)
        bottom = min(y + h, HEIGHT)
        x = max(x, 0)
        y = max(y, 0)
        buffer = self.buffer
        while y < bottom:
            end = min((y | 7) + 1, bottom)
            mask = (1 << ((end - 1) & 7) + 1) - (1 << (y & 7))
            band = (y >> 3) * WIDTH
            for i in range(band + x, band + right):
                buffer[i] ^= mask
            y = end

    def arrow(self, direction: int, x: int, y: int, ink: int = 1) -> None:
        """Draws a small triangle that points to LEFT, RIGHT, UP or DOWN of hal.keys: 3 by 5, or 5 by 3 up and down."""
        self._mark(_ARROWS[direction], x, y, ink)

    def tick(self, x: int, y: int, ink: int = 1) -> None:
        """Draws a check mark, 6 by 6; in a frame of 9 by 9 it stands 2 right of the frame and 1 below its top."""
        self._mark(glyphs.TICK, x, y, ink)

    def key(self, ch: str, x: int, y: int, ink: int = 1) -> int:
        """Draws a key cap, 9 by 9, with its letter. Returns the x after it."""
        self._mark(glyphs.KEY, x, y, ink)
        self.text(ch, x + 2, y + 1, ALIGN_LEFT, False, 1 - ink)
        return x + glyphs.KEY[1]

    # ---- of this game ----

    def wind(self, ch: str, x: int, y: int, east: bool = False) -> None:
        """Draws a seat wind, 11 by 11; the letter of East stands in a full box."""
        if east:
            self.box(x, y, 11, 11)
        ch = letters(ch)
        self.text(ch, x + (12 - self.width(ch, True)) // 2, y + 2, bold=True, ink=0 if east else 1)

    def header(
        self,
        left: str,
        leave: str = "",
        accept: str = "",
        wind: str = "",
        mid: str = "",
        bold: bool = True,
        start: int = 2,
    ) -> None:
        """Draws the bar on top, 10 high: a seat wind, the title, a word after it; at the right what B does, then A."""
        self._header = left, leave, accept, wind, mid, bold
        self.fb.fill_rect(0, 0, WIDTH, 10, 1)
        x = start
        if wind:
            wind = letters(wind)
            self.fb.fill_rect(0, 0, 11, 9, 0)
            self.text(wind, (12 - self.width(wind, True)) // 2, 1, bold=True)
            x = 14
        x = self.text(left, x, 1, ALIGN_LEFT, bold, 0)
        self.text(mid, x + 6, 1, ALIGN_LEFT, False, 0)
        x = 125
        if accept:
            self.text(accept, x, 1, ALIGN_RIGHT, False, 0)
            x -= self.width(accept) + 6
        self.text(leave, x, 1, ALIGN_RIGHT, False, 0)
        if self.begun is not None and self._before != self._header:
            self.begun()

    def tiles(self, number: int, full: bool, x: int, y: int, height: int = 8, width: int = 5, ink: int = 1) -> None:
        """Draws small tiles in a row: concealed ones are full, exposed ones hollow."""
        fb = self.fb
        while number:  # a range would allocate an object
            if full:
                fb.fill_rect(x, y, width - 1, height, ink)
                x += width
            else:
                fb.rect(x, y, width, height, ink)
                x += width - 1
            number -= 1

    def face(self, tile: int, x: int, y: int, dim: bool = False) -> None:
        """Draws the face of a tile, 12 by 8. dim: every second pixel is dark."""
        meet, blit = TILES.meet, self.fb.blit
        suit, number = tile // 9, tile % 9
        if suit < 3:
            blit(meet(49 + number), x, y, 0)
            blit(meet(_SUITS[suit]), x + 7, y, 0)
        elif number < 4:
            letter = BOLD.meet(ord(letters(WINDS[number])))
            blit(letter, x + (12 - letter[1]) // 2, y, 0)
        else:
            blit(meet(_DRAGONS[number - 4]), x, y, 0)
        if dim:
            blit(meet(ord("v")), x, y, 1)

    # ---- within ----

    def _mark(self, glyph: "_Glyph", x: int, y: int, ink: int) -> None:
        if ink:
            self.fb.blit(glyph, x, y, 0)
        else:
            self.fb.blit(glyph, x, y, 1, _DARK)


def _first(face: Face, s: str, x: int, align: int, times: int = 1) -> int:
    """Returns the first column of a text at x, drawn at `times` its size."""
    if align == ALIGN_RIGHT:
        return x - times * face.width(s) + 1
    if align == ALIGN_CENTRE:
        return x - times * face.width(s) // 2
    return x
