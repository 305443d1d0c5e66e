"""Goes from page to page of a deal: how it was won, and the pages of each hand."""

from mingg.entry.card_entry import LAST_SET, LIABLE, page_beside, pages_of
from mingg.entry.entry import HOW

MYPY = False
if MYPY:
    from mingg.ui.app import App

HANDS = "seldom.draft.Hands"  # the list of hands, from which one may be looked up


def show_page(app: "App", turn: int, page: int = -1) -> None:
    """Shows a page of a hand, -1 for the last. turn: also HOW."""
    play = app.play
    entry = play.entry
    play.changed()
    if turn == HOW:
        app.show("deal.how.How")
        return
    if page < 0:
        page = pages_of(entry, play.playing, turn)[-1]
    if page == LAST_SET:
        app.show("deal.last_set.LastSet")
    elif page == LIABLE:
        app.show("seldom.liable.Liability")
    elif entry.known[entry.player(turn, play.playing.table)] is None:
        app.show("deal.card.Card", turn)
    else:
        app.show("seldom.known.Known", turn)


def go_on(app: "App") -> None:
    """Goes on to the winner's card when it is known how the deal was won. All hands follow. If that was looked up, only
    the winner's hand follows; after a robbed kong all do, since the robbed player's hand may now lack a pung."""
    play = app.play
    entry = play.entry
    if any(entry.beside) or any(entry.tiles):
        from mingg.entry.tile_entry import read_all

        read_all(entry, play.playing)
    if entry.at < 0 or entry.way == "rob" or not app.navigator.on_path(HANDS):
        entry.at = 0
        app.navigator.show_root()
    app.navigator.leave("deal.how.How")
    show_page(app, 0, 0)


def go_beside(app: "App", turn: int, page: int, step: int) -> None:
    """Goes from a page of a hand to the next one (step 1), or to the one before (-1). From a hand that was looked up,
    goes back to the list of hands, or forward to where the entry stood."""
    play = app.play
    entry = play.entry
    beside = page_beside(entry, play.playing, turn, page, step)
    if beside is not None and beside[0] == turn:
        app.back()  # the other page takes the place of this one
        show_page(app, *beside)
    elif step < 0 and app.navigator.on_path(HANDS):
        app.back()
    elif turn != entry.at:
        play.go_on()
    elif beside is not None:
        entry.at = beside[0]
        app.navigator.show_root()
        show_page(app, *beside)
    else:
        play.finish()
