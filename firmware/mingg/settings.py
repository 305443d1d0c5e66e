"""The players' settings: one readable line in the store, with a checksum like a line of a ledger.

    0000 5f0d8a1c {"brightness": "low", "sleeps": 60}

Keys that this firmware does not know stay in the file.
"""

import json
from typing import Any, Protocol, TypeVar

from mingg.records.line import only, seal

T = TypeVar("T", str, int, bool)


class Store(Protocol):
    def read(self, name: str) -> "bytes | None": ...
    def replace(self, name: str, data: bytes) -> None: ...


FILE = "settings.txt"
FAST_WIRE = "fast wire"  # the self-test found that the display takes a fast I2C bus
EVENING = "evening"  # the older evening that is played on, and the newest one at that time

# Notices, shown at the start.
DAMAGED, UNREAD = "settings damaged", "settings unread"


class Settings:
    """The settings as read at the start, with changes that are not written yet.

    notice: None, or (DAMAGED or UNREAD, errno). With a notice, every setting has its default.
    """

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._kept: "dict[str, Any]" = {}
        self._set: "dict[str, Any]" = {}  # changes that are not written yet
        self.notice: "tuple[str, int] | None" = None
        try:
            self._kept = self._read()
        except ValueError:
            self.notice = (DAMAGED, 0)
        except OSError as error:
            self.notice = (UNREAD, error.errno or 0)

    def get(self, key: str, default: "T") -> "T":
        """The value of a key; the default if it is not set, or has another type than the default."""
        value = self._set.get(key, self._kept.get(key, default))
        return value if type(value) is type(default) else default

    def set(self, key: str, value: "str | int | bool") -> None:
        """Changes a setting at once. keep() writes it to the store."""
        self._set[key] = value

    def keep(self) -> None:
        """Writes the changes, if there are any. OSError: the file is unchanged; the changes stay in force, and the next
        call tries again."""
        if not self._set:
            return
        try:
            kept = self._read()  # again: another program may have written it, or it could not be read at the start
        except ValueError:
            kept = {}
        new = dict(kept)
        new.update(self._set)
        if new != kept:
            self._store.replace(FILE, seal(0, json.dumps(new)))
        self._kept, self._set = new, {}

    def put(self, key: str, value: "str | int | bool") -> None:
        """Changes a setting and writes it. OSError: nothing has changed."""
        before = dict(self._set)
        self._set[key] = value
        try:
            self.keep()
        except OSError:
            self._set = before
            raise

    def _read(self) -> "dict[str, Any]":
        """The settings in the file, {} if there is none; ValueError if it is damaged."""
        data = self._store.read(FILE)
        if data is None:
            return {}
        return only(data)
