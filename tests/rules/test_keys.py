"""The table of a deal's keys, and what must have each of them: an attribute in the core, a field in the library, words
on the command line and on the device for what a win may have."""

from __future__ import annotations

from dataclasses import fields
from itertools import product
from typing import Any

import pytest
from help.texts import section
from mingg.core.deal.deal import WAYS, Deal, Win
from mingg.core.deal.hand import Hand
from mingg.core.interchange import keys
from mingg.core.interchange.reader import _NOUNS
from mingg.core.rules import RULE_SETS, load
from mingg.core.table.session import Session
from mingg.entry.entry import OF_WIN, Entered, Entry
from mingg.entry.sayable import Sayable
from mingg.ui.screens.seldom.special import ROWS_OF_A_SCORE
from mingg_host.commands.score import score
from mingg_host.scoring.typed import option_of
from mingg_scoring import deals

PLAIN: dict[int, tuple[Any, ...]] = {
    keys.FLAG: (False,),
    keys.COUNT: (0,),
    keys.SCORE: (None,),
    keys.WORD: (None, "", "mixed"),
    keys.WORDS: ([],),
    keys.TEXT: (None,),
    keys.SEAT: (None,),
    keys.TILE: (None,),
    keys.SETS: ([],),
    keys.FLOWERS: ([],),
    keys.DEAD: (None,),
}
FORMS = {
    "HAND": (keys.HAND, Hand(), deals.Hand),
    "WIN": (keys.WIN, Win(""), deals.Win),
    "DEAL": (keys.DEAL, Deal(), deals.SessionDeal),
}


@pytest.mark.parametrize("name", FORMS)
def test_what_a_key_needs_is_there(name: str) -> None:
    rows, plain, form = FORMS[name]
    missing = []
    known = {each.name.rstrip("_"): each for each in fields(form)}
    for row in rows:
        if row.kind != keys.OTHER and getattr(plain, row.name, ...) not in PLAIN[row.kind]:
            missing.append(f"{row.key}: {type(plain).__name__} of the core has no attribute {row.name} with a default")
        if row.key not in known:
            missing.append(f"{row.key}: mingg_scoring.deals.{form.__name__} has no such field")
        elif row.kind == keys.FLAG and known[row.key].default is not False:
            missing.append(f"{row.key}: mingg_scoring.deals.{form.__name__} has another default")
    missing += [
        f"{key}: mingg.core.interchange.keys has no such row" for key in known if key not in {row.key for row in rows}
    ]
    assert not missing, "\n".join(missing)


def test_a_wrong_word_is_refused_as_what_its_key_is() -> None:
    rows = [row for row in keys.HAND + keys.WIN + keys.LIABLE if row.kind == keys.WORD]
    assert len(rows) > 5
    assert not [f"{row.key}: _NOUNS of mingg.core.interchange.reader lacks it" for row in rows if row.key not in _NOUNS]


def offered_by_device(row: Any) -> set[str]:
    """What the device offers to say of a winner, however they won, by a rule set that knows this key."""
    rules = next(rules for rules in map(load, RULE_SETS) if keys.is_known(row, rules))
    session = Session(["Ann", "Bo", "Cy", "Di"], rules)
    offered = set()
    for way, last in product(WAYS, (False, True)):
        entry = Entry()
        entry.set_way(way, 1 if way in ("discard", "rob") else None, last)
        offered |= set(Sayable(entry, entry.winner, session).items)
    return offered


def test_what_a_win_may_have_can_be_typed_told_and_corrected() -> None:
    options = {name for option in score.params for name in option.opts}
    texts, sheet = section("seldom"), section("score sheet")
    missing = []
    for row in keys.WIN:
        if option_of(row.key) not in options:
            missing.append(f"{row.key}: _OPTIONS of mingg_host.commands.score has no {option_of(row.key)}")
        if row.kind == keys.FLAG and row.rows:
            if row.key not in sheet:
                missing.append(f"firmware/mingg/lang/en.txt, [score sheet]: {row.key} = ...")
            if row.key not in OF_WIN:
                missing.append(f"{row.key}: OF_WIN of mingg.entry.entry has no such word")
            if row.key not in offered_by_device(row):
                missing.append(f"{row.key}: Sayable of mingg.entry.sayable has no such way")
            if getattr(Entered, row.key, None) is not False:
                missing.append(f"{row.key}: Entered of mingg.entry.entry has no such attribute")
            if row.key not in ROWS_OF_A_SCORE and f"special {row.key}" not in texts:
                missing.append(f"{row.key}: ROWS_OF_A_SCORE of mingg.ui.screens.seldom.special has no such row")
            if f"short {row.key}" not in texts:
                missing.append(f"firmware/mingg/lang/en.txt, [seldom]: short {row.key} = ...")
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_key_is_known_by_a_rule_set_or_not(rule_set: str) -> None:
    """A word that has an effect in one rule set is refused where it has none. A new key stands here, too."""
    rules = load(rule_set, {}, 4)
    known = [row.key for row in (*keys.HAND, *keys.WIN, *keys.DEAL) if row.rows and keys.is_known(row, rules)]
    assert (
        known
        == {
            "harr": ["only_place"],
            "harr-limit": ["last_set", "fourth"],
            "babcock": ["only_place"],
            "chinese": ["last_set"],
            "bmja": ["call", "twofold"],
            "dmjl": ["only_place", "last_set", "call", "twofold", "streak"],
        }[rule_set]
    )


def test_a_loser_may_wait_for_purity_if_it_counts_and_losers_who_wait_score() -> None:
    fishing = next(row for row in keys.HAND if row.key == "fishing")
    for rule_set, doubling, waits in (("bmja", 8, True), ("bmja", False, False), ("harr", 8, False)):
        rules = load(rule_set, {}, 4, {"name": "Ours", "factors": {"purity": doubling}})
        assert ("purity" in keys.words_of(fishing, rules)) == waits, (rule_set, doubling)
