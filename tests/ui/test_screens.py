"""All golden screens, a test case for each: its texts and pixels, in every language and on both machines. Nothing may
be cut off, and no text may touch another.

Golden screens are in English, for readers of a change. Other languages would say nothing more: where nothing is cut
off, a catalogue already has each text."""

from __future__ import annotations

from collections.abc import Callable

import goldens
import pytest
from goldens import ENGLISH, LANGUAGES, read
from mingg import lang
from mingg.hal.keys import DOWN, UP
from mingg_host.device.headless import Device
from playing import Box, apart, is_of_names
from recorded import RECORDED, Recorded, Rendered, lead

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
    look: Callable[[Recorded, str], Rendered],
    on_the_vm: Callable[[Recorded, str], Device],
    same_as_golden: Callable[..., None],
    needs: Callable[[str], None],
    request: pytest.FixtureRequest,
) -> None:
    """Checks a screen on CPython in every language, and on MicroPython in one language: each screen in the next one."""
    screen = RECORDED[name]
    english_alone = request.config.getoption("--english")
    places, pictures = {}, {}
    for language in [ENGLISH] if english_alone else LANGUAGES:
        shown = look(screen, language)
        places[language], pictures[language] = shown.place, shown.shown
        same_as_golden(shown.shown, name, language)
        texts = shown.shown.split("\n\n")[0].split()
        if name not in PATTERNS | KEPT:
            apart(shown.boxes)
        cut = [text for text in shown.cut if not is_of_names(text)]
        assert cut == [], f"{language}: shorter words, or more room"
        assert shown.names_back, f"{language}: nothing says what B does"
        in_place(shown.boxes)
        if language != ENGLISH and not any(word in name for word in TYPED):
            lang.choose(language)
            foreign = set("ESWN") - set(lang.letters("ESWN"))
            assert not foreign & set(texts), f"{language}: seats have other letters"
    if name in OF_LANGUAGES:
        places = {language: place._replace(keys=()) for language, place in places.items()}
    if places[ENGLISH].screen == EXPLAINS:
        places = {
            language: place._replace(keys=tuple(key for key in place.keys if key[0] not in (UP, DOWN)))
            for language, place in places.items()
        }
    assert len(set(places.values())) == 1, f"the script leads elsewhere in another language: {places}"
    if screen.on_vm and not english_alone:
        needs("vm")
        language = LANGUAGES[list(RECORDED).index(name) % len(LANGUAGES)]
        on_vm = lead(on_the_vm(screen, language), screen, language)
        assert goldens.shown(on_vm) == pictures[language], f"MicroPython draws something else, in {language}"


def in_place(boxes: list[Box]) -> None:
    """Checks that A stands at the right end of the title, and B to its left; or, as an answer, in the middle alone."""
    title = [box for box in boxes if box[1] < 3 and box[4][:2] in ("A ", "B ") and box[0] > 13]
    accept = [x for x, _, width, _, text in title if text[0] == "A" and x + width == 126]
    leave = [x + width for x, _, width, _, text in title if text[0] == "B"]
    assert len(accept) == len([text for *_, text in title if text[0] == "A"]) < 2, title
    assert leave in ([], [min([126, *(x - 6 for x in accept)])]), title
    middle = [(x, y) for x, y, _, _, text in boxes if text == "A" and 32 <= x < 63 and 20 < y < 48]
    assert len(accept) + len(middle) < 2, (title, middle)


def test_every_golden_is_used_and_has_a_name_of_its_own() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in goldens.files()} == set(RECORDED)
    assert {path for path in goldens.GOLDEN.rglob("*") if path.is_file()} == set(goldens.files())
    assert len({path.stem for path in goldens.files()}) == len(RECORDED)
    for path in goldens.files():
        assert [*read(path)] == goldens.KEPT, path.stem
