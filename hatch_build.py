"""Adds to a wheel what a board needs beside the package `mingg`, and the documents of the site;
mingg_host/common/places.py finds them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class OnBoard(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        pictures = sorted(Path(self.root, "docs", "pictures").glob("*.png"))
        documents = ["manual.md", "build.md", "quick-card.html", *(f"pictures/{path.name}" for path in pictures)]
        boards = ["README.md", "wiring.md"]
        boards += sorted(path.parent.name for path in Path(self.root, "board").glob("*/board.py"))
        build_data["force_include"].update(
            {"firmware/main.py": "mingg_host/onboard/main.py"}
            | {f"board/{name}": f"mingg_host/onboard/board/{name}" for name in boards}
            | {f"docs/{name}": f"mingg_host/onboard/docs/{name}" for name in documents}
        )
