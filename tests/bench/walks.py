"""Tasks of people who have never seen Mingg, on the firmware, in as few presses as the screens allow.

They know what to press from the words on the screens alone. Only names are typed by position.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from help.tiling import whole_hand
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import one_by_one, perform
from mingg_host.device.keyscript import parse as steps_of
from visible import Entering

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


class Walker(Entering):
    """Starts a new device: four players, Babcock's rules."""

    def save(self, deal: Deal) -> None:
        """To its payments."""
        self.to_saved(deal, self.app.play.evening.session, 0)

    def play(self, deal: Deal) -> None:
        """To the next deal, uncounted."""
        self.save(deal)
        self.press("next deal", "next")
        self.pressed = []

    def menu(self, part: str, row: str) -> None:
        """Opens a row of a part of the menu."""
        self.press("keys", held=True)
        self.press("menu")
        self.press(part)
        self.choose(row)

    def set(self, kind: str, way: str) -> None:
        self.press(kind, held=False)
        self.press(way)

    def type(self, script: str) -> None:
        """Presses keys that no words name."""
        for step in one_by_one(steps_of(script)):
            self.pressed.append(str(step.of))
            perform([step], self.device)

    def shows(self, *words: str) -> None:
        """The goal of a task is on the screen."""
        text = " ".join(self.device.text())
        missing = [word for word in words if word not in text]
        if missing:
            raise SystemExit(f"{missing} not shown: {text}\n{' '.join(self.pressed)}")


# ---- the tasks: the presses before the first `pressed = []` prepare a task and do not count ----


def first_deal(walker: Walker) -> None:
    walker.save(FIRST)
    walker.shows("saved")


def why_dragons(walker: Walker) -> None:
    walker.save(FIRST)
    walker.pressed = []
    walker.press("why")
    walker.press("hand of Ann")
    walker.choose("pung dragons", times=0)
    walker.press("why")
    walker.shows("dragons")


def one_suit(walker: Walker) -> None:
    walker.save(ONE_SUIT)
    walker.shows("saved")


def nobody_won(walker: Walker) -> None:
    walker.press("more")
    walker.press("nobody won")
    walker.choose("draw, the wall is out")
    walker.shows("draw")


def undo_a_set(walker: Walker) -> None:
    walker.press("Cy")
    walker.press("drew it")
    walker.set("2-8", "pung, exposed")
    walker.pressed = []
    walker.press("undo")
    walker.set("2-8", "pung, concealed")


def correct(walker: Walker) -> None:
    """Bo's pung was a kong. Nothing else is taken back."""
    walker.save(FIRST)
    walker.pressed = []
    walker.press("why")
    walker.press("correct")
    while walker.find("done") is None:  # the winner and the way to win stay the same
        if type(walker.app.screen).__name__ == "TableScreen":
            walker.press("Ann")
        else:
            walker.press("drew it")
    walker.press("done")
    walker.press("undo")
    walker.set("2-8", "kong, exposed")
    for _ in range(3):
        walker.press("done", "none")
    walker.press("accept", "save", "saves", "correct", "go on")
    walker.shows("saved")


def robbed(walker: Walker) -> None:
    walker.save(ROBBED)
    walker.shows("saved")


def loose(walker: Walker) -> None:
    walker.save(LOOSE)
    walker.shows("saved")


def take_back(walker: Walker) -> None:
    walker.save(LOOSE)
    walker.pressed = []
    walker.press("undo")


def last_payments(walker: Walker) -> None:
    walker.play(FIRST)
    walker.press("more", "payments")
    if walker.find("last deal"):
        walker.press("last deal")
    walker.shows("payments")


def language(walker: Walker) -> None:
    walker.menu("language settings", "language")
    walker.choose("Türkçe")


def compass(walker: Walker) -> None:
    walker.menu("seats names", "turn: who sits below")
    walker.press("Cy")


def new_session(walker: Walker) -> None:
    """Three players, Harr with a limit, Harr's counters."""
    walker.menu("evenings new old", "new evening")
    walker.choose("rules")
    walker.press("Harr limit up to 300")
    walker.choose("players")
    walker.press("3")
    walker.choose("counters")
    walker.press("Harr")
    walker.press("begin", held=True)
    if type(walker.app.screen).__name__ != "TableScreen":
        walker.press("go on")


def tiles(walker: Walker) -> None:
    walker.press("Ann")
    walker.press("from Bo")
    walker.press("tiles")
    walker.type(whole_hand(*TILES))


TASKS: list[tuple[str, Callable[[Walker], None]]] = [
    ("the first deal", first_deal),
    ("why the dragons counted as they did", why_dragons),
    ("correct the deal: a loser's pung was a kong", correct),
    ("a claimed win in one suit", one_suit),
    ("nobody won", nobody_won),
    ("take off a set and enter another", undo_a_set),
    ("a robbed kong", robbed),
    ("a loose tile after a kong", loose),
    ("take back the deal that was just saved", take_back),
    ("see the payments of the last deal again", last_payments),
    ("a new evening: three players, Harr with a limit, counters", new_session),
    ("turn the compass", compass),
    ("switch to Turkish", language),
    ("the winner's hand by tiles", tiles),
]


def walk(task: Callable[[Walker], None]) -> list[str]:
    """The presses of a task."""
    with tempfile.TemporaryDirectory() as folder, Headless(Path(folder)) as device:
        walker = Walker(device)
        task(walker)
        return walker.pressed
