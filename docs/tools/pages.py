"""The commands in README.md, CONTRIBUTING.md and docs/: found, run, and their output written into the page again.

A fenced block of the language `sh` is run, line by line as a shell does, in a folder of the page's own that begins with
an archive of three evenings. `sh needs-board`, `needs-browser` and so on: such a block is not run, since a test has no
board and no browser; its commands are still checked. A block `python runs` is a program. A block `text output` is what
the block before it prints.

`python docs/tools/pages.py` (part of `make manual`) writes these outputs anew.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import NamedTuple

from help import forking
from mingg_host.common import disk

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "board" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
# Why a block cannot be run by a test.
NEEDS = {
    "needs-board": "a board at a USB port",
    "needs-browser": "a browser, and a server that goes on",
    "needs-terminal": "a terminal with a player",
    "needs-display": "a display wired to the machine",
    "needs-checkout": "a checkout, and minutes",
    "needs-network": "the network",
    "needs-shell": "a shell of the user's own",
    "in-scratch": "a copy of the checkout: docs/tools/recipes.py",
}
DAY = "2026-11-20"
# In a list a block is indented.
_FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>[^\n]*)\n(?P<text>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE)


class Block(NamedTuple):
    """A block of a page. language: for example `sh`; mark: the word after it, "" for none; line: the line of the page
    on which its text begins."""

    language: str
    mark: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    """Returns the fenced blocks of a page."""
    results = []
    for fence in _FENCE.finditer(page):
        language, _, mark = fence["kind"].partition(" ")
        results.append(Block(language, mark, textwrap.dedent(fence["text"]), _line(page, fence)))
    return results


def _line(page: str, fence: re.Match[str]) -> int:
    return page.count("\n", 0, fence.start("text")) + 1


def is_run(block: Block) -> bool:
    """Whether a block is run: a shell's script or a program."""
    return (block.language, block.mark) in (("sh", ""), ("python", "runs"))


def prose(page: str) -> str:
    """Returns a page without its fenced blocks."""
    return _FENCE.sub("", page)


def evenings() -> Iterator[str]:
    """Three short sessions, as JSON Lines."""
    for rules, winners in (("babcock", "ES"), ("harr", "WWN"), ("babcock", "SENW")):
        lines: list[object] = [{"mingg": 1, "rules": rules, "names": ["Ann", "Bo", "Cy", "Di"]}]
        for winner in winners:
            hand = {"sets": ["(pung simple)", "pung dragon"]}
            lines.append({"winner": winner, "win": {"by": "draw"}, "hands": {winner: hand}})
        yield "".join(f"{json.dumps(line)}\n" for line in lines)


def environment(home: Path) -> dict[str, str]:
    """Returns the environment of a user with this home folder and the command `mingg` on the path."""
    names = ("LANG", "LC_ALL", "TMPDIR")
    variables = {name: value for name, value in os.environ.items() if name in names or name.startswith("COVERAGE")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**variables, "PATH": path, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "COLUMNS": "100"}


@cache
def archive() -> bytes:
    """Makes an archive of three evenings. Raises CalledProcessError."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for number, session in enumerate(evenings(), 1):
            file = folder / f"evening-{number}.jsonl"
            file.write_text(session, encoding="utf-8")
            shell(folder, folder, f"mingg import {file.name} --no-board --archive evenings.sqlite")
        return (folder / "evenings.sqlite").read_bytes()


def shell(home: Path, folder: Path, script: str) -> str:
    """Returns the output and the errors of a script, with DAY for every date. Raises CalledProcessError if a line
    fails."""
    commands = list(map(simple, script.splitlines()))
    jobs = [(words[1:], forking.MINGG) for words in commands if words] if all(commands) else []
    return _forked(home, folder, jobs) if jobs else _in_bash(home, folder, script)


def simple(line: str) -> list[str]:
    """Returns the words of a line that is nothing but a command of `mingg`; none if only a shell can run it."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError:
        return []  # a part of a text over several lines
    plain = words[:1] == ["mingg"] and not re.search(r"[$`\\*?]", line)
    return words if plain and not any(re.fullmatch("[();<>|&]+", word) for word in words) else []


def _forked(home: Path, folder: Path, jobs: list[tuple[list[str], str]]) -> str:
    """Runs programs one after the other, without the start of Python: (words, code)."""
    with TemporaryFile() as out, open(os.devnull, "rb") as nothing:
        for words, code in jobs:
            streams = nothing.fileno(), out.fileno(), out.fileno()
            status = forking.Process(words, streams, code, folder, environment(home)).wait(120)
            out.seek(0)
            text = out.read().decode()
            if status:
                raise subprocess.CalledProcessError(status, words, text)
    return _dated(text)


def _in_bash(home: Path, folder: Path, script: str) -> str:
    result = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    if result.returncode:
        raise subprocess.CalledProcessError(result.returncode, script, result.stdout)
    return _dated(result.stdout)


def _dated(text: str) -> str:
    return re.sub(r"\b\d{4}-\d\d-\d\d\b", DAY, text)


class Failed(AssertionError):
    """A block of a page failed. The message has the line and the output."""


def run(page: str) -> Iterator[tuple[Block, str]]:
    """Runs the blocks of a page in order. Returns each with its output. Raises Failed."""
    with TemporaryDirectory() as temporary:
        home, folder = Path(temporary, "home"), Path(temporary, "here")
        folder.mkdir()
        for data in (home / "data" / "mingg", home / "Library" / "Application Support" / "mingg"):  # Linux, macOS
            data.mkdir(parents=True)
            (data / "evenings.sqlite").write_bytes(archive())
        for block in blocks(page):
            if is_run(block):
                try:
                    if block.language == "sh":
                        yield block, shell(home, folder, block.text)
                    else:
                        yield block, _forked(home, folder, [([], block.text)])
                except subprocess.CalledProcessError as error:
                    raise Failed(f"line {block.line}, status {error.returncode}:\n{error.output}") from None
            elif block.language == "toml" and block.mark:
                (folder / block.mark).write_text(block.text, encoding="utf-8")


def with_outputs(page: str) -> str:
    """Returns the page with the current outputs in its `text output` blocks. Raises Failed."""
    if not any((block.language, block.mark) == ("text", "output") for block in blocks(page)):
        return page
    printed = {block.line: output for block, output in run(page)}
    last = ""

    def block_anew(fence: re.Match[str]) -> str:
        nonlocal last
        if fence["kind"] == "text output":
            lines = ["```text output", *(line.rstrip() for line in last.rstrip().split("\n")), "```"]
            return "\n".join(f"{fence['indent']}{line}".rstrip() for line in lines)
        last = printed.get(_line(page, fence), last)
        return fence[0]

    return _FENCE.sub(block_anew, page)


def main() -> None:
    """Writes the current outputs into all pages."""
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        anew = with_outputs(text)
        if anew != text:
            print(path.relative_to(ROOT), "is made")
            disk.put(path, anew.encode())


if __name__ == "__main__":
    main()
