"""Makes a page of templates: one file that needs no other file and no network."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape
from mingg.lang import ENGLISH, put

from mingg_host.common import disk
from mingg_host.evenings.evening import Evening, Paid, PlayedDeal
from mingg_host.report.figures import Figures, Season, signed
from mingg_host.report.words import Told

TEMPLATES = Path(__file__).parent / "templates"
JOINERS = "\u200c\u200d"  # needed for Persian, and for emoji made of several characters


class _Compiled(BytecodeCache):
    """Keeps compiled templates: the reports of the sample evening, one for each language, compile them once."""

    def __init__(self) -> None:
        self._code: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._code:
            bucket.bytecode_from_string(self._code[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key] = bucket.bytecode_to_string()


_compiled = _Compiled()


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
    jinja = Environment(
        loader=FileSystemLoader([beside, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_safe,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_compiled,
    )
    drawn: set[str] = set()  # tiles

    def draw(tile: str) -> str:
        drawn.add(tile)
        return tile

    def say(key: str, *words: Any) -> Markup:
        return Markup(put(escape(told.say(key)), tuple(map(_safe, words))))

    jinja.filters.update(signed=signed, said=say)
    jinja.tests.update(deal=lambda event: isinstance(event, PlayedDeal), paid=lambda event: isinstance(event, Paid))
    jinja.globals.update(told=told, say=say, draw=draw)
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
