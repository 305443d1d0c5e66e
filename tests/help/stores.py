"""Stores in memory, for tests of ledgers and drafts."""

from io import BytesIO


class MemoryStore:
    """A store that keeps bytes in a dict; `fail` makes the next writes fail as a flash would."""

    def __init__(self):
        self.files = {}
        self.fail = None  # when the error comes; "before": nothing is written; "torn": half of it; "after": all of it
        self.fail_once = False
        self.unreadable = False
        self.broken = []  # names of files that cannot be read
        self.room = None  # bytes free

    def read(self, name):
        if self.unreadable or name in self.broken:
            raise OSError(5)
        return self.files.get(name)

    def lines(self, name):
        return BytesIO(self.read(name) or b"")

    def names(self):
        if self.unreadable:
            raise OSError(5)
        return sorted(self.files)

    def append(self, name, data):
        self._write(name, self.files.get(name, b""), data)

    def prepare(self, name, start=b"", blank=1):
        pass

    def replace(self, name, data):
        fail = self._failing()
        if fail in ("before", "torn"):
            raise OSError(28)
        self.files[name] = data
        if fail == "after":
            raise OSError(5)

    def free(self):
        return self.room

    def remove(self, name):
        if self.fail:
            raise OSError(5)
        self.files.pop(name, None)

    def _write(self, name, before, data):
        fail = self._failing()
        if fail == "before":
            raise OSError(28)
        if fail == "torn":
            self.files[name] = before + data[: len(data) // 2]
            raise OSError(28)
        self.files[name] = before + data
        if fail == "after":
            raise OSError(5)

    def _failing(self):
        fail = self.fail
        if self.fail_once:
            self.fail, self.fail_once = None, False
        return fail
