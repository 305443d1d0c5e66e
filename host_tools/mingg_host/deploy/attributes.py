"""Makes the names of attributes and methods short, and the same in classes that have nothing to do with each other.

A board forgets no name that it has read. Two attributes share a name if no object can have both: `a0` may be the
balance of a table and the canvas of a screen. Kept are names that strings mention, that other programs use, and that
belong to Python or to MicroPython. Every line stays where it is.
"""

from __future__ import annotations

import ast
import io
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Set
from contextlib import suppress

from mingg_host.deploy.trees import nodes
from mingg_host.device.shims import framebuf

Spot = tuple[int, int]  # a line, and a column in bytes
Class = tuple[str, str]  # a module, and a class in it

HAL = "mingg.hal"  # only these modules know the objects of MicroPython's machine
_OTHERS = (
    *(str, bytes, bytearray, memoryview, list, dict, set, tuple, int, object, type, property, OSError, io.FileIO, json),
    *(io.StringIO, framebuf.FrameBuffer),
)
_FOREIGN = frozenset(name for each in _OTHERS for name in dir(each))


class Names:
    """What is known of the attributes of all modules.

    owners: by name, the classes that define it; wild: names that code outside the class sets; fixed: names that must
    stay; evaluated: names that stand in the body of a class, and constants, which no class can define; spots: by
    module, where each name stands.
    """

    def __init__(self) -> None:
        self.owners: dict[str, set[Class]] = defaultdict(set)
        self.wild: set[str] = set()
        self.fixed: set[str] = set(_FOREIGN)
        self.evaluated: set[str] = set()
        self.spots: dict[str, dict[Spot, str]] = defaultdict(dict)
        self.bases: list[tuple[Class, Class]] = []


def shortened(sources: Mapping[str, str], kept: Set[str] = frozenset()) -> dict[str, str]:
    """Sources by module (mingg.app), with these names replaced, except `kept`. The compiler complains of what Python
    does not take. Raises ValueError for a class whose base or methods cannot be told."""
    trees = {}
    for module, text in sources.items():
        with suppress(SyntaxError):
            trees[module] = ast.parse(text)
    names = Names()
    names.fixed |= kept
    for module, tree in trees.items():
        _read(names, module, tree, trees.keys())
    short = _numbered(names)
    return {
        **sources,
        **{module: _replaced(sources[module], names.spots[module], short) for module in trees},
    }


def _read(names: Names, module: str, tree: ast.Module, modules: Set[str]) -> None:
    imported, known, foreign = _imports(tree, modules)
    given = {node.arg for node in nodes(tree) if isinstance(node, ast.arg)}
    given |= {node.id for node in nodes(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    names.fixed.update(_of_module(tree))
    names.evaluated.update(_constants(tree))
    for node in nodes(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            names.fixed.add(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "namedtuple":
            strings = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
            names.fixed.update(word for text in strings for word in str(text).replace(",", " ").split())
        elif isinstance(node, ast.JoinedStr):  # its places cannot be told
            names.fixed.update(each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute))
        elif isinstance(node, ast.Attribute):
            _read_attribute(names, module, node, known, foreign, given)
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
    """Raises ValueError for what _of_class() and _families() do not see."""
    where = f"{module}, line {owner.lineno}: class {owner.name}"
    if not all(isinstance(base, ast.Name) for base in owner.bases):
        raise ValueError(f"{where}: import the base by its own name")
    for node in owner.body:
        if not isinstance(node, ast.FunctionDef) and any(isinstance(e, ast.FunctionDef) for e in ast.walk(node)):
            raise ValueError(f"{where}: a method within another statement")


def _imports(tree: ast.Module, modules: Set[str]) -> tuple[dict[str, Class], set[str], set[str]]:
    """Names imported from other modules of ours; what modules of ours are called; what others are called."""
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
    """What a module defines: somebody may hold the module, and ask it for that."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            yield from (each.id for each in ast.walk(node) if isinstance(each, ast.Name))


def _constants(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Call)
            and ast.unparse(node.value.func) == "const"
        ):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name))


def _base(node: ast.Attribute) -> str:
    """What the attribute is asked of, if that is a plain name."""
    return node.value.id if isinstance(node.value, ast.Name) else ""


def _read_attribute(
    names: Names, module: str, node: ast.Attribute, known: Set[str], foreign: Set[str], given: Set[str]
) -> None:
    base = _base(node)
    if module.startswith(HAL) or base in foreign or (base in known and base in given):
        names.fixed.add(node.attr)
    if base in known:
        return  # something of a module: see shared.py
    if isinstance(node.ctx, ast.Store | ast.Del) and base != "self":
        names.wild.add(node.attr)
    names.spots[module][node.end_lineno or 0, (node.end_col_offset or 0) - len(node.attr.encode())] = node.attr


def _of_class(names: Names, owner: ast.ClassDef) -> Iterator[tuple[str, Spot | None]]:
    """What a class defines, and where; None where an attribute is set, which is read as such."""
    for node in owner.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, (node.lineno, node.col_offset + len("def "))
            for inner in ast.walk(node):
                if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and _base(inner) == "self":
                    yield inner.attr, None
            # What is evaluated in the class may mean something of the class.
            evaluated = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
            names.evaluated.update(
                each.id for outer in evaluated for each in ast.walk(outer) if isinstance(each, ast.Name)
            )
            continue
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                yield inner.id, (inner.lineno, inner.col_offset)
            elif isinstance(inner, ast.Name):
                names.evaluated.add(inner.id)  # the class may mean its own


def _families(names: Names) -> dict[Class, Class]:
    """By class, one class that stands for all that are related to it."""
    above: dict[Class, Class] = {}

    def find(each: Class) -> Class:
        while above.setdefault(each, each) != each:
            each = above[each]
        return each

    for one, other in names.bases:
        above[find(one)] = find(other)
    return {each: find(each) for owners in names.owners.values() for each in owners}


def _numbered(names: Names) -> dict[str, str]:
    """What each attribute is called from now on."""
    family = _families(names)
    uses = Counter(name for spots in names.spots.values() for name in spots.values())
    fixed = names.fixed | names.evaluated
    free = [name for name in names.owners if name not in fixed and name[:2] != "__"]
    taken: dict[Class | None, set[int]] = defaultdict(set)
    # shared.py calls modules' names so, too
    taken[None] = {int(name[1:]) for name in names.evaluated if name[0] == "a" and name[1:].isdecimal()}
    short = {}
    for name in sorted(free, key=lambda name: (name not in names.wild, -uses[name], name)):
        related = {family[each] for each in names.owners[name]}
        number = 0
        while number in taken[None] or any(number in taken[each] for each in related):
            number += 1
        for each in [None] if name in names.wild else related:
            taken[each].add(number)
        short[name] = f"a{number}"
    return short


def _replaced(text: str, spots: Mapping[Spot, str], short: Mapping[str, str]) -> str:
    lines = [line.encode() for line in text.split("\n")]
    for (row, column), name in sorted(spots.items(), reverse=True):
        if name in short:
            line = lines[row - 1]
            lines[row - 1] = line[:column] + short[name].encode() + line[column + len(name.encode()) :]
    return b"\n".join(lines).decode()
