"""Reads ledgers: lines in, records out, with what is missing named in its place. Also the line of a session that is no
ledger.

A ledger is a sequence of segments: files such as `0007-00.txt` and `0007-01.txt`, which only grow at the end. Each
segment begins with a copy of the head, which names the first record of the segment; the first segment begins with two
copies. The numbers of records continue from one segment to the next. The last head counts.

A power cut can leave a torn last line. It is dropped, and the next record begins on a new line.
"""

from collections import namedtuple
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator

from mingg.core.counters.sets import Holdings
from mingg.core.deal.deal import Deal
from mingg.core.table.session import BACK, CORRECT, COUNT, DEAL, LOAN, PAY, START, SWAP, UNDO, Session, Standing, Table
from mingg.core.values import BadInput, a_count, a_flag, a_list, a_word, an_object, step, there
from mingg.records.kinds import (
    AFTER,
    BEFORE,
    BEGUN,
    CALLED,
    CLUB,
    HELD_ROWS,
    LEDGER,
    LINES,
    MOST_POINTS,
    NEEDED,
    ON,
    PAID,
    SITS,
    STANDING,
    TURN,
    Record,
)
from mingg.records.line import FIRST, FORMAT, Json, parse, unseal

if TYPE_CHECKING:
    from mingg.records.ledger import Ledger

# More than an evening can have. Each deal takes memory where it is shown, and a record may name any number of deals.
MOST_DEALS = 99999


# Something is wrong at a line.
# cause   LOST: the records from `first` to `last` are missing before the line
#         TWICE: the record `first` was there before
#         TORN: damaged lines were dropped before the record `first`, which is the expected one
# line    the number of the line, from 1
# unread  the numbers of the damaged lines since the last record
Gap = namedtuple("Gap", ("cause", "first", "last", "line", "unread"))
LOST, TWICE, TORN = "lost", "twice", "torn"
EIO = 5


class Reader:
    """Reads segment after segment. Only one line at a time is in memory.

    next    the number of the next record; 0: unknown, if the reader did not begin with the first segment
    head    the text of the last head; None
    line    how many lines were read
    unread  the numbers of the damaged lines since the last record
    torn    how many lines since then were dropped
    missing how many records are missing
    last    the number of the last record; 0: none was read
    begun   a line of this segment was read: only its first head says which record is the first
    """

    def __init__(self, first: int = 0) -> None:
        """first: the number of the first record, if it is known."""
        self.next = first
        self.head: "str | None" = None
        self.last = self.line = self.torn = self.missing = 0
        self.unread: "list[int]" = []
        self.begun = False

    def read(self, lines: "Iterable[bytes]") -> "Iterator[tuple[int, str] | Gap]":
        """Yields (number, text) of each record and each head (number 0), and Gaps."""
        for line in lines:
            self.line += 1
            if line == b"\n":
                continue
            record = unseal(line)
            if record is None:
                self.unread.append(self.line)
                self.torn += 1
                continue
            number, text = record
            if 0 < number <= (self.last or self.next - 1):
                self.torn += 1
                yield Gap(TWICE, number, number, self.line, [])
                continue
            first = number or (0 if self.begun else _first(text))
            self.begun = True
            if first > self.next:
                if self.next:
                    self.missing += first - self.next
                    yield Gap(LOST, self.next, first - 1, self.line, self.unread)
                    self.unread = []
                self.next = first
            if number:
                if self.unread:
                    yield Gap(TORN, number, number, self.line, self.unread)
                self.next, self.unread = number + 1, []
                self.last = number
            else:
                self.head = text
            if number or not self.last:
                self.torn = 0
            yield record


def records_in(items: "Iterable[tuple[int, str] | Gap]") -> "Iterator[tuple[int, str]]":
    """Yields the records alone, of what a Reader yields."""
    for item in items:
        if not isinstance(item, Gap) and item[0]:
            yield item


# ---- the files of a ledger ----


def is_whole(ledger: "Ledger") -> bool:
    """Whether no segment is missing."""
    return all(segment == i for i, (segment, _) in enumerate(ledger.parts))


