"""The tests of this folder once more, on the MicroPython VM."""

import ast
import functools
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
MODULES = ("test_keys", "test_ssd1306", "test_store", "vm_littlefs")


def _names(module: str) -> list[str]:
    tree = ast.parse((HERE / f"{module}.py").read_text())
    return [node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


@functools.cache
def _run(module: str) -> str:
    done = subprocess.run(
        [MICROPYTHON, HERE / "run_on_vm.py", module],
        env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:{HERE}"},
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.vm
@pytest.mark.parametrize(("module", "name"), [(module, name) for module in MODULES for name in _names(module)])
def test_passes_on_micropython(module: str, name: str) -> None:
    said = _run(module)
    assert f"passed {name}\n" in said, said
