"""Tasks of people who have never seen Mingg, on the firmware, in as few presses as the screens allow.

They know what to press from the words on the screens alone. Only names are typed by position.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from help.tiling import whole_hand
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import one_by_one, perform
from mingg_host.device.keyscript import parse as steps_of
from visible import Entering, Unnamed

PAGE = Path(__file__).resolve().parents[2] / "docs" / "promises.md"

Deal = dict[str, Any]

FIRST: Deal = {
    "winner": "E",
    "win": {"by": "draw"},
    "hands": {
        "E": {"sets": ["(pung simple)", "pung dragon", "pair both"], "only_place": True},
        "S": {"sets": ["(pung simple)"]},
        "W": {"sets": []},
        "N": {"sets": ["pung major"]},
    },
}
ONE_SUIT: Deal = {
    "winner": "S",
    "win": {"by": "discard", "from": "E"},
    "hands": {
        "E": {"sets": ["(pung major)"]},
        "S": {"sets": ["(pung simple)", "pung simple"], "suit": "full"},
        "W": {"sets": []},
        "N": {"sets": []},
    },
}
ROBBED: Deal = {
    "winner": "W",
    "win": {"by": "rob", "from": "S"},
    "hands": {"E": {"sets": []}, "S": {"sets": ["(pung simple)"]}, "W": {"sets": []}, "N": {"sets": []}},
}
LOOSE: Deal = {
    "winner": "N",
    "win": {"by": "loose"},
    "hands": {"E": {"sets": []}, "S": {"sets": []}, "W": {"sets": []}, "N": {"sets": ["kong simple"]}},
}
TILES = "(345m) (222p) 567s 777z 99p", "5s"


DEALS = {"FIRST": FIRST, "ONE_SUIT": ONE_SUIT, "ROBBED": ROBBED, "LOOSE": LOOSE}

# A task, and its steps on a new device with four players and Babcock's rules. A step is what a word on the screen says:
# press a key, tap or hold the one that is named so, choose a row of a list, point at one. save, play: to the payments
# of this deal, to the next deal. The presses before `count` prepare the task. see: its goal is on the screen.
WALKS = """
the first deal | save FIRST / see saved
why the dragons counted as they did | save FIRST / count / press why / press hand of Ann / point pung dragons /
  press why / see dragons
correct the deal: a loser's pung was a kong | save FIRST / count / press why / press correct / press drew it /
  press done / press undo / tap 2-8 / press kong, exposed / press done or none / press done or none /
  press done or none / press accept or save or saves or correct or go on / see saved
a claimed win in one suit | save ONE_SUIT / see saved
nobody won | press more / press nobody won / choose draw, the wall is out / see draw
take off a set and enter another | press Cy / press drew it / tap 2-8 / press pung, exposed / count / press undo /
  tap 2-8 / press pung, concealed
a robbed kong | save ROBBED / see saved
a loose tile after a kong | save LOOSE / see saved
take back the deal that was just saved | save LOOSE / count / press undo
see the payments of the last deal again | play FIRST / count / press more or payments / press last deal /
  see payments
a new evening: three players, Harr with a limit, counters | hold keys / press menu / press evenings new old /
  choose new evening / choose rules / press Harr limit up to 300 / choose players / press 3 / choose counters /
  press Harr / hold begin / press go on
turn the compass | hold keys / press menu / press seats names / choose turn: who sits below / press Cy
switch to Turkish | hold keys / press menu / press language settings / choose language / choose Türkçe
the winner's hand by tiles | press Ann / press from Bo / press tiles / type
"""


class Walker(Entering):
    def do(self, verb: str, what: str) -> None:
        match verb:
            case "save" | "play":
                self.to_saved(DEALS[what], self.app.play.evening.session, 0)
                if verb == "play":
                    self.press("next deal", "next")
            case "count":
                self.pressed = []
            case "press":
                self.press(*what.split(" or "))
            case "tap" | "hold":
                self.press(what, held=verb == "hold")
            case "choose" | "point":
                self.choose(what, times=int(verb == "choose"))
            case "type":  # keys that no words name
                for step in one_by_one(steps_of(whole_hand(*TILES))):
                    self.pressed.append(str(step.of))
                    perform([step], self.device)
            case "see":
                if what not in " ".join(self.device.text()):
                    raise Unnamed(f"{what} is not shown: {self.device.text()}\n{' '.join(self.pressed)}")


def tasks() -> dict[str, list[str]]:
    """The steps of each task."""
    lines = WALKS.replace("\n  ", " ").strip().splitlines()
    return {name: steps.split(" / ") for name, steps in (line.split(" | ") for line in lines)}


def walk(steps: list[str]) -> list[str]:
    """The presses of a task."""
    with tempfile.TemporaryDirectory() as folder, Headless(Path(folder)) as device:
        walker = Walker(device)
        for step in steps:
            walker.do(*step.partition(" ")[::2])
        return walker.pressed
