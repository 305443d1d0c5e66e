"""The club night on this device: runs the link, and carries out what the director asks for. Loaded only if club.txt
says which club and table this is.

Requests are carried out one after the other, in the order of their ids, at Table and while nobody presses a key. `seat`
waits until the players confirm it.
"""

import os
from binascii import hexlify
from typing import Any, Callable, Union

from mingg import VERSION, memory
from mingg.core.table.session import DEAL, Session, player_of
from mingg.hal.ticks import ticks_diff
from mingg.lang import say
from mingg.link.joined import DEVICE, Joined
from mingg.link.link import Link
from mingg.link.memo import Memo, rank
from mingg.link.mqtt import Wire
from mingg.records.line import parse
from mingg.ui.app import App
from mingg.ui.kit.canvas import Canvas

Done = Union[tuple[Any, ...], str, None]
Asked = dict[str, Any]

CALM_MS = 100  # after this time without a key files are read
REST_MS = 500  # after this time without a key requests are carried out
KEEP_AFTER_MS = 2000  # after this time without a key what was asked is written
READ_MS = 3000  # so long players can read what the director has changed, before another screen comes
_NAMES = 40  # letters of a player's name, at most
_MODULES = (
    "mingg.link.joined",
    "mingg.link.link",
    "mingg.link.memo",
    "mingg.link.mqtt",
    "mingg.link.radio",
    "mingg.link.records",
    "mingg.link.wire",
    "mingg.ui.club",
)
# Why a request is declined: the director's page shows it.
WRONG, UNKNOWN, RULES, NAMES = "not understood", "this device does not know it", "no such rules", "no such players"
NO_DEAL, FLASH, NOT_US = "that deal is not possible", "flash", "the players declined"
BIG, GONE_ON = "too long", "the table has gone on"


def begin(
    app: "App",
    data: bytes,
    dial: "Callable[[str, int], Wire] | None" = None,
    source: "Callable[[int], bytes] | None" = None,
) -> "Club | None":
    """Begins the link. data: the content of club.txt. dial: opens a connection; None: over TCP. source: makes random
    bytes; None: os.urandom(), which a page lacks. Activates the radio if there is one, which may take a second. Returns
    None, and says so, if that does not work."""
    if app.play.evening is None:  # the flash cannot be read: a screen says so
        return None
    memory.stay(_MODULES)
    try:
        joined = Joined(data)
        memo = Memo(app.store, joined, app.play.evening.ledger.number)
        device = app.settings.get(DEVICE, "")
        if len(device) != 8:  # at the first start
            memo.lost = False
            memo.keep()  # first: a device with a number has kept something
            device = hexlify((source or os.urandom)(4)).decode()
            app.settings.put(DEVICE, device)
        try:
            memo.resume(*app.play.evening.moment())
        except OSError:
            pass  # the link writes it later, and says what is wrong
        radio = None
        if dial is None:
            from mingg.link.wire import Wire

            dial = Wire
        if joined.ssid:
            from mingg.link.radio import Radio

            radio = Radio(joined.ssid, joined.key)
        return Club(app, Link(joined, app.store, device, memo, dial, radio))
    except ValueError:
        app.display.show_text(say("club damaged"))
    except ImportError:
        app.display.show_text(say("club no radio"))
    except OSError as error:
        app.display.refuse_error(error)
    return None


