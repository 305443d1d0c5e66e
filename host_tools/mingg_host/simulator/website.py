"""Makes the files of the simulator's page. The server serves them, and `mingg site` writes them for a static host.

An edition is the set of all files at one time. Its version is a hash of all files. Most files are in a folder with the
name of the version; only files with a fixed address are outside. So files of two editions are never mixed, even if a
browser or a host has cached an older edition.
"""

from __future__ import annotations

import json
import re
import shutil
import tarfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from mingg_host.art import icons
from mingg_host.common import VERSION, disk, places
from mingg_host.common.output import Failure
from mingg_host.common.untyped import without_types
from mingg_host.deploy.contents import LINK
from mingg_host.device.keyscript import DICE, HOLD, PRESS, SCREENSHOT, TAP_MS, WAIT, Step, one_by_one, parse
from mingg_host.device.vm.rig import SAMPLE_MS

PAGE = Path(__file__).resolve().parent / "page"
# MicroPython for the page, as npm publishes it: @micropython/micropython-webassembly-pyscript. It is small and part of
# the package, so the page needs no network.
MICROPYTHON = PAGE.with_name("micropython-webassembly-pyscript-1.27.0.tgz")
LICENSE = PAGE.with_name("micropython-license.txt")
VM_FILES = ("micropython.mjs", "micropython.wasm")
PLACE = "version/"  # the placeholder in index.html for the folder of the edition
INDEX, WORKER, LIST, MANIFEST = "index.html", "sw.js", "files.json", "manifest.webmanifest"
OFFERED = "boards"  # the folder of files for new boards
# The place in the help for their links.
MAKE_IT = "The release of this version has a file for each board."
PATIENCE_S = 30  # waits so long for another run that writes into the same folder
ROOT = "./"  # the list's name for the page itself; hosts differ in what they do with /index.html
PAGE_TYPES = (".css", ".js")
SOURCES = (".py", ".txt")  # what the VM runs, and what it says
BESIDE = ("mingg_scoring/interchange/text_check.py",)  # modules of other packages that the page imports
PACKAGES = PAGE.parents[2]
EDITIONS_KEPT = 4  # a page that is being loaded gets all of its own edition
CONNECT = "connect-src 'self' blob:"  # the part of the page's policy that says which servers it may ask
_VERSION = re.compile("[0-9a-f]{12}")
_SOCKET = re.compile(r"wss?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._/-]*)?")
# The pictures in the manifest. name: (size, scale, True to fill the corners)
PICTURES = {
    "icon-192.png": (192, 6, False),
    "icon-512.png": (512, 16, False),
    "icon-maskable.png": (512, 11, True),
    "apple-touch-icon.png": (180, 5, True),
}

DRAWINGS = ("wiring.svg", "bootsel.svg")  # of a Pico
SHOW = "show.json"
PAGES = "pages/"  # the folder of the manual and all other pages
_PAGES_LINK = re.compile(rf'<a href="{PAGES}[^>]*>(.*?)</a>')
_PAGES_LINKS = re.compile(r"<nav>.*?</nav>")


class Edition(NamedTuple):
    """version: 12 hexadecimal digits. files: contents by path; the page itself is INDEX."""

    version: str
    files: dict[str, bytes]


