"""Finds out what each name in the firmware means.

In the trees of resolved() a name says what it stands for, wherever it is written:

    mingg.hal.keys.LEFT    a name of a module, in all modules that import it
    mingg.hal.keys         a module of the firmware
    time<utime>            an import from elsewhere
    .balance               an attribute or a method
    _0                     an argument, if no call passes it by its name
    row                    any other local variable, or a name of Python itself

A string that names a screen is a ScreenName there.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from mingg_host.deploy.contents import HAL, ROOT, SCREENS

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_SCREEN = re.compile(r"([a-z_]+)\.([a-z_]+)\.(\w+)")
_SCOPES = ast.FunctionDef | ast.ClassDef | ast.Lambda | Comprehension


class ScreenName(NamedTuple):
    """The string "setup.people.Typing": Typing of the module mingg.ui.screens.setup.people, in the folder `setup`."""

    folder: str
    module: str
    name: str


def plain(symbol: str) -> str:
    """Returns the name that a symbol has in the sources."""
    return symbol.partition("<")[0].rpartition(".")[2]


def imported(body: Iterable[ast.stmt], modules: Mapping[str, object]) -> list[str]:
    """Returns those of `modules` that statements import outside of functions, in their order."""
    names = []
    for node in _nodes(body):
        if isinstance(node, ast.ImportFrom):
            full_names = [f"{node.module}.{alias.name}" for alias in node.names]
            names += [name if name in modules else node.module or "" for name in full_names]
    return [name for name in dict.fromkeys(names) if name in modules]


def _nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yields the nodes of a scope, without those of inner scopes."""
    for node in body:
        yield node
        if not isinstance(node, _SCOPES):
            yield from _nodes(ast.iter_child_nodes(node))


def _bound(body: Iterable[ast.AST]) -> dict[str, set[str]]:
    """Returns the names that a scope binds: by name, the imports that bind it, and "" for anything else."""
    bound: dict[str, set[str]] = defaultdict(set)
    outer: set[str] = set()
    for node in _nodes(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id].add("")
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler) and node.name:
            bound[node.name].add("")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            package = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                bound[alias.asname or alias.name].add(package + alias.name)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            outer.update(node.names)
    return {name: imports for name, imports in bound.items() if name not in outer}


class Symbols:
    """The names of all modules, and what the code does with names.

    trees: by module, its tree. bound: by module, the names that it binds, with their imports. kept: the names that
    programs outside the firmware use. changing: symbols that functions assign. builtins: by module, the names that it
    does not bind. shadowed: symbols that a function uses beside a local variable of that name. evaluated: those that
    the body of a class uses. passed: modules that are used as values. keywords: names of arguments in calls. strings:
    all strings. screens: symbols that strings name. named: modules that strings name.

    owners: by attribute, the classes that define it. bases: each class with one of its base classes. asked: attributes
    of objects. wild: attributes that code outside the class assigns. foreign: those of things outside the firmware.
    """

    def __init__(self, trees: Mapping[str, ast.Module], kept: Set[str]) -> None:
        self.trees = trees
        self.kept = kept
        self.builtins: dict[str, set[str]] = defaultdict(set)
        self.owners: dict[str, set[str]] = defaultdict(set)
        self.bases: list[tuple[str, str]] = []
        sets: list[set[str]] = [set() for _ in range(11)]
        self.changing, self.shadowed, self.evaluated, self.passed, self.keywords, self.strings = sets[:6]
        self.screens, self.named, self.asked, self.wild, self.foreign = sets[6:]
        self.bound = {module: _bound(tree.body) for module, tree in trees.items()}
        for module, tree in trees.items():
            for node in ast.walk(tree):
                if isinstance(node, ast.Global):
                    self.bound[module].update({name: {""} for name in node.names})
                    self.changing.update(f"{module}.{name}" for name in node.names)
                elif isinstance(node, ast.keyword) and node.arg:
                    self.keywords.add(node.arg)

    def reads_file(self, module: str) -> bool:
        """Whether a module reads __file__: it finds its data files beside it."""
        return any(isinstance(node, ast.Name) and node.id == "__file__" for node in ast.walk(self.trees[module]))

    def resolved(self) -> None:
        """Puts symbols into the trees. Raises ValueError for a name that no module has."""
        for module, tree in self.trees.items():
            _Resolver(self, module).visit(tree)

    def stays(self, symbol: str) -> bool:
        """Whether a symbol keeps its name: programs use it, or the code asks an object for it that may be its
        module."""
        module, _, name = symbol.rpartition(".")
        return name in self.kept or (module in self.passed and f".{name}" in self.asked)

    def of(self, module: str, name: str) -> str:
        """Returns the symbol of a name in a module: where it is defined, if the module imports it. Raises
        ValueError."""
        if name not in self.bound[module]:
            raise ValueError(f"{module} has no {name}")
        return self.meaning(name, self.bound[module][name]) or f"{module}.{name}"

    def meaning(self, name: str, imports: Set[str]) -> str:
        """Returns what imports bind to a name, or "" if something else binds it, too."""
        if len(imports) > 1 or "" in imports:
            return ""
        (full_name,) = imports
        package, _, last = full_name.rpartition(".")
        if full_name in self.trees:
            return full_name
        return self.of(package, last) if package in self.trees else f"{name}<{full_name}>"


