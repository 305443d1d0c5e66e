"""Golden screens of the menu, the deals of an evening, payments by hand, endings, the end of a game, and old evenings;
see test_screens.py."""

from help.intent import said
from help.named_keys import (
    DEALS,
    DRAW,
    END,
    EVENINGS,
    LAST_DEAL,
    LEAVE_LIST,
    MENU,
    NAMES,
    NEW,
    NOBODY,
    PAYMENT,
    SWAP,
    ended_by,
    to_saved,
    to_table,
)
from screens.screens_cards import game
from screens.screens_setup import BEGIN, LIMIT, RULES, SETUP, row
from screens.screens_wall import FIVE as FIVE_PLAYERS
from screens.screens_wall import HARR, THREE, session

HARR_OF_THREE, FIVE = session(HARR, THREE), session(players=FIVE_PLAYERS)

# from Table to Table: Cy claims Bo's tile, and has an exposed and a concealed pung; Di has one of dragons
CY_FROM_BO = said("Cy<Bo (pung simple) pung simple a (pung dragon) x3 a NEXT")
# the same deal entered again, Di's pung now concealed; from the list, with the deal's row current
CORRECTED = to_saved("a a right a left right", 3) + " "
ENDINGS = dict.fromkeys(("dead_hand_pays_limit", "washing", "not_touching", "four_kongs_draw"), True)
CHINESE = game("chinese", nine_mummies="bonus", **ENDINGS)
CHINESE_UNLIMITED = f"{SETUP}down a down {row(LIMIT - RULES)}up a {BEGIN}"
HARR_LIMIT = SETUP + "down a up up a "
# three rounds of three: the player to the right of East draws and wins, in the last deal from a discard
THREE_ROUNDS = "".join(to_table(f"{side} {side}", 3) + " " for side in ("right", "left", "down") * 3)
GAME = HARR_OF_THREE + THREE_ROUNDS.rsplit("down down", 1)[0] + to_saved("down left left up", 3) + " "

SCREENS = {
    "system/menu-of-a-correction": DRAW + CY_FROM_BO + DEALS + f"a a {MENU}",
    "history/deals-none": DEALS,
    "history/deals": DRAW + CY_FROM_BO + DEALS,
    "history/deals-older": DRAW + CY_FROM_BO + DEALS + "down",
    "history/deals-opened": DRAW + CY_FROM_BO + DEALS + "a",
    "history/deals-many": DRAW + CY_FROM_BO + DRAW + DRAW + DEALS + "x3 down",
    "history/deals-every-kind": DRAW
    + CY_FROM_BO
    + DEALS
    + CORRECTED
    + f"a {LEAVE_LIST} "
    + PAYMENT
    + "up right up a "
    + DEALS,
    "history/deals-pays-back": PAYMENT + "up right up a " + DRAW + DEALS + "down hold:a",
    "history/deals-paid-back": PAYMENT + "up right up a " + DRAW + DEALS + "down hold:a a",
    "history/deals-undo": DRAW + CY_FROM_BO + DEALS + "hold:a",
    "history/deals-undone": DRAW + CY_FROM_BO + DEALS + "hold:a a",
    "history/deals-counts-as-a-draw": CY_FROM_BO + DRAW + DEALS + "down hold:a",
    "history/deals-corrected": DRAW + CY_FROM_BO + DEALS + CORRECTED,
    "history/deals-correction-saved": DRAW + CY_FROM_BO + DEALS + CORRECTED + "a",
    "history/deals-keeps-east": CY_FROM_BO + DRAW + DEALS + "down a a b down down x4 a",
    "history/deals-who-won": DRAW + DEALS + "a a",
    "history/deals-east-next": DRAW + DEALS + "a a " + to_saved("up right left left"),
    "history/swap": SWAP,
    "history/swap-whom": SWAP + "right",
    "history/swap-of-five": FIVE + SWAP,
    "history/swap-preview": CY_FROM_BO + SWAP + "up right",
    "history/deals-swapped": CY_FROM_BO + SWAP + "up right a " + DEALS,
    "history/deals-undo-swap": CY_FROM_BO + SWAP + "up right a " + DEALS + "hold:a",
    "setup/names-after-a-deal": DRAW + NAMES,
    "setup/names-of-five-after-a-deal": FIVE + DRAW + NAMES,
    "history/pay": PAYMENT,
    "history/pay-whom": PAYMENT + "up",
    "history/pay-points": PAYMENT + "up right up x2 up left up",
    "history/pay-five": FIVE + PAYMENT,
    "history/pay-several": FIVE + PAYMENT + "up hold:left down hold:a",
    "history/pay-each": PAYMENT + "down a up",
    "deal/table-of-five": FIVE,
    "deal/table-of-five-half-entered": FIVE + "up b",
    "deal/saved-another-sits-out": FIVE
    + "".join(to_table(f"{side} {side}", 4) + " " for side in ("right", "up", "left"))
    + to_saved("down down", 4),
    "deal/false-win-price": f"{ended_by(1)} right",
    "deal/false-win-points": f"{ended_by(1)} right up a up",
    "deal/nobody-won": NOBODY,
    "deal/nobody-won-chinese": CHINESE + NOBODY,
    "deal/nobody-won-below": CHINESE + f"{NOBODY} x6 down",
    "deal/nobody-won-washing": HARR_LIMIT + f"{ended_by(2)} left",
    "deal/ended-false-win": CHINESE + f"{ended_by(2)} right",
    "deal/ended-mummies": CHINESE + f"{ended_by(5)} up x2 down a",
    "deal/ended-not-touching": CHINESE + f"{ended_by(6)} down",
    "deal/ended-saved": CHINESE + f"{ended_by(2)} right a",
    "deal/ended-unpayable": CHINESE_UNLIMITED + f"{ended_by(2)} right",
    "history/over-saved": GAME,
    "history/over-early": CY_FROM_BO + END,
    "history/over": GAME + "a",
    "history/over-pool": GAME + "a up",
    "history/over-pool-taken": GAME + "a up left",
    "history/over-next-game": GAME + "a a",
    "result/payments-of-the-last-deal": CY_FROM_BO + LAST_DEAL,
    "history/evenings": DRAW + NEW + "a " + EVENINGS,
    "history/evenings-older": DRAW + NEW + "a " + EVENINGS + "down",
    "history/evenings-opened": CY_FROM_BO + NEW + "a " + EVENINGS + "down a",
    "history/evenings-deals-read": CY_FROM_BO + NEW + "a " + EVENINGS + "down a down",
    "history/evenings-deal-read": CY_FROM_BO + NEW + "a " + EVENINGS + "down a down a",
    "history/evenings-delete": CY_FROM_BO + NEW + "a " + EVENINGS + "down hold:a",
}
