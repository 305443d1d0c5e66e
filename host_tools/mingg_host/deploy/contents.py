"""Lists the files that ship to a board, and their places in the source tree."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path

from mingg.lang import code

from mingg_host.board.data import constants
from mingg_host.common import places
from mingg_host.common.output import Failure

ROOT = "mingg"
SCREENS = f"{ROOT}.ui.screens."
HAL = f"{ROOT}.hal"
# Drivers: each ships to a board whose board.py names it (see hal/device.py).
DRIVERS = ("i2c", "sh1106", "spi", "ssd1306")
DRIVEN = "mingg.start"  # its unit needs them, and they join it

# What a club night needs: it ships to a board whose board.py says RADIO = True.
LINK = ("link", "ui/screens/club", "ui/club.py", "core/interchange/judge.py")

# main.py loads these modules when a board starts, with all that they import. They stay loaded.
START = ("mingg.start", "mingg.ui.app")

# Units: modules that are always loaded together become one compiled file. The key is the module that needs the others.
# A unit joins the resident modules, or a module with those that it always loads first. A module that is loaded and
# freed alone stays alone.
ALL = "*"  # all that a module loads, apart from drivers and from a module that finds its data files beside it
UNITS = {
    "mingg.core.hand.sets": ("mingg.core.hand.hand",),
    "mingg.core.score.score": ("mingg.core.score.check", "mingg.core.score.facts", "mingg.core.score.find"),
    "mingg.hal.keys": ("mingg.hal.ticks",),
    # Only modules that need a board's hardware: simulators load keys, store and signals without it.
    "mingg.start": ("mingg.hal.crash", "mingg.hal.device", "mingg.hal.frame", "mingg.hal.pins"),
    "mingg.ui.app": (ALL,),
    # Without the modules of sockets and of the radio: not every device has them.
    "mingg.ui.club": (
        "mingg.link.joined",
        "mingg.link.link",
        "mingg.link.memo",
        "mingg.link.mqtt",
        "mingg.link.records",
    ),
    "mingg.ui.kit.forms": ("mingg.hal.dice",),
    "mingg.ui.opening": ("mingg.evening.open",),
    "mingg.ui.screens.counters.counters": ("mingg.core.counters.pairwise",),
    "mingg.ui.screens.history.code": ("mingg.ui.kit.qr",),
    "mingg.ui.screens.result.saved": ("mingg.evening.save",),
    "mingg.ui.screens.system.sheet": ("mingg.core.explain.sheet",),
}


def units(board: Path) -> dict[str, tuple[str, ...]]:
    """Returns the units of a board: its drivers join the module that needs them. Raises BoardError."""
    shipped = {name.replace("/", ".").removesuffix(".__init__") for name, _ in modules(board)}
    drivers = tuple(f"{HAL}.{name}" for name in DRIVERS if f"{HAL}.{name}" in shipped)
    return {
        unit: members + drivers if unit == DRIVEN else members for unit, members in UNITS.items() if unit in shipped
    }


def modules(board: Path) -> Iterator[tuple[str, Path]]:
    """Yields each module that ships: its path on the board without suffix, and its source file. Raises BoardError."""
    package, pins = places.package(), constants(board)
    named = (*pins.get("DISPLAY", ()), pins.get("KEYS_WIRED"))
    without = {package / "hal" / f"{name}.py" for name in DRIVERS if name not in named}
    without.update(package / name for name in LINK if pins.get("RADIO") is not True)
    yield "main", places.main_py()
    yield "board", board / "board.py"
    for path in _files(".py"):
        if not without & {path, path.parent}:
            yield path.relative_to(package.parent).with_suffix("").as_posix(), path


def texts(languages: Container[str] | None = None) -> Iterator[tuple[str, Path]]:
    """Yields each text file that ships: its path on the board, and its source file. languages: None for all."""
    for path in _files(".txt"):
        if path.parent.name == "lang" and languages is not None and path.stem not in languages:
            continue
        yield path.relative_to(places.package().parent).as_posix(), path


def _files(ending: str) -> list[Path]:
    return sorted(places.package().rglob(f"*{ending}"))


# Sections of the catalogues that only a PC and the simulator's page say.
NOT_ABOARD = ("score sheet", "report", "page")


def catalogue(text: bytes) -> bytes:
    """Returns the file of a language as it is on a board: without comments and without what no board says, and with a
    code in place of each key.

    A key is a third of a line on average. The board finds a message by the code that it computes from the key: see
    firmware/mingg/lang. It knows a section with codes by their "=". Raises Failure.
    """
    lines: list[bytes] = []
    section, keys = "", dict[bytes, str]()
    for line in text.decode("utf-8").splitlines():
        key, equals, message = line.partition(" = ")
        if not line or line.startswith(";"):
            continue
        if line.startswith("["):
            section = line[1:-1]
        if section in NOT_ABOARD:
            continue
        if equals and section:
            other = keys.setdefault(code(key), key)
            if other != key:
                raise Failure(f"[{section}]: the keys {other!r} and {key!r} have the same code. Rename one.")
            lines.append(code(key) + message.encode())
            continue
        lines.append(line.encode())
    return b"\n".join(lines) + b"\n"
