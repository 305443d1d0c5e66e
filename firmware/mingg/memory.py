"""Which modules stay loaded on a board whose heap does not hold them all.

Resident modules stay for good: those that mingg.ui.app imports when it starts (tests/host/test_modules.py lists them).
The other modules come and go. A screen names in Screen.keeps those that it and its neighbours need; the navigator
unloads the rest when it leaves a place, and loads what is missing while nobody presses a key. Import any other module
inside a function, and keep nothing of it longer than a screen is shown. A large heap keeps everything.
"""

import gc
import sys

# The parts of a deal's way from Table to Table. A list holds all that its modules import, but for resident modules and
# for registries of screens that are rarely used.
_CARD = (
    "mingg.ui.screens.deal",
    "mingg.ui.screens.tiles",
    "mingg.ui.screens.deal.card",
    "mingg.ui.widgets.rosette",
    "mingg.ui.entry.choices",
    "mingg.core.scoring.score",
    "mingg.core.scoring.facts",
    "mingg.core.scoring.legality",
)
_ANSWER = (
    "mingg.core.settlement.settle",
    "mingg.core.scoring.score",
    "mingg.core.scoring.facts",
)
_PAYMENTS = ("mingg.ui.screens.result.saved",)
# By place: Table and the cards; a hand entered tile by tile; a deal that is being saved; one that is explained;
# payments whose counters are not worked out yet; the proposal of a new session.
DEAL = ("mingg.ui.screens.deal.how",) + _CARD + _ANSWER
BOARD = _CARD + (
    "mingg.ui.screens.tiles.board",
    "mingg.ui.screens.tiles.tiles_hand",
    "mingg.core.tiles.hand",
    "mingg.core.tiles.tile_card",
    "mingg.core.tiles.tiles",
)
SAVING = (
    _ANSWER
    + (
        "mingg.core.interchange.kept",
        "mingg.core.interchange.stood",
        "mingg.core.interchange.deals",
        "mingg.core.interchange.cards",
        "mingg.core.interchange.json_in",
        "mingg.core.scoring.legality",
        "mingg.core.values",
        "mingg.evening.saving",
    )
    + _PAYMENTS
)
COUNTED = _ANSWER + (
    "mingg.ui.screens.result.result",
    "mingg.ui.screens.result.counted",
    "mingg.ui.widgets.lists",
)
MOVING = _PAYMENTS + (
    "mingg.evening.holdings",
    "mingg.core.counters.bank",
    "mingg.core.counters.exchange",
    "mingg.core.counters.fewest",
    "mingg.core.counters.sets",
)
SETUP = ("mingg.ui.screens.setup.setup", "mingg.ui.widgets.lists")

LARGE = 3 << 15  # words: a heap with as many holds every module
# Bytes from one collection to the next. By default the collector runs when the heap is full and already fragmented.
OFTEN = 3 << 14

_resident: "set[str]" = set()


def begin() -> None:
    """All that is loaded by now is resident. Does nothing on a PC or a board with a large heap: nothing is unloaded."""
    if sys.implementation.name == "micropython" and not _resident:
        words = (gc.mem_free() + gc.mem_alloc()) // (8 if sys.maxsize >> 32 else 4)  # type: ignore[attr-defined, unused-ignore]
        if words < LARGE:
            _resident.update(sys.modules)
            gc.threshold(OFTEN)  # type: ignore[attr-defined, unused-ignore]


def keep(names: "tuple[str, ...]" = ()) -> None:
    """Unloads every module that is neither resident, nor named, nor the package of one that is named."""
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
    """Forgets a module where the heap is small; whoever holds something of it keeps that."""
    if _resident and name in sys.modules:
        _forget(name)


def _forget(name: str) -> None:
    del sys.modules[name]
    package, _, leaf = name.rpartition(".")
    if hasattr(sys.modules.get(package), leaf):
        delattr(sys.modules[package], leaf)


def load_one(names: "tuple[str, ...]") -> bool:
    """Loads the first of these modules that is missing; False where none is."""
    for name in names:
        if name not in sys.modules:
            __import__(name)
            return True
    return False
