"""The reasons of explanations in each language, whichever language a device in this process shows."""

from __future__ import annotations

from functools import cache

from mingg import lang


@cache
def _reasons(language: str) -> dict[str, str]:
    with open(f"{lang.HERE}{language}.txt", encoding="utf-8") as file:
        text = file.read()
    lines = text.partition("\n[why]\n")[2].partition("\n[")[0].splitlines()
    return {key: words for key, is_text, words in (line.partition(" = ") for line in lines) if is_text}


def because(key: str, figures: tuple[int, ...] = (), language: str = lang.ENGLISH) -> str:
    """Returns the sentence that says why something counts (core/explain/explain.py)."""
    return lang.put(_reasons(language)[key], figures)