def open_parts(ledger: "Ledger") -> "tuple[str, int, bool]":
    """Reads the last part. Returns the text of the last head, how many lines at the end are torn, and whether records
    are missing in this part. The next record gets the number after the last one."""
    reader = _look(ledger, ledger.parts[-1][1])
    ledger.records = max(1, reader.next)
    head = reader.head
    for _, name in reversed(ledger.parts):
        if head is None:
            head = _look(ledger, name).head
            ledger.fill()
    return head or "", reader.torn, reader.missing > 0


def _look(ledger: "Ledger", name: str) -> Reader:
    """Reads a part, and notes how it ends."""
    reader = Reader()
    for _ in reader.read(_measured(ledger, name)):
        pass
    if reader.head is None:  # it counts as full: nothing is appended to it
        ledger.fill()
    return reader


def _measured(ledger: "Ledger", name: str) -> "Iterator[bytes]":
    ledger.size, ledger.ends, ledger.last = 0, True, b""
    for line in ledger.store.lines(name):
        ledger.size += len(line)
        ledger.ends, ledger.last = line[-1:] == b"\n", line
        yield line


def last_before(ledger: "Ledger", end: int) -> "tuple[int, str]":
    """(number, text) of the last readable record before `end`; (0, "") if there is none."""
    if end > ledger.records:
        last = unseal(ledger.last)
        if last is not None and 0 < last[0] == ledger.records - 1:
            return last  # open_parts() has just read it
    for _, name in reversed(ledger.parts):
        found = None
        # To the end, which closes the file: a file system keeps a list of its open files.
        for number, text in records_in(Reader().read(ledger.store.lines(name))):
            if number < end:
                found = number, text
        if found is not None:
            return found
    return 0, ""


def landed(ledger: "Ledger", part: "tuple[int, str]", lines: bytes, count: int) -> bool:
    """Whether the lines of a failed write are in the file. Raises OSError if the file cannot be read, or has other
    records."""
    listed = part in ledger.parts
    if part[1] not in ledger.store.names():
        ledger.doubtful = None
        return False
    following = _look(ledger, part[1]).next
    ledger.doubtful = None
    if not listed:
        ledger.parts.append(part)
    if ledger.last == lines.split(b"\n")[-2] + b"\n":
        ledger.records += count
        return True
    if following > ledger.records:
        ledger.doubtful = part
        raise OSError(EIO)  # other records: only a restart reads the true state
    return False


def _first(text: str) -> int:
    """The number of the first record in the segment of a head."""
    try:
        first = parse(text).get(FIRST, 1) if FIRST in text else 1
    except ValueError:
        return 1
    return first if type(first) is int else 1


# ---- the head ----


class Head:
    """Record 0, which names the table. The last one counts: players may have changed seats or names.

    keys    its object
    form    the format
    names   of the players at the start, which the records use; called: their present names
    turn    where they sit; club: see Evening
    """

    def __init__(self, text: str) -> None:
        """Raises ValueError if the text is no object."""
        self.keys = keys = parse(text)
        self.form = keys.get(LEDGER)
        self.names = _names(keys.get("names"))
        called = _names(keys.get(CALLED))
        self.called = called if len(called) == len(set(called)) == len(self.names) else self.names
        club = keys.get(CLUB)
        self.club = club if isinstance(club, list) else None
        turn = keys.get(TURN)
        # The empty chair of three players makes it larger.
        self.turn = turn if type(turn) is int and turn in range(12 if len(self.names) == 3 else 4) else 0

    def line(self) -> "Json":
        """The first line of a session."""
        return {key: self.keys[key] for key in self.keys if key not in (LEDGER, TURN, CALLED, CLUB, FIRST)}

    def session(self) -> "Session":
        """The Session at its start. ValueError: the keys are wrong, or this version does not know the format."""
        if type(self.form) is not int or self.form != FORMAT:
            raise BadInput("/" + LEDGER, "unknown format. This version reads format %d. Update Mingg." % FORMAT)
        line = self.line()
        line.setdefault("edition")  # a head names the edition, which a session may leave out
        return read_begun(line)


