"""What the director may do. Each action is a dialogue in one function: it raises ActionError if it is impossible now,
yields its button with the form, gets what the director entered there, and returns the decision. So the page offers what
is possible, and what it sends back is checked against the form that it has shown. The parameters of a function are the
keys that its button sends; a table is found by the keys `table` and `sitting`.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any

from mingg_host.common.output import counted
from mingg_host.evenings.evening import PlayedDeal, corrected
from mingg_host.evenings.ledger import in_words
from mingg_host.evenings.names import one_name
from mingg_host.evenings.sheets import BY
from mingg_scoring.json_text import MinggError

from mingg_club import decisions, movements, view
from mingg_club.decisions import NO_DEVICE, UNLIMITED, Table
from mingg_club.devices import plain_text
from mingg_club.link import check_deal, deal_in_json
from mingg_club.movements.seating import Seating, drawn
from mingg_club.night import FIXED, PROGRESSIVE, why_no_player
from mingg_club.view import LATE, LEFT, MAIN, PRESENT, RED, ActionError, Button, Field

if TYPE_CHECKING:
    from mingg_club.course import Course

Json = dict[str, Any]
Done = tuple[str, Json]  # what was done in words, and the keys of the decision besides `table`
Dialogue = Generator[Button, Json, Done]
OfAny = Table  # a parameter: a table of the sitting that the key `sitting` names; Table is one of the present sitting

MOST_TEXT = 80  # letters of a message on a device
MOST_KEY = 4_000  # of a message: it may name all tables
MOST_POINTS = 1_000_000
MOST_MINUTES = 600
STATES = ((PRESENT, "present"), (LATE, "late"), (LEFT, "has left"))
GUEST = ((False, "for a rank"), (True, "as a guest, without a rank"))
_LASTING = ("correct", "pay", "undo", "end")  # requests that change a ledger or its sitting
_AT_TABLE = "The device carries it out at Table. What is not here is corrected at the table."


def begun(course: Course, do: object, keys: Json) -> tuple[Dialogue, Button]:
    """Begins the dialogue of an action. Raises ActionError if it is impossible now."""
    if not isinstance(do, str) or do not in ACTIONS:
        raise ActionError(f"There is no such action. Choose one of {', '.join(ACTIONS)}.")
    _, action, wanted = ACTIONS[do]
    lacking = [each.name for each in wanted if each.default is each.empty and each.name not in keys]
    if lacking:
        raise ActionError(f"Name the {' and the '.join(lacking)}.")
    given = {each.name: keys[each.name] for each in wanted if each.name in keys}
    for each in wanted:
        if each.annotation in ("Table", "OfAny"):
            given[each.name] = course.table_at(
                keys["table"], keys.get("sitting") if each.annotation == "OfAny" else None
            )
    dialogue = action(course, **given)
    return dialogue, next(dialogue)


def done(course: Course, action: Json) -> tuple[str, str, Json]:
    """Returns the decision that an action becomes, with what the director has entered: its kind, what was done in
    words, and its keys. Raises ActionError."""
    dialogue, button = begun(course, action.get("do"), action)
    kind, _, wanted = ACTIONS[action["do"]]
    given = {field.key: _entered(field, action.get(field.key, field.value)) for field in button.fields}
    try:
        dialogue.send(given)
    except StopIteration as end:
        text, keys = end.value
        return kind, text, {**({"table": action["table"]} if "table" in [each.name for each in wanted] else {}), **keys}
    raise AssertionError("an action has one form")


def _entered(field: Field, value: Any) -> object:
    """Returns what was entered in a field. Raises ActionError if the form does not allow it."""
    options: list[Any] = [one[0] if isinstance(one, tuple) else one for one in field.options]
    words = ", ".join(str(one[1] if isinstance(one, tuple) else one) for one in field.options)
    wrong = f"choose one of {words}."
    if field.kind == view.TEXT:
        return plain_text(value, MOST_TEXT)
    if field.kind == view.NUMBER:
        is_right = type(value) is int and options[0] <= value <= options[1]
        wrong = f"enter a number from {options[0]} to {options[1]}."
    elif field.kind == view.CHOICE:
        is_right = any(value == one and type(value) is type(one) for one in options)
    elif field.kind == view.MANY:
        is_right = isinstance(value, list) and bool(value) and all(one in options for one in value)
    else:
        rows: Sequence[Any] = value if isinstance(value, list | tuple) else [None]
        is_right = all(isinstance(row, dict) and sorted(row) == sorted(options) for row in rows) and all(
            type(number) is int and abs(number) <= MOST_POINTS for row in rows for number in row.values()
        )
        wrong = f"enter a whole number for each of {words}."
    if not is_right:
        raise ActionError(f"{field.label}: {wrong}")
    return value


def _choice(key: str, label: str, options: Sequence[Any], value: Any = None) -> Field:
    first = options[0] if value is None and options else value
    return Field(key, label, view.CHOICE, first[0] if isinstance(first, tuple) else first, options)


def _number(key: str, label: str, value: int, least: int, most: int) -> Field:
    return Field(key, label, view.NUMBER, value, (least, most))


# ---- seats ----


def draw(course: Course) -> Dialogue:
    course.ready()
    yield Button("draw by lot")
    return "Seats drawn by lot", _seated(course, drawn(course.given(), course.dice))


def propose(course: Course) -> Dialogue:
    course.ready()
    movement = course.night.plan.movement
    lacking = [table for table in course.lacking() if table.sitting == len(course.night.sittings)]
    if lacking and movement == PROGRESSIVE:
        raise ActionError(f"Table {lacking[0].number} has no result. Enter it from paper, or say that it has none.")
    yield Button("as before" if movement == FIXED else f"by the movement ({movement})")
    given = course.given()
    seating = movements.next_seating(movement, given, course.dice)
    return "Next seats decided by the movement", _seated(course, seating, movements.basis(movement, given))


def move(course: Course) -> Dialogue:
    """In the proposed seats two players change places, or one goes to a table; 0: sits out."""
    course.ready()
    here, rows = sorted(course.present()), [*map(list, course.night.proposal or []), []]
    to = [*here, *((number, f"table {number}") for number in range(1, len(rows) + 1)), (0, "sits out")]
    given = yield Button(
        "move a player", (_choice("name", "player", here), _choice("to", "changes places with, or goes to", to, to[1]))
    )
    name, at = given["name"], given["to"]
    if name == at:
        raise ActionError("Name two players.")
    if isinstance(at, str):
        exchanged = {name: at, at: name}
        rows = [[exchanged.get(one, one) for one in row] for row in rows]
    else:
        rows = [[one for one in row if one != name] for row in rows]
        rows[at - 1] += [name] if at else []
    seated = {name for row in rows for name in row}
    out = [name for name in course.present() if name not in seated]
    return "Seats decided by hand", _seated(course, Seating([row for row in rows if row], out))


def _seated(course: Course, seating: Seating, basis: str = "") -> Json:
    for table in seating.tables:
        course.check_size(len(table))
    return {"tables": seating.tables, "out": seating.out, "basis": basis}


def start(course: Course) -> Dialogue:
    course.ready()
    night, number = course.night, len(course.night.sittings) + 1
    if night.proposal is None:
        raise ActionError("Decide the seats first: draw them, or let the movement do it.")
    yield Button(f"begin sitting {number}", look=MAIN)
    if course.is_outdated():
        raise ActionError("The results have changed since the seats were decided. Decide them again.")
    now = {name: n for n, table in enumerate(night.proposal, 1) for name in table}
    for table in night.sittings[-1].tables if night.sittings else []:
        places = [[name, now[name], course.seat_of(name)] for name in table.names if name in now]
        # Without a device nobody reads it there.
        if course.here(table.number) is not None and any(place[1] != table.number for place in places):
            course.ask(table.number, {"do": "go", "places": places})
    for n, names in enumerate(night.proposal, 1):
        course.ask(n, course.seat(number, names))
    return f"Sitting {number} begun", {"tables": night.proposal, "out": night.out, "had": course.had()}


def reseat(course: Course, table: Table) -> Dialogue:
    _check_open(course, table)
    text = f"For a new device: it seats the players of table {table.number} for the deals that are left."
    yield Button("seat again", text=f"{text} Those played before count.")
    return f"Table {table.number} seated again", _seats_again(course, table, table.names)


def leaves(course: Course, table: Table) -> Dialogue:
    _check_open(course, table)
    course.check_size(len(table.names) - 1)
    text = "The device seats the others again for the deals that are left."
    given = yield Button("a player leaves", (_choice("left", "leaves", table.names),), text)
    others = [name for name in table.names if name != given["left"]]
    return f"{given['left']} has left table {table.number}", {**_seats_again(course, table, others), **given}


def comes(course: Course, table: Table) -> Dialogue:
    _check_open(course, table)
    course.check_size(len(table.names) + 1)
    text = "The device seats them again for the deals that are left."
    given = yield Button("a player comes", (_choice("came", "comes", _free(course)),), text)
    seated = _seats_again(course, table, [*table.names, given["came"]])
    return f"{given['came']} has come to table {table.number}", {**seated, **given}


def _check_open(course: Course, table: Table) -> None:
    """Raises ActionError if the sitting is over at a table."""
    if course.result(table).done:
        raise ActionError(f"The sitting is over at table {table.number}.")


def _seats_again(course: Course, table: Table, names: list[str]) -> Json:
    """Asks the device to seat players. Play goes on with the next East, or with the next player to the right."""
    evenings, (ask, known) = course.evenings(table), list(table.who.items())[-1]
    east = evenings[-1].east if evenings else ""
    if east in known:
        after = known[known.index(east) :] + known[: known.index(east)]
        held = [table.counts_for(one, UNLIMITED, ask) for one in after]
        first = next((names.index(one) for one in held if one in names), 0)
        names = names[first:] + names[:first]
    what = course.seat(table.sitting, names)
    if course.night.plan.deals:
        what["deals"] -= course.result(table).deals
        if what["deals"] < 1:
            raise ActionError(f"No deal is left for {len(names)} players. End the sitting at this table.")
    course.ask(table.number, what)
    return {"names": names}


def _free(course: Course) -> list[str]:
    free = course.free()
    if not free:
        raise ActionError("All players of this night have a seat. Add another one.")
    return free


def substitute(course: Course, table: Table) -> Dialogue:
    """From a deal on, one player sits in the seat of another. own: and gets the points."""
    free, before, played = _free(course), course.deals_before(table), course.result(table).deals
    own = [(False, "the player who is replaced"), (True, "the substitute: the player has left")]
    given = yield Button(
        "substitute",
        (
            *(_choice("player", "for", table.names), _choice("by", "plays", free)),
            *(_number("deal", "from deal", max(played, before) + 1, before + 1, UNLIMITED),),
            _choice("own", "points count for", own),
        ),
    )
    player, by, deal = given["player"], given["by"], given["deal"]
    ask, seated = list(table.who.items())[-1]
    if by in [table.counts_for(name, deal, ask) for name in seated]:
        raise ActionError(f"{by} has a seat in deal {deal}. Name a later deal.")
    if course.here(table.number) is not None:  # its deals count from 1 after players were seated again
        called = {"called": {_labels(table)[player]: by}} if given["own"] else {}
        course.ask(table.number, {"do": "show", "text": f"Deal {deal - before}: {by} plays for {player}.", **called})
    return f"Table {table.number}: {by} plays for {player} from deal {deal}", given


def _labels(table: Table) -> dict[str, str]:
    """Returns the names with which the device seated its players, by those whom they stand for now."""
    ask, labels = list(table.who.items())[-1]
    return {name: label for label, name in table.named(labels, UNLIMITED, ask).items()}


# ---- results ----


def throw(course: Course, table: Table) -> Dialogue:
    """Those who are equal throw. The higher throw goes first."""
    field = Field("throws", "throw", view.ROWS, (), _tied(course, table), 1)
    given = yield Button(f"dice of table {table.number}", (field,), "The sum of the dice of each player.", MAIN)
    throws = given["throws"][0] if given["throws"] else {}
    if not throws or not all(1 <= pips <= 36 for pips in throws.values()):
        raise ActionError("A throw is the sum of the dice: a number from 1 to 36.")
    return _thrown(table, throws)


def roll(course: Course, table: Table) -> Dialogue:
    tied, dice = _tied(course, table), course.dice
    yield Button("let the computer throw")
    return _thrown(table, {name: dice.randint(1, 6) + dice.randint(1, 6) for name in tied})


def _tied(course: Course, table: Table) -> list[str]:
    tied = course.tied(table.number)
    if not tied:
        raise ActionError(f"Nobody is tied at table {table.number}.")
    return tied


def _thrown(table: Table, throws: dict[str, int]) -> Done:
    words = ", ".join(f"{name} throws {pips}" for name, pips in throws.items())
    return f"Table {table.number}: {words}", {"throws": throws}


def paper(course: Course, table: OfAny) -> Dialogue:
    names, known = table.labels(), table.paper or decisions.Paper([], 0)
    lines = max(course.night.plan.deals_at(len(table.names)) or 8, len(known.rows))
    of_sum = known.deals if len(known.rows) < known.deals else 0
    text = "A line for each deal: what each player has won or lost, such as +64 or -64. One line may be the sum of all."
    before = [[row[name] for name in names] for row in known.rows]
    given = yield Button(
        "result from paper",
        (
            Field("rows", "deal", view.ROWS, before, names, lines),
            _number("deals", "deals played, if a line is a sum; otherwise 0", of_sum, 0, UNLIMITED),
        ),
        text,
    )
    rows, deals = given["rows"], given["deals"] or len(given["rows"])
    if not rows:
        raise ActionError("Enter what each player has won or lost.")
    for number, row in enumerate(rows, 1):
        if sum(row.values()):
            wrong = f"the points of a deal add up to 0; these make {sum(row.values()):+d}. Check them."
            raise ActionError(f"Line {number}: {wrong}")
    if deals < len(rows):
        raise ActionError(f"These are {len(rows)} deals, not {deals}. Enter 0, unless a line is a sum.")
    keys = {"sitting": table.sitting, "rows": rows, "deals": deals, "movers": []}
    return f"{_place(table)}: the result from paper", keys


def no_result(course: Course, table: OfAny) -> Dialogue:
    text = f"Table {table.number} has none in sitting {table.sitting}: its players win and lose nothing."
    who = [("", "dice decide"), *table.names]
    fields: tuple[Field, ...] = ()
    if course.night.plan.movement == PROGRESSIVE:
        text += " Two of them move up."
        fields = _choice("first", "the better", who), _choice("second", "the other", who)
    given = yield Button("no result", fields, text)
    movers = [name for name in given.values() if name]
    if movers and len(set(movers)) < 2:
        raise ActionError("Name two players, or let dice decide.")
    return f"{_place(table)}: no result", {"sitting": table.sitting, "rows": [], "deals": 0, "movers": movers}


def check(course: Course, table: OfAny) -> Dialogue:
    if table.paper is None or table.paper.checked:
        raise ActionError("No result from paper waits there.")
    yield Button("checked", look=MAIN)
    return f"{_place(table)}: the result from paper is checked", {"sitting": table.sitting}


def _place(table: Table) -> str:
    return f"Table {table.number}, sitting {table.sitting}"


def correct(course: Course, table: Table, deal: int, device: str = "") -> Dialogue:
    """The winning hand was that of another player, or was won in another way."""
    at, value, seats = _deal(course, table, deal, device)
    names = list(at.net)
    given = yield Button(
        "another winner",
        (
            *(_choice("winner", "winner", names, at.winner), _choice("by", "how", list(BY.items()), at.deal.win.by)),
            _choice("from", "whose tile", [("", "nobody's, or unknown"), *names], at.source or ""),
        ),
        f"The winning hand moves to the winner. {_AT_TABLE}",
    )
    to = _exchanged(value, seats[at.winner or ""], seats[given["winner"]])
    to["win"].pop("from", None)
    to["win"].update({"by": given["by"], **({"from": seats[given["from"]]} if given["from"] else {})})
    return _corrected(course, table, at, to)


def swap(course: Course, table: Table, deal: int, device: str = "") -> Dialogue:
    """Two hands were exchanged when they were entered."""
    at, value, seats = _deal(course, table, deal, device)
    names = list(at.net)
    two = _choice("one", "hand of", names), _choice("other", "was that of", names, names[1])
    given = yield Button("swap two hands", two, f"These hands were exchanged. {_AT_TABLE}")
    if given["one"] == given["other"]:
        raise ActionError("Name two players.")
    return _corrected(course, table, at, _exchanged(value, seats[given["one"]], seats[given["other"]]))


def void(course: Course, table: Table, deal: int, device: str = "") -> Dialogue:
    at, _, _ = _deal(course, table, deal, device)
    yield Button("void", (), f"Nobody wins this deal, and nobody pays. {_AT_TABLE}", RED)
    return _corrected(course, table, at, {"winner": None, "hands": {}})


def _deal(course: Course, table: Table, number: int, device: str) -> tuple[PlayedDeal, Json, dict[str, str]]:
    """Returns a deal that its device can correct, its content, and the seats by name. device: that of the deal which
    the director saw; "": any. Raises ActionError."""
    present = [name for _, name, _ in course.played(table)][-1:]
    for ledger, _, deal, _ in course.deals(table):
        is_here = [ledger] == present and device in ("", ledger.device)
        if is_here and deal.number == number and not deal.undone:
            if deal.winner is None:
                raise ActionError("Nobody won this deal, so there is no hand to move. Correct it at the table.")
            return deal, deal_in_json(deal), {name: seat for seat, name in deal.players.items()}
    raise ActionError(f"Table {table.number} has no such deal now. Look at it again.")


def _exchanged(deal: Json, one: str, other: str) -> Json:
    """Returns a deal in which the hands of two seats are exchanged, also the winner's."""
    seats = {one: other, other: one}
    hands = {seats.get(seat, seat): hand for seat, hand in deal["hands"].items()}
    win = {key: seats.get(word, word) if key == "from" else word for key, word in deal["win"].items()}
    return {**deal, "hands": hands, "winner": seats.get(deal["winner"], deal["winner"]), "win": win}


