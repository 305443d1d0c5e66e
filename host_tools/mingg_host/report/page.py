"""Makes a page of templates: one file that needs no other file and no network."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from mingg_scoring import score_sheet
from mingg_scoring.interchange.answers import tile_of

from mingg_host.common import disk
from mingg_host.evenings.evening import Evening, Paid, PlayedDeal
from mingg_host.report.figures import Best, Figures, Season, signed

TEMPLATES = Path(__file__).parent / "templates"
JOINERS = "\u200c\u200d"  # needed for Persian, and for emoji made of several characters


def report(evenings: Sequence[Evening], title: str) -> str:
    """Returns the page of a report about evenings as HTML."""
    figures = list(map(Figures, evenings))
    return render("report.html", title, parts=figures, season=Season(figures) if len(figures) > 1 else None)


def render(template: str, title: str, beside: Path = TEMPLATES, **values: Any) -> str:
    """Returns a page as HTML. beside: the folder of a template that is not here. values: of the template."""
    style = (TEMPLATES / "report.css").read_text("utf-8")
    script = (TEMPLATES / "report.js").read_text("utf-8")
    jinja = Environment(
        loader=FileSystemLoader([beside, TEMPLATES]),
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
    jinja.tests.update(deal=lambda event: isinstance(event, PlayedDeal), paid=lambda event: isinstance(event, Paid))
    jinja.globals.update(sheet=score_sheet, ended=ended, goes_on=goes_on, why=why, draw=draw)
    hashes = {"style_hash": disk.integrity(style), "script_hash": disk.integrity(script)}
    values |= {"style": Markup(style), "script": Markup(script), "symbols": lambda: _symbols(drawn), **hashes}
    return jinja.get_template(template).render(title=title, **values)


def shown(text: str) -> str:
    """Escapes invisible characters with an effect: controls, changes of direction, halves of characters."""
    return "".join(ch if ch.isprintable() or ch in JOINERS else json.dumps(ch)[1:-1] for ch in text)


def _safe(value: Any) -> Any:
    """Cleans a value of the template: removes invisible characters from text; then Jinja escapes its markup."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


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
    count, hand = best.deal.answer.counts[best.seat], best.deal.deal.hands.get(best.seat)
    words = [score_sheet.special_words(count.special)] if count.special else []
    words += [score_sheet.doubling_words(doubling.id, tile_of(doubling, hand)) for doubling in count.doubled]
    return "; ".join(words) or "no doublings"
