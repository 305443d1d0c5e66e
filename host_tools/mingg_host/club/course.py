"""The course of a night without a network: carries out the director's actions, and takes them back."""

from __future__ import annotations

import copy
import json
import secrets
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from mingg_scoring.json_text import MinggError

from mingg_host.club import document, movements, topics
from mingg_host.club.devices import plain_text
from mingg_host.club.document import Document, Penalty, Played, Table
from mingg_host.club.link import check_deal
from mingg_host.club.movements.seating import WINDS, Given, Seating, drawn
from mingg_host.club.night import why_no_player
from mingg_host.club.records import Book, Name
from mingg_host.club.state import DOCUMENT, NightState
from mingg_host.club.view import LATE, LEFT, PRESENT, ActionError
from mingg_host.evenings.evening import Evening, PlayedDeal, corrected
from mingg_host.evenings.ledger import in_words
from mingg_host.evenings.names import one_name

Json = dict[str, Any]

MOST_UNDO = 20
MOST_DONE = 50
MOST_TEXT = 80  # letters of a message on a device
MOST_POINTS = 1_000_000
UNLIMITED = 999  # deals of a sitting that the director ends
UNDO = "undo"  # a note in the book
RIVAL = "Another night of this club runs: {}, begun at {}. This one has stopped; everything so far is kept."


class _Done(NamedTuple):
    """An action of the director. text: in words. before: the document before it. asks: its requests, as (id, what)."""

    text: str
    before: Json
    asks: list[list[str]]


def _noted(text: str) -> list[_Done]:
    """Returns the actions in a note; [] if it is damaged: then none can be taken back, and the night goes on."""
    try:
        done = [_Done(*one) for one in json.loads(text)]
    except (ValueError, TypeError, RecursionError):
        return []
    are_typed = (tuple(map(type, one)) == (str, dict, list) for one in done)
    return done if all(are_typed) else []