class Club:
    """link    the Link
    places  where the players sit next: [[name, table, seat], ...]; [] if nobody said so
    later   the id of a `seat` that the players put off
    """

    def __init__(self, app: "App", link: Link) -> None:
        self.app = app
        self.link = link
        self.places: "list[Any]" = []
        self.later = ""
        self._sign = -1  # the sign as it was drawn
        self._screen: "Any" = None
        self._record = -1
        self._told_over = -1  # the deals with which the players have seen that the sitting is over
        self._opens_over = self._at_over = False  # the screen that says so opens next, or is open
        self._changed_at: "int | None" = None  # when the director changed something
        self._teller = self._tell  # made once: each look at a method allocates
        link.unsure = link.memo.lost

    # ---- steps ----

    def step(self, now_ms: int) -> None:
        """Called in every turn of the main loop, after the keys and the picture. Does at most one small thing; only
        carrying out a request takes longer, at Table."""
        app, link = self.app, self.link
        if app.play.evening is None:  # the flash cannot be read
            return
        quiet = ticks_diff(now_ms, app.display.rest.since) if app.keys.at_rest() and not app.display.stale else 0
        if app.screen is not self._screen:
            self._screen, link.untold = app.screen, True
            self._at_over, self._opens_over = self._opens_over, False
        if app.play.evening.ledger.records != self._record:
            self._record, link.untold = app.play.evening.ledger.records, True
            self.later = ""  # after each deal the players are asked again
        link.step(now_ms, app.play.evening.ledger, quiet >= CALM_MS, self._teller)
        if quiet < REST_MS:
            return
        table = self.at_table()
        if table:
            beyond = self.beyond()
            if beyond < 0:
                self._told_over = -1
            elif beyond != self._told_over:
                self._told_over = beyond
                self._opens_over = True
                self._open("club.club.Over")
                return
        if link.waiting:
            self._carry_out(now_ms, table)
        if table and self._state() != self._sign and app.screen is self._screen:
            app.display.stale = True
        if quiet >= KEEP_AFTER_MS:
            link.keep(now_ms)

    def at_table(self) -> bool:
        return self.app.is_at_table() and self.app.play.entry is None

    def _tell(self) -> "dict[str, Any]":
        """What `here` says."""
        app, link = self.app, self.link
        evening = app.play.evening
        ledger = evening.ledger
        table = app.is_at_table()
        keys = {
            "state": "on",
            "version": VERSION,
            "device": link.device,
            "evening": ledger.number,
            "records": ledger.records - 1 if ledger.parts else -1,
            "queued": link.queued(ledger),
            "unkept": {str(evening): count for evening, count in link.unkept(ledger).items()},
            "screen": "table" if table else "entry" if app.play.entry is not None else "menu",
            "error": link.error,
            "oldest": link.memo.oldest,
        }
        if app.battery is not None:
            keys["low"] = app.battery.low
        sitting = link.memo.sitting
        if sitting is not None:
            keys["sitting"], keys["over"] = sitting[0], self.beyond() >= 0
        return keys

    def beyond(self) -> int:
        """How many deals were played after the end of the sitting, which do not count; below 0: it has not ended."""
        sitting, evening = self.link.memo.sitting, self.app.play.evening
        if sitting is None or sitting[1] != evening.ledger.number:
            return -1
        deals = evening.session.deals - sitting[2] - sitting[3]
        return deals if sitting[3] else max(0, deals)

    # ---- requests ----

    def requests(self) -> "list[str]":
        """The ids of the requests that wait, in their order."""
        return sorted(self.link.waiting, key=rank)

    def _read(self, word: str) -> "Asked | None":
        """A request that waits. Declines it, and returns None, if it makes no sense."""
        payload = self.link.waiting[word]
        why = BIG
        if payload is not None:
            why = WRONG
            try:
                ask = parse(payload.decode())
                if isinstance(ask.get("do"), str):
                    return ask
            except (ValueError, UnicodeError):
                pass
        self.link.finish(word, why)
        return None

    def _carry_out(self, now_ms: int, table: bool) -> None:
        """Carries out the first request that waits, if that is possible now: at Table each; on the screen that says a
        sitting is over, one that says where the players go."""
        if table or self._at_over:
            word = self.requests()[0]
            ask = self._read(word)
            if ask is not None and not self._must_wait(word, ask["do"], now_ms, table):
                self._do(word, ask)

    def _must_wait(self, word: str, do: str, now_ms: int, table: bool) -> bool:
        if not table:
            return do != "go"
        if do in CHANGES:
            self._changed_at = now_ms
            return False
        if self._changed_at is not None:
            if ticks_diff(now_ms, self._changed_at) < READ_MS:
                return True
            self._changed_at = self.app.display.bar = None
        return word == self.later

    def _do(self, word: str, ask: "Asked") -> None:
        """Carries out a request, and answers it."""
        app, do = self.app, ask["do"]
        if do not in REQUESTS:
            self.link.finish(word, UNKNOWN)
            return
        action, why = REQUESTS[do]
        done: "Done" = why
        try:
            if do in CHANGES:
                self._note(word)
                done = app.display.meanwhile(lambda: action(self, word, ask))
            else:
                done = action(self, word, ask)
        except OSError as error:
            done = FLASH
            app.display.refuse_error(error)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            pass
        if isinstance(done, str):
            self.link.finish(word, done)
        elif done is not None:
            ledger = app.play.evening.ledger
            self.link.finish(word, ledger.records - 1 if ledger.parts else 0)
            if done:
                done[0](*done[1:])

    def _open(self, name: str, *arguments: "Any") -> None:
        """Opens a screen that the players did not ask for: lights the panel, and gives a signal."""
        app = self.app
        app.display.wake()
        app.display.bar = None
        if app.display.signals is not None:
            app.display.signals.saved()
        app.show(name, *arguments)

    def _note(self, word: str, sitting: int = 0, deals: int = 0) -> None:
        """Notes that a request is about to be carried out. Raises OSError."""
        memo = self.link.memo
        evening, records = self.app.play.evening.moment()
        memo.doing = [word, evening, records, sitting, deals]
        try:
            memo.keep()
        except OSError:
            memo.doing = None
            raise

    # What is done for a request: each returns a function with its arguments, which shows what is done, or (); the
    # reason why it is declined; or None if it is answered later.

    def _show(self, word: str, ask: "Asked") -> "Done":
        text, called = ask.get("text"), ask.get("called")
        if not isinstance(text, str) or not text:
            return WRONG
        if called:  # substitutes have taken seats
            from mingg.evening.evenings import sit

            evening = self.app.play.evening
            session, names = evening.session, list(evening.called)
            for name in called:
                names[player_of(session.sits, session.names.index(name))] = called[name]
            if not _are_names(names):
                return NAMES
            sit(evening, evening.turn, names)
        return self._open, "club.club.Show", "".join([sign for sign in text if sign >= " "])

    def _go(self, word: str, ask: "Asked") -> "Done":
        places = ask["places"]
        if not isinstance(places, list) or not 0 < len(places) <= 4:
            return WRONG
        for name, table, seat in places:
            known = isinstance(name, str) and type(table) is int and seat in ("E", "S", "W", "N")
            if not known or not 0 < table < 1000:
                return WRONG
        self.places = places
        return self._open, "club.club.Go"

    def _end(self, word: str, ask: "Asked") -> "Done":
        link, evening = self.link, self.app.play.evening
        if link.memo.sitting is None:
            return UNKNOWN
        link.memo.sitting[1:] = [evening.ledger.number, evening.session.deals, 0]
        link.untold = True
        self.app.display.stale = True
        return ()

    def _pay(self, word: str, ask: "Asked") -> "Done":
        from mingg.evening.beside import pay
        from mingg.evening.counters import holdings

        evening, points = self.app.play.evening, ask["points"]
        if type(points) is not int or points <= 0:
            return NAMES
        # The director names those who were seated here, whatever they call themselves now.
        session = evening.session
        source, to = [player_of(session.sits, session.names.index(ask[key])) for key in ("from", "to")]
        held, payments = holdings(evening), [(source, to, points)]
        pay(evening, payments)
        return self._show_change, say("club paid", points), held, payments

    def _undo(self, word: str, ask: "Asked") -> "Done":
        from mingg.evening.change import undo

        evening = self.app.play.evening
        if (ask["evening"], ask["record"]) != (evening.ledger.number, evening.ledger.records - 1):
            return GONE_ON
        undo(evening)
        return self._show_change, say("club undone")

    def _correct(self, word: str, ask: "Asked") -> "Done":
        from mingg.core.interchange.judge import judge
        from mingg.evening.change import correct
        from mingg.evening.lines import Lines
        from mingg.records.parse import read_kept

        evening, number, record = self.app.play.evening, ask["deal"], ask["record"]
        if ask["evening"] != evening.ledger.number:
            return GONE_ON
        if type(number) is not int:
            return NO_DEAL
        lines = Lines(evening)
        # 0: the director does not know the record, since some before it are lost.
        if record and not any(line.kind == DEAL and (line.number, line.record) == (number, record) for line in lines):
            return GONE_ON
        before = lines.deal(number)[1]
        deal = read_kept(ask["to"], before)
        judge(deal, before.rules, before.table.round_wind())
        correct(evening, number, deal)
        return self._show_change, say("club corrected", number)

    def _show_change(self, text: str, held: "Any" = None, payments: "Any" = None) -> None:
        """Shows what the director has changed, and the counters that the players have to move."""
        app = self.app
        app.play.table()
        if held is None:
            app.display.show_text(text)
        else:
            app.display.bar = None
            app.show("counters.counters.of_change", held, payments, text)

    def _seat(self, word: str, ask: "Asked") -> "Done":
        """Shows the players a new sitting."""
        from mingg.core.interchange.tables import read_session

        names, sitting, deals = ask.get("names"), ask.get("sitting"), ask.get("deals")
        if type(sitting) is not int or type(deals) is not int or sitting < 1 or deals < 1:
            return WRONG
        if not isinstance(names, list) or len(names) > 4:  # at no table of a club does anybody sit out
            return NAMES
        if not _are_names(names):
            return NAMES
        keys = {"mingg": 1}
        for key in ("rules", "options", "house", "names", "counters"):
            if ask.get(key) is not None:
                keys[key] = ask[key]
        self._open("club.club.Sit", word, read_session(keys), sitting, deals)
        return None

    # ---- a new sitting ----

    def sit(self, word: str, session: "Session", sitting: int, deals: int) -> None:
        """The players sit down: begins the session."""
        app, memo = self.app, self.link.memo
        if word not in self.link.waiting:  # withdrawn meanwhile
            app.play.table()
            app.display.refuse("no request")
            return
        before = app.play.evening.moment()
        is_new_night = sitting == 1 and self.link.has_all(app.play.evening.ledger)
        try:
            self._note(word, sitting, deals)
        except OSError as error:
            app.display.refuse_error(error)
            return
        from mingg.ui.begin import new_session

        new_session(app, session, 0, [self.link.joined.club, sitting, word])
        if app.play.evening.moment() == before:
            self.link.forget()  # it could not be written, and the bar says why
            return
        memo.sitting = [sitting, app.play.evening.ledger.number, 0, deals]
        if is_new_night:
            self.link.begin_night(app.play.evening.ledger.number)
        self._told_over = -1
        self.places = []
        self.link.finish(word, 0)

    def put_off(self, word: str) -> None:
        """The players do not sit down yet."""
        self.later = word
        self.app.play.table()

    def decline(self, word: str) -> None:
        """The players say that the request is not for them."""
        self.link.finish(word, NOT_US)
        self.app.play.table()

    # ---- what Table shows ----

    def _state(self) -> int:
        """A number for the sign: the state of the link, and whether requests wait."""
        return (1 if self.link.state == "on" else 0) + (2 if self.link.waiting else 0)

    def sign(self, canvas: "Canvas") -> None:
        """Draws the state of the link into the lower right corner of Table."""
        self._sign = self._state()
        on = self._sign & 1
        for i in range(3):
            high = 3 + 2 * i if on else 1
            canvas.box(117 + 3 * i, 61 - high, 2, high)
        if self._sign & 2:
            canvas.text("!", 111, 54)


def _are_names(names: "list[Any]") -> bool:
    return all(isinstance(name, str) and len(name) <= _NAMES for name in names)


# What the director may ask for: what does it, and the reason why it is declined if it makes no sense.
REQUESTS: "dict[str, tuple[Callable[[Club, str, Asked], Done], str]]" = {
    "correct": (Club._correct, NO_DEAL),
    "end": (Club._end, WRONG),
    "go": (Club._go, WRONG),
    "pay": (Club._pay, NAMES),
    "seat": (Club._seat, RULES),
    "show": (Club._show, WRONG),
    "undo": (Club._undo, NO_DEAL),
}
CHANGES = ("correct", "pay", "undo")  # they write a line of the ledger