def read_begun(value: "Any") -> "Session":
    """Reads a session from its first line, at its start. Raises BadInput."""
    from mingg.core.interchange.tables import read_session

    session = read_session(value, (BEGUN,))
    if BEGUN in value:
        start = read_standing(value[BEGUN], "/" + BEGUN, session)
        if start.sits:
            raise BadInput("/start/sits", "a session begins without swaps. Leave this out.")
        session.begin_at(start)
        if session.table.over():
            raise BadInput("/start/round", "the game is over. Use a lower round.")
    return session


def _names(value: object) -> "list[str]":
    """A list of names; [] if the value is none."""
    return value if isinstance(value, list) and all(isinstance(name, str) and name for name in value) else []


# ---- records ----


def read_record(number: int, text: str, session: "Session") -> Record:
    """The record of a line. session: of its head. ValueError: the text is no valid record. A deal is not checked before
    it is asked for: see read_kept()."""
    keys = parse(text)
    joined = keys.get(ON) == number - 1
    before, after, on = keys.pop(BEFORE, None), keys.pop(AFTER, None), keys.pop(ON, number - 1)
    if type(on) is not int or not 0 <= on < number:
        raise ValueError("no record")
    record = read_line(keys, session, (SWAP, UNDO, CORRECT, PAY, COUNT))
    record.number, record.on, record.joined = number, on, joined
    if record.kind == DEAL and "winner" not in keys:
        raise ValueError("no deal")
    if record.kind != UNDO:
        record.before = read_standing(before, BEFORE, session)
    record.after = read_standing(after, AFTER, session)
    if record.after.deals > number + session.earlier:
        raise ValueError("no evening has more deals than records")
    return record


def read_line(value: "Any", session: "Session", kinds: "tuple[str, ...]" = (UNDO, CORRECT, PAY, COUNT)) -> Record:
    """The line of a session as a record without number and standings. Raises BadInput. A deal is not checked yet.
    kinds: those that the line may have, besides DEAL."""
    keys = value if isinstance(value, dict) else {}
    kind = next((kind for kind in kinds if kind in keys), DEAL)
    if kind == DEAL:
        return Record(DEAL, value)
    if kind == COUNT and not session.counted():
        raise BadInput("/count", "this session has no counters. Leave the count out.")
    what = read_fields(value, "", LINES[kind], session)
    if kind == UNDO and (type(what[0]) is not int or what[0] != 1):
        raise BadInput("/undo", "this must be 1: only the last valid line can be taken back")
    if BACK in keys and not what[1]:
        raise BadInput("/back", "payments count from 1. Use 1 to the number of valid payments.")
    if kind == COUNT and not what[0] and what[1] is None:
        raise BadInput("/count", "nothing is counted. Add a tray or the box.")
    return Record(LOAN if kind == COUNT and what[2] else kind, *what)


def read_kept(value: "Any", session: "Session") -> "Deal":
    """Reads a deal at the table as it is now. It was judged before it was written. Raises BadInput."""
    from mingg.core.interchange.keys import NAMED
    from mingg.core.interchange.reader import read_deal

    deal = read_deal(value, session.rules, session.table.round_wind(), (NAMED,))
    if NAMED in value:
        for seat, tiles in an_object(value[NAMED], "/named", tuple(deal.hands)).items():
            if not isinstance(tiles, str):
                raise BadInput("/named/" + seat, "this must be a string of tiles")
            deal.hands[seat].named = tiles
    return deal


def read_standing(value: object, pointer: str, session: "Session") -> Standing:
    """Reads a standing from its object; BadInput if it does not fit the session. It has no holdings if the session has
    no counters, or the object has none."""
    standing = Standing(*read_fields(value, pointer, STANDING, session))
    pointer += "/"
    players, rounds = len(session.names), session.table.rounds
    if standing.round > rounds:
        raise BadInput(pointer + "round", "no such round. Use 0 to %d." % rounds)
    if max([abs(balance) for balance in standing.balances]) > MOST_POINTS:
        raise BadInput(pointer + "balances", "no evening has so many points")
    if sum(standing.balances) != players * START:
        raise BadInput(pointer + "balances", "balances must add up to %d. Correct one of them." % (players * START))
    if standing.east == Table(players, standing.round, rounds).sitting_out():
        raise BadInput(pointer + "east", "this player sits out. Name another one.")
    if max(standing.deals, standing.streak) > MOST_DEALS:
        raise BadInput(pointer + "deals", "no evening has so many deals")
    if standing.sits is not None and set(standing.sits) != set(range(players)):
        raise BadInput(pointer + SITS, "this must name each player once")
    return standing


