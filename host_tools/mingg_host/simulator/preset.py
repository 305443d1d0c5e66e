"""Gives the page of `mingg sim --open --keys` an evening to open and a key script to play.

The page at /?given fetches both as NAME. It posts each screenshot of the script to NAME as
{"step": n, "pixels": "0101...", "lines": [...]}: 64 rows of 128 pixels, and the texts on the screen. The script decides
where a picture is saved. The page does not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mingg_host.common import disk
from mingg_host.device.headless import HEIGHT, HOLD_MS, TAP_MS, WIDTH, shot
from mingg_host.device.keyscript import DICE, HOLD, PRESS, SCREENSHOT, WAIT, Step, check_links, one_by_one
from mingg_host.device.vm.rig import SAMPLE_MS
from mingg_host.evenings.sources import Copied

QUERY = "?given"
NAME = "given.json"


class NoScreenshot(ValueError):
    """The posted data is not a screenshot of the script."""


class Preset:
    """An evening and a script. data: both as JSON for the page. say(line): gets each saved screenshot or the error."""

    def __init__(self, copied: Copied | None, script: list[Step] | None, say: Callable[[str], object]) -> None:
        self._steps = list(one_by_one(script or []))
        self._say = say
        content: dict[str, Any] = {
            "name": None if copied is None else copied.name,
            "files": {} if copied is None else {name: data.decode("latin-1") for name, data in copied.files.items()},
            "sample": SAMPLE_MS,
            "steps": [_step(step) for step in self._steps],
        }
        content["id"] = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
        self.data = json.dumps(content).encode()

    def take(self, posted: bytes) -> None:
        """Writes a posted screenshot. Raises NoScreenshot for other data, and OSError if it cannot be written."""
        try:
            content = json.loads(posted)
            number, pixels, lines = content["step"], content["pixels"], content["lines"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise NoScreenshot from None
        if type(number) is not int or not 0 <= number < len(self._steps):
            raise NoScreenshot
        step = self._steps[number]
        if step.kind != SCREENSHOT:
            raise NoScreenshot
        if not isinstance(pixels, str) or len(pixels) != WIDTH * HEIGHT or set(pixels) - {"0", "1"}:
            raise NoScreenshot
        if not isinstance(lines, list) or not all(isinstance(line, str) and line.isprintable() for line in lines):
            raise NoScreenshot
        name = str(step.of)
        rows = [pixels[row : row + WIDTH] for row in range(0, len(pixels), WIDTH)]
        try:
            check_links(name)
            disk.put(Path(name), shot(name, rows, lines), make_folders=False)
        except OSError as error:
            self._say(f"line {step.line}, column {step.column}: {disk.why(error, name)}")
            raise
        self._say(f"screenshot {name}")


def _step(step: Step) -> dict[str, Any]:
    """Returns a step for the page: keys by name with the ms that they are down, or dice, or a screenshot."""
    actions: dict[str, dict[str, Any]] = {
        PRESS: {"keys": [[step.of, TAP_MS], ["", TAP_MS]]},
        HOLD: {"keys": [[step.of, HOLD_MS], ["", TAP_MS]]},
        WAIT: {"keys": [["", step.of]]},
        DICE: {"dice": step.of},
        SCREENSHOT: {"screenshot": True},
    }
    return {"said": step.text(), **actions[step.kind]}
