"""Runs test modules on a connected board: pytest --device PORT.

Two files in a folder of their own go to the board: file systems that it mounts, for reading alone. One holds the
firmware, one the test module with what it needs, as they lie here. In files of their own the modules would take three
times the flash. MicroPython's path leads nowhere else, so a test finds neither board.py nor the folder of the ledgers.
"""

from __future__ import annotations

import ast
import contextlib
import functools
from collections.abc import Callable, Iterator
from pathlib import Path

from mingg_host.board.data import Flash
from mingg_host.common import places
from mingg_host.common.output import Failure
from mingg_host.common.untyped import without_types
from mingg_host.connection.link import BoardError, Link
from mingg_host.deploy.build import compile_module
from mingg_host.deploy.images import blocks_used, littlefs

TESTS = Path(__file__).parents[1]
PROJECT = TESTS.parent
FIRMWARE = places.package().parent
FOLDER = "/mingg-tests"
BLOCK, PAGE = 512, 32  # of the mounted file systems
SPARE_BLOCKS = 8  # of the flash: folders, and what littlefs needs to write at all
SILENT_S = 300  # without a line of output: a Pico takes a hundred times as long as a PC
# What tests open: a module that names the file gets it.
OPENED = {
    "examples.jsonl": "tests/oracles/examples.jsonl",
    "examples-living.jsonl": "tests/oracles/examples-living.jsonl",
    "oracles/sets.txt": "tests/oracles/sets.txt",
    "oracles/hands.txt": "tests/oracles/hands.txt",
    "/board.py": "board/*/board.py",
    "/main.py": "firmware/main.py",
}
REMOVE = """
def remove(path):
    for entry in list(os.ilistdir(path)):
        below = path + "/" + entry[0]
        remove(below) if entry[1] & FOLDER else os.remove(below)
    os.rmdir(path)
try:
    os.stat({0!r})
except OSError:
    pass
else:
    remove({0!r})
"""
RUN = """
import os, sys, vfs
class Image:
    def __init__(self, path):
        self.blocks = os.stat(path)[6] // {block}
        self.file = open(path, "rb")
    def readblocks(self, block, buffer, offset=0):
        self.file.seek(block * {block} + offset)
        self.file.readinto(buffer)
    def writeblocks(self, block, buffer, offset=0):
        return -30
    def ioctl(self, operation, argument):
        return self.blocks if operation == 4 else {block} if operation == 5 else 0
for name in ("firmware", "module"):
    vfs.mount(vfs.VfsLfs2(Image({top!r} + "/" + name + ".img")), {top!r} + "/" + name, readonly=True)
os.chdir({folder!r})
sys.path[:] = {path!r}
sys.argv[:] = ["micropython_run", {module!r}]
import micropython_run
"""


class TooLarge(Exception):
    """The board has too little flash. The message has the figures."""


class Runner:
    """Runs test modules on the board at a port. firmware: its modules, compiled. Raises Failure and TooLarge."""

    def __init__(self, port: str, firmware: Path) -> None:
        self._lost = False
        self.link = Link(port)
        try:
            self._store = self.link.about.store
            own, ledgers = f"{FOLDER}/", f"{self._store.rstrip('/')}/"
            if own.startswith(ledgers) or ledgers.startswith(own):
                raise Failure(f"The board keeps its ledgers in {self._store}; tests need {FOLDER} for themselves.")
            self._ledgers = self.link.listing(self._store)
        except BaseException:
            self.link.close()
            raise
        try:
            self._remove(FOLDER)
            self.link.do(f"os.mkdir({FOLDER!r})")
            self._put("firmware", {_name(path, firmware): path.read_bytes() for path in _files(firmware)})
        except BaseException:
            self.close()
            raise

    def run(self, module: Path) -> str:
        """Returns the output of micropython_run.py for the tests of a module, and the error that ended it before its
        last line."""
        lines: list[str] = []
        try:
            self.link.restart()
            self._put("module", needed(module))
            self.link.restart()
            top = f"{FOLDER}/module"
            folder = f"{top}/{_name(module.parent)}"
            path = [".frozen", f"{FOLDER}/firmware", f"{top}/host_tools", folder, f"{top}/tests", f"{top}/tests/help"]
            code = RUN.format(block=BLOCK, top=FOLDER, folder=folder, path=path, module=module.stem)
            try:
                self.link.run(code, lines.append, SILENT_S)
            except (BoardError, Failure) as error:
                lines.append(str(error))
            self.link.restart()
        except Failure as error:
            self._lost = True
            raise Failure(f"{module.stem}: {error} {FOLDER} is still on the board; the next run removes it.") from None
        return "".join(f"{line}\n" for line in lines)

    def close(self) -> None:
        """Removes the test files from the board, checks that its ledgers have not changed, and restarts it."""
        try:
            if self._lost:
                return
            self.link.restart()
            self._remove(FOLDER)
            if self.link.listing(self._store) != self._ledgers:
                raise Failure(f"The tests have changed {self._store} on the board.")
        finally:
            self.link.close()

    def _remove(self, folder: str) -> None:
        self.link.do(REMOVE.format(folder))

    def _put(self, name: str, files: dict[str, bytes]) -> None:
        """Puts a file system with these files on the board."""
        data = image(files)
        block, free = self.link.room()
        needs = -(-len(data) // block) + SPARE_BLOCKS
        if needs > free:
            raise TooLarge(f"the board has too little flash: {free * block // 1024} kB of {needs * block // 1024} kB")
        self.link.write(f"{FOLDER}/{name}.img", data)


@contextlib.contextmanager
def runner(port: str, firmware: Path) -> Iterator[Callable[[Path], str]]:
    """Runs a module on the board, once."""
    board = Runner(port, firmware)
    try:
        yield functools.cache(board.run)
    finally:
        board.close()


def image(files: dict[str, bytes]) -> bytes:
    """Returns a file system with these files, hardly larger than they need."""
    roomy = Flash(0, BLOCK, 64 + sum(map(len, files.values())) // BLOCK * 2 + 8 * len(files), PAGE, None)
    used = blocks_used(littlefs(files, roomy), roomy)
    return littlefs(files, roomy._replace(blocks=used + used // 16 + 16))


def needed(module: Path) -> dict[str, bytes]:
    """Returns the files that a test module needs beside the firmware, by path: the module, its starter, its imports and
    the files that they open."""
    results: dict[str, bytes] = {}
    waiting = [TESTS / "help" / "micropython_run.py", module]
    while waiting:
        source = waiting.pop()
        name = _name(source.with_suffix(".mpy"))
        if name in results:
            continue
        text = without_types(source.read_text(encoding="utf-8"))
        results[name] = compile_module(text, _name(source))
        for imported in _imported(text):
            inside = imported.replace(".", "/")
            places_of_it = [
                base / f"{inside}{end}"
                for base in (module.parent, TESTS, PROJECT / "host_tools")
                for end in (".py", "/__init__.py")
            ]
            waiting += [place for place in places_of_it if place.is_file()]
        for mark, files in OPENED.items():
            if mark in text:
                results |= {_name(path): path.read_bytes() for path in PROJECT.glob(files)}
    return results


def _imported(text: str) -> set[str]:
    """Returns the modules that a module imports, and their packages."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name.rsplit(".", cut)[0] for name in names for cut in range(name.count(".") + 1)}


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _name(path: Path, base: Path = PROJECT) -> str:
    return path.relative_to(base).as_posix()
