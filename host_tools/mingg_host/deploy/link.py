"""Joins modules that a board always loads together into one module, a unit. contents.UNITS lists them.

Every compiled file repeats the names that it uses, and every import costs a module, a dictionary and a search on the
flash. Units avoid both, and the sources stay small modules. A unit has the name of its main module: the one that needs
the others, its members. In a unit, imports from members disappear, `layout.fit` becomes `fit`, and a name that two
members use gets the name of its module as a suffix. Other modules import from the unit.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from mingg_host.deploy import screen_names
from mingg_host.deploy.screen_names import ScreenName
from mingg_host.deploy.shared import Compiled

Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_SCOPES = ast.FunctionDef | ast.ClassDef | ast.Lambda | Comprehension


class Alias(NamedTuple):
    """A name that stands for a joined module. member: that module; name: the new name."""

    member: str
    name: str


# What a name means in a scope: its new name, a joined module, or None for a local variable.
Meaning = str | Alias | None


def joined(
    sources: Mapping[str, str],
    units: Mapping[str, Sequence[str]],
    programs: Set[str] = frozenset(),
    mentioned: Set[str] = frozenset(),
) -> dict[str, str]:
    """Returns the sources, by module (mingg.ui.app), with each unit as one module.

    units: by main module, its members. programs: the modules that programs outside the firmware import by their own
    names. A member among them stays as a file that re-exports its names from the unit. mentioned: all names that these
    programs use; only those are re-exported.
    Returns the sources unchanged if one has a syntax error, which the compiler reports later. Raises ValueError if the
    modules cannot be joined.
    """
    trees: dict[str, ast.Module] = {}
    for module, text in sources.items():
        with suppress(SyntaxError):
            trees[module] = Compiled().visit(ast.parse(text))
    if len(trees) < len(sources):
        return dict(sources)
    unit_of = {member: unit for unit, members in units.items() for member in (unit, *members)}
    unknown = unit_of.keys() - trees.keys()
    if unknown:
        raise ValueError(f"contents.UNITS names {min(unknown)}, which does not exist")
    if len(unit_of) < sum(1 + len(members) for members in units.values()):
        raise ValueError("contents.UNITS puts a module into two units")
    order = _order(trees, unit_of)
    linker = _Linker(trees, unit_of)
    for unit in units:
        linker.choose_names([unit, *(module for module in order if unit_of.get(module) == unit and module != unit)])
    result: dict[str, str] = {}
    bodies: dict[str, list[ast.stmt]] = {unit: [] for unit in units}
    imports: dict[str, set[str]] = {unit: set() for unit in units}
    for module in order:
        body = _Renamer(linker, module).visit(trees[module]).body
        if module not in unit_of:
            result[module] = _text(body)
            continue
        unit = unit_of[module]
        bodies[unit] += _without_repeated(body, imports[unit])
        wanted = [(name, linker.new_name(module, name)) for name in sorted(mentioned & linker.offered(module))]
        if module == unit:
            bodies[unit] += [ast.parse(f"{name} = {new}").body[0] for name, new in wanted if name != new]
        elif module in programs:
            names = ", ".join(name if name == new else f"{new} as {name}" for name, new in wanted)
            result[module] = f"from {unit} import {names}\n" if names else f"import {unit}\n"
    result |= {unit: _text(body) for unit, body in bodies.items()}
    return {module: screen_names.moved(text, linker.screen) for module, text in result.items()}


def members(sources: Mapping[str, str], units: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Returns the modules of each unit, the main module included, in the order in which joined() joins them.

    Raises SyntaxError and ValueError.
    """
    trees = {module: Compiled().visit(ast.parse(text)) for module, text in sources.items()}
    unit_of = {member: unit for unit, parts in units.items() for member in (unit, *parts)}
    ordered: dict[str, list[str]] = {unit: [] for unit in units}
    for module in _order(trees, unit_of):
        if module in unit_of:
            ordered[unit_of[module]].append(module)
    return ordered


def _text(body: list[ast.stmt]) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, []))) + "\n"


