"""Puts one value that may be wrong somewhere into a deal."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

JUNK = st.sampled_from([None, True, False, -1, 0, 1, 1.5, "", "E", "x", "(222p)", "1f", [], [1], {}, {"a": 1}, 10**30])


def spoil(deal: dict[str, Any], data: st.DataObject) -> None:
    """Replaces one value of the deal, at any depth, by one that may be wrong there."""
    value: Any = deal
    for _ in range(4):
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            break
        key = data.draw(st.sampled_from(keys))
        if isinstance(value[key], (dict, list)) and data.draw(st.booleans()):
            value = value[key]
        else:
            value[key] = data.draw(JUNK)
            break
