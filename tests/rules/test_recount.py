"""What writes the rows of oracles/hands.txt anew."""

from __future__ import annotations

from help.recount import HANDS, recounted


def test_no_row_changes_while_the_rules_stay() -> None:
    lines = HANDS.read_text(encoding="utf-8").splitlines()
    assert [new for line in lines for new in recounted(line)] == lines


def test_a_row_whose_rule_sets_no_longer_agree_becomes_two() -> None:
    hand = "N | 4 (pung simple)"
    assert recounted(f"harr harr-limit babcock | {hand} | 10 no-chows, 8 pung = 38") == [
        f"harr babcock | {hand} | 10 no-chows, 8 pung = 38",
        f"harr-limit | {hand} | 8 pung, x2 no-chows = 36",
    ]
    assert recounted(f"babcock | {hand} | 9 no-chows = 1") == [f"babcock | {hand} | 10 no-chows, 8 pung = 38"]
