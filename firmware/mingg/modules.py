"""Lets go of modules that are not needed now: a board has better uses for the room.

Who needs one of these imports it inside a function, and nobody keeps anything of it. A package stands for all in it.
"""

import sys

# What few deals need.
SELDOM = (
    "mingg.ui.seldom",
    "mingg.counting",
    "mingg.opening",
    "mingg.past",
    "mingg.core.counters",
    "mingg.core.discs",
    "mingg.core.ledger",
    "mingg.core.replay",
    "mingg.core.wall",
    "mingg.core.rules.agreed",
    "mingg.core.rules.options",
    "mingg.core.rules.optional",
    "mingg.core.special_hands",
)
# What a deal is entered with; what it is settled and saved with. A board has not the room for both; the answer stays,
# since it would be waited for.
ENTERING = ("mingg.ui.screens.how", "mingg.ui.screens.card", "mingg.ui.choices")
SETTLING = (
    "mingg.core.answer",
    "mingg.core.settle",
    "mingg.core.interchange",
    "mingg.ui.screens.result",
    "mingg.ui.screens.payments",
)
SAVING = ("mingg.core.interchange", "mingg.ui.screens.payments")
SETTLED = SETTLING[:-1]  # no longer needed while payments are shown
SHOWING = SETTLING[-2:]  # of these, what mingg.past does without
# What counters are moved with.
MOVING = (
    "mingg.core.bank",
    "mingg.core.exchange",
    "mingg.core.fewest",
    "mingg.core.pairwise",
    "mingg.holdings",
)
# What is ready, while nobody waits, before it is needed.
_BEFORE_ENTERING = ENTERING
_BEFORE_ANSWERING = ("mingg.core.answer", "mingg.ui.screens.result")
_BEFORE_SAVING = ("mingg.core.interchange.kept", "mingg.ui.screens.payments")


def let_go(name: str) -> None:
    """Forgets one module, or a package with all that is in it; who still holds something of it keeps that."""
    _forget((name,))


def _forget(names: "tuple[str, ...]") -> None:
    for loaded in list(sys.modules):
        above, _, leaf = loaded.rpartition(".")
        if loaded in names or above in names:
            del sys.modules[loaded]
            if above in sys.modules and hasattr(sys.modules[above], leaf):
                delattr(sys.modules[above], leaf)


def let_go_of(*groups: "tuple[str, ...]") -> None:
    # A PC has the room, and tests there hold on to classes.
    if sys.implementation.name == "micropython":
        for names in groups:
            _forget(names)


def get_ready_to_enter() -> None:
    _load(_BEFORE_ENTERING)


def get_ready_to_answer() -> None:
    _load(_BEFORE_ANSWERING)


def get_ready_to_save() -> None:
    _load(_BEFORE_SAVING)


def _load(names: "tuple[str, ...]") -> None:
    for name in names:
        __import__(name)
