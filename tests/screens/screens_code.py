"""Golden screens of the QR code; see test_screens.py."""

from help.named_keys import CODE
from screens.screens_deals import CY_FROM_BO, FIVE, GAME

SCREENS = {
    "history/code-before-a-deal": CODE,
    "history/code": CY_FROM_BO + CODE,
    "history/code-of-five": FIVE + CODE,
    "history/code-at-the-end": GAME + "a down",
}
