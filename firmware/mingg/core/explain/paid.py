"""Explains a payment: the steps of the settlement, each with its figure and its place in the books.

A payment says how settle.py came to its amount; this names the steps.
"""

from collections import namedtuple
from typing import Any

from mingg.core.deal.deal import DEAD_PAYS, FALSE_WIN, MUMMIES, WASHING, Deal, Payment, seats
from mingg.core.explain.explain import Why, of_limit, sourced
from mingg.core.rules import Rules
from mingg.core.rules.rows import OURS
from mingg.core.settle.seldom import MUMMY_PAYS, WASHING_PAYS, ground
from mingg.core.settle.settle import LIABLE, LOST, SAT_OUT, WON

# why: see explain.py; times: whether `points` multiplies the amount before it, or replaces it; points: the figure of
# the step; shown: how the figure was computed
Step = namedtuple("Step", ("why", "times", "points", "shown"))

LIABLE_BY = {"insurance": "Babcock p.74-78", "feeding": "Babcock p.78", "discarder_pays": "Harr p.67-70"}
# The big hands in sight that make a discarder liable, in both books.
BIG_HANDS = ("dragons", "suit", "winds", "majors")
_NEW_METHOD = "Babcock p.78-79"
_FIFTH = "Babcock p.85"
_TWO = "Babcock p.84"
_DOUBLINGS = _TWO + " has combinations; doublings are " + OURS


def _place(topic: str, rules: "Rules") -> str:
    """The place of a step of every settlement."""
    return sourced(rules, rules.table["settled"].get(topic, OURS))


def _said(
    topic: str, source: str, points: "int | None" = None, shown: "str | None" = None, figures: "tuple[int, ...]" = ()
) -> Step:
    """A step with a figure, by default its points; without both a step in words."""
    text = "" if points is None else str(points)
    return Step(Why("pay " + topic, figures, source), False, points or 0, text if shown is None else shown)


def _double(topic: str, source: str) -> Step:
    return Step(Why("pay " + topic, (), source), True, 2, "x2")


def _cap(rules: "Rules") -> Step:
    limit = rules.limit or 0
    return _said("cap", sourced(rules, "p.60"), limit, None, (limit,))


def _washing(majors: int) -> Step:
    return _said("washing", "Harr p.61", WASHING_PAYS[majors], None, (majors,))


def _mummies(majors: int, shown: str) -> Step:
    return _said(MUMMIES, "Babcock p.80-81", MUMMY_PAYS * (majors - 8), shown)


def dead(kind: str, rules: "Rules") -> Why:
    """Explains a dead hand. kind: one of rules.table["dead_hands"]."""
    if kind == "dead":
        return Why("pay dead", (), _place("dead", rules))
    return Why("pay dead " + kind, (), "Babcock p.73")


