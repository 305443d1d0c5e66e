"""Lets go of modules that are not needed now: a board has better uses for the room.

What is loaded when the application starts stays for good. Who needs anything else imports it inside a function, and
nobody keeps anything of it for longer than a screen is shown. A package stands for all in it.
"""

import gc
import sys

# What a hand is worked out with that is given tile by tile.
TILED = (
    "mingg.core.tiles.analysis",
    "mingg.core.tiles.arrange",
    "mingg.core.tiles.hand",
    "mingg.core.interchange.tile_hands",
    "mingg.core.tiles.shapes",
    "mingg.core.tiles.tile_card",
    "mingg.core.tiles.tiles",
)
# What a deal is entered with; what it is settled and saved with. A board has not the room for both; the answer stays,
# since it would be waited for.
ENTERING = ("mingg.ui.screens.deal.how", "mingg.ui.screens.deal.card", "mingg.ui.entry.choices")
ANSWERING = ("mingg.core.settlement.settle",)
WRITING = ("mingg.core.interchange",)
PAST = ("mingg.evening.history",)
RESULT, PAYMENTS = ("mingg.ui.screens.result.result",), ("mingg.ui.screens.result.payments",)
SETTLING = ANSWERING + WRITING + RESULT + PAYMENTS
SETTLED = ANSWERING + WRITING + RESULT  # no longer needed while payments are shown
SAVING = WRITING + PAYMENTS  # no longer needed on Table
# What counters are moved with.
MOVING = (
    "mingg.core.counters.bank",
    "mingg.core.counters.exchange",
    "mingg.core.counters.fewest",
    "mingg.core.counters.pairwise",
    "mingg.core.counters.payable",
    "mingg.evening.holdings",
)


# What a deal goes through from Table to Table: what is named above, and what all of that stands on.
DEAL: "tuple[str, ...]" = (
    "mingg.core.counters.sets",
    "mingg.core.scoring.facts",
    "mingg.core.scoring.legality",
    "mingg.core.scoring.score",
    "mingg.core.values",
    "mingg.ui.screens.deal.table",
)
DEAL += ENTERING + SETTLING + MOVING
SELDOM: "tuple[str, ...]" = ("all the rest",)  # what few deals need

SMALL = 1 << 19  # bytes: a heap with less than that has no room for small holes
# Bytes from one collection to the next. Left to MicroPython it would be when the heap is full, with what lives strewn
# all over it, and no room for anything large between.
OFTEN = 3 << 14
LARGE = 40  # words: what is made while a key is answered is hardly ever larger
HOLES = 1000  # no more are filled

_there: "set[str]" = set()  # from the start
_tight: "list[bool]" = []  # whether the heap is small
_met = [0]  # parts of the names


def stay() -> None:
    """What is loaded by now stays."""
    if not _there:
        _there.update(sys.modules)
        if sys.implementation.name == "micropython":
            _tight.append(gc.mem_free() + gc.mem_alloc() < SMALL)  # type: ignore[attr-defined, unused-ignore]
            if _tight[0]:
                gc.threshold(OFTEN)  # type: ignore[attr-defined, unused-ignore]  # MicroPython's


def let_go(name: str) -> None:
    """Forgets one module, or a package with all that is in it; who still holds something of it keeps that."""
    _forget((name,))


def _forget(names: "tuple[str, ...]", keep: "tuple[str, ...] | None" = None) -> None:
    """Forgets modules: those of these names, or all but what is to be kept."""
    for loaded in [loaded for loaded in sys.modules if loaded not in _there]:
        above, _, leaf = loaded.rpartition(".")
        if keep is not None:
            gone = loaded.startswith("mingg.") and loaded not in keep and above not in keep
            gone = gone and not any(name.startswith(loaded + ".") for name in keep)
        else:
            gone = loaded in names or above in names
        if gone:
            del sys.modules[loaded]
            if above in sys.modules and hasattr(sys.modules[above], leaf):
                delattr(sys.modules[above], leaf)


def let_go_of(*groups: "tuple[str, ...]") -> None:
    # A PC has the room, and tests there hold on to classes.
    if sys.implementation.name == "micropython":
        for names in groups:
            _forget(names, DEAL if names is SELDOM else None)


def make_room(entering: bool = False) -> None:
    """Lets go of all but what stays for good; or, while a deal is entered, but what that is done with."""
    if sys.implementation.name == "micropython":
        _forget((), DEAL if entering else ())
        gc.collect()


def tidy() -> None:
    """Collects garbage, so that nobody waits for it; and fills the holes that are left, so that what is made next finds
    room at once: MicroPython looks for room for more than one block from the first free one on."""
    gc.collect()
    if _tight and _tight[0]:
        beyond = id((None,) * LARGE)
        for _ in range(HOLES):
            if id((beyond,)) > beyond:
                break


# ---- before it is needed, while nobody waits ----


def meet_names() -> bool:
    """Reads one more part of the names that a firmware's build has collected (deploy/names.py of the host's tools).
    They stay for good, and lie together so. False where there is none left, no room for it, or nothing was built."""
    name = "mingg.names%d" % _met[0]
    try:
        __import__(name)
    except (ImportError, MemoryError):
        return False
    let_go(name)
    _met[0] += 1
    return True


def get_ready_to_enter() -> bool:
    """Loads one module of those a deal is entered with; False where none is missing. So do the two that follow."""
    return _load(ENTERING)


def get_ready_to_answer() -> bool:
    return _load(ANSWERING + RESULT)


def get_ready_to_save() -> bool:
    return _load(("mingg.core.interchange.kept", "mingg.core.interchange.stood") + PAYMENTS)


def _load(names: "tuple[str, ...]") -> bool:
    let_go_of(SELDOM)
    for name in names:
        if name not in sys.modules:
            __import__(name)
            return True
    return False
