"""The tests of core/ and device/ once more, on the MicroPython VM. They are plain Python; see core/README.md."""

from __future__ import annotations

import ast
import functools
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HOST = HERE.parent / "host_tools"  # tests ask for answers through mingg_host.scoring.interchange
# Test modules, and those that only this VM can run.
MODULES = [
    *sorted(HERE.glob("core/test_*.py")),
    *sorted(HERE.glob("device/test_*.py")),
    *sorted(HERE.glob("device/vm_*.py")),
]
SECONDS = {"vm_power": 15, "vm_evening": 12, "test_explain": 7}


def _names(module: Path) -> list[str]:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@functools.cache
def _run(vm: Path, firmware: Path, module: Path) -> str:
    done = subprocess.run(
        [vm, "-X", "heapsize=8M", HERE / "micropython_run.py", module.stem],  # room for whole flashes
        env={**os.environ, "MICROPYPATH": f"{firmware}:{HOST}:{module.parent}"},
        cwd=module.parent,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


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
    micropython: Path, compiled: Path, module: Path, name: str, tell: Callable[[str], None]
) -> None:
    said = _run(micropython, compiled, module)
    before = said.partition(f"passed {name}\n")
    assert before[1], said
    # what a test says stands before the line that it passed
    for line in reversed(before[0].splitlines()):
        if line.startswith(("passed ", "failed ")):
            break
        tell(line)
