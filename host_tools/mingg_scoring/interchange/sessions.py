"""Plays a session's file on the firmware's evening: the first line names rules and players, each other is a deal or
changes earlier ones. Answers requests for an exchange of counters, too."""

from io import BytesIO
from typing import Any, Iterator

from mingg.core.counters.exchange import Exchange, NoExchange, exchange
from mingg.core.counters.sets import Holdings, read_tray, read_values
from mingg.core.deal.deal import OUT
from mingg.core.interchange.keys import write_deal
from mingg.core.table.session import CORRECT, COUNT, DEAL, LOAN, PAY, UNDO, Session, difference
from mingg.core.values import BadInput, Json, an_object, step, there
from mingg.evening.beside import count, pay
from mingg.evening.change import correct, undo
from mingg.evening.counters import holdings, moved
from mingg.evening.evening import Evening
from mingg.evening.evenings import begin
from mingg.evening.lines import leaves
from mingg.evening.save import save
from mingg.records.parse import read_begun, read_kept, read_line

from mingg_scoring.interchange.answers import payable, read_deal, write_answer
from mingg_scoring.interchange.chain import IndexedChain


class MemoryStore:
    """A store as mingg.evening.evening needs it. files: by name."""

    def __init__(self, files: "dict[str, bytes] | None" = None) -> None:
        self.files = dict(files or {})

    def read(self, name: str) -> "bytes | None":
        return self.files.get(name)

    def lines(self, name: str) -> "Iterator[bytes]":
        return BytesIO(self.files.get(name, b""))

    def append(self, name: str, data: bytes) -> None:
        self.files[name] = self.files.get(name, b"") + data

    def prepare(self, name: str, start: bytes = b"", blank: int = 1) -> None:
        pass

    def replace(self, name: str, data: bytes) -> None:
        self.files[name] = data

    def remove(self, name: str) -> None:
        self.files.pop(name, None)

    def names(self) -> "list[str]":
        return sorted(self.files)

    def free(self) -> "int | None":
        return None


class _Lines(IndexedChain):
    """The lines that stand, with their records."""

    def __init__(self, session: "Session") -> None:
        IndexedChain.__init__(self, session)
        self.records: "dict[int, Any]" = {}

    def record(self, number: int) -> "Any":
        return self.records[number]


class SessionPlay:
    """Plays a session line by line. A line that is impossible after the lines before it raises BadInput, and changes
    nothing.

    evening  the state; its ledger is in `files`
    lines    the lines that stand
    deals    after stands(): the deals that stand, each with its rules
    """

    def __init__(self, head: "Any") -> None:
        """head: the first line, with rules and players. Raises BadInput."""
        session = read_begun(head)
        store = MemoryStore()
        self.files = store.files
        self.evening = Evening(store)
        begin(self.evening, session)
        self.lines = _Lines(session)

    def line(self, value: "Any") -> None:
        """Plays a line. Raises BadInput."""
        record = read_line(value, self.evening.session)
        record = self._PLAYS[record.kind](self, record)
        self.lines.records[record.number] = record
        self.lines.follow(record)

    def _deal(self, record: "Any") -> "Any":
        session = self.evening.session
        if session.table.over():
            raise BadInput("", "the game is over. Leave this line out.")
        return payable(save, self.evening, read_deal(record.what[0], session.rules, session.table.round_wind()))

    def _correct(self, record: "Any") -> "Any":
        evening, lines, number = self.evening, self.lines, record.what[0]
        session = evening.session
        if not session.earlier < number <= lines.deals():
            first = session.earlier + 1
            raise BadInput("/correct", "there is no deal %d. Use %d to the number of the last one." % (number, first))
        before, _ = lines.find(number)
        deal = read_deal(record.what[1], before.rules, before.table.round_wind())
        return correct(evening, number, deal, payable(leaves, evening, number, deal, lines)[0])

    def _pay(self, record: "Any") -> "Any":
        evening, (paid, back) = self.evening, record.what
        if back:
            lines = self.lines
            if back > len(lines.paid):
                raise BadInput("/back", "there is no payment %d. Use 1 to the number of valid payments." % back)
            source, to, points = lines.record(lines[lines.paid[back - 1]].record).what[0]
            if paid != (to, source, points):
                raise BadInput("/back", "payment %d is not the opposite of this one. Name another one." % back)
            if lines.is_back(back):
                raise BadInput("/back", "payment %d is taken back already. Leave this line out." % back)
        return pay(evening, [paid], back)

    def _count(self, record: "Any") -> "Any":
        return count(self.evening, *record.what)

    def _undo(self, record: "Any") -> "Any":
        if not self.evening.top:
            raise BadInput("/undo", "no line is left to take back. Leave this out.")
        last = self.lines.record(self.evening.top)
        return undo(self.evening, (last.before, last.on))

    _PLAYS = {DEAL: _deal, CORRECT: _correct, PAY: _pay, COUNT: _count, LOAN: _count, UNDO: _undo}

    def stands(self) -> "Json":
        """The answer of every deal, the payments beside them, the balances after each of these and at the end, who
        deals next, the round, and whether the game is over. With counters, also the exchanges, and all counters."""
        session, names = self.evening.session, self.evening.session.names
        answers: "list[Json]" = []
        payments: "list[Json]" = []
        course: "list[Json]" = []
        befores: "list[Session]" = []
        rules = session.rules
        head = {"rules": rules.id, "options": rules.options, "players": rules.players}
        if rules.house is not None:
            head["house"] = rules.house
        self.deals: "list[Json]" = []
        for line in self.lines:
            if line.kind not in (DEAL, CORRECT, PAY):
                continue
            record = self.lines.record(line.record)
            if line.kind == PAY:
                payment = record.line(names)[PAY]
                payment["after"] = session.earlier + len(answers)
                payments.append(payment)
                course.append(payment)
                continue
            if line.kind == DEAL:
                befores.append(session.at(record.before))
                answers.append({})
                course.append(answers[-1])
                self.deals.append({})
            index = line.number - 1 - session.earlier
            before, entry = befores[index], answers[index]
            deal = read_kept(record.what[-1], before)
            entry.update(write_answer(before.answer(deal), deal))
            table = before.table
            out, seats = table.sitting_out(), {seat: names[table.player(seat)] for seat in table.seats}
            if out is not None:
                seats[OUT] = names[out]
            winner = None if deal.winner is None else seats[deal.winner]
            entry.update({"number": line.number, "winner": winner, "seats": seats, "balances": {}})
            entry["east"], entry["round"] = names[table.east], table.round_wind()
            self.deals[index] = dict(head)
            self.deals[index].update(write_deal(deal))
            if not rules.knows("nine_easts"):
                self.deals[index].pop("streak", None)  # a deal alone has it only where it counts
            self.deals[index]["round"] = entry["round"]
            if record.before.held is not None:
                counters, held = moved(session, record.before.held, difference(record.before, record.after))
                exchanged = write_exchange(counters, names)
                if any(held.open):
                    exchanged["open"] = _some(names, held.open)
                if line.kind == DEAL:
                    entry["exchange"] = exchanged
                else:
                    entry.setdefault("corrections", []).append(exchanged)
        _add_balances(course, {name: session.balances[i] for i, name in enumerate(names)})
        stands = {
            "deals": answers,
            "payments": payments,
            "balances": {name: session.balances[i] for i, name in enumerate(names)},
            "east": names[session.table.east],
            "round": session.table.round_wind(),
            "over": session.table.over(),
        }
        last = holdings(self.evening)
        if last is not None:
            stands.update(write_holdings(last, names))
        return stands


