"""The club night on this device: runs the link, and carries out what the director asks for. Loaded only if club.txt
says which club and table this is.

Requests are carried out one after the other, in the order of their ids, at Table and while nobody presses a key. One
that only publishes records again runs at once. `seat` waits until the players confirm it.
"""

import os
from binascii import hexlify

from mingg import VERSION, memory
from mingg.core.table.session import DEAL
from mingg.hal.ticks import ticks_diff
from mingg.lang import say
from mingg.link.joined import DEVICE, Joined
from mingg.link.link import Link
from mingg.link.memo import Memo, rank
from mingg.records.line import parse

MYPY = False
if MYPY:
    from typing import Any, Callable

    from mingg.core.table.session import Session
    from mingg.link.mqtt import Wire
    from mingg.ui.app import App
    from mingg.ui.kit.canvas import Canvas

CALM_MS = 100  # after this time without a key files are read
REST_MS = 500  # after this time without a key requests are carried out
KEEP_AFTER_MS = 2000  # after this time without a key the position is written
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
NO_EVENING, NO_DEAL, FLASH, NOT_US = "no such evening", "that deal is not possible", "flash", "the players declined"
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
    if not hasattr(app.play, "evening"):  # the flash cannot be read: a screen says so
        return None
    memory.stay(_MODULES)
    try:
        joined = Joined(data)
        device, memo = _device(app, joined, source or os.urandom)
        radio = None
        if dial is None:
            from mingg.link.wire import Wire

            dial = Wire
        if joined.ssid:
            from mingg.link.radio import Radio

            radio = Radio(joined.ssid, joined.key)
    except ValueError:
        app.display.show_text(say("club damaged"))
        return None
    except ImportError:
        app.display.show_text(say("club no radio"))
        return None
    except OSError as error:
        app.display.refuse_error(error)
        return None
    return Club(app, Link(joined, app.store, device, memo, dial, radio))


