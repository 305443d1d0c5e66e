"""Evenings as sheets. For people: a list, or one deal by deal; control characters in names are escaped. For programs: a
session in the interchange format, CSV, a spreadsheet, or JSON."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO
from typing import Any

from mingg_scoring.json_answers import WIND_NAMES
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from mingg_host.common import printing
from mingg_host.common.output import columns, counted, printable
from mingg_host.evenings.evening import Evening, Event, Gap, Paid, PlayedDeal, Swapped
from mingg_host.evenings.ledger import Json

# ---- for people ----

BY = {"discard": "claimed", "draw": "drawn", "loose": "loose tile", "rob": "robbed"}


def _table(headings: Sequence[str], wraps: Sequence[str] = ()) -> Table:
    """Returns a table with these headings. wraps: the columns that a narrow terminal may fold."""
    table = printing.table("")
    table.show_header = True
    for heading in headings:
        right = heading in ("no.", "deals", "deal", "score")
        table.add_column(heading, justify="right" if right else "left", no_wrap=heading not in wraps, overflow="fold")
    return table


def listed(rows: Sequence[tuple[str, str, Evening | str]]) -> str:
    """Returns a list of evenings. Each item is number, day, and the evening or the reason why it cannot be read."""
    headings = ("no.", "added", "rules", "deals", "players and balances")
    table = _table(headings, headings)
    for number, day, evening in rows:
        if isinstance(evening, str):
            table.add_row(Text(printable(number)), day, "", "", Text(printable(evening), style="red"))
            continue
        balances = ", ".join(f"{printable(name)} {points}" for name, points in evening.balances.items())
        row = Text(balances + (", over" if evening.over else ""))
        for remark in evening.damage[:1]:
            row.append(f"\n{printable(str(remark))}", "yellow")
        deals = str(len(evening.deals) + sum(gap.deals for gap in evening.gaps))
        table.add_row(Text(printable(number)), day, Text(printable(evening.rules.title)), deals, row)
    return printing.printed(table)


def sheet(evening: Evening) -> str:
    """Returns an evening deal by deal: who won and how, the score, who paid whom, everyone's balance."""
    table = _table(("deal", "who won, and who paid"), ("who won, and who paid",))
    table.padding = (0, 1, 0, 0)
    called = _called(evening.names)
    is_wide = columns() >= 28 + 8 * len(evening.names)  # else the balances stand below what happened
    for name in evening.names if is_wide else ():
        table.add_column(Text(printable(name)), justify="right", min_width=5, max_width=8, overflow="fold")

    def add(number: str, text: str, balances: Mapping[str, str], style: str) -> None:
        below = [] if is_wide else [f"{called[name]} {' '.join(points.split())}" for name, points in balances.items()]
        cells = balances.values() if is_wide else ()
        table.add_row(number, Text("\n".join((text, *below))), *map(Text, cells), style=style)

    for event in evening.history:
        style, (number, text) = _cells(event, called)
        add(number, text, {name: _balance(event, name) for name in evening.names}, style)
    table.add_section()
    ends = {name: str(evening.balances[name]) for name in evening.names}
    add("", "in the end" if evening.over else "now", ends, "bold")
    return printing.printed(*_about(evening), "", *_damage(evening), table, *_notes(evening))


def _about(evening: Evening) -> list[RenderableType]:
    parts = [
        (f"from deal {number} on, " if len(evening.agreed) > 1 else "")
        + ", ".join([rules.title, *(f"{key} {_setting(value)}" for key, value in rules.options.items())])
        for number, rules in evening.agreed
    ]
    added = f", added on {evening.when}" if evening.when else ""
    next_words = f"{evening.east} deals next, in the {WIND_NAMES[evening.round]} round."
    about = [Text(printable(f"{evening.name}{added}: {'; '.join(parts)}"), style="bold")]
    if evening.goes_on:
        before = counted(evening.earlier, "deal") if evening.earlier else "deals"
        about.append(Text(f"It goes on from an evening of {before} that is not here."))
    return [*about, Text("The game is over." if evening.over else printable(next_words))]


def _setting(value: Any) -> str:
    return "none" if value is None else "on" if value is True else "off" if value is False else str(value)


