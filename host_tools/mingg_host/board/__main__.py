"""`python -m mingg_host.board` makes the page about the parts and wires of all boards, a drawing for each wiring, and a
project for the Wokwi simulator, from templates.

Boards that are wired in the same way share a section and a drawing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mingg_host.board.check import faults
from mingg_host.board.data import BUTTONS, Board, Leg, Use
from mingg_host.common import disk, places
from mingg_host.common.output import Failure

PAGE = "wiring.md"
# What is wired to what; the same on a breadboard; how a file comes onto a board.
DRAWINGS = ("wiring.svg", "breadboard.svg", "bootsel.svg")
# The order of pins on most modules.
MODULE = {"i2c": ("GND", "VCC", "SCL", "SDA"), "spi": ("GND", "VCC", "SCK", "MOSI", "RES", "DC", "CS")}
MARKS = {"left": "◀", "right": "▶", "up": "▲", "down": "▼"}
A_AND_B = ("A", "B")  # the other keys are a step of their own
PLACES: dict[str, list[float]] = json.loads(Path(__file__).with_name("keys.json").read_text("utf-8"))
ROW, TOP = 22, 89  # of the legs in the drawing
LEFT, RIGHT = 262, 482  # the edges of the board there


@dataclass(frozen=True)
class Wire:
    """A wire from a leg. end: what it leads to. kind: its colour."""

    leg: Leg
    end: str
    kind: str


class Jumper(NamedTuple):
    """A wire on a breadboard, from hole to hole. kind: its colour. lane: how far up or down it goes in between; 0 for a
    straight one."""

    start: tuple[int, str]
    end: tuple[int, str]
    kind: str
    lane: int = 0


@dataclass(frozen=True)
class Wiring:
    """The wires of one board or of several. first: the board whose folder has the drawing."""

    boards: list[Board]

    @property
    def first(self) -> Board:
        return self.boards[0]

    def uses(self, part: str) -> list[Use]:
        return [use for use in self.first.uses() if use.part == part]

    def pin(self, use: Use) -> str:
        """Returns a pin as a builder finds it: what is printed beside its leg, and the leg's number."""
        leg = self.first.leg(use.pin)
        return str(use.pin) if leg is None else self.where(leg.name)

    def where(self, name: str) -> str:
        leg = self.first.legs[name]
        return f"{leg.printed} ({leg.number})"

    def _wires(self, part: str, uses: Iterable[Use]) -> list[Wire]:
        legs = ((self.first.leg(use.pin), use.terminal) for use in uses)
        return [Wire(leg, end, part or end) for leg, end in legs if leg is not None]

    @property
    def display(self) -> list[Wire]:
        power = [Wire(self.first.legs[name], end, end) for end, name in self.first["wires"]["display"].items()]
        return power + self._wires("", self.uses("display"))

    def keys(self, side: str, a_and_b: bool) -> list[Wire]:
        uses = [use for use in self.uses("keys") if (use.terminal in A_AND_B) == a_and_b]
        return [wire for wire in self._wires("keys", uses) if wire.leg.side == side]

    @property
    def buzzer(self) -> list[Wire]:
        ground = Wire(self.first.legs[self.first["wires"]["buzzer"]["GND"]], "GND", "GND")
        return [*self._wires("buzzer", self.uses("buzzer")), ground]

    @property
    def cells(self) -> dict[str, Leg]:
        return {pole: self.first.legs[name] for pole, name in self.first["wires"].get("cells", {}).items()}

    @property
    def common(self) -> Leg:
        """The leg that all keys share."""
        return self.first.legs[self.first["wires"]["keys"]]

    @property
    def used(self) -> set[str]:
        keys = [wire for side in ("left", "right") for step in (False, True) for wire in self.keys(side, step)]
        return {self.common.name, *(wire.leg.name for wire in (*self.display, *keys, *self.buzzer))}


# ---- a breadboard ----
#
# Columns from the USB socket on, rows as they are printed. The board's left legs are in row c, its right ones in row h.
# The display hangs over the edge at row a, so that its pins have free holes beside them. A key bridges the groove: its
# wire and the ground are at two diagonal legs.

HOLE = 12  # from hole to hole in the drawing
ROWS = {row: 30 + HOLE * number for number, row in enumerate("+-")}
ROWS |= {row: 66 + HOLE * number for number, row in enumerate("jihgf")}
ROWS |= {row: 150 + HOLE * number for number, row in enumerate("edcba")}
DISPLAY_COLUMN, BUZZER_COLUMNS, KEY_COLUMNS = 24, (27, 29), (33, 38, 43, 48, 55, 60)
KEY_ORDER = sorted(BUTTONS, key=lambda name: (PLACES[name][0], PLACES[name][1]))


