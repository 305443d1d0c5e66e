"""Scores mah-jongg deals by the rule sets of Mingg: a typed library without dependencies.

    from mingg_scoring import Deal, Hand, Win, score

    hand = Hand("(222p) (345m) 678s 999s 55z")
    answer = score(Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": hand}))
    print(answer.hands["N"].score)

docs/api.md shows it, docs/json.md lists every key. Whatever is wrong raises MinggError. A name is loaded when it is
first used: most programs need a few.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mingg_scoring.answers import Added as Added
    from mingg_scoring.answers import Answer as Answer
    from mingg_scoring.answers import Doubling as Doubling
    from mingg_scoring.answers import ErrorAnswer as ErrorAnswer
    from mingg_scoring.answers import HandScore as HandScore
    from mingg_scoring.answers import Item as Item
    from mingg_scoring.answers import Next as Next
    from mingg_scoring.answers import Payment as Payment
    from mingg_scoring.answers import Step as Step
    from mingg_scoring.answers import Wrong as Wrong
    from mingg_scoring.counters import Exchange as Exchange
    from mingg_scoring.counters import ExchangeRequest as ExchangeRequest
    from mingg_scoring.deals import Card as Card
    from mingg_scoring.deals import Deal as Deal
    from mingg_scoring.deals import Doublings as Doublings
    from mingg_scoring.deals import Hand as Hand
    from mingg_scoring.deals import House as House
    from mingg_scoring.deals import HouseHand as HouseHand
    from mingg_scoring.deals import Liable as Liable
    from mingg_scoring.deals import Majors as Majors
    from mingg_scoring.deals import Options as Options
    from mingg_scoring.deals import RuleSetName as RuleSetName
    from mingg_scoring.deals import Seat as Seat
    from mingg_scoring.deals import SessionDeal as SessionDeal
    from mingg_scoring.deals import Win as Win
    from mingg_scoring.errors import MinggError as MinggError
    from mingg_scoring.forms import UNSET as UNSET
    from mingg_scoring.functions import exchange as exchange
    from mingg_scoring.functions import explain as explain
    from mingg_scoring.functions import replay as replay
    from mingg_scoring.functions import rule_set as rule_set
    from mingg_scoring.functions import rule_sets as rule_sets
    from mingg_scoring.functions import score as score
    from mingg_scoring.functions import settle as settle
    from mingg_scoring.schemas import schema as schema
    from mingg_scoring.score_sheets import DoublingFigure as DoublingFigure
    from mingg_scoring.score_sheets import Figure as Figure
    from mingg_scoring.score_sheets import HouseInForce as HouseInForce
    from mingg_scoring.score_sheets import Limit as Limit
    from mingg_scoring.score_sheets import Option as Option
    from mingg_scoring.score_sheets import PointsFigure as PointsFigure
    from mingg_scoring.score_sheets import RuleSet as RuleSet
    from mingg_scoring.score_sheets import RuleSetLine as RuleSetLine
    from mingg_scoring.score_sheets import ShareFigure as ShareFigure
    from mingg_scoring.score_sheets import Without as Without
    from mingg_scoring.sessions import Correct as Correct
    from mingg_scoring.sessions import CountedTrays as CountedTrays
    from mingg_scoring.sessions import CounterSet as CounterSet
    from mingg_scoring.sessions import Holdings as Holdings
    from mingg_scoring.sessions import Pay as Pay
    from mingg_scoring.sessions import Replay as Replay
    from mingg_scoring.sessions import ReplayedDeal as ReplayedDeal
    from mingg_scoring.sessions import Session as Session
    from mingg_scoring.sessions import Standing as Standing
    from mingg_scoring.sessions import Transfer as Transfer
    from mingg_scoring.sessions import Undo as Undo

_MODULES = {
    "answers": ("Added", "Answer", "Doubling", "ErrorAnswer", "HandScore", "Item", "Next", "Payment", "Step", "Wrong"),
    "counters": ("Exchange", "ExchangeRequest"),
    "deals": (
        "Card",
        "Deal",
        "Doublings",
        "Hand",
        "House",
        "HouseHand",
        "Liable",
        "Majors",
        "Options",
        "RuleSetName",
        "Seat",
        "SessionDeal",
        "Win",
    ),
    "errors": ("MinggError",),
    "forms": ("UNSET",),
    "functions": ("exchange", "explain", "replay", "rule_set", "rule_sets", "score", "settle"),
    "score_sheets": (
        "DoublingFigure",
        "Figure",
        "HouseInForce",
        "Limit",
        "Option",
        "PointsFigure",
        "RuleSet",
        "RuleSetLine",
        "ShareFigure",
        "Without",
    ),
    "schemas": ("schema",),
    "sessions": (
        "Correct",
        "CountedTrays",
        "CounterSet",
        "Holdings",
        "Pay",
        "Replay",
        "ReplayedDeal",
        "Session",
        "Standing",
        "Transfer",
        "Undo",
    ),
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError("module mingg_scoring has no attribute " + name)
    from importlib import import_module

    value = globals()[name] = getattr(import_module("mingg_scoring." + _PLACES[name]), name)
    return value


def __dir__() -> "list[str]":
    return sorted(_PLACES)