class Course(NightState):
    """A night and its director. dice: throws and draws."""

    def __init__(self, night: Document, book: Book, host: str, dice: Random | None = None) -> None:
        super().__init__(night, book, host)
        self.dice = dice or Random()
        self._undo = _noted(book.note(UNDO) or "[]")

    def _adopt(self, other: Document) -> None:
        """Another computer's actions are not taken back here."""
        self._undo = []
        super()._adopt(other)

    # ---- actions ----

    def act(self, action: Json) -> str:
        """Carries out an action of the director, see view.Night.act. Raises ActionError and BookError. After any error
        nothing has changed."""
        if self.rival is not None:
            raise ActionError(RIVAL.format(self.rival.plan.name, self.rival.since))
        do = action.get("do") if isinstance(action, dict) else None
        known = _ACTIONS.get(do) if isinstance(do, str) else None
        if known is None and do != "undo":
            raise ActionError(f"There is no such action. Choose one of {', '.join(_ACTIONS)}, undo.")
        before, asks_seen, is_settled = copy.deepcopy(self.night), set(self.asks_seen), self.is_settled
        queued = len(self.outgoing)
        try:
            text, undo = self._undone() if known is None else self._done(known, action)
            self.night.done = [*before.done, secrets.token_hex(4)][-MOST_DONE:]
            self._changed()
            self._note_records()
            self.book.write(**{UNDO: json.dumps(undo, ensure_ascii=False), DOCUMENT: self._document_text()})
        except BaseException:
            self.night, self.asks_seen, self.is_settled = before, asks_seen, is_settled
            while len(self.outgoing) > queued:
                self.outgoing.pop()
            raise
        self._undo = undo
        self.is_settled = True
        self._publish()
        return text

    def _done(self, known: Callable[[Course, Json], str], action: Json) -> tuple[str, list[_Done]]:
        """Carries out an action. Returns it in words, and the actions that undo takes back, the last one last."""
        before = self.night.as_json()
        old = {ask.id for ask in self.night.asks}
        text = known(self, action)
        if action["do"] in _FACTS:
            return text, self._undo
        asks = [[ask.id, ask.what["do"]] for ask in self.night.asks if ask.id not in old]
        return text, [*self._undo, _Done(text, before, asks)][-MOST_UNDO:]

    def undoable(self) -> str:
        """Returns the last action in words; "" if there is none."""
        return self._undo[-1].text if self._undo else ""

    def _undone(self) -> tuple[str, list[_Done]]:
        """Takes back the last action. Returns what _done() returns. Raises ActionError if a device has carried it out
        already."""
        if not self._undo:
            raise ActionError("There is nothing to take back.")
        done = self._undo[-1]
        before = document.of_json(done.before)
        waiting = {ask.id for ask in self.night.asks}
        if any(id not in waiting and do in _LASTING for id, do in done.asks):
            raise ActionError(f"{done.text}: the device has done this already. Change it by another action.")
        begun = self.night.sittings[len(before.sittings) :]
        for number, table in ((n, table) for sitting in begun for n, table in enumerate(sitting.tables, 1)):
            if table.ledgers and self.result(len(self.night.sittings), number).deals:
                raise ActionError(f"Table {number} has begun to play. End the sitting instead.")
        made = {id for id, _ in done.asks}
        for ask in self.night.asks:
            if ask.id in made:
                self._withdraw(ask)
        # What devices have answered, and what the host has asked for since then, stays; ledgers are not the director's
        # doing either.
        before.asks = [ask for ask in self.night.asks if ask.id not in made]
        for old_sitting, sitting in zip(before.sittings, self.night.sittings, strict=False):
            for number, (old_table, table) in enumerate(zip(old_sitting.tables, sitting.tables, strict=True), 1):
                if before.chosen.get(number) == self.night.chosen.get(number):
                    old_table.ledgers = table.ledgers
        before.change, before.last = self.night.change, self.night.last
        self.night = before
        for number in self.tables():
            self._assign(number)
        return f"Taken back: {done.text}", self._undo[:-1]

    # seats

    def _given(self) -> Given:
        present = [name for name, state in self.night.players.items() if state == PRESENT]
        return Given(present, self.past(), self.night.plan.odd, self.night.plan.is_long)

    def _ready(self) -> None:
        if self.night.over:
            raise ActionError("The night is over.")
        if not self.is_done():
            raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
        if self.is_last():
            raise ActionError("The night is over: this was its last sitting. `mingg club run` begins the next night.")

    def _seated(self, seating: Seating, basis: str = "") -> None:
        for table in seating.tables:
            self._check_size(len(table))
        self.night.proposal, self.night.out, self.night.basis = seating.tables, seating.out, basis

    def _check_size(self, size: int) -> None:
        if not 3 <= size <= 5:
            raise ActionError(f"A table takes three, four or five players, not {size}.")
        try:
            self.night.plan.in_force(size)
        except ValueError as error:
            raise ActionError(f"These rules have no table of {size}: {error}.") from None

    def _draw(self, _: Json) -> str:
        self._ready()
        self._seated(drawn(self._given(), self.dice))
        return "Seats drawn by lot"

    def _propose(self, _: Json) -> str:
        self._ready()
        movement, given = self.night.plan.movement, self._given()
        self._seated(movements.next_seating(movement, given, self.dice), movements.basis(movement, given))
        return "Next seats decided by the movement"

    def _place(self, action: Json) -> str:
        self._ready()
        tables = action.get("tables")
        if not isinstance(tables, list) or not all(isinstance(table, list) for table in tables) or not tables:
            raise ActionError("Name the players of each table.")
        names = [name for table in tables for name in table]
        for name in names:
            if not isinstance(name, str) or name not in self.night.players:
                raise ActionError(f"{name} is no player of this night. Add the player first.")
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ActionError(f"{twice} has two seats.")
        if len(tables) > topics.MOST_TABLES:
            raise ActionError(f"A night has at most {topics.MOST_TABLES} tables.")
        present = [name for name, state in self.night.players.items() if state == PRESENT]
        self._seated(Seating([list(table) for table in tables], [name for name in present if name not in names]))
        for name in names:
            self.night.players[name] = PRESENT
        return "Seats decided by hand"

    def _start(self, _: Json) -> str:
        self._ready()
        if self.night.proposal is None:
            raise ActionError("Decide the seats first: draw, propose or place.")
        if self.is_outdated():
            raise ActionError("The results have changed since the seats were decided. Decide them again.")
        number = len(self.night.sittings) + 1
        now = {name: n for n, table in enumerate(self.night.proposal, 1) for name in table}
        sitting = self.sitting()
        for ask in [ask for ask in self.night.asks if ask.what["do"] in ("go", "seat")]:
            self._drop(ask)  # of the sitting before: nobody took it, and it leads nowhere now
        for n, table in enumerate(sitting.tables if sitting else [], 1):
            if self.here(n) is None:
                continue  # a board without radio, which is read after the night, gets no request
            places = [[name, now[name], self.seat_of(name)] for name in table.names if name in now]
            if any(place[1] != n for place in places):
                self._ask(n, {"do": "go", "places": places})
        tables = []
        for n, names in enumerate(self.night.proposal, 1):
            before = [(ledger.name.device, ledger.name.evening) for ledger in self.book.of_table(n)]
            here = self.here(n)
            if here is not None and here.evening:
                before += [(here.device, here.evening), ("", here.evening)]
            tables.append(Table(names, self._ask(n, self._seat(number, names)), before=before))
        self.night.sittings.append(Played(tables, self.night.out))
        self.night.proposal, self.night.out = None, []
        return f"Sitting {number} begun"

    def is_outdated(self) -> bool:
        """True if the movement decided the next seats by results that have changed since."""
        if self.night.proposal is None or not self.night.basis:
            return False
        return movements.basis(self.night.plan.movement, self._given()) != self.night.basis

    def _seat(self, sitting: int, names: list[str]) -> Json:
        plan = self.night.plan
        what: Json = {
            "do": "seat",
            "sitting": sitting,
            "names": names,
            "rules": plan.rules,
            "options": plan.options,
            "counters": "none",
            "deals": plan.deals_at(len(names)) or UNLIMITED,
        }
        return what if plan.house is None else {**what, "house": plan.house}

    def seat_of(self, name: str) -> str:
        """Returns the wind of a player's seat at the start of the proposed sitting; "" for a fifth player."""
        for table in self.night.proposal or []:
            if name in table:
                return WINDS[len(table)][table.index(name)]
        return ""

    def _reseat(self, action: Json) -> str:
        number, table = self._table(action)
        result = self.result(len(self.night.sittings), number)
        if result.done:
            raise ActionError(f"The sitting is over at table {number}.")
        evenings = self.evenings(number, table)
        east = evenings[-1].east if evenings else ""
        if east in table.names and len(table.names) < 5:  # play goes on with the next East
            first = table.names.index(east)
            table.names = table.names[first:] + table.names[:first]
        what = self._seat(len(self.night.sittings), table.names)
        if self.night.plan.deals:
            what["deals"] -= result.deals
        for ask in [ask for ask in self.night.asks if ask.table == number and ask.what["do"] == "seat"]:
            self._drop(ask)
        table.before = [(ledger.name.device, ledger.name.evening) for ledger in self.book.of_table(number)]
        table.seated = len(table.ledgers) + 1
        table.ask = self._ask(number, what)
        self.night.chosen.pop(number, None)
        return f"Table {number} seated again"

    # results

    def _table(self, action: Json) -> tuple[int, Table]:
        sitting = self.sitting()
        number = action.get("table")
        if sitting is None:
            raise ActionError("No sitting has begun.")
        if type(number) is not int or not 1 <= number <= len(sitting.tables):
            raise ActionError(f"There is no such table. Name one of 1 to {len(sitting.tables)}.")
        return number, sitting.tables[number - 1]

    def _throw(self, action: Json) -> str:
        number, table = self._table(action)
        tied = self.tied(number)
        if not tied:
            raise ActionError(f"Nobody is tied at table {number}.")
        given = action.get("throws")
        if given is None:
            throws = {name: self.dice.randint(1, 6) + self.dice.randint(1, 6) for name in tied}
        else:
            if not isinstance(given, dict) or sorted(given) != sorted(tied):
                raise ActionError(f"Enter the throws of {', '.join(tied)}.")
            throws = {name: _sum_of_dice(value) for name, value in given.items()}
        table.throws.append(throws)
        return f"Table {number}: {', '.join(f'{name} throws {points}' for name, points in throws.items())}"

    def _correct(self, action: Json) -> str:
        number, deal, to, evening = self._correction(action)
        # The device declines if this is another deal by now. A ledger with gaps does not tell the number of a record.
        record = 0 if evening.gaps else deal.line
        what = {"do": "correct", "evening": evening.number, "deal": deal.number, "record": record, "to": to}
        self._ask(number, what)
        return f"Table {number}: correction of deal {deal.number} requested"

    def _correction(self, action: Json) -> tuple[int, PlayedDeal, Json, Evening]:
        """Returns the table, the deal, its new content, and the evening of a correction. Raises ActionError."""
        number, table = self._table(action)
        played = self.played(number, table)
        deal, to = action.get("deal"), action.get("to")
        if not played:
            raise ActionError(f"Table {number} has no such deal.")
        name, evening = played[-1]
        if (action.get("device", name.device), action.get("evening", name.evening)) != (name.device, name.evening):
            raise ActionError("The device with this deal is not at the table any more, so nobody can correct it there.")
        shown = next((one for one in evening.deals if one.number == deal), None)
        if shown is None or type(deal) is not int:
            raise ActionError(f"Table {number} has no such deal.")
        if not isinstance(to, dict):
            raise ActionError("The corrected deal is missing.")
        self._check_deal(to, table.names, shown.players)
        return number, shown, to, evening

    def count(self, action: Json) -> PlayedDeal:
        """Returns how a deal would count if it were corrected. action: as for "correct". Raises ActionError."""
        number, deal, to, evening = self._correction(action)
        if evening.gaps:
            raise ActionError(f"Records of table {number} are missing. They must come first.")
        try:
            return corrected(deal, to)
        except ValueError as error:
            raise ActionError(f"This deal is impossible: {in_words(error)}") from None

    def _check_deal(self, deal: Json, names: list[str], players: dict[str, str]) -> None:
        """names: of the table. players: names by seat in this deal."""
        try:
            check_deal(deal, names, self.night.plan.in_force(len(names)))
        except MinggError as error:
            raise ActionError(f"This deal is impossible. {_place(error.at, players)}: {error.message}") from None
        except (ValueError, TypeError, RecursionError) as error:
            raise ActionError(f"This deal is impossible: {error}") from None

    def _pay(self, action: Json) -> str:
        number, table = self._table(action)
        source, to = action.get("from"), action.get("to")
        if source not in table.names or to not in table.names or source == to:
            raise ActionError(f"Name two players of table {number}: {', '.join(table.names)}.")
        points = _points(action)
        if points % 2:
            raise ActionError("Enter an even number of points: the smallest counter is 2.")
        self._ask(number, {"do": "pay", "from": source, "to": to, "points": points})
        return f"Table {number}: {source} pays {points} to {to}, requested"

    def _penalty(self, action: Json) -> str:
        name = self._player_of(action)
        points = _points(action)
        self.night.penalties.append(Penalty(name, points, plain_text(action.get("why"), MOST_TEXT)))
        return f"{name} loses {points} points"

    def _undo_deal(self, action: Json) -> str:
        number, table = self._table(action)
        last = self.last_record(number, table)
        if not last:
            raise ActionError(f"Table {number} has nothing to take back.")
        if action.get("record", last) != last:
            raise ActionError(f"Table {number} has gone on. Look at its last deal again.")
        self._ask(number, {"do": "undo", "evening": table.ledgers[-1][1], "record": last})
        return f"Table {number}: undo requested"

    def _end(self, action: Json) -> str:
        sitting = self.sitting()
        if "table" in action or sitting is None:
            numbers = [self._table(action)[0]]
        else:
            numbers = list(range(1, len(sitting.tables) + 1))
        count = len(self.night.sittings)
        open_tables = [number for number in numbers if not self.is_final(number)]
        if not open_tables:
            raise ActionError("The sitting is over there already.")
        for number in open_tables:
            plays = not self.result(count, number).done
            self.night.sittings[-1].tables[number - 1].ended = True
            unseated = [ask for ask in self.night.asks if ask.table == number and ask.what["do"] == "seat"]
            for ask in unseated:
                self._drop(ask)
            if plays and (not unseated or self.here(number) is not None):
                self.night.sittings[-1].tables[number - 1].end = self._ask(number, {"do": "end"})
        return f"Sitting {count} ended at {'all tables' if len(numbers) > 1 else f'table {numbers[0]}'}"

    def _show(self, action: Json) -> str:
        text = plain_text(action.get("text"), MOST_TEXT)
        if not text:
            raise ActionError("Write a message first.")
        sitting = self.sitting()
        tables = range(1, len(sitting.tables) + 1) if sitting else range(1, 1)
        numbers = [self._table(action)[0]] if "table" in action else list(tables)
        for number in numbers:
            self._ask(number, {"do": "show", "text": text})
        return f"Message sent to {'all tables' if 'table' not in action else f'table {numbers[0]}'}"

    # people and devices

    def _player_of(self, action: Json) -> str:
        name = action.get("name")
        if not isinstance(name, str) or name not in self.night.players:
            raise ActionError("There is no such player.")
        return name

    def _player(self, action: Json) -> str:
        name, state = action.get("name"), action.get("state")
        if state not in (LATE, PRESENT, LEFT):
            raise ActionError(f"A player is {LATE}, {PRESENT} or has {LEFT}.")
        wrong = why_no_player(name)
        if wrong:
            raise ActionError(f"The name: {wrong}")
        is_new = name not in self.night.players
        if is_new and any(one_name(str(name)) == one_name(known) for known in self.night.players):
            raise ActionError("Another player has this name. Write it differently.")
        self.night.players[str(name)] = str(state)
        if self.night.proposal is not None:
            self.night.proposal, self.night.out = None, []  # it had other players
        return f"{name} is {'new' if is_new else state}"

    def _device(self, action: Json) -> str:
        number, table = self._table(action)
        device = action.get("device")
        if not isinstance(device, str) or device not in self._seen(number).here:
            raise ActionError(f"Table {number} has no such device.")
        self.night.chosen[number] = device
        if not all(known in ("", device) for known, _ in table.ledgers):
            table.ledgers = []
            self._assign(number)
        return f"Table {number}: device {device} counts"

    def _ledger(self, action: Json) -> str:
        """A ledger that was read from a device after its sitting counts for that sitting. If there is no room, it takes
        the place of another one of this device."""
        number, sitting, evening = action.get("table"), action.get("sitting"), action.get("evening")
        if type(number) is not int or type(sitting) is not int or type(evening) is not int:
            raise ActionError("Name the table, the sitting and the evening.")
        count = len(self.night.sittings[sitting - 1].tables) if 0 < sitting <= len(self.night.sittings) else 0
        if not 1 <= number <= count:
            raise ActionError(f"There is no table {number} in sitting {sitting}.")
        name = Name(number, plain_text(action.get("device"), 8), evening)
        ledger, table = self.book.ledgers.get(name), self.night.sittings[sitting - 1].tables[number - 1]
        if ledger is None or sorted(ledger.names()) != sorted(table.names):
            raise ActionError(f"Table {number} has no ledger of these players with this number.")
        key = name.device, name.evening
        for played in self.night.sittings:
            for other in played.tables[number - 1 : number]:
                if key in other.ledgers:
                    other.ledgers.remove(key)
        if len(table.ledgers) >= table.seated:
            table.ledgers = [other for other in table.ledgers if other[0] != name.device]
        if len(table.ledgers) >= table.seated:
            raise ActionError(f"Table {number} has another ledger of sitting {sitting}.")
        table.ledgers.append(key)
        for ask in [ask for ask in self.night.asks if ask.table == number and ask.id == table.ask]:
            self._drop(ask)
        return f"Table {number}: evening {evening} counts for sitting {sitting}"

    def _withdraw_one(self, action: Json) -> str:
        number, _ = self._table(action)
        ask = next((ask for ask in self.night.asks if ask.table == number and ask.id == action.get("id")), None)
        if ask is None:
            raise ActionError("This request does not wait any more.")
        self._drop(ask)
        return f"Request {ask.what['do']} withdrawn at table {number}"

    def _dismiss(self, action: Json) -> str:
        key = action.get("key")
        if not isinstance(key, str) or len(key) > 100:
            raise ActionError("There is no such message.")
        self.night.dismissed = [*self.night.dismissed, key][-100:]
        number = int(key.split(":")[1]) if key.startswith("call:") and key.split(":")[1].isdecimal() else 0
        if number in self.seen:
            self.seen[number].call = None
        return "Message hidden"

    def _close(self, _: Json) -> str:
        if not self.is_done():
            raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
        self.night.over = True
        return "The night is over"


