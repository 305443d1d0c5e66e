"""The modules that hold every name of a firmware, so that a board meets them all soon after its start.

MicroPython forgets no name that it has read, and puts each where there is room just then. Read with the modules that
use them they would lie scattered over the heap in the end, and leave no room for anything large between them. A board
reads one part after the other while nobody presses a key: mingg/memory.py, meet_names().
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from keyword import iskeyword
from pathlib import Path

MODULE = "names%d"
_PARTS = 12  # so that none keeps a key waiting
_SHORT = 10  # MicroPython's compiler takes a string as short as this for a name
_ROW = 16

_HEAD = '''"""Names in the firmware, made by its build."""


def names(_):
'''
_TAIL = """

for name in [{}]:
    hasattr(0, name)
"""


def read(compiled: bytes) -> list[str]:
    """The names in a compiled module (.mpy, version 6), but for those that every MicroPython has."""
    at = 4  # past the signature, the version and what it was compiled for
    count, at = _number(compiled, at)
    _, at = _number(compiled, at)
    found = []
    for _ in range(count):
        length, at = _number(compiled, at)
        if not length & 1:
            end = at + (length >> 1)
            found.append(compiled[at:end].decode())
            at = end + 1
    return found


def _number(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    while True:
        value = value << 7 | data[at] & 0x7F
        at += 1
        if not data[at - 1] & 0x80:
            return value, at


def sources(modules: Iterable[Path], root: Path) -> list[str]:
    """Modules of all names in the compiled modules below `root`, of those they are imported by, and of their files."""
    names: set[str] = set()
    for path in modules:
        names.update(read(path.read_bytes()))
        file = path.relative_to(root)
        names.update((file.as_posix(), file.parent.as_posix(), file.stem, file.parent.name))
        names.add(file.with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__"))
    listed = sorted(names)
    return [_source(listed[part::_PARTS]) for part in range(_PARTS)]


def _source(names: list[str]) -> str:
    short = [name for name in names if len(name) <= _SHORT]
    plain = [name for name in names if len(name) > _SHORT and name.isidentifier() and not iskeyword(name)]
    rest = sorted({*names}.difference(short, plain))
    rows = [*_rows(map(repr, short)), *_rows(plain)]
    return _HEAD + "\n".join(f"    _({row})" for row in rows) + _TAIL.format(", ".join(map(repr, rest)))


def _rows(words: Iterable[str]) -> Iterator[str]:
    listed = list(words)
    for at in range(0, len(listed), _ROW):
        yield ", ".join(listed[at : at + _ROW])
