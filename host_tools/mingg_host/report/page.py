"""Makes the report's page: one file that needs no other file and no network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from mingg.core.deal.deal import OUT, PASSES, STAYS
from mingg.core.table.session import START

from mingg_host.evenings.evening import Evening, Paid, PlayedDeal
from mingg_host.report import charts, faces, figures, shown
from mingg_host.report.charts import Bars, Lines, signed
from mingg_host.scoring import score_sheet
from mingg_host.scoring.score_sheet import DEAD, WIND_NAMES, tile_words

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Hand:
    """A hand of a deal: its player, seat and score. partly: True if its groups are only the tiles that are known beside
    the card. rows: (item, points), or None for a line across."""

    seat: str
    player: str
    title: str
    won: bool
    groups: list[faces.Group]
    partly: bool
    won_with: str | None
    rows: list[tuple[str, int | str] | None]
    score: int


@dataclass(frozen=True)
class Part:
    """An evening on the page, with the fields that the template uses. id: the prefix of its anchors."""

    id: str
    title: str
    evening: Evening
    standings: list[figures.Standing]
    payments: figures.Pairs
    fed: figures.Fed
    fortunes: dict[str, figures.Fortune]
    best: list[figures.Best]
    balances: Lines | None
    east: Bars | None


# ---- words ----


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:]


def ended(deal: PlayedDeal) -> str:
    """Says how a deal ended, with the players' names."""
    return _sentence(score_sheet.ending_words(deal.deal, deal.players))


def goes_on(deal: PlayedDeal) -> str:
    """Says who deals next, and who is liable."""
    names, after = deal.players, deal.answer.deals_next
    words = {STAYS: f"{names['E']} deals again.", PASSES: f"East passes on from {names['E']}."}
    next_words = words.get(after) or f"{names.get(after, after)} deals next."
    return " ".join([*score_sheet.liable_words(deal.deal, names), next_words])


def hands(deal: PlayedDeal) -> Iterator[Hand]:
    """Yields everyone's hand, East's first."""
    dealt, names, rows = deal.deal, deal.players, score_sheet.rows(deal.played)
    for seat, count in deal.answer.counts.items():
        won = seat == dealt.winner
        text = dealt.tiles.get(seat) or dealt.named.get(seat)
        yield Hand(
            seat=WIND_NAMES[seat],
            player=names[seat],
            title="wins" if won else DEAD[dealt.dead[seat]].removeprefix(", ") if seat in dealt.dead else "",
            won=won,
            groups=faces.groups(text, dealt.arrangements.get(seat)) if text else [],
            partly=seat not in dealt.tiles,
            won_with=dealt.win.tile if won else None,
            rows=[row and row[:2] for row in rows[seat]],
            score=count.score,
        )


def why(best: figures.Best) -> str:
    """Says why a hand scored so much: its special hand, or its doublings."""
    count = best.deal.answer.counts[best.seat]
    words = [score_sheet.special_words(count.special)] if count.special else []
    words += [score_sheet.doubling_words(doubling.id, doubling.face) for doubling in count.doubled]
    return "; ".join(words) or "no doublings"


# ---- the page ----


def _safe(value: Any) -> Any:
    """Cleans a value of the template: removes invisible characters from text; then Jinja escapes its markup."""
    return shown(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _environment() -> Environment:
    jinja = Environment(
        loader=PackageLoader("mingg_host.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_safe,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(signed=signed)
    jinja.globals.update(
        ended=ended,
        goes_on=goes_on,
        hands=hands,
        why=why,
        spoken=tile_words,
        agreed=score_sheet.agreed,
        winds=WIND_NAMES,
        out=OUT,
        start=START,
        total=lambda pairs, at, name: sum(points for pair, points in pairs.items() if pair[at] == name),
        is_deal=lambda event: isinstance(event, PlayedDeal),
        is_paid=lambda event: isinstance(event, Paid),
    )
    return jinja


class Report:
    """A report about evenings, with their figures. title: of the page."""

    def __init__(self, evenings: list[Evening], title: str) -> None:
        self.title = title
        several = len(evenings) > 1
        self.season = figures.season(evenings) if several else None
        self.season_chart = charts.season(self.season) if self.season else None
        self.parts = [
            Part(
                id=f"e{number}",
                title=figures.title_of(evening),
                evening=evening,
                standings=figures.standings(evening),
                payments=figures.payments(evening),
                fed=figures.fed(evening),
                fortunes=(fortunes := figures.fortunes(evening)),
                best=figures.best_hands(evening),
                balances=charts.balances(evening) if evening.deals else None,
                east=charts.fortunes(fortunes) if evening.deals else None,
            )
            for number, evening in enumerate(evenings, 1)
        ]

    def page(self) -> str:
        """Returns the page as HTML."""
        shown_hands = (hand for part in self.parts for deal in part.evening.deals for hand in hands(deal))
        return render_page(
            "report.html",
            self.title,
            shown_hands,
            season=self.season,
            season_chart=self.season_chart,
            parts=self.parts,
        )


def render_page(template: str, title: str, shown_hands: Iterable[Hand], **values: Any) -> str:
    """Returns a page as HTML. shown_hands: the hands whose tiles the template shows. values: its other values."""
    style = (TEMPLATES / "report.css").read_text("utf-8")
    script = (TEMPLATES / "report.js").read_text("utf-8")
    drawn = {
        tile
        for hand in shown_hands
        for tile in [*(tile for group in hand.groups for tile in group.tiles), hand.won_with]
        if tile is not None
    }
    return (
        _environment()
        .get_template(template)
        .render(
            title=title,
            style=Markup(style),
            script=Markup(script),
            style_hash=_hash(style),
            script_hash=_hash(script),
            symbols=faces.symbols(drawn),
            **values,
        )
    )