def _corrected(course: Course, table: Table, deal: PlayedDeal, to: Json) -> Done:
    """Asks the device for a correction, and says what the deal counts then. Raises ActionError."""
    evening, names = course.evenings(table)[-1], list(deal.before.names)
    try:
        check_deal(to, names, course.night.plan.in_force(len(names)))
        now = corrected(deal, to)
    except MinggError as error:
        keys = error.at.split("/")[1:]
        of = deal.players.get(keys[1]) if keys[:1] == ["hands"] and keys[1:] else None
        place = f"The hand of {of}" if of else ", ".join(keys) or "The deal"
        raise ActionError(f"This deal is impossible. {place}: {error.message}") from None
    except ValueError as error:
        raise ActionError(f"This deal is impossible: {in_words(error)}") from None
    # The device declines if this is another deal by now. A ledger with gaps does not tell the number of a record.
    record = 0 if evening.gaps else deal.line
    what = {"do": "correct", "evening": evening.number, "deal": deal.number, "record": record, "to": to}
    course.ask(table.number, what)
    won = [f"{name} {points:+d}" for name, points in now.net.items() if points]
    return f"Table {table.number}, deal {deal.number}: {', '.join(won) or 'nobody pays'}, requested", {}


def pay(course: Course, table: Table) -> Dialogue:
    who = _choice("from", "pays", table.names), _choice("to", "to", table.names, table.names[1])
    text = "One player of this table pays another. The device carries it out at Table."
    points = _number("points", "points", 20, 1, MOST_POINTS)
    given = yield Button("penalty to another player", (*who, points), text)
    if given["from"] == given["to"]:
        raise ActionError("Name two players.")
    if given["points"] % 2:
        raise ActionError("Enter an even number of points: the smallest counter is 2.")
    known = _labels(table)
    course.ask(table.number, {**given, "do": "pay", "from": known[given["from"]], "to": known[given["to"]]})
    return f"Table {table.number}: {given['from']} pays {given['points']} to {given['to']}, requested", {}


