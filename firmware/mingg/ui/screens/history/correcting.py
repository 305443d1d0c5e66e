"""Goes to the screens that change a saved deal."""

from mingg.evening.change import after_correct
from mingg.ui.screens import deal

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.core.table.session import Standing
    from mingg.ui.app import App
    from mingg.ui.screen import Link


def correct(app: "App", number: int, before: "Link | None") -> None:
    """Opens a saved deal to be changed. If it cannot be read, goes back to the screen before."""
    try:
        app.correct(number)
    except OSError as error:
        app.back_to(before)
        app.refuse_error(error, "not read")
        return
    if app.entry.way is None:
        app.table()
    else:
        app.open(deal.How)


def replace(app: "App", number: int, deal: "Deal", before: "Link | None") -> None:
    """Counts a deal that replaces another, then shows the result. A board has no room for both steps at once,
    so modules are unloaded between them."""
    after = app.meanwhile(lambda: _after(app, number, deal))
    app.keep(())
    from mingg.ui.screens.history.preview import Preview

    app.show(Preview(app, number, deal, before, after))


def _after(app: "App", number: int, deal: "Deal") -> "Standing | ValueError | OSError":
    try:
        return after_correct(app.evening, number, deal)
    except (ValueError, OSError) as error:
        return error
