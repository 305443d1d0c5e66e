"""The course of a night without a network: makes decisions of what the director does, and of what devices answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from mingg_host.common.output import counted
from mingg_host.evenings.evening import PlayedDeal, corrected
from mingg_host.evenings.ledger import in_words
from mingg_host.evenings.names import one_name
from mingg_scoring.json_text import MinggError

from mingg_club import decisions, movements, topics
from mingg_club.decisions import Decisions, Table, written
from mingg_club.devices import number_of, plain_text
from mingg_club.link import MOST_RECORD, check_deal, deal_in_json, is_later, rank
from mingg_club.movements.seating import WINDS, Given, Seating, drawn
from mingg_club.night import PROGRESSIVE, why_no_player
from mingg_club.records import Book
from mingg_club.state import MOST_OTHERS, NightState
from mingg_club.view import LATE, LEFT, PRESENT, ActionError

Json = dict[str, Any]

MOST_TEXT = 80  # letters of a message on a device
MOST_POINTS = 1_000_000
MOST_BYTES = 1_000_000  # of a decision, see brokers.MOST_MESSAGE
MOST_MINUTES = 600
NO_DEVICE = "no-device:"  # and a number: the table has no device. Who hides this message says that it plays on paper
# What tables are told when the time is over, by whether one more deal is played. Who enters a deal sees it afterwards.
TIME = ("Time: stop. A deal that is not finished does not count.", "Time: finish this deal, and play one more.")
UNLIMITED = 999  # deals of a sitting that the director ends
RIVAL = "Another night of this club runs: {}. This one has stopped; everything so far is kept."
LOOKS = "{} directs this night, and this computer looks. Take over first."


class Made(NamedTuple):
    """A decision that counts when it has come back from the broker. text: what was done, in words."""

    number: int
    topic: str
    payload: bytes
    text: str


class Course(NightState):
    """A night and its director. dice: throws and draws."""

    def __init__(self, book: Book, host: str, dice: Random | None = None) -> None:
        super().__init__(book, host)
        self.dice = dice or Random()
        self._asks: list[list[object]] = []  # requests of the decision that is being made

    # ---- decisions ----

    def decide(self, action: Json) -> Made:
        """Returns the decision of an action of the director, see view.Night.act. Nothing has changed yet. Raises
        ActionError."""
        why = self.why_not()
        if why:
            raise ActionError(why)
        do = action.get("do") if isinstance(action, dict) else None
        known = _ACTIONS.get(do) if isinstance(do, str) else None
        if known is None or not isinstance(do, str):
            raise ActionError(f"There is no such action. Choose one of {', '.join(_ACTIONS)}.")
        self._asks = []
        text, keys = known(self, action)
        return self._made(do, text, keys)

    def why_not(self) -> str:
        """Returns why this host decides nothing; "" if it directs."""
        if self.rival:
            return RIVAL.format(self.rival)
        return "" if self.directs else LOOKS.format(self.lease.host or "Nobody")

    def facts(self) -> Made | None:
        """Returns the decision that notes what devices have answered, or gives a signal of the timer; None if there is
        neither."""
        if not self.directs or self.rival:
            return None
        answered = self._answered()
        if not answered:
            return self._signal()
        self._asks, again, answers = [], {}, []
        for ask, value in answered:
            device = plain_text(value.get("device"), 8)
            done: str | int = plain_text(value.get("why"), 60) or "without a reason"
            if value["done"] is True:
                done = number_of(value.get("record"), MOST_RECORD)
            elif self._is_outrun(ask, value.get("last")):
                again[ask.id] = self._ask(ask.table, ask.what)
            answers.append([ask.table, ask.id, device, done])
        return self._made(decisions.ANSWERS, "", {"answers": answers, **({"again": again} if again else {})})

    def _signal(self) -> Made | None:
        """Returns the decision that tells the tables which still play how much time is left; None if it is not time."""
        timer, sitting = self.night.timer, self.sitting()
        due = self.signal_due()
        if timer is None or sitting is None or due <= timer.told:
            return None
        self._asks = []
        text = f"{counted(timer.warn // 60, 'minute')} left." if due == 1 else TIME[timer.more]
        for number in range(1, len(sitting.tables) + 1):
            if self.here(number) is not None and not self.is_final(number):
                self._ask(number, {"do": "show", "text": text})
        return self._made(decisions.SIGNAL, "", {"told": due, "ends": timer.ends})

    def signal_due(self) -> int:
        """Returns 1 from the signal of the timer on, 2 when its time is over, 0 before or without one."""
        timer = self.night.timer
        if timer is None or self.is_done():
            return 0
        return 2 if self.wall >= timer.ends else int(self.wall >= timer.ends - timer.warn)

    def is_made(self, made: Made) -> bool:
        """True if a decision counts."""
        return self.book.decisions.get(made.number) == made.payload

    def _made(self, do: str, text: str, keys: Json) -> Made:
        number = max(self.book.decisions) + 1
        known = {"do": _KINDS.get(do, do), "since": self.night.since, "term": self.mine.term, "text": text}
        payload = written({**known, **keys, **({"asks": self._asks} if self._asks else {})})
        if len(payload) > MOST_BYTES:
            raise ActionError("This is too long. Do less at once.")
        return Made(number, topics.decision(self.club, number), payload, text)

    def _ask(self, table: int, what: Json) -> str:
        """Adds a request to the decision. Returns its id, which is greater than all that the table has seen."""
        made = [str(ask[1]) for ask in self._asks if len(str(ask[1])) <= topics.ID_DIGITS]
        id = topics.next_id(max([self.night.last, *made], key=rank))
        greatest = self._greatest.get(table, "")
        if not is_later(id, greatest):
            id = topics.next_id(greatest)
        self._asks.append([table, id, what])
        return id

    def undoable(self) -> str:
        """Returns the last action in words; "" if there is none."""
        last = decisions.undoable(self.book.decisions)
        return str(last[1].get("text", "")) if last else ""

    def _undo(self, _: Json) -> tuple[str, Json]:
        """Takes back the last decision. Refuses if a device has carried it out already."""
        last = decisions.undoable(self.book.decisions)
        if last is None:
            raise ActionError("There is nothing to take back.")
        number, keys = last
        text = str(keys.get("text", ""))
        asks = [ask for ask in keys.get("asks", ()) if ask[2]["do"] in _LASTING or keys["do"] == "reseat"]
        if any(self.night.ask(table, id) is None or id in self._seen(table).answers for table, id, _ in asks):
            raise ActionError(f"{text}: the device has done this already. Change it by another action.")
        begun = self.night.sittings[-1].tables if keys["do"] == "start" else []
        for n, table in enumerate(begun, 1):
            if self.result(len(self.night.sittings), n).deals or table.throws:
                raise ActionError(f"Table {n} has begun to play. End the sitting instead.")
        return f"Taken back: {text}", {"of": number}

    # seats

    def present(self) -> list[str]:
        return [name for name, state in self.night.players.items() if state == PRESENT]

    def _given(self) -> Given:
        return Given(self.present(), self.past(), self.night.plan.odd)

    def _ready(self) -> None:
        if self.night.over:
            raise ActionError("The night is over.")
        if not self.is_done():
            raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
        if self.is_last():
            raise ActionError("The night is over: this was its last sitting. `mingg club run` begins the next night.")

    def _seated(self, seating: Seating, basis: str = "") -> Json:
        for table in seating.tables:
            self._check_size(len(table))
        return {"tables": seating.tables, "out": seating.out, "basis": basis}

    def _check_size(self, size: int) -> None:
        if size not in WINDS:
            raise ActionError(f"A table takes three or four players, not {size}.")
        try:
            self.night.plan.in_force(size)
        except ValueError as error:
            raise ActionError(f"These rules have no table of {size}: {error}.") from None

    def _draw(self, _: Json) -> tuple[str, Json]:
        self._ready()
        return "Seats drawn by lot", self._seated(drawn(self._given(), self.dice))

    def _propose(self, _: Json) -> tuple[str, Json]:
        self._ready()
        movement, given = self.night.plan.movement, self._given()
        lacking = [number for sitting, number in self.lacking() if sitting == len(self.night.sittings)]
        if lacking and movement == PROGRESSIVE:
            raise ActionError(f"Table {lacking[0]} has no result. Enter it from paper, or say that it has none.")
        seating = movements.next_seating(movement, given, self.dice)
        return "Next seats decided by the movement", self._seated(seating, movements.basis(movement, given))

    def _place(self, action: Json) -> tuple[str, Json]:
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
        out = [name for name, state in self.night.players.items() if state == PRESENT and name not in names]
        return "Seats decided by hand", {**self._seated(Seating(tables, out)), "present": names}

    def _move(self, action: Json) -> tuple[str, Json]:
        """In the proposed seats two players change places, or one goes to a table; 0: sits out."""
        name, to, here = action.get("name"), action.get("to"), self.present()
        rows = [list(table) for table in self.night.proposal or []] + [[]]
        if name not in here or to not in [*here, *range(len(rows) + 1)]:
            raise ActionError("Name a player who is here, and a table or another player.")
        if not isinstance(to, int):
            exchanged = {name: to, to: name}
            rows = [[exchanged.get(one, one) for one in table] for table in rows]
        else:
            rows = [[one for one in table if one != name] for table in rows]
            rows[to - 1] += [name] if to else []
        return self._place({"tables": [table for table in rows if table]})

    def _start(self, _: Json) -> tuple[str, Json]:
        self._ready()
        if self.night.proposal is None:
            raise ActionError("Decide the seats first: draw, propose or place.")
        if self.is_outdated():
            raise ActionError("The results have changed since the seats were decided. Decide them again.")
        number = len(self.night.sittings) + 1
        now = {name: n for n, table in enumerate(self.night.proposal, 1) for name in table}
        sitting = self.sitting()
        for n, table in enumerate(sitting.tables if sitting else [], 1):
            if self.here(n) is None:
                continue  # nobody reads it there
            places = [[name, now[name], self.seat_of(name)] for name in table.names if name in now]
            if any(place[1] != n for place in places):
                self._ask(n, {"do": "go", "places": places})
        for n, names in enumerate(self.night.proposal, 1):
            self._ask(n, self._seat(number, names))
        seats = {"tables": self.night.proposal, "out": self.night.out, "had": self._had()}
        return f"Sitting {number} begun", seats

    def _had(self) -> list[list[object]]:
        """Returns the last record of each ledger of this night that this host has, also of those that do not count."""
        names = {name for number in self.tables() for name in self._counted(number)}
        names.update(ledger.name for number in self.tables() for ledger in self.others(number)[:MOST_OTHERS])
        return [[*name, max(ledger.records)] for name in sorted(names) if (ledger := self.book.ledgers[name]).records]

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
        """Returns the wind of a player's seat at the start of the proposed sitting."""
        for table in self.night.proposal or []:
            if name in table:
                return WINDS[len(table)][table.index(name)]
        return ""

    def _reseat(self, action: Json) -> tuple[str, Json]:
        number, table = self._table(action)
        result = self.result(len(self.night.sittings), number)
        if result.done:
            raise ActionError(f"The sitting is over at table {number}.")
        left, came, names = action.get("left", ""), action.get("came", ""), list(table.names)
        if left:
            if left not in names:
                raise ActionError(f"Name one of {', '.join(names)}.")
            names.remove(left)
        if came:
            names.append(self._free(came))
        self._check_size(len(names))
        evenings, known = self.evenings(number, table), list(table.who.values())[-1]
        east = evenings[-1].east if evenings else ""
        if east in known:  # play goes on with the next East, or with the next player to the right
            after = known[known.index(east) :] + known[: known.index(east)]
            held = [table.counts_for(one, UNLIMITED, list(table.who)[-1]) for one in after]
            first = next((names.index(one) for one in held if one in names), 0)
            names = names[first:] + names[:first]
        what = self._seat(len(self.night.sittings), names)
        if self.night.plan.deals:
            what["deals"] -= result.deals
            if what["deals"] < 1:
                raise ActionError(f"No deal is left for {len(names)} players. End the sitting at this table.")
        self._ask(number, what)
        said = f"{left} has left table {number}" if left else f"{came} has come to table {number}" if came else ""
        keys = {key: name for key, name in (("left", left), ("came", came)) if name}
        return said or f"Table {number} seated again", {"table": number, "names": names, **keys}

    def free(self) -> list[str]:
        """Returns the players who have no seat in this sitting, those who are here first."""
        seated = {name for table in self.night.sittings[-1].tables for name in table.names}
        named = [(state != PRESENT, name) for name, state in self.night.players.items() if name not in seated]
        return [name for _, name in sorted(named, key=lambda each: each[0])]

    def sizes(self) -> list[int]:
        """Returns how many players a table may have."""
        found = []
        for size in WINDS:
            with suppress(ActionError):
                self._check_size(size)
                found.append(size)
        return found

    def _free(self, name: object) -> str:
        """Returns a player who has no seat in this sitting. Raises ActionError."""
        if not isinstance(name, str) or name not in self.night.players:
            raise ActionError("There is no such player. Add the player first.")
        if name not in self.free():
            raise ActionError(f"{name} has a seat in this sitting.")
        return name

    def _substitute(self, action: Json) -> tuple[str, Json]:
        """From a deal on, one player sits in the seat of another. own: and gets the points."""
        number, table = self._table(action)
        player, by, deal = action.get("player"), self._free(action.get("by")), action.get("deal")
        first = self._deals_before(number, table) + 1
        if player not in table.names:
            raise ActionError(f"Name one of {', '.join(table.names)}.")
        if type(deal) is not int or not first <= deal <= UNLIMITED:
            raise ActionError(f"Enter the number of the deal from which {by} plays: {first} or more.")
        ask, seated = list(table.who.items())[-1]
        if by in [table.counts_for(name, deal, ask) for name in seated]:
            raise ActionError(f"{by} has a seat in deal {deal}. Name a later deal.")
        if self.here(number) is not None:
            self._ask(number, {"do": "show", "text": f"Deal {deal}: {by} plays for {player}."})
        keys = {"table": number, "player": player, "by": by, "deal": deal, "own": action.get("own") is True}
        return f"Table {number}: {by} plays for {player} from deal {deal}", keys

    def _deals_before(self, number: int, table: Table) -> int:
        """Returns how many deals a table played before its players were seated for the last time."""
        evenings, played = self.evenings(number, table), len(table.seats)
        return sum(len(each.deals) for each in evenings[: played - 1])

    # results

    def _table(self, action: Json) -> tuple[int, Table]:
        sitting = self.sitting()
        if sitting is None:
            raise ActionError("No sitting has begun.")
        return _numbered(sitting.tables, action)

    def _throw(self, action: Json) -> tuple[str, Json]:
        number, _ = self._table(action)
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
        words = ", ".join(f"{name} throws {points}" for name, points in throws.items())
        return f"Table {number}: {words}", {"table": number, "throws": throws}

    def _seated_at(self, action: Json) -> tuple[int, int, Table]:
        """Returns a sitting, by default the present one, the number of a table, and the table. Raises ActionError."""
        sitting = action.get("sitting", len(self.night.sittings))
        if type(sitting) is not int or not 1 <= sitting <= len(self.night.sittings):
            raise ActionError("There is no such sitting.")
        return sitting, *_numbered(self.night.sittings[sitting - 1].tables, action)

    def _paper(self, action: Json) -> tuple[str, Json]:
        sitting, number, table = self._seated_at(action)
        names, rows, deals = table.labels(), action.get("rows", []), action.get("deals") or 0
        movers = action.get("movers") or [name for key in ("first", "second") if (name := action.get(key))]
        text = f"Table {number}, sitting {sitting}: no result"
        if rows:
            _check_rows(rows, names)
            if type(deals) is not int or deals > UNLIMITED:
                raise ActionError("Enter how many deals were played.")
            deals = deals or len(rows)
            if deals < len(rows):
                raise ActionError(
                    f"These are {len(rows)} deals, not {deals}. Leave the number out, unless a line is a sum."
                )
            text, movers = f"Table {number}, sitting {sitting}: the result from paper", []
        elif "deals" in action:
            raise ActionError("Enter what each player has won or lost.")
        elif movers and (
            not isinstance(movers, list)
            or len(movers) != 2
            or movers[0] == movers[1]
            or not set(movers) <= set(table.names)
        ):
            raise ActionError(f"Name two of {', '.join(table.names)}.")
        return text, {"sitting": sitting, "table": number, "rows": rows, "deals": deals, "movers": movers}

    def _check(self, action: Json) -> tuple[str, Json]:
        sitting, number, table = self._seated_at(action)
        if table.paper is None or table.paper.checked:
            raise ActionError("No result from paper waits there.")
        text = f"Table {number}, sitting {sitting}: the result from paper is checked"
        return text, {"sitting": sitting, "table": number}

    def _correct(self, action: Json) -> tuple[str, Json]:
        """The winning hand was that of another player, or was won in another way."""
        number, table, deal, value, seats = self._deal(action)
        winner, source, by = (action.get(key) for key in ("winner", "from", "by"))
        if deal.winner is None:
            raise ActionError("Nobody won this deal, so there is no hand to move. Correct it at the table.")
        if not isinstance(winner, str) or winner not in seats or source not in ("", *seats):
            raise ActionError(f"Name the winner: one of {', '.join(seats)}.")
        value = _exchanged(value, seats[deal.winner], seats[winner])
        value["win"].pop("from", None)
        value["win"].update({"by": by, **({"from": seats[source]} if source else {})})
        return self._corrected(number, table, deal, value)

    def _swap(self, action: Json) -> tuple[str, Json]:
        """Two hands were exchanged when they were entered."""
        number, table, deal, value, seats = self._deal(action)
        two = [action.get(key) for key in ("one", "other")]
        if two[0] == two[1] or not all(isinstance(name, str) and name in seats for name in two):
            raise ActionError(f"Name two of {', '.join(seats)}.")
        return self._corrected(number, table, deal, _exchanged(value, *(seats[str(name)] for name in two)))

    def _void(self, action: Json) -> tuple[str, Json]:
        number, table, deal, _, _ = self._deal(action)
        return self._corrected(number, table, deal, {"winner": None, "hands": {}})

    def _deal(self, action: Json) -> tuple[int, Table, PlayedDeal, Json, dict[str, str]]:
        """Returns the table, the deal of a correction, its content, and the seats by name. Raises ActionError."""
        number, table = self._table(action)
        played = self.played(number, table)
        ledger = played[-1][0] if played else None
        has = ledger and action.get("device", ledger.device) == ledger.device
        deals = [one for name, one in self.deals(number, table) if name == ledger and not one.undone] if has else []
        deal = next((one for one in deals if one.number == action.get("deal")), None)
        if deal is None:
            raise ActionError(f"Table {number} has no such deal now. Look at it again.")
        return number, table, deal, deal_in_json(deal), {name: seat for seat, name in deal.players.items()}

    def _corrected(self, number: int, table: Table, deal: PlayedDeal, to: Json) -> tuple[str, Json]:
        """Asks the device for a correction, and says what the deal counts then. Raises ActionError."""
        evening = self.evenings(number, table)[-1]
        self._check_deal(to, list(deal.before.names), deal.players)
        # The device declines if this is another deal by now. A ledger with gaps does not tell the number of a record.
        record = 0 if evening.gaps else deal.line
        what = {"do": "correct", "evening": evening.number, "deal": deal.number, "record": record, "to": to}
        self._ask(number, what)
        try:
            now = corrected(deal, to)
        except ValueError as error:
            raise ActionError(f"This deal is impossible: {in_words(error)}") from None
        won = [f"{name} {points:+d}" for name, points in now.net.items() if points]
        return f"Table {number}, deal {deal.number}: {', '.join(won) or 'nobody pays'}, requested", {}

    def _check_deal(self, deal: Json, names: list[str], players: dict[str, str]) -> None:
        """names: of the table. players: names by seat in this deal."""
        try:
            check_deal(deal, names, self.night.plan.in_force(len(names)))
        except MinggError as error:
            raise ActionError(f"This deal is impossible. {_place(error.at, players)}: {error.message}") from None
        except (ValueError, TypeError, RecursionError) as error:
            raise ActionError(f"This deal is impossible: {error}") from None

    def _pay(self, action: Json) -> tuple[str, Json]:
        number, table = self._table(action)
        source, to = action.get("from"), action.get("to")
        if source not in table.names or to not in table.names or source == to:
            raise ActionError(f"Name two players of table {number}: {', '.join(table.names)}.")
        points = _points(action)
        if points % 2:
            raise ActionError("Enter an even number of points: the smallest counter is 2.")
        id, labels = list(table.who.items())[-1]
        known = {name: label for label, name in table.named(labels, UNLIMITED, id).items()}  # to the device
        self._ask(number, {"do": "pay", "from": known[source], "to": known[to], "points": points})
        return f"Table {number}: {source} pays {points} to {to}, requested", {}

    def _penalty(self, action: Json) -> tuple[str, Json]:
        name = self._player_of(action)
        points = _points(action)
        why = plain_text(action.get("why"), MOST_TEXT)
        return f"{name} loses {points} points", {"name": name, "points": points, "why": why}

    def _undo_deal(self, action: Json) -> tuple[str, Json]:
        number, table = self._table(action)
        last = self.last_record(number, table)
        if not last:
            raise ActionError(f"Table {number} has nothing to take back.")
        if action.get("record", last) != last:
            raise ActionError(f"Table {number} has gone on. Look at its last deal again.")
        self._ask(number, {"do": "undo", "evening": self.ledgers(number, table)[-1].evening, "record": last})
        return f"Table {number}: undo requested", {}

    def _timer(self, action: Json) -> tuple[str, Json]:
        """The time of this sitting begins, or ends without a signal: minutes 0."""
        minutes, warn = action.get("minutes"), action.get("warn", 0)
        if self.sitting() is None or self.is_done():
            raise ActionError("No sitting is played now.")
        if not all(type(number) is int and 0 <= number <= MOST_MINUTES for number in (minutes, warn)):
            raise ActionError(f"Enter minutes from 0 to {MOST_MINUTES}.")
        ends = int(self.wall) + 60 * minutes if minutes else 0
        keys = {"ends": ends, "warn": 60 * warn, "more": action.get("more") is True}
        return f"{counted(minutes, 'minute')} for this sitting" if minutes else "The timer is off", keys

    def _end(self, action: Json) -> tuple[str, Json]:
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
            is_unseated = any(ask.table == number and ask.what["do"] == "seat" for ask in self.night.asks)
            if not self.result(count, number).done and (not is_unseated or self.here(number) is not None):
                self._ask(number, {"do": "end"})
        place = "all tables" if len(numbers) > 1 else f"table {numbers[0]}"
        return f"Sitting {count} ended at {place}", {"tables": open_tables}

    def _show(self, action: Json) -> tuple[str, Json]:
        text = plain_text(action.get("text"), MOST_TEXT)
        if not text:
            raise ActionError("Write a message first.")
        sitting, table = self.sitting(), action.get("table")
        tables = range(1, len(sitting.tables) + 1) if sitting else self.with_device()
        numbers = (
            list(tables) if table is None else [table] if table in self.with_device() else [self._table(action)[0]]
        )
        if not numbers:
            raise ActionError("No device is here yet.")
        for number in numbers:
            self._ask(number, {"do": "show", "text": text})
        return f"Message sent to {'all tables' if 'table' not in action else f'table {numbers[0]}'}", {}

    def with_device(self) -> list[int]:
        """Returns the numbers of the tables that have a device now."""
        return [number for number in sorted(self.seen) if self.at_once(number)]

    # people and devices

    def _player_of(self, action: Json) -> str:
        name = action.get("name")
        if not isinstance(name, str) or name not in self.night.players:
            raise ActionError("There is no such player.")
        return name

    def _player(self, action: Json) -> tuple[str, Json]:
        names, state = action.get("names", [action.get("name")]), action.get("state")
        if state not in (LATE, PRESENT, LEFT):
            raise ActionError(f"A player is {LATE}, {PRESENT} or has {LEFT}.")
        if not isinstance(names, list) or not names:
            raise ActionError("Choose players.")
        for name in names:
            wrong = why_no_player(name)
            if wrong:
                raise ActionError(f"The name: {wrong}")
            if name not in self.night.players and len(names) > 1:
                raise ActionError("There is no such player.")
        is_new = names[0] not in self.night.players
        if is_new and any(one_name(names[0]) == one_name(known) for known in self.night.players):
            raise ActionError("Another player has this name. Write it differently.")
        who, has, be = (names[0], "has", "is") if len(names) == 1 else (f"{len(names)} players", "have", "are")
        words = "is new" if is_new else f"{has} left" if state == LEFT else f"{be} {state}"
        guest = {"guest": action["guest"] is True} if "guest" in action else {}
        return f"{who} {words}", {"names": names, "state": state, **guest}

    def _device(self, action: Json) -> tuple[str, Json]:
        number, _ = self._table(action)
        device = action.get("device")
        if not isinstance(device, str) or device not in self._seen(number).here:
            raise ActionError(f"Table {number} has no such device.")
        return f"Table {number}: device {device} counts", {"table": number, "device": device}

    def _withdraw(self, action: Json) -> tuple[str, Json]:
        ask = self.night.ask(action.get("table"), action.get("id"))
        if ask is None:
            raise ActionError("This request does not wait any more.")
        return f"Request {ask.what['do']} withdrawn at table {ask.table}", {"table": ask.table, "id": ask.id}

    def _dismiss(self, action: Json) -> tuple[str, Json]:
        key = action.get("key")
        if not isinstance(key, str) or len(key) > 100:
            raise ActionError("There is no such message.")
        table = key.removeprefix(NO_DEVICE)
        return "Message hidden" if table == key else f"Table {table} plays on paper", {"key": key}

    def _close(self, _: Json) -> tuple[str, Json]:
        if not self.is_done():
            raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
        return "The night is over", {"had": self._had()}


