"""Begins a new session."""

from mingg.core.table.session import Session
from mingg.evening.evenings import begin
from mingg.lang import say
from mingg.settings import EVENING
from mingg.ui.app import App


def new_session(app: "App", session: "Session", turn: int, club: "list[object] | None" = None) -> None:
    """Starts a new session with player 0 on the chair `turn`, and shows its Table. If that fails, shows why. club:
    see Evening."""
    play, settings = app.play, app.settings
    kept = play.evening.session.deals and session.start is None
    if not app.display.stored("not saved", begin, play.evening, session, turn, club):
        return
    if settings.get(EVENING, ""):  # the new evening may have the number of one that was removed
        app.display.stored("not saved", settings.put, EVENING, "")
    play.entry = play.set_up = None
    play.playing = session
    play.warned = False
    play.table()
    if kept:
        app.display.show_text(say("kept"))
    play.forget_entry()
