"""Corrects a saved deal: reads it to be opened again, and counts the deal that replaces it. A board has no room for the
scorer beside the screen of the result."""

from typing import Any

from mingg.core.deal.deal import Deal
from mingg.evening.lines import Lines, leaves
from mingg.ui.app import App


def by_hand(app: "App", number: int) -> None:
    """Opens a saved deal to be changed. A board may have no room for the entry beside what reads the deal: so another
    module makes the entry."""
    try:
        deal, session = Lines(app.play.evening).deal(number)
    except OSError as error:
        app.display.refuse_error(error, "not read")
        return
    app.show("history.again.reopen", number, deal, session)


def replace(app: "App", number: int, deal: "Deal | None" = None) -> None:
    """Shows what it would do to replace a saved deal. deal: None for the one that is entered."""
    play = app.play
    other = deal or play.entry.deal(play.playing)
    keeps = False
    then: "Any" = None
    try:
        then, keeps = app.display.meanwhile(lambda: leaves(play.evening, number, other, Lines(play.evening)))
    except ValueError:
        pass
    except OSError as error:
        then = error
    app.navigator.make_room()
    app.show("history.change.Replace", number, other, then, keeps)
