"""On a board, the core raises its errors without texts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from mingg_host.common import places
from mingg_host.deploy.terse import terse

CORE = sorted((places.package() / "core").rglob("*.py"))


@pytest.mark.parametrize(
    ("text", "expected"),
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
def test_error_messages_are_removed_and_line_numbers_stay(text: str, expected: str) -> None:
    assert terse("mingg.core.rules", text) == expected
    assert terse("mingg.evening.lines", text) == text


def raised(tree: ast.AST) -> list[ast.expr]:
    return [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc is not None]


def without_raised(tree: ast.AST) -> str:
    """Returns a syntax tree with the line of each node, without the expressions in `raise`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            node.exc = None
    matches = [(type(node).__name__, getattr(node, "lineno", 0)) for node in ast.walk(tree)]
    return f"{ast.dump(tree)} {matches}"


def arguments(error: ast.expr) -> list[str]:
    return [ast.unparse(argument) for argument in error.args] if isinstance(error, ast.Call) else []


def error_class(error: ast.expr) -> str:
    return ast.unparse(error.func if isinstance(error, ast.Call) else error)


def words(error: ast.expr) -> list[str]:
    """Returns the texts with words in the raised expressions."""
    texts = (node.value for node in ast.walk(error) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [text for text in texts if " " in text]


@pytest.mark.parametrize("path", CORE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_module_of_the_core_changes_in_the_arguments_of_its_errors_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    result = terse("mingg.core.x", text)
    before, after = raised(ast.parse(text)), raised(ast.parse(result))
    assert list(map(error_class, after)) == list(map(error_class, before))
    for old, new in zip(before, after, strict=True):
        # No argument, or the same ones with an empty text in place of the message.
        assert arguments(new) in ([], arguments(old), [*arguments(old)[:-1], "''"])
        assert words(new) == []
    assert without_raised(ast.parse(result)) == without_raised(ast.parse(text))


def test_the_core_has_messages_to_leave_out() -> None:
    texts = [path.read_text(encoding="utf-8") for path in CORE]
    assert sum(len(words(error)) for text in texts for error in raised(ast.parse(text))) > 100
    assert sum(map(len, texts)) - sum(len(terse("mingg.core.x", text)) for text in texts) > 4000