def on_breadboard(wiring: Wiring) -> dict[str, list[Jumper]]:
    """Returns the wires of each step."""

    def hole(leg: Leg) -> tuple[int, str]:
        return leg.row + 1, "a" if leg.side == "left" else "j"

    steps = dict[str, list[Jumper]]()
    column = {terminal: DISPLAY_COLUMN + number for number, terminal in enumerate(MODULE["i2c"])}
    rails = {"VCC": "+", "GND": "-"}
    found = steps["display"] = []
    for number, wire in enumerate(wiring.display):
        start, end = hole(wire.leg), (column[wire.end], "b")
        if wire.end in rails:
            rail = rails[wire.end]
            found += [Jumper(start, (start[0], rail), wire.kind), Jumper((end[0], rail), end, wire.kind)]
        else:
            found.append(Jumper(start, end, wire.kind, 238 + 5 * (number % 2)))
    for number, (name, at) in enumerate(zip(KEY_ORDER, KEY_COLUMNS, strict=True)):
        leg = next(
            wire.leg for side in ("left", "right") for wire in wiring.keys(side, name in A_AND_B) if wire.end == name
        )
        wires = [Jumper(hole(leg), (at, "a"), "keys", 233 - 5 * number), Jumper((at + 2, "j"), (at + 2, "-"), "GND")]
        steps.setdefault("A-and-B" if name in A_AND_B else "arrows", []).extend(wires)
    plus, minus = BUZZER_COLUMNS
    steps["buzzer"] = [
        Jumper(hole(wiring.buzzer[0].leg), (plus, "j"), "buzzer", 56),
        Jumper((minus, "j"), (minus, "-"), "GND"),
    ]
    return steps


def wirings(boards: Iterable[Board]) -> list[Wiring]:
    """Groups boards by what a builder sees: legs, wires, pins, the kinds of display and keys."""
    groups: dict[str, list[Board]] = {}
    for board in boards:
        uses = [use for use in board.uses() if use.part not in ("light", "battery")]
        what = (board.legs, board["wires"], uses, board["KEYS_WIRED"], board["DISPLAY"], board["LIGHT"] is None)
        groups.setdefault(repr(what), []).append(board)
    return [Wiring(group) for group in sorted(groups.values(), key=len, reverse=True)]


def _rendered(name: str, **values: object) -> str:
    jinja = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=lambda name: name in DRAWINGS,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return jinja.get_template(name).render(
        values,
        across=lambda leg, far: LEFT - far if leg.side == "left" else RIGHT + far,
        down=lambda leg: TOP + ROW * leg.row,
        x=lambda column: 34 + HOLE * column,
        y=ROWS.__getitem__,
        display_at=DISPLAY_COLUMN,
        buzzer_at=BUZZER_COLUMNS[0] + 1,
        at=dict(zip(KEY_ORDER, KEY_COLUMNS, strict=True)),
        order=KEY_ORDER,
        marks=MARKS,
        module=MODULE,
        places=PLACES,
    )


def made_of(boards: Iterable[Board]) -> dict[Path, str]:
    """Returns the page and the drawings of these boards, by file. They lie in folders beside each other."""
    all_wirings = wirings(boards)
    files = {}
    for wiring in all_wirings:
        foot = TOP - ROW // 2 + ROW * (1 + max(leg.row for leg in wiring.first.legs.values())) + 14
        values = {"wiring": wiring, "board": wiring.first, "foot": foot}
        if wiring.first.bus == "i2c":
            values["jumpers"] = on_breadboard(wiring)
        for drawing in DRAWINGS:
            if drawing != "breadboard.svg" or "jumpers" in values:
                files[wiring.first.folder / drawing] = _rendered(drawing, **values)
    page = _rendered(f"{PAGE}.jinja", wirings=all_wirings)
    return files | {wiring.first.folder.parent / PAGE: page for wiring in all_wirings}


def project(board: Board) -> dict[str, str]:
    """Returns the files of a project for Wokwi: a display on I2C, the keys as they are wired, the simulator's
    terminal."""
    return {name: _rendered(name, board=board) for name in ("diagram.json", "wokwi.toml")}


# ---- the command ----


def outdated(files: dict[Path, str], folders: list[Path]) -> dict[Path, str | None]:
    """Returns what has to be written, and None for a drawing that no board has any more."""
    drawings: dict[Path, str | None] = {folder / drawing: None for folder in folders for drawing in DRAWINGS}
    there = {path: path.read_text(encoding="utf-8") for path in drawings | files if path.exists()}
    return {path: text for path, text in (drawings | files).items() if text != there.get(path)}


@click.command()
@click.option("--check", is_flag=True, help="Only check, and write no files.")
@click.option("--wokwi", "project", metavar="NAME", help="Write a project for Wokwi, for this board, into build/wokwi.")
def main(check: bool, project: str | None) -> None:
    """Check every board, and make board/wiring.md and the drawings from board.py and board.toml of each."""
    folders = {name: folder for name, folder in places.boards().items() if project in (None, name)}
    boards = [Board(folder) for folder in folders.values()]
    messages = [f"{board.folder.name}: {fault}" for board in boards for fault in faults(board)]
    if messages:
        raise Failure(*messages)
    with disk.told("board", Failure):
        if project is not None:
            _write_project(boards, project)
            return
        files = outdated(made_of(boards), list(folders.values()))
        if check and files:
            raise Failure(f"Not up to date: {', '.join(map(str, files))}. Make again: make boards")
        disk.put_all({path: text.encode() for path, text in files.items() if text is not None})
        for path in (path for path, text in files.items() if text is None):
            path.unlink()


def _write_project(boards: list[Board], name: str) -> None:
    if not boards:
        raise Failure(f"{name}: there is no such board. Choose one of {', '.join(places.boards())}")
    if boards[0].bus != "i2c":
        raise Failure(f"{name}: its display is on SPI, and Wokwi has only displays on I2C")
    folder = Path("build", "wokwi", name)
    disk.put_all({folder / file: text.encode() for file, text in project(boards[0]).items()})
    click.echo(f"{folder}")


if __name__ == "__main__":
    main()
