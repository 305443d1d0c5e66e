"""The records that are no played deal, a class for each kind; and the text of any line as a record. Also reads the line
of a session that is no ledger."""

from typing import Any

from mingg.core.counters.sets import Holdings
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_list, a_word, an_object, read_pay, there
from mingg.core.table.session import (
    BACK,
    BOX,
    CORRECT,
    COUNT,
    DEAL,
    LENT,
    LOAN,
    PAY,
    START,
    SWAP,
    UNDO,
    Session,
    Standing,
    Table,
)
from mingg.core.values import is_count
from mingg.records.kinds import (
    AFTER,
    BEFORE,
    BEGUN,
    CALLED,
    CLUB,
    GOULASH,
    HELD,
    LEDGER,
    MOST_POINTS,
    ON,
    SITS,
    TURN,
    Dealt,
    Record,
)
from mingg.records.line import FIRST, FORMAT, Json, parse

# More than an evening can have. Each deal takes memory where it is shown, and a record may name any number of deals.
MOST_DEALS = 99999

Transfer = tuple[int, int, int]  # player who gives, player who receives, points


class Correction(Dealt):
    """Replaces a deal where it was played. number of the deal: target, from 1."""

    kind = CORRECT

    def __init__(self, target: int, keys: "Json") -> None:
        self.target = target
        self.keys = keys

    def line(self, names: "list[str]") -> "Json":
        return {CORRECT: self.target, "deal": self.keys}


class Payment(Record):
    """A payment outside deals. back: the number of the payment that it takes back, among those that stood; 0: none."""

    kind = PAY

    def __init__(self, source: int, to: int, points: int, back: int = 0) -> None:
        self.source, self.to, self.points, self.back = source, to, points, back

    def line(self, names: "list[str]") -> "Json":
        keys: "Json" = {PAY: write_transfer((self.source, self.to, self.points), names)}
        if self.back:
            keys[BACK] = self.back
        return keys


class Count(Record):
    """A physical count of counters. trays: by player; box: None if it was not counted; lent: what one player lent
    another then."""

    def __init__(self, trays: "dict[int, list[int]]", box: "list[int] | None", lent: "Transfer | None" = None) -> None:
        self.kind = LOAN if lent else COUNT
        self.trays, self.box, self.lent = trays, box, lent

    def line(self, names: "list[str]") -> "Json":
        keys: "Json" = {COUNT: {names[player]: tray for player, tray in self.trays.items()}}
        if self.box is not None:
            keys[BOX] = self.box
        if self.lent:
            keys[LENT] = write_transfer(self.lent, names)
        return keys


class Swap(Record):
    """Two players change places in all deals of the evening, also in those before. A session's file has no such line:
    it names everybody where they are at the end. In a ledger a name stands for a player, as at the start."""

    kind = SWAP

    def __init__(self, one: int, other: int) -> None:
        self.one, self.other = one, other

    def line(self, names: "list[str]") -> "Json":
        return {SWAP: [names[self.one], names[self.other]]}


def write_transfer(transfer: "Transfer", names: "list[str]") -> "Json":
    source, to, points = transfer
    return {"from": names[source], "to": names[to], "points": points}


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


def read_record(number: int, text: str, session: "Session") -> "Any":  # Any: the kind says which Record
    """The record of a line. session: of its head. ValueError: the text is no valid record. A deal is not checked before
    it is asked for: see read_kept()."""
    keys = parse(text)
    joined = keys.get(ON) == number - 1
    before, after, on = keys.pop(BEFORE, None), keys.pop(AFTER, None), keys.pop(ON, number - 1)
    if type(on) is not int or not 0 <= on < number:
        raise ValueError("no record")
    record = _read_swap(keys[SWAP], session) if SWAP in keys else read_line(keys, session)
    record.number, record.on = number, on
    record.joined = joined
    if record.kind == DEAL and "winner" not in keys:
        raise ValueError("no deal")
    if record.kind != UNDO:
        record.before = read_standing(before, BEFORE, session)
    record.after = read_standing(after, AFTER, session)
    if record.after.deals > number + session.earlier:
        raise ValueError("no evening has more deals than records")
    return record


def _read_swap(value: object, session: "Session") -> Swap:
    """A line that only a ledger has."""
    players = [a_word(name, "/swap", tuple(session.names), "player") for name in a_list(value, "/swap")]
    if len(players) != 2 or players[0] == players[1]:
        raise BadInput("/swap", "this must be a list of two players")
    return Swap(*[session.names.index(name) for name in players])