# ---- fields ----


def read_fields(value: object, pointer: str, rows: "tuple[Any, ...]", session: "Session") -> "list[Any]":
    """The values of an object by their rows. Raises BadInput."""
    keys = an_object(value, pointer, tuple([row[0] for row in rows]))
    found = []
    for key, kind, default in rows:
        place = pointer + "/" + key
        if default == NEEDED or key in keys:
            found.append(_READ[kind](there(keys, key, place), place, session))
        else:
            found.append(default)
    return found


def _number(value: object, pointer: str, session: "Session") -> int:
    return a_count(value, pointer)


def _player(value: object, pointer: str, session: "Session") -> int:
    return session.names.index(a_word(value, pointer, tuple(session.names), "player"))


def _players(value: object, pointer: str, session: "Session") -> "list[int]":
    players = [_player(name, pointer, session) for name in a_list(value, pointer)]
    if len(players) != 2 or players[0] == players[1]:
        raise BadInput(pointer, "this must be a list of two players")
    return players


def _transfer(value: object, pointer: str, session: "Session") -> "tuple[int, int, int]":
    source, to, points = read_fields(value, pointer, PAID, session)
    if source == to:
        raise BadInput(pointer + "/to", "this player is also the one who pays. Name another one.")
    if points == 0 or points % 2:
        raise BadInput(pointer + "/points", "this must be an even number of points: the smallest counter is 2")
    return source, to, points


def _each(value: object, pointer: str, session: "Session", reads: "Callable[..., Any]") -> "list[Any]":
    """A list with a value for each player."""
    items = a_list(value, pointer)
    if len(items) != len(session.names):
        raise BadInput(pointer, "this must be a list with a value for each player")
    return [reads(item, "%s/%d" % (pointer, i), session) for i, item in enumerate(items)]


def _whole(value: object, pointer: str, session: "Session") -> int:
    if type(value) is not int:
        raise BadInput(pointer, "this must be a whole number")
    return value


def _tray(value: object, pointer: str, session: "Session") -> "list[int]":
    from mingg.core.counters.sets import read_tray, set_of

    return read_tray(value, pointer, set_of(session).values)


def _trays(value: object, pointer: str, session: "Session") -> "dict[int, list[int]]":
    keys = an_object(value, pointer, tuple(session.names))
    return {session.names.index(name): _tray(keys[name], step(pointer, name), session) for name in keys}


def _loans(value: object, pointer: str, session: "Session") -> "list[tuple[int, ...]]":
    lent = [tuple([a_count(number, pointer) for number in a_list(item, pointer)]) for item in a_list(value, pointer)]
    for loan in lent:
        if len(loan) != 3 or not loan[2] or loan[0] == loan[1] or max(loan[:2]) >= len(session.names):
            raise BadInput(pointer, "a loan is who lent, who owes, and the points")
    if len(lent) != len({(min(loan[:2]), max(loan[:2])) for loan in lent}):
        raise BadInput(pointer, "two players have one loan at most")
    return lent


def read_holdings(value: object, pointer: str, session: "Session") -> "Holdings | None":
    """Reads holdings of counters; None if the session has none. Raises BadInput."""
    if not session.counted():
        return None
    from mingg.core.counters.sets import Holdings

    trays, box, loans, left, lent = read_fields(value, pointer, HELD_ROWS, session)
    if sum(left):
        raise BadInput(pointer + "/open", "open points add up to 0. Correct one of them.")
    zeros = [0] * len(trays)
    return Holdings(trays, box, loans or zeros, left or zeros, list(lent))


# By the kinds of kinds.py.
_READ: "tuple[Callable[..., Any], ...]" = (
    _number,
    lambda value, pointer, session: a_flag(value, pointer),
    _player,
    _players,
    _transfer,
    _tray,
    _trays,
    lambda value, pointer, session: _each(value, pointer, session, _tray),
    lambda value, pointer, session: _each(value, pointer, session, _whole),
    lambda value, pointer, session: _each(value, pointer, session, _number),
    _loans,
    read_holdings,
    lambda value, pointer, session: value,
)
