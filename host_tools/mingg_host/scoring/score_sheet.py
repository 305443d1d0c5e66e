"""Prints a deal: each hand's items in the order of the books, the doublings, the payments.

It does without rich, which takes as long to load as Python and click together. tables.py makes all other tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import click
from mingg.core.deal.card import MAJOR_EXPOSED
from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, NOT_TOUCHING, OUT, PASSES, STAYS, WASHING, WINDS
from mingg.core.explain import explain, paid
from mingg.core.explain.explain import share_of_special
from mingg.lang import named, say
from mingg_scoring.explaining import hand_of, sentence
from mingg_scoring.played_deal import Played

from mingg_host.common.output import columns, styled
from mingg_host.scoring.tile_words import in_words, tile_words

WIND_NAMES = {**dict(zip(WINDS, ("East", "South", "West", "North"), strict=True)), OUT: "the fifth player"}
WAYS = {"discard": "from a discard", "draw": "by drawing", "loose": "on a loose tile", "rob": "by robbing a kong"}
OPENINGS = {
    "original": "with the first fourteen tiles",
    "first-discard": "on East's first discard",
    "thirteen": "on the first thirteen tiles, as declared",
}
# What a win by few rule sets may have.
MARKS = {"twofold": ", the second of two loose tiles", "call": ", with an original call"}
ENDINGS = {
    FALSE_WIN: "%s wrongly declared mah-jong",
    DEAD_PAYS: "%s has too many tiles and pays",
    WASHING: "%s washes %d different 1 9 honours",
    MUMMIES: "%s shows %d different 1 9 honours and no pair",
    NOT_TOUCHING: "%s shows thirteen tiles not touching",
}
DEAD = {
    "dead": ", a dead hand",
    "short": ", too few tiles: scored as they lie",
    "long": ", too many tiles: a dead hand",
}
NEXT = {STAYS: "East deals again.", PASSES: "East passes to the right."}
TIMES = {1: "once", 2: "twice", 3: "three times"}
WIDTH = 52  # of a hand without explanations
EXPLAINED = 70  # the words of one with explanations
MARGIN, BETWEEN = " ", "   "


def item_words(item: Any) -> str:
    """Returns an item of a count in words."""
    face = tile_words(item.face) if isinstance(item.face, str) else None
    if face and item.id == "flower":
        return face
    if item.slot >= 0:
        kind = "by honour" if item.slot >= MAJOR_EXPOSED else "by simple"
        words = f"{say(item.id)} of {face}" if face else say(kind, say(item.id))
        return f"{words}, {say('hand' if item.slot % 2 else 'table')}"
    words = say(f"pair {item.word}" if item.id == "pair" else "loose-tile" if item.id == "loose" else item.id)
    return f"{words}, {face}" if face else words


def doubling_words(doubling: Any) -> str:
    """Returns a doubling in words."""
    words = say(f"by {doubling.id}")
    if "%s" in words:
        words %= say("set")
    return f"{words}, {tile_words(doubling.face)}" if doubling.face else words


def special_words(count: Any) -> str:
    """Returns the name of the special hand that set a count's score."""
    return named("special", count.special)


class Line(NamedTuple):
    """A line of a hand's sheet. kind: ITEM, SUM, DOUBLED or SPECIAL. points: of DOUBLED, the points so far."""

    words: str
    points: int
    why: explain.Why | None
    kind: str


ITEM, SUM, DOUBLED, SPECIAL = "item", "sum", "doubled", "special"
# Colours only repeat what the words say.
STYLES = {ITEM: "", SUM: "bold", DOUBLED: "cyan", SPECIAL: "bold magenta"}
GAINS, LOSES, MIND = "green", "red", "yellow"