class Site:
    """The page with the files that are on disk now.

    firmware: the folder of the package `mingg`. broker: the address of a club's broker for web pages, such as
    ws://192.168.4.1:9001/mqtt, to which the page may connect, too; "" for none. more: a folder with files of a club,
    beside those of the page and in place of them; without it the page has nothing of a club's link. pages: the site
    of the pages, None for that of this installation; without any, the help has no links to it. offered: files for new
    boards, by the name of the board, for which the help has links: (name, content).
    """

    def __init__(
        self,
        firmware: Path,
        page: Path = PAGE,
        broker: str = "",
        more: Path | None = None,
        pages: Path | None = None,
        offered: Mapping[str, tuple[str, bytes]] | None = None,
    ) -> None:
        if broker and not _SOCKET.fullmatch(broker):
            raise ValueError(f"{broker}: not the address of a broker")
        self.broker = broker
        self._offered = offered or {}
        self._firmware = firmware
        self._page = page
        self._more = more
        self._pages = pages or places.pages()
        self._drawings = [places.boards()["pico"] / name for name in DRAWINGS]
        self._editions: dict[str, Edition] = {}  # the newest last
        self._read: dict[Path, tuple[int, int]] = {}  # what they were made of: the time and the size of each file
        self._lock = threading.Lock()

    def edition(self) -> Edition:
        """Returns the edition of the files on disk. It is the same object until a file changes. Raises OSError."""
        with self._lock:
            found = self._found()
            if found != self._read:
                made = self._made()
                self._editions[made.version] = self._editions.pop(made.version, made)
                for old in list(self._editions)[:-EDITIONS_KEPT]:
                    del self._editions[old]
                self._read = found
            return next(reversed(self._editions.values()))

    def file(self, name: str) -> bytes | None:
        """Returns the content at the path of a URL, without the slash before it, or None if the site has no such file.
        Raises OSError."""
        # Files in the folder of an edition are of that edition, all others of the newest one.
        edition = self._editions.get(name.partition("/")[0]) or self.edition()
        return edition.files.get(name or INDEX)

    def _found(self) -> dict[Path, tuple[int, int]]:
        folders = filter(None, (self._page, self._more, self._firmware, self._pages))
        paths = [*self._drawings, *(path for folder in folders for path in folder.rglob("*") if path.is_file())]
        return {path: (status.st_mtime_ns, status.st_size) for path in paths if (status := path.stat())}

    def _made(self) -> Edition:
        moving, fixed = self._moving(), self._fixed()
        version = disk.digest_of_all(moving | fixed)[:12]
        files = {f"{version}/{name}": data for name, data in moving.items()} | fixed
        files[INDEX] = fixed[INDEX].replace(PLACE.encode(), f"{version}/".encode())
        # The worker does not store itself: the browser does.
        hashes = {ROOT if name == INDEX else name: disk.digest(data) for name, data in files.items() if name != WORKER}
        listed = {"mingg": VERSION, "version": version, "files": hashes}
        # The worker stores no files of boards: they are large, and a board gets one once.
        offered = {f"{OFFERED}/{file}": data for file, data in self._offered.values()}
        return Edition(version, files | offered | {LIST: json.dumps(listed, indent=1).encode()})

    def _moving(self) -> dict[str, bytes]:
        """Returns the files in the edition's folder."""
        folders = (self._page, self._more) if self._more else (self._page,)
        files = [path for folder in folders for path in sorted(folder.iterdir())]
        pages = [path for path in files if path.suffix in PAGE_TYPES and path.name != WORKER]
        texts = {f"/lib/{place}": path.read_bytes().decode() for place, path in self._sources()}
        texts = {place: without_types(text) if place.endswith(".py") else text for place, text in texts.items()}
        return {
            **{path.name: path.read_bytes() for path in pages},
            **{f"vm/{name}": data for name, data in micropython().items()},
            **{f"pictures/{path.name}": path.read_bytes() for path in self._drawings},
            SHOW: shown(),
            "firmware.json": json.dumps(texts, ensure_ascii=False).encode(),
        }

    def _sources(self) -> Iterator[tuple[str, Path]]:
        """Yields what the VM runs and says, each with its place in the VM."""
        folders = [("mingg", self._firmware), ("browser", self._page / "browser")]
        if self._more:
            folders.append(("browser", self._more / "browser"))
        without = set() if self._more else {self._firmware / name for name in LINK}
        for package, folder in folders:
            for path in sorted(folder.rglob("*")):
                is_inside = path.is_file() and path.resolve().is_relative_to(folder.resolve())
                if path.suffix in SOURCES and is_inside and not without & {path, path.parent}:
                    yield f"{package}/{path.relative_to(folder).as_posix()}", path
        yield from ((name, PACKAGES / name) for name in BESIDE)

    def _fixed(self) -> dict[str, bytes]:
        """Returns the files with a fixed address."""
        fixed = {name: (self._page / name).read_bytes() for name in (INDEX, WORKER, MANIFEST)}
        page = self.allowing(fixed[INDEX].decode()).replace("MINGG_VERSION", VERSION)
        page = page.replace(MAKE_IT, self._links() or MAKE_IT)
        if not self._pages:
            page = _PAGES_LINK.sub(r"\1", _PAGES_LINKS.sub("", page))
        fixed[INDEX] = page.encode()
        return fixed | _pictures() | dict(self._of_pages())

    def _links(self) -> str:
        """Returns links to the files for new boards, each with the name of the board; "" if there are none."""
        links = [f'<a href="{OFFERED}/{file}" download>{name}</a>' for name, (file, _) in self._offered.items()]
        return f"Download the file of your board: {', '.join(links)}." if links else ""

    def _of_pages(self) -> Iterator[tuple[str, bytes]]:
        if self._pages:
            for path in sorted(self._pages.rglob("*")):
                if path.is_file():
                    yield PAGES + path.relative_to(self._pages).as_posix(), path.read_bytes()

    def allowing(self, policy: str) -> str:
        """Returns a policy that lets the page connect to the broker, too."""
        return policy.replace(CONNECT, f"{CONNECT} {self.broker}") if self.broker else policy


@cache
def micropython() -> dict[str, bytes]:
    """Returns MicroPython for the page: VM_FILES, and their license."""
    with tarfile.open(MICROPYTHON) as archive:
        files = {name: data.read() for name in VM_FILES if (data := archive.extractfile(f"package/{name}"))}
    return files | {"license.txt": LICENSE.read_bytes()}


