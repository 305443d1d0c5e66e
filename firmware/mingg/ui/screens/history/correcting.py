"""Goes on to the screens that change a saved deal."""

from mingg.ui.screens import deal

MYPY = False
if MYPY:
    from mingg.ui.app import App
    from mingg.ui.screen import Link


def correct(app: "App", number: int, before: "Link | None") -> None:
    """Goes on to what is changed of a deal; back to the screen before where it cannot be read."""
    try:
        app.correct(number)
    except OSError as error:
        app.back_to(before)
        app.refuse_error(error, "not read")
        return
    if app.entry.way is None:
        app.table()
        app.refuse("who won")
    else:
        app.open(deal.How)
