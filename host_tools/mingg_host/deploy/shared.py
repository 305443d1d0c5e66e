"""Gives the functions, classes and constants of modules short names. All modules use the same ones.

A board never forgets a name that it has read, and it searches all of them for each string that it builds. Two symbols
may share a short name if no module uses both. A traceback shows the short names (short_names.py). attributes.py does
the same for attributes, and arguments that no call passes by name get short names too. Three kinds of names stay: those
that a string mentions, that a class defines, and that programs outside the firmware use. Line numbers do not change.
"""

from __future__ import annotations

import ast
import builtins
import io
import itertools
import re
import tokenize
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mingg_host.deploy import screen_names
from mingg_host.deploy.screen_names import ScreenName
from mingg_host.deploy.short_names import ShortNames
from mingg_host.deploy.trees import nodes

Place = tuple[str, str]  # a module, and a name in it
Spot = tuple[int, int]  # a line, and a column

_NUMBERED = re.compile(r"\b(_|a)\d+\b")
_BUILTIN = frozenset(dir(builtins))


class Module(NamedTuple):
    """A parsed module. own: the names that it defines. imported: by name, its origins in other modules. renamed: names
    that it imports under another name, with their places. aliases: by name, the modules that it stands for."""

    tree: ast.Module
    own: set[str]
    imported: dict[str, set[Place]]
    renamed: list[tuple[Spot, Place]]
    aliases: dict[str, set[str]]


def shared(sources: Mapping[str, str], kept: Container[str] = (), short: ShortNames | None = None) -> dict[str, str]:
    """Returns sources by module (mingg.ui.app) with short names, except `kept`.

    A module with a syntax error stays as it is: the compiler reports it. Raises ValueError for a name that already
    looks like a short one.
    """
    trees = {}
    for name, text in sources.items():
        numbered_already = _NUMBERED.search(text)
        if numbered_already:
            raise ValueError(
                f"{name}: the name {numbered_already[0]} looks like one that a build makes. Choose another name"
            )
        with suppress(SyntaxError):
            trees[name] = Compiled().visit(ast.parse(text))
    modules = {name: _read(tree, trees) for name, tree in trees.items()}
    short = short or ShortNames(sources.values(), kept)
    numbered = _numbered(modules, _fixed(modules, kept), screen_names.named(sources.values()), short)
    spots = _spots(modules, numbered)
    called = {node.arg for tree in trees.values() for node in nodes(tree) if isinstance(node, ast.keyword)}
    changed = {
        name: _replaced(
            sources[name],
            {known: new for (place, known), new in numbered.items() if place == name},
            spots[name],
            list(_arguments(module, {name for name in called if name} | _in_texts(module.tree), kept, short)),
        )
        for name, module in modules.items()
    }

    def screen(old: ScreenName) -> ScreenName:
        return old._replace(name=numbered.get((old.module, old.name), old.name))

    return {name: screen_names.moved(text, screen) for name, text in {**sources, **changed}.items()}