def penalty(course: Course, name: str) -> Dialogue:
    course.player(name)
    fields = _number("points", "points", 50, 1, MOST_POINTS), Field("why", "reason")
    given = yield Button("penalty", fields, f"Points that {name} loses outside of play. They count in the standing.")
    return f"{name} loses {given['points']} points", {"name": name, **given}


def undo_deal(course: Course, table: Table, record: int = 0) -> Dialogue:
    """record: the last one that the director saw; 0: any."""
    last = course.last_record(table)
    if not last:
        raise ActionError(f"Table {table.number} has nothing to take back.")
    yield Button("take back the last deal", text=f"Table {table.number} takes back its last deal or payment.")
    if record not in (0, last):
        raise ActionError(f"Table {table.number} has gone on. Look at its last deal again.")
    course.ask(table.number, {"do": "undo", "evening": course.ledgers(table)[-1].evening, "record": last})
    return f"Table {table.number}: undo requested", {}


def timer(course: Course) -> Dialogue:
    """The time of this sitting begins, or ends without a signal: minutes 0."""
    if not course.night.sittings or course.is_done():
        raise ActionError("No sitting is played now.")
    fields = (
        _number("minutes", "minutes, 0: none", 60, 0, MOST_MINUTES),
        _number("warn", "signal, minutes before the end", 10, 0, MOST_MINUTES),
        _choice("more", "then", [(True, "one deal more"), (False, "stop")]),
    )
    given = yield Button("timer", fields, "From now on. The room and the tables see it.")
    minutes = given["minutes"]
    ends = int(course.wall) + 60 * minutes if minutes else 0
    said = f"{counted(minutes, 'minute')} for this sitting" if minutes else "The timer is off"
    return said, {"ends": ends, "warn": 60 * given["warn"], "more": given["more"]}


