"""Prints evenings: a list, or one deal by deal. Control characters in names are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from mingg_host.common import printing
from mingg_host.common.output import columns, printable
from mingg_host.evenings.evening import Adjusted, Evening, Event, Gap, Paid

BY = {"discard": "claimed", "draw": "drawn", "loose": "loose tile", "rob": "robbed"}
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}


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
    table = _table(("deal", "round", "East", "won", "score", "paid"), ("East", "won", "paid"))
    table.padding = (0, 1, 0, 0)
    for name in evening.names:
        table.add_column(Text(printable(name)), justify="right", min_width=5, overflow="fold")
    called = _called(evening.names)
    for event in evening.history:
        style, cells = _cells(event, called)
        table.add_row(*map(Text, cells), *[Text(_balance(event, name)) for name in evening.names], style=style)
    table.add_section()
    ends = [Text(str(evening.balances[name]), style="bold") for name in evening.names]
    table.add_row(*[""] * 5, Text("in the end" if evening.over else "now", style="bold"), *ends)
    return printing.printed(*_about(evening), "", *_damage(evening), table, *_notes(evening))


def _about(evening: Evening) -> list[RenderableType]:
    title = ", ".join([evening.rules.title, *(f"{key} {_setting(value)}" for key, value in evening.options.items())])
    added = f", added on {evening.when}" if evening.when else ""
    next_words = f"{evening.east} deals next, in the {WINDS[evening.round]} round."
    return [
        Text(printable(f"{evening.name}{added}: {title}"), style="bold"),
        Text("The game is over." if evening.over else printable(next_words)),
    ]


def _setting(value: Any) -> str:
    return "none" if value is None else "on" if value is True else "off" if value is False else str(value)


def _called(names: list[str]) -> dict[str, str]:
    """Returns the players' names for cells. A long name is shortened if it stays different from the others."""
    room = max(7, (columns() - 48) // 5)  # letters; the headings of columns have the whole name
    whole = {name: printable(name) for name in names}
    short = {name: text if len(text) <= room else f"{text[: room - 1]}…" for name, text in whole.items()}
    return short if len(set(short.values())) == len(short) else whole


def _cells(event: Event, called: dict[str, str]) -> tuple[str, list[str]]:
    """Returns the style of an event's row, and its cells before the balances."""
    if isinstance(event, Paid):
        return "", [*[""] * 5, f"{called[event.source]} > {called[event.to]} {event.points}\nbeside the deals"]
    if isinstance(event, Adjusted):
        return "yellow", [*[""] * 5, f"correction of deal {event.number}\nby older firmware"]
    if isinstance(event, Gap):
        return "yellow", ["", "", "", str(event), "", "balances as they were after it"]
    mark = "-" if event.undone else "*" if event.corrected else ""
    winner, source = event.deal.winner, event.source
    won, score = event.deal.ending[0].replace("_", " ") if event.deal.ending else "nobody", ""
    if winner is not None:
        way = BY[event.deal.win.by] + (f"\nfrom {called[source]}" if source else "")
        won, score = f"{called[event.players[winner]]}\n{way}", str(event.answer.counts[winner].score)
    paid = "\n".join(
        f"{called[event.players[payment.source]]} > {called[event.players[payment.to]]} {payment.points}"
        for payment in event.answer.payments
    )
    return "dim" if event.undone else "", [f"{mark}{event.number}", event.round, called[event.east], won, score, paid]


def _balance(event: Event, name: str) -> str:
    """Returns a player's gain, and their balance below it."""
    balance = str(event.balances[name])
    if isinstance(event, Gap):
        return balance
    is_beside = isinstance(event, Paid) and name not in event.net
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
