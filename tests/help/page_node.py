"""Runs the page's code without a page, under the Node.js that Playwright brings."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from mingg_host.simulator.website import PAGE
from playwright._impl._driver import compute_driver_executable

PROGRAMS = Path(__file__).parents[1] / "page"


def run(script: str, *arguments: object, given: Any = None) -> str:
    """Returns what a script of tests/page prints. given: goes to its standard input, as JSON."""
    words = [compute_driver_executable()[0], PROGRAMS / script, *arguments]
    result = subprocess.run(list(map(str, words)), input=json.dumps(given), capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def ask(script: str, given: Any) -> Any:
    """Returns the answer of a script that takes the folder of the page, and asks and answers in JSON."""
    return json.loads(run(script, PAGE, given=given))
