"""Writes anew what comes of the rows of oracles/hands.txt, after a figure of the rules has changed. Each line that it
changes is to be looked at: nothing else may have changed in it. A line whose rule sets no longer agree becomes several.

    PYTHONPATH=tests .venv/bin/python tests/rules/test_recount.py
"""

from __future__ import annotations

from pathlib import Path

from help.rows import of, outcome

HANDS = Path(__file__).parents[1] / "oracles" / "hands.txt"


def recounted(line: str) -> list[str]:
    """Returns a line as it should be now, the rule sets without a change first."""
    if line.startswith("#"):
        return [line]
    sets, how, hands, expected = (part.strip() for part in line.split("|"))
    found: dict[str, list[str]] = {expected: []}
    for rules in of(sets):
        found.setdefault(outcome(rules, how, hands), []).append(rules)
    if list(found) == [expected]:
        return [line]
    return [" | ".join((" ".join(names), how, hands, now)) for now, names in found.items() if names]


def test_a_row_whose_rule_sets_no_longer_agree_becomes_two() -> None:
    hand = "N | 4 (pung simple)"
    assert recounted(f"harr harr-limit babcock | {hand} | 10 no-chows, 8 pung = 38") == [
        f"harr babcock | {hand} | 10 no-chows, 8 pung = 38",
        f"harr-limit | {hand} | 8 pung, x2 no-chows = 36",
    ]
    assert recounted(f"babcock | {hand} | 9 no-chows = 1") == [f"babcock | {hand} | 10 no-chows, 8 pung = 38"]


if __name__ == "__main__":
    lines = HANDS.read_text(encoding="utf-8").splitlines()
    HANDS.write_text("".join(f"{new}\n" for line in lines for new in recounted(line)), encoding="utf-8")
