"""A rule set in force: its figures and its options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from mingg_scoring.answers import Step
from mingg_scoring.deals import Count, House, Points, RuleSetName
from mingg_scoring.forms import UNSET, Document, Form, Unset

Who = Literal["winner", "all", "losers"]


@dataclass(frozen=True, kw_only=True, repr=False)
class Limit(Form):
    """The limit of a rule set."""

    points: Annotated[Points | None, "The most that a hand can score; null: there is no limit."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]


@dataclass(frozen=True, kw_only=True, repr=False)
class RuleSetLine(Document):
    """A rule set in a list."""

    id: Annotated[RuleSetName, "Its name in JSON."]
    title: Annotated[str, "Its name for readers; of house rules, theirs."]
    book: Annotated[str, "Where it comes from."]
    limit: Annotated[Limit, "Its limit."]


@dataclass(frozen=True, kw_only=True, repr=False)
class Figure(Form):
    """A figure of a rule set."""

    id: Annotated[str, "What counts: the `id` in an answer."]
    who: Annotated[Who, "For whom it counts."]
    why: Annotated[str, "The reason."]
    source: Annotated[str, "The book and the page."]
    house: Annotated[int | str | Unset | None, "House rules: the figure of the rule set; null: it has none."] = UNSET


@dataclass(frozen=True, kw_only=True, repr=False)
class PointsFigure(Figure):
    """Points."""

    points: Annotated[Points, "The points."]
    major: Annotated[bool | None, "Of a pung or kong: ones, nines, winds or dragons."] = None
    exposed: Annotated[bool | None, "Of a pung or kong: exposed, not concealed."] = None
    of: Annotated[str | None, "The kind of pair, or of the set that the winning tile completed."] = None


@dataclass(frozen=True, kw_only=True, repr=False)
class DoublingFigure(Figure):
    """A doubling."""

    times: Annotated[Count, "How many times it doubles."]
    of: Annotated[Literal["pung", "kong"] | None, "Of what, if a kong counts more."] = None


@dataclass(frozen=True, kw_only=True, repr=False)
class ShareFigure(Figure):
    """A special hand."""

    share: Annotated[str, "Its share of the limit, or `points`."]
    points: Annotated[Points | None, "Its points; null: there is no limit."]
    name: Annotated[str | None, "Its name."] = None
    tiles: Annotated[str | None, "House rules: its pattern."] = None
    concealed: Annotated[bool | None, "House rules: nothing is exposed before the winning tile."] = None
    claim: Annotated[bool | None, "House rules: the winning tile may be claimed."] = None
    flowers: Annotated[int | str | None, "House rules: the flowers that it needs beside it."] = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Option(Form):
    """An option that players can agree on."""

    name: Annotated[str, "Its name."]
    set: Annotated[bool | int | str | None, "Its value in force."]
    agreed: Annotated[bool, "The players agreed on it."]
    settings: Annotated[str, "The possible values in words."]
    values: Annotated[tuple[bool | int | str | None, ...], "The possible values that have a name."]
    does: Annotated[str, "What it does."]
    source: Annotated[str, "The book and the page."]


@dataclass(frozen=True, kw_only=True, repr=False)
class Without(Form):
    """What house rules do not count."""

    points: Annotated[tuple[PointsFigure, ...], "Points."]
    doublings: Annotated[tuple[DoublingFigure, ...], "Doublings."]
    special: Annotated[tuple[ShareFigure, ...], "Special hands."]
    waiting: Annotated[tuple[ShareFigure, ...], "What a loser scores who waits for a special hand."]
    added: Annotated[tuple[ShareFigure, ...], "What is added after the doublings."]


@dataclass(frozen=True, kw_only=True, repr=False)
class HouseInForce(House):
    """House rules in force."""

    without: Annotated[Without, "The figures of the rule set that they took away."]


@dataclass(frozen=True, kw_only=True, repr=False)
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
