"""Exports evenings for other programs: as a session in the interchange format, as CSV, as a spreadsheet, or as JSON."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO, StringIO

from mingg_host.common.output import printable
from mingg_host.evenings.evening import Evening, Gap, Paid, PlayedDeal
from mingg_host.evenings.ledger import Json

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
Table = tuple[Sequence[str], Iterable[Row]]  # the names of the columns, and the rows


def jsonl(evening: Evening) -> bytes:
    """Returns an evening as a session for `mingg replay`."""
    # JSON escapes for control characters, so that a terminal does not obey them
    return "".join(printable(json.dumps(line, ensure_ascii=False)) + "\n" for line in evening.lines).encode()


def rows(evening: Evening) -> Iterator[dict[str, Cell]]:
    """Yields rows with keys of COLUMNS: one for each deal and player, also of deals taken back, two for each payment,
    and one for each player of an adjustment (see Adjusted).

    Column "what": "deal", "corrected", "undone", "payment" or "adjustment". won: 1 or 0. The row of a payment or an
    adjustment has the net and the balance of its player.
    """
    for event in evening.history:
        for player, net in () if isinstance(event, Gap) else event.net.items():
            if isinstance(event, PlayedDeal):
                about = _deal(event, player)
            else:
                about = {"what": "payment" if isinstance(event, Paid) else "adjustment"}
            about |= {"evening": evening.name, "rules": evening.rules.id, "player": player}
            yield {**about, "net": net, "balance": event.balances[player]}


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


def deals(evenings: Iterable[Evening]) -> Table:
    """Returns the table of every deal."""
    return COLUMNS, (tuple(map(row.get, COLUMNS)) for evening in evenings for row in rows(evening))


def ends(evenings: Iterable[Evening]) -> Table:
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


def as_csv(table: Table) -> bytes:
    """Returns CSV in UTF-8; the first line has the names of the columns. See harmless()."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    quoting = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    columns, rows = table
    writer.writerow(columns)
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


def xlsx(sheets: Mapping[str, Table]) -> bytes:
    """Returns a workbook. sheets: by name. Names are text, even if they look like formulas."""
    from xlsxwriter import Workbook

    file = BytesIO()
    as_text = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with Workbook(file, {"in_memory": True, **as_text}) as book:
        bold = book.add_format({"bold": True})
        for name, (columns, rows) in sheets.items():
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, columns, bold)
            down = 0
            for down, row in enumerate(rows, 1):
                sheet.write_row(down, 0, row)
            sheet.freeze_panes(1, 0)
            sheet.autofilter(0, 0, max(1, down), len(columns) - 1)
            sheet.autofit()
    return file.getvalue()
