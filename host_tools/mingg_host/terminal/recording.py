"""What somebody pressed, as a script of keys that does the same."""

from __future__ import annotations

from collections.abc import Sequence

from mingg.hal.keys import HOLD_MS, KEY_NAMES

from mingg_host.headless import TAP_MS

PAUSE_MS = 1000  # a shorter one says nothing
_WORDS_A_LINE = 12


class Recording:
    """Fed with which keys were down for how long."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._mask = 0
        self._ms = 0

    def add(self, mask: int, ms: int) -> None:
        """The keys of a mask, at most one, were down for so many ms more."""
        if mask != self._mask:
            self._close()
            self._mask, self._ms = mask, 0
        self._ms += ms

    def script(self, thrown: Sequence[int]) -> str:
        """All of it, and how the dice fell meanwhile."""
        self._close()
        self._mask, self._ms = 0, 0
        words = self._words
        lines = [" ".join(["dice", *map(str, thrown)])] if thrown else []
        lines += [" ".join(words[at : at + _WORDS_A_LINE]) for at in range(0, len(words), _WORDS_A_LINE)]
        return "".join(f"{line}\n" for line in lines)

    def _close(self) -> None:
        if self._mask:
            key = KEY_NAMES[self._mask.bit_length() - 1]
            self._words.append(key if self._ms < HOLD_MS else f"hold {key}")
        elif self._ms >= PAUSE_MS and self._words:
            self._words.append(f"wait {self._ms - TAP_MS}ms")
