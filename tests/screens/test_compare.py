"""The page of screens before and after."""

from __future__ import annotations

import re

import pytest
from screens import compare, goldens


def test_changed_screens_come_first_and_each_screen_is_there_once() -> None:
    after = compare.recorded()
    before = {name: dict(parts) for name, parts in after.items()}
    before["how"] = before["how"] | {"en": before["table"]["en"]}
    before["gone"] = {"en": before.pop("menu")["en"]}
    page = compare.page(before, after, "HEAD")
    changed, unchanged = page.split("unchanged</h2>")
    titles = [
        "gone, en",
        "how, en",
        *(f"menu, {language}" for language in goldens.LANGUAGES if language in after["menu"]),
    ]
    assert re.findall("<h3>(.*?)</h3>", changed) == titles
    assert changed.count("<img") == 3 + len(after["menu"])
    assert changed.count("none</span>") == 1 + len(after["menu"])
    assert unchanged.count("<img") == len(after) - 2
    assert 'alt="W, Cy wins, how?' in page


def test_a_revision_that_does_not_exist_is_named() -> None:
    with pytest.raises(SystemExit, match=r"BEFORE=no-such-revision: .*Name a revision of git"):
        compare.recorded_at("no-such-revision")
