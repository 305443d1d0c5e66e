"""Commands, reports and messages use the words of the device's catalogue: 1 9 honour, seat wind, exposed, bank."""

from __future__ import annotations

import ast
import itertools
import re
from pathlib import Path

from mingg.lang import say
from mingg_host.common import places
from mingg_host.scoring import score_sheet

HOST = Path(__file__).parents[2] / "host_tools" / "mingg_host"
LIBRARY = HOST.parent / "mingg_scoring"
# The firmware's core has the messages on bad input, which only a computer prints.
SOURCES = sorted([*HOST.rglob("*.py"), *LIBRARY.rglob("*.py"), *(places.package() / "core").rglob("*.py")])
PAGES = sorted([*HOST.rglob("*.html"), *HOST.rglob("*.js")])
# "major" itself is the class of a set in the interchange format.
OLD = re.compile(r"(?<!-)\bmajors\b|\bon the table\b|\bthe box (lends|gives|pays)\b", re.IGNORECASE)


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


def test_no_message_no_help_and_no_page_has_an_outdated_word() -> None:
    texts = {path: printed(path.read_text(encoding="utf-8")) for path in SOURCES}
    texts |= {path: [path.read_text(encoding="utf-8")] for path in PAGES}
    assert {path.name: text for path, found in texts.items() for text in found if outdated(text)} == {}


def test_a_set_has_the_same_name_as_on_the_device() -> None:
    for kind, major, exposed in itertools.product(("pung", "kong"), (False, True), (False, True)):
        words = score_sheet.item_words({"id": kind, "major": major, "exposed": exposed})
        name = say("by honour" if major else "by simple", say(kind))
        assert words == f"{name}, {say('table' if exposed else 'hand')}"