@cache
def _pictures() -> dict[str, bytes]:
    """Returns the icons with which a browser installs the page as an application."""
    pictures = {name: icons.png(size, scale, whole=whole) for name, (size, scale, whole) in PICTURES.items()}
    return {"icon.svg": icons.svg()} | pictures


# ---- what the page opens and plays ----

# A deal that the page shows: what the player thinks, and the keys. The manual enters the same one.
SHOWN = (
    ("Who won? Cy, opposite.", "up"),
    ("No other tile would have completed the hand.", "a"),
    ("Bo discarded the winning tile.", "right"),
    ("Cy has a concealed pung of dragons,", "right right"),
    ("a concealed pung of the seat wind,", "down right"),
    ("and an exposed kong of 2 to 8.", "left up"),
    ("That is all. The next hand is Di's.", "a"),
    ("Di has an exposed pung of dragons.", "right left"),
    ("The next hand is Ann's.", "a"),
    ("Ann has an exposed pung of ones,", "up left"),
    ("and a pair of dragons.", "right a"),
    ("The last hand is Bo's.", "a"),
    ("Bo has nothing. The deal is saved.", "a"),
    ("The next deal.", "a"),
)
SHOWN_MS = 900  # for each press


def given(steps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Returns a new device, and steps that the page plays on it: see given.js."""
    return {"name": None, "files": {}, "sample": SAMPLE_MS, "steps": steps}


def step_of(step: Step) -> dict[str, Any]:
    """Returns a step for the page: keys by name with the ms that they are down, or dice, or a screenshot."""
    actions: dict[str, dict[str, Any]] = {
        PRESS: {"keys": [[step.of, TAP_MS], ["", TAP_MS]]},
        HOLD: {"keys": [[step.of, step.ms], ["", TAP_MS]]},
        WAIT: {"keys": [["", step.of]]},
        DICE: {"dice": step.of},
        SCREENSHOT: {"screenshot": True},
    }
    return {"said": step.text(), **actions[step.kind]}


def shown() -> bytes:
    """Returns the deal that the page shows."""
    steps = [step_of(step) | {"said": said} for said, keys in SHOWN for step in one_by_one(parse(keys))]
    return json.dumps(given(steps) | {"id": "show", "glance": SHOWN_MS}).encode()


def write(edition: Edition, folder: Path) -> None:
    """Writes an edition into a folder that is new, is empty, or has an earlier edition. Removes the earlier edition.

    Other files in the folder stay; a folder with the name of a version is that of an edition. A reader always finds the
    old edition or the new one, even if a run is killed, because the page itself is written after all that it needs. The
    list is written last. In a new folder it is also written first, so that the next run knows what a killed run has
    left there. If two runs start at once, the second one waits. Raises Failure, OSError.
    """
    try:
        with disk.folder(folder), disk.held(folder, PATIENCE_S):
            _write(edition, folder)
    except disk.Busy:
        raise Failure(
            f"{folder}: another mingg site has been writing into it for {PATIENCE_S} seconds. "
            "Wait until it ends, and try again."
        ) from None


def _write(edition: Edition, folder: Path) -> None:
    before = _listed(folder)
    is_new = before is None
    names = sorted(edition.files, key=lambda name: ("/" not in name, name == INDEX, name == LIST))
    try:
        if is_new:
            disk.put(folder / LIST, edition.files[LIST])
        for _, group in groupby(names, lambda name: "/" not in name):
            disk.put_all({folder / name: edition.files[name] for name in group})
    except BaseException:  # also Ctrl-C: half an edition is useless
        if is_new:
            shutil.rmtree(folder / edition.version, ignore_errors=True)
            for name in names:
                with suppress(OSError):
                    (folder / name).unlink()
        raise
    for path in folder.iterdir():
        if _VERSION.fullmatch(path.name) and path.name != edition.version:
            shutil.rmtree(path, ignore_errors=True)
    for name in (before or set()) - edition.files.keys():
        if name.startswith(PAGES) and ".." not in name:
            (folder / name).unlink(missing_ok=True)


def _listed(folder: Path) -> set[str] | None:
    """Returns the names of the edition that is in this folder, or partly; None in an empty one. Raises Failure if other
    files are in it."""
    try:
        read: object = json.loads(disk.read(folder / LIST))
    except (OSError, ValueError, RecursionError):
        read = None
    listed: dict[str, Any] = read if isinstance(read, dict) else {}
    version = listed.get("version")
    if isinstance(version, str) and _VERSION.fullmatch(version):
        return set(listed.get("files", ()))
    if not all(disk.is_scratch(path.name) or path.name == disk.LOCK for path in folder.iterdir()):
        raise Failure(f"{folder} contains other files. Name an empty or a new folder.")
    return None
