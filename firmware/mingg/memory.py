"""Which modules stay loaded on a board whose heap does not hold them all.

Resident modules are never unloaded: they are the modules that mingg.ui.app imports when it starts
(tests/host/test_modules.py lists them). All other modules come and go. Screen.keeps names the modules that a screen and
its neighbours need: together they are a place. The navigator unloads the rest when it leaves a place; App loads what is
missing while nobody presses a key. Import any other module inside a function, and keep no object of it longer than a
screen is shown. A board with a large heap keeps every module.
"""

import gc
import sys

# The modules for the steps of a deal. Each tuple also names what its modules import, except resident modules and the
# registries of screens that are rarely used.
_CARD = (
    "mingg.ui.screens.deal",
    "mingg.ui.screens.tiles",
    "mingg.ui.screens.deal.card",
    "mingg.ui.widgets.rosette",
    "mingg.ui.entry.card_entry",
    "mingg.core.scoring.score",
    "mingg.core.scoring.facts",
    "mingg.core.scoring.legality",
)
_ANSWER = (
    "mingg.core.settlement.settle",
    "mingg.core.scoring.score",
    "mingg.core.scoring.facts",
)
_PAYMENTS = (
    "mingg.ui.screens.counters",
    "mingg.ui.screens.history",
    "mingg.ui.screens.result",
    "mingg.ui.screens.result.saved",
)
# The places. DEAL: Table and the cards. BOARD: a hand is entered tile by tile. SAVING: a deal is saved. COUNTED: a deal
# is explained. MOVING: the counters of the last deal are computed. SETUP: a new session is proposed.
DEAL = ("mingg.ui.screens.deal.how",) + _CARD + _ANSWER
BOARD = _CARD + (
    "mingg.ui.screens.tiles.board",
    "mingg.ui.screens.tiles.tiles_hand",
    "mingg.ui.widgets.faces",
    "mingg.core.tiles.hand",
    "mingg.core.tiles.tile_card",
    "mingg.core.tiles.tiles",
)
SAVING = (
    _ANSWER
    + (
        "mingg.core.interchange.deals",
        "mingg.core.interchange.cards",
        "mingg.core.interchange.json_in",
        "mingg.core.scoring.legality",
        "mingg.core.values",
        "mingg.evening.commit",
        "mingg.evening.save",
        "mingg.records.kinds",
    )
    + _PAYMENTS
)
COUNTED = _ANSWER + (
    "mingg.ui.screens.result.result",
    "mingg.ui.screens.result.counted",
    "mingg.ui.widgets.lists",
)
MOVING = _PAYMENTS + (
    "mingg.evening.counters",
    "mingg.core.counters.bank",
    "mingg.core.counters.exchange",
    "mingg.core.counters.fewest",
    "mingg.core.counters.sets",
)
SETUP = ("mingg.ui.screens.setup.setup", "mingg.ui.widgets.lists")

LARGE = 3 << 15  # machine words: a heap of this size holds every module
# The collector runs after this many bytes. By default it runs when the heap is full and already fragmented.
COLLECT_AFTER = 3 << 14

_resident: "set[str]" = set()


def begin() -> None:
    """Makes every module that is loaded now resident. Does nothing on a PC or with a large heap: both keep all
    modules."""
    if sys.implementation.name == "micropython" and not _resident:
        words = (gc.mem_free() + gc.mem_alloc()) // (8 if sys.maxsize >> 32 else 4)  # type: ignore[attr-defined, unused-ignore]
        if words < LARGE:
            _resident.update(sys.modules)
            gc.threshold(COLLECT_AFTER)  # type: ignore[attr-defined, unused-ignore]


def stay(names: "tuple[str, ...]") -> None:
    """Makes more modules resident."""
    if _resident:
        _resident.update(names)


def keep(names: "tuple[str, ...]" = ()) -> None:
    """Unloads all modules except the resident ones, those in `names`, and the packages of those."""
    if _resident:
        packages = {name.rpartition(".")[0] for name in names}
        for loaded in list(sys.modules):
            if (
                loaded.startswith("mingg.")
                and loaded not in _resident
                and loaded not in names
                and loaded not in packages
            ):
                _forget(loaded)


def unload(name: str) -> None:
    """Unloads a module if the heap is small. The module stays in memory while something refers to an object of it."""
    if _resident and name in sys.modules:
        _forget(name)


def _forget(name: str) -> None:
    del sys.modules[name]
    package, _, leaf = name.rpartition(".")
    if hasattr(sys.modules.get(package), leaf):
        delattr(sys.modules[package], leaf)


def lacks(names: "tuple[str, ...]") -> bool:
    """Returns whether any of these modules is missing."""
    return any(name not in sys.modules for name in names)


def load_one(names: "tuple[str, ...]") -> bool:
    """Loads the first of these modules that is missing; returns False if none is."""
    for name in names:
        if name not in sys.modules:
            __import__(name)
            return True
    return False
