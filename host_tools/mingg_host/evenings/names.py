"""Names of players: those that differ only in capitals or blanks are one name."""

from __future__ import annotations


def one_name(name: str) -> str:
    """Returns what tells a name from others."""
    return "".join(name.casefold().split())


class Spelled:
    """Gives each name the spelling that came first. name(other) returns it."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        return self._first.setdefault(one_name(name), name)
