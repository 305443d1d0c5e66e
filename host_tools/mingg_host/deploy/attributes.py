"""Gives attributes and methods short names. Unrelated classes use the same ones.

A board never forgets a name that it has read. Two attributes share a short name if no object can have both: `a0` may be
the balance of a table and the canvas of a screen. Three kinds of names stay: those that strings mention, that other
programs use, and that belong to Python or to MicroPython. Line numbers do not change.
"""

from __future__ import annotations

import ast
import io
import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress

from mingg_host.deploy.short_names import ShortNames
from mingg_host.deploy.trees import nodes
from mingg_host.device import framebuf

Spot = tuple[int, int]  # a line, and a column in bytes
Class = tuple[str, str]  # a module, and a class in it

HAL = "mingg.hal"  # only these modules use objects of MicroPython's module `machine`
_OTHERS = (
    *(str, bytes, bytearray, memoryview, list, dict, set, tuple, int, object, type, property, OSError, io.FileIO, json),
    *(io.StringIO, framebuf.FrameBuffer),
)
_FOREIGN = frozenset(name for module in _OTHERS for name in dir(module))


class Names:
    """The attributes of all modules.

    owners: by name, the classes that define it. wild: names that code outside the class assigns. fixed: names that must
    stay. evaluated: names used in the body of a class; no class can define these. spots: by module, the places of each
    name. bases: each class with one of its base classes.
    """

    def __init__(self) -> None:
        self.owners: dict[str, set[Class]] = defaultdict(set)
        self.wild: set[str] = set()
        self.fixed: set[str] = set(_FOREIGN)
        self.evaluated: set[str] = set()
        self.spots: dict[str, dict[Spot, str]] = defaultdict(dict)
        self.bases: list[tuple[Class, Class]] = []


def shortened(
    sources: Mapping[str, str], kept: Set[str] = frozenset(), short_names: ShortNames | None = None
) -> dict[str, str]:
    """Returns sources by module (mingg.app) with short names for attributes, except `kept`.

    A module with a syntax error stays as it is: the compiler reports it. Raises ValueError for a class whose bases or
    methods this module cannot find out.
    """
    trees = {}
    for module, text in sources.items():
        with suppress(SyntaxError):
            trees[module] = ast.parse(text)
    names = Names()
    names.fixed |= kept
    for module, tree in trees.items():
        _read(names, module, tree, trees.keys())
    short = _numbered(names, short_names or ShortNames(sources.values(), kept))
    return {
        **sources,
        **{module: _replaced(sources[module], names.spots[module], short) for module in trees},
    }


