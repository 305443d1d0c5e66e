"""Exports evenings for other programs: as a session in the interchange format, as CSV, as a spreadsheet, or as JSON."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO, StringIO
from typing import Any

from mingg_host.common.output import printable
from mingg_host.evenings.evening import Adjusted, Evening, Gap, Paid, PlayedDeal

FORMATS = ("csv", "jsonl", "xlsx")
COLUMNS = (
    *("evening", "rules", "what", "deal", "round", "player", "seat", "east", "won", "by", "from"),
    *("score", "points", "doublings", "limit", "net", "balance"),
)
_WHAT = {Paid: "payment", Adjusted: "adjustment"}
# A spreadsheet takes a text for a formula if it begins with one of these, also full-width, or after any separator.
_FORMULA = "=+-@"
_BEGIN = re.compile(r"(?<![\w'])[^\w\s']")

Cell = str | int | float | None
Row = tuple[Cell, ...]


def jsonl(evening: Evening) -> bytes:
    """Returns an evening as a session for `mingg replay`."""
    # JSON escapes for control characters, so that a terminal does not obey them
    return "".join(printable(json.dumps(line, ensure_ascii=False)) + "\n" for line in evening.lines).encode()


def rows(evening: Evening) -> Iterator[Row]:
    """Yields rows with COLUMNS: one for each deal and player, also of deals taken back, two for each payment, and one
    for each player of an adjustment (see Adjusted).

    Column "what": "deal", "corrected", "undone", "payment" or "adjustment". won: 1 or 0. The row of a payment or an
    adjustment has the net and the balance of its player.
    """
    for event in evening.history:
        for player, net in () if isinstance(event, Gap) else event.net.items():
            about = {"evening": evening.name, "rules": evening.rules.id, "player": player}
            what = _deal(event, player) if isinstance(event, PlayedDeal) else {"what": _WHAT[type(event)]}
            cells: dict[str, Cell] = {**about, **what, "net": net, "balance": event.balances[player]}
            yield tuple(cells.get(column) for column in COLUMNS)


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


def summary(number: str, added: str, evening: Evening | str) -> dict[str, Any]:
    """Returns a line of the list of evenings as data. evening: the evening, or why it cannot be read."""
    about: dict[str, Any] = {"evening": number, "added": added or None}
    if isinstance(evening, str):
        return {**about, "error": evening}
    return {
        **about,
        **{"rules": evening.rules.id, "options": evening.options, "over": evening.over},
        "deals": len(evening.deals) + sum(gap.deals for gap in evening.gaps),
        "balances": evening.balances,
        "damage": list(map(str, (*evening.damage, *evening.gaps))),
    }


def whole(evening: Evening) -> dict[str, Any]:
    """Returns an evening deal by deal as data. Each entry of `history` has the keys of COLUMNS that it needs."""
    history = [
        {column: cell for column, cell in zip(COLUMNS[2:], row[2:], strict=True) if cell is not None}
        for row in rows(evening)
    ]
    about = summary(evening.name, evening.when, evening)
    return {**about, "east": evening.east, "round": evening.round, "history": history}


def as_csv(evenings: Sequence[Evening]) -> bytes:
    """Returns CSV in UTF-8; the first line has the names of the columns. See harmless()."""
    return table_csv(COLUMNS, (row for evening in evenings for row in rows(evening)))


def table_csv(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    """Returns rows as as_csv() does."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    quoting = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(columns)
    for row in map(_plain, rows):
        # A reader would take a carriage return without quotes for the end of the row.
        (quoting if any("\r" in str(cell) for cell in row) else writer).writerow(row)
    return text.getvalue().encode()


def _plain(row: Row) -> list[Cell]:
    return [harmless(cell) if isinstance(cell, str) else cell for cell in row]


def harmless(text: str) -> str:
    """Returns a text of a CSV with an apostrophe before each sign with which a formula could begin, whatever separates
    the cells: in `A;=1+1` the second cell would be a formula where ; separates them."""
    return _BEGIN.sub(_guarded, text)


def _guarded(sign: re.Match[str]) -> str:
    is_formula = unicodedata.normalize("NFKC", sign[0].replace("\N{MINUS SIGN}", "-")) in _FORMULA
    return "'" + sign[0] if is_formula else sign[0]


def xlsx(evenings: Sequence[Evening]) -> bytes:
    """Returns a workbook with two sheets: the results of the evenings, and every deal."""
    from xlsxwriter import Workbook

    file = BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        bold = book.add_format({"bold": True})
        fill(book.add_worksheet("Evenings"), ("evening", "rules", "deals", "player", "balance"), _ends(evenings), bold)
        deals = [row for evening in evenings for row in rows(evening)]
        fill(book.add_worksheet("Deals"), COLUMNS, deals, bold)
    return file.getvalue()


def _ends(evenings: Sequence[Evening]) -> list[Row]:
    return [
        (evening.name, evening.rules.title, len(evening.deals), player, balance)
        for evening in evenings
        for player, balance in evening.balances.items()
    ]


def fill(sheet: Any, columns: Sequence[str], rows: Sequence[Row], bold: Any) -> None:
    """Fills a sheet. Writes names as text, even if they look like formulas."""
    for index, column in enumerate(columns):
        sheet.write_string(0, index, column, bold)
    for down, row in enumerate(rows, 1):
        for across, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(down, across, cell)
            elif cell is not None:
                sheet.write_number(down, across, cell)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, max(1, len(rows)), len(columns) - 1)
    sheet.autofit()
