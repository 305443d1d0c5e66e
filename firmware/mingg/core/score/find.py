"""Finds a fact by its name, and asks whether it holds."""

from typing import Any

from mingg.core.score.facts import FACTS, Seated


def find(name: str) -> "Any":
    """A fact. Raises KeyError if there is no such fact."""
    fact = FACTS.get(name)
    if fact is None:
        # Only options and some rule sets need these.
        from mingg.core.score.seldom_facts import seldom

        fact = seldom(name)
    return fact


def holds(name: str, seated: Seated) -> "Any":
    """How many times a fact that is not of sets holds."""
    fact = find(name)
    if isinstance(fact, int):
        return bool(seated.has & fact)
    return fact[1](seated) if fact[0] & seated.has else False
