"""An option or a row without a text is named before any test runs: see tests/conftest.py."""

from __future__ import annotations

import pytest
from help import texts
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
