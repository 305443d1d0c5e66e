"""Opens a saved deal again. When there is no room, this is done again in an emptied heap: so it knows nothing of what
reads the deal."""

from mingg.core.deal.deal import Deal
from mingg.core.table.session import Session
from mingg.ui.app import App


def reopen(app: "App", number: int, deal: "Deal", session: "Session") -> None:
    """Opens a deal to be changed, on the screens that entered it. session: as it stood before the deal."""
    app.play.correct(number, deal, session)
    app.navigator.show_root()
    if app.play.entry.way is not None:
        app.show("deal.how.How")
