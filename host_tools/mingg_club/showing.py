"""Makes the view of a night: what its pages show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from mingg_host.common.output import counted
from mingg_host.evenings.evening import Evening, PlayedDeal
from mingg_host.evenings.sheets import BY
from mingg_host.report.figures import signed

from mingg_club import offers, view
from mingg_club.course import NO_DEVICE, RIVAL, TIME, Course
from mingg_club.decisions import Ask, Table
from mingg_club.movements.seating import WINDS, sizes
from mingg_club.night import PROGRESSIVE
from mingg_club.records import runs, spans
from mingg_club.state import MOST_OTHERS
from mingg_club.view import (
    Asked,
    Button,
    DealView,
    Message,
    Move,
    NightView,
    Person,
    Player,
    TableView,
)

LET_JOIN = "Let a phone join with its code, or a board."
_TOPIC = {
    "seat": "seat the players",
    "correct": "correct deal {deal}",
    "pay": "{from} pays {points} to {to}",
    "undo": "take back the last deal",
    "end": "end the sitting",
    "show": "show: {text}",
    "go": "show who moves where",
}


def shown(course: Course, now: float, broker: str = "", kept: str = "") -> NightView:
    """Returns the view of a night, without the director's page. now: as for Course.tick(). broker, kept: what is wrong
    with the connection, and with the files that keep the night, or ""."""
    night, plan = course.night, course.night.plan
    ranks = course.ranks()
    sitting = course.sitting()
    count = len(night.sittings)
    tables = [_table(course, number, table) for number, table in enumerate(sitting.tables if sitting else [], 1)]
    at = {person.name: table.number for table in tables for person in table.players}
    found = sorted(_messages(course, tables, now, broker, kept), key=lambda message: not message.grave)
    messages = [_with_buttons(course, one) for one in found if one.key not in night.dismissed]
    doubtful = {message.table for message in messages if message.grave}
    tables = [looking(table, table.number in doubtful) for table in tables]
    state = _state(course)
    return NightView(
        title=plan.name,
        movement=plan.movement,
        state=state,
        sitting=count,
        sittings=plan.sittings,
        rules=plan.in_force().title,
        details=plan.details(),
        tables=tables,
        standing=ranks,
        by=plan.rank,
        moves=_moves(course, at),
        open=night.proposal is not None,
        messages=messages,
        players=[
            Player(name, state, at.get(name, 0), plan.numbers.get(name, ""), name in night.guests)
            for name, state in night.players.items()
        ],
        timer=_time_left(course) if state == view.PLAYING else "",
        said=said(tables, state, broker, _lacking(course)),
        broker=broker,
        change=course.change,
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
    return NightView(
        plan.name, plan.movement, view.DRAFT, 0, plan.sittings, "", [], [], [], plan.rank, [], False, [], []
    )  # fmt: skip


def _state(course: Course) -> str:
    night = course.night
    if course.is_over():
        return view.OVER
    if not night.sittings:
        return view.DRAFT
    return view.MOVING if course.is_done() else view.PLAYING


def _moves(course: Course, at: dict[str, int]) -> list[Move]:
    """Returns where everyone sits next; while nothing is proposed, nothing."""
    moves = [
        Move(name, number, course.seat_of(name), at.get(name, 0))
        for number, names in enumerate(course.night.proposal or [], 1)
        for name in names
    ]
    return moves + [Move(name, 0, "", at.get(name, 0)) for name in course.night.out]


# ---- a table ----


def _table(course: Course, number: int, table: Table) -> TableView:
    count = len(course.night.sittings)
    result = course.result(count, number)
    evenings = course.evenings(number, table)
    here = course.here(number)
    ledgers = course.watched(number)
    began = dict(zip(table.names, WINDS[len(table.names)], strict=True))
    seats = _seats(evenings[-1]) if evenings and not result.done else began
    # Who has taken a seat is on the device under the name of the one who had it.
    seats = {name: seats[one] for name in table.names for one in (*table.line_of(name), name) if one in seats}
    state = here.state if here else view.SHEET if _no_device(number) in course.night.dismissed else view.NEVER
    return TableView(
        number=number,
        players=[Person(name, seats.get(name, ""), result.won[name]) for name in table.names],
        played=result.deals,
        beyond=result.beyond,
        deals=course.night.plan.deals_at(len(table.names)),
        done=course.is_final(number),
        state=state,
        here=sum(len(ledger.records) for ledger in ledgers),
        behind=sum(len(gap) for ledger in ledgers for gap in course.missing(ledger)),
        queued=here.queued if here else 0,
        asked=[_asked(ask) for ask in course.night.asks if ask.table == number and state != view.SHEET],
        last=_last(course, number, table),
        tied=course.tied(number),
        record=course.last_record(number, table),
        evening=here.evening if here else 0,
        device=here.device if here else "",
        version=here.version if here else "",
        error=here.error if here else "",
        paper=table.paper is not None,
        subs=[f"{sub.new} plays for {sub.old} from deal {sub.deal}" for sub in table.subs],
    )


def _last(course: Course, number: int, table: Table) -> str:
    """Returns the last deal of the present ledger in words."""
    present = [name for name, _ in course.played(number, table)][-1:]
    deals = [deal for name, deal in course.deals(number, table) if [name] == present and not deal.undone]
    return _in_words(deal_view(deals[-1])) if deals else ""


def looking(table: TableView, is_doubtful: bool) -> TableView:
    """Adds what a table does now: a look and words."""
    looks = (
        (table.behind, view.RED, f"{counted(table.behind, 'record')} missing"),
        (is_doubtful, view.RED, "in doubt"),
        (table.tied, view.GOLD, "throw dice"),
        (table.done and table.paper, view.DONE, "from paper"),
        (table.done and table.played, view.DONE, "finished"),
        (table.state == view.AWAY, view.RED, "away"),
        (table.state == view.NEVER, view.RED, "no device"),
        (table.state == view.SHEET and not table.done, "", "on paper"),
        (table.done, view.DONE, "nothing played"),
        (True, "", f"deal {table.played + 1}{f' of {table.deals}' if table.deals else ''}"),
    )
    look, words = next((look, words) for holds, look, words in looks if holds)
    return replace(table, look=look, words=words)


def _lacking(course: Course) -> list[tuple[str, list[int]]]:
    """Returns what the standing waits for at tables whose sitting is over: words, and numbers of tables."""
    found: dict[str, list[int]] = {}
    none = [("no result{}", *each) for each in course.lacking()]
    for what, sitting, number in [*none, *(("result{} not checked", *each[:2]) for each in course.unchecked())]:
        of = "" if sitting == len(course.night.sittings) else f" of sitting {sitting}"
        found.setdefault(what.format(of), []).append(number)
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
    found = [f"{_numbers(those)}: {what}" for what, those in lists if those]
    found += [f"{_these(those)}: {what}" for what, those in lacking]
    if found:
        return view.RED if any(those for _, those in lists[:3]) else "", " \u00b7 ".join(found)
    if state == view.PLAYING:
        verb = "plays" if len(playing) == 1 else "play"
        return "", f"Nothing is missing. {counted(len(playing), 'table')} still {verb}."
    return "", "Nothing is missing." if tables else ""


def _numbers(tables: list[TableView]) -> str:
    return _these([table.number for table in tables])


def _these(numbers: list[int]) -> str:
    some = ", ".join(map(str, numbers[:6]))
    more = f" and {len(numbers) - 6} more" if len(numbers) > 6 else ""
    return f"{'Tables' if len(numbers) > 1 else 'Table'} {some}{more}"


def deals(course: Course, number: int) -> list[DealView]:
    """Returns all deals of a table in the present sitting in order of entry, also those that were taken back."""
    table = course.night.sittings[-1].tables[number - 1]
    played = course.played(number, table)
    beyond = {(name, deal.line) for name, deal in course.beyond(number, table)}
    is_over = course.result(len(course.night.sittings), number).beyond
    return [
        replace(
            deal_view(deal),
            device=name.device,
            present=name == played[-1][0],
            counts=not is_over or (name, deal.line) not in beyond,
        )
        for name, deal in course.deals(number, table)
    ]


def _seats(evening: Evening) -> dict[str, str]:
    """Returns the seat winds for the next deal."""
    names = evening.names
    east = names.index(evening.east)
    return {names[(east + turn) % len(names)]: wind for turn, wind in enumerate(WINDS[len(names)])}


def deal_view(deal: PlayedDeal) -> DealView:
    """Returns what pages show of a deal."""
    count = deal.answer.counts.get(deal.deal.winner or "")
    return DealView(
        number=deal.number,
        round=deal.round,
        east=deal.east,
        winner=deal.winner or "",
        how=BY[deal.deal.win.by] + (f" from {deal.source}" if deal.source else "") if deal.winner else "nobody",
        score=count.score if count else 0,
        net=deal.net,
        balances=deal.balances,
        hands={
            deal.players[seat]: _hand(hand.points, hand.doublings, hand.score)
            for seat, hand in deal.answer.counts.items()
            if seat in deal.deal.hands
        },
        by=deal.deal.win.by if deal.winner else "",
        source=deal.source or "",
        corrected=deal.corrected,
        undone=deal.undone,
    )


def _hand(points: int, doublings: int, score: int) -> str:
    words = counted(points, "point")
    return f"{words}, {counted(doublings, 'doubling')}: {score}" if doublings else words


def _in_words(deal: DealView) -> str:
    return f"{deal.winner} wins {deal.score}, {deal.how}" if deal.winner else "nobody wins"


def _asked(ask: Ask) -> Asked:
    return Asked(ask.id, _request(ask), ask.state, ask.why)


def _request(ask: Ask) -> str:
    words = {key: value for key, value in ask.what.items() if isinstance(value, str | int)}
    try:
        return _TOPIC.get(str(ask.what.get("do")), "?").format(**words)
    except KeyError:
        return str(ask.what.get("do"))


# ---- messages ----


def _messages(course: Course, tables: list[TableView], now: float, broker: str, kept: str) -> Iterator[Message]:
    if broker:
        yield Message("broker", view.BROKER, 0, f"No connection to the broker: {broker}", "Tables play on.")
    if course.rival:
        step = "End this one, or end that one and run this one again."
        yield Message("rival", view.BROKER, 0, RIVAL.format(course.rival), step)
    elif not course.directs and not broker:
        text = f"{course.lease.host or 'Nobody'} directs this night."
        step = "This computer looks, until you take over."
        yield Message("looks", view.LOOKS, 0, text, step, (offers.take_over(),))
    for number, words in course.unshared().items():
        text = f"{words}: this counted here, but the broker lost it before {course.lease.host} took over."
        yield Message(f"unshared:{number}", view.BROKER, 0, text, "Do it again there if it should count.")
    yield from set_aside(course)
    if kept:
        yield Message("kept", view.BROKER, 0, kept, "The broker and the devices still have everything.")
    for table in tables:
        yield from _of_table(course, table, now)
    for number in course.tables()[len(tables) :]:
        yield from _of_ledgers(course, number, bool(course.at_once(number)), now)
    for count, number in course.lacking():
        lacking = course.night.sittings[count - 1].tables[number - 1]
        names = lacking.names
        yield Message(
            f"lacks:{count}:{number}", view.LACKS, number,
            f"Table {number} has no result of sitting {count} ({', '.join(names)}).",
            "Enter it from paper, or say that there is none.", _of_paper(course, number, count, lacking),
        )  # fmt: skip
    for count, number, played in course.unchecked():
        assert played.paper is not None
        rows = played.paper.rows
        sums = ", ".join(f"{name} {signed(points)}" for name, points in played.paper.won().items())
        agreed = course.night.plan.deals_at(len(played.names))
        deals = f"{played.paper.deals} of " if played.paper.deals < agreed else ""
        deals += counted(agreed if deals else played.paper.deals, "deal")
        deals += " in one sum" if len(rows) < played.paper.deals else ""
        step = "Let someone else compare it with the sheet. Until then the standing is not final."
        fields = number, count, played.labels(), agreed, played.paper
        yield Message(
            f"check:{count}:{number}:{crc32(sums.encode()):x}", view.CHECK, number,
            f"Table {number}, sitting {count}, from paper: {sums}; {deals}.", step,
            (offers.check(number, count), offers.paper(*fields)),
        )  # fmt: skip
    late = [name for name, state in course.night.players.items() if state == view.LATE]
    if late:
        text = f"Not here yet: {', '.join(late)} ({len(late)} of {len(course.night.players)})."
        step = "They get no seat before they have come."
        yield Message(f"late:{len(late)}", view.FREE, 0, text, step, (offers.are_here(late),))
    here = len(course.present())
    if not course.night.sittings and here > 2:
        wanted = range(1, len(sizes(here, course.night.plan.odd)) + 1)
        without = [str(number) for number in wanted if number not in course.with_device()]
        if without:
            numbers = f"Table{'s' if len(without) > 1 else ''} {', '.join(without)}"
            step = "Switch devices on, let phones join, or print score sheets when the seats are decided."
            key = f"devices-here:{len(without)}"
            yield Message(key, view.FREE, 0, f"{numbers} of {len(wanted)}: no device yet.", step)
    for number in sorted(course.seen):
        device = course.here(number)
        if device is not None and device.low and device.state == "here":
            text = f"Table {number}: the battery of its device is low."
            yield Message(f"battery:{number}", view.BATTERY, number, text, "Charge it, or change the batteries.")
    if course.night.sittings and course.is_done() and not course.is_last() and course.night.proposal is None:
        yield Message(
            f"done:{len(course.night.sittings)}", view.FREE, 0, "This sitting is over.", "Decide the next seats."
        )

    waits: dict[str, list[TableView]] = {}
    for table in tables:
        for asked in table.asked:
            if asked.state == view.WAITING and table.state != view.NEVER:
                waits.setdefault(asked.text, []).append(table)
    for text, those in waits.items():
        step = "Players sit down with A." if text == _TOPIC["seat"] else "Devices do it at Table."
        ids = [asked.id for asked in those[0].asked if asked.text == text]
        buttons = (offers.withdraw(those[0].number, ids[0]),) if len(those) == len(ids) == 1 else ()
        key = f"waits:{crc32(text.encode()):x}:{len(those)}"
        yield Message(
            key, view.FREE, 0, f"{_numbers(those)} {'wait' if len(those) > 1 else 'waits'}: {text}.", step, buttons
        )
    if course.signal_due() == 2:
        playing = [table for table in tables if not table.done]
        yield Message(
            f"time:{len(course.night.sittings)}", view.FREE, 0, f"Time is over. {_numbers(playing)}: still playing.",
            "End the sitting when they have played what they may.", (offers.end_all(),),
        )  # fmt: skip
    if course.is_outdated():
        text = "The results have changed since the next seats were decided."
        yield Message(f"seats:{course.night.basis}", view.SEATS, 0, text, "Decide the next seats again.")


def _with_buttons(course: Course, message: Message) -> Message:
    """Adds the button that hides a message."""
    if not course.directs or message.kind == view.LOOKS:
        return message
    words = "I was there" if message.kind == view.CALL else "hide"
    words = "it plays on paper" if message.key == _no_device(message.table) else words
    return replace(message, buttons=(*message.buttons, offers.dismiss(message.key, words)))


def _of_paper(course: Course, number: int, sitting: int, table: Table) -> tuple[Button, ...]:
    plan = course.night.plan
    return (
        offers.paper(number, sitting, table.labels(), plan.deals_at(len(table.names))),
        offers.no_result(number, sitting, table.names, plan.movement == PROGRESSIVE),
    )


def set_aside(course: Course) -> Iterator[Message]:
    """Yields messages about what the host could not handle."""
    wrong = {(0, f"decision {number}"): why for number, why in course.night.damaged.items()}
    for (table, what), reason in {**wrong, **course.book.aside.reasons}.items():
        place = f"Table {table}: {what}" if table else what.capitalize()
        text = f"{place} could not be handled, and was set aside: {reason}."
        yield Message(
            f"aside:{table}:{what}", view.DAMAGED, table, text, "Everything else goes on. Please report this."
        )


def _of_ledgers(course: Course, number: int, is_here: bool, now: float) -> Iterator[Message]:
    """Yields messages about the ledgers of a table, which the present sitting may lack. is_here: its device is."""
    place = f"Table {number}"
    for ledger in course.watched(number):
        missing = course.missing(ledger)
        if missing and (course.lacks(ledger, now) or not is_here):
            yield Message(
                f"gap:{number}:{ledger.name.evening}:{spans(missing)}",
                view.GAP,
                number,
                f"{place}: records {spans(missing)} are missing.",
                "The host asks for them." if is_here else "They come when the device is back.",
            )
        conflicts = runs(ledger.conflicts())
        if conflicts:
            yield Message(
                f"conflict:{number}:{ledger.name.evening}:{spans(conflicts)}",
                view.CONFLICT,
                number,
                f"{place}: records {spans(conflicts)} of evening {ledger.name.evening} came with two contents.",
                "Both are kept, the last counts. Look at the device.",
            )
    damaged = course.book.damaged[number]
    if damaged:
        yield Message(
            f"damaged:{number}:{damaged}",
            view.DAMAGED,
            number,
            f"{place}: {counted(damaged, 'message')} did not contain a record that a device can have. None was kept.",
            "Read the device by USB after the night.",
        )
    for ledger in course.others(number)[:MOST_OTHERS]:
        evening = ledger.name.evening
        players = ", ".join(ledger.names())
        yield Message(
            f"others:{number}:{evening}:{ledger.name.device}",
            view.OTHERS,
            number,
            f"{place}: evening {evening} there belongs to no sitting ({players}). It does not count.",
            "Seat the players again if the sitting is not over, or hide this.",
            () if course.is_final(number) else (offers.reseat(number),),
        )


def _no_device(number: int) -> str:
    return f"{NO_DEVICE}{number}"


def _of_table(course: Course, table: TableView, now: float) -> Iterator[Message]:
    number = table.number
    place = f"Table {number}"
    seen = course.seen.get(number)
    yield from _of_ledgers(course, number, table.state == view.HERE, now)
    devices = course.at_once(number)
    if len(devices) > 1 and course.night.chosen.get(number) not in devices:
        yield Message(
            f"devices:{number}:{','.join(devices)}",
            view.DEVICES,
            number,
            f"{place}: two devices say they are this table: {', '.join(devices)}.",
            "Choose the device that counts, and join the other one to its own table.",
            (offers.device(number, devices),),
        )
    if table.beyond:
        yield Message(
            f"beyond:{number}:{table.beyond}",
            view.OTHERS,
            number,
            f"{place} has played {counted(table.beyond, 'deal')} after the end of its sitting. This does not count.",
            "Tell the players, or hide this.",
        )
    if table.tied:
        names = ", ".join(table.tied)
        thrown = len(course.night.sittings[-1].tables[number - 1].throws)
        text, key = f"{place}: {names} are equal.", f"tie:{number}:{thrown}"
        yield Message(key, view.TIE, number, text, "Enter what they throw.", tuple(offers.dice(number, table.tied)))
    if seen is not None and seen.call is not None:
        text = f"{place} calls the director{': ' + seen.call if seen.call else ''}."
        yield Message(f"call:{number}:{course.calls}", view.CALL, number, text, "Go to the table.")
    for asked in table.asked:
        if asked.state == view.REFUSED:
            yield Message(
                f"refused:{asked.id}",
                view.NOT_DONE,
                number,
                f"{place} refused to {asked.text}: {asked.why}",
                "Withdraw the request, or ask for something else.",
                (offers.withdraw(number, asked.id),),
            )
    if table.state == view.AWAY and not table.done:
        yield Message(f"away:{number}", view.IS_AWAY, number, f"{place} is away.", "It plays on, and sends later.")
    if table.state == view.NEVER and not (table.done and table.played):
        yield Message(_no_device(number), view.IS_AWAY, number, f"{place} has no device yet.", LET_JOIN)
    if table.error:
        yield Message(f"error:{number}:{table.error}", view.IS_AWAY, number, f"{place}: {table.error}", "Look at it.")
