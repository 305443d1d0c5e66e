"""Mutation testing of the parts of Mingg in PARTS: `python tests/prove/mutants.py [MODULE ...] [--sample N]`.

MODULE: a module as `records/parse`, or a folder: `records`, `core/score`. Each mutant is one small change of a module:
a comparison, a sign, a number, an `and`, a return, a call or a `yield` that is left out. The tests of its part that run
its line are run against it; a mutant that none of them notices survives, and is printed. Those that are known to change
nothing are in survivors.txt, each with the reason.

mutmut and cosmic-ray start pytest for each mutant, which takes seconds. Here pytest collects the tests once, and a
forked process runs only those that reach the line, in milliseconds.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import dis
import functools
import gc
import importlib
import importlib.util
import io
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import time
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings
from mingg_host.common.untyped import untyped

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


class Part(NamedTuple):
    """A part of Mingg.

    modules: their folder; tests: folders and files of those that notice its mutants; most: of how many mutants in a
    hundred nobody needs to say why they survive, since other tests notice some
    """

    modules: str
    tests: tuple[str, ...]
    most: int


def _tests(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names)


_DEALS = (
    "tests/rules",
    "tests/oracles",
    "tests/evening",
    *_tests("screens", "bank"),
    *_tests("commands", "replay_command"),
)
_PANEL = _tests("screens", "boxes", "canvas", "fonts", "keymap", "kit", "qr", "rest", "screens")
_CLUB = (*_tests("club", "mqtt", "link_records", "club_device", "joining", "radio"), *_tests("screens", "club"))
_COMMANDS = _tests("commands", "score_command", "typed_score", "replay_command", "rules_command")
PARTS = (
    Part("firmware/mingg/core", _DEALS, 0),
    Part("firmware/mingg/records", _DEALS, 5),
    Part("firmware/mingg/evening", _DEALS, 15),
    Part("firmware/mingg/ui/kit", _PANEL, 25),
    Part("firmware/mingg/link", _CLUB, 25),
    Part("host_tools/mingg_scoring", ("tests/rules", *_tests("evening", "exchange"), *_COMMANDS), 25),
)
# These take half of the time of all, and hardly notice a mutant alone: they are about files, commands and costs.
LEFT_ASIDE = (
    *("rules/test_fuzz", "rules/test_json_schema", "evening/test_archive", "evening/test_backup"),
    *("evening/test_characters", "evening/test_costs", "evening/test_flash_folder"),
)
SURVIVORS = HERE / "survivors.txt"


def _modules() -> Iterator[tuple[str, tuple[Path, Part]]]:
    for part in PARTS:
        folder = ROOT / part.modules
        for path in sorted(folder.rglob("*.py")):
            if path.stem != "__init__":
                yield path.relative_to(folder.parent).with_suffix("").as_posix(), (path, part)


MODULES = dict(_modules())
# These modules cache results, so each of their mutants needs a new import.
REMEMBERS = ("core/hand/arrange", "mingg_scoring/forms")
LEFT_OUT = "()"  # marks a default argument: Python computes it when the module loads, not when the function runs
TRACED = 2000  # calls of a function in a test: they tell which of its lines the test runs
LIMIT_S = (
    10  # of the processor, for one test: a mutant that takes longer is in an endless loop, which a user would notice
)

KILLED, SURVIVED = "killed", "survived"
UNLOADED = "it cannot be loaded"


def modules_of(names: Iterable[str]) -> list[str]:
    """Returns the modules with these names and in these folders; without names all."""
    parts = tuple(f"{name.rstrip('/')}/" for name in names)
    return [module for module in MODULES if not parts or f"{module}/".startswith(parts)]


def file_of(module: str) -> Path:
    """Returns the file of a module."""
    return MODULES[module][0]


def module_name(module: str) -> str:
    """Returns the name with which an import loads a module."""
    return ".".join(file_of(module).relative_to(ROOT).with_suffix("").parts[1:])


class Mutant(NamedTuple):
    """A mutant.

    module: as in MODULES; line, last: the first and the last line of the change; description: of the change;
    node, change: the index of the node in the module, and of its change; functions: those around it, outermost first;
    empty for a figure of the module itself.
    """

    module: str
    line: int
    last: int
    description: str
    node: int
    change: int
    functions: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line}: {self.description}"

    def tree(self) -> ast.Module:
        """Returns the source of the whole module with the change."""
        module = _parsed(self.module)
        node = list(_nodes(module))[self.node]
        new, _ = list(_changed(node))[self.change]
        tree: ast.Module = ast.fix_missing_locations(_Swap(node, new).visit(module))
        return tree


# ---- the mutants ----

_COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


def _changed(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yields the replacements of a node, each with a description: none if it is of no kind that changes."""
    if isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            for other in _COMPARED.get(type(op), ()):
                new = copy.deepcopy(node)
                new.ops[index] = other()
                yield new, ast.unparse(new)
    elif isinstance(node, ast.BinOp) and type(node.op) in _COUNTED:
        if isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            return  # this % fills in a text
        new = copy.deepcopy(node)
        new.op = _COUNTED[type(node.op)]()
        yield new, ast.unparse(new)
    elif isinstance(node, ast.BoolOp):
        new = copy.deepcopy(node)
        new.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield new, ast.unparse(new)
        for index in range(len(node.values)):
            remaining = node.values[:index] + node.values[index + 1 :]
            less = copy.deepcopy(remaining[0] if len(remaining) == 1 else ast.BoolOp(node.op, remaining))
            yield less, ast.unparse(less)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
        yield copy.deepcopy(node.operand), ast.unparse(node.operand)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield ast.Constant(node.value + 1), f"{node.value + 1} for {node.value}"
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value), f"{not node.value} for {node.value}"
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield ast.Return(ast.Constant(None)), f"return None for {ast.unparse(node.value)}"
    elif isinstance(node, ast.AugAssign) and type(node.op) in _COUNTED:
        new = copy.deepcopy(node)
        new.op = _COUNTED[type(node.op)]()
        yield new, ast.unparse(new)
    elif isinstance(node, (ast.If, ast.IfExp)):
        new = copy.deepcopy(node)
        new.test = ast.UnaryOp(ast.Not(), node.test)
        yield new, f"if not ({ast.unparse(node.test)})"
    elif isinstance(node, ast.Expr) and isinstance(node.value, (ast.Yield, ast.Call)):
        yield ast.Pass(), f"pass for {ast.unparse(node)}"
    elif isinstance(node, (ast.Break, ast.Continue)):
        yield ast.Pass(), f"pass for {type(node).__name__.lower()}"


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def mutants(module: str) -> Iterator[Mutant]:
    """Yields all mutants of a module."""
    for index, (node, functions) in enumerate(_walk(_parsed(module), ())):
        for change, (_, description) in enumerate(_changed(node)):
            ends = node.test if isinstance(node, ast.If) else node
            yield Mutant(
                module,
                getattr(node, "lineno", 0),
                getattr(ends, "end_lineno", 0),
                description,
                index,
                change,
                functions,
            )


