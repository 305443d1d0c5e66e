"""The names of modules' functions, classes and constants made short, and the same in all modules: a board forgets no
name that it has read, and looks through all of them for each text that it makes.

Two things may be called the same wherever no module knows both. A traceback calls the first a0, the next a1. So are
attributes, in attributes.py. Arguments of functions that nobody calls by their names become _0, _1. Kept is what is
named in a string, what a class calls its own, and what programs outside the firmware use. Lines stay where they are.
"""

from __future__ import annotations

import ast
import builtins
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mingg_host.deploy.trees import nodes

Place = tuple[str, str]  # a module, and what something is called there
Spot = tuple[int, int]  # a line, and a column

_NUMBERED = re.compile(r"\b(_|a)\d+\b")
_BUILTIN = frozenset(dir(builtins))


class Module(NamedTuple):
    """A module as it is read. own: what it defines; imported: what it has from others, by what it calls it, and
    where; renamed: such names of others that it calls otherwise; aliases: modules by what it calls them."""

    tree: ast.Module
    own: set[str]
    imported: dict[str, set[Place]]
    renamed: list[tuple[Spot, Place]]
    aliases: dict[str, set[str]]


def shared(sources: Mapping[str, str], kept: Container[str] = ()) -> dict[str, str]:
    """Sources by module (mingg.ui.app), with these names replaced. `kept`: names that others use. What Python itself
    does not take is left to the compiler to complain of. ValueError where a name is numbered already."""
    trees = {}
    for name, text in sources.items():
        if _NUMBERED.search(text):
            raise ValueError(f"{name} has names like those that a build makes")
        with suppress(SyntaxError):
            trees[name] = Compiled().visit(ast.parse(text))
    modules = {name: _read(tree, trees) for name, tree in trees.items()}
    numbered = _numbered(modules, _fixed(modules, kept))
    spots = _spots(modules, numbered)
    called = {node.arg for tree in trees.values() for node in nodes(tree) if isinstance(node, ast.keyword)}
    changed = {
        name: _replaced(
            sources[name],
            {known: new for (place, known), new in numbered.items() if place == name},
            spots[name],
            list(_arguments(module, {name for name in called if name} | _in_texts(module.tree), kept)),
        )
        for name, module in modules.items()
    }
    return {**sources, **changed}


