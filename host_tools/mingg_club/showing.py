"""Makes the view of a night: what its pages show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from mingg_host.common.output import counted
from mingg_host.evenings.evening import Evening, PlayedDeal
from mingg_host.evenings.sheets import BY
from mingg_host.report.figures import signed

from mingg_club import view
from mingg_club.course import RIVAL, TIME, Course
from mingg_club.decisions import NO_DEVICE, Ask, Table
from mingg_club.movements.seating import WINDS, sizes
from mingg_club.records import runs, spans
from mingg_club.state import MOST_OTHERS
from mingg_club.view import Button, Message, Move, NightView, Person, TableView

TAKE_OVER = Button(
    "take over", (), "This computer directs the night from now on. The other one only shows it.", view.MAIN,
    {"do": "take_over"},
)  # fmt: skip
_SEAT = "seat the players"
_REQUESTS = {
    "seat": _SEAT,
    "correct": "correct deal {deal}",
    "pay": "{from} pays {points} to {to}",
    "undo": "take back the last deal",
    "end": "end the sitting",
    "show": "show \u201c{text}\u201d",
    "go": "show who moves where",
}


def shown(course: Course, broker: str = "", kept: str = "") -> NightView:
    """Returns the view of a night, without the director's page. broker, kept: what is wrong
    with the connection, and with the files that keep the night, or ""."""
    night, plan = course.night, course.night.plan
    sitting = course.sitting()
    asks: dict[int, list[Ask]] = {}
    for ask in night.asks:
        asks.setdefault(ask.table, []).append(ask)
    tables = [_table(course, table, asks.get(table.number, [])) for table in (sitting.tables if sitting else [])]
    found = sorted(_messages(course, tables, broker, kept), key=lambda message: not message.grave)
    messages = [_with_buttons(course, one) for one in found if one.key not in night.dismissed]
    doubtful = {message.table for message in messages if message.grave}
    tables = [looking(table, table.number in doubtful) for table in tables]
    state = _state(course)
    return NightView(
        title=plan.name,
        state=state,
        sitting=len(night.sittings),
        sittings=plan.sittings,
        tables=tables,
        standing=course.ranks(),
        by=plan.rank,
        moves=_moves(course, tables, state),
        open=night.proposal is not None,
        messages=messages,
        timer=_time_left(course) if state == view.PLAYING else "",
        said=said(tables, state, broker, _lacking(course)),
        broker=broker,
    )


def _time_left(course: Course) -> str:
    timer = course.night.timer
    if timer is None:
        return ""
    if course.signal_due() == 2:
        return TIME[timer.more]
    return f"{counted(max(1, round((timer.ends - course.wall) / 60)), 'minute')} left"


def nothing_shown(course: Course) -> NightView:
    """Returns a view with the name of the night alone."""
    plan = course.night.plan
    return NightView(plan.name, view.DRAFT, 0, plan.sittings, [], [], plan.rank, [], False, [])


def _state(course: Course) -> str:
    if course.is_over():
        return view.OVER
    if not course.night.sittings:
        return view.DRAFT
    return view.MOVING if course.is_done() else view.PLAYING


def _moves(course: Course, tables: list[TableView], state: str) -> list[Move]:
    """Returns where everyone sits next, if that is proposed; before the first deal of a sitting, where they sit."""
    proposal, sitting = course.night.proposal, course.sitting()
    if proposal is not None:
        at = {person.name: table.number for table in tables for person in table.players}
        moves = [
            Move(name, number, course.seat_of(name), at.get(name, 0))
            for number, names in enumerate(proposal, 1)
            for name in names
        ]
        return moves + [Move(name, 0, "", at.get(name, 0)) for name in course.night.out]
    if sitting is None or state != view.PLAYING or any(table.played or table.done for table in tables):
        return []
    seats = [Move(person.name, table.number, person.seat, 0) for table in tables for person in table.players]
    return seats + [Move(name, 0, "", 0) for name in sitting.out]


# ---- a table ----


def _table(course: Course, table: Table, asks: list[Ask]) -> TableView:
    number, result, evenings = table.number, course.result(table), course.evenings(table)
    here = course.here(number)
    began = dict(zip(table.names, WINDS[len(table.names)], strict=True))
    seats = _seats(evenings[-1]) if evenings and not result.done else began
    # A player who has taken a seat has on the device the name of the one who had it.
    seats = {name: seats[one] for name in table.names for one in (*table.line_of(name), name) if one in seats}
    present = [name for _, name, _ in course.played(table)][-1:]
    dealt = course.deals(table)
    played = [each.deal for each in dealt if [each.ledger] == present and not each.deal.undone]
    state = here.state if here else view.SHEET if number in course.night.sheets else view.NEVER
    return TableView(
        number=number,
        players=[Person(name, seats.get(name, ""), result.won[name]) for name in table.names],
        played=result.deals,
        beyond=result.beyond,
        deals=course.night.plan.deals_at(len(table.names)),
        done=course.is_final(table),
        state=state,
        behind=sum(len(gap) for ledger in course.watched(number) for gap in course.missing(ledger)),
        queued=here.queued if here else 0,
        asked=asks if state != view.SHEET else [],
        last=", ".join(filter(None, (ending(played[-1]), how(played[-1])))) if played else "",
        tied=course.tied(number),
        paper=table.paper is not None,
        subs=[f"{sub.new} plays for {sub.old} from deal {sub.deal}" for sub in table.subs],
    )


def looking(table: TableView, is_doubtful: bool) -> TableView:
    """Adds what a table does now: a look and words."""
    looks = (
        (table.behind, view.RED, f"{counted(table.behind, 'record')} missing"),
        (table.done and not (table.played or table.paper), view.RED, "no result"),
        (is_doubtful, view.RED, "in doubt"),
        (table.tied, view.GOLD, "throw dice"),
        (table.done and table.paper, view.DONE, "from paper" if table.played else "no result"),
        (table.done, view.DONE, "finished"),
        (table.state == view.AWAY, view.RED, "away"),
        (table.state == view.NEVER, view.RED, "no device"),
        (table.state == view.SHEET, "", "on paper"),
        (True, "", f"deal {table.played + 1}{f' of {table.deals}' if table.deals else ''}"),
    )
    look, words = next((look, words) for holds, look, words in looks if holds)
    return replace(table, look=look, words=words)


def _lacking(course: Course) -> list[tuple[str, list[int]]]:
    """Returns what the standing waits for at tables whose sitting is over: words, and numbers of tables."""
    found: dict[str, list[int]] = {}
    for what, tables in (("no result{}", course.lacking()), ("result{} not checked", course.unchecked())):
        for table in tables:
            of = "" if table.sitting == len(course.night.sittings) else f" of sitting {table.sitting}"
            found.setdefault(what.format(of), []).append(table.number)
    return list(found.items())


def said(
    tables: list[TableView], state: str, broker: str, lacking: Sequence[tuple[str, list[int]]] = ()
) -> tuple[str, str]:
    """Returns what is missing, in a look and words for everyone. lacking: see _lacking."""
    if broker:
        return view.RED, "The host has lost the tables. They play on."
    playing = [table for table in tables if not table.done]
    if playing and all(table.state == view.NEVER for table in tables):
        return view.RED, "No table is here yet. Switch the devices on."
    lists = (
        ("results are missing", [table for table in tables if table.behind]),
        ("away", [table for table in playing if not table.behind and table.state == view.AWAY]),
        ("no device yet", [table for table in playing if not table.behind and table.state == view.NEVER]),
        ("throw dice", [table for table in tables if table.tied]),
    )
    found = [f"{_these(table.number for table in those)}: {what}" for what, those in lists if those]
    found += [f"{_these(those)}: {what}" for what, those in lacking]
    if found:
        return view.RED if any(those for _, those in lists[:3]) else "", " \u00b7 ".join(found)
    if state == view.PLAYING:
        verb = "plays" if len(playing) == 1 else "play"
        return "", f"Nothing is missing. {counted(len(playing), 'table')} still {verb}."
    return "", "Nothing is missing." if tables else ""


def _these(tables: Iterable[int]) -> str:
    numbers = list(tables)
    some = ", ".join(map(str, numbers[:6]))
    more = f" and {len(numbers) - 6} more" if len(numbers) > 6 else ""
    return f"{'Tables' if len(numbers) > 1 else 'Table'} {some}{more}"


def _seats(evening: Evening) -> dict[str, str]:
    """Returns the seat winds for the next deal."""
    names = evening.names
    east = names.index(evening.east)
    return {names[(east + turn) % len(names)]: wind for turn, wind in enumerate(WINDS[len(names)])}


def how(deal: PlayedDeal) -> str:
    """Returns how a deal was won, in words; "" if nobody won."""
    return f"{BY[deal.deal.win.by]}{f' from {deal.source}' if deal.source else ''}" if deal.winner else ""


def hand(points: int, doublings: int, score: int) -> str:
    words = counted(points, "point")
    return f"{words}, {counted(doublings, 'doubling')}: {score}" if doublings else words


def ending(deal: PlayedDeal) -> str:
    """Returns who won a deal, with the score, in words."""
    count = deal.answer.counts.get(deal.deal.winner or "")
    return f"{deal.winner} wins {count.score}" if count else "nobody wins"


def request(ask: Ask) -> str:
    """Returns a request in words."""
    words = {key: value for key, value in ask.what.items() if isinstance(value, str | int)}
    try:
        return _REQUESTS.get(str(ask.what.get("do")), "?").format(**words)
    except KeyError:
        return str(ask.what.get("do"))


# ---- messages ----


def _say(
    kind: str, table: int, text: str, step: str, buttons: Sequence[Button] = (), *, of: object = "", key: str = ""
) -> Message:
    """Returns a message. It stays the same while its text does; with a key, while that does. of: tells
    messages with the same text apart."""
    return Message(key or f"{kind}:{table}:{crc32(f'{text}{of}'.encode()):x}", kind, table, text, step, tuple(buttons))


def _messages(course: Course, tables: list[TableView], broker: str, kept: str) -> Iterator[Message]:
    night, count = course.night, len(course.night.sittings)
    if broker:
        yield _say(view.BROKER, 0, f"No connection to the broker: {broker}", "Tables play on.", key="broker")
    if course.rival:
        step = "End this one, or end that one and run this one again."
        yield _say(view.BROKER, 0, RIVAL.format(course.rival), step)
    elif not course.directs and not broker:
        text = f"{course.lease.host or 'Nobody'} directs this night."
        yield _say(view.LOOKS, 0, text, "This computer looks, until you take over.", (TAKE_OVER,))
    for number, words in course.unshared().items():
        text = f"{words}: this counted here, but the broker lost it before {course.lease.host} took over."
        yield _say(view.BROKER, 0, text, "Do it again there if it should count.", of=number)
    yield from set_aside(course)
    if kept:
        yield _say(view.BROKER, 0, kept, "The broker and the devices still have everything.", key="kept")
    for table in tables:
        yield from _of_table(course, table)
    lonely = [table.number for table in tables if table.state == view.NEVER and not (table.done and table.played)]
    if lonely:
        text, step = f"{_these(lonely)}: no device yet.", "Let a phone join with its code, or a board."
        yield _say(view.IS_AWAY, 0, text, step, key=f"{NO_DEVICE}{','.join(map(str, lonely))}")
    for number in course.numbers()[len(tables) :]:
        yield from _of_ledgers(course, number, bool(course.at_once(number)))
    for at in course.lacking():
        text = f"Table {at.number} has no result of sitting {at.sitting} ({', '.join(at.names)})."
        ways = course.buttons("paper", "no_result", table=at.number, sitting=at.sitting)
        yield _say(view.LACKS, at.number, text, "Enter it from paper, or say that there is none.", ways)
    for at in course.unchecked():
        text = f"Table {at.number}, sitting {at.sitting}, from paper: {_paper(course, at)}."
        step = "Let someone else compare it with the sheet. Until then the standing is not final."
        ways = course.buttons("check", "paper", table=at.number, sitting=at.sitting)
        yield _say(view.CHECK, at.number, text, step, ways)
    late = [name for name, state in night.players.items() if state == view.LATE]
    if late:
        text = f"Not here yet: {', '.join(late)} ({len(late)} of {len(night.players)})."
        yield _say(view.FREE, 0, text, "They get no seat before they have come.", course.buttons("here"))
    present = len(course.present())
    if not count and present > 2:
        wanted = range(1, len(sizes(present, night.plan.odd)) + 1)
        without = [number for number in wanted if number not in course.with_device()]
        if without:
            step = "Switch devices on, let phones join, or print score sheets when the seats are decided."
            yield _say(view.FREE, 0, f"{_these(without)} of {len(wanted)}: no device yet.", step)
    for number in sorted(course.seen):
        device = course.here(number)
        if device is not None and device.low and device.state == "here":
            text = f"Table {number}: the battery of its device is low."
            yield _say(view.BATTERY, number, text, "Charge it, or change the batteries.")
    if count and course.is_done() and not course.is_last() and night.proposal is None:
        yield _say(view.FREE, 0, "This sitting is over.", "Decide the next seats.", of=count)

    waits: dict[str, list[Ask]] = {}
    for ask in [ask for table in tables if table.state != view.NEVER for ask in table.asked]:
        if ask.state == view.WAITING:
            waits.setdefault(request(ask), []).append(ask)
    for words, asks in waits.items():
        step = "Players sit down with A." if words == _SEAT else "Devices do it at Table."
        waiting = sorted({ask.table for ask in asks})
        text = f"{_these(waiting)} {'wait' if len(waiting) > 1 else 'waits'}: {words}."
        ways = course.buttons("withdraw", table=asks[0].table, id=asks[0].id) if len(asks) == 1 else []
        yield _say(view.FREE, 0, text, step, ways)
    if course.signal_due() == 2:
        text = f"Time is over. {_these(table.number for table in tables if not table.done)}: still playing."
        step = "End the sitting when they have played what they may."
        yield _say(view.FREE, 0, text, step, course.buttons("end_all"), key=f"time:{count}")
    if course.is_outdated():
        text = "The results have changed since the next seats were decided."
        yield _say(view.SEATS, 0, text, "Decide the next seats again.", of=night.basis)


def _paper(course: Course, table: Table) -> str:
    """Returns a result from paper in words."""
    assert table.paper is not None
    sums = ", ".join(f"{name} {signed(points)}" for name, points in table.paper.won().items())
    played, agreed = table.paper.deals, course.night.plan.deals_at(len(table.names))
    deals = f"{played} of {counted(agreed, 'deal')}" if played < agreed else counted(played, "deal")
    return f"{sums}; {deals}{' in one sum' if len(table.paper.rows) < played else ''}"


def _with_buttons(course: Course, message: Message) -> Message:
    """Adds the button that hides a message."""
    if message.kind == view.LOOKS:
        return message
    return replace(message, buttons=(*message.buttons, *course.buttons("dismiss", key=message.key)))


def set_aside(course: Course) -> Iterator[Message]:
    """Yields messages about what the host could not handle."""
    wrong = {(0, f"decision {number}"): why for number, why in course.night.damaged.items()}
    for (table, what), reason in {**wrong, **course.book.aside.reasons}.items():
        place = f"Table {table}: {what}" if table else what.capitalize()
        text = f"{place} could not be handled, and was set aside: {reason}."
        yield _say(view.DAMAGED, table, text, "Everything else goes on. Please report this.")


def _of_ledgers(course: Course, number: int, is_here: bool) -> Iterator[Message]:
    """Yields messages about the ledgers of a table, which the present sitting may lack. is_here: its device is."""
    place = f"Table {number}"
    for ledger in course.watched(number):
        missing, conflicts = course.missing(ledger), runs(ledger.conflicts())
        if missing:
            step = "The host asks for them." if is_here else "They come when the device is back."
            yield _say(view.GAP, number, f"{place}: records {spans(missing)} are missing.", step, of=ledger.name)
        if conflicts:
            text = f"{place}: records {spans(conflicts)} of evening {ledger.name.evening} came with two contents."
            yield _say(view.CONFLICT, number, text, "Both are kept, the last counts. Look at the device.")
    damaged = course.book.damaged[number]
    if damaged:
        text = f"{place}: {counted(damaged, 'message')} did not contain a record that a device can have. None was kept."
        yield _say(view.DAMAGED, number, text, "Read the device by USB after the night.")
    for ledger in course.others(number)[:MOST_OTHERS]:
        players = ", ".join(ledger.names())
        text = f"{place}: evening {ledger.name.evening} there belongs to no sitting ({players}). It does not count."
        step = "Seat the players again if the sitting is not over, or hide this."
        yield _say(view.OTHERS, number, text, step, course.buttons("reseat", table=number), of=ledger.name)


def _of_table(course: Course, table: TableView) -> Iterator[Message]:
    number = table.number
    place = f"Table {number}"
    seen, here = course.seen.get(number), course.here(number)
    yield from _of_ledgers(course, number, table.state == view.HERE)
    devices = course.at_once(number)
    if len(devices) > 1 and course.night.chosen.get(number) not in devices:
        text = f"{place}: two devices say they are this table: {', '.join(devices)}."
        step = "Choose the device that counts, and join the other one to its own table."
        yield _say(view.DEVICES, number, text, step, course.buttons("device", table=number))
    if table.beyond:
        deals = counted(table.beyond, "deal")
        text = f"{place} has played {deals} after the end of its sitting. This does not count."
        yield _say(view.OTHERS, number, text, "Tell the players, or hide this.")
    if table.tied:
        text, ways = f"{place}: {', '.join(table.tied)} are equal.", course.buttons("throw", "roll", table=number)
        thrown = len(course.night.sittings[-1].tables[number - 1].throws)
        yield _say(view.TIE, number, text, "Enter what they throw.", ways, of=thrown)
    if seen is not None and seen.call is not None:
        text = f"{place} calls the director{': ' + seen.call if seen.call else ''}."
        yield _say(view.CALL, number, text, "Go to the table.", of=course.calls)
    for ask in table.asked:
        if ask.state == view.REFUSED:
            text = f"{place} refused to {request(ask)}: {ask.why}"
            step = "Withdraw the request, or ask for something else."
            ways = course.buttons("withdraw", table=number, id=ask.id)
            yield _say(view.NOT_DONE, number, text, step, ways, of=ask.id)
    if table.state == view.AWAY and not table.done:
        yield _say(view.IS_AWAY, number, f"{place} is away.", "It plays on, and sends later.")
    if here is not None and here.error:
        yield _say(view.IS_AWAY, number, f"{place}: {here.error}", "Look at it.")
