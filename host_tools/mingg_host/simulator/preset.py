"""What `mingg sim` gives to the page beside its files: an evening to open, a script of keys to play.

The page, asked for as /?given, fetches it as NAME, and sends each screenshot of the script back: NAME is then posted as
{"step": n, "pixels": "0101...", "lines": [...]}, 64 rows of 128 pixels, and what the screen says. Where the pictures go
is the script's to say, not the page's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mingg_host.common import disk
from mingg_host.device.headless import HEIGHT, HOLD_MS, TAP_MS, WIDTH, shot
from mingg_host.device.keyscript import DICE, HOLD, PRESS, SCREENSHOT, WAIT, Step, one_by_one
from mingg_host.device.vm.rig import SAMPLE_MS
from mingg_host.evenings.opening import Copied

QUERY = "?given"
NAME = "given.json"
MOST_BYTES = 64 * 1024  # of what is posted


class NotGiven(ValueError):
    """What was posted is no screenshot of the script."""


class Given:
    """say(line): told of each screenshot, and of one that could not be written."""

    def __init__(self, copied: Copied | None, script: list[Step] | None, say: Callable[[str], object]) -> None:
        self._steps = list(one_by_one(script or []))
        self._say = say
        given: dict[str, Any] = {
            "name": None if copied is None else copied.name,
            "files": {} if copied is None else {name: data.decode("latin-1") for name, data in copied.files.items()},
            "sample": SAMPLE_MS,
            "steps": [_step(step) for step in self._steps],
        }
        given["id"] = hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()[:16]
        self.data = json.dumps(given).encode()

    def take(self, posted: bytes) -> None:
        """Writes a screenshot. Raises NotGiven where it is none, OSError where it cannot be written."""
        try:
            told = json.loads(posted)
            at, pixels, lines = told["step"], told["pixels"], told["lines"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise NotGiven from None
        if type(at) is not int or not 0 <= at < len(self._steps) or self._steps[at].what != SCREENSHOT:
            raise NotGiven
        if not isinstance(pixels, str) or len(pixels) != WIDTH * HEIGHT or set(pixels) - {"0", "1"}:
            raise NotGiven
        if not isinstance(lines, list) or not all(isinstance(line, str) and line.isprintable() for line in lines):
            raise NotGiven
        name = str(self._steps[at].of)
        rows = [pixels[row : row + WIDTH] for row in range(0, len(pixels), WIDTH)]
        try:
            disk.put(Path(name), shot(name, rows, lines), make_folders=False)
        except OSError as error:
            step = self._steps[at]
            self._say(f"line {step.line}, column {step.column}: {disk.why(error, name)}")
            raise
        self._say(f"screenshot {name}")


def _step(step: Step) -> dict[str, Any]:
    """As the page plays it: keys by name held for so many ms, one after the other; dice; or a screenshot."""
    does: dict[str, dict[str, Any]] = {
        PRESS: {"keys": [[step.of, TAP_MS], ["", TAP_MS]]},
        HOLD: {"keys": [[step.of, HOLD_MS], ["", TAP_MS]]},
        WAIT: {"keys": [["", step.of]]},
        DICE: {"dice": step.of},
        SCREENSHOT: {"screenshot": True},
    }
    return {"said": step.said(), **does[step.what]}
