"""Random house rules: rows of all books, removed, taken from another book, or with another value. And the mistakes in a
file."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from mingg.core.rules import BOOKS, RULE_SETS, Rules, load, module_of, options_of
from mingg.core.rules.house import LAST_SETS, NEEDED, BadHouse
from mingg.core.rules.rows import ADDED, DOUBLINGS, POINTS, SPECIAL, rows_in
from mingg_host.common.toml_text import BadFile
from mingg_host.scoring import house

ALL_SETS = RULE_SETS


def ids(table: str, books: tuple[str, ...] = ALL_SETS) -> list[str]:
    """Returns the ids of a table in some rule sets."""
    results: set[str] = set()
    for book in map(module_of, books):
        results |= {row[0] for row in rows_in(book)[table]}
        results |= {row[0] for option in options_of(book) for _, into, row in option[3] if into == table}
    return sorted(results)


IDS = {table: ids(table) for table in (POINTS, DOUBLINGS, SPECIAL, ADDED)}
IDS_OF_BOOKS = {table: ids(table, BOOKS) for table in IDS}


def some_figure(chance: random.Random, table: str, item: str, rules: Rules) -> Any:
    if table == DOUBLINGS:
        return chance.choice([2, 4, 8, False])
    if table != POINTS:
        return chance.choice(["limit", "half", "third", False])
    figure = next((row[2] for row in rules.points if row[0] == item), None)
    if item in ("pung", "kong"):
        low, high = (sorted(chance.choices(range(2, 40, 2), k=2)) for _ in range(2))
        return [*low, *high]
    if item == "pair" or item in LAST_SETS:
        words = sorted(figure) if isinstance(figure, dict) else ["dragon", "seat", "both"]
        return {word: chance.choice([0, 2, 4]) for word in chance.sample(words, chance.randint(1, len(words)))}
    return chance.choice([2, 4, 12, 100] if item in NEEDED else [False, 2, 4, 12, 100])


def some_house(
    chance: random.Random, book: str, options: dict[str, Any], players: int = 4, of: dict[str, list[str]] = IDS
) -> dict[str, Any]:
    """Returns valid house rules that follow from a number, with rows of these ids."""
    rules = load(book, options, players)
    while True:
        house: dict[str, Any] = {"name": "House"}
        for table, items in of.items():
            known_items = [item for item in items if item not in LAST_SETS or rules.knows(item)]
            chosen = chance.sample(known_items, min(len(known_items), chance.choice([0, 1, 3, 8])))
            house[table] = {item: some_figure(chance, table, item, rules) for item in chosen}
        try:
            load(book, options, players, house)
        except BadHouse:
            continue
        return house


def problems(tmp_path: Path, text: str) -> list[tuple[int, str, str]]:
    """Returns the mistakes in a file of house rules: line, key and message."""
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        house.read(path)
    assert all(line.startswith(str(path)) for line in str(caught.value).splitlines())
    return [tuple(problem) for problem in caught.value.problems]
