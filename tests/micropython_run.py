"""Runs the test functions of one module on MicroPython: micropython micropython_run.py MODULE. One line a test."""

import sys

module = __import__(sys.argv[1])
for name in sorted(dir(module)):
    if name.startswith("test_"):
        try:
            getattr(module, name)()
        except Exception as error:  # noqa: BLE001 - printed, and read by the test that started this
            print("failed", name)
            sys.print_exception(error, sys.stdout)
        else:
            print("passed", name)
