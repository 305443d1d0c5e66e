"""Makes a page of templates: one file that needs no other file and no network."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from mingg.core.hand.hand import ADDED, CHOW, CONCEALED, KONG, TileHand, parse
from mingg.core.hand.tiles import KINDS, name

from mingg_host.evenings.evening import Evening, Paid, PlayedDeal
from mingg_host.report.figures import Best, Figures, Season, signed
from mingg_host.scoring import score_sheet
from mingg_host.scoring.score_sheet import tile_words

TEMPLATES = Path(__file__).parent / "templates"
JOINERS = "\u200c\u200d"  # needed for Persian, and for emoji made of several characters
BACK = "back"  # of a tile with its face down


def report(evenings: Sequence[Evening], title: str) -> str:
    """Returns the page of a report about evenings as HTML."""
    figures = list(map(Figures, evenings))
    return render("report.html", title, parts=figures, season=Season(figures) if len(figures) > 1 else None)


def render(template: str, title: str, **values: Any) -> str:
    """Returns a page as HTML. values: of the template."""
    style = (TEMPLATES / "report.css").read_text("utf-8")
    script = (TEMPLATES / "report.js").read_text("utf-8")
    jinja = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_safe,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    drawn: set[str] = set()  # tiles

    def draw(tile: str) -> str:
        drawn.add(tile)
        return tile

    jinja.filters.update(signed=signed)
    jinja.globals.update(
        sheet=score_sheet,
        winds=score_sheet.WIND_NAMES,
        ended=ended,
        goes_on=goes_on,
        groups=groups,
        why=why,
        spoken=tile_words,
        draw=draw,
        symbols=lambda: _symbols(drawn),
        is_deal=lambda event: isinstance(event, PlayedDeal),
        is_paid=lambda event: isinstance(event, Paid),
    )
    return jinja.get_template(template).render(
        title=title,
        style=Markup(style),
        script=Markup(script),
        style_hash=_hash(style),
        script_hash=_hash(script),
        **values,
    )


def shown(text: str) -> str:
    """Escapes invisible characters with an effect: controls, changes of direction, halves of characters."""
    return "".join(ch if ch.isprintable() or ch in JOINERS else json.dumps(ch)[1:-1] for ch in text)


def _safe(value: Any) -> Any:
    """Cleans a value of the template: removes invisible characters from text; then Jinja escapes its markup."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _symbols(tiles: set[str]) -> Markup:
    """Returns the drawings of these tiles, each once, for `<use href="#t-NAME">`."""
    lines = (TEMPLATES / "tiles.svg").read_text("utf-8").splitlines()
    names = {line: re.match('<symbol id="t-(.+?)"', line) for line in lines}
    return Markup("".join(line for line, name in names.items() if name and name[1] in tiles))


# ---- words ----


def ended(deal: PlayedDeal) -> str:
    """Says how a deal ended, with the players' names."""
    words = score_sheet.ending_words(deal.deal, deal.players)
    return words[0].upper() + words[1:]


def goes_on(deal: PlayedDeal) -> str:
    """Says who is liable, and who deals next."""
    names, after = deal.players, deal.answer.deals_next
    words = {"stays": f"{names['E']} deals again.", "passes": f"East passes on from {names['E']}."}
    next_words = words.get(after) or f"{names.get(after, after)} deals next."
    return " ".join([*score_sheet.liable_words(deal.deal, names), next_words])


def why(best: Best) -> str:
    """Says why a hand scored so much: its special hand, or its doublings."""
    count = best.deal.answer.counts[best.seat]
    words = [score_sheet.special_words(count.special)] if count.special else []
    words += [score_sheet.doubling_words(doubling.id, doubling.face) for doubling in count.doubled]
    return "; ".join(words) or "no doublings"


# ---- tiles ----


class Group(NamedTuple):
    """Tiles that lie together. tiles: names or BACK, as drawn. words: read aloud. table: True if they are declared."""

    tiles: list[str]
    words: str
    table: bool = True


def groups(deal: PlayedDeal, seat: str) -> list[Group]:
    """Returns the groups of a hand: declared sets, tiles in the hand, flowers; of a card, the tiles that are known.

    A winner's hand is grouped by sets, as it was arranged. A set that was completed with a claimed tile is declared.
    """
    text = deal.deal.tiles.get(seat) or deal.deal.named.get(seat) or ""
    arrangement = deal.deal.arrangements.get(seat)
    try:
        hands = list(map(parse, arrangement.split() if arrangement else [text]))
    except ValueError:  # tiles beside a card are not checked before
        return []
    found = [group for hand in hands for group in _groups_of(hand)]
    flowers = [f"{number}f" for number in sorted(parse(text).flowers)]
    return [*found, Group(flowers, ", ".join(map(tile_words, flowers)))] if flowers else found


def _groups_of(hand: TileHand) -> Iterator[Group]:
    for meld in hand.melds:
        is_chow, hidden = meld.kind == CHOW, meld.lie == CONCEALED
        tiles = [name(meld.tile + (i if is_chow else 0)) for i in range(4 if meld.kind == KONG else 3)]
        kind = "chow from" if is_chow else "kong of" if meld.kind == KONG else "pung of"
        lies = "concealed" if hidden else "exposed, added to a pung" if meld.lie == ADDED else "exposed"
        yield Group([BACK, *tiles[1:3], BACK] if hidden else tiles, f"{kind} {tile_words(tiles[0])}, {lies}")
    held = [name(tile) for tile in range(KINDS) for _ in range(hand.counts[tile])]
    if held:
        yield Group(held, "concealed: " + ", ".join(map(tile_words, held)), table=False)