# What their decisions are.
_KINDS = {**dict.fromkeys(("draw", "propose", "place", "move"), "seats"), "swap": "correct", "void": "correct"}
_LASTING = ("correct", "pay", "undo", "end")  # requests that change a ledger or its sitting

_ACTIONS: dict[str, Callable[[Course, Json], tuple[str, Json]]] = {
    "draw": Course._draw,
    "propose": Course._propose,
    "place": Course._place,
    "move": Course._move,
    "start": Course._start,
    "reseat": Course._reseat,
    "substitute": Course._substitute,
    "throw": Course._throw,
    "correct": Course._correct,
    "swap": Course._swap,
    "void": Course._void,
    "pay": Course._pay,
    "penalty": Course._penalty,
    "undo_deal": Course._undo_deal,
    "timer": Course._timer,
    "end": Course._end,
    "show": Course._show,
    "paper": Course._paper,
    "check": Course._check,
    "player": Course._player,
    "device": Course._device,
    "withdraw": Course._withdraw,
    "dismiss": Course._dismiss,
    "close": Course._close,
    "undo": Course._undo,
}


def open_course(book: Book, known: Decisions, host: str, dice: Random | None = None) -> Course:
    """Returns the course of a night, and keeps it in its book. known: its decisions, as far as this computer or the
    broker has them. Raises DecisionError."""
    for number, payload in known.items():
        if number not in book.decisions:
            book.decide(number, payload)
    return Course(book, host, dice)


