"""A report's page as its reader has it: tables by id, deals, charts; read with the standard library's parser."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = ("meta", "link", "img", "source", "br", "use", "circle", "path", "rect")


class Page(HTMLParser):
    """tables: rows of cells' words by the table's id; deals: all the words of each deal by its id; tags: (name,
    attributes) of all that was opened; words: of the body, in order; title."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[str]]] = {}
        self.deals: dict[str, str] = {}
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.title = ""
        self.words = ""
        self._rows: list[list[str]] = []
        self._deal: str | None = None
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        result = dict(attrs)
        self.tags.append((tag, result))
        if tag not in VOID:
            self._open.append(tag)
        if tag == "table":
            self._rows = self.tables.setdefault(result.get("id") or f"{self._deal}-{len(self.tables)}", [])
        elif tag == "tr":
            self._rows.append([])
        elif tag in ("td", "th"):
            self._rows[-1].append("")
        elif tag == "small":
            self.handle_data(" ")
        elif tag == "details" and result.get("class") == "deal":
            self._deal = result["id"]
            self.deals[result["id"] or ""] = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if tag == "details":
            self._deal = None

    def handle_data(self, data: str) -> None:
        if "script" in self._open or "style" in self._open:
            return
        if "title" in self._open:
            self.title += data
            return
        self.words += data
        if self._deal:
            self.deals[self._deal] += data
        if ("td" in self._open or "th" in self._open) and self._rows:
            self._rows[-1][-1] += data

    @property
    def charts(self) -> list[str]:
        """The charts in words."""
        return [
            attributes["aria-label"] or ""
            for tag, attributes in self.tags
            if attributes.get("role") == "img" and tag != "span"
        ]

    def rows(self, table: str) -> dict[str, list[str]]:
        """A table's rows by what stands first in each, without its head; every cell's words."""
        return {row[0].strip(): [" ".join(cell.split()) for cell in row[1:]] for row in self.tables[table][1:]}

    def all_of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def number(cell: str) -> int:
    """What a cell says: 0 for a dash, the first figure where another stands under it."""
    word = cell.split()[0]
    return 0 if word == "–" else int(word.replace("−", "-").replace("+", ""))
