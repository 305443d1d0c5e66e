"""Runs the test functions of modules on MicroPython: micropython micropython_run.py MODULE ... One line a test."""

import io
import sys

from mingg import lang

_files = {}


def _from_memory(path, mode):
    """Replaces open(). The VM reads a line byte by byte from the system, and the tests read every message many
    times."""
    if path not in _files:
        with open(path, mode) as file:
            _files[path] = file.read()
    return io.BytesIO(_files[path])


if sys.platform in ("linux", "darwin", "win32"):  # a board has no memory for it
    lang.open = _from_memory


def _run(name):
    module = __import__(name)
    for test in sorted(dir(module)):
        if test.startswith("test_"):
            try:
                getattr(module, test)()
            except Exception as error:  # noqa: BLE001 - printed, and read by the test that started this
                print("failed", test)
                sys.print_exception(error, sys.stdout)
            else:
                print("passed", test)
    del sys.modules[name]


for name in sys.argv[1:]:
    print("module", name)
    _run(name)
