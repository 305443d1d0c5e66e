"""An option or a row without a text is named before any test runs: see tests/conftest.py."""

from __future__ import annotations

import pytest
from help import texts
from help.messages import section
from mingg.core.rules import agreed


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