def mentioned(*programs: Path) -> set[str]:
    """All names in programs, those in strings among them."""
    found: set[str] = set()
    for program in programs:
        text = program.read_text(encoding="utf-8")
        found.update(token.string for token in tokenize.generate_tokens(io.StringIO(text).readline))
        said = nodes(ast.parse(text))
        found.update(node.value for node in said if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return found


def _replaced(
    text: str, own: Mapping[str, str], spots: Mapping[Spot, str], inside: list[tuple[int, int, dict[str, str]]]
) -> str:
    """inside: from a line to another, what arguments are called there."""
    lines = text.splitlines(keepends=True)
    found = []
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            new = spots.get(token.start)
            if new is None and before != ".":
                new = own.get(token.string)
                for first, last, arguments in inside:
                    if new is None and first <= token.start[0] <= last:
                        new = arguments.get(token.string)
            if new is not None:
                found.append((token, new))
        before = token.string
    for token, new in reversed(found):
        row = token.start[0] - 1
        lines[row] = lines[row][: token.start[1]] + new + lines[row][token.end[1] :]
    return "".join(lines)


# ---- reading ----


class Compiled(ast.NodeTransformer):
    """Leaves out what the compiler does not read, either: types, and what only the type checker sees."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        return node.orelse if isinstance(node.test, ast.Constant) and node.test.value is False else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.returns = None
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        node.annotation = ast.Constant(None)
        self.generic_visit(node)
        return node


def _read(tree: ast.Module, all_modules: Container[str]) -> Module:
    module = Module(tree, set(), defaultdict(set), [], defaultdict(set))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            module.own.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            module.own.update(
                name.id
                for target in targets
                for name in ast.walk(target)
                if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
            )
    for inner in nodes(tree):
        if isinstance(inner, ast.Import):
            for alias in inner.names:
                if alias.name in all_modules:
                    if "." in alias.name:
                        raise ValueError(f"line {inner.lineno}: import {alias.name}, and not from what it is in")
                    module.aliases[alias.asname or alias.name].add(alias.name)
        elif isinstance(inner, ast.ImportFrom) and inner.module:  # a package without code is no module
            for alias in inner.names:
                known, whole = alias.asname or alias.name, f"{inner.module}.{alias.name}"
                if whole in all_modules:
                    module.aliases[known].add(whole)
                elif inner.module not in all_modules:
                    continue
                elif alias.asname is None:
                    module.imported[known].add((inner.module, alias.name))
                else:
                    module.renamed.append(((alias.lineno, alias.col_offset), (inner.module, alias.name)))
    return module


def _origin(modules: Mapping[str, Module], place: Place) -> Place | None:
    """Where something is defined."""
    module, name = place
    if module not in modules or name in modules[module].own:
        return place if module in modules else None
    above = modules[module].imported.get(name, set())
    return _origin(modules, next(iter(above))) if above else None


def _of_modules(modules: Mapping[str, Module]) -> Iterator[tuple[str, ast.Attribute, str]]:
    """What modules ask other modules for: who, where, and whom."""
    for name, module in modules.items():
        plain = _plain(module)
        for node in nodes(module.tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in plain:
                yield name, node, plain[node.value.id]


def _plain(module: Module) -> dict[str, str]:
    """The modules that are called by one name each, which nothing else has."""
    given = {node.arg for node in nodes(module.tree) if isinstance(node, ast.arg)}
    return {
        known: next(iter(whole)) for known, whole in module.aliases.items() if len(whole) == 1 and known not in given
    }


def _spot(node: ast.Attribute) -> Spot:
    return node.end_lineno or 0, (node.end_col_offset or 0) - len(node.attr)


# ---- what has to stay as it is ----


def _in_texts(tree: ast.Module) -> set[str]:
    """Names within f-strings, whose places cannot be told."""
    return {
        name.id
        for node in nodes(tree)
        if isinstance(node, ast.JoinedStr)
        for name in ast.walk(node)
        if isinstance(name, ast.Name)
    }


def _fixed(modules: Mapping[str, Module], kept: Container[str]) -> Container[Place]:
    """What is called by its name somewhere where that cannot be changed."""
    strings: set[str] = set()
    asked: set[str] = set()
    handed_on: set[str] = set()
    bound: dict[str, set[str]] = {}
    of_modules = {(name, _spot(node)) for name, node, _ in _of_modules(modules)}
    for name, module in modules.items():
        bases = {
            id(node.value)
            for node in nodes(module.tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        own = bound[name] = _in_texts(module.tree)
        plain = _plain(module)
        for node in nodes(module.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            elif isinstance(node, ast.Attribute) and (name, _spot(node)) not in of_modules:
                asked.add(node.attr)
            elif (
                isinstance(node, ast.Name)
                and node.id in module.aliases
                and not (node.id in plain and id(node) in bases)
            ):
                handed_on |= module.aliases[node.id]  # what is asked of it then may be asked of anything
            elif isinstance(node, ast.arg | ast.keyword):
                own.add(node.arg or "")
            elif isinstance(node, ast.ClassDef):
                own.update(
                    target.id
                    for inner in node.body
                    if not isinstance(inner, ast.FunctionDef)
                    for target in ast.walk(inner)
                    if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store)
                )
    fixed: set[Place] = set()
    for name, module in modules.items():
        for known in {*module.own, *module.imported}:
            origin = _origin(modules, (name, known))
            asked_of = origin is not None and origin[0] in handed_on and known in asked
            if (
                origin is None
                or asked_of
                or known in kept
                or known in strings
                or known in bound[name]
                or known in module.aliases
                or known[:2] == "__"
                or name in ("main", "board")
            ):
                fixed.add((name, known))
        fixed.update((name, known) for known in module.aliases)
    return fixed


# ---- numbers ----


def _numbered(modules: Mapping[str, Module], fixed: Container[Place]) -> dict[Place, str]:
    """What each is called from now on. The same thing, and things that one module calls the same, go together."""
    group: dict[Place, Place] = {}

    def find(place: Place) -> Place:
        while group.setdefault(place, place) != place:
            place = group[place]
        return place

    for name, module in modules.items():
        for known in module.own:
            find((name, known))
        for known, origins in module.imported.items():
            for origin in origins:
                group[find((name, known))] = find(origin)
        for _, origin in module.renamed:
            find(origin)
    members: dict[Place, list[Place]] = defaultdict(list)
    for place in list(group):
        members[find(place)].append(place)
    taken: dict[str, set[int]] = defaultdict(set)
    numbered: dict[Place, str] = {}
    for places in sorted(members.values(), key=lambda places: (-len(places), min(places))):
        if any(place in fixed for place in places):
            continue
        known_to = {module for module, _ in places}
        number = next(n for n in range(len(group)) if all(n not in taken[module] for module in known_to))
        for place in places:
            taken[place[0]].add(number)
            numbered[place] = f"a{number}"
    return numbered


def _spots(modules: Mapping[str, Module], numbered: Mapping[Place, str]) -> dict[str, dict[Spot, str]]:
    """What stands in certain places: names that are asked of a module, or imported under another name. And methods,
    which may be called like something of the module."""
    spots: dict[str, dict[Spot, str]] = {
        name: {
            (node.lineno, node.col_offset + len("def ")): node.name
            for owner in nodes(module.tree)
            if isinstance(owner, ast.ClassDef)
            for node in owner.body
            if isinstance(node, ast.FunctionDef)
        }
        for name, module in modules.items()
    }
    for name, node, whole in _of_modules(modules):
        if (whole, node.attr) in numbered:
            spots[name][_spot(node)] = numbered[whole, node.attr]
    for name, module in modules.items():
        for spot, origin in module.renamed:
            if origin in numbered:
                spots[name][spot] = numbered[origin]
    return spots


# ---- arguments ----


def _arguments(
    module: Module, called: Container[str], kept: Container[str]
) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Of each function: from which line to which, and what its arguments are called there."""
    above = {*module.own, *module.imported, *module.aliases, *(known for known in _imported_at_all(module.tree))}
    functions = [node for node in module.tree.body if isinstance(node, ast.FunctionDef)]
    for owner in module.tree.body:
        if isinstance(owner, ast.ClassDef):
            functions += [node for node in owner.body if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if not any(isinstance(node, ast.ClassDef) for node in ast.walk(function)):
            names = dict.fromkeys(node.arg for node in ast.walk(function) if isinstance(node, ast.arg))
            short = [
                name
                for name in names
                if name != "self" and not any(name in others for others in (above, called, kept, _BUILTIN))
            ]
            yield function.lineno, function.end_lineno or 0, {name: f"_{at}" for at, name in enumerate(short)}


def _imported_at_all(tree: ast.Module) -> Iterable[str]:
    for node in nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