def _called(names: list[str]) -> dict[str, str]:
    """Returns the players' names for cells. A long name is shortened if it stays different from the others."""
    room = max(6, (columns() - 6 - 8 * len(names)) // 2 - 5)  # letters; the headings of columns have the whole name
    whole = {name: printable(name) for name in names}
    short = {name: text if len(text) <= room else f"{text[: room - 1]}…" for name, text in whole.items()}
    return short if len(set(short.values())) == len(short) else whole


def _cells(event: Event, called: dict[str, str]) -> tuple[str, list[str]]:
    """Returns the style of an event's row, and its cells before the balances."""
    if isinstance(event, Paid):
        return "", ["", f"{called[event.source]} > {called[event.to]} {event.points}\nbeside the deals"]
    if isinstance(event, Swapped):
        return "yellow", ["", f"{called[event.one]} and {called[event.other]} changed places\nin all deals"]
    if isinstance(event, Gap):
        return "yellow", ["", f"{event}\nbalances as they were after it"]
    mark = "-" if event.undone else "*" if event.corrected else ""
    winner, source = event.deal.winner, event.source
    won = event.deal.ending[0].replace("_", " ") if event.deal.ending else "nobody"
    if winner is not None:
        way = BY[event.deal.win.by] + (f" from {called[source]}" if source else "")
        won = f"{called[event.players[winner]]} {event.answer.counts[winner].score}, {way}"
    paid = (
        f"{called[event.players[payment.source]]} > {called[event.players[payment.to]]} {payment.points}"
        for payment in event.answer.payments
    )
    place = f"{event.round} round, {called[event.east]} East"
    return "dim" if event.undone else "", [f"{mark}{event.number}", "\n".join((won, *paid, place))]


def _balance(event: Event, name: str) -> str:
    """Returns a player's gain, and their balance below it."""
    balance = str(event.balances[name])
    if isinstance(event, Gap):
        return balance
    is_beside = isinstance(event, Swapped) or (isinstance(event, Paid) and name not in event.net)
    return f"{'' if is_beside else format(event.net.get(name, 0), '+d')}\n{balance}"


def _damage(evening: Evening) -> list[RenderableType]:
    """Says what is missing in an evening that is not whole."""
    said = "Records of this evening are lost. What is known is shown; deals that were taken back are not."
    lines = [said, *map(str, evening.damage), ""] if evening.damage else []
    return [Text(printable(line), style="yellow") for line in lines]


def _notes(evening: Evening) -> list[RenderableType]:
    notes = ["* corrected: as it stands now"] if any(deal.corrected for deal in evening.deals) else []
    notes += ["- taken back: as it stood then; it counts no more"] if evening.undone else []
    return [Text(note, style="dim") for note in notes]


# ---- for programs ----

COLUMNS = (
    *("evening", "rules", "what", "deal", "round", "player", "seat", "east", "won", "by", "from"),
    *("score", "points", "doublings", "limit", "net", "balance"),
)
ENDS = ("evening", "rules", "deals", "player", "balance")
# A spreadsheet takes a text for a formula if it begins with one of these, also full-width, or after any separator.
_FORMULA = "=+-@"
_BEGIN = re.compile(r"(?<![\w'])[^\w\s']")

Cell = str | int | float | None
Row = Sequence[Cell]
Grid = tuple[Sequence[str], Iterable[Row]]  # the names of the columns, and the rows


def jsonl(evening: Evening) -> bytes:
    """Returns an evening as a session for `mingg replay`."""
    # JSON escapes for control characters, so that a terminal does not obey them
    return "".join(printable(json.dumps(line, ensure_ascii=False)) + "\n" for line in evening.lines).encode()


def rows(evening: Evening) -> Iterator[dict[str, Cell]]:
    """Yields rows with keys of COLUMNS: one for each deal and player, also of deals taken back, and two for each
    payment and each swap.

    Column "what": "deal", "corrected", "undone", or a key of _BESIDE. won: 1 or 0. The row of what is no deal has the
    net and the balance of its player.
    """
    for event in evening.history:
        for player, net in () if isinstance(event, Gap) else event.net.items():
            about = _deal(event, player) if isinstance(event, PlayedDeal) else {"what": _BESIDE[type(event)]}
            about |= {"evening": evening.name, "rules": evening.rules.id, "player": player}
            yield {**about, "net": net, "balance": event.balances[player]}


_BESIDE = {Paid: "payment", Swapped: "swap"}


def _deal(deal: PlayedDeal, player: str) -> dict[str, Cell]:
    seat = next(seat for seat, name in deal.players.items() if name == player)
    count = deal.answer.counts.get(seat)
    figures = ("score", "points", "doublings", "limit") if count else ()
    return {
        "what": "undone" if deal.undone else "corrected" if deal.corrected else "deal",
        **{"deal": deal.number, "round": deal.round, "seat": seat},
        **{"east": int(player == deal.east), "won": int(player == deal.winner)},
        **{"by": deal.deal.win.by if deal.winner else None, "from": deal.source},
        **{figure: int(getattr(count, figure)) for figure in figures},
    }


def deals(evenings: Iterable[Evening]) -> Grid:
    """Returns the table of every deal."""
    return COLUMNS, (tuple(map(row.get, COLUMNS)) for evening in evenings for row in rows(evening))


def ends(evenings: Iterable[Evening]) -> Grid:
    """Returns the table of the results."""
    return ENDS, (
        (evening.name, evening.rules.title, len(evening.deals), player, balance)
        for evening in evenings
        for player, balance in evening.balances.items()
    )


def summary(number: str, added: str, evening: Evening | str) -> Json:
    """Returns a line of the list of evenings as data. evening: the evening, or why it cannot be read."""
    about: Json = {"evening": number, "added": added or None}
    if isinstance(evening, str):
        return {**about, "error": evening}
    return {
        **about,
        **{"rules": evening.rules.id, "options": evening.options, "over": evening.over},
        "deals": len(evening.deals) + sum(gap.deals for gap in evening.gaps),
        "balances": evening.balances,
        "damage": list(map(str, (*evening.damage, *evening.gaps))),
    }


def whole(evening: Evening) -> Json:
    """Returns an evening deal by deal as data. Each entry of `history` has the keys of COLUMNS that it needs."""
    history = [{key: row[key] for key in COLUMNS[2:] if row.get(key) is not None} for row in rows(evening)]
    about = summary(evening.name, evening.when, evening)
    return {**about, "east": evening.east, "round": evening.round, "history": history}


def as_csv(table: Grid) -> bytes:
    """Returns CSV in UTF-8; the first line has the names of the columns. See harmless()."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    quoting = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    headings, rows = table
    writer.writerow(headings)
    for row in rows:
        # A reader would take a carriage return without quotes for the end of the row.
        (quoting if any("\r" in str(cell) for cell in row) else writer).writerow(
            harmless(cell) if isinstance(cell, str) else cell for cell in row
        )
    return text.getvalue().encode()


def harmless(text: str) -> str:
    """Returns a text of a CSV with an apostrophe before each sign with which a formula could begin, whatever separates
    the cells: in `A;=1+1` the second cell would be a formula where ; separates them."""
    return _BEGIN.sub(_guarded, text)


def _guarded(sign: re.Match[str]) -> str:
    is_formula = unicodedata.normalize("NFKC", sign[0].replace("\N{MINUS SIGN}", "-")) in _FORMULA
    return "'" + sign[0] if is_formula else sign[0]


def xlsx(sheets: Mapping[str, Grid]) -> bytes:
    """Returns a workbook. sheets: by name. Names are text, even if they look like formulas."""
    from xlsxwriter import Workbook

    file = BytesIO()
    as_text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with Workbook(file, {"in_memory": True, **as_text}) as book:
        bold = book.add_format({"bold": True})
        for name, (headings, rows) in sheets.items():
            page = book.add_worksheet(name)
            page.write_row(0, 0, headings, bold)
            down = 0
            for down, row in enumerate(rows, 1):
                page.write_row(down, 0, row)
            page.freeze_panes(1, 0)
            page.autofilter(0, 0, max(1, down), len(headings) - 1)
            page.autofit()
    return file.getvalue()
