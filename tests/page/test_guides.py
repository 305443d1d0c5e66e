"""The documents on the simulator's site: complete, and within the site's policy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mingg_host.common import places
from mingg_host.common.web import TYPES
from mingg_host.simulator import website


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return website.guides(places.docs(), places.boards()["pico"] / "wiring.svg")


@pytest.mark.parametrize("name", ["manual.html", "build.html", "quick-card.html"])
def test_a_document_has_all_that_it_shows_and_links_to(files: dict[str, bytes], name: str) -> None:
    text = files[name].decode()
    beside = set(files) | {"guide.css", "../icon.svg"}
    for address in re.findall(r'(?:src|href)="([^"]+)"', text):
        page, _, part = address.partition("#")
        if page.startswith("https://"):
            continue
        assert not page or page in beside, address
        if part:  # also of a step in a drawing
            assert f'id="{part}"' in (files[page].decode() if page else text), address


@pytest.mark.parametrize("name", ["manual.html", "build.html", "quick-card.html"])
def test_a_document_keeps_to_the_policy_of_the_site(files: dict[str, bytes], name: str) -> None:
    text = files[name].decode()
    assert not re.search(r"<style|<script|\sstyle=|data:", text)


def test_the_manual_is_readable(files: dict[str, bytes]) -> None:
    text = files["manual.html"].decode()
    assert '<h2 id="a-first-evening-in-ten-minutes">' in text
    assert '<table tabindex="0">' in text
    assert text.count('<img src="pictures/') + text.count('src="pictures/') > 50


def test_the_server_knows_the_type_of_every_file(files: dict[str, bytes]) -> None:
    assert all(TYPES.guess_type(name)[0] for name in files)


def test_a_link_to_a_document_that_is_not_there_is_plain_text(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    for name in website.DOCUMENTS:
        (tmp_path / f"{name}.md").write_text("# One\n\n[a](rules.md), [b](build.md#one), [c](#one)\n", encoding="utf-8")
    (tmp_path / website.CARD).write_text("<head></head>", encoding="utf-8")
    wiring = tmp_path / "wiring.svg"
    wiring.write_bytes(b"<svg/>")
    text = website.guides(tmp_path, wiring)["manual.html"].decode()
    assert '<span>a</span>, <a href="build.html#one">b</a>, <a href="#one">c</a>' in text
