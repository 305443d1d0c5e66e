"""The data of every board, and the files that are generated from it."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from mingg_host.board.__main__ import (
    BUZZER_COLUMNS,
    DISPLAY_COLUMN,
    DRAWINGS,
    KEY_COLUMNS,
    KEY_ORDER,
    MODULE,
    PLACES,
    made_of,
    main,
    on_breadboard,
    outdated,
    project,
    wirings,
)
from mingg_host.board.check import faults
from mingg_host.board.data import BUTTONS, Board, BoardError
from mingg_host.common import places

ROOT = Path(__file__).parents[2]
FOLDERS = places.boards()
BOARDS = [Board(folder) for folder in FOLDERS.values()]
SVG = "{http://www.w3.org/2000/svg}"
EVERY = pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS.keys())


def made(board: Board) -> tuple[str, str]:
    """Returns the page for this board alone, and the words of its drawing."""
    files = made_of([board])
    page, drawing = files[board.folder.parent / "wiring.md"], files[board.folder / "wiring.svg"]
    return page, "\n".join(text.text or "" for text in ElementTree.fromstring(drawing).iter(f"{SVG}text"))


@EVERY
def test_nothing_is_wrong_with_a_board(folder: Path) -> None:
    assert faults(Board(folder)) == []


def test_the_page_and_the_drawings_are_up_to_date() -> None:
    assert outdated(made_of(BOARDS), list(FOLDERS.values())) == {}


def test_boards_that_are_wired_in_the_same_way_share_a_drawing() -> None:
    assert [[board.folder.name for board in wiring.boards] for wiring in wirings(BOARDS)] == [
        ["pico", "pico_2", "pico_2_w", "pico_w"],
    ]


@EVERY
def test_every_pin_that_is_wired_is_in_the_table_and_in_the_drawing(folder: Path) -> None:
    board = Board(folder)
    page, drawing = made(board)
    for use in board.uses():
        leg = board.leg(use.pin)
        if leg is not None:
            assert f"| {leg.printed} ({leg.number}) | " in page
            assert leg.printed in drawing
    for terminal in ("VCC", "GND", "SDA", "SCL"):
        assert drawing.splitlines().count(terminal) >= 2, "at the board and at the display"


def test_drawings_that_the_page_shows_have_no_words() -> None:
    """The page speaks seven languages. It never shows the last step, the cells."""
    for name in ("wiring.svg", "bootsel.svg"):
        root = ElementTree.fromstring((FOLDERS["pico"] / name).read_text(encoding="utf-8"))
        cells = root.find(f"{SVG}g[@id='cells']")
        if cells is not None:
            root.remove(cells)
        text = "\n".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))
        text = text.replace("Raspberry Pi Pico", "").replace("mingg-….uf2", "").replace("Pico 2", "")
        assert re.findall("[a-z]{2,}", text) == []


def test_no_wire_is_at_the_ground_of_the_adc() -> None:
    """Pin 33 of a Pico, GND.7 here, is AGND."""
    for name, folder in FOLDERS.items():
        wires = Board(folder)["wires"]
        grounds = [wires["keys"], wires["display"]["GND"], wires["buzzer"]["GND"], wires.get("cells", {}).get("minus")]
        assert not name.startswith("pico") or "GND.7" not in grounds, name


def test_each_step_of_the_work_has_its_wires() -> None:
    root = ElementTree.fromstring((FOLDERS["pico"] / "wiring.svg").read_text(encoding="utf-8"))
    steps = {step.get("id"): list(step.itertext()) for step in root if step.get("class") == "step"}
    wires = ("SDA", "◀", "A", "♪ GND", "cells -, beside display GND")
    for step, wire in zip(steps, wires, strict=True):
        assert [name for name, words in steps.items() if wire in words] == [step]
    page = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
    assert re.findall(r"wiring\.svg#([\w-]+)", page) == list(steps)
    assert re.findall(r"breadboard\.svg#([\w-]+)", page) == [step for step in steps if step != "cells"]


def test_a_breadboard_joins_what_the_wires_join() -> None:
    """Holes a to e of a column are joined, f to j are, and the holes of a rail. A key joins its diagonal legs."""

    def strip(hole: tuple[int, str]) -> tuple[int, str]:
        return (0, hole[1]) if hole[1] in "+-" else (hole[0], "low" if hole[1] in "abcde" else "high")

    wiring = wirings([Board(FOLDERS["pico"])])[0]
    joined: dict[tuple[int, str], set[tuple[int, str]]] = {}
    used = []
    for jumper in (jumper for jumpers in on_breadboard(wiring).values() for jumper in jumpers):
        used += [jumper.start, jumper.end]
        ends = {strip(jumper.start), strip(jumper.end)}
        whole = set().union(ends, *(joined.get(end, set()) for end in ends))
        joined |= dict.fromkeys(whole, whole)
    assert len(used) == len(set(used)), "two wires in one hole"

    def leg(name: str) -> tuple[int, str]:
        leg = wiring.first.legs[name]
        return leg.row + 1, "low" if leg.side == "left" else "high"

    ground = joined[leg("GND.8")]
    for terminal, name in zip(("GND", "VCC", "SCL", "SDA"), ("GND.8", "3V3", "GP5", "GP4"), strict=True):
        assert (DISPLAY_COLUMN + MODULE["i2c"].index(terminal), "low") in joined[leg(name)], terminal
    for use in wiring.uses("keys"):
        column = dict(zip(KEY_ORDER, KEY_COLUMNS, strict=True))[use.terminal]
        own = wiring.first.leg(use.pin)
        assert own
        assert (column, "low") in joined[leg(own.name)], use.terminal
        assert (column + 2, "high") in ground, use.terminal
    plus, minus = BUZZER_COLUMNS
    assert (plus, "high") in joined[leg("GP18")]
    assert (minus, "high") in ground


@EVERY
def test_the_simulator_is_wired_as_the_board(folder: Path) -> None:
    board = Board(folder)
    diagram = json.loads(project(board)["diagram.json"])
    joined = {(ends[0], ends[1]) for ends in diagram["connections"]}
    assert {part["id"] for part in diagram["parts"]} == {"board", "display", *BUTTONS}
    for terminal, pin in zip(BUTTONS, board["KEYS"], strict=True):
        assert (f"{terminal}:1.l", f"board:{board.leg(pin).name}") in joined  # type: ignore[union-attr]
    for terminal, pin in zip(("SDA", "SCL"), board["I2C"][1:3], strict=True):
        assert (f"display:{terminal}", f"board:{board.leg(pin).name}") in joined  # type: ignore[union-attr]


@EVERY
def test_the_stubs_of_a_board_are_pinned_with_hashes(folder: Path) -> None:
    expected = (folder / "stubs.in").read_text(encoding="utf-8").splitlines()[-1]
    locked = (folder / "stubs.txt").read_text(encoding="utf-8")
    assert expected.replace("_", "-") + " \\\n    --hash=sha256:" in locked
    assert f".venv/typings/{folder.name}." in (folder / "stubs.in").read_text(encoding="utf-8")


def test_every_page_takes_its_prices_from_the_list_of_parts() -> None:
    with (ROOT / "board" / "parts.csv").open(encoding="utf-8", newline="") as file:
        parts = list(csv.DictReader(file))
    costs = dict.fromkeys(("all", "breadboard", "case", "cells"), 0.0)
    for part in parts:
        costs[part["for"]] += int(part["quantity"]) * float(part["USD each"])
    board = round(costs["all"] + costs["breadboard"])
    page = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (?:\d+ )?([A-Za-z][\w -]*?)(?:, [^|]*)? \| (\d+\.\d\d)", page, flags=re.MULTILINE))
    listed = {part["part"]: f"{int(part['quantity']) * float(part['USD each']):.2f}" for part in parts}
    assert rows == listed, "the table of docs/build.md differs from board/parts.csv"
    table = board + 2  # a Pico 2 W instead of a Pico 2
    assert "a Pico 2 W costs 2 dollars more" in page
    cost = f"ll parts cost about {board} dollars"
    said = {
        "docs/build.md": f"{cost} on a breadboard and {round(costs['all'] + costs['case'])} in a case; "
        f"cells add {round(costs['cells'])}.",
        "README.md": f"{cost}.",
        "firmware/mingg/lang/en.txt": f"for about {board} dollars",
        "docs/club.md": f"costs about {table} dollars",
    }
    for path, text in said.items():
        assert text in (ROOT / path).read_text(encoding="utf-8"), path


def test_the_page_on_choosing_names_every_board() -> None:
    text = (next(iter(FOLDERS.values())).parent / "README.md").read_text(encoding="utf-8")
    assert {board.name for board in BOARDS} <= set(re.findall(r"^\| ([^|]+) \|", text, flags=re.MULTILINE))


@pytest.fixture
def changed(tmp_path: Path) -> Callable[..., list[str]]:
    """Returns the faults of a board after replacing some words."""

    def change(name: str, *words: str) -> list[str]:
        for each in {"pico", name}:  # the others are like a Pico
            shutil.copytree(FOLDERS[each], tmp_path / each, dirs_exist_ok=True)
        folder = tmp_path / name
        for old, new in zip(words[::2], words[1::2], strict=True):
            replaced = 0
            for file in (folder / "board.py", folder / "board.toml"):
                text = file.read_text(encoding="utf-8")
                replaced += text.count(old)
                file.write_text(text.replace(old, new), encoding="utf-8")
            assert replaced == 1, old
        return faults(Board(folder))

    return change


# A board; words of its files > what takes their place; the fault.
INVALID = r"""
pico | NO CELLS > CELLS (22, 2, 1, 3000) | BATTERY: GP22 cannot measure
pico | NO CELLS > CELLS (29, 2, 0, 3000) | BATTERY has the resistors 2 and 0
pico | NO CELLS > CELLS (29, 2, 1, 6000) | measures less than 5500
pico_w | NO CELLS > CELLS (29, 2, 1, 3000) | no leg for this pin
pico | (10, 11, > (10, 10, | GP10 is used twice: keys left and keys right
pico | (10, 11, > (4, 11, | GP4 is used twice: keys left and display SDA
pico | (10, 11, > (18, 11, | GP18 is used twice: keys left and buzzer +
pico | (10, 11, > (25, 11, | GP25 (keys left): the board has no leg for this pin
pico | (10, 11, > (23, 11, | GP23 (keys left): the board has no leg for this pin
pico | (10, 11, > (30, 11, | GP30 (keys left): the chip does not have this pin
pico | (0, 4, 5, > (0, 5, 4, | GP5 cannot be SDA of I2C 0
pico | (0, 4, 5, > (1, 4, 5, | GP4 cannot be SDA of I2C 1. Choose one of GP2, GP6, GP10, GP14, GP18, GP22, GP26
pico | (0, 4, 5, > (2, 4, 5, | I2C 2: the chip has only I2C 0, 1
pico | (0, 2, 3, > (1, 2, 3, | GP2 cannot be SCK of SPI 1. Choose one of GP10, GP14, GP26
pico | (0, 2, 3, > (0, 3, 2, | GP3 cannot be SCK of SPI 0. Choose one of GP2, GP6, GP18, GP22
pico | 6, 7, 8, > 6, 7, 16, | GP16 (other display CS): MicroPython uses this pin for SPI 0
pico | 200000000 > 250000000 | CLOCK is 250000000 Hz: the chip works up to 200000000
pico | 1150) > 0) | CLOCK has 0 mV. At this frequency write 1150
pico | (200000000, 1150) > (125000000, 1300) | At this frequency write 0 or 1100 or 1150
pico_2 | (150000000, 0) > (150000000, 1150) | CLOCK has 1150 mV. At this frequency write 0
pico_2 | (150000000, 0) > (200000000, 0) | CLOCK is 200000000 Hz: the chip works up to 150000000
pico | 5, 400000 > 5, 1000000 | I2C at 1000000 Hz
pico | 8, 4000000 > 8, 12000000 | SPI at 12000000 Hz: the display works up to 10000000
pico | 8, 4000000 > 8, 8000000 ; ("ssd1306" > ("sh1106" | SPI at 8000000 Hz: the display works up to 4000000
pico | ("ssd1306", "i2c") > ("ssd1309", "i2c") | DISPLAY is ssd1309 on i2c
pico | ("ssd1306", "i2c") > ("sh1106", "usb") | DISPLAY is sh1106 on usb
pico | KEYS_WIRED =  > KEYS_WIRED = 'air' # | KEYS_WIRED is air
pico | 14, 15)\nKEYS > 14)\nKEYS | KEYS has 5 pins. Name those of left, right, up, down, A, B
pico | (0x3C, 0x3D) > (0x78,) | DISPLAY_ADDRESSES: displays answer only at 0x3C and 0x3D. Write
pico | keys = "GND.4" > keys = "VSYS" | keys must go to GND, not to VSYS
pico | VCC = "3V3" > VCC = "VBUS" | display VCC must go to 3V3, not to VBUS
pico | chip = "rp2040" > chip = "z80" | chip is z80, but mingg_host/board/chips.toml has only rp2040, rp2350.
pico | "ground" > "supply" | keys must go to 3V3, not to GND.4
pico_2 | "ground" > "supply" | pull-down resistors are not reliable (erratum RP2350-E9)
pico | STORE =  > STORES =  | board.py: STORE is missing
pico | chip = "rp2040" >  | board.toml: chip is missing
"""
NO_CELLS = '] | None" = None\n\n# the'


def with_cells(text: str) -> str:
    """The words of a file that a row means."""
    cells = text.removeprefix("CELLS ") if text.startswith("CELLS ") else "None"
    meant = NO_CELLS.replace("None\n", f"{cells}\n") if "CELLS" in text else text
    return meant.replace(r"\n", "\n")


def test_an_invalid_build_is_reported(changed: Callable[..., list[str]]) -> None:
    for row in INVALID.strip().splitlines():
        name, words, fault = row.split(" | ")
        pairs = [pair.partition(" > ")[::2] for pair in words.split(" ; ")]
        reported = changed(name, *(with_cells(word) for pair in pairs for word in pair))
        assert any(fault in message for message in reported), (fault, reported)


def test_a_board_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "board.py").write_text("KEYS = (1,\n")
    with pytest.raises(BoardError, match=r"board\.py: '\(' was never closed"):
        Board(tmp_path)
    (tmp_path / "board.py").write_text("")
    with pytest.raises(BoardError, match=r"board\.toml"):
        Board(tmp_path)
    (tmp_path / "board.toml").write_text("left = [\n")
    with pytest.raises(BoardError, match=r"board\.toml"):
        Board(tmp_path)
    (tmp_path / "board.toml").write_text("left = []\n")
    with pytest.raises(BoardError, match=r"board\.toml: 'right' is missing"):
        Board(tmp_path)


def test_a_display_on_spi_is_drawn_and_listed_too(tmp_path: Path) -> None:
    folder = tmp_path / "pico"
    shutil.copytree(FOLDERS["pico"], folder)
    path = folder / "board.py"
    path.write_text(path.read_text(encoding="utf-8").replace('("ssd1306", "i2c")', '("sh1106", "spi")'), "utf-8")
    board = Board(folder)
    assert faults(board) == []
    page, drawing = made(board)
    wiring, _, other = page.partition("`DISPLAY` in `board.py`")
    assert "an SH1106 on SPI" in wiring
    assert "| GP2 (4) | display SCK, CLK or D0 |" in wiring
    assert "| GP4 (6) | display SDA |" in other
    assert all(drawing.splitlines().count(line) >= 2 for line in ("VCC", "GND", "SCK", "MOSI", "RES", "DC", "CS"))
    assert "SDA" not in drawing


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only board: a new folder with the files of a Pico."""
    folder = tmp_path / "board" / "mine"
    folder.mkdir(parents=True)
    for name in ("board.py", "board.toml"):
        shutil.copy(FOLDERS["pico"] / name, folder)
    monkeypatch.setattr(places, "boards", lambda: {"mine": folder})
    monkeypatch.chdir(tmp_path)
    return folder


def made_in(folder: Path) -> set[str]:
    return {path.name for path in folder.parent.rglob("*") if path.suffix in (".md", ".svg")}


def test_a_new_board_is_one_new_folder(mine: Path) -> None:
    result = CliRunner().invoke(main, ["--check"])
    assert result.exit_code == 1
    assert "Not up to date: " in result.output
    assert "wiring.md. Make again: make boards" in result.output
    assert CliRunner().invoke(main, []).exit_code == 0
    assert CliRunner().invoke(main, ["--check"]).exit_code == 0
    assert "| `mine` |" in (mine.parent / "wiring.md").read_text(encoding="utf-8")
    assert made_in(mine) == {"wiring.md", *DRAWINGS}


def test_a_drawing_that_no_board_has_any_more_goes(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = mine.with_name("other")
    shutil.copytree(mine, other)
    (other / "wiring.svg").write_text("old", encoding="utf-8")
    monkeypatch.setattr(places, "boards", lambda: {"mine": mine, "other": other})
    assert CliRunner().invoke(main, ["--check"]).exit_code == 1
    assert CliRunner().invoke(main, []).exit_code == 0
    assert (mine / "wiring.svg").exists()
    assert not (other / "wiring.svg").exists()


def test_an_invalid_board_creates_no_files(mine: Path) -> None:
    path = mine / "board.py"
    path.write_text(path.read_text(encoding="utf-8").replace("(10, 11,", "(4, 11,"), encoding="utf-8")
    result = CliRunner().invoke(main, [])
    assert result.exit_code == 1
    assert "mine: GP4 is used twice" in result.output
    assert not made_in(mine)


def test_a_board_takes_from_another_what_it_does_not_say(mine: Path) -> None:
    folder = mine.with_name("like")
    shutil.copytree(mine, folder)
    (folder / "board.toml").write_text('like = "mine"\nname = "Like"\n', encoding="utf-8")
    board = Board(folder)
    assert (board.name, board["chip"], board.legs) == ("Like", "rp2040", Board(mine).legs)
    (folder / "board.toml").write_text('like = "gone"\n', encoding="utf-8")
    with pytest.raises(BoardError, match="gone"):
        Board(folder)


def test_a_project_for_wokwi_is_written_on_demand(mine: Path) -> None:
    result = CliRunner().invoke(main, ["--wokwi", "mine"])
    assert (result.exit_code, result.output) == (0, "build/wokwi/mine\n")
    assert {path.name for path in Path("build/wokwi/mine").iterdir()} == {"diagram.json", "wokwi.toml"}
    assert not made_in(mine)
    result = CliRunner().invoke(main, ["--wokwi", "gone"])
    assert "gone: there is no such board. Choose one of mine" in result.output
    path = mine / "board.py"
    path.write_text(path.read_text(encoding="utf-8").replace('"i2c")', '"spi")'), encoding="utf-8")
    assert "Wokwi has only displays on I2C" in CliRunner().invoke(main, ["--wokwi", "mine"]).output


def test_a_battery_on_the_divider_of_a_pico_or_on_a_free_input_has_no_fault(changed: Callable[..., list[str]]) -> None:
    assert changed("pico", NO_CELLS, with_cells("CELLS (29, 2, 1, 3000)")) == []
    assert changed("pico_2", NO_CELLS, with_cells("CELLS (28, 100, 100, 3000)")) == []


def test_a_board_that_does_not_name_a_battery_has_no_fault(changed: Callable[..., list[str]]) -> None:
    assert changed("pico", "\nBATTERY: ", "\nELSE: ") == []


def test_the_quick_card_shows_the_keys_where_they_are() -> None:
    card = (Path(__file__).parents[2] / "docs" / "quick-card.html").read_text("utf-8")
    drawn = [(int(x), int(y)) for x, y in re.findall(r'<circle cx="(\d+)" cy="(\d+)"', card)]
    (left, _), (right, middle) = drawn[1:3]
    scale = (right - left) / (PLACES["right"][0] - PLACES["left"][0])
    for at, key in zip(drawn, ("up", "left", "right", "down", "A", "B"), strict=True):
        x, y = PLACES[key]
        assert at == pytest.approx(((left + right) / 2 + scale * x, middle + scale * y), abs=1), key


def test_the_case_has_the_keys_where_the_page_has_them() -> None:
    spec = importlib.util.spec_from_file_location("case_data", places.boards()["pico"].parent / "case" / "data.py")
    assert spec is not None
    assert spec.loader is not None
    data = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(data)
    assert set(data.KEYS) == PLACES.keys() - {"about"}
    assert data.KEYS["B"] < data.KEYS["A"], "B is left of A, and below it"
