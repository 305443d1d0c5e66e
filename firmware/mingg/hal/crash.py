"""Reports an error that nothing else handled: shows it, keeps the traceback, and restarts at the next key press."""

import gc
import io
import sys
import time
from typing import Callable

import framebuf

from mingg.hal.frame import Frame
from mingg.hal.keys import RELEASE, TAP, Keys
from mingg.hal.store import Store

REPORT = "crash.txt"
BRIGHT = 0xCF


def report(error: Exception, panel: "Frame", keys: "Keys", store: "Store", restart: "Callable[[], object]") -> None:
    """Writes the traceback to the file REPORT, shows what happened, and calls restart() after the next key press.

    Changes no other file. On a board restart() does not return.
    """
    gc.collect()
    sys.print_exception(error)
    try:
        trace = io.StringIO()
        sys.print_exception(error, trace)
        store.replace(REPORT, trace.getvalue().encode())
        where = "see " + REPORT
    except (OSError, MemoryError):
        where = "not written down"  # the display still names the error
    panel.contrast(BRIGHT)
    panel.sleep(False)
    _show(
        panel,
        ("Mingg stopped.", "", "What was saved", "is safe. Press a", "key to go on.", "", type(error).__name__, where),
    )
    keys.clear()
    while True:
        event = keys.get()
        if event >= 0 and event >> 3 in (TAP, RELEASE):
            restart()
        panel.show()
        time.sleep_ms(20)


def _show(panel: "Frame", lines: "tuple[str, ...]") -> None:
    picture = framebuf.FrameBuffer(panel.buffer, 128, 64, framebuf.MONO_VLSB)
    picture.fill(0)
    for number, line in enumerate(lines):
        picture.text(line, 0, 8 * number)
    panel.show()