def end(course: Course, table: Table) -> Dialogue:
    yield Button("end here", (), f"The sitting ends now at table {table.number}.", RED)
    return _ended(course, [table], f"table {table.number}")


def end_all(course: Course) -> Dialogue:
    text = "The sitting ends now at all tables. Deals that are not finished do not count."
    yield Button("end the sitting", (), text, RED)
    return _ended(course, course.night.sittings[-1].tables if course.night.sittings else [], "all tables")


def _ended(course: Course, tables: list[Table], place: str) -> Done:
    left = [table for table in tables if not course.is_final(table)]
    if not left:
        raise ActionError("The sitting is over there already.")
    for table in left:
        is_unseated = any((ask.table, ask.what["do"]) == (table.number, "seat") for ask in course.night.asks)
        if not course.result(table).done and (not is_unseated or course.here(table.number) is not None):
            course.ask(table.number, {"do": "end"})
    return f"Sitting {left[0].sitting} ended at {place}", {"tables": [table.number for table in left]}


# ---- messages ----


def show(course: Course, table: int) -> Dialogue:
    if table not in course.with_device():
        course.table_at(table)
    given = yield Button("message", (Field("text", "message"),))
    return _shown(course, [table], given["text"])


def show_all(course: Course) -> Dialogue:
    sittings = course.night.sittings
    numbers = range(1, len(sittings[-1].tables) + 1) if sittings else course.with_device()
    if not numbers:
        raise ActionError("No device is here yet.")
    given = yield Button("message to all tables", (Field("text", "message"),))
    return _shown(course, numbers, given["text"])


