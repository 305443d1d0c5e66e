"""Which modules stay loaded on a board whose heap does not hold them all.

Resident modules are never unloaded: they are the modules that mingg.ui.app imports when it starts
(tests/boards/test_contents.py lists them). All other modules come and go with the places of the navigator. Keep no
object of such a module longer than a screen is shown: it would keep its module in memory. A board with a large heap
keeps every module.
"""

import gc
import sys

LARGE = 3 << 15  # machine words: a heap of this size holds every module
# The collector runs after this many bytes, those of calls among them. By default it runs when the heap is full and
# already fragmented.
COLLECT_AFTER = 4 << 14
GAPS = 500  # small objects: so many fill most gaps between those that stay

_resident: "set[str]" = set()
_size = 0  # bytes of a small heap


def begin() -> None:
    """Makes every module that is loaded now resident. Does nothing on a PC or with a large heap: both keep all
    modules."""
    global _size
    if sys.implementation.name == "micropython" and not _resident:
        _size = gc.mem_free() + gc.mem_alloc()  # type: ignore[attr-defined, unused-ignore]
        if _size // (8 if sys.maxsize >> 32 else 4) < LARGE:
            _resident.update(sys.modules)
            gc.threshold(COLLECT_AFTER)  # type: ignore[attr-defined, unused-ignore]


def collect() -> None:
    """Collects the garbage. Then MicroPython seeks room from the start of the heap, past all that stays, for each
    object anew (0.4 ms on a Pico), until small ones have filled the gaps there: so that happens here, and not when a
    key makes a view."""
    gc.collect()
    if _resident:
        gc.threshold(COLLECT_AFTER)  # type: ignore[attr-defined, unused-ignore]
        for _ in zip(range(GAPS)):
            pass


def hold_off() -> None:
    """A key is about to be handled. The collector, which takes 12 ms of a Pico, waits for collect(), unless the key
    itself takes much memory: without this, all that the idle main loop took for a moment counts, too."""
    if _resident:
        gc.threshold(2 * COLLECT_AFTER)  # type: ignore[attr-defined, unused-ignore]


def is_short(percent: int = 50) -> bool:
    """Returns whether less than this share of a board's heap is free."""
    if not _resident:
        return False
    free: int = gc.mem_free()  # type: ignore[attr-defined, unused-ignore] # this looks at the whole heap: once
    return free * 100 < _size * percent


def stay(names: "tuple[str, ...]") -> None:
    """Makes more modules resident."""
    if _resident:
        _resident.update(names)


def needed_by(name: str) -> "tuple[str, ...]":
    """Returns the names of the modules that a module of screens needs, and its own, as a build lists them; none for a
    module that is not loaded or is resident."""
    needs: "tuple[str, ...]" = getattr(sys.modules.get(name), "needs", ())
    return needs


def keep(names: "tuple[str, ...]" = ()) -> None:
    """Unloads all modules except the resident ones and these."""
    stay = _resident
    # A short list: where the heap is full, no long one fits.
    for name in [name for name in sys.modules if name not in stay and name not in names] if stay else ():
        if name.startswith("mingg."):
            _forget(name)


def unload(name: str) -> None:
    """Unloads a module if the heap is small. The module stays in memory while something refers to an object of it."""
    if _resident and name in sys.modules:
        _forget(name)


def _forget(name: str) -> None:
    del sys.modules[name]
    package, _, leaf = name.rpartition(".")
    if hasattr(sys.modules.get(package), leaf):
        delattr(sys.modules[package], leaf)
