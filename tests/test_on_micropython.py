"""Runs the tests of core/ and device/ on the MicroPython VM, or with --device on a board. They are plain Python; see
core/README.md."""

from __future__ import annotations

import ast
import functools
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from mingg_host.common.output import Failure
from on_board import TooLarge, runner

HERE = Path(__file__).parent
HOST = HERE.parent / "host_tools"  # tests ask for answers through mingg_scoring.interchange
# Test modules, and those that only this VM can run.
MODULES = [
    *sorted(HERE.glob("core/test_*.py")),
    *sorted(HERE.glob("device/test_*.py")),
    *sorted(HERE.glob("device/vm_*.py")),
]
SECONDS = {"vm_power": 5, "vm_evening": 12, "test_explain": 7}


def _names(module: Path) -> list[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@functools.cache
def _run(vm: Path, firmware: Path, module: Path) -> str:
    result = subprocess.run(
        [vm, "-X", "heapsize=8M", HERE / "micropython_run.py", module.stem],  # room for whole flashes
        env={**os.environ, "MICROPYPATH": f"{firmware}:{HOST}:{module.parent}"},
        cwd=module.parent,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="session")
def run(request: pytest.FixtureRequest, compiled: Path) -> Iterator[Callable[[Path], str]]:
    """Returns the output of micropython_run.py for a module."""
    port = request.config.getoption("--device")
    if port is None:
        yield functools.partial(_run, request.getfixturevalue("micropython"), compiled)
        return
    try:
        with runner(port, compiled) as on_board:
            yield on_board
    except TooLarge as error:
        pytest.skip(str(error))
    except Failure as error:
        pytest.exit(str(error), 1)


def _what_failed(output: str, name: str) -> list[str]:
    """Returns the lines about a failed test; all lines if the module ended before the test."""
    about = output.partition(f"failed {name}\n")[2].splitlines() or output.splitlines()
    ends = [index for index, line in enumerate(about) if line.startswith(("passed ", "failed "))]
    return about[: ends[0]] if ends else about


@pytest.mark.vm
@pytest.mark.parametrize(
    ("module", "name"),
    [
        # where several processes test, a module runs in one of them
        pytest.param(
            module,
            name,
            id=f"{module.stem}-{name}",
            marks=[pytest.mark.xdist_group(f"vm-{module.stem}"), pytest.mark.long(SECONDS.get(module.stem, 1))],
        )
        for module in MODULES
        for name in _names(module)
    ],
)
def test_passes_on_micropython(
    request: pytest.FixtureRequest, run: Callable[[Path], str], module: Path, name: str, tell: Callable[[str], None]
) -> None:
    try:
        output = run(module)
    except TooLarge as error:
        pytest.skip(f"{module.stem}: {error}")
    except Failure as error:
        pytest.exit(str(error), 1)
    before = output.partition(f"passed {name}\n")
    if not before[1] and request.config.getoption("--device"):
        failed = _what_failed(output, name)
        if failed and failed[-1].startswith("MemoryError"):
            pytest.skip(f"{module.stem}-{name}: the board has too little memory: {failed[-1]}")
    assert before[1], output
    # what a test says stands before the line that it passed
    for line in reversed(before[0].splitlines()):
        if line.startswith(("passed ", "failed ")):
            break
        tell(line)