_FACTS = ("ledger",)  # what ledgers say is not the director's doing: undo leaves it out
_LASTING = ("correct", "pay", "undo", "end")  # requests that change a ledger or its sitting

_ACTIONS: dict[str, Callable[[Course, Json], str]] = {
    "draw": Course._draw,
    "propose": Course._propose,
    "place": Course._place,
    "start": Course._start,
    "reseat": Course._reseat,
    "throw": Course._throw,
    "correct": Course._correct,
    "pay": Course._pay,
    "penalty": Course._penalty,
    "undo_deal": Course._undo_deal,
    "end": Course._end,
    "show": Course._show,
    "player": Course._player,
    "device": Course._device,
    "ledger": Course._ledger,
    "withdraw": Course._withdraw_one,
    "dismiss": Course._dismiss,
    "close": Course._close,
}


def open_course(book: Book, night: Document, host: str, dice: Random | None = None) -> Course:
    """Returns the course of a night, and keeps it in its book. The newer document counts: this one, or the book's."""
    note = book.note(DOCUMENT)
    if note:
        try:
            kept = document.of_note(note)
            night = max(night, kept, key=lambda each: (each.since, each.change, each.host))
        except ValueError:
            pass  # another version of Mingg wrote it; the given document is that of the broker, or a new one
    course = Course(night, book, host, dice)
    course.resume()
    return course


def _points(action: Json) -> int:
    points = action.get("points")
    if type(points) is not int or not 1 <= points <= MOST_POINTS:
        raise ActionError(f"Enter a number of points from 1 to {MOST_POINTS}.")
    return points


def _place(pointer: str, players: dict[str, str]) -> str:
    """Returns the place of a JSON Pointer into a deal in words: whose hand, or the keys."""
    keys = pointer.split("/")[1:]
    if keys[:1] == ["hands"] and keys[1:] and keys[1] in players:
        return f"The hand of {players[keys[1]]}"
    return ", ".join(keys) or "The deal"


def _sum_of_dice(value: object) -> int:
    faces = value if isinstance(value, list) else [value]
    if not faces or not all(type(face) is int and 1 <= face <= 36 for face in faces):
        raise ActionError("A throw is a number of pips, or a list of dice such as [3, 6].")
    return sum(faces)
