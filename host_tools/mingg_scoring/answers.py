"""What the library answers: what each hand of a deal scores, who pays whom, and the figures of a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from mingg.core.deal import deal as core
from mingg.core.deal.hand import Hand

from mingg_scoring.deals import House, RuleSetName, Seat
from mingg_scoring.forms import UNSET, Bounds, Count, Document, Form, Points, Unset

SeatOrOut = Literal["E", "S", "W", "N", "out"]
Who = Literal["winner", "all", "losers"]


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


class Doubling(Form):
    """What doubles the points."""

    id: Annotated[str, "What it is, such as `dragon` or `half-suit`."]
    times: Annotated[Count, "How many times it doubles."]
    tile: Annotated[str | None, "Its tile, if it is known."] = None
    why: Annotated[str | None, "Explained: the reason."] = None
    source: Annotated[str | None, "Explained: the book and the page."] = None


class Added(Form):
    """What is added after the doublings."""

    id: Annotated[str, "What it is."]
    points: Annotated[Points, "Its points."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]


class Dropped(Form):
    """Why something does not count."""

    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]


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
    dropped: Annotated[tuple[Dropped, ...], "Explained: why a dead hand, or a hidden tile, does not count."] = ()


class Step(Form):
    """A step on the way to a payment, or a rule of the settlement."""

    shown: Annotated[str, "The figure, and how it came about."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]


class Payment(Form):
    """What one player pays another for a deal. Each pair of players has one at most."""

    from_: Annotated[SeatOrOut, "Who pays."]
    to: Annotated[SeatOrOut, "Who receives."]
    points: Annotated[Points, "How much: more than 0."]
    steps: Annotated[tuple[Step, ...], "Explained: how it came about."] = ()


class Next(Form):
    """What follows."""

    deal: Annotated[
        Literal["passes", "stays"] | Seat,
        "East passes to the right, East deals again, or with `winner_deals` the seat that deals.",
    ]


class Answer(Document):
    """What the hands of a deal score, and who pays whom."""

    hands: Annotated[Mapping[Seat, HandScore], "What each hand scores."]
    payments: Annotated[tuple[Payment, ...], "Who pays whom."]
    net: Annotated[Mapping[SeatOrOut, int], "What each player gains; `out`: the fifth player, who sits out."]
    next: Annotated[Next, "Who deals next."]
    dropped: Annotated[tuple[Dropped, ...], "Explained: why losers do not settle with each other."] = ()
    notes: Annotated[tuple[str, ...], "Assumptions about a deal that was typed on the command line."] = ()


def answered(answer: core.Answer, deal: core.Deal) -> Answer:
    """Returns the answer of the core to a deal."""
    return Answer(
        hands={seat: _score_of(count, deal.hands.get(seat)) for seat, count in answer.counts.items()},  # type: ignore[misc]
        payments=tuple(Payment(from_=of.source, to=of.to, points=of.points) for of in answer.payments),
        net=answer.net,  # type: ignore[arg-type]
        next=Next(deal=answer.deals_next),  # type: ignore[arg-type]
    )


def _score_of(count: core.Count, hand: Hand | None) -> HandScore:
    arrangement = None if hand is None else hand.arrangement
    if not (count.items or count.doubled or arrangement or count.score or count.limit):
        return NOTHING
    return HandScore(
        score=count.score,
        points=count.points,
        doublings=count.doublings,
        limit=count.limit,
        items=tuple(map(_item_of, count.items)),
        doubled=tuple(Doubling(id=of.id, times=of.times, tile=of.face) for of in count.doubled),
        special=count.special,
        arrangement=arrangement,
    )


def _item_of(item: core.Item) -> Item:
    of_set, tile = item.slot >= 0, item.face if isinstance(item.face, str) else None
    return Item(
        id=item.id,
        points=item.points,
        major=item.slot >= 2 if of_set else None,
        exposed=item.slot % 2 == 0 if of_set else None,
        of=item.word,
        tile=tile,
    )


NOTHING = HandScore(score=0, points=0, doublings=0, limit=False, items=(), doubled=())


class Wrong(Form):
    """What is wrong."""

    at: Annotated[str, "A JSON Pointer to the wrong value; empty for the whole."]
    message: Annotated[str, "What is wrong, and what to do."]
    line: Annotated[int | None, Bounds(1), "Of a session or a file: the number of the line, from 1."] = None


class ErrorAnswer(Document):
    """What commands answer if something is wrong. In Python: MinggError."""

    error: Annotated[Wrong, "What is wrong."]


# ---- rule sets ----


class Limit(Form):
    """The limit of a rule set."""

    points: Annotated[Points | None, "The most that a hand can score; null: there is no limit."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]


class RuleSetLine(Document):
    """A rule set in a list."""

    id: Annotated[RuleSetName, "Its name in JSON."]
    title: Annotated[str, "Its name for readers; of house rules, theirs."]
    book: Annotated[str, "Where it comes from."]
    limit: Annotated[Limit, "Its limit."]


class Figure(Form):
    """A figure of a rule set."""

    id: Annotated[str, "What counts: the `id` in an answer."]
    who: Annotated[Who, "For whom it counts."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]
    house: Annotated[int | str | Unset | None, "House rules: the figure of the rule set; null: it has none."] = UNSET


class PointsFigure(Figure):
    """Points."""

    points: Annotated[Points, "The points."]
    major: Annotated[bool | None, "Of a pung or kong: ones, nines, winds or dragons."] = None
    exposed: Annotated[bool | None, "Of a pung or kong: exposed, not concealed."] = None
    of: Annotated[str | None, "The kind of pair, or of the set that the winning tile completed."] = None


class DoublingFigure(Figure):
    """A doubling."""

    times: Annotated[Count, "How many times it doubles."]
    of: Annotated[Literal["pung", "kong"] | None, "Of what, if a kong counts more."] = None


class ShareFigure(Figure):
    """A special hand."""

    share: Annotated[str, "Its share of the limit, or `points`."]
    points: Annotated[Points | None, "Its points; null: there is no limit."]
    name: Annotated[str | None, "Its name."] = None
    tiles: Annotated[str | None, "House rules: its pattern."] = None
    concealed: Annotated[bool | None, "House rules: nothing is exposed before the winning tile."] = None
    claim: Annotated[bool | None, "House rules: the winning tile may be claimed."] = None
    flowers: Annotated[int | str | None, "House rules: the flowers that it needs beside it."] = None


class Option(Form):
    """An option that players can agree on."""

    name: Annotated[str, "Its name."]
    set: Annotated[bool | int | str | None, "Its value in force."]
    agreed: Annotated[bool, "The players agreed on it."]
    settings: Annotated[str, "The possible values in words."]
    values: Annotated[tuple[bool | int | str | None, ...], "The possible values that have a name."]
    does: Annotated[str, "What it does."]
    source: Annotated[str, "The book and the page."]


class Without(Form):
    """What house rules do not count."""

    points: Annotated[tuple[PointsFigure, ...], "Points."]
    doublings: Annotated[tuple[DoublingFigure, ...], "Doublings."]
    special: Annotated[tuple[ShareFigure, ...], "Special hands."]
    waiting: Annotated[tuple[ShareFigure, ...], "What a loser scores who waits for a special hand."]
    added: Annotated[tuple[ShareFigure, ...], "What is added after the doublings."]


class HouseInForce(House):
    """House rules in force."""

    without: Annotated[Without, "The figures of the rule set that they took away."]


class RuleSet(RuleSetLine):
    """A rule set in force."""

    players: Annotated[Literal[2, 3, 4, 5], "How many play."]
    points: Annotated[tuple[PointsFigure, ...], "What counts points."]
    doublings: Annotated[tuple[DoublingFigure, ...], "What doubles."]
    special: Annotated[tuple[ShareFigure, ...], "Special hands."]
    waiting: Annotated[tuple[ShareFigure, ...], "What a loser scores who waits for a special hand."]
    added: Annotated[tuple[ShareFigure, ...], "What is added after the doublings."]
    settlement: Annotated[tuple[Step, ...], "Who pays whom."]
    options: Annotated[tuple[Option, ...], "The options."]
    house: Annotated[HouseInForce | None, "House rules."] = None
