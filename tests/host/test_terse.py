"""A board's core raises its errors without their texts."""

from __future__ import annotations

import ast

import pytest
from mingg_host.common import places
from mingg_host.deploy.terse import terse

CORE = sorted((places.package() / "core").rglob("*.py"))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('raise ValueError("no tile: %s" % text)\n', "raise ValueError\n"),
        ('raise Bad(at + "/é", "a %s" % word + " more")\n', 'raise Bad(at + "/é", "")\n'),
        ('if x: raise Bad(at, "one"); raise Bad(at, "two")\n', 'if x: raise Bad(at, ""); raise Bad(at, "")\n'),
        ('raise Bad(\n    at,\n    "one"\n    "two",\n)\n1 / 0\n', 'raise Bad(\n    at,\n    ""\n,\n)\n1 / 0\n'),
        ("raise BadInput(at, str(error))\n", "raise BadInput\n"),
        ('raise BadHouse(\n    at, "one"\n)  # two\n1 / 0\n', "raise BadHouse\n\n  # two\n1 / 0\n"),
        ("raise ValueError(str(error))\n", "raise ValueError(str(error))\n"),
        ("raise NotImplementedError\n", "raise NotImplementedError\n"),
        ('say("no tile")\n', 'say("no tile")\n'),
        ("raise Bad(\n", "raise Bad(\n"),
    ],
)
def test_what_an_error_says_goes_and_every_line_stays(text: str, left: str) -> None:
    assert terse("mingg.core.rules", text) == left
    assert terse("mingg.evening.history.recount", text) == text


def test_all_modules_of_the_core_remain_what_they_are_but_for_texts() -> None:
    for path in CORE:
        text = path.read_text(encoding="utf-8")
        left = terse("mingg.core.x", text)
        assert left.count("\n") == text.count("\n")
        assert len(list(ast.walk(ast.parse(left)))) <= len(list(ast.walk(ast.parse(text))))
