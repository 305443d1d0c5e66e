"""The director's page: its parts, with a button for everything that is possible now."""

from __future__ import annotations

from dataclasses import replace

from mingg_host.common.output import counted
from mingg_host.report.figures import signed
from mingg_host.report.words import Told
from mingg_scoring.json_answers import WIND_NAMES

from mingg_club import actions, view
from mingg_club.course import Course
from mingg_club.decisions import Ask
from mingg_club.movements.seating import WINDS
from mingg_club.night import hundredths
from mingg_club.showing import TAKE_OVER, ending, hand, how, request
from mingg_club.showing import shown as night_shown
from mingg_club.state import Dealt
from mingg_club.view import Director, NightView, Part, Row, TableView

PAGES = "/director/page/"


def shown(course: Course, broker: str = "", kept: str = "") -> NightView:
    """Returns the view of a night with the director's page. See showing.shown."""
    night = night_shown(course, broker, kept)
    return replace(night, director=director(course, night))


def director(course: Course, night: NightView) -> Director:
    """Returns the page. night: what everyone sees."""
    needs = [Part(text=f"{one.text}\n{one.next}", look=_look(one), buttons=one.buttons) for one in night.messages]
    return Director(
        undo=next(iter(course.buttons("undo")), None),
        needs=needs or [Part(text="Nothing needs you.", look=view.CALM)],
        next=_next(course, night),
        tables=[_card(table) for table in night.tables],
        night=_night(course, night),
        urgent=sum(message.kind not in view.UNMARKED for message in night.messages),
    )


def _look(message: view.Message) -> str:
    if message.grave or message.kind == view.CALL:
        return view.RED
    return view.CALM if message.kind in view.UNMARKED else ""


# ---- the next step ----


def _next(course: Course, night: NightView) -> Part:
    """Returns what the director does next. The main button is what most directors want."""
    if not (course.directs or course.rival):
        return Part(
            text="Another computer directs this night. This one shows it, and can take over.", buttons=(TAKE_OVER,)
        )
    if night.state == view.OVER:
        step = "The next `mingg club run` begins the next night."
        return Part(text=f"The night is over, and the standing is final. {step}")
    if night.state == view.PLAYING:
        left = [table for table in night.tables if not table.done]
        verb = "plays" if len(left) == 1 else "play"
        text = f"{len(left)} of {counted(len(night.tables), 'table')} still {verb} sitting {night.sitting}."
        step = "The night is over" if course.is_last() else "You decide the next seats"
        return Part(text=f"{text} {step} when all have finished.")
    if course.is_last():
        text = "Results are missing, or not checked. The standing is final when each table has its result, or none."
        return Part(text=text)
    tied = next((table for table in night.tables if table.tied), None)
    if tied:
        text = f"Some players of table {tied.number} are equal. They throw dice before the next seats are decided."
        return Part(text=text, buttons=course.buttons("throw", "roll", table=tied.number))
    here = course.present()
    if len(here) < 3:
        text = "A table needs three players. Add players, or mark them as present."
        return Part(text=text, buttons=course.buttons("add"))
    proposal, sitting = course.night.proposal or [], night.sitting + 1
    if not proposal:
        text = f"{counted(len(here), 'player')} present. Decide who sits where in sitting {sitting}:"
        is_whole = night.state == view.DRAFT and len(here) == len(course.night.players)
        main = [replace(button, look=view.MAIN) for button in course.buttons("propose")]
        if not main and course.lacking():
            text = f"The movement needs the result of each table. Enter it, or say that there is none. {text}"
        return Part(text=text, buttons=[*main, *course.buttons("draw", *(["check_in"] if is_whole else []))])
    return Part(
        text=f"Check the seats of sitting {sitting}. Nobody sees them before you begin.",
        buttons=course.buttons("start", "propose", "draw", "move"),
        parts=_proposed(night, proposal, here),
    )


def _proposed(night: NightView, proposal: list[list[str]], here: list[str]) -> list[Part]:
    came = {move.name: move.came for move in night.moves}
    seated = {name for table in proposal for name in table}
    out = [name for name in here if name not in seated]

    def row(name: str, table: int, seat: str) -> Row:
        return Row((seat, name, "stays" if came.get(name) == table else f"from {came[name]}" if came.get(name) else ""))

    tables = [
        Part(f"Table {n}", rows=[row(name, n, seat) for name, seat in zip(names, WINDS[len(names)], strict=True)])
        for n, names in enumerate(proposal, 1)
    ]
    return [*tables, Part("Sits out", rows=[row(name, 0, "") for name in out])] if out else tables


