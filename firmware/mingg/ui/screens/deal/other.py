"""Other: what players do on Table besides naming a winner. An arrow chooses; A does nothing."""

from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, NOT_TOUCHING, WASHING
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen, link
from mingg.ui.screens import counters, deal, result, setup, wall
from mingg.ui.widgets.rosette import draw_arm, words

MYPY = False
if MYPY:
    from mingg.core.rules import Rules
    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act, Under

DRAW, KONG_DRAW, FOUR_KONGS = "draw", "draw, a kong", "fourth kong"


def endings_of(rules: "Rules") -> "list[str]":
    """Returns the endings without a winner that these rules have, the commonest first."""
    endings = (
        (DRAW, True),
        (KONG_DRAW, rules.kong_passes()),
        (FALSE_WIN, True),
        (DEAD_PAYS, rules.on("dead_hand_pays_limit")),
        (WASHING, rules.on("washing")),
        (MUMMIES, rules.on("nine_mummies")),
        (NOT_TOUCHING, rules.on("not_touching")),
        (FOUR_KONGS, rules.on("four_kongs_draw")),
    )
    return [ending for ending, known in endings if known]


class Other(Screen):
    """Nobody won; the last deal; the wall; the counters, or the names if there are no counters. Nothing is chosen at
    first.

    before: the menu, if it was opened from there.
    """

    bar_y = 52
    words = ("saved",)
    empty = "choose by arrow"

    def __init__(self, app: "App", before: "Under" = None) -> None:
        super().__init__(app, before)
        self.link = here = link(deal.Other, before)
        self.half = app.entry is not None and app.correcting is None
        self.arms: "dict[int, Act]" = {UP: ("nobody won", app.open, deal.NobodyWon, 0, before)}
        if app.correcting is None:
            if app.playing.deals:
                self.arms[LEFT] = "last deal", app.open, result.payments
            self.arms[RIGHT] = "to the wall", app.open, wall.WallScreen, here
            if app.playing.counted():
                self.arms[DOWN] = "to counters", app.open, counters.Trays
            else:
                self.arms[DOWN] = "to names", app.open, setup.renaming, here

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        number = app.correcting or app.evening.deal_number()
        self.header(canvas, say("deal n", number), say("goulash") if app.playing.goulash else "")
        for key, arm in self.arms.items():
            draw_arm(canvas, key, words(key, say(arm[0])))
        canvas.text(say("is half", number) if self.half else say("to the menu"), 64, 44, ALIGN_CENTRE)

    def does(self, key: int, held: bool = False) -> "Act":
        return self.arms.get(key) or super().does(key)
