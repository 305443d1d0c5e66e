"""Names of screens in strings: "setup.people.Typing" is Typing of the module mingg.ui.screens.setup.people.

mingg.ui.navigator.find() loads such a screen. A build joins modules and shortens names, so it also changes these
strings. Between the steps of a build they have a longer form, "setup.:mingg.ui.screens.setup.people.Typing". On a board
they are short again, "setup.people.a5", if the module is where it was. Another one has its whole place,
"deal.:ui.app.a7". The first part is always the folder in the sources. Line numbers do not change.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple

FOLDER = "mingg.ui.screens."
_IN_SOURCES = re.compile(r'"([a-z_]+)\.([a-z_]+)\.([A-Za-z_]\w*)"')
_BETWEEN = re.compile(r"(\w+)\.:(mingg\.[\w.]+)\.(\w+)")


class ScreenName(NamedTuple):
    """folder: in the sources. module, name: where the screen is defined."""

    folder: str
    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.folder}.:{self.module}.{self.name}"


def modules(text: str) -> set[str]:
    """Returns the modules of the screens that a source names. A string that only looks like a name adds a module that
    does not exist."""
    return {f"{FOLDER}{folder}.{file}" for folder, file, _ in _IN_SOURCES.findall(text)}


def begun(sources: Mapping[str, str]) -> dict[str, str]:
    """Returns sources by module with the longer form of these strings. Raises ValueError for a string that begins with
    a folder of screens and names no screen in it."""
    defined = {module: _defined(text) for module, text in sources.items() if module.startswith(FOLDER)}
    folders = {module.removeprefix(FOLDER).partition(".")[0] for module in defined}

    def longer(match: re.Match[str], of: str) -> str:
        folder, file, name = match.groups()
        if folder not in folders:
            return match[0]
        module = f"{FOLDER}{folder}.{file}"
        if name not in defined.get(module, ()):
            line = match.string.count("\n", 0, match.start()) + 1
            what = f"class or function {name}" if module in defined else f"module {file}"
            raise ValueError(f"{of}, line {line}: {match[0]} names no screen: {FOLDER}{folder} has no {what}")
        return f'"{ScreenName(folder, module, name)}"'

    return {
        of: _IN_SOURCES.sub(lambda match, of=of: longer(match, of), text)  # type: ignore[misc]
        for of, text in sources.items()
    }


def moved(text: str, change: Callable[[ScreenName], ScreenName]) -> str:
    """Returns a source with changed names of screens, between the steps of a build."""
    return _BETWEEN.sub(lambda match: str(change(ScreenName(*match.groups()))), text)


def named(texts: Iterable[str]) -> set[tuple[str, str]]:
    """Returns the module and the name of all screens that sources name, between the steps of a build."""
    return {(module, name) for text in texts for _, module, name in _BETWEEN.findall(text)}


def ended(text: str) -> str:
    """Returns a source with the strings as they are on a board."""

    def shorter(match: re.Match[str]) -> str:
        folder, module, name = match.groups()
        path = f"{module}.{name}"
        where_it_was = path.startswith(f"{FOLDER}{folder}.")
        return path.removeprefix(FOLDER) if where_it_was else f"{folder}.:{path.removeprefix('mingg.')}"

    return _BETWEEN.sub(shorter, text)


def _defined(text: str) -> set[str]:
    """Returns the classes and functions of a module; none if it has a syntax error, which the compiler reports."""
    with suppress(SyntaxError):
        return {node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return set()