# ---- tables ----


def _card(table: TableView) -> Part:
    waits = ["a request was refused"] if any(ask.state == view.REFUSED for ask in table.asked) else []
    waits = waits or ([f"waits: {', '.join(map(request, table.asked))}"] if table.asked else [])
    return Part(
        f"Table {table.number}",
        "\n".join(filter(None, [table.last, *table.subs, *waits])),
        table.words,
        table.look,
        rows=_people(table),
        opens=f"table-{table.number}",
        number=table.number,
    )


def _people(table: TableView) -> list[Row]:
    return [Row((person.seat, person.name, signed(person.points))) for person in table.players]


def part(course: Course, night: NightView, name: str, join: dict[int, str]) -> Part | None:
    """Returns a part that is shown on demand; None if there is none with this name."""
    kind, _, number = name.partition("-")
    if kind == "table" and number.isdecimal() and 1 <= int(number) <= len(night.tables):
        return _table(course, night.tables[int(number) - 1], join)
    if kind == "code" and number.isdecimal() and int(number) in join:
        return _code(int(number), join[int(number)])
    made = {"players": _players, "standing": _standing, "papers": _papers, "devices": _devices, "rules": _rules}.get(
        name
    )
    return made(course, night, join) if made else None


def _table(course: Course, table: TableView, join: dict[int, str]) -> Part:
    t, here = table.number, course.here(table.number)
    records = sum(len(ledger.records) for ledger in course.watched(t))
    report = [f"{counted(records, 'record')} here"] if records or here else []
    if here is not None:
        said = ("device", here.device), ("version", here.version), ("evening", here.evening)
        report = [*(f"{word} {value}" for word, value in said if value), *report]
        report += [f"{here.queued} not sent yet"] * bool(here.queued) + [here.error] * bool(here.error)
    seated = course.night.sittings[-1].tables[t - 1]
    parts = [_deal(course, t, dealt) for dealt in course.deals(seated)]
    if seated.paper is not None and seated.paper.rows:
        labels = seated.labels()
        rows = [Row((n, *(signed(row[name]) for name in labels))) for n, row in enumerate(seated.paper.rows, 1)]
        parts = [Part("Result from paper", head=("deal", *labels), rows=rows), *parts]
    return Part(
        f"Table {t}",
        "\n".join(filter(None, [", ".join(report), *table.subs])),
        table.words,
        table.look,
        rows=[*_people(table), *(_asked(course, ask) for ask in table.asked)],
        buttons=_buttons(course, table),
        parts=[*parts, *([_code(t, join[t])] if t in join else [])],
        number=t,
    )


def _asked(course: Course, ask: Ask, *cells: object) -> Row:
    said = f"refused: {ask.why}" if ask.state == view.REFUSED else "waits"
    return Row((*cells, request(ask), said), course.buttons("withdraw", table=ask.table, id=ask.id))


def _buttons(course: Course, table: TableView) -> list[view.Button]:
    """Returns what can be done at a table now: without a device nothing that a device does, and after the end of the
    sitting nothing that only matters before."""
    t, of_device = table.number, table.state in (view.HERE, view.AWAY)
    found = course.buttons("throw", "roll", *(("show", "pay") if of_device else ()), table=t)
    if of_device:
        found += course.buttons("undo_deal", table=t, record=course.last_record(course.table_at(t)))
    if not (table.done or course.free()):
        text = "All players of this night have a seat. Add another one, who may then take over a seat here."
        found += [replace(button, words="add a substitute", text=text) for button in course.buttons("add")]
    found += course.buttons("substitute", "leaves", "comes", "reseat", *(() if table.done else ("end",)), table=t)
    if table.paper or not table.played:
        found += course.buttons("paper", "no_result", table=t, sitting=len(course.night.sittings))
    return found


