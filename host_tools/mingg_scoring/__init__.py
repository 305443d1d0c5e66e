"""Scores mah-jongg deals by the rule sets of Mingg: a typed library without dependencies.

    from mingg_scoring import Deal, Hand, Win, score

    hand = Hand("(222p) (345m) 678s 999s 55z")
    answer = score(Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": hand}))
    print(answer.hands["N"].score)

docs/api.md shows it, the JSON Schema lists every key. Whatever is wrong raises MinggError. A name is loaded when it is
first used: most programs need a few.
"""

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from os.path import dirname, join

# Installed, the core is inside this package; in a checkout its folder is on the path.
_onboard = PathFinder.find_spec("mingg", [join(dirname(__file__), "onboard")])
if _onboard and _onboard.loader and "mingg" not in sys.modules:
    sys.modules["mingg"] = module_from_spec(_onboard)
    _onboard.loader.exec_module(sys.modules["mingg"])

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mingg_scoring.answers import *  # noqa: F403
    from mingg_scoring.deals import *  # noqa: F403
    from mingg_scoring.forms import UNSET as UNSET
    from mingg_scoring.functions import *  # noqa: F403
    from mingg_scoring.json_text import MinggError as MinggError
    from mingg_scoring.options import *  # noqa: F403
    from mingg_scoring.sessions import *  # noqa: F403

_MODULES = {
    "answers": "Added,Answer,Doubling,DoublingFigure,ErrorAnswer,Figure,HandScore,HouseInForce,Item,Limit,Next,Option,"
    "Payment,PointsFigure,RuleSet,RuleSetLine,ShareFigure,Step,Without,Wrong",
    "deals": "Deal,Doublings,Hand,House,HouseHand,Liable,Majors,RuleSetName,Seat,SessionDeal,SetWord,Win",
    "forms": "UNSET",
    "functions": "exchange,explain,replay,rule_set,rule_sets,schema,score,settle",
    "json_text": "MinggError",
    "options": "Options",
    "sessions": "Correct,CountedTrays,CounterSet,Exchange,ExchangeRequest,Holdings,Pay,Replay,ReplayedDeal,Session,"
    "Standing,Transfer,Undo",
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names.split(",")}

if not TYPE_CHECKING:  # which then knows each name, and no other
    __all__ = list(_PLACES)

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError("module mingg_scoring has no attribute " + name)
        from importlib import import_module

        value = globals()[name] = getattr(import_module("mingg_scoring." + _PLACES[name]), name)
        return value


def __dir__() -> "list[str]":
    return sorted(_PLACES)
