"""`python -m mingg_host.board` makes the page about the parts and wires of all boards, a drawing for each wiring, and a
project for the Wokwi simulator, from templates.

Boards that are wired in the same way share a section and a drawing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from mingg_host.board.check import faults
from mingg_host.board.data import Board, Leg, Use
from mingg_host.common import disk, places
from mingg_host.common.output import Failure

PAGE, DRAWING = "wiring.md", "wiring.svg"
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
        autoescape=lambda name: name == DRAWING,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return jinja.get_template(name).render(
        values,
        across=lambda leg, far: LEFT - far if leg.side == "left" else RIGHT + far,
        down=lambda leg: TOP + ROW * leg.row,
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
        files[wiring.first.folder / DRAWING] = _rendered(DRAWING, wiring=wiring, board=wiring.first, foot=foot)
    page = _rendered(PAGE, wirings=all_wirings)
    return files | {wiring.first.folder.parent / PAGE: page for wiring in all_wirings}


def project(board: Board) -> dict[str, str]:
    """Returns the files of a project for Wokwi: a display on I2C, the keys as they are wired, the simulator's
    terminal."""
    return {name: _rendered(name, board=board) for name in ("diagram.json", "wokwi.toml")}


# ---- the command ----


def outdated(files: dict[Path, str], folders: list[Path]) -> dict[Path, str | None]:
    """Returns what has to be written, and None for a drawing that no board has any more."""
    drawings: dict[Path, str | None] = {folder / DRAWING: None for folder in folders}
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