def settlement(rules: "Rules") -> "list[Step]":
    """The steps that settle every deal by the rules in force, and who deals next. The options explain the rest."""
    table, two, three, new = rules.table, rules.players == 2, rules.players == 3, rules.on("new_method")
    passes, deals, wanted = rules.on("east_passes"), _place("deals", rules), table["doublings_to_win"]
    moved = rules.on("winner_deals")
    # A modern rule set names no hands.
    liable = [
        option for option in ("insurance", "discarder_pays") if rules.on(option) and option not in table["settled"]
    ]
    # Of each row: whether the rules have these steps.
    rows: "tuple[tuple[Any, list[Step]], ...]" = (
        (True, [_said("winner", _place("winner", rules))]),
        (new, [_double("discarder", _NEW_METHOD), _double("drawn", _NEW_METHOD)]),
        (not new, [_double("east", _place("east", rules))]),
        (True, [_said("losers", _place("losers", rules))]),
        (rules.limit is not None and not table["caps_losers"], [_cap(rules)]),
        (True, [_said("draw", _place("draw", rules), 0)]),
        (True, [Step(dead(kind, rules), False, 0, "" if kind == "short" else "0") for kind in table["dead_hands"]]),
        (two and table["both_own_winds"], [_said("second wind", _TWO)]),
        (two and wanted, [_said("doublings", _DOUBLINGS, None, "x%d" % (1 << wanted))]),
        (three and table["no_west_winds"], [_said("no west", "Babcock p.83")]),
        (rules.pays_fifth(), [_said("fifth", _FIFTH, rules.mahjong)]),
        (liable, [_said("case " + hand, LIABLE_BY[option]) for option in liable for hand in BIG_HANDS]),
        (rules.on("washing"), [_washing(majors) for majors in rules.majors_shown()]),
        (rules.on("nine_mummies") == "bonus", [_mummies(9, str(MUMMY_PAYS))]),
        (passes, [_said("east passes", "Babcock p.86")]),
        (moved, [_said("winner deals", "Babcock p.79")]),
        (not passes and not moved, [_said("deals", deals)]),
        (rules.kong_passes(), [_said("kong passes", "Babcock p.68")]),
        (not passes and rules.on("nine_easts_pass") and rules.on("nine_easts"), [_said("ninth passes", deals)]),
    )
    parts = [step for known, steps in rows if known for step in steps]
    for topic, shown, source in table["played"]:
        if rules.knows(topic.replace(" ", "-")):
            continue  # an option made it a row
        figures = (int(shown),) if len(shown) > 1 else ()  # smaller ones are words in the sentence
        parts.append(Step(Why("play " + topic, figures, sourced(rules, source)), False, 0, shown))
    return parts


# ---- one payment ----


def steps(payment: "Payment", deal: "Deal", rules: "Rules") -> "list[Step]":
    """The steps of a payment; the last one leads to the amount that was paid."""
    points, times, topic, of = payment.why
    if topic == LOST:
        higher, lower = of
        parts = [_said(topic, _place(topic, rules), higher - lower, "%d-%d" % of)]
        if points < higher - lower:
            parts.append(_cap(rules))
    elif topic == SAT_OUT:
        uncapped, doublings = of
        shown = "%d x%d" % (uncapped >> doublings, 1 << doublings) if doublings else ""
        parts = [_said(topic, _FIFTH, uncapped, shown or None)]
        if points < uncapped:
            parts.append(Step(of_limit(rules), False, points, str(points)))
    elif topic == LIABLE:
        parts = [_for_others(payment, deal, of, rules)]
    else:
        parts = [_said(topic, _place(topic, rules), points) if topic == WON else _ended(topic, points, of, rules)]
    if times == 2 and rules.on("new_method"):
        parts.append(_double("drawn" if deal.win.drawn() else "discarder", _NEW_METHOD))
    elif times == 2:
        parts.append(_double("east", _place("east", rules)))
    if rules.on("round_to_ten"):
        parts.append(_said("rounded", "Babcock p.82", payment.points))
    return parts


def _for_others(payment: "Payment", deal: "Deal", due: "dict[str, int]", rules: "Rules") -> Step:
    """The step of a payment to the winner if a player is liable: all that is owed, or half of it. due: what each loser
    owes."""
    part, shown = "halves", ""
    if deal.liable[0].share == "full":
        part, shown = "full", "+".join([str(due[seat]) for seat in seats(rules.players) if seat in due])
    elif len(deal.liable) == 1:
        part = "half" if deal.liable[0].seat == payment.source else "other half"
    return _said(part, source_of_liable(deal, rules), payment.points, shown or None)


def source_of_liable(deal: "Deal", rules: "Rules") -> str:
    """The place of the rule that makes a player of a deal liable."""
    agreed = ground(deal.liable[0].why, rules)
    return _place(agreed, rules) if agreed in rules.table["settled"] else LIABLE_BY[agreed]


def _ended(ending: str, points: int, number: "Any", rules: "Rules") -> Step:
    """The step of a payment after an ending without a winner. number: see Deal."""
    if ending == WASHING:
        return _washing(number)
    if ending == MUMMIES:
        return _mummies(number, "%d x%d" % (MUMMY_PAYS, number - 8))
    if ending == DEAD_PAYS:
        return _said(ending, "Babcock p.73", points)
    return _said("price" if number else ending, _place(FALSE_WIN, rules), points)