def _order(trees: Mapping[str, ast.Module], unit_of: Mapping[str, str]) -> list[str]:
    """Returns all modules, each after those that it imports when it is loaded.

    Raises ValueError for a cycle, also of units: a module that a unit imports, imports a module of that unit.
    """
    needs = {module: sorted({*imported_modules(tree.body, trees)} - {module}) for module, tree in trees.items()}
    of_units: dict[str, set[str]] = {}  # as needs, with each unit as one module
    for module, imported in needs.items():
        unit = unit_of.get(module, module)
        of_units.setdefault(unit, set()).update({unit_of.get(name, name) for name in imported} - {unit})
    try:
        TopologicalSorter(of_units).prepare()
        return list(TopologicalSorter(needs).static_order())
    except CycleError as error:
        raise ValueError("these modules import each other: " + ", ".join(error.args[1])) from None


def imported_modules(body: Iterable[ast.stmt], modules: Mapping[str, object]) -> Iterator[str]:
    """Yields those of `modules` that statements import outside of functions."""
    for node in _nodes(body):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full_name = f"{node.module}.{alias.name}"
                if full_name in modules or node.module in modules:
                    yield full_name if full_name in modules else node.module


def _nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yields the nodes of a scope, without those of inner scopes."""
    for node in body:
        yield node
        if not isinstance(node, _SCOPES):
            yield from _nodes(ast.iter_child_nodes(node))


def _bound(body: Iterable[ast.AST]) -> dict[str, str]:
    """Returns the names that a scope binds: by name, the import that binds it, or "" for anything else."""
    bound: dict[str, str] = {}
    outer: set[str] = set()
    for node in _nodes(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound[node.id] = ""
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler) and node.name:
            bound[node.name] = ""
        elif isinstance(node, ast.Import | ast.ImportFrom):
            package = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            bound.update({alias.asname or alias.name: package + alias.name for alias in node.names})
        elif isinstance(node, ast.Global | ast.Nonlocal):
            outer.update(node.names)
    return {name: imported for name, imported in bound.items() if name not in outer}


def _inner(tree: ast.Module) -> set[str]:
    """Returns all names that functions and classes of a module bind or use as keyword arguments."""
    inner: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            inner.update(_bound(node.body))
        elif isinstance(node, ast.arg | ast.keyword):
            inner.add(node.arg or "")
        elif isinstance(node, ast.comprehension):
            inner.update(_bound([node.target]))
    return inner


class _Linker:
    """The names of all modules.

    bound: by module, the names that it binds, as in _bound(). names: by (member, name), the name in the unit.
    changing: by module, the names that its functions assign with `global`.
    """

    def __init__(self, trees: Mapping[str, ast.Module], unit_of: Mapping[str, str]) -> None:
        self.trees = trees
        self.unit_of = unit_of
        self.bound = {module: _bound(tree.body) for module, tree in trees.items()}
        self.names: dict[tuple[str, str], str] = {}
        self.changing = {
            module: {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
            for module, tree in trees.items()
        }

    def choose_names(self, members: Sequence[str]) -> None:
        """Chooses the names in a unit. members: its main module, which keeps its names if possible, then the others."""
        for member in members:
            if any(isinstance(node, ast.Name) and node.id == "__file__" for node in ast.walk(self.trees[member])):
                raise ValueError(f"{member} reads __file__, which is another file in a unit: do not join it")
        # A new name at the top of the unit must not be a local name in any member, which would hide it there.
        inner = {member: _inner(self.trees[member]) for member in members}
        times = Counter(name for names in inner.values() for name in names)
        # By name in the unit, what it stands for: None (a builtin), an import from outside, or (member, name).
        taken: dict[str, object] = dict.fromkeys(dir(builtins))
        imports = {imported: None for member in members for imported in self.bound[member].values() if imported}
        outside = [imported for imported in imports if self.source(imported) not in members]
        taken.update({imported.rpartition(".")[2]: imported for imported in outside})
        for member in members:
            for name, imported in self.bound[member].items():
                if self.source(imported) in members:
                    continue
                used_elsewhere = times[name] > (name in inner[member])
                target = imported or (member, name)
                new = name
                while used_elsewhere or taken.get(new, target) != target:
                    new = f"{new}_{member.rpartition('.')[2]}"
                    used_elsewhere = new in times
                taken[new] = target
                self.names[member, name] = new

    def source(self, imported: str) -> str:
        """The module of an imported name: mingg.lang for mingg.lang.say and for mingg.lang."""
        return imported if imported in self.trees else imported.rpartition(".")[0]

    def meaning(self, module: str, name: str, imported: str, at_top: bool = False) -> Meaning:
        """What a name means where a module binds it. imported: what it imports, or ''. at_top: outside of functions."""
        unit = self.unit_of.get(module)
        own = self.names.get((module, name)) if at_top and unit else None
        if imported in self.unit_of:
            return Alias(imported, own or name)
        source = self.source(imported)
        if unit and self.unit_of.get(source) == unit:
            return self.new_name(source, imported.rpartition(".")[2])
        return own

    def offered(self, member: str) -> set[str]:
        """The names that other modules can import from a member. Names of modules are not among them."""
        return {
            name
            for name, imported in self.bound[member].items()
            if not imported or (imported not in self.trees and self.source(imported) in self.trees)
        }

    def new_name(self, member: str, name: str) -> str:
        """The name that `name` of a member has in the unit. Raises ValueError if the member has no such name."""
        if name not in self.bound[member]:
            raise ValueError(f"{member} has no {name}")
        meaning = self.meaning(member, name, self.bound[member][name], at_top=True)
        if not isinstance(meaning, str):
            raise ValueError(f"{member} re-exports the module {name}: import that module itself")
        return meaning

    def screen(self, screen: ScreenName) -> ScreenName:
        """The new name of a screen."""
        if screen.module not in self.unit_of:
            return screen
        name = self.new_name(screen.module, screen.name)
        return screen._replace(module=self.unit_of[screen.module], name=name)


class _Renamer(ast.NodeTransformer):
    """Rewrites a module as a part of its unit, or as a module that imports from units. Raises ValueError."""

    def __init__(self, linker: _Linker, module: str) -> None:
        self.linker = linker
        self.module = module
        self.unit = linker.unit_of.get(module)
        top = {
            name: linker.meaning(module, name, imported, at_top=True) for name, imported in linker.bound[module].items()
        }
        self.scopes: list[tuple[dict[str, Meaning], bool]] = [(top, False)]  # (names, of a class), from the outermost

    def look_up(self, name: str) -> Meaning:
        for depth, (names, of_class) in enumerate(reversed(self.scopes)):
            if name in names and (depth == 0 or not of_class):
                return names[name]
        return None

    def renamed(self, name: str) -> str:
        meaning = self.look_up(name)
        if isinstance(meaning, Alias):
            raise ValueError(f"{self.module} passes the module {name} as a value, or binds that name again")
        return meaning or name

    def inside(self, nodes: Sequence[ast.AST], bound: Mapping[str, str], of_class: bool = False) -> list[ast.stmt]:
        """Visits the nodes of an inner scope. bound: its names, as in _bound()."""
        meanings = {name: self.linker.meaning(self.module, name, imported) for name, imported in bound.items()}
        self.scopes.append((meanings, of_class))
        holder = ast.Module(list(nodes), [])  # type: ignore[arg-type]
        self.generic_visit(holder)
        self.scopes.pop()
        return holder.body

    # ---- scopes ----

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name = self.renamed(node.name)
        node.decorator_list = [self.visit(decorator) for decorator in node.decorator_list]
        node.body = self.inside(node.body, {**self.arguments(node.args), **_bound(node.body)})
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        (node.body,) = self.inside([node.body], self.arguments(node.args))  # type: ignore[assignment]
        return node

    def arguments(self, arguments: ast.arguments) -> dict[str, str]:
        """Returns the names of arguments. Visits their defaults, which Python evaluates in the outer scope."""
        arguments.defaults = [self.visit(default) for default in arguments.defaults]
        arguments.kw_defaults = [default and self.visit(default) for default in arguments.kw_defaults]
        return {node.arg: "" for node in ast.walk(arguments) if isinstance(node, ast.arg)}

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        node.name = self.renamed(node.name)
        node.bases = [self.visit(base) for base in node.bases]
        node.body = self.inside(node.body, _bound(node.body), of_class=True)
        return node

    def _comprehension(self, node: Comprehension) -> Comprehension:
        """Visits the first iterable in the outer scope, where Python evaluates it."""
        first = node.generators[0]
        iterable, first.iter = self.visit(first.iter), ast.Constant(None)
        names = _bound(generator.target for generator in node.generators)
        self.scopes.append((dict.fromkeys(names), False))
        self.generic_visit(node)
        self.scopes.pop()
        first.iter = iterable
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    # ---- names ----

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.renamed(node.id)
        return node

    def visit_Global(self, node: ast.Global) -> ast.Global:
        node.names = [self.renamed(name) for name in node.names]
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        node.name = node.name and self.renamed(node.name)
        self.generic_visit(node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        return ast.Assign([node.target], node.value, lineno=0) if node.value else ast.Pass()

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        alias = self.look_up(node.value.id) if isinstance(node.value, ast.Name) else None
        if not isinstance(alias, Alias):
            self.generic_visit(node)
            return node
        new = self.linker.new_name(alias.member, node.attr)
        if self.linker.unit_of[alias.member] != self.unit:
            return ast.Attribute(ast.Name(alias.name, ast.Load()), new, node.ctx)
        if not isinstance(node.ctx, ast.Load):
            raise ValueError(
                f"{self.module} assigns {node.attr} of {alias.member}: give {alias.member} a function for it"
            )
        return ast.Name(new, node.ctx)

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if isinstance(node.value, str):
            node.value = self.linker.unit_of.get(node.value, node.value)
        return node

    # ---- imports ----

    def visit_Import(self, node: ast.Import) -> ast.Import:
        for alias in node.names:
            known = self.renamed(alias.asname or alias.name)
            alias.asname = known if known != alias.name else None
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.ImportFrom] | ast.Pass:
        """Removes imports from the unit itself, and imports from units what other units contain."""
        groups: dict[str, list[ast.alias]] = {}
        for alias in node.names:
            known = alias.asname or alias.name
            meaning = self.look_up(known)
            imported = f"{node.module}.{alias.name}"  # a module, or a name in the module `source`
            source = self.linker.source(imported)
            unit = self.linker.unit_of.get(source)
            new = alias.name if unit is None or source == imported else self.linker.new_name(source, alias.name)
            if unit and source != imported and alias.name in self.linker.changing[source]:
                raise ValueError(
                    f"{self.module} imports {alias.name}, which changes: import {source} and use its attribute"
                )
            if unit and unit == self.unit:
                if meaning not in (new, Alias(imported, known)):
                    raise ValueError(f"{self.module} binds {known} in several ways")
                continue
            if isinstance(meaning, Alias):
                if meaning.member != imported:
                    raise ValueError(f"{self.module} binds {known} in several ways")
                known = meaning.name
                module, _, new = (unit or "").rpartition(".")
            else:
                known = meaning or known
                module = unit or node.module or ""
            groups.setdefault(module, []).append(ast.alias(new, known if known != new else None))
        return [ast.ImportFrom(module, names, 0) for module, names in groups.items()] or ast.Pass()


def _without_repeated(body: Iterable[ast.stmt], imports: set[str]) -> Iterator[ast.stmt]:
    """Yields a member's statements without docstrings, and without imports in `imports`. Adds its imports there."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            source = f"{node.module} " if isinstance(node, ast.ImportFrom) else ""
            node.names = [alias for alias in node.names if source + ast.unparse(alias) not in imports]
            imports.update(source + ast.unparse(alias) for alias in node.names)
            if node.names:
                yield node
        elif not isinstance(node, ast.Pass) and not (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        ):
            yield node