def _read(names: Names, module: str, tree: ast.Module, modules: Set[str]) -> None:
    imported, known, foreign = _imports(tree, modules)
    local = {node.arg for node in nodes(tree) if isinstance(node, ast.arg)}
    local |= {node.id for node in nodes(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names.fixed.update(_of_module(tree))
    for node in nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.fixed.add(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "namedtuple":
            strings = [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant)]
            names.fixed.update(word for text in strings for word in str(text).replace(",", " ").split())
        elif isinstance(node, ast.JoinedStr):  # the syntax tree has wrong columns within f-strings
            names.fixed.update(inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute))
        elif isinstance(node, ast.Attribute):
            _read_attribute(names, module, node, known, foreign, local)
        elif isinstance(node, ast.ClassDef):
            own = module, node.name
            _check(module, node)
            names.bases += [
                (own, imported.get(base.id, (module, base.id))) for base in node.bases if isinstance(base, ast.Name)
            ]
            for name, spot in _of_class(names, node):
                names.owners[name].add(own)
                if spot is not None:
                    names.spots[module][spot] = name


def _check(module: str, owner: ast.ClassDef) -> None:
    """Raises ValueError for code that _of_class() and _families() do not see."""
    place = f"{module}, line {owner.lineno}: class {owner.name}"
    if not all(isinstance(base, ast.Name) for base in owner.bases):
        raise ValueError(f"{place}: import the base by its own name")
    for node in owner.body:
        if not isinstance(node, ast.FunctionDef) and any(isinstance(n, ast.FunctionDef) for n in ast.walk(node)):
            raise ValueError(f"{place}: define its methods directly in the class, not within a statement")


def _imports(tree: ast.Module, modules: Set[str]) -> tuple[dict[str, Class], set[str], set[str]]:
    """Returns names imported from our modules (with their origins), names of our modules, names of foreign modules."""
    imported, known, foreign = {}, set(), set()
    for node in nodes(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = alias.asname or alias.name
                if f"{node.module}.{alias.name}" in modules:
                    known.add(name)
                elif node.module in modules:
                    imported[name] = (node.module, alias.name)
                else:
                    foreign.add(name)
        elif isinstance(node, ast.Import):
            foreign |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
    return imported, known, foreign


def _of_module(tree: ast.Module) -> Iterator[str]:
    """Yields the names that a module defines. They stay: code may use them as attributes of the module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from (inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name))


def _base(node: ast.Attribute) -> str:
    """The name before the dot, or '' if that is not a plain name."""
    return node.value.id if isinstance(node.value, ast.Name) else ""


def _read_attribute(
    names: Names, module: str, node: ast.Attribute, known: Set[str], foreign: Set[str], local: Set[str]
) -> None:
    base = _base(node)
    if module.startswith(HAL) or base in foreign or (base in known and base in local):
        names.fixed.add(node.attr)
    if base in known:
        return  # the name belongs to a module: see shared.py
    if isinstance(node.ctx, ast.Store | ast.Del) and base != "self":
        names.wild.add(node.attr)
    names.spots[module][node.end_lineno or 0, (node.end_col_offset or 0) - len(node.attr.encode())] = node.attr


def _of_class(names: Names, owner: ast.ClassDef) -> Iterator[tuple[str, Spot | None]]:
    """Yields the names that a class defines, with their places. None: _read_attribute() notes the place."""
    for node in owner.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, (node.lineno, node.col_offset + len("def "))
            for inner in ast.walk(node):
                if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and _base(inner) == "self":
                    yield inner.attr, None
            # Python evaluates these in the scope of the class, so a name may mean a name of the class.
            evaluated = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
            names.evaluated.update(
                inner.id for outer in evaluated for inner in ast.walk(outer) if isinstance(inner, ast.Name)
            )
            continue
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id, (inner.lineno, inner.col_offset)
            elif isinstance(inner, ast.Name):
                names.evaluated.add(inner.id)  # it may mean a name of the class


def _families(names: Names) -> dict[Class, Class]:
    """Returns, by class, one class that represents all classes related to it."""
    above: dict[Class, Class] = {}

    def find(owner: Class) -> Class:
        while above.setdefault(owner, owner) != owner:
            owner = above[owner]
        return owner

    for derived, base in names.bases:
        above[find(derived)] = find(base)
    return {owner: find(owner) for owners in names.owners.values() for owner in owners}


def _numbered(names: Names, short_names: ShortNames) -> dict[str, str]:
    """Returns the short name of each attribute."""
    family = _families(names)
    # A module stores a name once, however often it uses it.
    uses = Counter(name for spots in names.spots.values() for name in set(spots.values()))
    fixed = names.fixed | names.evaluated
    free = [name for name in names.owners if name not in fixed and name[:2] != "__"]
    taken: dict[Class | None, set[str]] = defaultdict(set)
    taken[None] = set(names.evaluated)  # shared.py uses the same short names for the names of modules
    short = {}
    for name in sorted(free, key=lambda name: (name not in names.wild, -uses[name], name)):
        related = {family[owner] for owner in names.owners[name]}
        numbers = map(short_names.name, itertools.count())
        new = next(new for new in numbers if all(new not in taken[owner] for owner in (None, *related)))
        for owner in [None] if name in names.wild else related:
            taken[owner].add(new)
        short[name] = new
    return short


def _replaced(text: str, spots: Mapping[Spot, str], short: Mapping[str, str]) -> str:
    lines = [line.encode() for line in text.split("\n")]
    for (row, column), name in sorted(spots.items(), reverse=True):
        if name in short:
            line = lines[row - 1]
            lines[row - 1] = line[:column] + short[name].encode() + line[column + len(name.encode()) :]
    return b"\n".join(lines).decode()
