"""Makes the report's page about a club night, or about a season of several nights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mingg_host.club.night import hundredths
from mingg_host.report import charts, club_nights
from mingg_host.report.charts import Lines, signed
from mingg_host.report.club_nights import Best, ClubNight, Season
from mingg_host.report.page import Hand, hands, render_page
from mingg_host.scoring.score_sheet import WIND_NAMES


@dataclass(frozen=True)
class Part:
    """A night on the page. id: the prefix of its anchors. best: its best hands with their tiles."""

    id: str
    night: ClubNight
    best: list[tuple[Best, Hand]]
    chart: Lines | None


def _hand(best: Best) -> Hand:
    return next(hand for hand in hands(best.hand.deal) if hand.seat == WIND_NAMES[best.hand.seat])


def _of_night(night: ClubNight) -> Lines | None:
    if not night.deals:
        return None
    names = [line.name for line in night.ranks]
    rows = charts.sums([stay.points if stay else 0 for stay in night.stays(name)] for name in names)
    ended = ", ".join(f"{name} {signed(points)}" for name, points in zip(names, rows[-1], strict=True))
    alt = f"Lines: points won in play, sitting after sitting. At the end: {ended}."
    return charts.lines(names, rows, "points won in play", "after sitting", alt)


def _of_season(season: Season) -> Lines:
    def gained(name: str) -> list[int]:
        lines = season.of(name)
        if season.by_table_points:
            return [line.table_points if line else 0 for line in lines]
        return [line.points if line else 0 for line in lines]

    names = [line.name for line in season.ranks]
    sums = charts.sums(map(gained, names))
    unit = "table points" if season.by_table_points else "points"
    rows: Sequence[Sequence[float]] = [[each / 100 for each in row] for row in sums] if season.by_table_points else sums
    ended = ", ".join(f"{name} {points:g}" for name, points in zip(names, rows[-1], strict=True))
    alt = f"Lines: {unit}, night after night. At the end: {ended}.".replace("-", "−")
    return charts.lines(names, rows, f"{unit} in all", "after night", alt)


class ClubReport:
    """A report about nights, oldest first. title: of the page."""

    def __init__(self, nights: list[ClubNight], title: str) -> None:
        self.title = title
        several = len(nights) > 1
        self.season = club_nights.season(nights) if several else None
        self.season_chart = _of_season(self.season) if self.season else None
        self.parts = [
            Part(
                id=f"n{number}",
                night=night,
                best=[(best, _hand(best)) for best in night.best_hands()],
                chart=_of_night(night),
            )
            for number, night in enumerate(self.season.nights if self.season else nights, 1)
        ]

    def page(self) -> str:
        """Returns the page as HTML."""
        season_best = [(night, best, _hand(best)) for night, best in self.season.best_hands()] if self.season else []
        return render_page(
            "club.html",
            self.title,
            (hand for part in self.parts for _, hand in part.best),
            season=self.season,
            season_chart=self.season_chart,
            season_best=season_best,
            parts=self.parts,
            hundredths=hundredths,
        )
