"""The answer to a deal: what each hand scores, and who pays whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from mingg_scoring.deals import Count, Points, Seat
from mingg_scoring.forms import Bounds, Document, Form

SeatOrOut = Literal["E", "S", "W", "N", "out"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Item(Form):
    """What counts points."""

    id: Annotated[str, "What it is, such as `mahjong`, `pung` or `drawn`."]
    points: Annotated[Points, "Its points."]
    major: Annotated[bool | None, "Of a pung or kong: ones, nines, winds or dragons."] = None
    exposed: Annotated[bool | None, "Of a pung or kong: exposed, not concealed."] = None
    of: Annotated[str | None, "The kind of pair, or of the set that the winning tile completed."] = None
    tile: Annotated[str | None, "Its tile, if it is known."] = None
    why: Annotated[str | None, "Explained: the reason."] = None
    source: Annotated[str | None, "Explained: the book and the page."] = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Doubling(Form):
    """What doubles the points."""

    id: Annotated[str, "What it is, such as `dragon` or `half-suit`."]
    times: Annotated[Count, "How many times it doubles."]
    tile: Annotated[str | None, "Its tile, if it is known."] = None
    why: Annotated[str | None, "Explained: the reason."] = None
    source: Annotated[str | None, "Explained: the book and the page."] = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Added(Form):
    """What is added after the doublings."""

    id: Annotated[str, "What it is."]
    points: Annotated[Points, "Its points."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]


@dataclass(frozen=True, kw_only=True, repr=False)
class HandScore(Form):
    """What a hand scores."""

    score: Annotated[Count, "The score, after the limit."]
    points: Annotated[Count, "The points before doubling, of the ordinary count."]
    doublings: Annotated[Count, "How many times they are doubled, in the ordinary count."]
    limit: Annotated[bool, "The score is the limit, by the cap or by a special hand."]
    items: Annotated[tuple[Item, ...], "What counts points."]
    doubled: Annotated[tuple[Doubling, ...], "What doubles."]
    special: Annotated[str | None, "The special hand that set the score."] = None
    arrangement: Annotated[str | None, "Of a hand in tiles: how its sets were arranged."] = None
    added: Annotated[tuple[Added, ...], "Explained: what is added after the doublings."] = ()
    why: Annotated[str | None, "Explained: why a special hand or the limit set the score."] = None
    source: Annotated[str | None, "Explained: the book and the page of this."] = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Step(Form):
    """A step on the way to a payment, or a rule of the settlement."""

    shown: Annotated[str, "The figure, and how it came about."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]


@dataclass(frozen=True, kw_only=True, repr=False)
class Payment(Form):
    """What one player pays another for a deal. Each pair of players has one at most."""

    from_: Annotated[SeatOrOut, "Who pays."]
    to: Annotated[SeatOrOut, "Who receives."]
    points: Annotated[Points, "How much: more than 0."]
    steps: Annotated[tuple[Step, ...], "Explained: how it came about."] = ()


@dataclass(frozen=True, kw_only=True, repr=False)
class Next(Form):
    """What follows."""

    deal: Annotated[
        Literal["passes", "stays"] | Seat,
        "East passes to the right, East deals again, or with `winner_deals` the seat that deals.",
    ]


@dataclass(frozen=True, kw_only=True, repr=False)
class Answer(Document):
    """What the hands of a deal score, and who pays whom."""

    hands: Annotated[Mapping[Seat, HandScore], "What each hand scores."]
    payments: Annotated[tuple[Payment, ...], "Who pays whom."]
    net: Annotated[Mapping[SeatOrOut, int], "What each player gains; `out`: the fifth player, who sits out."]
    next: Annotated[Next, "Who deals next."]
    notes: Annotated[tuple[str, ...], "Assumptions about a deal that was typed on the command line."] = ()


@dataclass(frozen=True, kw_only=True, repr=False)
class Wrong(Form):
    """What is wrong."""

    at: Annotated[str, "A JSON Pointer to the wrong value; empty for the whole."]
    message: Annotated[str, "What is wrong, and what to do."]
    line: Annotated[int | None, Bounds(1), "Of a session or a file: the number of the line, from 1."] = None


@dataclass(frozen=True, kw_only=True, repr=False)
class ErrorAnswer(Document):
    """What commands answer if something is wrong. In Python: MinggError."""

    error: Annotated[Wrong, "What is wrong."]