def _parsed(module: str) -> ast.Module:
    return ast.parse(file_of(module).read_text(encoding="utf-8"))


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    for node, _ in _walk(tree, ()):
        yield node


def _is_of_a_pc(body: list[ast.stmt]) -> bool:
    """Whether the types of a module are not in quotes."""
    return any(isinstance(line, ast.ImportFrom) and line.module == "__future__" for line in body)


def _walk(node: ast.AST, functions: tuple[str, ...]) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    """Yields all nodes that run: no annotations, no imports for the type checker, no texts of errors."""
    for name, value in ast.iter_fields(node):
        if isinstance(node, ast.Module) and name == "body" and not _is_of_a_pc(value):
            value = untyped(value)
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or name in ("annotation", "returns", "decorator_list"):
                continue
            if isinstance(child, (ast.Raise, ast.Import, ast.ImportFrom)):
                continue
            inside = (*functions, child.name) if isinstance(child, (ast.FunctionDef, ast.ClassDef)) else functions
            if isinstance(node, ast.arguments) and functions:
                inside = (*functions[:-1], functions[-1] + LEFT_OUT)
            yield child, inside
            yield from _walk(child, inside)


# ---- the tests ----


class Tests:
    """A plugin of pytest: it collects the tests as `make test` does, and then runs a function instead of them."""

    def __init__(self, then: Callable[[], None]) -> None:
        self.then = then

    def pytest_configure(self) -> None:
        known = settings.get_profile("mingg")
        settings.register_profile("mutants", known, database=None, phases=(Phase.explicit, Phase.generate))
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True  # a module of tests cannot be loaded
        ALL.clear()
        ALL.update({item.nodeid: item for item in session.items})
        self.then()
        return True


