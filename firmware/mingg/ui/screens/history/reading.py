"""A list whose rows are read from the flash."""

from mingg.ui.kit.view import Screen

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.lists import Row

AROUND = 3  # rows before and after the current one that the panel may show


class Reading(Screen):
    """Reads the rows around the cursor before they are drawn, and keeps no others. count: of all rows."""

    count = 0

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._rows: "dict[int, Row]" = {}

    def read(self, indexes: "list[int]") -> "list[Row]":
        """Returns the rows with these indexes, which go from high to low. Raises OSError."""
        raise NotImplementedError

    def unread(self, index: int) -> "Row":
        """Returns what stands in a row that cannot be read."""
        raise NotImplementedError

    def row(self, index: int) -> "Row":
        return self._rows[index]

    def move_to(self, index: int) -> None:
        self.current = index = max(0, min(index, self.count - 1))
        kept = self._rows
        near = range(min(index + AROUND, self.count - 1), max(index - AROUND, 0) - 1, -1)
        self._rows = {i: kept[i] for i in near if i in kept}
        missing = [i for i in near if i not in kept]
        try:
            rows = self.read(missing) if missing else []
        except OSError:
            rows = [self.unread(i) for i in missing]
        self._rows.update(zip(missing, rows))

    def resume(self, state: "tuple[Any, ...]") -> None:
        self.current, self.top = state
        self.move_to(self.current)