def read_standing(value: object, pointer: str, session: "Session") -> Standing:
    """Reads a standing from its object; BadInput if it does not fit the session. It has no holdings if the session has
    no counters, or the object has none."""
    keys = an_object(value, pointer, ("deals", "east", "round", "streak", "balances", GOULASH, HELD, SITS))
    pointer += "/"
    players, rounds = len(session.names), session.table.rounds
    east = session.names.index(a_word(keys.get("east"), pointer + "east", tuple(session.names), "player"))
    round_number = a_count(keys.get("round"), pointer + "round")
    if round_number > rounds:
        raise BadInput(pointer + "round", "no such round. Use 0 to %d." % rounds)
    balances = a_list(keys.get("balances"), pointer + "balances")
    if len(balances) != players or not all(
        type(balance) is int and abs(balance) <= MOST_POINTS for balance in balances
    ):
        raise BadInput(pointer + "balances", "this must be a list with a balance for each player")
    if sum(balances) != players * START:
        raise BadInput(pointer + "balances", "balances must add up to %d. Correct one of them." % (players * START))
    if east == Table(players, round_number, rounds).sitting_out():
        raise BadInput(pointer + "east", "this player sits out. Name another one.")
    deals = a_count(keys.get("deals"), pointer + "deals")
    streak = a_count(keys.get("streak", 0), pointer + "streak")
    if max(deals, streak) > MOST_DEALS:
        raise BadInput(pointer + "deals", "no evening has so many deals")
    held = None
    if HELD in keys:
        from mingg.core.counters.sets import counters_of

        start_set = counters_of(session.counters, players)
        held = read_holdings(keys[HELD], pointer + HELD, start_set.values, players) if start_set else None
    sits = keys.get(SITS)
    if sits is not None and (
        len(a_list(sits, pointer + SITS)) != players
        or not all(type(person) is int for person in sits)
        or set(sits) != set(range(players))
    ):
        raise BadInput(pointer + SITS, "this must name each player once")
    goulash = a_flag(keys.get(GOULASH, False), pointer + GOULASH)
    return Standing(deals, east, round_number, streak, balances, held, goulash, sits)


def read_holdings(value: object, pointer: str, values: "list[int]", players: int) -> "Holdings":
    """Reads holdings of counters with these values. Raises BadInput."""
    from mingg.core.counters.sets import Holdings
    from mingg.core.interchange.counters import read_tray

    keys = an_object(value, pointer, ("trays", "box", "loans", "open", "lent"))
    tray_list = a_list(there(keys, "trays", pointer + "/trays"), pointer + "/trays")
    if len(tray_list) != players:
        raise BadInput(pointer + "/trays", "this must be a list with a tray for each player")
    trays = [read_tray(tray, "%s/trays/%d" % (pointer, i), values) for i, tray in enumerate(tray_list)]
    box = read_tray(there(keys, "box", pointer + "/box"), pointer + "/box", values)
    loans = a_list(keys.get("loans", [0] * players), pointer + "/loans")
    left = a_list(keys.get("open", [0] * players), pointer + "/open")
    for i, loan in enumerate(loans):
        a_count(loan, "%s/loans/%d" % (pointer, i))
    if len(loans) != players:
        raise BadInput(pointer + "/loans", "this must be a list with a loan, or 0, for each player")
    if len(left) != players or not all(type(points) is int for points in left) or sum(left):
        raise BadInput(pointer + "/open", "this must be a list with the open points of each player, 0 in all")
    lent = []
    for item in a_list(keys.get("lent", []), pointer + "/lent"):
        loan = [a_count(number, pointer + "/lent") for number in a_list(item, pointer + "/lent")]
        if len(loan) != 3 or not loan[2] or loan[0] == loan[1] or max(loan[:2]) >= players:
            raise BadInput(pointer + "/lent", "a loan is who lent, who owes, and the points")
        lent.append((loan[0], loan[1], loan[2]))
    if len(lent) != len({(min(loan[:2]), max(loan[:2])) for loan in lent}):
        raise BadInput(pointer + "/lent", "two players have one loan at most")
    return Holdings(trays, box, loans, left, lent)


def read_line(value: "Any", session: "Session") -> Record:
    """The line of a session as a record without number and standings. Raises BadInput. A deal is not checked yet."""
    keys = value if isinstance(value, dict) else {}
    if UNDO in keys:
        count = an_object(value, "", (UNDO,))[UNDO]
        if not is_count(count) or count != 1:
            raise BadInput("/undo", "this must be 1: only the last valid line can be taken back")
        return Record()
    if CORRECT in keys:
        an_object(value, "", (CORRECT, "deal"))
        if "deal" not in keys:
            raise BadInput("/deal", "the corrected deal is missing. Add it.")
        return Correction(a_count(keys[CORRECT], "/correct"), keys["deal"])
    if PAY in keys:
        an_object(value, "", (PAY, BACK))
        back = a_count(keys.get(BACK, 0), "/back")
        if BACK in keys and not back:
            raise BadInput("/back", "payments count from 1. Use 1 to the number of valid payments.")
        return Payment(*read_pay(keys[PAY], session) + (back,))
    if COUNT in keys:
        from mingg.core.interchange.counters import read_count

        an_object(value, "", (COUNT, BOX, LENT))
        return Count(*read_count(keys, session))
    return Dealt(value)
