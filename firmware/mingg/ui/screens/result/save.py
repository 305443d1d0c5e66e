"""Saves a deal, and takes it back."""

from mingg.evening.save import save as save_deal
from mingg.lang import say

MYPY = False
if MYPY:
    from mingg.core.deal.deal import Deal
    from mingg.ui.app import App


def save(app: "App", ended: "Deal | None" = None) -> None:
    """Saves a deal that ended without a winner, or the entry if `ended` is None, and shows that. If it fails, goes back
    and shows why."""
    play = app.play
    entry = play.entry
    deal = ended or entry.deal(play.playing.table)
    deal.goulash = play.playing.goulash  # the draw before may have been taken back since the entry began
    try:
        save_deal(play.evening, deal)
    except OSError as error:
        app.back()
        play.refuse_unsaved(error)
        return
    except ValueError:
        app.back()
        app.display.refuse("no deal")
        return
    play.forget_entry()
    play.undoable = entry, play.evening.moment(), app.navigator.path_before()
    app.navigator.show_root()
    app.show("result.saved.payments")
    if entry is not None and ended is not None:
        app.display.show_text(say("half dropped"))


def undo(app: "App") -> None:
    """Takes back the deal that was just saved, and goes to the page where it was entered."""
    play = app.play
    undoable, last = play.undoable, play.evening.last
    if undoable is None or last is None:
        app.back()
        return
    try:
        app.display.meanwhile(play.undo)
    except (ValueError, OSError) as error:
        app.back()
        app.display.refuse_error(error) if isinstance(error, OSError) else app.display.refuse("cannot be changed")
    else:
        app.navigator.show_path(undoable[2])
        if last.deal.winner is not None:
            app.display.show_text(say("taken back"))
