"""Lets go of modules that are not needed now: a board has better uses for the room.

Who needs one of these imports it inside a function, and nobody keeps anything of it. A package stands for all in it.
"""

import sys

# What few deals need.
SELDOM = (
    "mingg.ui.seldom",
    "mingg.opening",
    "mingg.past",
    "mingg.core.discs",
    "mingg.core.ledger",
    "mingg.core.replay",
    "mingg.core.wall",
    "mingg.core.rules.agreed",
    "mingg.core.rules.options",
    "mingg.core.rules.optional",
    "mingg.core.special_hands",
)
# What a deal is entered with; what it is settled and saved with. A board has not the room for both.
ENTERING = ("mingg.ui.screens.how", "mingg.ui.screens.card", "mingg.ui.choices")
SETTLING = (
    "mingg.core.answer",
    "mingg.core.settle",
    "mingg.core.interchange",
    "mingg.ui.screens.result",
    "mingg.ui.screens.payments",
)
# What is ready, while nobody waits, before it is needed.
_BEFORE_ENTERING = ENTERING
_BEFORE_SAVING = ("mingg.core.interchange.kept", "mingg.ui.screens.payments")


def let_go(name: str) -> None:
    """Forgets one module, or a package with all that is in it; who still holds something of it keeps that."""
    for loaded in [each for each in sys.modules if each == name or each.startswith(name + ".")]:
        del sys.modules[loaded]
        above, _, leaf = loaded.rpartition(".")
        if above in sys.modules and hasattr(sys.modules[above], leaf):
            delattr(sys.modules[above], leaf)


def let_go_of(*groups: "tuple[str, ...]") -> None:
    # A PC has the room, and tests there hold on to classes.
    if sys.implementation.name == "micropython":
        for names in groups:
            for name in names:
                let_go(name)


def get_ready_to_enter() -> None:
    _load(_BEFORE_ENTERING)


def get_ready_to_save() -> None:
    _load(_BEFORE_SAVING)


def _load(names: "tuple[str, ...]") -> None:
    for name in names:
        __import__(name)
