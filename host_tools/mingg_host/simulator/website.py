"""Makes the files of the simulator's page. The server serves them, and `mingg site` writes them for a static host.

The page is two files: one with style, programs and texts, which is seen soon, and a script with MicroPython and the
firmware. Both open from a folder. The name of the script has its hash, so nobody gets two versions mixed.
Beside them are icons, drawings, and the pages.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
import tarfile
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from mingg.core.rules import RULE_SETS, load
from mingg_scoring.interchange.score_sheet import capital

from mingg_host.art import icons
from mingg_host.common import VERSION, disk, places
from mingg_host.common.output import Failure
from mingg_host.common.untyped import without_types
from mingg_host.deploy.contents import LINK
from mingg_host.device.keyscript import DICE, HOLD, PRESS, SCREENSHOT, TAP_MS, WAIT, Step, one_by_one, parse
from mingg_host.device.vm.rig import SAMPLE_MS
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import copy_of, find

PAGE = Path(__file__).resolve().parent / "page"
# MicroPython for the page, as npm publishes it: @micropython/micropython-webassembly-pyscript. It is small and part of
# the package, so the page needs no network.
MICROPYTHON = PAGE.with_name("micropython-webassembly-pyscript-1.27.0.tgz")
LICENSE = PAGE.with_name("micropython-license.txt")
VM_FILES = ("micropython.mjs", "micropython.wasm")
INDEX, WORKER, LIST, MANIFEST = "index.html", "sw.js", "files.json", "manifest.webmanifest"
MACHINE = "machine-%s.js"  # the script with the VM and the firmware, by its hash
SAMPLE = PAGE.with_name("sample.jsonl")  # an evening that the page shows
REPORT = "sample.%s.html"  # the report of it, in a language
PAGES = "pages/"  # the folder of the manual and all other pages
OFFERED = "boards"  # the folder of files for new boards
ROOT = "./"  # the list's name for the page itself; hosts differ in what they do with /index.html
SOURCES = (".py", ".txt")  # what the VM runs, and what it says
# Modules of other packages that the page imports.
BESIDE = [f"mingg_scoring/interchange/{name}.py" for name in ("counted", "score_sheet", "text_check", "tiles")]
NOT_SAID = re.compile(r"\n\[(?:report|page)\]\n.*?(?=\n\[|\Z)", re.DOTALL)  # of the catalogues: no VM says it
PACKAGES = PAGE.parents[2]
ENGLISH = "en"
TEXTS = "page"  # the section of the catalogues with the page's own texts
# What the browser may load: the programs in the page and beside it, and nothing of another origin.
POLICY = (
    "default-src 'none'; script-src {scripts} 'self' 'wasm-unsafe-eval'; style-src {style}; img-src 'self'; "
    "connect-src 'self' blob:{broker}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
_VERSION = re.compile("[0-9a-f]{12}")
_COMES_AND_GOES = re.compile(f"{PAGES}|{MACHINE % '[0-9a-f]{12}'}$")  # which files another edition may not have
_SOCKET = re.compile(r"wss?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._/-]*)?")
_IMPORT = re.compile(r'^import .* from "\./(\w+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_SCRIPT = re.compile(r"<script(?: type=\"module\"(?: async)?)?>(.*?)</script>", re.DOTALL)
# The script with the VM. A browser opens no module from a folder, so it is none; the loader has an await, for node.
_MACHINE = """(async () => {{{loader}
globalThis.machine = {{ loadMicroPython, wasm: '{wasm}', sources: '{sources}' }};
}})();
"""
# The pictures in the manifest. name: (size, scale, True to fill the corners)
PICTURES = {
    "icon-192.png": (192, 6, False),
    "icon-512.png": (512, 16, False),
    "icon-maskable.png": (512, 11, True),
    "apple-touch-icon.png": (180, 5, True),
}

DRAWINGS = ("wiring.svg", "bootsel.svg")  # of a Pico


class Edition(NamedTuple):
    """version: 12 hexadecimal digits. files: contents by path; the page itself is INDEX. policy: of the page."""

    version: str
    files: dict[str, bytes]
    policy: str


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
        self._broker = f" {broker}" if broker else ""
        self._offered = offered or {}
        self._firmware = firmware
        self._page = page
        self._folders = [more, page] if more else [page]
        self._without = set() if more else {firmware / name for name in LINK}
        self._pages = pages or places.pages()
        self._drawings = [places.boards()["pico"] / name for name in DRAWINGS]
        self._edition: Edition | None = None
        self._read: dict[Path, tuple[int, int]] = {}  # what it was made of: the time and the size of each file
        self._lock = threading.Lock()

    def edition(self) -> Edition:
        """Returns the edition of the files on disk. It is the same object until a file changes. Raises OSError."""
        with self._lock:
            found = self._found()
            if self._edition is None or found != self._read:
                self._edition, self._read = self._made(), found
            return self._edition

    def file(self, name: str) -> bytes | None:
        """Returns the content at the path of a URL, without the slash before it, or None if the site has no such file.
        Raises OSError."""
        return self.edition().files.get(name or INDEX)

    def _found(self) -> dict[Path, tuple[int, int]]:
        folders = filter(None, (*self._folders, self._firmware, self._pages))
        paths = [*self._drawings, *(path for folder in folders for path in folder.rglob("*") if path.is_file())]
        return {path: (status.st_mtime_ns, status.st_size) for path in paths if (status := path.stat())}

    def _made(self) -> Edition:
        files = {name: (self._page / name).read_bytes() for name in (WORKER, MANIFEST)}
        files |= {f"pictures/{path.name}": path.read_bytes() for path in self._drawings} | _pictures()
        files |= {"license.txt": LICENSE.read_bytes()} | reports_of_sample() | dict(self._of_pages())
        machine = self._machine()
        name = MACHINE % disk.digest(machine)[:12]
        files[name] = machine
        page = self._whole().replace("MINGG_MACHINE", name)
        version = disk.digest_of_all(files | {INDEX: page.encode()})[:12]
        policy = POLICY.format(
            scripts=" ".join(map(_hashed, _SCRIPT.findall(page))),
            style=_hashed(page.partition("<style>")[2].partition("</style>")[0]),
            broker=self._broker,
        )
        files[INDEX] = page.replace("MINGG_EDITION", version).replace("MINGG_POLICY", policy).encode()
        # The worker does not store itself: the browser does.
        hashes = {ROOT if name == INDEX else name: disk.digest(data) for name, data in files.items() if name != WORKER}
        listed = {"mingg": VERSION, "version": version, "files": hashes}
        # The worker stores no files of boards: they are large, and a board gets one once.
        offered = {f"{OFFERED}/{file}": data for file, data in self._offered.values()}
        return Edition(version, files | offered | {LIST: json.dumps(listed, indent=1).encode()}, policy)

    def _machine(self) -> bytes:
        """Returns the script with MicroPython and the firmware."""
        vm = micropython()
        loader = re.sub(r"export (default \w+;)?", "", vm["micropython.mjs"].decode())
        loader = loader.replace("import.meta.url", "document.baseURI")
        sources = json.dumps(dict(self._sources()), ensure_ascii=False).encode()
        return _MACHINE.format(loader=loader, wasm=_packed(vm["micropython.wasm"]), sources=_packed(sources)).encode()

    def _whole(self) -> str:
        """Returns the page with all that it contains, without its policy."""
        texts = texts_of_page(self._firmware)
        contents = {
            "VERSION": VERSION,
            "SOURCE": places.on_the_web(),
            "STYLE": (self._page / "style.css").read_text("utf-8"),
            "BOARDS": self._links(),
            "WITHOUT": "".join(f'<p lang="{name}">{escape(texts[name]["without scripts"])}</p>' for name in texts),
            "TEXTS": _in_script(texts),
            "SHOWN": _in_script(shown()),
            "SAMPLE": sample(),
            "SCRIPT": bundled(self._folders, "device.js"),
        }
        page = (self._page / INDEX).read_text("utf-8").replace("MINGG_RULES", "".join(_rules()))
        page = _filled(page, texts[ENGLISH])
        if not contents["SOURCE"]:
            page = re.sub('<a href="MINGG_SOURCE".*?</a>', "", page)
        if not reports_of_sample():
            page = page.replace(f' href="{REPORT % ENGLISH}"', "")
        if not self._pages:
            page = re.sub(f' href="{PAGES}[^"]*" hreflang="en"', "", re.sub("<nav.*?</nav>", "", page))
        return re.sub("MINGG_(" + "|".join(contents) + ")", lambda name: contents[name[1]], page)

    def _sources(self) -> Iterator[tuple[str, str]]:
        """Yields what the VM runs and says: the place in the VM, and the text."""
        browser = [("browser", folder / "browser") for folder in self._folders]
        for package, folder in (("mingg", self._firmware), *browser):
            for path in sorted(folder.rglob("*")):
                is_inside = path.is_file() and path.resolve().is_relative_to(folder.resolve())
                if path.suffix in SOURCES and is_inside and not self._without & {path, path.parent}:
                    text = path.read_bytes().decode()
                    place = f"/lib/{package}/{path.relative_to(folder).as_posix()}"
                    yield place, without_types(text) if path.suffix == ".py" else NOT_SAID.sub("", text)
        yield from ((f"/lib/{name}", without_types((PACKAGES / name).read_text("utf-8"))) for name in BESIDE)

    def _links(self) -> str:
        """Returns links to the files for new boards, each with the name of the board; "" if there are none."""
        return " ".join(f'<a href="{OFFERED}/{file}" download>{name}</a>' for name, (file, _) in self._offered.items())

    def _of_pages(self) -> Iterator[tuple[str, bytes]]:
        if self._pages:
            for path in sorted(self._pages.rglob("*")):
                if path.is_file():
                    yield PAGES + path.relative_to(self._pages).as_posix(), path.read_bytes()


def bundled(folders: Sequence[Path], first: str) -> str:
    """Returns a program and the modules that it imports as one text: no two of them have the same name on top. folders:
    where a module may be; the first one that has it counts."""
    modules: dict[str, str] = {}

    def add(name: str) -> None:
        if name not in modules:
            modules[name] = ""  # two may import each other
            text = next(filter(Path.exists, (folder / name for folder in folders))).read_text("utf-8")
            for imported in _IMPORT.findall(text):
                add(imported)
            del modules[name]
            modules[name] = _EXPORT.sub("", _IMPORT.sub("", text))

    add(first)
    return "".join(modules.values())


@cache
def micropython() -> dict[str, bytes]:
    """Returns MicroPython for the page: VM_FILES."""
    with tarfile.open(MICROPYTHON) as archive:
        return {name: data.read() for name in VM_FILES if (data := archive.extractfile(f"package/{name}"))}


@cache
def _pictures() -> dict[str, bytes]:
    """Returns the icons with which a browser installs the page as an application."""
    pictures = {name: icons.png(size, scale, whole=whole) for name, (size, scale, whole) in PICTURES.items()}
    return {"icon.svg": icons.svg()} | pictures


@cache
def sample() -> str:
    """Returns a sample evening as a link has it: see dialog.js."""
    files = {name: data.decode("latin-1") for name, data in copy_of(str(SAMPLE)).files.items()}
    copy = json.dumps({"form": "mingg ledger", "version": 1, "files": files})
    return base64.urlsafe_b64encode(gzip.compress(copy.encode(), 9, mtime=0)).decode().rstrip("=")


@cache
def reports_of_sample() -> dict[str, bytes]:
    """Returns the report of the sample evening in each language, if what makes reports is installed."""
    try:
        from mingg_host.report.page import report
    except ImportError:
        return {}
    evening = Evening(find(SAMPLE)[0])
    titles = {language: texts["sample"] for language, texts in texts_of_page(places.package()).items()}
    return {
        REPORT % language: report([evening], capital(title), language).encode() for language, title in titles.items()
    }


def texts_of_page(firmware: Path) -> dict[str, dict[str, str]]:
    """Returns the texts of the page by language, and the names of the languages and of the rule sets."""
    result = {}
    for path in sorted((firmware / "lang").glob("*.txt")):
        text = path.read_text("utf-8")
        head, mine = text.partition("\n[")[0], text.partition(f"\n[{TEXTS}]\n")[2]
        lines = [*head.split("\n"), *re.findall("^book [A-Z].*", text, re.MULTILINE), *mine.split("\n")]
        pairs = (line.partition(" = ") for line in lines if line[:1] != ";")
        result[path.stem] = {key: words for key, is_text, words in pairs if is_text}
    return result


def _rules() -> Iterator[str]:
    for name in RULE_SETS:
        yield f'<option value="{name}" data-say="book {load(name).title}"></option>'


def _filled(page: str, texts: Mapping[str, str]) -> str:
    """Puts the English texts into the page, which a search engine reads, and a browser without scripts."""
    page = re.sub(r'data-say="([^"]+)"([^>]*)>', lambda at: f"{at[0]}{escape(texts[at[1]], quote=False)}", page)
    page = re.sub(r'data-label="([^"]+)"', lambda at: f'{at[0]} aria-label="{escape(texts[at[1]])}"', page)
    return re.sub(r'data-alt="([^"]+)" alt=""', lambda at: f'data-alt="{at[1]}" alt="{escape(texts[at[1]])}"', page)


def _in_script(content: object) -> str:
    return json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def _hashed(text: str) -> str:
    return f"'{disk.integrity(text)}'"


# ---- what the page opens and plays ----

# A deal that the page shows, which is that of the manual: the keys of each thought. The catalogues have the thoughts.
SHOWN = (
    "up",
    "a",
    "right",
    "right right",
    "down right",
    "left up",
    "a",
    "right left",
    "a",
    "up left",
    "right a",
    "a",
    "a",
    "a",
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


def shown() -> dict[str, Any]:
    """Returns the deal that the page shows."""
    keys = enumerate(SHOWN, 1)
    steps = [step_of(step) | {"show": number} for number, words in keys for step in one_by_one(parse(words))]
    return given(steps) | {"id": "show", "glance": SHOWN_MS}


def write(edition: Edition, folder: Path) -> None:
    """Writes an edition into a folder that is new, is empty, or has an earlier edition, whose other files it removes.

    Other files in the folder stay. The list is written last, and also first with the names of both editions, so that
    the next run knows what a killed run has left there. Until the end it has the version before: a browser that read
    the new one would take the old files for it. Only one run at a time writes. Raises Failure, OSError.
    """
    with disk.folder(folder), disk.held(folder):
        before = _listed(folder)
        version, names = before or (edition.version, ())
        both = dict.fromkeys((*names, *edition.files), "")
        disk.put(folder / LIST, json.dumps({"version": version, "files": both}).encode())
        try:
            disk.put_all({folder / name: data for name, data in edition.files.items() if name != LIST})
        except BaseException:  # also Ctrl-C
            if before is None:
                (folder / LIST).unlink(missing_ok=True)
            raise
        for name in both.keys() - edition.files.keys():
            if _COMES_AND_GOES.match(name) and ".." not in name:
                (folder / name).unlink(missing_ok=True)
        disk.put(folder / LIST, edition.files[LIST])


def _listed(folder: Path) -> tuple[str, Collection[str]] | None:
    """Returns the version of the edition that is in this folder, or partly, and the names of its files; None in an
    empty one. Raises Failure if other files are in it."""
    try:
        read: object = json.loads(disk.read(folder / LIST))
    except (OSError, ValueError, RecursionError):
        read = None
    listed: dict[str, Any] = read if isinstance(read, dict) else {}
    version = listed.get("version")
    if isinstance(version, str) and _VERSION.fullmatch(version):
        return version, set(listed.get("files", ()))
    if not all(disk.is_scratch(path.name) or path.name == disk.LOCK for path in folder.iterdir()):
        raise Failure(f"{folder} contains other files. Name an empty or a new folder.")
    return None
