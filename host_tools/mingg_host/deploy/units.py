"""Joins modules that a board always loads together into one file, a unit, and puts constants where they are used.

Every compiled file repeats the names that it uses, and every import costs a module, a dictionary and a search on the
flash. Units avoid both, and the sources stay small modules; contents.UNITS lists them. A unit has the name of its main
module: the one that needs the others, its members. A named number or short string costs a name in its module, a search
for it at each use and perhaps an import. Longer strings stay: each file would repeat them.

All files are in one folder: a board never forgets the name and the path of a module that it has loaded, and it opens
each folder above a file.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter

from mingg_host.deploy.contents import ALL, HAL, ROOT
from mingg_host.deploy.symbols import Symbols, imported, plain

Value = int | str
_LONGEST = 10  # letters: MicroPython's compiler stores a string of this length as a name


class Units:
    """order: all modules, each after those that it needs. files: by module, the main module of its unit, or itself.
    on_board: by file, its name on the board. constants: by symbol, its value."""

    def __init__(
        self,
        symbols: Symbols,
        units: Mapping[str, Sequence[str]],
        programs: Set[str] = frozenset(),
    ) -> None:
        """symbols: not yet resolved. programs: the modules that programs outside the firmware import: they stay where
        they are, and so does a module that finds its data files beside it.

        Raises ValueError for modules that cannot be joined.
        """
        self.symbols, self.programs = symbols, programs
        self.files = {module: module for module in symbols.trees}
        for unit, members in units.items():
            for module in (unit, *(self._loaded(unit) if ALL in members else members)):
                if module not in self.files:
                    raise ValueError(f"contents.UNITS names {module}, which does not exist")
                if self.files[module] != module:
                    raise ValueError("contents.UNITS puts a module into two units")
                if symbols.reads_file(module):
                    raise ValueError(f"{module} reads __file__, which is another file in a unit: do not join it")
                self.files[module] = unit
        self.order = self._ordered()
        self.constants = dict[str, Value]()
        self.on_board = {file: file for file in self.order if self.files[file] == file}
        self.on_board.update(self._short({file for file in self.on_board if not self._stays(file)}))

    def _stays(self, file: str) -> bool:
        return file in {ROOT, *self.programs} or self.symbols.reads_file(file)

    def _short(self, files: Set[str]) -> dict[str, str]:
        """Returns names in the one folder: the last parts of each name, as few as no other name ends with."""
        endings = Counter("_".join(file.split(".")[i:]) for file in files for i in range(1, file.count(".") + 1))
        endings.update(file.split(".")[1] for file in self.on_board.keys() - files - {ROOT})  # packages are there, too
        names = {}
        for file in files:
            parts = file.split(".")[1:]
            whole = "_".join(parts)
            alone = (text for i in reversed(range(len(parts))) if endings[text := "_".join(parts[i:])] == 1)
            names[file] = f"{ROOT}.{next(alone, whole)}"
        return names

    def _loaded(self, unit: str) -> list[str]:
        """Returns all that a module loads and that can join it."""
        loaded = [unit]
        for module in loaded:
            more = imported(self.symbols.trees[module].body, self.files)
            loaded += [name for name in more if name not in loaded]
        return [name for name in loaded[1:] if not name.startswith(HAL) and not self.symbols.reads_file(name)]

    def _ordered(self) -> list[str]:
        """Returns all modules, each after those that it imports when it is loaded.

        Raises ValueError for a cycle, also of units: a module that a unit imports, imports a module of that unit.
        """
        needs = {module: imported(tree.body, self.files) for module, tree in self.symbols.trees.items()}
        of_files: dict[str, set[str]] = defaultdict(set)
        for module, modules in needs.items():
            of_files[self.files[module]].update({self.files[name] for name in modules} - {self.files[module]})
        try:
            TopologicalSorter(of_files).prepare()
            return list(TopologicalSorter({name: sorted({*of} - {name}) for name, of in needs.items()}).static_order())
        except CycleError as error:
            raise ValueError("these modules import each other: " + ", ".join(error.args[1])) from None

    def joined(self) -> dict[str, ast.Module]:
        """Returns the trees of the files, from resolved symbols. A module of a unit that a program imports is a file of
        its own, too. Raises ValueError for modules that cannot be joined."""
        self.constants.update(self._constants())
        bodies: dict[str, list[ast.stmt]] = {file: [] for file in self.on_board}
        for module in self.order:
            bodies[self.files[module]] += _Joined(self, module).visit(self.symbols.trees[module]).body
        for module, file in self.files.items():
            if module == file:
                bodies[file] += [_assigned(name, self.value(symbol)) for name, symbol in self._offered(module)]
            elif module in self.programs:
                self.on_board[module] = module
                names = [ast.alias(symbol, name) for name, symbol in self._offered(module)]
                bodies[module] = [ast.ImportFrom(self.on_board[file], names, 0, lineno=0)] if names else []
        return {file: ast.Module(_once(body), []) for file, body in bodies.items()}

    def _offered(self, module: str) -> list[tuple[str, str]]:
        """Returns the names that programs find in a module, with their symbols."""
        names = sorted(self.symbols.kept & self.symbols.bound[module].keys())
        symbols = [(name, self.symbols.of(module, name)) for name in names]
        return [(name, symbol) for name, symbol in symbols if "<" not in symbol and symbol not in self.files]

    def value(self, symbol: str) -> ast.expr:
        """Returns what stands where a symbol is used."""
        if symbol not in self.constants:
            return ast.Name(symbol, ast.Load())
        value = self.constants[symbol]
        if isinstance(value, int) and value < 0:
            return ast.UnaryOp(ast.USub(), ast.Constant(-value))
        return ast.Constant(value)

    def _constants(self) -> Iterator[tuple[str, Value]]:
        """Yields the numbers and short strings that modules define and never change."""
        for tree in self.symbols.trees.values():
            stored = Counter(
                node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            )
            for node in tree.body:
                if isinstance(node, ast.Assign) and len(node.targets) == 1:
                    for name, value in _named(node.targets[0], node.value):
                        if stored[name] == 1 and plain(name).isupper():
                            yield name, value


def _named(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, Value]]:
    """Yields the names and values of an assignment: A = 1, or A, B = 1, 2, or A, B = range(2)."""
    with suppress(ValueError):
        if isinstance(target, ast.Name):
            constant = ast.literal_eval(value)
            if type(constant) is int or (type(constant) is str and len(constant) <= _LONGEST):
                yield target.id, constant
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for inner_target, inner_value in zip(target.elts, value.elts, strict=True):
                yield from _named(inner_target, inner_value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Call) and ast.unparse(value.func) == "range":
            for inner_target, number in zip(target.elts, range(*map(ast.literal_eval, value.args)), strict=True):
                yield from _named(inner_target, ast.Constant(number))


def _once(body: list[ast.stmt]) -> list[ast.stmt]:
    """Returns the statements of a file without imports that are there already."""
    known: set[str] = set()
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [alias for alias in node.names if alias.asname not in known]
            known.update(str(alias.asname) for alias in node.names)
    return [node for node in body if not isinstance(node, ast.Pass) and getattr(node, "names", True)]


class _Joined(ast.NodeTransformer):
    """Rewrites a module as a part of its file. Raises ValueError."""

    def __init__(self, units: Units, module: str) -> None:
        self.units, self.symbols, self.module = units, units.symbols, module
        self.file = units.files[module]

    def file_of(self, symbol: str) -> str:
        files = self.units.files
        return files[symbol if symbol in files else symbol.rpartition(".")[0]]

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.units.files and self.file_of(node.id) == self.file:
            raise ValueError(f"{self.module} passes the module {plain(node.id)} as a value, or binds that name again")
        return self.units.value(node.id) if isinstance(node.ctx, ast.Load) else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        of = node.value.id if isinstance(node.value, ast.Name) else ""
        if of not in self.units.files:
            self.generic_visit(node)
        elif isinstance(node.ctx, ast.Load) and (node.attr in self.units.constants or self.file_of(of) == self.file):
            return self.units.value(node.attr)
        elif self.file_of(of) == self.file:
            raise ValueError(f"{self.module} assigns {plain(node.attr)} of {of}: give {of} a function for it")
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Leaves out the definitions of constants that nothing needs any more."""
        names = {name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)}
        if names and names <= self.units.constants.keys() and not any(map(self.symbols.stays, names)):
            return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.Constant:
        if isinstance(node.value, str) and node.value in self.units.files:
            node.value = self.units.on_board[self.units.files[node.value]]
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        if node.module is not None:
            return [node]
        results: list[ast.stmt] = []
        imports: dict[str, list[ast.alias]] = {}
        for alias in node.names:
            symbol, name = alias.name, str(alias.asname)
            is_module, file = symbol in self.units.files, self.file_of(symbol)
            if symbol in self.units.constants and name == symbol and not self.symbols.stays(symbol):
                continue
            module = self.units.on_board[file]
            if file != self.file and is_module:
                module, _, leaf = module.rpartition(".")
                imports.setdefault(module, []).append(ast.alias(leaf, name))
            elif file != self.file:
                imports.setdefault(module, []).append(alias)
            elif symbol in self.symbols.changing:
                raise ValueError(
                    f"{self.module} imports {plain(symbol)}, which changes: import its module and use its attribute"
                )
            elif name != symbol and is_module:
                raise ValueError(f"{self.module} binds {plain(symbol)} in several ways")
            elif name != symbol:
                results.append(_assigned(name, self.units.value(symbol)))
        results += [ast.ImportFrom(module, names, 0) for module, names in imports.items()]
        return [ast.copy_location(each, node) for each in results or [ast.Pass()]]


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)
