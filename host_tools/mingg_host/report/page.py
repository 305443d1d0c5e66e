"""Makes a page of templates: one file that needs no other file and no network."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from mingg.lang import ENGLISH, put

from mingg_host.common import disk
from mingg_host.evenings.evening import Evening, Paid, PlayedDeal
from mingg_host.report.figures import Figures, Season, signed
from mingg_host.report.words import Told

TEMPLATES = Path(__file__).parent / "templates"
JOINERS = "\u200c\u200d"  # needed for Persian, and for emoji made of several characters


@cache
def _environment(beside: Path) -> Environment:
    """Returns what compiles templates, and keeps them: the report of the sample evening is made in each language."""
    jinja = Environment(
        loader=FileSystemLoader([beside, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_safe,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters["signed"] = signed
    jinja.tests.update(deal=lambda event: isinstance(event, PlayedDeal), paid=lambda event: isinstance(event, Paid))
    return jinja


def report(evenings: Sequence[Evening], title: str | None = None, language: str = ENGLISH) -> str:
    """Returns the page of a report about evenings as HTML. title: None for the evening's name, or *Season*."""
    told = Told(language)
    figures = [Figures(evening, told.say) for evening in evenings]
    season = Season(figures, told.say) if len(figures) > 1 else None
    title = title or (told.say("season") if season else figures[0].title)
    return render("report.html", title, told, parts=figures, season=season)


def render(template: str, title: str, told: Told, beside: Path = TEMPLATES, **values: Any) -> str:
    """Returns a page as HTML. told: has its language. beside: the folder of a template that is not here. values: of the
    template."""
    style = (TEMPLATES / "report.css").read_text("utf-8")
    script = (TEMPLATES / "report.js").read_text("utf-8")
    drawn: set[str] = set()  # tiles

    def draw(tile: str) -> str:
        drawn.add(tile)
        return tile

    def say(key: str, *words: Any) -> Markup:
        return Markup(put(escape(told.say(key)), tuple(map(_safe, words))))

    values |= {"style": Markup(style), "script": Markup(script)}
    values |= {"style_hash": disk.integrity(style), "script_hash": disk.integrity(script)}
    values |= {"told": told, "say": say, "draw": draw, "symbols": lambda: _symbols(drawn, told.say("ESWN"))}
    return _environment(beside).get_template(template).render(title=title, **values)


def shown(text: str) -> str:
    """Escapes invisible characters with an effect: controls, changes of direction, halves of characters."""
    return "".join(ch if ch.isprintable() or ch in JOINERS else json.dumps(ch)[1:-1] for ch in text)


def _safe(value: Any) -> Any:
    """Cleans a value of the template: removes invisible characters from text; then Jinja escapes its markup."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _symbols(tiles: set[str], winds: str) -> Markup:
    """Returns the drawings of these tiles, each once, for `<use href="#t-NAME">`. winds: the letters of the winds."""
    text = (TEMPLATES / "tiles.svg").read_text("utf-8")
    text = re.sub("(?<=>)[ESWN](?=</text>)", lambda wind: winds["ESWN".index(wind[0])], text)
    names = {line: re.match('<symbol id="t-(.+?)"', line) for line in text.splitlines()}
    return Markup("".join(line for line, name in names.items() if name and name[1] in tiles))