def mentioned(*programs: Path) -> set[str]:
    """Returns all names in programs, and all strings."""
    words: set[str] = set()
    for program in programs:
        text = program.read_text(encoding="utf-8")
        words.update(token.string for token in tokenize.generate_tokens(io.StringIO(text).readline))
        for node in nodes(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
    return words


def _replaced(
    text: str, own: Mapping[str, str], spots: Mapping[Spot, str], inside: list[tuple[int, int, dict[str, str]]]
) -> str:
    """Returns the source with its new names.

    own: new names by name, anywhere except behind a dot. spots: new names at single places, which go first. inside:
    first and last line of each function, and the new names of its arguments.
    """
    lines = text.splitlines(keepends=True)
    changes = []
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
                changes.append((token, new))
        before = token.string
    for token, new in reversed(changes):
        row = token.start[0] - 1
        lines[row] = lines[row][: token.start[1]] + new + lines[row][token.end[1] :]
    return "".join(lines)


# ---- reading ----


class Compiled(ast.NodeTransformer):
    """Removes what the compiler does not read: types, and code that only the type checker reads."""

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
                        raise ValueError(f"line {inner.lineno}: import {alias.name} with `from ... import`")
                    module.aliases[alias.asname or alias.name].add(alias.name)
        elif isinstance(inner, ast.ImportFrom) and inner.module:  # a package without code is no module
            for alias in inner.names:
                known, full_name = alias.asname or alias.name, f"{inner.module}.{alias.name}"
                if full_name in all_modules:
                    module.aliases[known].add(full_name)
                elif inner.module not in all_modules:
                    continue
                elif alias.asname is None:
                    module.imported[known].add((inner.module, alias.name))
                else:
                    module.renamed.append(((alias.lineno, alias.col_offset), (inner.module, alias.name)))
    return module


def _origin(modules: Mapping[str, Module], place: Place) -> Place | None:
    """The module and name where a symbol is defined. None: outside these modules."""
    module, name = place
    if module not in modules or name in modules[module].own:
        return place if module in modules else None
    above = modules[module].imported.get(name, set())
    return _origin(modules, next(iter(above))) if above else None


def _of_modules(modules: Mapping[str, Module]) -> Iterator[tuple[str, ast.Attribute, str]]:
    """Yields each use of an attribute of a module: the using module, the node, the used module."""
    for name, module in modules.items():
        plain = _plain(module)
        for node in nodes(module.tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in plain:
                yield name, node, plain[node.value.id]


def _plain(module: Module) -> dict[str, str]:
    """Returns the names in a module that always stand for one module, and that module."""
    arguments = {node.arg for node in nodes(module.tree) if isinstance(node, ast.arg)}
    return {
        known: next(iter(modules))
        for known, modules in module.aliases.items()
        if len(modules) == 1 and known not in arguments
    }


def _spot(node: ast.Attribute) -> Spot:
    return node.end_lineno or 0, (node.end_col_offset or 0) - len(node.attr)


# ---- names that stay ----


def _in_texts(tree: ast.Module) -> set[str]:
    """Returns names within f-strings. The syntax tree has wrong columns for them."""
    return {
        name.id
        for node in nodes(tree)
        if isinstance(node, ast.JoinedStr)
        for name in ast.walk(node)
        if isinstance(name, ast.Name)
    }


def _fixed(modules: Mapping[str, Module], kept: Container[str]) -> Container[Place]:
    """Returns the names that must stay."""
    strings: set[str] = set()
    attributes: set[str] = set()
    passed: set[str] = set()  # modules that are used as values
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
                attributes.add(node.attr)
            elif (
                isinstance(node, ast.Name)
                and node.id in module.aliases
                and not (node.id in plain and id(node) in bases)
            ):
                passed |= module.aliases[node.id]  # an attribute of any expression may then be one of this module
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
            by_attribute = origin is not None and origin[0] in passed and known in attributes
            if (
                origin is None
                or by_attribute
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


def _numbered(
    modules: Mapping[str, Module], fixed: Container[Place], screens: Container[Place], short: ShortNames
) -> dict[Place, str]:
    """Returns the new names. Names of one symbol, and symbols that a module calls by one name, get the same name.

    screens: a string has their names letter by letter, so they get no word of MicroPython.
    """
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
        first = len(short.names) if any(place in screens for place in places) else 0
        number = next(n for n in itertools.count(first) if all(n not in taken[module] for module in known_to))
        for place in places:
            taken[place[0]].add(number)
            numbered[place] = short.name(number)
    return numbered


def _spots(modules: Mapping[str, Module], numbered: Mapping[Place, str]) -> dict[str, dict[Spot, str]]:
    """Returns, by module, what to write at single places: attributes of modules, names imported under another name, and
    methods, whose names stay even if the module has a symbol of the same name."""
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
    for name, node, used in _of_modules(modules):
        if (used, node.attr) in numbered:
            spots[name][_spot(node)] = numbered[used, node.attr]
    for name, module in modules.items():
        for spot, origin in module.renamed:
            if origin in numbered:
                spots[name][spot] = numbered[origin]
    return spots


# ---- arguments ----


def _arguments(
    module: Module, called: Container[str], kept: Container[str], short_names: ShortNames
) -> Iterator[tuple[int, int, dict[str, str]]]:
    """Yields for each function its first and last line, and the new names of its arguments.

    called: names that some call uses as keywords.
    """
    above = {*module.own, *module.imported, *module.aliases, *_all_imported(module.tree)}
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
                if name != "self" and not any(name in taken for taken in (above, called, kept, _BUILTIN))
            ]
            new = {name: short_names.argument(index) for index, name in enumerate(short)}
            yield function.lineno, function.end_lineno or 0, new


def _all_imported(tree: ast.Module) -> Iterable[str]:
    for node in nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
