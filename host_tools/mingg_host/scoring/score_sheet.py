"""Prints a deal: each hand's items in the order of the books, the doublings, the payments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from mingg.core.deal.card import MAJOR_EXPOSED
from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, NOT_TOUCHING, OUT, PASSES, STAYS, WASHING, WINDS
from mingg.core.explain import explain, paid
from mingg.core.explain.explain import share_of_special
from mingg.lang import named, say
from mingg_scoring.explaining import hand_of, sentence
from mingg_scoring.played_deal import Played

from mingg_host.common.columns import Columns, Span, printed, width

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
WIDTH = 44  # of a hand without explanations


def item_words(item: Any, tile: Callable[[str], str] = str) -> str:
    """Returns an item of a count in words. tile: returns the word for a tile's name."""
    face = tile(item.face) if isinstance(item.face, str) else None
    if item.slot >= 0:
        kind = "by honour" if item.slot >= MAJOR_EXPOSED else "by simple"
        words = f"{say(item.id)} of {face}" if face else say(kind, say(item.id))
        return f"{words}, {say('hand' if item.slot % 2 else 'table')}"
    words = say(f"pair {item.word}" if item.id == "pair" else "loose-tile" if item.id == "loose" else item.id)
    return f"{words}, {face}" if face else words


def doubling_words(doubling: Any, tile: Callable[[str], str] = str) -> str:
    """Returns a doubling in words. tile: as in `item_words`."""
    words = say(f"by {doubling.id}")
    if "%s" in words:
        words %= say("set")
    return f"{words}, {tile(doubling.face)}" if doubling.face else words


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


def rows(played: Played, seat: str, tile: Callable[[str], str] = str) -> Iterator[Line | None]:
    """Yields the lines of a seat's hand, without the score at the end; None for a line across. tile: as in
    `item_words`."""
    count, hand = played.answer.counts[seat], hand_of(played, seat)
    for item in count.items:
        yield Line(item_words(item, tile), item.points, explain.of_item(item, hand.rules), ITEM)
    if len(count.items) > 1:
        yield None
        yield Line("points", count.points, None, SUM)
    total = count.points
    for doubling in count.doubled:
        total <<= doubling.times
        times = TIMES.get(doubling.times, f"{doubling.times} times")
        words = f"doubled {times}: {doubling_words(doubling, tile)}"
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


def _room(explained: bool) -> int | None:
    """Returns the width of the words. In a terminal of 80 columns, a sentence and its source fit on one line."""
    return min(70, width() - 8) if explained else None


def _note(why: explain.Why) -> str:
    return f"{sentence(why)} {why.source}"


def _hand(played: Played, seat: str, explained: bool) -> Columns:
    deal, count = played.deal, played.answer.counts[seat]
    title: list[list[Span]] = [[(WIND_NAMES[seat], "bold")]]
    if seat == deal.winner:
        title[0].append((" wins", f"bold {GAINS}"))
    elif seat in deal.dead:
        title[0].append((DEAD[deal.dead[seat]], f"bold {LOSES}"))
    if seat in deal.arrangements and count.items:
        title.append([(deal.arrangements[seat], "")])
    table = Columns(title, WIDTH, _room(explained))
    for row in rows(played, seat):
        if row is None:
            table.add_section()
            continue
        note = _note(row.why) if explained and row.why is not None else ""
        table.add(row.words, str(row.points), STYLES[row.kind], note)
    table.add_section()
    table.add("score", str(count.score), f"bold {GAINS}" if seat == deal.winner else "bold")
    return table


def _payments(played: Played, explained: bool) -> Columns:
    table = Columns([[("Payments", "bold")]], WIDTH, _room(explained))
    for payment in played.answer.payments:
        steps = paid.steps(payment, played.deal, played.answer, played.rules) if explained else []
        note = "\n".join(f"{step.shown}: {_note(step.why)}" for step in steps)
        table.add(f"{WIND_NAMES[payment.source]} pays {WIND_NAMES[payment.to]}", str(payment.points), "", note)
    if not played.answer.payments:
        table.add("nobody pays")
    table.add_section()
    for seat, gain in played.answer.net.items():
        name = WIND_NAMES[seat]
        style = LOSES if gain < 0 else GAINS if gain else ""
        words = f"{name[0].upper()}{name[1:]} {'loses' if gain < 0 else 'gains'}"
        table.add(words, str(abs(gain)), figure_style=style)
    return table


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
    rules, deal, answer = played.rules, played.deal, played.answer
    limit = "no limit" if rules.limit is None else f"limit {rules.limit}"
    parts: list[str | list[Span] | Columns] = [[(rules.title, "bold"), (f", {limit}: {ending_words(deal)}", "")]]
    if agreed(rules):
        parts.append(f"Agreed: {agreed(rules)}")
    for seat, count in answer.counts.items():
        if count.items or seat == deal.winner or seat in deal.cards or seat in deal.dead:
            parts += ["", _hand(played, seat, explained)]
    parts += ["", _payments(played, explained), "", *liable_words(deal)]
    following = NEXT.get(answer.deals_next) or f"{WIND_NAMES[answer.deals_next]} deals next."
    parts.append(f"{following} The next deal is a Goulash." if rules.goulash_follows(deal) else following)
    parts += [[(f"Note: {note}", MIND)] for note in played.notes]
    return printed(parts)
