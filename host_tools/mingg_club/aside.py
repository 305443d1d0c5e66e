"""What the host of a night could not handle. It goes on without it, and the director's page says so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

MOST_TEXT = 200


class Aside:
    """reasons: why something was set aside, by table (0: none) and what it is."""

    def __init__(self) -> None:
        self.reasons: dict[tuple[int, str], str] = {}

    @contextmanager
    def handling(self, what: str, table: int = 0, *passed: type[Exception]) -> Iterator[None]:
        """Ends the block at any error but those that are passed on: one table must not end the night of all others."""
        try:
            yield
        except passed:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a device sends, and nobody foresaw
            text = "".join(sign if sign.isprintable() else " " for sign in str(error)[:MOST_TEXT]).strip()
            self.reasons[table, what] = text or type(error).__name__

    @contextmanager
    def trying(self, what: str, table: int = 0, *passed: type[Exception]) -> Iterator[None]:
        """Does the same for what is done again and again: only the last time counts."""
        self.reasons.pop((table, what), None)
        with self.handling(what, table, *passed):
            yield
