"""Opens an evening: as the players left it, or another one."""

from mingg import lang
from mingg.evening.evening import DRAFT_LOST, DRAFT_WAITS
from mingg.evening.open import open_evening, read_draft
from mingg.lang import say
from mingg.records.ledger import newest, segments
from mingg.settings import EVENING, Settings
from mingg.ui.app import App
from mingg.ui.navigator import SET_UP
from mingg.ui.play import Play


def open_as_left(play: "Play") -> None:
    """Opens the evening as the players left it, with its draft. Raises OSError."""
    app = play.app
    app.settings = Settings(app.store)
    app.use_settings()
    language = app.settings.get("language", lang.ENGLISH)
    if language != lang.spoken() and not lang.choose(language):
        app.display.show_text(say("language lost", language))
    evening = open_evening(app.store, _number(app))
    play.look(evening, evening.session, None)
    notices = evening.notices
    if app.settings.notice is not None:
        notices.append(app.settings.notice)
    notice = _take_up_draft(play)
    if notice is not None:
        play.entry, play.playing = None, evening.session
        notices.append((notice, evening.deal_number()))
    if notices:
        app.show("system.keys.Notice", *notices)
    else:
        start(play)


def start(play: "Play") -> None:
    """Goes to the half-entered deal, or to Table."""
    app = play.app
    play.settle()
    app.navigator.show_root()
    if play.entry is not None:
        app.show("seldom.draft.Draft")
    set_up = play.evening.set_up
    if set_up is not None and set_up["open"] and not app.reopened:
        app.show(SET_UP)


def _number(app: "App") -> int:
    """Returns the number of the older evening that the players play on; 0 for the newest one: if an evening has begun
    since then, or the older one is gone."""
    kept = app.settings.get(EVENING, "").split()
    # The newest one of that time may have been removed.
    if len(kept) == 2 and kept[1].isdigit() and newest(app.store) <= int(kept[1]):
        for number, _, _ in segments(app.store):
            if kept[0] == str(number):
                return number
    return 0


def play_on(play: "Play", number: int) -> None:
    """Goes on with another evening: with its Table. If that fails, shows why."""
    app = play.app
    if app.display.stored("not saved", app.settings.put, EVENING, "%d %d" % (number, newest(app.store))):
        play.boot_again()


def look_at(play: "Play", number: int) -> None:
    """Shows the deals of another evening, until Play.look_away(). Its screens change nothing. Raises OSError."""
    play.keep_input()
    evening = open_evening(play.app.store, number)
    play.aside = play.evening, play.playing, play.entry
    play.look(evening, evening.session, None)


def _take_up_draft(play: "Play") -> "str | None":
    """Goes on with the entry of the draft, if there is one. Returns why that fails; None if it does not."""
    try:
        draft = read_draft(play.evening)
        if draft is None:
            return None
        number, shelved = draft.get("correcting"), draft.get("shelved")
        if number is not None:
            play.app.navigator.make_room()
            from mingg.evening.lines import Lines

            play.playing = Lines(play.evening).deal(number)[1]
            del Lines  # it would keep its module
        from mingg.entry.reopened import unpack

        play.entry = unpack(draft, play.playing)
        play.entry.shelved = unpack(shelved, play.evening.session) if shelved else None
        return None
    except MemoryError:
        return DRAFT_WAITS  # the file stays
    except Exception:  # noqa: BLE001 - a draft that cannot be read, whatever the reason, is lost and named
        return DRAFT_LOST
