"""The list of what ships to a board, and where it lies in the source tree."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from mingg_host.common import places

# Folders of the package `mingg`: what is in them ships, but for LEFT_OUT, and nothing of a folder below.
FOLDERS = (
    "",
    "core",
    "core/counters",
    "core/deal",
    "core/explanation",
    "core/interchange",
    "core/rules",
    "core/scoring",
    "core/settlement",
    "core/table",
    "core/tiles",
    "evening",
    "evening/history",
    "hal",
    "lang",
    "ledger",
    "ui",
    "ui/entry",
    "ui/panel",
    "ui/screens",
    "ui/screens/counters",
    "ui/screens/deal",
    "ui/screens/history",
    "ui/screens/result",
    "ui/screens/setup",
    "ui/screens/system",
    "ui/screens/tiles",
    "ui/screens/wall",
    "ui/widgets",
)
# Modules that only the PC and the page run.
LEFT_OUT = ("core/interchange/text_in.py",)
# Drivers: each ships to a board whose board.py names it (see hal/device.py).
DRIVERS = ("encoder", "i2c", "sh1106", "spi", "ssd1306")

# Modules that are always loaded together become one compiled file, by the module that needs the others. Joined are the
# resident modules, and modules that a unit would load first anyway. What comes and goes alone stays alone.
UNITS = {
    "mingg.core.counters.bank": ("mingg.core.counters.exchange", "mingg.core.counters.fewest"),
    "mingg.core.interchange.json_in": ("mingg.core.values",),
    "mingg.core.interchange.kept": ("mingg.core.interchange.cards", "mingg.core.interchange.deals"),
    "mingg.core.scoring.score": ("mingg.core.scoring.facts",),
    "mingg.core.tiles.tile_card": ("mingg.core.tiles.hand", "mingg.core.tiles.tiles"),
    "mingg.evening.history.history": ("mingg.core.replay",),
    "mingg.hal.device": ("mingg.hal.pins",),
    "mingg.ui.app": (
        "mingg.core.deal.card",
        "mingg.core.deal.deal",
        "mingg.core.deal.winds",
        "mingg.core.rules",
        "mingg.core.rules.books",
        "mingg.core.rules.rows",
        "mingg.core.table.session",
        "mingg.core.table.table",
        "mingg.evening.evening",
        "mingg.evening.state",
        "mingg.ledger.seal",
        "mingg.ledger.segments",
        "mingg.memory",
        "mingg.settings",
        "mingg.ui.display",
        "mingg.ui.entry.entry",
        "mingg.ui.navigator",
        "mingg.ui.panel.canvas",
        "mingg.ui.panel.glyphs",
        "mingg.ui.panel.rest",
        "mingg.ui.play",
        "mingg.ui.screen",
        "mingg.ui.screens.deal",
        "mingg.ui.screens.deal.table",
        "mingg.ui.seating",
        "mingg.ui.widgets.layout",
    ),
    "mingg.ui.screens.deal.card": ("mingg.ui.entry.choices", "mingg.ui.screens.tiles"),
    "mingg.ui.screens.setup.seats": ("mingg.core.table.discs",),
    "mingg.ui.screens.system.sheet": ("mingg.core.explanation.sheet",),
}


def modules(board: Path) -> Iterator[tuple[str, Path]]:
    """Each module that ships: its path on the board, without the ending, and its source."""
    package = places.package()
    unused = _unused_drivers(board / "board.py")
    yield "main", places.main_py()
    yield "board", board / "board.py"
    for path in _files(".py"):
        if path not in unused:
            yield path.relative_to(package.parent).with_suffix("").as_posix(), path


def _unused_drivers(description: Path) -> set[Path]:
    """The drivers that a board.py does not name. Raises OSError."""
    try:
        tree = ast.parse(description.read_text(encoding="utf-8"))
    except SyntaxError:
        return set()  # the compiler reports it
    named = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return {places.package() / "hal" / f"{name}.py" for name in DRIVERS if name not in named}


def texts() -> Iterator[tuple[str, Path]]:
    """Each text that ships: its path on the board, and where it is."""
    for path in _files(".txt"):
        yield path.relative_to(places.package().parent).as_posix(), path


def _files(ending: str) -> Iterator[Path]:
    for folder in FOLDERS:
        for path in sorted((places.package() / folder).glob(f"*{ending}")):
            if path.relative_to(places.package()).as_posix() not in LEFT_OUT:
                yield path
