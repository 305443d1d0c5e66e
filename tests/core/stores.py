"""Stores in memory, for tests of what is kept."""


class MemoryStore:
    """A store that keeps bytes in a dict; `fail` makes the next writes fail as a flash would."""

    def __init__(self):
        self.files = {}
        self.fail = None  # "before": nothing is written; "torn": half of it; "after": all of it, and then the error
        self.fail_once = False
        self.unreadable = False

    def read(self, name):
        if self.unreadable:
            raise OSError(5)
        return self.files.get(name)

    def names(self):
        if self.unreadable:
            raise OSError(5)
        return sorted(self.files)

    def append(self, name, data):
        self._write(name, self.files.get(name, b""), data)

    def replace(self, name, data):
        if self.fail:
            raise OSError(28)
        self.files[name] = data

    def remove(self, name):
        if self.fail:
            raise OSError(5)
        self.files.pop(name, None)

    def _write(self, name, before, data):
        fail = self.fail
        if self.fail_once:
            self.fail, self.fail_once = None, False
        if fail == "before":
            raise OSError(28)
        if fail == "torn":
            self.files[name] = before + data[: len(data) // 2]
            raise OSError(28)
        self.files[name] = before + data
        if fail == "after":
            raise OSError(5)
