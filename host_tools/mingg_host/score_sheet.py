"""A deal for a reader: each hand's items as the books print them, the doublings, the payments."""

from __future__ import annotations

from typing import Any

from mingg.core.winds import WINDS
from mingg.lang import say
from rich import box
from rich.console import Console
from rich.table import Table

WIND_NAMES = dict(zip(WINDS, ("East", "South", "West", "North"), strict=True))
WAYS = {"discard": "from a discard", "draw": "drawn", "loose": "on a loose tile", "rob": "by robbing a kong"}
DOUBLINGS = {
    "dragon": "set of dragons",
    "seat-wind": "set of the own wind",
    "half-suit": "one suit and honours",
    "full-suit": "one suit",
    "honours": "all honours",
    "original": "original hand",
}


def _item(item: Any) -> str:
    if item.slot >= 0:
        of = "1 9 wind dragon" if item.slot >= 2 else "2-8"
        return f"{say(item.id)}, {of}, {'concealed' if item.slot % 2 else 'exposed'}"
    if item.id == "pair":
        return "pair of dragons" if item.face == "dragon" else "pair of the own wind"
    return say("loose-tile" if item.id == "loose" else item.id)


def _hand(seat: str, count: Any, deal: Any) -> Table:
    won = " wins" if seat == deal.winner else ", a dead hand" if seat in deal.dead else ""
    table = Table(
        title=WIND_NAMES[seat] + won, box=box.SIMPLE_HEAD, title_justify="left", show_header=False, min_width=44
    )
    table.add_column()
    table.add_column(justify="right")
    for item in count.items:
        table.add_row(_item(item), str(item.points))
    if len(count.items) > 1 or not count.items:
        table.add_section()
        table.add_row("points", str(count.points))
    total = count.points
    for doubling in count.doubled:
        total <<= doubling.times
        times = {1: "once", 3: "three times"}.get(doubling.times, f"{doubling.times} times")
        table.add_row(f"doubled {times}: {DOUBLINGS[doubling.id]}", str(total))
    if count.special:
        table.add_row(say("special " + count.special), str(count.score))
    elif count.score < total:
        table.add_row("the limit", str(count.score))
    table.add_section()
    table.add_row("score", str(count.score), style="bold")
    return table


def _payments(answer: Any) -> Table:
    table = Table(title="Payments", box=box.SIMPLE_HEAD, title_justify="left", show_header=False, min_width=44)
    table.add_column()
    table.add_column(justify="right")
    for payment in answer.payments:
        table.add_row(f"{WIND_NAMES[payment.source]} pays {WIND_NAMES[payment.to]}", str(payment.points))
    if not answer.payments:
        table.add_row("nobody pays", "")
    table.add_section()
    for seat, gain in answer.net.items():
        table.add_row(f"{WIND_NAMES[seat]} {'loses' if gain < 0 else 'gains'}", str(abs(gain)))
    return table


def show(rules: Any, deal: Any, answer: Any) -> None:
    """Prints the deal on standard output."""
    console = Console(highlight=False)
    limit = "no limit" if rules.limit is None else f"limit {rules.limit}"
    if deal.winner is None:
        ending = "a draw"
    else:
        ending = f"{WIND_NAMES[deal.winner]} won {WAYS[deal.win.by]}"
        if deal.win.source:
            ending += f", {WIND_NAMES[deal.win.source]}'s"
    console.print(f"[bold]{rules.title}[/bold], {limit}: {ending}")
    for seat, count in answer.counts.items():
        if count.items or seat == deal.winner or seat in deal.cards or seat in deal.dead:
            console.print(_hand(seat, count, deal))
    console.print(_payments(answer))
    console.print("East deals again." if answer.stays else "East passes to the right.")
