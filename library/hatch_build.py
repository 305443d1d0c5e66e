"""Chooses what goes into the two distributions: a list of files, never what else lies in a tree.

`mingg-scoring` has the library, with the core inside it. `mingg` has the command, and all that a board needs;
mingg_host/common/places.py finds it. If `make site` has built the site of the pages, that is in its wheel and its
source archive, too. Both pyproject.toml use this file.
"""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

# The address of the project, and the only place that has it: its owner sets it here.
ADDRESS = "https://github.com/OWNER/mingg"
PAGES = "build/pages/"  # which no list has: it is built
ONBOARD = "mingg_host/onboard/"
OF_LIBRARY = ("__init__.py", "core/", "evening/", "lang/", "records/")  # of the firmware
# Where files stand in the wheel of a distribution, by the first part of their names.
IN_WHEEL = {
    "mingg-scoring": {
        **{f"firmware/mingg/{part}": f"mingg_scoring/onboard/mingg/{part}" for part in OF_LIBRARY},
        "host_tools/mingg_scoring/": "mingg_scoring/",
        "LICENSE.md": "mingg_scoring/LICENSE.md",
    },
    "mingg": {
        "firmware/": ONBOARD,
        "host_tools/mingg_host/": "mingg_host/",
        "host_tools/mingg_club/": "mingg_club/",
        "board/": f"{ONBOARD}board/",
        PAGES: f"{ONBOARD}pages/",
    },
}
# The kinds of files of a tree that is no clone, such as an unpacked source archive.
KINDS = {
    *(".css", ".csv", ".gif", ".html", ".in", ".ini", ".jinja", ".js", ".json", ".jsonl", ".md", ".mjs", ".png", ".py"),
    *(".pyi", ".svg", ".tgz", ".toml", ".txt", ".typed", ".webmanifest", "Makefile"),
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


def in_wheel(distribution: str, name: str) -> str:
    """Returns the name of a file in the wheel; "" if it is not in it."""
    if name.startswith("board/case/"):
        return ""
    places = IN_WHEEL[distribution]
    first = next((first for first in places if name.startswith(first)), None)
    return places[first] + name.removeprefix(first) if first else ""


def with_addresses(page: str, folder: str, tag: str) -> str:
    """Returns a page with the address of each file that it links to and shows, as the package index needs it.

    folder: that of the page, in the checkout. tag: of the version.
    """

    def address(link: re.Match[str]) -> str:
        name = posixpath.normpath(posixpath.join(folder, link[2]))
        if name.endswith(".html"):  # its address would show its source, and a release has it as PDF
            return f"{link[1]}{ADDRESS}/releases/download/{tag}/mingg-{Path(name).stem}.pdf"
        kind = "raw" if link[1].startswith("src=") else "blob"
        return f"{link[1]}{ADDRESS}/{kind}/{tag}/{name}"

    return re.sub(r'(\]\(|\b(?:src|href)=")(?![a-z]+:|#)([^)\s"]+)', address, page)


class Listed(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        distribution, root = self.metadata.core.name, Path(self.root)
        is_library = distribution == "mingg-scoring"
        if is_library and not (root / "firmware").exists():
            root = root.parent  # in a checkout; in its own source archive all is below one folder
        built = [path.relative_to(root).as_posix() for path in (root / PAGES).rglob("*") if path.is_file()]
        files = {name: in_wheel(distribution, name) for name in (*listed(root), *sorted(built))}
        if self.target_name == "sdist":  # of the library, what its wheel has; of the command, all
            files = {name: name for name in files if files[name] or not is_library}
        build_data["force_include"].update({str(root / name): packed for name, packed in files.items() if packed})


class Metadata(MetadataHookInterface):
    """Adds the addresses of the project, and README.md with them. Makes the command depend on the library of its
    version. In a checkout that is the library of this checkout, which no index has; MINGG_PUBLISH builds what an index
    gets."""

    def update(self, metadata: dict[str, Any]) -> None:
        metadata["urls"] = {
            "Source": ADDRESS,
            "Issues": f"{ADDRESS}/issues",
            "Changelog": f"{ADDRESS}/blob/main/CHANGELOG.md",
            "Releases": f"{ADDRESS}/releases",
        }
        is_library = metadata["name"] == "mingg-scoring"
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        text = with_addresses(text, "library" if is_library else "", f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if is_library:
            return
        of_index = f"== {metadata['version']}"
        place = of_index if os.environ.get("MINGG_PUBLISH") else f"@ {(Path(self.root) / 'library').as_uri()}"
        metadata["dependencies"] = [f"mingg-scoring {place}", *self.config["dependencies"]]