class _Resolver(ast.NodeVisitor):
    def __init__(self, symbols: Symbols, module: str) -> None:
        self.symbols = symbols
        self.module = self.path = module  # path: of the present function or class
        self.top = {name: symbols.of(module, name) for name in symbols.bound[module]}
        self.scopes: list[tuple[dict[str, str], bool]] = [(self.top, False)]  # (names, of a class), from the outermost
        self.arguments = 0  # of the functions around
        self.owner = ""  # the present class

    def look_up(self, name: str) -> str:
        inner: list[dict[str, str]] = []
        for names, of_class in reversed(self.scopes):
            if name in names and (not inner or not of_class):
                symbol = names[name]
                if any(plain(symbol) in scope.values() for scope in inner):
                    self.symbols.shadowed.add(symbol)
                return symbol
            inner.append(names)
        self.symbols.builtins[self.module].add(name)
        return name

    def inside(self, nodes: Sequence[ast.AST], names: dict[str, str], of_class: bool = False) -> None:
        """Resolves the nodes of an inner scope."""
        self.scopes.append((names, of_class))
        for node in nodes:
            self.visit(node)
        self.scopes.pop()

    def function(self, node: ast.FunctionDef | ast.Lambda, body: Sequence[ast.AST]) -> None:
        """Resolves a function; Python evaluates its defaults outside of it."""
        of = node.args
        for default in (*of.defaults, *filter(None, of.kw_defaults)):
            self.visit(default)
        names = {name: self.symbols.meaning(name, imports) or name for name, imports in _bound(body).items()}
        names |= {name: self.top[name] for each in _nodes(body) if isinstance(each, ast.Global) for name in each.names}
        arguments = [each for each in ast.walk(of) if isinstance(each, ast.arg)]
        before = self.arguments
        for each in arguments:
            names[each.arg] = each.arg
            if each.arg not in self.symbols.keywords | self.symbols.kept and each.arg != "self":
                names[each.arg] = f"_{self.arguments}"
                self.arguments += 1
        for each in arguments:
            each.arg = names[each.arg]
        self.inside(body, names)
        self.arguments = before

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            self.visit(decorator)
        before, self.path = self.path, f"{self.path}.{node.name}"
        node.full_name = self.path  # type: ignore[attr-defined]
        node.name = self.look_up(node.name)
        self.function(node, node.body)
        self.path = before

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.function(node, [node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before = self.path, self.owner
        self.path = self.owner = node.full_name = f"{self.path}.{node.name}"  # type: ignore[attr-defined]
        for base in node.bases:
            self.visit(base)
            symbol = base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""
            self.symbols.bases.append((self.owner, symbol))
        node.name = self.look_up(node.name)
        names = {name: _attribute(name) for name in _bound(node.body)}
        for name in names.values():
            self.symbols.owners[name].add(self.owner)
        self.inside(node.body, names, of_class=True)
        self.path, self.owner = before

    def _comprehension(self, node: Comprehension) -> None:
        """Resolves the first iterable in the outer scope, where Python evaluates it."""
        first = node.generators[0]
        self.visit(first.iter)
        iterable, first.iter = first.iter, ast.Constant(None)
        targets = [generator.target for generator in node.generators]
        self.inside(list(ast.iter_child_nodes(node)), {name: name for name in _bound(targets)})
        first.iter = iterable

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_Name(self, node: ast.Name) -> None:
        node.id = self.look_up(node.id)
        if node.id in self.symbols.trees:
            self.symbols.passed.add(node.id)
        if self.scopes[-1][1] and isinstance(node.ctx, ast.Load):
            self.symbols.evaluated.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        of = self.look_up(node.value.id) if isinstance(node.value, ast.Name) else ""
        if isinstance(node.value, ast.Name) and of in self.symbols.trees:
            node.value.id, node.attr = of, self.symbols.of(of, node.attr)
            if any(plain(node.attr) in names.values() for names, _ in self.scopes[1:]):
                self.symbols.shadowed.add(node.attr)  # if the module joins this one, a name alone is left of it
            return
        self.visit(node.value)
        # Only the modules of HAL use objects of MicroPython's module `machine`.
        if "<" in of or (of != "self" and self.module.startswith(HAL)):
            self.symbols.foreign.add(node.attr)
        node.attr = _attribute(node.attr)
        self.symbols.asked.add(node.attr)
        if not isinstance(node.ctx, ast.Load):
            if of != "self":
                self.symbols.wild.add(node.attr)
            elif self.owner:
                self.symbols.owners[node.attr].add(self.owner)

    def visit_Constant(self, node: ast.Constant) -> None:
        if not isinstance(node.value, str):
            return
        self.symbols.strings.add(node.value)
        place = f"{self.module}, line {node.lineno}"
        screen = _SCREEN.fullmatch(node.value)
        folder = f"{SCREENS}{screen[1]}" if screen else ""
        if screen and any(known.startswith(f"{folder}.") for known in self.symbols.trees):
            module, name = f"{folder}.{screen[2]}", screen[3]
            if name not in self.symbols.bound.get(module, ()):
                what = f"class or function {name}" if module in self.symbols.trees else f"module {screen[2]}"
                raise ValueError(f"{place}: {node.value!r} names no screen: {folder} has no {what}")
            self.symbols.screens.add(self.symbols.of(module, name))
            self.symbols.named.add(module)
            node.value = ScreenName(screen[1], module, name)  # type: ignore[assignment]
        elif node.value.startswith(f"{ROOT}.") and node.value[-1] != ".":
            if node.value not in self.symbols.trees:
                raise ValueError(f"{place}: there is no module {node.value}")
            self.symbols.named.add(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """Notes the fields of a namedtuple, also of one written as "name one, two"."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and plain(node.func.id) == "namedtuple":
            for each in node.args:
                if isinstance(each, ast.Constant):
                    self.symbols.strings.update(str(each.value).replace(",", " ").split())

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        node.names = [self.look_up(name) for name in node.names]

    visit_Nonlocal = visit_Global

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        node.name = node.name and self.look_up(node.name)
        self.generic_visit(node)

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            if alias.name in self.symbols.trees:
                raise ValueError(f"{self.module}, line {node.lineno}: import {alias.name} with `from ... import`")
            alias.asname = self.look_up(alias.asname or alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        """Puts symbols into an import. One from the firmware itself names no module."""
        ours = False
        for alias in node.names:
            known, full_name = alias.asname or alias.name, f"{node.module}.{alias.name}"
            alias.asname = self.look_up(known)
            symbol = self.symbols.meaning(known, {full_name})
            if "<" not in symbol:
                alias.name, ours = symbol, True
                if symbol in self.symbols.trees and alias.asname != symbol:
                    self.symbols.passed.add(symbol)
        if ours:
            node.module = None


def _attribute(name: str) -> str:
    return name if name.startswith("__") else f".{name}"
