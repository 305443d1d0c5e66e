"""The score sheet of a deal: each hand's items in the order of the books, the doublings, the payments. As text, and as
HTML. Text for people has *white dragon* where JSON has `5z`. The words are those of the device.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any, NamedTuple
from unicodedata import combining, east_asian_width

from mingg.lang import named, say

from mingg_scoring.json_answers import WIND_NAMES, Json, Played, limit_of

WAYS = {"discard": "from a discard", "draw": "by drawing", "loose": "on a loose tile", "rob": "by robbing a kong"}
OPENINGS = {
    "original": "with the first fourteen tiles",
    "first-discard": "on East's first discard",
    "thirteen": "on the first thirteen tiles, as declared",
}
# What a win by few rule sets may have.
MARKS = {"twofold": ", the second of two loose tiles", "call": ", with an original call"}
ENDINGS = {
    "false_win": "%s wrongly declared mah-jong",
    "dead_pays": "%s has too many tiles and pays",
    "washing": "%s washes %d different 1 9 honours",
    "mummies": "%s shows %d different 1 9 honours and no pair",
    "not_touching": "%s shows thirteen tiles not touching",
}
DEAD = {
    "dead": ", a dead hand",
    "short": ", too few tiles: scored as they lie",
    "long": ", too many tiles: a dead hand",
}
NEXT = {"stays": "East deals again.", "passes": "East passes to the right."}
TIMES = {1: "once", 2: "twice", 3: "three times"}
WIDTH = 52  # of a hand without explanations
EXPLAINED = 70  # the words of one with explanations
MARGIN, BETWEEN = " ", "   "


# ---- words ----

SUITS = {"m": "characters", "p": "dots", "s": "bamboo", "f": "flower"}
HONOURS = ("East Wind", "South Wind", "West Wind", "North Wind", "white dragon", "green dragon", "red dragon")
# A tile that a message names. A range such as 1z-7z and advice such as `write 2z` are about writing, and stay.
_NAMED = re.compile(r"(?<![\w+-])(?<!rite )(?<!mple )(?<! or )([1-9][mps]|[1-7]z|[1-8]f)(?![\w+-])")


def tile_words(tile: str) -> str:
    """Returns a tile in words: "dots 2", "white dragon", "flower 3"."""
    number, kind = int(tile[0]), tile[1]
    return HONOURS[number - 1] if kind == "z" else f"{SUITS[kind]} {number}"


def in_words(text: str) -> str:
    """Returns a message with its tiles in words."""
    return _NAMED.sub(lambda tile: tile_words(tile[1]), text)


def item_words(item: Json) -> str:
    """Returns an item of an answer in words."""
    name = item["id"]
    face = tile_words(item["tile"]) if "tile" in item else None
    if face and name == "flower":
        return face
    if "major" in item:
        words = f"{say(name)} of {face}" if face else say("by honour" if item["major"] else "by simple", say(name))
        return f"{words}, {say('table' if item['exposed'] else 'hand')}"
    words = say(f"pair {item['of']}" if name == "pair" else "loose-tile" if name == "loose" else name)
    return f"{words}, {face}" if face else words


def doubling_words(name: str, tile: str | None) -> str:
    """Returns a doubling in words. name: its id."""
    words = say(f"by {name}")
    if "%s" in words:
        words %= say("set")
    return f"{words}, {tile_words(tile)}" if tile else words


def special_words(special: str) -> str:
    """Returns the name of a special hand."""
    return named("special", special)


def ending_words(deal: Any, names: Mapping[str, str] = WIND_NAMES) -> str:
    """Says how a deal ended. deal: of the core. names: of the players by seat."""
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
    """Yields a sentence for each liable player. deal, names: as in `ending_words`."""
    for liable in deal.liable:
        feeding = ", for feeding" if liable.why == "feeding" else ""
        yield f"{names[liable.seat]} is liable for {'all' if liable.share == 'full' else 'half'}{feeding}."


# ---- the tiles of a hand ----

BACK = "back"  # of a tile with its face down


class Group(NamedTuple):
    """Tiles that lie together. tiles: names or BACK, as drawn. words: read aloud. table: True if they are declared."""

    tiles: list[str]
    words: str
    table: bool = True


def groups(deal: Any, seat: str) -> list[Group]:
    """Returns the groups of a hand: declared sets, tiles in the hand, flowers; of a hand of sets, its known
    tiles. deal: of the core.

    A winner's hand is grouped by sets, as it was arranged. A set that was completed with a claimed tile is declared.
    """
    from mingg.core.hand.hand import parse

    of = deal.hands[seat]
    text, arrangement = of.tiles or of.named or "", of.arrangement
    try:
        hands = list(map(parse, arrangement.split() if arrangement else [text]))
    except ValueError:  # tiles beside sets are not checked before
        return []
    found = [group for hand in hands for group in _groups_of(hand)]
    flowers = [f"{number}f" for number in sorted(parse(text).flowers)]
    return [*found, Group(flowers, ", ".join(map(tile_words, flowers)))] if flowers else found


def _groups_of(hand: Any) -> Iterator[Group]:
    from mingg.core.hand.hand import ADDED, CHOW, CONCEALED, KINDS, KONG, name

    for meld in hand.melds:
        is_chow, hidden = meld.kind == CHOW, meld.lie == CONCEALED
        tiles = [name(meld.tile + (i if is_chow else 0)) for i in range(4 if meld.kind == KONG else 3)]
        kind = "chow from" if is_chow else "kong of" if meld.kind == KONG else "pung of"
        lies = "concealed" if hidden else "exposed, added to a pung" if meld.lie == ADDED else "exposed"
        yield Group([BACK, *tiles[1:3], BACK] if hidden else tiles, f"{kind} {tile_words(tiles[0])}, {lies}")
    held = [name(tile) for tile in range(KINDS) for _ in range(hand.counts[tile])]
    if held:
        yield Group(held, "concealed: " + ", ".join(map(tile_words, held)), table=False)


# ---- the lines of a hand ----

# Colours only repeat what the words say.
GAINS, LOSES, MIND = "green", "red", "yellow"
SUM, DOUBLED, SPECIAL = "bold", "cyan", "bold magenta"


class Line(NamedTuple):
    """A line with two columns: words, and a figure; of a doubling, the points so far. note: dim lines under the words,
    of a hand the reason and the page. style: of both columns; figure_style: of the figure, if it has another."""

    words: str
    figure: int | str = ""
    note: str = ""
    style: str = ""
    figure_style: str = ""


def rows(played: Played) -> dict[str, list[Line | None]]:
    """Returns the lines of each hand, without the score at the end; None for a line across."""
    answer = played.to_json(explained=True)
    return {seat: list(_lines(played, seat, hand)) for seat, hand in answer["hands"].items()}


def _lines(played: Played, seat: str, hand: Json) -> Iterator[Line | None]:
    for item in hand["items"]:
        yield Line(item_words(item), item["points"], _note(item))
    if len(hand["items"]) > 1:
        yield None
        yield Line("points", hand["points"], style=SUM)
    total = hand["points"]
    for doubling in hand["doubled"]:
        total <<= doubling["times"]
        times = TIMES.get(doubling["times"], f"{doubling['times']} times")
        words = f"doubled {times}: {doubling_words(doubling['id'], doubling.get('tile'))}"
        yield Line(words, total, _note(doubling), DOUBLED)
    share = played.points_of_special(seat)
    if share is not None:
        total = share
        yield Line(special_words(hand["special"]), share, _note(hand), SPECIAL)
    for added in hand.get("added", ()):
        total += added["points"]
        words = f"{added['points']} added: {say('added ' + added['id'])}"
        yield Line(words, total, _note(added), SPECIAL)
    if share is not None:
        if total != hand["score"]:
            yield Line("the limit", hand["score"], _note(limit_of(played.rules)), SPECIAL)
    elif "why" in hand:
        words = special_words(hand["special"]) if "special" in hand else "the limit"
        yield Line(words, hand["score"], _note(hand), SPECIAL)


def _note(reason: Json) -> str:
    return f"{reason['why']} {reason['source']}"


# ---- parts ----


class Part(NamedTuple):
    """Lines with a heading; None is a blank line. mark: a remark in the heading, with its style. tiles: of a hand, as
    they were arranged."""

    heading: str
    lines: list[Line | None]
    mark: tuple[str, str] = ("", "")
    tiles: str = ""


def _hand(played: Played, seat: str, lines: list[Line | None], hand: Json) -> Part:
    deal, of = played.deal, played.deal.hands.get(seat)
    wins = seat == deal.winner
    mark = (" wins", f"bold {GAINS}") if wins else (DEAD[of.dead] if of and of.dead else "", f"bold {LOSES}")
    notes = "\n".join(map(_note, hand.get("dropped", ())))
    last = Line("score", hand["score"], notes, f"bold {GAINS}" if wins else "bold")
    return Part(WIND_NAMES[seat], [*lines, *([None] if lines else []), last], mark, of.arrangement or "" if of else "")


def _payments(answer: Json, explained: bool) -> Part:
    table: list[Line | None] = []
    for payment in answer["payments"]:
        note = "\n".join(f"{step['shown']}: {_note(step)}" for step in payment["steps"])
        words = f"{WIND_NAMES[payment['from']]} pays {WIND_NAMES[payment['to']]}"
        table.append(Line(words, payment["points"], note))
    table += [Line("losers among themselves", 0, _note(reason)) for reason in answer.get("dropped", ()) if explained]
    table += [None] if table else [Line("nobody pays"), None]
    for seat, gain in answer["net"].items():
        name = WIND_NAMES[seat]
        words = f"{name[0].upper()}{name[1:]} {'loses' if gain < 0 else 'gains'}"
        table.append(Line(words, abs(gain), figure_style=LOSES if gain < 0 else GAINS if gain else ""))
    return Part("Payments", table)


class Sheet(NamedTuple):
    """A deal as it is shown. head, foot: sentences, each with its style."""

    head: list[tuple[str, str]]
    parts: list[Part]
    foot: list[tuple[str, str]]


def sheet(played: Played, explained: bool = False) -> Sheet:
    """Returns a deal as it is shown. explained: with reason and page for each item."""
    rules, deal, answer = played.rules, played.deal, played.to_json(explained=True)
    limit = "no limit" if rules.limit is None else f"limit {rules.limit}"
    head = [(f"{rules.title}, {limit}: {ending_words(deal)}", "bold")]
    if agreed(rules):
        head.append((f"Agreed: {agreed(rules)}", ""))
    parts = [
        _hand(played, seat, lines, answer["hands"][seat])
        for seat, lines in rows(played).items()
        if lines or seat == deal.winner or seat in deal.hands
    ]
    following = answer["next"]["deal"]
    following = NEXT.get(following) or f"{WIND_NAMES[following]} deals next."
    foot = [(sentence, "") for sentence in liable_words(deal)]
    foot.append((f"{following} The next deal is a Goulash." if rules.goulash_follows(deal) else following, ""))
    foot += [(f"Note: {in_words(note)}", MIND) for note in played.notes]
    return Sheet(head, [*parts, _payments(answer, explained)], foot)


# ---- as text ----


def _unstyled(text: str, style: str) -> str:
    return text


class _Text(NamedTuple):
    """Writes a sheet for so many columns. explained: with the notes."""

    explained: bool
    columns: int
    styled: Callable[[str, str], str]

    def lines(self, sheet: Sheet) -> Iterator[str]:
        for sentence in sheet.head:
            yield from self._paragraph(*sentence)
        for part in sheet.parts:
            yield ""
            yield self.styled(part.heading, "bold") + self.styled(*part.mark)
            if part.tiles and len(part.lines) > 1:
                yield from self._paragraph(part.tiles)
            yield from self._table(part.lines)
        yield ""
        for sentence in sheet.foot:
            yield from self._paragraph(*sentence)

    def _paragraph(self, text: str, style: str = "") -> Iterator[str]:
        yield from (self.styled(line, style) for line in _wrapped(text, self.columns))

    def _table(self, rows: list[Line | None]) -> Iterator[str]:
        """Yields the lines of a table of words and figures."""
        shown = [row for row in rows if row is not None]
        figures = max(len(str(row.figure)) for row in shown)
        edges = len(MARGIN) + len(BETWEEN) + figures + 1
        # In a terminal of 80 columns, a sentence and its source fit on one line.
        words = EXPLAINED if self.explained else max(_cells(row.words) for row in shown)
        room = max(1, min(self.columns, max(WIDTH, words + edges)) - edges)
        for row in rows:
            if row is None:
                yield ""
                continue
            first, *others = _wrapped(row.words, room)
            figure = self.styled(str(row.figure).rjust(figures), row.figure_style or row.style)
            yield f"{MARGIN}{self.styled(first, row.style)}{' ' * (room - _cells(first))}{BETWEEN}{figure}"
            yield from (f"{MARGIN}{self.styled(line, row.style)}" for line in others)
            for note in filter(None, row.note.split("\n") if self.explained else []):
                for line in _wrapped(note, max(1, room - 2)):
                    yield f"{MARGIN}  {self.styled(line, f'dim {row.style}')}"


def _wrapped(text: str, room: int) -> list[str]:
    return [text] if _cells(text) <= room else textwrap.wrap(text, room)


def _cells(text: str) -> int:
    """Returns how many columns of a terminal some text takes."""
    if text.isascii():
        return len(text)
    return sum(not combining(sign) and 1 + (east_asian_width(sign) in "WF") for sign in text)


def text(
    played: Played, explained: bool = False, columns: int = 80, styled: Callable[[str, str], str] = _unstyled
) -> str:
    """Returns a deal as text."""
    lines = _Text(explained, columns, styled).lines(sheet(played, explained))
    return "".join(f"{line.rstrip()}\n" for line in lines)


# ---- as HTML ----


def html(played: Played) -> str:
    """Returns a deal as a part of a page: a table for each hand, and one for the payments."""
    shown = sheet(played)
    parts = [f"<p>{escape(sentence)}</p>" for sentence, _ in shown.head]
    for part in shown.parts:
        tiles = f"<br>{escape(part.tiles)}" if part.tiles else ""
        lines = [
            f"<tr><td>{escape(line.words)}</td><td>{line.figure}</td></tr>" for line in part.lines if line is not None
        ]
        caption = f"<caption><b>{escape(part.heading + part.mark[0])}</b>{tiles}</caption>"
        parts.append(f"<table>{caption}{''.join(lines)}</table>")
    parts += [f"<p>{escape(sentence)}</p>" for sentence, _ in shown.foot]
    return "".join(parts)
