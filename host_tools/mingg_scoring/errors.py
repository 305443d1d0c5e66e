"""The one exception of this package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from mingg.core.interchange.json_in import BadInput


class MinggError(ValueError):
    """A deal, a session, an exchange or a choice of rules is wrong.

    message  what is wrong, and what to do
    place    a JSON Pointer to the wrong value, such as /hands/E/tiles; "" for the whole
    line     of a session: the number of its line, from 1, the first line with the players; else None
    """

    def __init__(self, message: str, place: str = "", line: int | None = None) -> None:
        self.message = message
        self.place = place
        self.line = line
        super().__init__(": ".join(filter(None, (f"line {line}" if line else "", place, message))))

    def __reduce__(self) -> tuple[type[MinggError], tuple[str, str, int | None]]:
        return type(self), (self.message, self.place, self.line)

    def to_json(self) -> dict[str, dict[str, object]]:
        """Returns the error as an object of the interchange format: {"error": {"at": place, "message": message}}."""
        line = {} if self.line is None else {"line": self.line}
        return {"error": {"at": self.place, "message": self.message, **line}}


@contextmanager
def refusals() -> Iterator[None]:
    """Raises MinggError for what the core refuses."""
    try:
        yield
    except BadInput as error:
        raise MinggError(error.message, error.pointer) from None
