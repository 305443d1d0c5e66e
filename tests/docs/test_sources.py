"""What a build leaves out of a module, and the lines of what remains."""

from __future__ import annotations

import ast
import re

import pytest
from help.seeds import SEED
from mingg_host.common import places
from mingg_host.common.untyped import untyped, without_types
from mingg_host.deploy import sources

MODULES = sorted(places.package().rglob("*.py"))
SOME = MODULES[SEED % 3 :: 3]  # others in each run


def built(text: str, module: str = "mingg.core.rules", messages: bool = False) -> str:
    return sources.unparsed(sources.parsed(module, text, messages)).strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('raise ValueError("no tile: %s" % text)', "raise ValueError"),
        ('raise Bad(at + "/é", "a %s" % word + " more")', "raise Bad(at + '/é', '')"),
        ('if x: raise Bad(at, "one"); raise Bad(at, "two")', "if x:\n    raise Bad(at, '')\n    raise Bad(at, '')"),
        ("raise BadInput(at, str(error))", "raise BadInput"),
        ('raise BadHouse(\n    at, "one"\n)  # two', "raise BadHouse"),
        ("raise ValueError(str(error))", "raise ValueError(str(error))"),
        ("raise NotImplementedError", "raise NotImplementedError"),
        ("say('no tile')", "say('no tile')"),
    ],
)
def test_the_core_raises_its_errors_without_texts(text: str, expected: str) -> None:
    assert built(text) == expected
    whole = ast.unparse(ast.parse(text))
    assert built(text, "mingg.evening.lines") == built(text, messages=True) == whole


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Text."""\nx: "int" = 3\ny: "str"', "pass\nx = 3\npass"),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import B\nx: 'B | int' = 1", "x = 1"),
        (
            "from a import B, C\nfrom d import E\ndef f(b: 'list[B]', e: 'E') -> 'C':\n    return C()",
            "from a import C\n\ndef f(b, e):\n    return C()",
        ),
        (
            "from a import B\ndef f(b: 'B'):\n    from a import B\n    return B()",
            "def f(b):\n    from a import B\n    return B()",
        ),
        ("from a import B as B\nimport c", "from a import B as B\nimport c"),
        (
            "from typing import Protocol\nclass P(Protocol):\n    def f(self) -> 'P': ...\nPs = list[P]\nx = {}[1]",
            "x = {}[1]",
        ),
        ('def f(a: "int", *b: "str") -> "None":\n    "Text."', "def f(a, *b):\n    pass"),
        ("import gc, json", "import gc, ujson as json"),
        ("import os as system", "import uos as system"),
        ("from machine import Pin as P, Timer", "from umachine import Pin as P, Timer"),
        ("from mingg import time", "from mingg import time"),
    ],
)
def test_a_board_gets_no_types_and_finds_modules_of_micropython_at_once(text: str, expected: str) -> None:
    assert built(text) == expected


def test_no_message_of_the_core_ships() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in MODULES if "core" in path.parts}
    saved = 0
    for path, text in texts.items():
        raised = [node for node in ast.walk(sources.parsed("mingg.core.x", text)) if isinstance(node, ast.Raise)]
        words = [each.value for node in raised for each in ast.walk(node) if isinstance(each, ast.Constant)]
        assert not [word for word in words if isinstance(word, str) and " " in word], path
        saved += len(built(text, messages=True)) - len(built(text))
    assert saved > 4000


def test_without_types_every_statement_stays_on_its_line() -> None:
    shorter = 0
    for path in SOME:
        whole = ast.parse(text := path.read_text(encoding="utf-8")).body
        left, expected = ast.parse(plain := without_types(text)).body, untyped(whole)
        assert [(ast.unparse(node), node.lineno) for node in left] == [
            (ast.unparse(node), node.lineno) for node in expected
        ], path
        shorter += len(left) < len(whole)
        assert not re.search(r"^from (typing|collections\.abc) ", plain, re.MULTILINE), path
    assert shorter > 30


def test_every_statement_can_stay_on_its_line() -> None:
    for path in SOME:
        tree = sources.parsed("mingg.x", path.read_text(encoding="utf-8"), messages=True)
        expected = [(ast.unparse(node), node.lineno) for node in ast.walk(tree) if isinstance(node, ast.stmt)]
        text = sources.on_lines(tree)
        again = [(ast.unparse(node), node.lineno) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
        assert again == expected, path
