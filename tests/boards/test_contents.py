"""The modules that ship to a board: all that a board runs, and nothing else."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from docs.test_imports import MODULES, graph, imports
from mingg_host.board.data import firmware_of
from mingg_host.common import places
from mingg_host.deploy import contents

pytestmark = pytest.mark.lint

PACKAGE = places.package()
ROOT = PACKAGE.parents[1]
BOARD = ROOT / "board" / "pico"
LINKED = ROOT / "board" / "pico_2_w"  # has Wi-Fi


def test_a_driver_ships_to_the_boards_that_name_it(tmp_path: Path) -> None:
    drivers = {PACKAGE / "hal" / f"{name}.py" for name in contents.DRIVERS}
    assert all(path.is_file() for path in drivers)

    def shipped() -> set[str]:
        return {path.stem for _, path in contents.modules(tmp_path)} & set(contents.DRIVERS)

    pico = (BOARD / "board.py").read_text(encoding="utf-8")
    (tmp_path / "board.py").write_text(pico, encoding="utf-8")
    assert shipped() == {"ssd1306", "i2c"}
    other = pico.replace('("ssd1306", "i2c")', "('sh1106', 'spi')")
    (tmp_path / "board.py").write_text(other, encoding="utf-8")
    assert shipped() == {"sh1106", "spi"}


def test_every_file_of_the_firmware_is_on_the_list() -> None:
    shipped = {path for _, path in (*contents.modules(LINKED), *contents.texts())}
    drivers = {PACKAGE / "hal" / f"{name}.py" for name in contents.DRIVERS}
    every = {path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".txt")}
    assert every == (shipped | drivers) - {places.main_py(), LINKED / "board.py"}


def test_a_small_flash_goes_without_languages() -> None:
    small, large = firmware_of(places.boards()["pico_w"]), firmware_of(BOARD)
    assert (small.languages, large.languages) == (("en",), None)
    every, english = dict(contents.texts()), dict(contents.texts(small.languages))
    assert {path for path in every if "/lang/" not in path} < english.keys()
    assert {path for path in english if "/lang/" in path} == {"mingg/lang/en.txt"}


def test_a_board_without_a_radio_gets_nothing_of_the_link() -> None:
    linked, alone = (dict(contents.modules(board)) for board in (LINKED, BOARD))
    of_link = {name for name in linked if "/link/" in name or "club" in name or name.endswith("/judge")}
    assert len(of_link) > 10
    assert of_link - alone.keys() == of_link
    assert linked.keys() - alone.keys() - of_link <= {f"mingg/hal/{name}" for name in contents.DRIVERS}
    assert contents.units(LINKED).keys() - contents.units(BOARD).keys() == {"mingg.ui.club"}


def test_a_board_runs_every_module_that_ships() -> None:
    """Every module is imported by main.py, or by a module that is. The name of a screen in a string counts as an
    import."""
    waiting = [name for name, _ in imports(ast.parse(places.main_py().read_text(encoding="utf-8")))]
    results = set()
    while waiting:
        name = waiting.pop()
        if name not in results:
            results |= {name}
            waiting += [
                *(imported for imported, _ in graph()[name]),
                *([name.rpartition(".")[0]] if "." in name else []),
            ]
            screens = re.findall(r'"([a-z_]+\.[a-z_]+)\.[A-Za-z_]\w*"', MODULES[name].read_text(encoding="utf-8"))
            waiting += {f"{contents.SCREENS}{screen}" for screen in screens} & graph().keys()
    named = (path.removesuffix("/__init__").replace("/", ".") for path, _ in contents.modules(LINKED))
    assert {name for name in named if name.startswith("mingg")} - results == set()
