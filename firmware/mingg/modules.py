"""Lets go of modules that are not needed now: a board has better uses for the room.

What is loaded when the application starts stays for good. Who needs anything else imports it inside a function, and
nobody keeps anything of it for longer than a screen is shown. A package stands for all in it.
"""

import gc
import sys

# What a hand is worked out with that is given tile by tile.
TILED = (
    "mingg.core.analysis",
    "mingg.core.arrange",
    "mingg.core.hand",
    "mingg.core.interchange.tile_hands",
    "mingg.core.shapes",
    "mingg.core.tile_card",
    "mingg.core.tiles",
)
# What a deal is entered with; what it is settled and saved with. A board has not the room for both; the answer stays,
# since it would be waited for.
ENTERING = ("mingg.ui.screens.how", "mingg.ui.screens.card", "mingg.ui.choices")
ANSWERING = ("mingg.core.answer", "mingg.core.settle")
WRITING = ("mingg.core.interchange",)
PAST = ("mingg.past",)
RESULT, PAYMENTS = ("mingg.ui.screens.result",), ("mingg.ui.screens.payments",)
SETTLING = ANSWERING + WRITING + RESULT + PAYMENTS
SETTLED = ANSWERING + WRITING + RESULT  # no longer needed while payments are shown
SAVING = WRITING + PAYMENTS  # no longer needed on Table
# What counters are moved with.
MOVING = (
    "mingg.core.bank",
    "mingg.core.exchange",
    "mingg.core.fewest",
    "mingg.core.pairwise",
    "mingg.core.payable",
    "mingg.holdings",
)


# What a deal goes through from Table to Table: what is named above, and what all of that stands on.
DEAL: "tuple[str, ...]" = (
    "mingg.core.counters",
    "mingg.core.facts",
    "mingg.core.legality",
    "mingg.core.score",
    "mingg.ui.screens",
)
DEAL += ENTERING + SETTLING + MOVING
SELDOM: "tuple[str, ...]" = ("all the rest",)  # what few deals need

SMALL = 1 << 19  # bytes: a heap with less than that has no room for small holes
# Bytes from one collection to the next. Left to MicroPython it would be when the heap is full, with what lives strewn
# all over it, and no room for anything large between.
LOOSE = 1 << 14
TIGHT = 1 << 12  # while modules are loaded

_there: "list[str]" = []  # from the start
_tight: "list[bool]" = []  # whether the heap is small
_met = [0]  # parts of the names


def stay() -> None:
    """What is loaded by now stays."""
    if not _there:
        _there.extend(sys.modules)
        if sys.implementation.name == "micropython":
            _tight.append(gc.mem_free() + gc.mem_alloc() < SMALL)  # type: ignore[attr-defined, unused-ignore]
            pack(False)


def let_go(name: str) -> None:
    """Forgets one module, or a package with all that is in it; who still holds something of it keeps that."""
    _forget((name,))


def _forget(names: "tuple[str, ...]", keep: "tuple[str, ...] | None" = None) -> None:
    """Forgets modules: those of these names, or all but what is to be kept."""
    for loaded in list(sys.modules):
        above, _, leaf = loaded.rpartition(".")
        if keep is not None:
            gone = loaded[:6] == "mingg." and loaded not in _there and loaded not in keep and above not in keep
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


def pack(tight: bool) -> None:
    """Whether garbage is collected very often: what is loaded then lies close together, and leaves no small holes
    behind in which nothing finds room. Off while keys are answered, since it takes its time; in a large heap it takes
    too long, and there is room enough."""
    if _tight and _tight[0]:
        gc.threshold(TIGHT if tight else LOOSE)  # type: ignore[attr-defined, unused-ignore]  # MicroPython's


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


def get_ready_to_enter() -> None:
    _load(ENTERING)


def get_ready_to_answer() -> None:
    _load(ANSWERING + RESULT)


def get_ready_to_save() -> None:
    _load(("mingg.core.interchange.kept", "mingg.core.interchange.stood") + PAYMENTS)


def _load(names: "tuple[str, ...]") -> None:
    make_room(True)
    pack(True)
    try:
        for name in names:
            __import__(name)
    finally:
        pack(False)
