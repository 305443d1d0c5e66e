"""The pictures of the pages, README and card show what the device shows; the page of screens before and after."""

from __future__ import annotations

import html
import itertools
import re

import changed_screens
import manual
import moving
import pytest
from help.playing import play
from manual import PICTURES
from mingg_host.device.headless import Headless
from screens import goldens


def test_pictures_are_of_their_screens() -> None:
    def is_old(name: str) -> bool:
        stored = (PICTURES / f"{name}.png").read_bytes()
        return manual.raster(stored) != manual.raster(manual.picture(name))

    assert list(filter(is_old, sorted(manual.used()))) == [], "look at the screens, then: make manual"


def test_every_picture_is_used() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == manual.used() | manual.OTHERS


def test_every_link_to_a_picture_is_one_to_a_screen() -> None:
    made = {"pictures/architecture.svg", f"pictures/{moving.PATH.name}"}
    made |= {f"pictures/{name}.png" for name in manual.used() | manual.OTHERS}
    for path in (*manual.PAGES, manual.README):
        links = set(re.findall(r"pictures/[^\s\"')]+", path.read_text(encoding="utf-8")))
        assert links or path not in (manual.MANUAL, manual.README)
        assert links <= made, path.name


def test_pictures_are_small() -> None:
    assert max((PICTURES / f"{name}.png").stat().st_size for name in manual.used()) < 2000


TEXTS = re.compile(r'!\[([^\]]*)\]\([^)]*?([\w-]+)\.\w+[^)]*\)|<img src="[^"]*?([\w-]+)\.\w+[^>]*?(?:alt="([^"]*)")?>')


def untold(page: str) -> list[str]:
    """Returns the pictures whose text is none, is their name, or repeats the words on the screen."""
    found = []
    for text, name, name_in_html, text_in_html in TEXTS.findall(page):
        said, of = html.unescape(text or text_in_html), name or name_in_html
        on_screen = ", ".join(manual.texts(of)) if of in manual.used() else ""
        if len(said.split()) < 4 or said.lower() == of.replace("-", " ") or said == on_screen:
            found.append(of)
    return found


def test_the_text_of_a_picture_says_what_it_shows() -> None:
    for path in (*manual.PAGES, manual.README):
        assert untold(path.read_text(encoding="utf-8")) == [], path.name


def test_a_picture_whose_text_says_nothing_is_found() -> None:
    rows = ", ".join(manual.texts("saved"))
    page = f"![](a.png) ![setup goes on for long](setup-goes-on-for-long.png) ![{rows}](pictures/saved.png)"
    assert untold(f'{page} <img src="pictures/b.png"> <img src="pictures/c.png" alt="What the third one shows">') == [
        *("a", "setup-goes-on-for-long", "saved", "b")
    ]


def test_pictures_of_the_card_are_of_their_screens() -> None:
    text = manual.CARD.read_text(encoding="utf-8")
    now = dict(re.findall(r'data-screen="([a-z0-9-]+)" src="([^"]*)"', text))
    assert len(now) >= 6
    for name, source in now.items():
        assert manual.unpacked(source) == manual.unpacked(manual.on_paper(name)), f"{name}: make manual"


# ---- the moving picture ----


def test_the_moving_picture_is_what_the_device_shows() -> None:
    stored = moving.PATH.read_bytes()
    assert moving.read(stored) == moving.read(moving.picture()), "look at the screens, then: make manual"
    assert len(stored) < 300_000


def test_the_moving_picture_enters_a_whole_deal() -> None:
    keys = moving.STORY[-1][1]
    assert f"{len(keys.split())} key presses" in manual.README.read_text(encoding="utf-8")
    with Headless() as device:
        assert play(device, keys).text()[:2] == ["2", "who won?"]
    for (_, before), (_, after) in itertools.pairwise(moving.STORY):
        assert after.startswith(before), "each part goes on from the part before it"


def test_a_file_holds_the_frames_and_times_it_was_made_of() -> None:
    parts = moving.joined(moving.frames())
    colours = [bytes(colour) for colour in moving.COLOURS]
    expected = [(b"".join(colours[number] for row in part.rows for number in row), part.ms) for part in parts]
    assert moving.read(moving.picture()) == expected
    assert len(parts) > 2 * len(moving.STORY)


def test_changed_screens_come_first_and_each_screen_is_there_once() -> None:
    after = changed_screens.recorded()
    before = {name: dict(parts) for name, parts in after.items()}
    before["how"] = before["how"] | {"en": before["table"]["en"]}
    before["gone"] = {"en": before.pop("menu")["en"]}
    page = changed_screens.page(before, after, "HEAD")
    changed, unchanged = page.split("unchanged</h2>")
    titles = [
        "gone, en",
        "how, en",
        *(f"menu, {language}" for language in goldens.LANGUAGES if language in after["menu"]),
    ]
    assert re.findall("<h3>(.*?)</h3>", changed) == titles
    assert changed.count("<img") == 3 + len(after["menu"])
    assert changed.count("none</span>") == 1 + len(after["menu"])
    assert unchanged.count("<img") == len(after) - 2
    assert 'alt="W, Cy wins, how?' in page


def test_a_revision_that_does_not_exist_is_named() -> None:
    with pytest.raises(SystemExit, match=r"BEFORE=no-such-revision: .*Name a revision of git"):
        changed_screens.recorded_at("no-such-revision")