def rows(played: Played, seat: str) -> Iterator[Line | None]:
    """Yields the lines of a seat's hand, without the score at the end; None for a line across."""
    count, hand = played.answer.counts[seat], hand_of(played, seat)
    for item in count.items:
        yield Line(item_words(item), item.points, explain.of_item(item, hand.rules), ITEM)
    if len(count.items) > 1:
        yield None
        yield Line("points", count.points, None, SUM)
    total = count.points
    for doubling in count.doubled:
        total <<= doubling.times
        times = TIMES.get(doubling.times, f"{doubling.times} times")
        words = f"doubled {times}: {doubling_words(doubling)}"
        yield Line(words, total, explain.of_doubling_row(doubling.row, hand.rules), DOUBLED)
    why = explain.of_score(count, hand)
    share = share_of_special(count, hand)
    if share is not None and why is not None:
        total = share
        yield Line(special_words(count), share, why, SPECIAL)
    for added in explain.of_added(hand, count):
        total += added.points
        yield Line(f"{added.points} added: {say(f'added {added.id}')}", total, added.why, SPECIAL)
    if share is not None:
        why = None if total == count.score else explain.of_limit(played.rules)
    if why is not None:
        yield Line(special_words(count) if count.special and share is None else "the limit", count.score, why, SPECIAL)


# ---- as text ----


class _Row(NamedTuple):
    """words, figure: the two columns. style: of both; figure_style: of the figure, if it has another. note: dim lines
    under the words."""

    words: str
    figure: str = ""
    style: str = ""
    note: str = ""
    figure_style: str = ""


def _table(rows: list[_Row | None], explained: bool) -> Iterator[str]:
    """Yields the lines of a table of words and figures; None is a blank line."""
    shown = [row for row in rows if row is not None]
    figures = max(len(row.figure) for row in shown)
    edges = len(MARGIN) + len(BETWEEN) + figures + 1
    # In a terminal of 80 columns, a sentence and its source fit on one line.
    words = EXPLAINED if explained else max(_cells(row.words) for row in shown)
    room = max(1, min(columns(), max(WIDTH, words + edges)) - edges)
    for row in rows:
        if row is None:
            yield ""
            continue
        first, *others = _wrapped(row.words, room)
        figure = (
            " " * (room - _cells(first)) + BETWEEN + styled(row.figure.rjust(figures), row.figure_style or row.style)
        )
        yield f"{MARGIN}{styled(first, row.style)}{figure}"
        yield from (f"{MARGIN}{styled(line, row.style)}" for line in others)
        for note in filter(None, row.note.split("\n")):
            yield from (f"{MARGIN}  {styled(line, f'dim {row.style}')}" for line in _wrapped(note, max(1, room - 2)))


def _wrapped(text: str, room: int) -> list[str]:
    return [text] if _cells(text) <= room else click.wrap_text(text, room).split("\n")


