"""The charts of a report: scales, lines and bars, in percent."""

from __future__ import annotations

from pathlib import Path

import pytest
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find
from mingg_host.report import figures

LEDGER = Path(__file__).parents[1] / "evening" / "ledgers" / "format1" / "0003-00.txt"


def chart(rows: list[list[float | None]], level: int = 0) -> figures.Lines:
    return figures.Lines([f"P{number}" for number in range(len(rows[0]))], rows, "points", "after deal", "alt", level)


@pytest.mark.parametrize(
    ("values", "heights"),
    [
        ([0, 0], ["0", "1"]),
        ([0, 1], ["0", "1"]),
        ([0, 7.5], ["0", "1", "2", "3", "4", "5", "6", "7", "8"]),
        ([-626, 940], ["−1000", "−500", "0", "500", "1000"]),
        ([1374, 3064], ["1000", "1500", "2000", "2500", "3000", "3500"]),
        ([-3, 10**9], ["−200000000", "0", "200000000", "400000000", "600000000", "800000000", "1000000000"]),
    ],
)
def test_heights_are_round_and_reach_over_all_values(values: list[float], heights: list[str]) -> None:
    drawn = chart([[value] for value in values])
    assert [words for _, words in drawn.heights] == heights
    assert drawn.gutter == max(map(len, heights))
    places = [place for place, _ in drawn.heights]
    assert (places[0], places[-1]) == (100, 0)
    assert all(0 <= place <= 100 for player, _, _ in drawn.named for mark in drawn.marks(player) for place in mark)


def test_lines_lead_from_the_first_step_to_the_last_and_the_highest_is_named_first() -> None:
    drawn = chart([[0, 0], [-10, 10], [-20, 20]])
    assert drawn.named == [(1, "P1", "+20"), (0, "P0", "−20")]
    assert [drawn.path(player) for player in (1, 0)] == ["M0 50L50 25L100 0", "M0 50L50 75L100 100"]
    assert drawn.marks(1) == [(0, 50), (50, 25), (100, 0)]
    assert drawn.level == 50
    assert drawn.steps == [(0, "0"), (50, "1"), (100, "2")]


def test_unknown_values_leave_a_gap() -> None:
    drawn = chart([[2000], [2100], [None], [2200]], level=2000)
    assert drawn.path(0) == "M0 100L33.33 50M100 0"
    assert drawn.marks(0) == [(0, 100), (33.33, 50), (100, 0)]
    assert drawn.named == [(0, "P0", "2200")]


def test_only_the_first_players_are_named_and_long_lines_have_few_marks() -> None:
    drawn = chart([[step * player for player in range(12)] for step in range(100)])
    assert sorted(player for player, _, _ in drawn.named) == list(range(figures.NAMED))
    assert len(drawn.others) == 12 - figures.NAMED
    assert all(len(drawn.marks(player)) <= figures.MARKS for player, _, _ in drawn.named)
    assert len(drawn.steps) <= figures.TICKS + 1


def test_lost_deals_are_steps_without_balances(tmp_path: Path) -> None:
    file = tmp_path / "0003-00.txt"
    file.write_bytes(LEDGER.read_bytes().replace(b'"by"', b'"By"', 1))
    whole, damaged = (figures.Figures(Evening(find(str(path))[0])).balances() for path in (LEDGER, file))
    assert damaged.steps == whole.steps
    assert damaged.named == whole.named


def test_bars_begin_at_zero_and_fit() -> None:
    drawn = figures.Bars({"Ann": (300, -100), "Bo": (0, 0)})
    assert drawn.zero == 25
    assert list(map(drawn.across, (300, -100, 0))) == [100, 0, 25]
    assert figures.Bars({"Ann": (0, 0)}).zero == 0
    assert (
        drawn.alt == "Bars: points gained. Ann +300 as East and −100 in other seats, Bo 0 as East and 0 in other seats."
    )
