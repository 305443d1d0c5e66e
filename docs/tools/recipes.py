"""The recipes of docs/recipes.md: their edits and commands, applied to a copy of the checkout.

In a recipe, a block with a path behind its language is an edit. `diff PATH` takes away lines with a minus and adds
those with a plus; the others say where. Any other language is a new file. What is added to the English catalogue is
added to all others, below the same text. `sh in-scratch` are the commands.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pages

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "recipes.md"
ENGLISH = "firmware/mingg/lang/en.txt"
IN_SCRATCH = "in-scratch"


def recipes() -> dict[str, list[pages.Block]]:
    """Returns the edits and commands of each recipe that has some."""
    parts = re.split(r"^## (.*)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    blocks = {
        title: [block for block in pages.blocks(text) if "/" in block.mark or block.mark == IN_SCRATCH]
        for title, text in zip(parts[1::2], parts[2::2], strict=True)
    }
    return {title: found for title, found in blocks.items() if found}


def edit(folder: Path, block: pages.Block) -> None:
    """Applies an edit below a folder. Raises ValueError if it does not fit."""
    path = folder / block.mark
    if block.language != "diff":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
        return
    lines = block.text.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] != "+")
    after = "".join(line[1:] for line in lines if line[0] != "-")
    text = path.read_text(encoding="utf-8")
    if text.count(before) != 1:
        raise ValueError(f"{block.mark} does not have these lines once:\n{before}")
    path.write_text(text.replace(before, after), encoding="utf-8")
    if block.mark == ENGLISH:
        _translate(path.parent, lines)


def _translate(folder: Path, lines: list[str]) -> None:
    """Adds the lines with a plus to all other catalogues, below the text that stands before them in English."""
    key = next(line[1:].partition(" = ")[0] for line in lines if line[0] == " ")
    new = "".join(line[1:] for line in lines if line[0] == "+")
    for path in folder.glob("*.txt"):
        if path.name != Path(ENGLISH).name:
            text = path.read_text(encoding="utf-8")
            anew = re.sub(rf"^{re.escape(key)} = .*\n", lambda found: found[0] + new, text, count=1, flags=re.MULTILINE)
            path.write_text(anew, encoding="utf-8")


def copied(folder: Path) -> None:
    """Copies the checkout, without what git does not list, and links to its environment."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(sys.prefix)


def run(folder: Path, blocks: list[pages.Block]) -> None:
    """Applies the blocks of a recipe in their order. Raises ValueError, CalledProcessError."""
    paths = os.pathsep.join(str(folder / name) for name in ("firmware", "host_tools", "tests"))
    environment = {**os.environ, "PYTHONPATH": paths}
    for block in blocks:
        if block.mark == IN_SCRATCH:
            subprocess.run(["bash", "-euo", "pipefail", "-c", block.text], cwd=folder, env=environment, check=True)
        else:
            edit(folder, block)
