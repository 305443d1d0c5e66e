"""What the library answers: what each hand of a deal scores, who pays whom, and the figures of a rule set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

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

    def __str__(self) -> str:
        """Returns the score sheet; of an answer that was read from JSON, which has no deal, the same as repr()."""
        return _shown(self, "text") or repr(self)

    def _repr_html_(self) -> str | None:
        """Returns the score sheet for a notebook."""
        return _shown(self, "html")


def _shown(answer: Answer, form: str) -> str | None:
    later = vars(answer).get("_later")
    if later is None:
        return None
    from mingg_scoring import json_answers, score_sheet

    shown: str = getattr(score_sheet, form)(json_answers.play(later.deal), names=later.names)
    return shown


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


RuleSets = tuple[RuleSetLine, ...]


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
    doubled: Annotated[tuple[DoublingFigure, ...], "Doublings."]
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
    doubled: Annotated[tuple[DoublingFigure, ...], "What doubles."]
    special: Annotated[tuple[ShareFigure, ...], "Special hands."]
    waiting: Annotated[tuple[ShareFigure, ...], "What a loser scores who waits for a special hand."]
    added: Annotated[tuple[ShareFigure, ...], "What is added after the doublings."]
    settlement: Annotated[tuple[Step, ...], "Who pays whom."]
    options: Annotated[tuple[Option, ...], "The options."]
    house: Annotated[HouseInForce | None, "House rules."] = None
