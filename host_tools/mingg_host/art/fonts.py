"""Makes the firmware's fonts from the drawings here: `python -m mingg_host.art.fonts`. `--check` finds stale fonts.

A drawing is text: any editor can change a letter, and a diff shows the change. The board gets a few large constants,
because every object costs memory. A face is one file:

    ; a comment
    rows 8

    = A
    .###.
    #...#
    ...

"= A" begins the letter A; its rows follow ('#' is ink, '.' is not). "rows" is the height of most letters. A letter may
have more rows, never fewer. The additional rows are above the others, for example for a mark on a capital. Two letters
have names: `space`, and `missing`, which is shown for every character without a drawing. A file without "rows" has
marks. Each has a name and its own size.

A letter can be composed: "= é e acute" is the letter e with the mark that "above acute" or "below acute" began. A mark
above stands on the five rows of a small letter. A tall letter loses as many rows as the mark needs, without the blank
below it, so that both together are at most nine rows high. Letters beyond ASCII are not in the constants, but in a file
with one line for each letter. The board reads a letter from it before it first shows it. So every language can be
drawn, and only the letters in use take memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click
from jinja2 import Template

from mingg_host.common import disk, places
from mingg_host.common.output import Failure

ART = Path(__file__).resolve().parent
FACES = {"TEXT": "text.txt", "BOLD": "bold.txt", "FIGURES": "figures.txt", "BIG": "big.txt", "TILES": "tiles.txt"}
MARKS = "marks.txt"
BEYOND = ("TEXT", "BOLD")  # the faces that have letters beyond ASCII
CHARACTERS = {"space": " ", "missing": ""}
ASCII = "".join(map(chr, range(32, 127)))
X_ROWS = 5  # rows of a small letter without an ascender
TALLEST = 9


@dataclass(frozen=True)
class Glyph:
    """A letter or a mark: rows of '#' and '.', top to bottom, all of one length."""

    rows: tuple[str, ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def columns(self) -> bytes:
        """Returns MONO_VLSB: bands of eight rows from the top, one byte for each column, bit 0 on top."""
        return bytes(
            sum(1 << bit for bit, row in enumerate(self.rows[top : top + 8]) if row[x] == "#")
            for top in range(0, self.height, 8)
            for x in range(self.width)
        )


@dataclass(frozen=True)
class Face:
    """A drawing file: letters by character ('' is the missing one), or marks by name if rows is None."""

    rows: int | None
    glyphs: dict[str, Glyph]


def read(path: Path) -> Face:
    """Reads one drawing file. Raises Failure."""
    rows: int | None = None
    drawn: dict[str, list[str]] = {}
    marks: dict[str, list[str]] = {}
    opened: dict[str, int] = {}
    current: list[str] | None = None
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place = f"{path.name}:{number}"
        if not line or line.startswith(";"):
            continue
        if line.startswith("rows ") and line[5:].isdecimal():
            rows = int(line[5:])
        elif line.startswith(("above ", "below ")):
            current = marks[line] = []
        elif line.startswith("= "):
            name, *parts = line[2:].split(" ") if rows is not None else [line[2:]]
            if name in drawn:
                raise Failure(f"{place}: {name} is drawn twice. Remove one drawing")
            current = drawn[name] = []
            opened[name] = number
            if parts:
                above, below = (marks.get(f"{side} {parts[-1]}", []) for side in ("above", "below"))
                if len(parts) != 2 or not (above or below):
                    raise Failure(f"{place}: write '= é e acute': a letter and a mark that was drawn before")
                base = drawn.get(parts[0])
                if not base:
                    raise Failure(f"{place}: {parts[0]} is not drawn. Draw it in this file, before")
                drawn[name] = _below(above, base) if above else _over([*[""] * (len(base) - 1), *below], base)
                current = None
        elif current is None or set(line) - set("#."):
            raise Failure(f"{place}: this is not a row of a letter. Rows have only '#' and '.', and follow '= A'")
        elif current and len(line) != len(current[0]):
            raise Failure(
                f"{place}: the row has {len(line)} columns, but the first row has {len(current[0])}. Make them equal"
            )
        else:
            current.append(line)
    glyphs: dict[str, Glyph] = {}
    for name, art in drawn.items():
        place = f"{path.name}:{opened[name]}"
        if len(art) < (rows or 1):
            raise Failure(f"{place}: {name} has {len(art)} rows. It needs at least {rows or 1}")
        if rows is not None and name not in CHARACTERS and len(name) != 1:
            raise Failure(f"{place}: {name} is not a single character. Write for example '= A'")
        glyphs[name if rows is None else CHARACTERS.get(name, name)] = Glyph(tuple(art))
    if rows is not None and "" not in glyphs:
        raise Failure(f"{path.name}: the letter 'missing' is not drawn. Draw it: '= missing'")
    return Face(rows, glyphs)


def _below(mark: list[str], base: list[str]) -> list[str]:
    """Draws a mark above a letter."""
    body, tail = base[:-1], base[-1]
    blank = "." * len(tail)
    if set(body[0] + body[1]) == {"."}:
        body = body[-X_ROWS:]
    elif len(mark) > 2 and set(mark[-1]) == {"."}:
        mark = mark[:-1]  # otherwise the capital would be no taller than the small letter
    while len(mark) + len(body) + 1 > TALLEST:
        # Removes one of two equal rows, which only shortens a stroke.
        alike = [i for i in range(1, len(body)) if body[i] == body[i - 1]]
        del body[alike[len(alike) // 2] if alike else len(body) // 2]
    return _over([*mark, *[""] * (len(body) + 1)], [*[blank] * len(mark), *body, tail])


def _over(first: list[str], second: list[str]) -> list[str]:
    """Draws both in one place, with their middles aligned."""
    width = max(map(len, first + second))
    pairs = [
        [row.rjust((width + len(row)) // 2, ".").ljust(width, ".") for row in two]
        for two in zip(first, second, strict=True)
    ]
    return ["".join("#" if "#" in two else "." for two in zip(*pair, strict=True)) for pair in pairs]


def module(art: Path = ART) -> str:
    """Returns the source of the firmware's module, from all drawings in a folder. Raises Failure."""
    faces = []
    for constant, file in FACES.items():
        face = read(art / file)
        if face.rows is None:
            raise Failure(f"{file}: the height of a letter is missing. Add a line such as 'rows 8'")
        ascii_only = sorted(ch for ch in face.glyphs if ch.isascii())  # the missing letter, "", comes first
        for ch in ascii_only:
            if face.glyphs[ch].height != face.rows:
                height = face.glyphs[ch].height
                raise Failure(f"{ch} of {constant} has {height} rows. Letters of ASCII must have {face.rows}")
        drawn = [bytes((face.glyphs[ch].width,)) + face.glyphs[ch].columns() for ch in ascii_only]
        longest = max(map(len, drawn))
        letters = "".join(ascii_only)
        drawn = [letter.ljust(longest, b"\0") for letter in drawn]
        faces.append((constant, face.rows, repr("" if letters == ASCII else letters), map(_escaped, drawn)))
    marks = [
        (name.replace("-", "_").upper(), glyph, _escaped(glyph.columns()))
        for name, glyph in read(art / MARKS).glyphs.items()
    ]
    template = Template((ART / "glyphs.jinja").read_text(encoding="utf-8"), trim_blocks=True)
    return str(template.render(faces=faces, marks=marks))


