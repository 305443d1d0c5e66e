"""Prints evenings: a list, or one deal by deal. Control characters in names are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mingg.core.deal.deal import ENDINGS
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from mingg_host.common import tables
from mingg_host.common.columns import width
from mingg_host.common.output import printable
from mingg_host.evenings.evening import Adjusted, Evening, Gap, Paid, PlayedDeal

BY = {"discard": "claimed", "draw": "drawn", "loose": "loose tile", "rob": "robbed"}
WINDS = {"E": "East", "S": "South", "W": "West", "N": "North"}


def listed(rows: Sequence[tuple[str, str, Evening | str]]) -> str:
    """Returns a list of evenings. Each item is number, day, and the evening or the reason why it cannot be read."""
    table = tables.table("")
    table.show_header = True
    for heading in ("no.", "added", "rules", "deals", "players and balances"):
        table.add_column(heading, justify="right" if heading in ("no.", "deals") else "left")
    for number, day, evening in rows:
        if isinstance(evening, str):
            table.add_row(Text(printable(number)), day, "", "", Text(printable(evening), style="red"))
        else:
            balances = ", ".join(f"{printable(name)} {points}" for name, points in evening.balances.items())
            over = ", over" if evening.over else ""
            deals = len(evening.deals) + sum(gap.deals for gap in evening.gaps)
            row = Text(balances + over)
            for remark in evening.damage[:1]:
                row.append(f"\n{printable(str(remark))}", "yellow")
            table.add_row(Text(printable(number)), day, Text(printable(evening.title)), str(deals), row)
    return tables.printed(table)


def sheet(evening: Evening) -> str:
    """Returns an evening deal by deal: who won and how, the score, who paid whom, everyone's balance."""
    table = tables.table("")
    table.show_header = True
    table.padding = (0, 1, 0, 0)
    for heading in ("deal", "round", "East", "won", "score", "paid"):
        right = heading in ("deal", "score")
        wraps = heading in ("East", "won", "paid")  # in a narrow terminal
        table.add_column(heading, justify="right" if right else "left", no_wrap=not wraps, overflow="fold")
    for name in evening.names:
        table.add_column(Text(printable(name)), justify="right", min_width=5, overflow="fold")
    for event in evening.history:
        if isinstance(event, PlayedDeal):
            _deal(table, evening, event)
        elif isinstance(event, Paid):
            _paid(table, evening, event)
        elif isinstance(event, Adjusted):
            _adjusted(table, evening, event)
        else:
            _lost(table, evening, event)
    table.add_section()
    ends: list[RenderableType] = [Text(str(evening.balances[name]), style="bold") for name in evening.names]
    table.add_row("", "", "", "", "", Text("in the end" if evening.over else "now", style="bold"), *ends)
    return tables.printed(*_about(evening), "", *_damage(evening), table, *_notes(evening))


def _about(evening: Evening) -> list[RenderableType]:
    options = ", ".join(f"{key} {_setting(value)}" for key, value in evening.options.items())
    added = f", added on {evening.when}" if evening.when else ""
    return [
        Text(printable(f"{evening.name}{added}: {evening.title}{', ' + options if options else ''}"), style="bold"),
        Text(
            "The game is over."
            if evening.over
            else printable(f"{evening.east} deals next, in the {WINDS[evening.round]} round.")
        ),
    ]


def _setting(value: Any) -> str:
    return "none" if value is None else "on" if value is True else "off" if value is False else str(value)


def _called(evening: Evening) -> dict[str, str]:
    """Returns the players' names for cells. A long name is shortened if it stays different from the others."""
    room = max(7, (width() - 48) // 5)  # letters; the headings of columns have the whole name
    whole = {name: printable(name) for name in evening.names}
    short = {name: text if len(text) <= room else f"{text[: room - 1]}…" for name, text in whole.items()}
    return short if len(set(short.values())) == len(short) else whole


def _deal(table: Table, evening: Evening, deal: PlayedDeal) -> None:
    style = "dim" if deal.undone else ""
    mark = "-" if deal.undone else "*" if deal.corrected else ""
    count = deal.answer.counts.get(deal.deal["winner"] or "")
    called = _called(evening)
    paid = [
        f"{called[deal.players[payment.source]]} > {called[deal.players[payment.to]]} {payment.points}"
        for payment in deal.answer.payments
    ]
    table.add_row(
        Text(f"{mark}{deal.number}"),
        deal.round,
        Text(called[deal.east]),
        Text(_won(deal, called)),
        str(count.score) if count else "",
        Text("\n".join(paid)),
        *[Text(f"{deal.net.get(name, 0):+d}\n{deal.balances[name]}") for name in evening.names],
        style=style,
    )


def _won(deal: PlayedDeal, called: dict[str, str]) -> str:
    if deal.winner is None:
        ending = next((key for key in ENDINGS if deal.deal.get(key) is not None), "nobody")
        return ending.replace("_", " ")
    win = deal.deal["win"]
    source = win.get("from")
    return f"{called[deal.winner]}\n{BY[win['by']]}" + (f"\nfrom {called[deal.players[source]]}" if source else "")


def _paid(table: Table, evening: Evening, paid: Paid) -> None:
    net = {paid.source: f"{-paid.points:+d}\n", paid.to: f"{paid.points:+d}\n"}
    called = _called(evening)
    payment = f"{called[paid.source]} > {called[paid.to]} {paid.points}"
    balances = [Text(f"{net.get(name, chr(10))}{paid.balances[name]}") for name in evening.names]
    table.add_row("", "", "", "", "", Text(f"{payment}\nbeside the deals"), *balances)


def _adjusted(table: Table, evening: Evening, adjusted: Adjusted) -> None:
    balances = [Text(f"{adjusted.net[name]:+d}\n{adjusted.balances[name]}") for name in evening.names]
    words = f"correction of deal {adjusted.number}\nby older firmware"
    table.add_row("", "", "", "", "", Text(words), *balances, style="yellow")


def _lost(table: Table, evening: Evening, gap: Gap) -> None:
    balances = [Text(str(gap.balances[name])) for name in evening.names]
    table.add_row("", "", "", Text(str(gap)), "", Text("balances as they were after it"), *balances, style="yellow")


def _damage(evening: Evening) -> list[RenderableType]:
    """Says what is missing in an evening that is not whole."""
    if not evening.damage:
        return []
    lines = [
        "Records of this evening are lost. What is known is shown; deals that were taken back are not.",
        *(printable(str(remark)) for remark in evening.damage),
        "",
    ]
    return [Text(line, style="yellow") for line in lines]


def _notes(evening: Evening) -> list[RenderableType]:
    notes = []
    if any(deal.corrected for deal in evening.deals):
        notes.append("* corrected: as it stands now")
    if evening.undone:
        notes.append("- taken back: as it stood then; it counts no more")
    return [Text(note, style="dim") for note in notes]
