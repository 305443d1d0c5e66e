"""docs/rules.md has the present tables of the rule sets."""

from __future__ import annotations

import differences
import pytest
from mingg.core.rules import load


@pytest.mark.lint
def test_the_page_has_the_table_of_the_rules() -> None:
    page = differences.PAGE.read_text(encoding="utf-8")
    assert page == differences.with_table(page), "make manual"


def test_the_table_marks_what_is_second_hand() -> None:
    table = differences.differences()
    assert "| Limit | none | 300 | 300 | 300 | 1000 | 500 (2) |" in table
    assert "| Knitting | - | - | - | - | 1/2 (s) | - |" in table
    assert "| Flowers | option | option | option | option | yes | yes |" in table


def test_what_all_rule_sets_count_alike_is_left_out() -> None:
    table = differences.differences()
    assert "Kong of 2-8, concealed" not in table
    assert all(any(row.id == "kong" for row in load(rules).points) for rules in differences.ALL_SETS)