def letters(art: Path = ART) -> str:
    """Returns the file of the letters beyond ASCII, in the order of the first face. Raises Failure."""
    faces = [read(art / FACES[constant]).glyphs for constant in BEYOND]
    beyond = [[ch for ch in face if not ch.isascii()] for face in faces]
    for ch in sorted({*beyond[0]} ^ {*beyond[1]}):
        raise Failure(f"{ch} is drawn only in one of {' and '.join(FACES[face] for face in BEYOND)}. Draw it in both")
    return "".join(f"{ch} {' '.join(_packed(face[ch]).hex() for face in faces)}\n" for ch in beyond[0])


def _packed(glyph: Glyph) -> bytes:
    return bytes((glyph.width, glyph.height)) + glyph.columns()


def _escaped(data: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in data)


@click.command()
@click.option("--check", is_flag=True, help="Write nothing. Fail if the firmware's fonts differ from the drawings.")
def main(check: bool) -> None:
    """Make the firmware's fonts from the drawings."""
    ui = places.package() / "ui"
    for target, wanted in {ui / "kit" / "glyphs.py": module(), ui / "letters.txt": letters()}.items():
        if not check:
            disk.put(target, wanted.encode())
        elif not target.exists() or target.read_text(encoding="utf-8") != wanted:
            raise Failure(f"{target} is stale. Make it again: python -m mingg_host.art.fonts")


if __name__ == "__main__":
    main()
