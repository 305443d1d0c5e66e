"""A store in memory for the firmware's code."""

from io import BytesIO

MYPY = False
if MYPY:
    from typing import Iterator


class MemoryStore:
    """A store as mingg.evening.evening needs it. files: by name."""

    def __init__(self, files: "dict[str, bytes] | None" = None) -> None:
        self.files = dict(files or {})

    def read(self, name: str) -> "bytes | None":
        return self.files.get(name)

    def lines(self, name: str) -> "Iterator[bytes]":
        return BytesIO(self.files.get(name, b""))

    def append(self, name: str, data: bytes) -> None:
        self.files[name] = self.files.get(name, b"") + data

    def prepare(self, name: str) -> None:
        pass

    def replace(self, name: str, data: bytes) -> None:
        self.files[name] = data

    def remove(self, name: str) -> None:
        self.files.pop(name, None)

    def names(self) -> "list[str]":
        return sorted(self.files)

    def free(self) -> "int | None":
        return None
