"""An option or a row without a text is named before any test runs: see tests/conftest.py."""

from __future__ import annotations

import pytest
from help import texts
from help.answers import ask, deal_of
from help.texts import section
from mingg.core.explain.paid import settlement
from mingg.core.rules import agreed, load
from mingg.core.rules.rows import DOUBLINGS


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
