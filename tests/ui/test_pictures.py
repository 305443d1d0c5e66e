"""The pictures of manual, README and card show what the device shows."""

from __future__ import annotations

import re
from pathlib import Path

import manual
import pytest
from manual import PICTURES


@pytest.mark.parametrize("name", sorted(manual.used()))
def test_picture_is_of_its_screen(name: str) -> None:
    kept = (PICTURES / f"{name}.png").read_bytes()
    assert manual.raster(kept) == manual.raster(manual.picture(name)), "look at the screen, then: make manual"


def test_every_picture_is_used() -> None:
    assert {path.name for path in PICTURES.glob("*.png")} == {f"{name}.png" for name in manual.used()}


@pytest.mark.parametrize("path", [manual.MANUAL, manual.README], ids=lambda path: path.name)
def test_every_link_to_a_picture_is_one_to_a_screen(path: Path) -> None:
    links = re.findall(r"pictures/[^\s\"')]+", path.read_text(encoding="utf-8"))
    assert links
    assert {re.sub(r"pictures/(.*)\.png", r"\1", link) for link in links} <= manual.used()


def test_pictures_are_small() -> None:
    assert max(path.stat().st_size for path in PICTURES.glob("*.png")) < 2000


def test_what_a_screen_says_stands_for_its_picture() -> None:
    text = manual.MANUAL.read_text(encoding="utf-8")
    assert manual.manual(text) == text, "make manual"


def test_pictures_of_the_card_are_of_their_screens() -> None:
    text = manual.CARD.read_text(encoding="utf-8")
    now = dict(re.findall(r'data-screen="([a-z0-9-]+)" src="([^"]*)"', text))
    assert len(now) >= 6
    for name, source in now.items():
        assert manual.unpacked(source) == manual.unpacked(manual.on_paper(name)), f"{name}: make manual"