def _deal(course: Course, t: int, dealt: Dealt) -> Part:
    deal = dealt.deal
    end = "taken back" if deal.undone else "" if dealt.counts else "does not count"
    said = end or ("corrected" if deal.corrected else "")
    hands = {
        deal.players[seat]: hand(each.points, each.doublings, each.score)
        for seat, each in deal.answer.counts.items()
        if seat in deal.deal.hands
    }
    return Part(
        f"Deal {dealt.number}: {ending(deal)}{f' ({said})' if said else ''}",
        ", ".join(filter(None, (f"{WIND_NAMES.get(deal.round, deal.round)} round", f"East: {deal.east}", how(deal)))),
        head=("player", "hand", "won", "balance"),
        rows=[
            Row((name, hands.get(name, "\u2013"), signed(won), deal.balances.get(name, "")))
            for name, won in deal.net.items()
        ],
        buttons=course.buttons("correct", "swap", "void", table=t, deal=deal.number, device=dealt.ledger.device),
    )


def _code(t: int, link: str) -> Part:
    return Part(f"Link for table {t}", picture=f"/director/join/{t}.svg", links=((f"link for table {t}", link),))


# ---- the night ----


def _night(course: Course, night: NightView) -> Part:
    now = {view.PLAYING: ("timer", "end_all"), view.MOVING: ("close",)}.get(night.state, ())
    buttons = course.buttons("add", "show_all", *now)
    if not buttons:
        return Part()
    links: list[tuple[str, ...]] = []
    if night.sitting or night.open:
        links += [("score sheets and seats to print", f"{PAGES}sheets.html")]
    if night.sitting:
        links += [("the night as a page, to print", f"{PAGES}night.html")]
        links += [("as a file, to publish", f"{PAGES}night.html", f"{night.title}.html")]
    return Part(buttons=buttons, links=links)


def _players(course: Course, night: NightView, _: dict[int, str]) -> Part:
    states, numbers = dict(actions.STATES), course.night.plan.numbers
    at = {person.name: table.number for table in night.tables for person in table.players}
    rows = [
        Row(
            (
                numbers.get(name, ""),
                name,
                at.get(name, "\u2013"),
                states[state] + ", guest" * (name in course.night.guests),
            ),
            course.buttons("player", "penalty", name=name),
        )
        for name, state in course.night.players.items()
    ]
    return Part(head=("no.", "player", "table", "is"), rows=rows)


def _standing(course: Course, night: NightView, _: dict[int, str]) -> Part:
    head = ("rank", "player", "points", "of it penalty", "table points", "average place", "deals")
    rows = [
        Row(
            (
                f"{rank.rank}." if rank.rank else rank.place_word,
                rank.name,
                *map(signed, (rank.points, rank.penalty)),
                *map(hundredths, (rank.table_points, rank.place)),
                rank.deals,
            )
        )
        for rank in night.standing
    ]
    return Part(head=head, rows=rows)


def _papers(course: Course, _: NightView, __: dict[int, str]) -> Part:
    rows = []
    for table in course.night.tables():
        if table.paper is not None:
            won = ", ".join(f"{name} {signed(points)}" for name, points in table.paper.won().items())
            cells = table.sitting, table.number, won or "none", "checked" if table.paper.checked else ""
            rows.append(Row(cells, course.buttons("paper", table=table.number, sitting=table.sitting)))
    return Part(head=("sitting", "table", "result", "is"), rows=rows) if rows else Part(text="There are none.")


def _devices(course: Course, night: NightView, join: dict[int, str]) -> Part:
    rows = []
    for t, seen in sorted(course.seen.items()):
        for device, here in seen.here.items():
            is_here = here.state == "here"
            battery = "" if here.low is None else "low" if here.low else "good"
            cells = (t, device, here.version, "here" if is_here else "away", here.screen, battery)
            rows.append(Row(cells, course.buttons("test", table=t) if is_here else ()))
    rows += [_asked(course, ask, ask.table) for ask in course.night.asks if not course.night.sittings]
    text = "Each link has the password of its table. Show it only to its players." if join else ""
    head = ("table", "device", "version", "is", "screen", "battery") if rows else ()
    return Part(text=text, head=head, rows=rows, parts=[_code(t, link) for t, link in join.items()])


def _rules(course: Course, night: NightView, _: dict[int, str]) -> Part:
    told, rules = Told(), course.night.plan.in_force()
    agreed = told.agreed(rules)
    return Part(text=f"{told.rules(rules)}.\n{told.say('agreed', agreed)}." if agreed else f"{told.rules(rules)}.")
