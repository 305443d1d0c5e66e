"""All golden screens: their texts and pixels in English, and in another language on both machines; and their keys. In
each language nothing may be cut off, and no text may touch another.

Golden screens are in English, for readers of a change. Other languages would say nothing more: where nothing is cut
off, a catalogue already has each text."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest
from help.playing import Box, again, apart, is_of_names
from mingg import lang
from mingg.hal.keys import DOWN, UP
from mingg_host.common import places
from mingg_host.device.headless import Device, Headless
from screens import goldens
from screens.conftest import collected_boxes
from screens.goldens import ENGLISH, LANGUAGES, read
from screens.recorded import RECORDED, Place, Recorded, lead, names_back, place, second_language, switched_on
from screens.test_keymap import keys_are_true

# with several test processes, those of one subject share a MicroPython VM
CASES = [pytest.param(name, marks=pytest.mark.xdist_group(name.partition("/")[0])) for name in RECORDED]
PATTERNS = {f"system/selftest-{picture}" for picture in ("all-lit", "chequer", "all-dark")}  # these cover all texts
# their last key draws no text again
KEPT = {f"tiles/tiles-{picture}" for picture in ("full", "four-in", "last-claimed", "to-the-card")}
# the row of the present language differs, and with it the arrows
OF_LANGUAGES = {"system/language", "system/language-chosen"}
EXPLAINS = "Explanation"  # up and down scroll it where the words need more lines than there are
TYPED = ("typing", "typed", "name")  # the players choose the letters of a name


@pytest.mark.parametrize("name", CASES)
def test_screen(
    name: str,
    tmp_path: Path,
    on_the_vm: Callable[[Recorded, str], Device],
    same_as_golden: Callable[..., None],
    needs: Callable[[str], None],
    request: pytest.FixtureRequest,
) -> None:
    screen, before, asked = RECORDED[name], read(goldens.file(name)).get(ENGLISH), request.config.getoption
    other, drawn = second_language(name), ""
    with collected_boxes() as boxes, switched_on(screen, tmp_path / ENGLISH) as device:
        lead(device, screen)
        is_as_before = goldens.shown(device) == before
        same_as_golden(device, name)
        leads_to = _place(name, device)
        is_whole(name, device, boxes)
        if asked("--english") or (asked("--record") and is_as_before and not asked("--draw")):
            return
        # the page of keys has words of the screen below, which stay English
        for language in LANGUAGES[1:] if hasattr(device.app, "navigator") and leads_to.screen != "Keys" else ():
            again(device, language)
            same_as_golden(device, name, language)
            is_whole(name, device, boxes)
            if language == other:
                drawn = goldens.shown(device)
        if drawn:
            again(device, ENGLISH)
        with pytest.MonkeyPatch.context() as patch:
            keys_are_true(name, device, tmp_path, patch)
    if screen.on_vm:
        needs("vm")
        on_vm = goldens.shown(lead(on_the_vm(screen, other), screen, other))
        if on_vm == drawn:
            return  # in another language, the keys lead to the same on the other machine
    with collected_boxes() as boxes, switched_on(screen, tmp_path / other, other) as device:
        lead(device, screen, other)
        same_as_golden(device, name, other)
        is_whole(name, device, boxes)
        assert _place(name, device) == leads_to, f"the script leads elsewhere in another language, {other}"
        if screen.on_vm:
            assert on_vm == goldens.shown(device), f"MicroPython draws something else, in {other}"


def is_whole(name: str, device: Headless, boxes: list[Box]) -> None:
    """Checks that all of a screen is drawn, and where it belongs."""
    language = lang.spoken()
    if name not in PATTERNS | KEPT:
        apart(boxes)
    cut = [text for text in device.app.display.canvas.shortened if not is_of_names(text)]
    assert cut == [], f"{language}: shorter words, or more room"
    assert names_back(device), f"{language}: nothing says what B does"
    if not any(word in name for word in TYPED):
        foreign = set("ESWN") - set(lang.letters("ESWN"))
        assert not foreign & set(" ".join(device.text()).split()), f"{language}: seats have other letters"
    if place(device).screen != "Keys":  # that page lists the keys of another screen
        in_place(boxes)


def _place(name: str, device: Headless) -> Place:
    """Returns where a device is, with the keys that are the same in all languages."""
    there = place(device)
    if name in OF_LANGUAGES:
        return there._replace(keys=())
    if there.screen == EXPLAINS:
        return there._replace(keys=tuple(key for key in there.keys if key[0] not in (UP, DOWN)))
    return there


def in_place(boxes: list[Box]) -> None:
    """Checks that A stands at the right end of the title, and B to its left; or, as an answer, in the middle alone."""
    title = [box for box in boxes if box[1] < 3 and box[4][:2] in ("A ", "B ") and box[0] > 13]
    accept = [x for x, _, width, _, text in title if text[0] == "A" and x + width == 126]
    leave = [x + width for x, _, width, _, text in title if text[0] == "B"]
    assert len(accept) == len([text for *_, text in title if text[0] == "A"]) < 2, title
    assert leave in ([], [min([126, *(x - 6 for x in accept)])]), title
    middle = [(x, y) for x, y, _, _, text in boxes if text == "A" and 32 <= x < 63 and 20 < y < 48]
    assert len(accept) + len(middle) < 2, (title, middle)


@pytest.mark.prove
def test_every_screen_of_the_firmware_is_a_golden_one(tmp_path: Path) -> None:
    shown = set()
    for number, screen in enumerate(RECORDED.values()):
        with switched_on(screen, tmp_path / str(number)) as device:
            shown.add(place(lead(device, screen)).screen)
    assert _screens() <= shown


def _screens() -> set[str]:
    """Returns the screens that the firmware shows: the classes derived from Screen that are made or named somewhere."""
    bases: dict[str, set[str]] = {}
    used: set[str] = set()
    for path in (places.package() / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases[node.name] = {base.id for base in node.bases if isinstance(base, ast.Name)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                used.add(node.func.id)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(".") == 2:
                used.add(node.value.rpartition(".")[2])  # such as "system.menu.Menu"
    under = {"Screen"}
    while derived := {name for name, base_names in bases.items() if base_names & under} - under:
        under |= derived
    return under & used - {"Screen"}


def test_every_golden_is_used_and_has_a_name_of_its_own() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in goldens.files()} == set(RECORDED)
    assert {path for path in goldens.GOLDEN.rglob("*") if path.is_file()} == set(goldens.files())
    assert len({path.stem for path in goldens.files()}) == len(RECORDED)
    for path in goldens.files():
        assert [*read(path)] == goldens.KEPT, path.stem