def _cells(text: str) -> int:
    """Returns how many columns of a terminal some text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _paragraph(text: str, style: str = "") -> Iterator[str]:
    yield from (styled(line, style) for line in _wrapped(text, columns()))


def _note(why: explain.Why) -> str:
    return f"{sentence(why)} {why.source}"


def _hand(played: Played, seat: str, explained: bool) -> Iterator[str]:
    deal, count = played.deal, played.answer.counts[seat]
    if seat == deal.winner:
        yield styled(WIND_NAMES[seat], "bold") + styled(" wins", f"bold {GAINS}")
    else:
        dead = DEAD[deal.dead[seat]] if seat in deal.dead else ""
        yield styled(WIND_NAMES[seat], "bold") + styled(dead, f"bold {LOSES}")
    if seat in deal.arrangements and count.items:
        yield from _paragraph(deal.arrangements[seat])
    table: list[_Row | None] = []
    for row in rows(played, seat):
        note = _note(row.why) if explained and row is not None and row.why is not None else ""
        table.append(row and _Row(row.words, str(row.points), STYLES[row.kind], note))
    table += [None] if table else []
    table.append(_Row("score", str(count.score), f"bold {GAINS}" if seat == deal.winner else "bold"))
    yield from _table(table, explained)


def _payments(played: Played, explained: bool) -> Iterator[str]:
    table: list[_Row | None] = []
    for payment in played.answer.payments:
        steps = paid.steps(payment, played.deal, played.answer, played.rules) if explained else []
        note = "\n".join(f"{step.shown}: {_note(step.why)}" for step in steps)
        words = f"{WIND_NAMES[payment.source]} pays {WIND_NAMES[payment.to]}"
        table.append(_Row(words, str(payment.points), note=note))
    table += [None] if table else [_Row("nobody pays"), None]
    for seat, gain in played.answer.net.items():
        name = WIND_NAMES[seat]
        words = f"{name[0].upper()}{name[1:]} {'loses' if gain < 0 else 'gains'}"
        table.append(_Row(words, str(abs(gain)), figure_style=LOSES if gain < 0 else GAINS if gain else ""))
    yield styled("Payments", "bold")
    yield from _table(table, explained)


def ending_words(deal: Any, names: Mapping[str, str] = WIND_NAMES) -> str:
    """Says how a deal ended. names: of the players by seat."""
    if deal.ending is not None:
        ending, seat, majors = deal.ending
        words = ENDINGS[ending]
        return words % ((names[seat], majors) if "%d" in words else names[seat])
    if deal.winner is None:
        kongs = {0: "", 1: ", one kong declared"}.get(deal.kongs, f", {deal.kongs} kongs declared")
        return f"a draw{kongs}"
    ending = f"{names[deal.winner]} won {OPENINGS.get(deal.win.opening) or WAYS[deal.win.by]}"
    if deal.win.source and deal.win.opening is None:
        ending += f", {names[deal.win.source]}'s"
    last = ", the last tile of the wall" if deal.win.drawn() else ", after the last tile of the wall"
    ending += last if deal.win.last else ""
    return ending + "".join(words for mark, words in MARKS.items() if getattr(deal.win, mark, False))


def agreed(rules: Any) -> str:
    """Returns the options in force without the limit, which is printed elsewhere."""
    options = {name: value for name, value in rules.options.items() if name != "limit" and value is not False}
    return ", ".join(name if value is True else f"{name} {value}" for name, value in options.items())


def liable_words(deal: Any, names: Mapping[str, str] = WIND_NAMES) -> Iterator[str]:
    """Yields a sentence for each liable player. names: as in `ending_words`."""
    for liable in deal.liable:
        feeding = ", for feeding" if liable.why == "feeding" else ""
        yield f"{names[liable.seat]} is liable for {'all' if liable.share == 'full' else 'half'}{feeding}."


def sheet(played: Played, explained: bool = False) -> str:
    """Returns a printed deal. explained: with reason and page for each item."""
    return "".join(f"{line.rstrip()}\n" for line in _sheet(played, explained))


def _sheet(played: Played, explained: bool) -> Iterator[str]:
    rules, deal, answer = played.rules, played.deal, played.answer
    limit = "no limit" if rules.limit is None else f"limit {rules.limit}"
    yield from _paragraph(f"{rules.title}, {limit}: {ending_words(deal)}", "bold")
    if agreed(rules):
        yield from _paragraph(f"Agreed: {agreed(rules)}")
    for seat, count in answer.counts.items():
        if count.items or seat == deal.winner or seat in deal.cards or seat in deal.dead:
            yield ""
            yield from _hand(played, seat, explained)
    yield ""
    yield from _payments(played, explained)
    yield ""
    following = NEXT.get(answer.deals_next) or f"{WIND_NAMES[answer.deals_next]} deals next."
    for line in liable_words(deal):
        yield from _paragraph(line)
    yield from _paragraph(f"{following} The next deal is a Goulash." if rules.goulash_follows(deal) else following)
    for note in played.notes:
        yield from _paragraph(f"Note: {in_words(note)}", MIND)