def test(course: Course, table: int) -> Dialogue:
    if table not in course.with_device():
        raise ActionError("No device is here yet.")
    yield Button("test")
    return _shown(course, [table], f"Test: this is table {table}.")


def _shown(course: Course, numbers: Sequence[int], text: str) -> Done:
    if not text:
        raise ActionError("Write a message first.")
    for number in numbers:
        course.ask(number, {"do": "show", "text": text})
    return f"Message sent to {f'table {numbers[0]}' if len(numbers) == 1 else f'{len(numbers)} tables'}", {}


def withdraw(course: Course, table: int, id: str) -> Dialogue:
    ask = course.night.ask(table, id)
    if ask is None:
        raise ActionError("This request does not wait any more.")
    text = f"Table {table} is not asked for this any more. What its device has done already stays."
    yield Button("withdraw", text=text)
    return f"Request {ask.what['do']} withdrawn at table {table}", {"id": id}


def dismiss(course: Course, key: str) -> Dialogue:
    tables = key.removeprefix(NO_DEVICE).split(",") if isinstance(key, str) and key.startswith(NO_DEVICE) else []
    if not isinstance(key, str) or not key.isprintable() or len(key) > MOST_KEY or not all(map(str.isdecimal, tables)):
        raise ActionError("There is no such message.")
    who, those = ("they play", "Tables {} play") if len(tables) > 1 else ("it plays", "Table {} plays")
    yield Button(f"{who} on paper" if tables else "I was there" if key.startswith(view.CALL) else "hide")
    return f"{those.format(', '.join(tables))} on paper" if tables else "Message hidden", {"key": key}


