"""Scores mah-jongg deals by the rule sets of Mingg: a typed library without dependencies.

    from mingg_scoring import Deal, Hand, Win, score

    hand = Hand("(222p) (345m) 678s 999s 55z")
    answer = score(Deal(rules="babcock", winner="N", win=Win(by="draw", tile="5z"), hands={"N": hand}))
    print(answer.hands["N"].score)

docs/api.md shows it, the JSON Schema lists every key. Whatever is wrong raises MinggError. A name is loaded when it is
first used: most programs need a few.
"""

import sys
from os.path import dirname, join

# Installed, the core is inside this package; in a checkout its folder is on the path.
_ONBOARD = join(dirname(__file__), "onboard")
sys.path.insert(0, _ONBOARD)
from mingg import VERSION  # noqa: E402

sys.path.remove(_ONBOARD)
__version__: str = VERSION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mingg_scoring.answers import *  # noqa: F403
    from mingg_scoring.deals import *  # noqa: F403
    from mingg_scoring.forms import UNSET as UNSET
    from mingg_scoring.forms import Unset as Unset
    from mingg_scoring.functions import *  # noqa: F403
    from mingg_scoring.json_text import MinggError as MinggError
    from mingg_scoring.options import *  # noqa: F403
    from mingg_scoring.sessions import *  # noqa: F403

# The names of each module. tests/rules/test_scoring_library.py compares them with what type checkers see.
_MODULES = {
    "answers": "Added,Answer,Doubling,DoublingFigure,Dropped,ErrorAnswer,Figure,HandScore,HouseInForce,Item,Limit,Next,"
    "Option,Payment,PointsFigure,RuleSet,RuleSetLine,RuleSets,SeatOrOut,ShareFigure,Step,Who,Without,Wrong",
    "deals": "Deal,Factor,Factors,FourPoints,Hand,House,HouseHand,LastSet,Liable,Majors,RuleSetName,Seat,SessionDeal,"
    "SetWord,Share,Suit,Way,Win",
    "forms": "UNSET,Unset",
    "functions": "Language,SchemaName,exchange,explain,replay,rule_set,rule_sets,schema,score,settle",
    "json_text": "MinggError",
    "options": "Options",
    "sessions": "Correct,CountedTrays,CounterSet,Exchange,ExchangeRequest,Holdings,Line,Pay,Replay,ReplayedDeal,"
    "ReplayedPayment,Session,SessionHead,SessionLine,Standing,Transfer,Tray,Undo",
}
_PLACES = {name: module for module, names in _MODULES.items() for name in names.split(",")}

if not TYPE_CHECKING:  # which then knows each name, and no other
    __all__ = ["__version__"]
    __all__ += _PLACES  # a star within brackets is not known to MicroPython, which imports this for tests

    def __getattr__(name: str) -> object:
        if name not in _PLACES:
            raise AttributeError("module mingg_scoring has no attribute " + name)
        from importlib import import_module

        value = globals()[name] = getattr(import_module("mingg_scoring." + _PLACES[name]), name)
        return value


def __dir__() -> "list[str]":
    return sorted(_PLACES)
