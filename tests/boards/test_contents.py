"""What ships to a board: all modules that it runs, and nothing else; which of them stay in memory, their names, and
shortened catalogues."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.test_imports import MODULES, graph, imports
from help.texts import section
from mingg import lang
from mingg_host.board.data import firmware_of
from mingg_host.common import places
from mingg_host.common.output import Failure
from mingg_host.common.untyped import without_types
from mingg_host.deploy import contents
from mingg_host.deploy.contents import NOT_ABOARD, catalogue

PACKAGE = places.package()
ROOT = PACKAGE.parents[1]
BOARD = ROOT / "board" / "pico"
LINKED = ROOT / "board" / "pico_2_w"  # has Wi-Fi


@pytest.mark.lint
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


@pytest.mark.lint
def test_every_file_of_the_firmware_is_on_the_list() -> None:
    shipped = {path for _, path in (*contents.modules(LINKED), *contents.texts())}
    drivers = {PACKAGE / "hal" / f"{name}.py" for name in contents.DRIVERS}
    every = {path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".txt")}
    assert every == (shipped | drivers) - {places.main_py(), LINKED / "board.py"}


@pytest.mark.lint
def test_a_small_flash_goes_without_languages() -> None:
    small, large = firmware_of(places.boards()["pico_w"]), firmware_of(BOARD)
    assert (small.languages, large.languages) == (("en",), None)
    every, english = dict(contents.texts()), dict(contents.texts(small.languages))
    assert {path for path in every if "/lang/" not in path} < english.keys()
    assert {path for path in english if "/lang/" in path} == {"mingg/lang/en.txt"}


@pytest.mark.lint
def test_a_board_without_a_radio_gets_nothing_of_the_link() -> None:
    linked, alone = (dict(contents.modules(board)) for board in (LINKED, BOARD))
    of_link = {name for name in linked if "/link/" in name or "club" in name or name.endswith("/judge")}
    assert len(of_link) == 10
    assert of_link - alone.keys() == of_link
    assert linked.keys() - alone.keys() - of_link <= {f"mingg/hal/{name}" for name in contents.DRIVERS}
    assert contents.units(LINKED).keys() - contents.units(BOARD).keys() == {"mingg.ui.club"}


@pytest.mark.lint
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
                *({name.rpartition(".")[0]} & MODULES.keys()),
            ]
            screens = re.findall(r'"([a-z_]+\.[a-z_]+)\.[A-Za-z_]\w*"', MODULES[name].read_text(encoding="utf-8"))
            waiting += {f"{contents.SCREENS}{screen}" for screen in screens} & graph().keys()
    named = (path.removesuffix("/__init__").replace("/", ".") for path, _ in contents.modules(LINKED))
    assert {name for name in named if name.startswith("mingg")} - results == set()


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


@functools.cache
def modules() -> dict[str, ast.Module]:
    return {
        name_of(path): ast.parse(without_types(path.read_text(encoding="utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def loaded_with(name: str) -> Iterator[str]:
    """Returns the modules that are loaded together with one: its loaded_with outside functions, and those at program
    start."""
    for node in modules()[name].body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (candidate if candidate in modules() else str(node.module) for candidate in names)


def closed(*names: str) -> set[str]:
    """Returns modules with everything that is loaded with them."""
    results: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in modules() and name not in results:
            results.add(name)
            waiting += [*loaded_with(name), name.rpartition(".")[0]]
    return results


RESIDENT = """
    mingg mingg.memory mingg.settings
    mingg.core.deal.deal mingg.core.deal.hand
    mingg.core.rules mingg.core.rules.rows mingg.core.table.session
    mingg.evening.evening mingg.records.ledger mingg.records.line
    mingg.hal.keys mingg.hal.ticks mingg.lang
    mingg.ui.app mingg.ui.display mingg.ui.navigator mingg.ui.play mingg.ui.kit.compass mingg.ui.kit.view
    mingg.entry.entry mingg.ui.kit.canvas mingg.ui.kit.glyphs mingg.ui.kit.rest mingg.ui.seating
    mingg.ui.screens.deal.table
