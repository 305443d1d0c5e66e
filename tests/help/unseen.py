"""A display that nobody sees, for the application without a board's edges; and the keys, by a letter each."""

MASKS = {"l": 1, "r": 2, "u": 4, "d": 8, "a": 16, "b": 32}


class Panel:
    def __init__(self):
        self.buffer = bytearray(1024)

    def show(self):
        pass

    def contrast(self, level):
        self.level = level

    def sleep(self, on):
        pass
