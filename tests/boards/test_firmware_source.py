"""Rules for the firmware's sources beyond MicroPython's syntax.

The compiler accepts everything that is refused here, but it would fail, or quietly do something else, on the board.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from mingg_host.common import places
from mingg_host.common.untyped import untyped

pytestmark = pytest.mark.lint

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = places.package()
ON_MICROPYTHON = [
    *sorted(PACKAGE.rglob("*.py")),
    places.main_py(),
    *(board / "board.py" for board in places.boards().values()),
    *sorted((ROOT / "host_tools" / "mingg_scoring" / "interchange").glob("*.py")),
    *sorted((ROOT / "host_tools" / "mingg_host" / "device" / "vm").glob("*.py")),
    *sorted((ROOT / "host_tools" / "mingg_host" / "simulator" / "page" / "browser").glob("*.py")),
    *sorted((ROOT / "host_tools" / "mingg_club" / "phone" / "browser").glob("*.py")),
]

# What a stock image for the Pico has, as far as it is used.
MODULES = {"array", "binascii", "collections", "errno", "framebuf", "gc", "io", "json", "machine", "micropython"}
MODULES |= {"os", "struct", "sys", "time", "uctypes", "vfs"}
# What boards with Wi-Fi have besides; other boards do not get these files.
OF_RADIO = {"link/radio.py": {"network"}, "link/wire.py": {"select", "socket"}}
OURS = {"board", "mingg", "mingg_host", "mingg_scoring", "rig", "page", "phone", "browser"}
ABSENT = {"zfill", "ljust", "rjust", "isalnum", "bit_length", "_asdict", "_replace", "_fields", "removeprefix"}


def running(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields all nodes except annotations."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns"):
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST):
                continue
            yield node
            yield from running(node)


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields the line and the full name of every import: of the module, and of the names taken from it, which may be
    modules too."""
    for node in running(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def refused(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields the line and the reason of everything that MicroPython cannot do, or Mingg does not allow there."""
    for line, name in imported(tree):
        if name.split(".")[0] not in MODULES | OURS:
            yield line, f"no module {name.split('.')[0]} on the board"
    for node in running(tree):
        match node:
            case ast.Attribute(attr=attr) if attr in ABSENT:
                yield node.lineno, f"no .{attr} there"
            case ast.Slice(step=ast.UnaryOp(op=ast.USub())):
                yield node.lineno, "no slice with a negative step there"
            case ast.List() | ast.Tuple() | ast.Set() if any(isinstance(elt, ast.Starred) for elt in node.elts):
                if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                    yield node.lineno, "no [*a] there"
            case ast.Dict(keys=keys) if None in keys:
                yield node.lineno, "no {**a} there"
            case ast.Assert():
                yield node.lineno, "an assert is compiled away: raise"
            case ast.Constant(value=float()) | ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node.lineno, "integers only: floats have single precision there"


def in_file(path: Path) -> ast.Module:
    """Returns the tree of a file, without what only types need."""
    tree = ast.parse(path.read_text(encoding="utf-8"), path.name, feature_version=(3, 9))
    tree.body = untyped(tree.body)
    return tree


@pytest.mark.parametrize("path", ON_MICROPYTHON, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_says_only_what_the_board_understands(path: Path) -> None:
    more = OF_RADIO.get(path.relative_to(PACKAGE).as_posix(), set()) if path.is_relative_to(PACKAGE) else set()
    allowed = {f"no module {name} on the board" for name in more}
    assert [f"{path}:{line}: {reason}" for line, reason in refused(in_file(path)) if reason not in allowed] == []


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_only_the_hal_knows_the_machine(path: Path) -> None:
    names = [name for _, name in imported(in_file(path)) if name.startswith("machine")]
    assert names == [] or path.parent.name == "hal"


# What MicroPython refuses, and why; then what it takes.
SEEN = """
import dataclasses > no module dataclasses
from typing import Any > no module typing
import random > no module random
from random import getrandbits > no module random
'7'.zfill(2) > no .zfill
a[::-1] > no slice with a negative step
[*a] > no [*a]
{**a} > no {**a}
assert a > an assert is compiled away
a / 2 > integers only
0.5 > integers only
def f(a: 'int | None') -> None: ... >
a[1:2] >
a // 2 >
f(*a) >
a, *b = c >
"""


def test_the_check_sees_what_micropython_refuses_and_nothing_else() -> None:
    for line in SEEN.strip().splitlines():
        source, _, reason = line.rpartition(" >")
        found = [why for _, why in refused(ast.parse(source))]
        assert [why[: len(reason.strip())] for why in found] == [reason.strip()] * bool(reason.strip()), line
