"""Makes pages for the site out of documents: the manual, how to build a device, and the quick card.

The site's policy allows no styles and no pictures inside a page, so those of the quick card become files beside it.
Links to documents that the site does not have become plain text.
"""

from __future__ import annotations

import base64
import re
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCUMENTS = {"manual": "Mingg: the manual", "build": "Building a Mingg"}  # name in docs/, without .md: the title
CARD, CARD_STYLE = "quick-card.html", "quick-card.css"
PICTURES = "pictures/"
WIRING = f"{PICTURES}wiring.svg"
_ICON = '<link rel="icon" href="../icon.svg" type="image/svg+xml">'
_TEMPLATE = Path(__file__).parent / "page" / "guide.html"
_SOURCE = re.compile(r'src="(pictures/[\w.-]+)')
_DRAWN = 'src="../board/pico/wiring.svg'  # and the name of a step in it
_INSIDE = re.compile(r'src="data:image/png;base64,([^"]+)"')
_ALIGNED = re.compile(r'style="text-align:(right|center|left)"')
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def pages(docs: Path, wiring: Path) -> dict[str, bytes]:
    """Returns the files by path. docs: the folder of the documents; wiring: the drawing of a board.
    Raises OSError."""
    files = _card((docs / CARD).read_text(encoding="utf-8")) | {WIRING: wiring.read_bytes()}
    for name, title in DOCUMENTS.items():
        text = (docs / f"{name}.md").read_text(encoding="utf-8")
        page = _page(text, title)
        files[f"{name}.html"] = page.encode()
        files.update((source, (docs / source).read_bytes()) for source in _SOURCE.findall(page) if source not in files)
    return files


def _page(text: str, title: str) -> str:
    reader = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = reader.parse(text)
    for heading, content in pairwise(tokens):
        if heading.type == "heading_open":
            heading.attrSet("id", _anchor(content.content))
    for token in tokens:
        _unlink(token.children or [])
        if token.type == "table_open":
            token.attrSet("tabindex", "0")  # a wide table scrolls, also by the keyboard
    body = reader.renderer.render(tokens, reader.options, {}).replace("<pre>", '<pre tabindex="0">')
    body = _ALIGNED.sub(r'class="\1"', body)
    body = body.replace(_DRAWN, f'src="{WIRING}')
    return _TEMPLATE.read_text(encoding="utf-8").format(title=title, icon=_ICON, body=body)


def _anchor(heading: str) -> str:
    """Returns the name by which documents link to a heading: lower case, hyphens for blanks, no punctuation."""
    return re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")


def _unlink(tokens: list[Token]) -> None:
    """Links that lead nowhere on the site lose their address. Other documents of the site are pages there."""
    opened: list[Token] = []
    for token in tokens:
        if token.type == "link_open":
            address, hash_sign, part = str(token.attrGet("href")).partition("#")
            name = address.removesuffix(".md")
            if name in DOCUMENTS:
                token.attrSet("href", f"{name}.html{hash_sign}{part}")
            elif address not in ("", CARD) and not address.startswith("https://"):
                token.tag, token.attrs = "span", {}
            opened.append(token)
        elif token.type == "link_close":
            token.tag = opened.pop().tag


def _card(text: str) -> dict[str, bytes]:
    pictures: dict[str, bytes] = {}

    def picture(found: re.Match[str]) -> str:
        name = f"{PICTURES}card-{len(pictures) + 1}.png"
        pictures[name] = base64.b64decode(found[1])
        return f'src="{name}"'

    text = _INSIDE.sub(picture, text)
    style = "\n".join(_STYLE.findall(text))
    text = _STYLE.sub("", text).replace("</head>", f'{_ICON}\n<link rel="stylesheet" href="{CARD_STYLE}">\n</head>', 1)
    return pictures | {CARD: text.encode(), CARD_STYLE: style.encode()}
