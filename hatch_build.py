"""Adds to a wheel what a board needs beside the package `mingg`; mingg_host/common/places.py finds it."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class OnBoard(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_data["force_include"].update(
            {"firmware/main.py": "mingg_host/onboard/main.py", "board": "mingg_host/onboard/board"}
        )
