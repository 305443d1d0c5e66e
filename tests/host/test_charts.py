"""The charts of a report: scales, lines and bars, in percent."""

from __future__ import annotations

from pathlib import Path

import pytest
from mingg_host.evenings.loading import as_known
from mingg_host.evenings.sources import find
from mingg_host.report import charts
from mingg_host.report.figures import Fortune

LEDGER = Path(__file__).parents[1] / "ledgers" / "format1" / "0001.txt"


def chart(rows: list[list[float | None]], level: int = 0) -> charts.Lines:
    return charts.lines([f"P{number}" for number in range(len(rows[0]))], rows, "points", "after deal", "alt", level)


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
    assert all(0 <= place <= 100 for line in drawn.named for mark in line.marks for place in mark)


def test_lines_lead_from_the_first_step_to_the_last_and_the_highest_is_named_first() -> None:
    drawn = chart([[0, 0], [-10, 10], [-20, 20]])
    assert [(line.name, line.style, line.last) for line in drawn.named] == [("P1", 1, "+20"), ("P0", 0, "−20")]
    assert [line.path for line in drawn.named] == ["M0 50L50 25L100 0", "M0 50L50 75L100 100"]
    assert drawn.named[0].marks == [(0, 50), (50, 25), (100, 0)]
    assert drawn.level == 50
    assert drawn.steps == [(0, "0"), (50, "1"), (100, "2")]


def test_unknown_values_leave_a_gap() -> None:
    (line,) = chart([[2000], [2100], [None], [2200]], level=2000).named
    assert line.path == "M0 100L33.33 50M100 0"
    assert line.marks == [(0, 100), (33.33, 50), (100, 0)]
    assert line.last == "2200"


def test_only_the_first_players_are_named_and_long_lines_have_few_marks() -> None:
    drawn = chart([[step * player for player in range(12)] for step in range(100)])
    assert sorted(line.style for line in drawn.named) == list(range(charts.NAMED))
    assert len(drawn.others) == 12 - charts.NAMED
    assert all(len(line.marks) <= charts.MARKS for line in drawn.named)
    assert len(drawn.steps) <= charts.TICKS + 1


def test_lost_deals_are_steps_without_balances(tmp_path: Path) -> None:
    file = tmp_path / "0001.txt"
    file.write_bytes(LEDGER.read_bytes().replace(b'"by"', b'"By"', 1))
    whole, damaged = (charts.balances(as_known(*find(str(path), None))) for path in (LEDGER, file))
    assert damaged.steps == whole.steps
    assert {(line.name, line.last) for line in damaged.named} == {(line.name, line.last) for line in whole.named}


def test_bars_begin_at_zero_and_fit() -> None:
    drawn = charts.fortunes({"Ann": Fortune(gain=300, elsewhere=-100), "Bo": Fortune()})
    (_, (east, other)), (_, (nothing, _)) = drawn.rows
    assert drawn.zero == 25
    assert (east.left, east.width, east.end, east.value, east.negative) == (25, 75, 100, "+300", False)
    assert (other.left, other.width, other.end, other.value, other.negative) == (0, 25, 0, "−100", True)
    assert (nothing.left, nothing.width, nothing.value) == (25, 0, "0")
    assert charts.fortunes({"Ann": Fortune()}).zero == 0
    assert (
        drawn.alt == "Bars: points gained. Ann +300 as East and −100 in other seats, Bo 0 as East and 0 in other seats."
    )
