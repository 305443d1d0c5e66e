"""Commands, reports and messages use the words of the device's catalogue: 1 9 honour, seat wind, exposed, bank."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from mingg.core.deal.card import MAJOR_EXPOSED
from mingg.lang import say
from mingg_host.common import places
from mingg_host.scoring import score_sheet

HOST = Path(__file__).parents[2] / "host_tools" / "mingg_host"
LIBRARY = HOST.parent / "mingg_scoring"
# The firmware's core has the messages on bad input, which only a computer prints.
SOURCES = sorted([*HOST.rglob("*.py"), *LIBRARY.rglob("*.py"), *(places.package() / "core").rglob("*.py")])
PAGES = sorted([*HOST.rglob("*.html"), *HOST.rglob("*.js")])
OLD = re.compile(r"(?<!-)\bmajors?\b|\bon the table\b|\bthe box (lends|gives|pays)\b", re.IGNORECASE)


def printed(source: str) -> list[str]:
    """Returns the strings of a module with words, and the help of commands. A string without a blank may be a key of
    the interchange format; other docstrings are for developers."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and isinstance(node.body[0], ast.Expr)
        and not getattr(node, "decorator_list", None)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and " " in node.value
        and id(node) not in docstrings
    ]


def outdated(text: str) -> list[str]:
    return [match[0] for match in OLD.finditer(text)]


def test_the_check_reads_help_and_messages_and_leaves_keys_alone() -> None:
    source = '@command\ndef f():\n    "Of majors here."\n    raise X("/majors", f"{n} on the table")\n'
    source += 'def g():\n    "on the table"\n'
    assert [outdated(text) for text in printed(source)] == [["majors"], ["on the table"]]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_no_message_and_no_help_has_an_outdated_word(path: Path) -> None:
    matches = [text for text in printed(path.read_text(encoding="utf-8")) if outdated(text)]
    assert matches == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_page_has_an_outdated_word(path: Path) -> None:
    assert outdated(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("kind", ["pung", "kong"])
@pytest.mark.parametrize("slot", range(4))
def test_a_set_has_the_same_name_as_on_the_device(kind: str, slot: int) -> None:
    key = "by honour" if slot >= MAJOR_EXPOSED else "by simple"
    words = score_sheet.item_words({"id": kind, "major": slot >= MAJOR_EXPOSED, "exposed": slot % 2 == 0})
    assert words == f"{say(key, say(kind))}, {say('hand' if slot % 2 else 'table')}"
