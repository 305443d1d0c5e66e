"""Corrects a saved deal: reads it, opens it to be changed, and counts the deal that replaces it. A board may have no
room for what reads the deal beside the entry: each is loaded when it is needed, and when there is no room, the deal is
opened again in an emptied heap."""

from typing import Any

from mingg.core.deal.deal import Deal
from mingg.core.table.session import Session
from mingg.ui.app import App
from mingg.ui.play import Play


def by_hand(app: "App", number: int) -> None:
    """Reads a saved deal, and opens it to be changed."""
    from mingg.evening.lines import Lines

    try:
        deal, session = Lines(app.play.evening).deal(number)
    except OSError as error:
        app.display.refuse_error(error, "not read")
        return
    app.show("history.correct.reopen", number, deal, session)


def replace(app: "App", number: int, deal: "Deal | None" = None) -> None:
    """Shows what it would do to replace a saved deal. deal: None for the one that is entered."""
    from mingg.evening.lines import leaves

    play = app.play
    other = deal or play.entry.deal(play.playing)
    keeps = False
    then: "Any" = None
    try:
        then, keeps = app.display.meanwhile(lambda: leaves(play.evening, number, other))
    except ValueError:
        pass
    except OSError as error:
        then = error
    app.navigator.make_room()
    app.show("history.change.Replace", number, other, then, keeps)


def correct(play: "Play", number: int, deal: "Deal", session: "Session") -> None:
    """Takes a saved deal of this evening as the entry. A half-entered deal waits meanwhile. session: as it stood before
    the deal."""
    from mingg.entry.reopened import deal_again

    entry = deal_again(number, deal, session)
    entry.shelved = play.entry if play.correcting is None else play.entry.shelved
    play.entry, play.playing = entry, session
    play.changed()


def reopen(app: "App", number: int, deal: "Deal", session: "Session") -> None:
    """Opens a deal to be changed, on the screens that entered it. The rest as for correct()."""
    correct(app.play, number, deal, session)
    app.navigator.show_root()
    if app.play.entry.way is not None:
        app.show("deal.how.How")


def leave(app: "App") -> None:
    """Leaves the correction: the saved deal stays as it was. Goes back to the deals."""
    number = app.play.correcting
    app.play.forget_entry()
    app.navigator.show_root()
    app.show("history.deals.Deals")
    app.display.refuse("no correction", number)