"""


@pytest.mark.lint
def test_the_resident_modules_are_these() -> None:
    """Every module that is added here takes memory from all screens."""
    loaded = closed("mingg.ui.app")
    bodies = {name: modules()[name].body for name in loaded}
    # packages that hold modules and nothing else
    empty = {name for name, body in bodies.items() if len(body) == 1 and isinstance(body[0], ast.Expr)}
    assert loaded - empty == set(RESIDENT.split())


# MicroPython looks for each text that it makes among all names: 85 us on a Pico with so many.
MOST = 1850


def names_in(compiled: bytes) -> Iterator[str]:
    """Returns the names in a compiled module (.mpy, version 6), without those that every MicroPython has."""
    offset = 4  # past the signature, the version and the architecture

    def number() -> int:
        nonlocal offset
        value = 0
        while True:
            value = value << 7 | compiled[offset] & 0x7F
            offset += 1
            if not compiled[offset - 1] & 0x80:
                return value

    count, _ = number(), number()
    for _ in range(count):
        length = number()
        if not length & 1:
            yield compiled[offset : offset + (length >> 1)].decode()
            offset += (length >> 1) + 1


def test_a_firmware_has_few_names(firmware: Path) -> None:
    used = {name for path in firmware.rglob("*.mpy") for name in names_in(path.read_bytes())}
    assert used > {"mahjong", "mingg.ui.app"}
    assert 1000 < len(used) < MOST


CATALOGUES = sorted((places.package() / "lang").glob("*.txt"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_board_finds_every_message_in_a_shortened_catalogue(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = path.read_bytes()
    assert len(catalogue(text)) < len(text) * 0.7
    (tmp_path / path.name).write_bytes(catalogue(text))
    assert lang.choose(path.stem)
    names = [line[1:-1] for line in text.decode().splitlines() if line.startswith("[")]
    names = [name for name in names if name not in NOT_ABOARD]
    messages = {name: section(name) for name in names}
    monkeypatch.setattr(lang, "HERE", f"{tmp_path}/")
    assert lang.choose(path.stem)
    try:
        for name in names:
            lang.use((name,) if name != lang.RESIDENT else ())
            for key, message in messages[name].items():
                if name == lang.RESIDENT or key not in messages[lang.RESIDENT]:
                    assert lang._message(key) == message, (name, key)
                assert lang._catalogue.find(name, key) == message, (name, key)
        lang.use(("cards",))
        assert lang.at_hand("nonsense") == ""
    finally:
        lang.use(())
        monkeypatch.undo()
        lang.choose(lang.ENGLISH)


def test_comments_and_empty_lines_stay_on_the_pc() -> None:
    short = catalogue(b"; a comment\n\nlanguage = X\n\n[deal]\nkong = k\n; another\n[keys]\npage = p = q\n").decode()
    kong, page = (lang.code(key).decode() for key in ("kong", "page"))
    assert short == f"language = X\n[deal]\n{kong}k\n[keys]\n{page}p = q\n"


def test_what_only_a_pc_says_does_not_ship() -> None:
    assert NOT_ABOARD
    for name in NOT_ABOARD:
        short = catalogue(
            f"language = X\n[keys]\npage = p\n[{name}]\nlong = text\n[deal]\nkong = k\n".encode()
        ).decode()
        assert name not in short
        assert "text" not in short
        assert short.count("\n") == 5


def test_two_keys_with_the_same_code_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mingg_host.deploy.contents.code", lambda key: b"abc=")
    with pytest.raises(Failure, match=r"\[keys\]: the keys 'page' and 'line' have the same code\. Rename one"):
        catalogue(b"language = X\n[keys]\npage = p\nline = l\n")