def _numbered(tables: list[Table], action: Json) -> tuple[int, Table]:
    """Returns the number of the table that an action names, and the table. Raises ActionError."""
    number = action.get("table")
    if type(number) is not int or not 1 <= number <= len(tables):
        raise ActionError(f"There is no such table. Name one of 1 to {len(tables)}.")
    return number, tables[number - 1]


def _exchanged(deal: Json, one: str, other: str) -> Json:
    """Returns a deal in which the hands of two seats are exchanged, also the winner's."""
    seats = {one: other, other: one}
    hands = {seats.get(seat, seat): hand for seat, hand in deal["hands"].items()}
    value = {**deal, "hands": hands, "winner": seats.get(deal["winner"], deal["winner"])}
    if "win" in deal:
        source = deal["win"].get("from")
        value["win"] = {**deal["win"], **({"from": seats.get(source, source)} if source else {})}
    return value


def _check_rows(rows: object, names: list[str]) -> None:
    """Raises ActionError if these are not points of these players, which add up to 0 in each row."""
    for number, row in enumerate(rows if isinstance(rows, list) else [None], 1):
        if not isinstance(row, dict) or sorted(row) != sorted(names):
            raise ActionError(f"Enter the points of {', '.join(names)}.")
        if any(type(points) is not int or abs(points) > MOST_POINTS for points in row.values()):
            raise ActionError("Points are whole numbers: what each player has won or lost.")
        if sum(row.values()):
            raise ActionError(
                f"Line {number}: the points of a deal add up to 0; these make {sum(row.values()):+d}. Check them."
            )


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
