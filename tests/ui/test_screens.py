"""Every screen on record: its texts and every pixel, alike on CPython and on MicroPython."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from goldens import ENGLISH, GOLDEN, LANGUAGES, language_of, read, speaking
from housing import SCREENS as HOUSE_SCREENS
from mingg_host.device.headless import Device
from playing import apart, is_of_names, play
from selftesting import SELF_TEST

HERE = Path(__file__).parent

# Cy claims Bo's tile, the only place: a pung of dragons and one of his own wind in the hand, a kong of simples.
PICTURED = "up a right right right down right left up"
LOSERS = "right left a up left right a a a"
HARR = "hold:b a down a left up a "  # a session without a limit

# name: the keys that lead there from a device just out of the box
SCREENS = {
    "table": "",
    "how": "up",
    "how-only-place": "up a",
    "how-stands": "up right b",
    "how-winner-below": "down",
    "how-rare-drawn-by-east": "down hold:down",
    "how-rare-drawn": "up hold:up",
    "how-rare-claimed": "up hold:left",
    "how-rare-claimed-from-east": "up hold:down",
    "how-rare-stands": "up hold:left left b",
    "card-winner": "up a right",
    "kind-dragon": "up a right right",
    "kind-simple": "up a right left",
    "kind-pair-only": PICTURED + " left left right",
    "card-winner-count": PICTURED,
    "card-loser": PICTURED + " a",
    "card-loser-sets": PICTURED + " a right left a up left right a",
    "card-four-kongs": "up right left up left up left down left down",
    "card-refused": PICTURED + " left left left",
    "card-limit": "up right down down right down right down right down",
    "more": "up right hold:a",
    "more-with-dragons": PICTURED + " hold:a",
    "card-one-suit": "up right hold:a up",
    "result": PICTURED + " a " + LOSERS,
    "items": PICTURED + " a " + LOSERS + " up",
    "items-scrolled": PICTURED + " left left a " + LOSERS + " up x9 down",
    "items-nothing": PICTURED + " a " + LOSERS + " right",
    "chain": PICTURED + " a " + LOSERS + " up right",
    "chain-not-doubled": PICTURED + " a " + LOSERS + " down right",
    "chain-three-steps": "up right right left right left right left a a a a up right",
    "chain-limit": "up right down down right down right down right down a a a a up right down",
    "saved": PICTURED + " a " + LOSERS + " a",
    "next-deal": PICTURED + " a " + LOSERS + " a a",
    "payments": PICTURED + " a " + LOSERS + " a a a",
    "payments-large": HARR + "down down left up right down right down right down hold:a left a a a a a",
    "payments-of-hundreds": "up right a right down right down a a a a",
    "result-largest": HARR + "down hold:down right " + "right right " * 3 + "down right hold:a right a a a a",
    "result-large": HARR + "down down left up right down right down right down hold:a left a a a a",
    "table-large": HARR + "down down left up right down right down right down hold:a left a a a a a a",
    "nobody-won": "b",
    "nobody-won-drops-a-draft": "up right left left b b b",
    "draw-saved": "b a",
    "menu": "hold:b",
}
for _more in sorted(HERE.glob("screens_*.py")):  # those of one subject each
    SCREENS.update(runpy.run_path(str(_more))["SCREENS"])


# Where several processes test, what is seen of a screen is known to one of them.
OF_EVERY_SCREEN = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(f"screen-{name}")) for name in SCREENS]
)
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
Show = Callable[[str, str], Any]  # conftest.Seen


@OF_EVERY_SCREEN
def test_screen_is_as_recorded(seen: Show, same_as_golden: Callable[..., None], name: str) -> None:
    for language in LANGUAGES:
        same_as_golden(seen(SCREENS[name], language).shown, name, language)


@pytest.mark.vm
@pytest.mark.parametrize("name", SCREENS)
def test_screen_is_as_recorded_on_micropython(
    on_the_vm: Callable[[str], Device], same_as_golden: Callable[..., None], name: str
) -> None:
    """In English, and in one of the other languages in turn."""
    other = list(SCREENS).index(name) % max(1, len(OTHERS))
    for language in (ENGLISH, *OTHERS[other:][:1]):
        same_as_golden(play(on_the_vm(language), SCREENS[name]), name, language)


@OF_EVERY_SCREEN
def test_no_text_touches_another(seen: Show, name: str) -> None:
    for language in LANGUAGES:
        apart(seen(SCREENS[name], language).boxes)


@OF_EVERY_SCREEN
def test_nothing_is_cut_but_names(seen: Show, name: str) -> None:
    for language in LANGUAGES:
        cut = [text for text in seen(SCREENS[name], language).cut if not is_of_names(text)]
        assert not cut, f"{language}: shorter words, or more room"


@pytest.fixture(params=LANGUAGES)
def speaker(request: pytest.FixtureRequest, switch_on: Callable[..., Device], tmp_path: Path) -> Device:
    """A device that speaks a language."""
    device: Device = switch_on(speaking(tmp_path, request.param))
    return device


def test_draft_screen_is_as_recorded(speaker: Device, same_as_golden: Callable[..., None]) -> None:
    play(speaker, PICTURED + " a right left a wait:1500")
    speaker.reboot()
    same_as_golden(speaker, "draft", language_of(speaker.ledger))


def test_torn_ledger_screen_is_as_recorded(speaker: Device, same_as_golden: Callable[..., None]) -> None:
    play(speaker, "b a b a")
    ledger = next(speaker.ledger.glob("*0001-00.txt"))
    ledger.write_bytes(ledger.read_bytes()[:-9])
    speaker.reboot()
    same_as_golden(speaker, "ledger-torn", language_of(speaker.ledger))


def test_every_golden_is_used() -> None:
    used = {*SCREENS, *SELF_TEST, *HOUSE_SCREENS, "draft", "ledger-torn"}
    assert {path.stem for path in GOLDEN.iterdir()} == used
    for path in GOLDEN.iterdir():
        assert [*read(path)] == LANGUAGES, path.stem
