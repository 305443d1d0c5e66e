"""Opens a saved deal again. When there is no room, this is done again in an emptied heap: so it knows nothing of what
reads the deal."""

from mingg.core.deal.deal import Deal
from mingg.core.table.session import Session
from mingg.ui.app import App
from mingg.ui.play import Play


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