# ---- people and devices ----


def add(course: Course) -> Dialogue:
    fields = Field("name", "name"), _choice("state", "is", STATES[:2]), _choice("guest", "plays", GUEST)
    given = yield Button("add a player", fields)
    name = given.pop("name")
    wrong = why_no_player(name)
    if wrong:
        raise ActionError(f"The name: {wrong}")
    if any(one_name(name) == one_name(known) for known in course.night.players):
        raise ActionError("Another player has this name. Write it differently.")
    return f"{name} is new", {"names": [name], **given}


def player(course: Course, name: str) -> Dialogue:
    state, guest = course.player(name), name in course.night.guests
    fields = _choice("state", f"{name} is", STATES, state), _choice("guest", "plays", GUEST, guest)
    given = yield Button("change", fields)
    said = "has left" if given["state"] == LEFT else f"is {given['state']}"
    return f"{name} {said}", {"names": [name], **given}


def here(course: Course) -> Dialogue:
    late = [name for name, state in course.night.players.items() if state == LATE]
    if not late:
        raise ActionError("Everyone is here.")
    one = len(late) == 1
    given = yield Button("is here") if one else Button("some are here", (Field("names", "here", view.MANY, (), late),))
    names = given.get("names", late)
    said = f"{names[0]} is" if len(names) == 1 else f"{len(names)} players are"
    return f"{said} present", {"names": names, "state": PRESENT}


