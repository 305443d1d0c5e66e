"""What an option or a row of the rules needs, and lacks, is named: a text before any test runs, see tests/conftest.py;
a fact; a row in tests/oracles/hands.txt."""

from __future__ import annotations

import pytest
from help import texts
from help.answers import ask, deal_of
from help.rows import rows
from help.texts import section
from mingg.core.explain.paid import settlement
from mingg.core.rules import RULE_SETS, agreed, load, module_of, options_of
from mingg.core.rules.rows import DOUBLINGS
from mingg.core.score.find import find


def test_each_missing_text_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert texts.missing() == []
    effect = (True, agreed.SPECIAL, agreed.Row("four-plums", "plum", 2, agreed.WINNER, "p.99", ""))
    monkeypatch.setattr(agreed, "AGREED", (*agreed.AGREED, agreed.switch("plums", "p.99", (effect,))))
    assert texts.missing() == [
        "firmware/mingg/lang/en.txt, [options]: does plums = ...",
        "firmware/mingg/lang/en.txt, [options]: option plums = ...",
        "firmware/mingg/lang/en.txt, [seldom]: special four-plums = ...",
        "firmware/mingg/lang/en.txt, [why]: special plum 2 = ...",
    ]


def test_every_row_has_its_fact() -> None:
    missing = set()
    for rules in texts.every_rule_set():
        for row in (row for table in rules.tables.values() for row in table):
            try:
                find(row.fact)
            except KeyError:
                missing.add(f"{row.fact}: RARE of mingg.core.score.rare_facts has no such fact")
    assert not missing, "\n".join(sorted(missing))


def test_every_option_that_brings_a_row_is_on_in_a_hand() -> None:
    agreed_in = {word for _, how, _, _ in rows("/oracles/hands.txt") for word in how.split()}
    needed = set()
    for rule_set in RULE_SETS:
        for option in options_of(module_of(rule_set)):
            words = {True: f"+{option.name}", False: f"+{option.name}=no"}
            needed |= {words.get(value, f"+{option.name}={value}") for value, _, _ in option.effects}
    missing = sorted(needed - agreed_in)
    assert not missing, f"tests/oracles/hands.txt has no row with {' '.join(missing)}"


def test_the_reason_of_a_payment_that_an_option_brings_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without new_method no payment has this one."""
    monkeypatch.setattr(texts, "section", lambda name: {key for key in section(name) if key != "pay discarder"})
    assert texts.missing() == ["firmware/mingg/lang/en.txt, [why]: pay discarder = ..."]


def test_an_option_for_the_last_discard_counts_no_last_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of docs/recipes.md. A page of the book says that it earns nothing: not where a table agrees on it."""
    row = agreed.Row("last-discard", "last_discard", 1, agreed.WINNER, "p.30", "")
    option = agreed.switch("double_last_discard", "p.30", ((True, DOUBLINGS, row),))
    monkeypatch.setattr(agreed, "AGREED", (*agreed.AGREED, option))
    deal = deal_of({}, last=True, options={"double_last_discard": True})
    counted = ask(deal)["hands"]["N"]
    assert [item["id"] for item in counted["items"]] == ["mahjong", "no-score"]
    assert [doubling["id"] for doubling in counted["doubled"]] == ["last-discard"]
    assert counted["score"] == 60
    told = [
        "play last discard" in {step.why.key for step in settlement(load("babcock", options))}
        for options in ({}, {"double_last_discard": True})
    ]
    assert told == [True, False]