def collect(files: Iterable[str], then: Callable[[], None]) -> None:
    """Collects the tests of these files or folders into ALL, then calls a function."""
    options = ("-q", "-s", "-n0", "--english", "--no-header", "--no-summary", "-p", "no:cacheprovider")
    kept = (
        "-W",
        "ignore::pytest.PytestAssertRewriteWarning",
        "-m",
        "not vm and not lint",
        "-o",
        "tmp_path_retention_policy=failed",
        "--rootdir",
        str(ROOT),
    )
    aside = [f"--ignore={ROOT}/tests/{name}.py" for name in LEFT_ASIDE]
    pytest.main([*options, *kept, *aside, *(str(ROOT / file) for file in files)], plugins=[Tests(then)])


def passes(test: pytest.Item) -> bool:
    """Runs a test."""
    return not any(report.failed for report in runtestprotocol(test, log=False, nextitem=None))


def reach() -> None:
    """Finds out which tests run each line of these modules, and the time of each test: see REACHED, SECONDS."""
    files = {str(file_of(module)): module for module in MODULES}
    lines: dict[tuple[str, int], set[str]] = {}
    reached: set[tuple[str, int]] = set()
    calls: dict[types.CodeType, int] = {}

    def trace(frame: types.FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        module, number = files.get(code.co_filename), calls.get(code, 0)
        if module is None or number > TRACED:
            return None
        calls[code] = number + 1
        if number == TRACED:  # from here on it may run its other lines
            reached.update((module, line) for _, line in dis.findlinestarts(code) if line)
        return in_function

    def in_function(frame: types.FrameType, event: str, _: Any) -> Any:
        reached.add((files[frame.f_code.co_filename], frame.f_lineno))
        return in_function

    for name, test in ALL.items():
        reached.clear()
        calls.clear()
        began = time.perf_counter()
        sys.settrace(trace)
        try:
            if not passes(test):
                sys.exit(f"without a mutant this fails: {name}")
        finally:
            sys.settrace(None)
        if reached:
            SECONDS[name] = time.perf_counter() - began
        for line in reached:
            lines.setdefault(line, set()).add(name)
    REACHED.update({line: sorted(names, key=SECONDS.__getitem__) for line, names in lines.items()})


# ---- each mutant against the tests ----


def _functions(code: types.CodeType) -> Iterator[types.CodeType]:
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield const
            yield from _functions(const)


@functools.lru_cache
def _called_on_load(module: str) -> set[str]:
    """The functions that a module calls while it loads."""
    calls = [node for node, functions in _walk(_parsed(module), ()) if not functions and isinstance(node, ast.Call)]
    return {call.func.id for call in calls if isinstance(call.func, ast.Name)}


def _runs_on_load(mutant: Mutant) -> bool:
    """Whether Python runs the changed code when the module loads: any test may then notice it."""
    functions = mutant.functions
    if not functions or functions[-1].endswith(LEFT_OUT) or functions[0] in _called_on_load(mutant.module):
        return True
    return functions[-1].lstrip("_")[:1].isupper()  # the body of a class


def _put_in(mutant: Mutant) -> bool:
    """Turns the loaded module into the mutant. Returns False if all modules must be loaded again for that."""
    code = compile(mutant.tree(), str(file_of(mutant.module)), "exec")
    loaded = importlib.import_module(module_name(mutant.module))
    if mutant.module in REMEMBERS:
        return False
    new = {
        function.co_qualname if hasattr(function, "co_qualname") else function.co_name: function
        for function in _functions(code)
    }
    target: Any = loaded
    for name in mutant.functions:
        target = getattr(target, name, None)
    if not isinstance(target, types.FunctionType):
        return False
    result = new.get(".".join(mutant.functions)) or new.get(mutant.functions[-1])
    if result is None or result.co_freevars != target.__code__.co_freevars:
        return False
    inner = [*_functions(result), *_functions(target.__code__)]
    if any(not function.co_name.startswith("<") or function.co_name == "<lambda>" for function in inner):
        return False  # the module may have called it while it loaded, and kept the inner functions
    target.__code__ = result
    return True


def _load_anew(mutant: Mutant) -> None:
    """Lets the next import load Mingg and the tests again, with the mutant in place of its module."""
    ours = tuple(str(ROOT / folder) for folder in ("firmware", "host_tools", "tests"))
    for name, module in [*sys.modules.items()]:
        if (getattr(module, "__file__", None) or "").startswith(ours) and name not in ("__main__", __name__):
            del sys.modules[name]
    full = module_name(mutant.module)

    class Finder:
        @staticmethod
        def find_spec(name: str, path: Any = None, target: Any = None) -> Any:
            if name != full:
                return None
            return importlib.util.spec_from_loader(name, Finder, origin=str(file_of(mutant.module)))

        @staticmethod
        def create_module(spec: Any) -> None:
            return None

        @staticmethod
        def exec_module(module: Any) -> None:
            exec(compile(mutant.tree(), str(file_of(mutant.module)), "exec"), module.__dict__)

    sys.meta_path.insert(0, Finder)  # type: ignore[arg-type]


_killers: dict[str, list[str]] = {}  # of each module, the tests that noticed the last mutants: they come first


def fate(mutant: Mutant, reached: dict[tuple[str, int], list[str]], seconds: dict[str, float]) -> tuple[str, str]:
    """Returns the fate of the mutant, and the test that killed it."""
    # The first line of a condition over several lines may not run.
    lines = [reached.get((mutant.module, line), []) for line in range(mutant.line, mutant.last + 1)]
    on_load = _runs_on_load(mutant) or not any(lines)  # if no test reaches it, another module may call it as it loads
    if on_load:
        chosen = sorted(
            (name for name in seconds if name.startswith(MODULES[mutant.module][1].tests)), key=seconds.__getitem__
        )
    else:
        chosen = lines[0] or sorted({name for names in lines for name in names}, key=seconds.__getitem__)
    killers = _killers.setdefault(mutant.module, [])
    first = [name for name in killers if name in chosen]
    chosen = first + [name for name in chosen if name not in killers]
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        try:
            signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
            if not on_load and _put_in(mutant):
                killer = _killer(chosen)
            else:
                killer = _killer_anew(mutant, first) or _killer_anew(mutant, chosen)
        except BaseException:  # noqa: BLE001 - any error means that the mutant was noticed
            killer = UNLOADED
        os.write(write, killer.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        killer = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    if killer in chosen:
        killers[:] = [killer, *(name for name in killers[:9] if name != killer)]
    if os.WIFSIGNALED(status):
        return KILLED, "it did not end"
    return (KILLED, killer) if killer else (SURVIVED, "")


def _killer(chosen: list[str]) -> str:
    """Returns the first of these tests that fails; an empty string if all pass."""
    for name in chosen:
        signal.setitimer(signal.ITIMER_PROF, LIMIT_S)
        if not passes(ALL[name]):
            return name
    return ""


def _killer_anew(mutant: Mutant, chosen: list[str]) -> str:
    """As above, but loads all modules again, with the mutant."""
    killers = [UNLOADED] if chosen else [""]
    _load_anew(mutant)
    if chosen:
        collect(dict.fromkeys(name.partition("::")[0] for name in chosen), lambda: killers.insert(0, _killer(chosen)))
    return killers[0]


def explained_survivors() -> dict[str, str]:
    """Returns the explained survivors by their description, without the line number."""
    results = {}
    for line in SURVIVORS.read_text(encoding="utf-8").splitlines() if SURVIVORS.exists() else ():
        if line.strip() and not line.startswith("#"):
            mutant, _, reason = line.partition("  # ")
            results[mutant.strip()] = reason
    return results


def unnumbered(mutant: Mutant) -> str:
    return f"{mutant.module}.py {'.'.join(mutant.functions)}: {mutant.description}"


# What each process knows: the tests, those that run each line, and their times.
ALL: dict[str, pytest.Item] = {}
REACHED: dict[tuple[str, int], list[str]] = {}
SECONDS: dict[str, float] = {}


def _outcome(mutant: Mutant) -> str:
    return fate(mutant, REACHED, SECONDS)[0]


def _judged(matches: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Yields each mutant with its fate, from a process for each processor."""
    with multiprocessing.get_context("fork").Pool() as pool:
        yield from zip(matches, pool.imap(_outcome, matches, chunksize=8), strict=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--sample", type=int, help="so many of all mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=random.randrange(10_000), help="of the sample")
    parser.add_argument("--least", type=int, help="pass if so many per cent are noticed, or survive with a reason")
    parser.add_argument("--quiet", action="store_true", help="only the score and what survived unexplained")
    arguments = parser.parse_args()
    chosen = modules_of(arguments.modules)
    if not chosen:
        parser.error(f"no such module. Choose some of {', '.join(MODULES)}")
    matches = [mutant for module in chosen for mutant in mutants(module)]
    total = len(matches)
    if arguments.sample and arguments.sample < total:
        matches = sorted(
            random.Random(arguments.seed).sample(matches, arguments.sample),
            key=lambda mutant: (mutant.module, mutant.line),
        )
    os.environ.setdefault("MINGG_SEED", "1923")
    passed = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        tests = dict.fromkeys(test for module in chosen for test in MODULES[module][1].tests)
        collect(tests, lambda: passed.append(_run(matches, total, arguments)))
    return not (passed and passed[0])


def _run(matches: list[Mutant], total: int, arguments: argparse.Namespace) -> bool:
    """Tests these mutants, and prints what survives. Returns whether few enough do."""
    with contextlib.redirect_stdout(io.StringIO()):  # tests print too
        reach()
    gc.collect()
    gc.freeze()  # the children then share this memory instead of copying it
    explained = explained_survivors()
    count = dict.fromkeys((KILLED, SURVIVED), 0)
    by_module: dict[str, list[int]] = {}
    unexplained, with_reason = [], 0
    began = time.monotonic()
    for mutant, outcome in _judged(matches):
        count[outcome] += 1
        scored = by_module.setdefault(mutant.module, [0, 0])
        scored[0] += outcome == KILLED
        scored[1] += 1
        if outcome == KILLED:
            continue
        if unnumbered(mutant) in explained:
            with_reason += 1
            continue
        unexplained.append(mutant)
        print(f"{outcome}: {mutant} [{'.'.join(mutant.functions)}]", flush=True)
    for module, (killed, tried) in sorted(by_module.items()):
        if not arguments.quiet:
            print(f"{module:14} {killed:5} of {tried:5} killed")
    of_all = f" of {total}, sampled with --seed {arguments.seed}" if len(matches) < total else ""
    print(
        f"{len(matches)} mutants{of_all}: {count[KILLED]} killed ({100 * count[KILLED] / max(1, len(matches)):.1f} %), "
        f"{with_reason} survive with a reason, {len(unexplained)} without; {time.monotonic() - began:.0f} s"
    )
    if arguments.least is not None:
        return (len(matches) - len(unexplained)) * 100 >= arguments.least * len(matches)
    survived, tried = Counter[Part](), Counter[Part]()
    survived.update(MODULES[mutant.module][1] for mutant in unexplained)
    tried.update(MODULES[mutant.module][1] for mutant in matches)
    return all(100 * survived[part] <= part.most * tried[part] for part in PARTS)


if __name__ == "__main__":
    sys.exit(main())