def _add_balances(course: "list[Json]", balances: "dict[str, int]") -> None:
    """Adds the balances after each deal and each payment. balances: those at the end."""
    for entry in reversed(course):
        entry["balances"] = dict(balances)
        if "net" in entry:
            for seat, gain in entry["net"].items():
                balances[entry["seats"][seat]] -= gain
        else:
            balances[entry["from"]] += entry["points"]
            balances[entry["to"]] -= entry["points"]


# ---- counters ----

_PLAYERS = (2, 3, 4, 5)


def answer_exchange(value: object) -> "Json":
    """Answers a request for an exchange. Raises BadInput if it is wrong, or the counters cannot make change."""
    keys = an_object(value, "", ("values", "trays", "box", "net"))
    values = read_values(there(keys, "values", "/values"), "/values")
    by_name = there(keys, "trays", "/trays")
    if not isinstance(by_name, dict):
        raise BadInput("/trays", "this must be an object")
    if len(by_name) not in _PLAYERS:
        raise BadInput("/trays", "this must have a tray for each of 2, 3, 4 or 5 players")
    names = list(by_name)
    trays = [read_tray(by_name[name], step("/trays", name), values) for name in names]
    box = read_tray(keys.get("box", [0] * len(values)), "/box", values)
    gains = an_object(there(keys, "net", "/net"), "/net", tuple(names))
    net = [_read_gain(gains.get(name, 0), step("/net", name), values[-1]) for name in names]
    if sum(net):
        raise BadInput("/net", "gains must add up to 0. Correct one of them.")
    try:
        return write_exchange(exchange(values, trays, net, box), names)
    except NoExchange as error:
        raise BadInput("/box", str(error))


def _read_gain(value: object, pointer: str, smallest: int) -> int:
    if type(value) is not int:
        raise BadInput(pointer, "this must be a whole number of points")
    if value % smallest:
        raise BadInput(pointer, "the smallest counter is %d. Use a multiple of it." % smallest)
    return value


def write_exchange(result: "Exchange", names: "list[str]") -> "Json":
    """Returns an exchange by names. Players who put and take nothing are omitted."""
    keys: "Json" = {
        "put": _some(names, result.puts),
        "take": _some(names, result.takes),
        "moved": result.moved,
        "loans": _some(names, result.loans),
        "box": result.box,
    }
    if any(result.repaid):
        keys["repaid"] = _some(names, result.repaid)
    return keys


def _some(names: "list[str]", given: "list[Any]") -> "Json":
    """Returns trays or points by name, without those of nothing."""
    return {name: each for name, each in zip(names, given) if (any(each) if isinstance(each, list) else each)}


def write_holdings(held: "Holdings", names: "list[str]") -> "Json":
    """Returns the counters after a replay: trays by name, the box, and loans and open points if there are any."""
    keys: "Json" = {"trays": dict(zip(names, held.trays)), "box": held.box}
    for key in ("loans", "open"):
        if any(getattr(held, key)):
            keys[key] = _some(names, getattr(held, key))
    if held.lent:
        keys["lent"] = [{"from": names[lender], "to": names[to], "points": points} for lender, to, points in held.lent]
    return keys
