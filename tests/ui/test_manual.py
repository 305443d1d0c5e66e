"""The manual says nothing that the device does not do: the keys that it prints lead to the screens that it shows, what
it quotes is said, and its figures are those that score."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import manual
import pytest
from goldens import drawn
from mingg.core.rules import load
from mingg.hal.keys import KEY_NAMES
from mingg.ui import keymap
from mingg_host.common import places
from mingg_host.device.headless import Device, Headless
from mingg_host.scoring.rules_sheet import data
from playing import play
from recorded import SCREENS

TEXT = manual.MANUAL.read_text(encoding="utf-8")
CATALOGUE = (places.package() / "lang" / "en.txt").read_text(encoding="utf-8")
BY_NAME = {name.partition("/")[2]: keys for name, keys in SCREENS.items()}
KEYS = {"up", "down", "left", "right", "A", "B"}
KEYS |= {f"hold:{key}" for key in KEYS}


# ---- keys ----


def _sections() -> dict[str, str]:
    parts = re.split(r"^#+ (.*)$", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _steps(section: str) -> Iterator[tuple[str, str]]:
    """Its pictures and its keys, in the order in which they stand."""
    for found in re.finditer(r'src="pictures/([a-z0-9-]+)\.png"|`([^`]*)`', section):
        yield ("picture", found[1]) if found[1] else ("keys", found[2].replace("hold ", "hold:"))


WALKS = {
    title: steps
    for title, section in _sections().items()
    if "keys" in dict(steps := list(_steps(section))) and title != "Mingg: the manual"
}


@pytest.mark.parametrize("title", WALKS)
def test_keys_lead_to_the_next_picture(title: str) -> None:
    """From one picture to the next; where no keys are printed between two, the second begins anew."""
    pressed, checked = "", 0
    with ExitStack() as switched_on:
        device: Device = switched_on.enter_context(Headless())
        for kind, what in WALKS[title]:
            if kind == "keys":
                assert set(what.split()) <= KEYS, what
                play(device, what.lower())
                pressed += f" {what}"
            elif pressed:
                there = drawn(device.pixels()) == manual.shown(what).split("\n")[-33:-1]
                assert there, f"{pressed} leads not to {what}, but to {device.text()}"
                pressed, checked = "", checked + 1
            elif what in BY_NAME:
                device = play(switched_on.enter_context(Headless()), BY_NAME[what])
    assert checked, "keys that no picture follows"
    assert not pressed, f"{pressed} leads to no picture"


def test_the_deal_of_the_manual_is_walked_as_a_whole() -> None:
    steps = WALKS["A deal, from beginning to end"]
    keys = " ".join(what for kind, what in steps if kind == "keys").lower()
    with Headless() as device:
        assert play(device, keys).text() == manual.texts("next-deal")
    assert len(keys.split()) == 20
    assert "Twenty presses" in TEXT


# ---- what is quoted ----


def _messages() -> list[str]:
    """Every message, with its lines in one."""
    found = re.findall(r"^[^;\[\n][^\n]*? = (.*)$", CATALOGUE, re.MULTILINE)
    return [message.replace("|", " ") for message in found]


SCREEN_TEXTS = [f" {' '.join(manual.texts(name))} " for name in SCREENS]
ELSEWHERE = {"Mingg stopped"}  # hal/crash.py, where no catalogue can be read
STRESSED = {"yes, go on", "is"}  # and not quoted


def _quoted() -> list[str]:
    """What is slanted, in the manual and on the card."""
    slanted = re.findall(r"(?<!\*)\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)", TEXT.split("\n## What counts")[0])
    slanted += re.findall(r"<i>(.*?)</i>", manual.CARD.read_text(encoding="utf-8"))
    return sorted({each.replace("\n", " ") for each in slanted} - STRESSED)


@pytest.mark.parametrize("quoted", _quoted())
def test_what_is_quoted_is_said(quoted: str) -> None:
    if quoted in ELSEWHERE:
        crash = (places.package() / "hal" / "crash.py").read_text(encoding="utf-8")
        assert f'"{quoted}.", ' in crash
        return
    said = any(f" {quoted} " in text for text in SCREEN_TEXTS)
    messages = (each for message in _messages() for each in _sentences(message))
    assert said or any(each.fullmatch(quoted) for each in messages), "no screen and no message says that"


def _sentences(message: str) -> Iterator[re.Pattern[str]]:
    """A message, and what stands before each of its stops: that much of it may be quoted."""
    ends = [found.end() for found in re.finditer(r"[.:](?= )", message)]
    for part in [message, *(message[:end] for end in ends), *(message[: end - 1] for end in ends)]:
        yield re.compile(re.escape(part).replace("%d", r"\d+").replace("%s", r"\S+"))


def _notices() -> list[str]:
    """What the device tells at its start, and why something was not kept."""
    section = CATALOGUE.split("; notices, a line each\n")[1].split("\n;")[0]
    lines = section.split("\n")
    keys = "no flash", "no room", "not saved", "draft not kept", "language lost", "moment"
    return lines + [line for line in CATALOGUE.split("\n") if line.split(" = ")[0] in keys]


@pytest.mark.parametrize("line", _notices(), ids=lambda line: line.split(" = ")[0])
def test_every_notice_has_its_advice(line: str) -> None:
    message = line.split(" = ")[1].replace("|", " ")
    told = re.findall(r"^\| \*(.*?)\* \|", TEXT, re.MULTILINE)
    assert any(pattern.fullmatch(each) for each in told for pattern in _sentences(message))


# ---- figures and links ----


@pytest.mark.parametrize("book", manual.BOOKS)
def test_figures_are_those_that_score(book: str) -> None:
    assert f"<!-- rules {book} -->\n\n{manual.rules(book)}\n<!-- end -->" in TEXT, "make manual"


@pytest.mark.parametrize("book", manual.BOOKS)
def test_every_figure_of_a_rule_set_is_there(book: str) -> None:
    table = manual.rules(book)
    found = data(load(book, {}, 4))
    for entry in found["points"]:
        assert re.search(rf"\| {re.escape(entry['why'])} \| \w+ \| {entry['points']} \|", table)
    for entry in found["doublings"]:
        assert re.search(rf"\| {re.escape(entry['why'])} \| \w+ \| x{2 ** entry['times']} \|", table)


def test_options_are_those_of_the_rules() -> None:
    assert f"<!-- options -->\n\n{manual.options()}\n<!-- end -->" in TEXT, "make manual"


# ---- tables of keys ----

BLOCK = "<!-- keys table -->\nold\n<!-- end -->"
_KEYS = re.compile(r"<!-- keys ([a-z0-9/-]+) -->\n(.*?)<!-- end -->", re.DOTALL)


def test_a_table_of_keys_is_what_the_screen_says_of_them() -> None:
    found = manual.manual(BLOCK)
    assert "old" not in found
    assert "| key | tapped | held |" in found
    with Headless() as device:
        listed = [(KEY_NAMES[key], held) for key, held, _ in device.app.screen.keymap()]
        lines = keymap.lines(device.app.screen)
    rows = [line.strip("| ").split(" | ") for line in found.split("\n") if line.startswith("|")][2:]
    named = [name.strip("*").lower() for row in rows for name in row[0].split()]
    assert sorted(named) == sorted({name for name, _ in listed})
    for keys, held, word in lines:
        for key in keys:
            row = next(row for row in rows if manual.KEYS[key] in row[0].split())
            assert word in row[2 if held else 1]


def test_a_table_of_keys_on_the_card_has_the_same_words() -> None:
    found = manual.card(BLOCK)
    assert "old" not in found
    for _, _, word in manual.key_lines("table"):
        assert word in found
    assert manual.card(found) == found


def test_a_table_of_keys_of_no_screen_is_an_error() -> None:
    with pytest.raises(KeyError):
        manual.manual(BLOCK.replace("table", "no-such-screen"))


@pytest.mark.parametrize(("path", "make"), [(manual.MANUAL, manual.keys), (manual.CARD, manual.keys_on_card)])
def test_tables_of_keys_are_those_of_the_screens(path: Path, make: Callable[[str], str]) -> None:
    for name, table in _KEYS.findall(path.read_text(encoding="utf-8")):
        assert table.strip() == make(name).strip(), f"keys {name}: make manual"


def test_every_link_within_the_manual_leads_somewhere() -> None:
    titles = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in _sections()}
    links = set(re.findall(r"\]\(#([^)]*)\)", TEXT))
    assert links
    assert links <= titles


def test_every_file_that_is_linked_is_there() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (manual.DOCS / link).exists(), link