def check_in(course: Course) -> Dialogue:
    names = course.present()
    yield Button("check players in", text="Nobody counts as here until you say so.")
    return f"{len(names)} players are late", {"names": names, "state": LATE}


def device(course: Course, table: Table) -> Dialogue:
    devices = sorted(course.seen[table.number].here) if table.number in course.seen else []
    if not devices:
        raise ActionError(f"Table {table.number} has no device.")
    given = yield Button("choose the device", (_choice("device", "counts", devices),))
    return f"Table {table.number}: device {given['device']} counts", given


# ---- the night ----


def close(course: Course) -> Dialogue:
    if not course.is_done():
        raise ActionError("This sitting is not over at all tables. Wait for them, or end it there.")
    yield Button("close the night", (), "The night is over, and its standing is final.", RED)
    if course.lacking() or course.unchecked():
        raise ActionError(
            "A table has no result, or its result is not checked. Enter or check it, or say that there is none."
        )
    return "The night is over", {"had": course.had()}


def undo(course: Course) -> Dialogue:
    """Takes back the last decision. Refuses if a device has carried it out already."""
    last = decisions.undoable(course.book.decisions)
    if last is None:
        raise ActionError("There is nothing to take back.")
    number, keys = last
    text, do, asks = str(keys.get("text", "")), keys.get("do"), keys.get("asks", ())
    if number in course.night.damaged:  # it has changed nothing
        do, asks = None, ()
    lasting = [ask for ask in asks if ask[2]["do"] in _LASTING or do == "reseat"]
    if any(course.is_carried_out(table, id) for table, id, _ in lasting):
        raise ActionError(f"{text}: the device has done this already. Change it by another action.")
    for at in course.night.sittings[-1].tables if do == "start" else []:
        if course.result(at).deals or at.throws:
            raise ActionError(f"Table {at.number} has begun to play. End the sitting instead.")
    yield Button(f"undo: {text}")
    for table, _, what in asks if do == "substitute" else ():
        called = {"called": dict.fromkeys(what["called"], keys["player"])} if "called" in what else {}
        course.ask(table, {"do": "show", "text": f"Taken back: {text}.", **called})
    return f"Taken back: {text}", {"of": number}


# Actions that become another kind of decision than their own name, see Night.do_* in decisions.py.
_KINDS = {
    **dict.fromkeys(("draw", "propose", "move"), "seats"),
    **dict.fromkeys(("leaves", "comes"), "reseat"),
    **dict.fromkeys(("swap", "void"), "correct"),
    **dict.fromkeys(("show_all", "test"), "show"),
    **dict.fromkeys(("add", "here", "check_in"), "player"),
    **{"roll": "throw", "no_result": "paper", "end_all": "end"},
}
# By name: the kind, the dialogue, and its parameters.
ACTIONS = {
    name: (_KINDS.get(name, name), does, list(signature(does).parameters.values())[1:])
    for name, does in list(globals().items())
    if getattr(does, "__annotations__", {}).get("return") == "Dialogue" and not name.startswith("_")
}