def _device(app: "App", joined: Joined, source: "Callable[[int], bytes]") -> "tuple[str, Memo]":
    """The device's own number, and what the link has kept. Makes both at the first start."""
    memo = Memo(app.store, joined, app.play.evening.ledger.number)
    device = app.settings.get(DEVICE, "")
    if len(device) != 8:
        memo.lost = False
        memo.keep()  # first: a device with a number has kept something
        device = hexlify(source(4)).decode()
        app.settings.put(DEVICE, device)
    try:
        memo.resume(*app.play.evening.moment())
    except OSError:
        pass  # the link writes it later, and says what is wrong
    return device, memo


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
        if not hasattr(app.play, "evening"):  # the flash cannot be read
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
        if not link.again_runs() and link.waiting:
            self._ask_again()
        if self.at_table():
            beyond = self.beyond()
            if beyond < 0:
                self._told_over = -1
            elif beyond != self._told_over:
                self._told_over = beyond
                self._opens_over = True
                self._open("club.club.Over")
                return
            if link.waiting:
                self._carry_out(now_ms)
            sign = self._state()
            if sign != self._sign and app.screen is self._screen:
                app.display.redraw()
        elif self._at_over and link.waiting:
            self._lead_on()
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
            "screen": "table" if table else "entry" if app.play.entry is not None else "menu",
            "deal": evening.deal_number(),
            "error": link.error,
        }
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

    def read(self, word: str) -> "dict[str, Any] | None":
        """A request that waits; None if it is withdrawn. Declines it if it makes no sense."""
        payload = self.link.waiting.get(word, b"")
        if payload is None:
            self.link.finish(word, BIG)
        elif payload:
            try:
                ask = parse(payload.decode())
            except (ValueError, UnicodeError):
                ask = None
            if ask is not None and isinstance(ask.get("do"), str):
                return ask
            self.link.finish(word, WRONG)
        return None

    def _ask_again(self) -> None:
        """Begins to publish records again, if a request asks for it."""
        for word in self.requests():
            if b'"again"' not in (self.link.waiting[word] or b""):
                continue
            ask = self.read(word)
            if ask is not None and ask["do"] == "again":
                evening, first = ask.get("evening"), ask.get("from", 0)
                if type(evening) is not int or type(first) is not int:
                    self.link.finish(word, WRONG)
                elif not self.link.memo.since <= evening <= self.app.play.evening.ledger.number:
                    self.link.finish(word, NO_EVENING)
                else:
                    self.link.begin_again(word, self.app.store, evening, first)
                return

    def _carry_out(self, now_ms: int) -> None:
        """Carries out the first request that waits for Table."""
        link = self.link
        for word in self.requests():
            ask = self.read(word)
            if ask is None:
                return
            do = ask["do"]
            if do == "again":
                continue
            if do in ("correct", "pay", "undo"):
                self._change(word, ask)
                self._changed_at = now_ms
                return
            if self._changed_at is not None:
                if ticks_diff(now_ms, self._changed_at) < READ_MS:
                    return
                self._changed_at = self.app.display.bar = None
            if do == "seat":
                if word != self.later:
                    self.open_seat(word)
                return  # what follows belongs to the new sitting
            if do == "show":
                self._show(word, ask)
            elif do == "go":
                self._go(word, ask)
            elif do == "end":
                if link.memo.sitting is None:
                    link.finish(word, UNKNOWN)
                else:
                    evening = self.app.play.evening
                    link.memo.sitting[1:] = [evening.ledger.number, evening.session.deals, 0]
                    link.untold = True
                    link.finish(word, self._last())
            else:
                link.finish(word, UNKNOWN)
            return

    def _lead_on(self) -> None:
        """While the players look at the end of a sitting: shows them where to go, as soon as that is known."""
        for word in self.requests():
            ask = self.read(word)
            if ask is not None and ask["do"] == "go":
                self._go(word, ask)
            if ask is None or ask["do"] != "again":
                return

    def _open(self, name: str, *arguments: "Any") -> None:
        """Opens a screen that the players did not ask for: lights the panel, and gives a signal."""
        app = self.app
        app.display.wake()
        app.display.bar = None
        if app.display.signals is not None:
            app.display.signals.saved()
        app.show(name, *arguments)

    def _last(self) -> int:
        """The number of the last record."""
        ledger = self.app.play.evening.ledger
        return ledger.records - 1 if ledger.parts else 0

    def _show(self, word: str, ask: "dict[str, Any]") -> None:
        text = ask.get("text")
        if not isinstance(text, str) or not text:
            self.link.finish(word, WRONG)
            return
        self.link.finish(word, self._last())
        self._open("club.club.Show", "".join([sign for sign in text if sign >= " "]))

    def _go(self, word: str, ask: "dict[str, Any]") -> None:
        places = ask.get("places")
        if not isinstance(places, list) or not 0 < len(places) <= 5 or not all(map(_is_place, places)):
            self.link.finish(word, WRONG)
            return
        self.places = places
        self.link.finish(word, self._last())
        self._open("club.club.Go")

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

    def _change(self, word: str, ask: "dict[str, Any]") -> None:
        """Corrects a deal, books a payment, or takes the last line back."""
        app, do = self.app, ask["do"]
        held = None
        try:
            self._note(word)
            if do == "pay":
                from mingg.evening.counters import holdings

                held = holdings(app.play.evening)
            text = app.display.meanwhile(lambda: self._changed(ask))
        except OSError as error:
            self.link.finish(word, FLASH)
            app.display.refuse_error(error)
            return
        except (ValueError, TypeError, KeyError, IndexError, AttributeError):
            self.link.finish(word, NAMES if do == "pay" else NO_DEAL)
            return
        if not text:
            self.link.finish(word, GONE_ON)
            return
        self.link.finish(word, self._last())
        app.play.table()
        if held is None:
            app.display.show_text(text)
        else:  # the counters that the players have to move
            app.display.bar = None
            app.show("counters.counters.of_change", held, [self._payment(ask)], text)

    def _changed(self, ask: "dict[str, Any]") -> str:
        """Does what _change() is for; returns what to show, "" if the lines are not those that the director saw. Raises
        OSError, or another error if it is impossible."""
        evening, do = self.app.play.evening, ask["do"]
        if do == "pay":
            payment = self._payment(ask)
            from mingg.evening.beside import pay

            pay(evening, [payment])
            return say("club paid", payment[2])
        if ask["evening"] != evening.ledger.number:
            return ""
        from mingg.evening.change import correct, undo
        from mingg.evening.lines import Lines
        from mingg.records.parse import read_kept

        if do == "undo":
            if ask["record"] != self._last():
                return ""
            undo(evening)
            return say("club undone")
        number = ask["deal"]
        if type(number) is not int:
            raise ValueError("deal")
        # 0: the director does not know the record, since some before it are lost.
        lines = Lines(evening)
        if ask["record"] and not any(
            line.kind == DEAL and (line.number, line.record) == (number, ask["record"]) for line in lines
        ):
            return ""
        correct(evening, number, read_kept(ask["to"], lines.deal(number)[1]))
        return say("club corrected", number)

    def _payment(self, ask: "dict[str, Any]") -> "tuple[int, int, int]":
        """(player who pays, player who receives, points) of a request. ValueError: there is no such player, or the
        points are none that counters can pay."""
        evening, points = self.app.play.evening, ask["points"]
        if type(points) is not int or points <= 0:
            raise ValueError("points")
        # The director names those who were seated here, whatever they call themselves now.
        source, to = [evening.session.names.index(ask[key]) for key in ("from", "to")]
        return source, to, points

    # ---- a new sitting ----

    def open_seat(self, word: str) -> None:
        """Shows the players a new sitting, if it is possible."""
        ask = self.read(word)
        if ask is None:
            return
        session = self.session(word, ask)
        if session is not None:
            self._open("club.club.Sit", word, session, ask["sitting"], ask["deals"])

    def session(self, word: str, ask: "dict[str, Any]") -> "Session | None":
        """The session that a request asks for. Declines it, and returns None, if that is impossible."""
        from mingg.core.interchange.tables import read_session

        keys = {"mingg": 1}
        for key in ("rules", "options", "house", "names", "counters"):
            if ask.get(key) is not None:
                keys[key] = ask[key]
        names = ask.get("names")
        sitting, deals = ask.get("sitting"), ask.get("deals")
        if type(sitting) is not int or type(deals) is not int or sitting < 1 or deals < 1:
            self.link.finish(word, WRONG)
        elif not isinstance(names, list) or not all(isinstance(name, str) and len(name) <= _NAMES for name in names):
            self.link.finish(word, NAMES)
        else:
            try:
                return read_session(keys)
            except (ValueError, TypeError, KeyError):
                self.link.finish(word, RULES)
        return None

    def sit(self, word: str, session: "Session", sitting: int, deals: int) -> None:
        """The players sit down: begins the session."""
        app, memo = self.app, self.link.memo
        if word not in self.link.waiting:  # withdrawn meanwhile
            app.play.table()
            app.display.refuse("no request")
            return
        before = app.play.evening.moment()
        try:
            self._note(word, sitting, deals)
        except OSError as error:
            app.display.refuse_error(error)
            return
        app.play.begin(session, 0)
        if app.play.evening.moment() == before:
            self.link.forget()  # it could not be written, and the bar says why
            return
        memo.sitting = [sitting, app.play.evening.ledger.number, 0, deals]
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


def _is_place(place: "Any") -> bool:
    """Whether this is [name, table, seat]."""
    return (
        isinstance(place, list)
        and len(place) == 3
        and isinstance(place[0], str)
        and type(place[1]) is int
        and 0 < place[1] < 1000
        and place[2] in ("E", "S", "W", "N", "")
    )
