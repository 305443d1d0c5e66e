"""What the players have set, kept in the store as one line that people can read, sealed as a ledger's are.

    0000 5f0d8a1c {"brightness": "low", "sleeps": 60}

What the file says beyond what is asked for here stays in it.
"""

import json

from mingg.ledger.seal import seal

MYPY = False
if MYPY:
    from typing import Any, Protocol, TypeVar

    T = TypeVar("T", str, int, bool)

    class Store(Protocol):
        def read(self, name: str) -> bytes | None: ...
        def replace(self, name: str, data: bytes) -> None: ...


FILE = "settings.txt"
_HEAD = 14  # "0000 5f0d8a1c "

# Notices: what a player has to be told at the start.
DAMAGED, UNREAD = "settings damaged", "settings unread"


class Settings:
    """notice: None, or what is wrong with the file and an error's number; everything is then as if nothing were set."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._kept: "dict[str, Any]" = {}
        self._set: "dict[str, Any]" = {}  # since then
        self.notice: "tuple[str, int] | None" = None
        try:
            self._kept = self._read()
        except ValueError:
            self.notice = (DAMAGED, 0)
        except OSError as error:
            self.notice = (UNREAD, error.errno or 0)

    def get(self, key: str, default: "T") -> "T":
        """What a key is set to; the default where it is not, or to something of another kind."""
        value = self._set.get(key, self._kept.get(key, default))
        return value if type(value) is type(default) else default

    def set(self, key: str, value: "str | int | bool") -> None:
        """In force from now on, and kept by keep()."""
        self._set[key] = value

    def keep(self) -> None:
        """Writes what has been set, if that is anything new. OSError: the file is as it was, and what was set stays in
        force and waits."""
        if not self._set:
            return
        try:
            kept = self._read()  # what somebody else has put there, or could not be read before, is kept too
        except ValueError:
            kept = {}
        new = dict(kept)
        new.update(self._set)
        if new != kept:
            self._store.replace(FILE, seal(0, json.dumps(new)))
        self._kept, self._set = new, {}

    def put(self, key: str, value: "str | int | bool") -> None:
        """Sets one and keeps it. OSError: nothing has changed."""
        before = dict(self._set)
        self._set[key] = value
        try:
            self.keep()
        except OSError:
            self._set = before
            raise

    def _read(self) -> "dict[str, Any]":
        """What the file says; ValueError where it is damaged."""
        data = self._store.read(FILE)
        if data is None:
            return {}
        from mingg.ledger.reader import said

        text = data[_HEAD:-1].decode()
        if seal(0, text) != data:
            raise ValueError("checksum")
        values: "dict[str, Any] | object" = said(text)
        if not isinstance(values, dict):
            raise ValueError("no settings")
        return values
