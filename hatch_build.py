"""Chooses what goes into the wheel and the source archive: a list of files, never what else lies in a tree.

The wheel has the three packages, and in mingg_host/onboard what a board needs beside the package `mingg`, and the
documents of the site; mingg_host/common/places.py finds them.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DOCUMENTS = ("docs/manual.md", "docs/build.md", "docs/quick-card.html")
# Where files stand in the wheel, by the first part of their names.
IN_WHEEL = {
    "firmware/mingg/": "mingg/",
    "host_tools/mingg_scoring/": "mingg_scoring/",
    "host_tools/mingg_host/": "mingg_host/",
    "firmware/main.py": "mingg_host/onboard/main.py",
    "board/": "mingg_host/onboard/board/",
    "docs/": "mingg_host/onboard/docs/",
}
# The kinds of files of a tree that is no clone, such as an unpacked source archive.
KINDS = {
    *(".css", ".gif", ".html", ".in", ".ini", ".jinja", ".js", ".json", ".jsonl", ".md", ".mjs", ".png", ".py"),
    *(".pyi", ".svg", ".tgz", ".toml", ".txt", ".typed", ".webmanifest", "LICENSE", "Makefile"),
}


def listed(root: Path) -> list[str]:
    """Returns the files of Mingg by their names below a folder: those that git knows, in a clone."""
    if (root / ".git").exists():
        # The clone may belong to another user than the one who builds.
        command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
        try:
            done = subprocess.run(command, cwd=root, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"git cannot list the files of Mingg in {root}: {error}. Install git.") from None
        names = done.stdout.decode().split("\0")
        return [name for name in names if name and (root / name).is_file()]
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name[0] != "." and name not in ("__pycache__", "build", "dist")]
        paths = [Path(folder, name) for name in names if name[0] != "."]
        found += [path.relative_to(root).as_posix() for path in paths if (path.suffix or path.name) in KINDS]
    return sorted(found)


def in_wheel(name: str) -> str:
    """Returns the name of a file in the wheel; "" if it is not in it."""
    is_picture = name.startswith("docs/pictures/") and name.endswith(".png")
    if name.startswith("board/case/") or (name.startswith("docs/") and not is_picture and name not in DOCUMENTS):
        return ""
    first = next((first for first in IN_WHEEL if name.startswith(first)), None)
    return IN_WHEEL[first] + name.removeprefix(first) if first else ""


class Listed(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        place = in_wheel if self.target_name == "wheel" else str
        files = {name: place(name) for name in listed(Path(self.root))}
        build_data["force_include"].update(
            {os.path.join(self.root, name): packed for name, packed in files.items() if packed}
        )
