"""Runs the tests that are plain Python on the MicroPython VM, or with --device on a board: see README.md."""

from __future__ import annotations

import ast
import functools
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from help.on_board import TooLarge, runner
from mingg_host.common.output import Failure

HERE = Path(__file__).parent
# Test modules that need neither pytest nor a newer Python, and those that only this VM can run.
PLAIN = [path for path in sorted(HERE.glob("*/test_*.py")) if "from __future__" not in path.read_text("utf-8")]
MODULES = [*PLAIN, *sorted(HERE.glob("*/vm_*.py"))]
# These share a VM. The others replace parts of MicroPython.
TOGETHER = [path for path in PLAIN if path.parent.name in ("rules", "evening")]
SECONDS = {"vm_power": 2, "vm_evening": 2, "test_explain": 7}


def _names(module: Path) -> list[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@functools.cache
def _run(vm: Path, firmware: Path, sources: Path, modules: tuple[Path, ...]) -> dict[str, str]:
    """Returns what micropython_run.py prints about each of the modules."""
    folders = sorted({module.parent for module in modules})
    result = subprocess.run(
        [vm, "-X", "heapsize=16M", HERE / "help" / "micropython_run.py", *(module.stem for module in modules)],
        env={**os.environ, "MICROPYPATH": ":".join(map(str, (firmware, sources, HERE, *folders)))},
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    parts = [part.partition("\n") for part in f"\n{result.stdout}".split("\nmodule ")[1:]]
    return {name: f"{output}\n" for name, _, output in parts}


@pytest.fixture(scope="session")
def run(request: pytest.FixtureRequest, compiled: Path, untyped: Path) -> Iterator[Callable[[Path], str]]:
    """Returns the output of micropython_run.py for a module."""
    port = request.config.getoption("--device")
    if port is None:
        vm = request.getfixturevalue("micropython")
        chosen = {item.callspec.params["module"] for item in request.session.items if item.path == Path(__file__)}
        together = tuple(module for module in TOGETHER if module in chosen)
        yield lambda module: _run(vm, compiled, untyped, together if module in together else (module,))[module.stem]
        return
    try:
        with runner(port, compiled) as on_board:
            yield on_board
    except TooLarge as error:
        pytest.skip(str(error))
    except Failure as error:
        pytest.exit(str(error), 1)


def _about(output: str, name: str) -> list[str]:
    """Returns the lines of a test: what it says, how it ended, its error. All lines if the module ended before."""
    lines = output.splitlines()
    ends = [index for index, line in enumerate(lines) if line.startswith(("passed ", "failed "))]
    for index, end in enumerate(ends):
        if lines[end][7:] == name:
            first = ends[index - 1] + 1 if index else 0
            after = ends[index + 1] if index + 1 < len(ends) else len(lines)
            return lines[first : end + 1] if lines[end].startswith("passed") else lines[end:after]
    return lines


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """On a PC a module is a case, and most run in one VM. On a board each test is one: for some it has too
    little memory."""
    on_board = metafunc.config.getoption("--device")
    metafunc.parametrize(
        ("module", "names"),
        [
            # where several processes test, a module runs in one of them
            pytest.param(
                module,
                names,
                id="-".join([module.stem, *(names if on_board else ())]),
                marks=[
                    pytest.mark.xdist_group(f"vm-{'together' if module in TOGETHER else module.stem}"),
                    pytest.mark.long(SECONDS.get(module.stem, 1)),
                ],
            )
            for module in MODULES
            for names in ([[name] for name in _names(module)] if on_board else [_names(module)])
        ],
    )


@pytest.mark.vm
def test_passes_on_micropython(
    request: pytest.FixtureRequest,
    run: Callable[[Path], str],
    module: Path,
    names: list[str],
    tell: Callable[[str], None],
) -> None:
    try:
        output = run(module)
    except TooLarge as error:
        pytest.skip(f"{module.stem}: {error}")
    except Failure as error:
        pytest.exit(str(error), 1)
    wrong = []
    for name in names:
        about = _about(output, name)
        if about and about[-1] == f"passed {name}":
            for line in about[:-1]:
                tell(line)
        elif request.config.getoption("--device") and about and about[-1].startswith("MemoryError"):
            pytest.skip(f"{module.stem}-{name}: the board has too little memory: {about[-1]}")
        else:
            wrong += [f"{name}:", *about]
    assert not wrong, "\n".join(wrong)
