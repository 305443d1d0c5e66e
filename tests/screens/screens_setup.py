"""Golden screens of setting up a new session; see test_screens.py."""

from help.named_keys import DRAW
from help.named_keys import NEW as SETUP
from mingg.core.rules import load
from mingg.core.rules.options import offered

RULES, PLAYERS, COUNTERS, NAMES, EAST, OPTIONS, LIMIT, ROUNDS, SEATS = range(1, 10)
BEGIN = "hold:a "  # from every row


def row(number: int) -> str:
    """From the proposal, with its first row current, into a row."""
    return f"x{number} down a "


def agree(*names: str, rules: str = "babcock") -> str:
    """From the first option on, gives each of these its next value."""
    options = [option.name for option in offered(load(rules)) if option.name != "limit"]
    keys, at = "", 0
    for name in names:
        steps, at = options.index(name) - at, options.index(name)
        keys += f"x{abs(steps)} {'down' if steps > 0 else 'up'} right " if steps else "right "
    return keys


AFTER_PLAYERS = f"x{NAMES - PLAYERS} down a "
CY = SETUP + row(NAMES) + "up "

SCREENS = {
    "setup/setup": SETUP,
    "setup/setup-drops-a-draft": f"up right {SETUP}",
    "setup/setup-keeps-the-old": DRAW + SETUP + "a",
    "setup/setup-may-go-on": DRAW + SETUP + "up",
    "setup/setup-goes-on": DRAW + SETUP + "up a",
    "setup/setup-goes-on-below": DRAW + SETUP + "up a up",
    "setup/setup-below": SETUP + "x9 down",
    "setup/setup-rules": SETUP + row(RULES),
    "setup/setup-other-rules": SETUP + row(RULES) + "a down",
    "setup/setup-rules-chosen": SETUP + row(RULES) + "up a",
    "setup/setup-options": SETUP + row(OPTIONS),
    "setup/setup-option-agreed": SETUP + row(OPTIONS) + agree("flowers", "four_concealed_drawn"),
    "setup/setup-option-excluded": SETUP + row(OPTIONS) + agree("nine_mummies", "thirteen_orphans"),
    "setup/setup-limit": SETUP + row(LIMIT),
    "setup/setup-limit-none": SETUP + row(LIMIT) + "up",
    "setup/setup-limit-thousands": SETUP + row(LIMIT) + "x9 right",
    "setup/setup-players": SETUP + row(PLAYERS),
    "setup/setup-names": SETUP + row(NAMES),
    "setup/setup-names-of-five": SETUP + row(PLAYERS) + "down " + AFTER_PLAYERS,
    "setup/setup-names-of-three": SETUP + row(PLAYERS) + "up " + AFTER_PLAYERS,
    "setup/setup-typing": CY,
    "setup/setup-typing-letter": CY + "right",
    "setup/setup-typing-rare-letter": CY + "type:A down down",
    "setup/setup-typing-digits": CY + "type:A down a",
    "setup/setup-typing-nothing-there": CY + "right down right",
    "setup/setup-typed": CY + "type:Aaaa",
    "setup/setup-name-taken": CY + "type:Ann a",
    "setup/setup-east": SETUP + row(EAST),
    "setup/setup-rounds": SETUP + row(ROUNDS),
    "setup/setup-counters": SETUP + row(COUNTERS),
}
