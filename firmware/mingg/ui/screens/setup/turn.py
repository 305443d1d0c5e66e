"""Turning the compass: who holds the device sits below; seats and winds stay as they are."""

from mingg.hal.keys import DOWN, A, B
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE
from mingg.ui.screen import Screen
from mingg.ui.seating import CHAIRS
from mingg.ui.widgets.layout import arm

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Under


class Turn(Screen):
    """The arrow is who holds it: the compass turns until he sits below.

    under, proposal: what the menu came from, and goes back to.
    """

    words = ("menu",)

    def __init__(self, app: "App", under: "Under", proposal: "Any" = None) -> None:
        super().__init__(app)
        self.under = under
        self.proposal = proposal

    def draw(self, canvas: "Canvas") -> None:
        app = self.app
        canvas.header(say("who holds it?"), say("A done"))
        for player in app.playing.table.order:
            side = app.side(player)
            if side is not None:
                name = canvas.fit(app.name(player), 60, True)
                arm(canvas, side, [(name, True)], side == DOWN)
        canvas.text(say("you sit"), 64, 43, ALIGN_CENTRE)

    def press(self, key: int) -> None:
        app = self.app
        if key in (A, B):
            from mingg.ui.screens import system

            app.go(system.Menu, self, "menu turn")
            return
        player = app.player_at(key)
        if player is None:
            app.refuse(say("nobody there"))
        elif key == DOWN:
            app.refuse(say("you sit"))  # already
        else:
            self._turn_to(player)

    def _turn_to(self, player: int) -> None:
        app = self.app
        table = app.playing.table
        chairs = CHAIRS[table.players]
        # As seating.side has it: on which chair player 0 began, if this one sits below.
        turn = chairs[-(table.order[0] + table.order.index(player)) % len(chairs)]
        try:
            app.evening.sit(turn, app.evening.called)
        except OSError as error:
            app.refuse_error(error)
            return
        if app.entry is not None:
            app.changed()  # its draft belongs to the ledger, which may have begun just now
