"""The manual is true: the keys that it prints lead to the screens that it shows, its quotations are texts of the
device, and the figures of reference and card are those of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import manual
import pytest
import reference
from help.playing import play
from mingg.core.rules import RULE_SETS, load
from mingg.ui.screens.system import keys as keymap
from mingg_host.common import places
from mingg_host.device.headless import Device, Headless
from mingg_host.simulator.website import SHOWN
from mingg_scoring.figures import data
from screens.goldens import drawn
from screens.recorded import SCREENS

TEXT = manual.MANUAL.read_text(encoding="utf-8")
CATALOGUE = (places.package() / "lang" / "en.txt").read_text(encoding="utf-8").partition("\n[page]")[0]
BY_NAME = {name.partition("/")[2]: keys for name, keys in SCREENS.items()}
KEYS = {"up", "down", "left", "right", "A", "B"}
KEYS |= {f"hold:{key}" for key in KEYS}


# ---- keys ----


def _sections() -> dict[str, str]:
    parts = re.split(r"^#+ (.*)$", TEXT, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _steps(section: str) -> Iterator[tuple[str, str]]:
    """Yields the pictures and keys of a section in their order. A comment, at NAME, is a screen without a picture."""
    for match in re.finditer(r"(?:\]\(pictures/|<!-- at )([a-z0-9-]+)(?:\.png\)| -->)|`([^`]*)`", section):
        yield ("picture", match[1]) if match[1] else ("keys", match[2].replace("hold ", "hold:"))


WALKS = {
    title: steps
    for title, section in _sections().items()
    if "keys" in dict(steps := list(_steps(section))) and title != "Mingg: the manual"
}


@pytest.mark.parametrize("title", WALKS)
def test_keys_lead_to_the_next_picture(title: str) -> None:
    """The keys between two pictures lead from one to the other. Without keys, the second picture begins from a new
    device."""
    pressed, checked = "", 0
    with ExitStack() as switched_on:
        device: Device = switched_on.enter_context(Headless())
        for kind, step in WALKS[title]:
            if kind == "keys":
                assert set(step.split()) <= KEYS, step
                play(device, step.lower())
                pressed += f" {step}"
            elif pressed:
                is_shown = drawn(device.pixels()) == manual.shown(step).split("\n")[-17:-1]
                assert is_shown, f"{pressed} leads not to {step}, but to {device.text()}"
                pressed, checked = "", checked + 1
            elif step in BY_NAME:
                device = play(switched_on.enter_context(Headless()), BY_NAME[step])
    assert checked, "keys that no picture follows"
    assert not pressed, f"{pressed} leads to no picture"


FIRST_DEAL = "The first deal", "The hands of the losers", "Saved"


def test_the_first_deal_of_the_manual_is_walked_as_a_whole() -> None:
    keys = " ".join(step for title in FIRST_DEAL for kind, step in WALKS[title] if kind == "keys").lower()
    with Headless() as device:
        assert play(device, keys).text() == manual.texts("next-deal")
    assert len(keys.split()) == 20
    assert keys == " ".join(SHOWN), "the page shows another deal"
    assert "Twenty presses" in TEXT


# ---- what is quoted ----


def _messages() -> list[str]:
    """Returns all messages, each in one line."""
    messages = re.findall(r"^[^;\[\n][^\n]*? = (.*)$", CATALOGUE, re.MULTILINE)
    return [message.replace("|", " ") for message in messages]


SCREEN_TEXTS = [f" {' '.join(manual.texts(name))} " for name in SCREENS]
ELSEWHERE = {"Mingg stopped"}  # of hal/crash.py, where no catalogue can be read
STRESSED = {"yes, go on", "is"}  # stressed, not quoted


def _quoted() -> list[str]:
    """Returns the text in italics, in the manual and on the card."""
    slanted = re.findall(r"(?<!\*)\*([^*\n]+(?:\n[^*\n]+)?)\*(?!\*)", TEXT)
    slanted += re.findall(r"<i>(.*?)</i>", manual.CARD.read_text(encoding="utf-8"))
    return sorted({text.replace("\n", " ") for text in slanted} - STRESSED)


def test_quotations_are_texts_of_the_device() -> None:
    patterns = [pattern for message in _messages() for pattern in _sentences(message)]
    crash = (places.package() / "hal" / "crash.py").read_text(encoding="utf-8")

    def is_said(quoted: str) -> bool:
        if quoted in ELSEWHERE:
            return f'"{quoted}.", ' in crash
        on_a_screen = any(f" {quoted} " in text for text in SCREEN_TEXTS)
        return on_a_screen or any(pattern.fullmatch(quoted) for pattern in patterns)

    assert [quoted for quoted in _quoted() if not is_said(quoted)] == [], "no screen and no message says that"


def _sentences(message: str) -> Iterator[re.Pattern[str]]:
    """Yields a message, and each beginning of it up to a full stop or colon: these may be quoted."""
    ends = [stop.end() for stop in re.finditer(r"[.:](?= )", message)]
    for part in [message, *(message[:end] for end in ends), *(message[: end - 1] for end in ends)]:
        yield re.compile(re.escape(part).replace("%d", r"\d+").replace("%s", r"\S+"))


def _notices() -> list[str]:
    """Yields what the device shows at its start, and why something was not stored."""
    section = CATALOGUE.split("; notices, a line each\n")[1].split("\n;")[0]
    lines = section.split("\n")
    keys = "no flash", "no room", "not saved", "draft not kept", "language lost", "moment"
    return lines + [line for line in CATALOGUE.split("\n") if line.split(" = ")[0] in keys]


def test_every_notice_has_its_advice() -> None:
    titles = re.findall(r"^\| \*(.*?)\* \|", TEXT, re.MULTILINE)
    messages = [line.split(" = ")[1].replace("|", " ") for line in _notices()]
    assert messages
    assert [
        message
        for message in messages
        if not any(pattern.fullmatch(title) for title in titles for pattern in _sentences(message))
    ] == []


# ---- figures and links ----


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_figure_of_a_rule_set_is_in_the_reference(rules: str) -> None:
    table = reference.sheet(rules)
    sheet = data(load(rules, {}, 4))
    for entry in sheet["points"]:
        assert re.search(rf"\| {re.escape(entry['why'])} \| \w+ \| {entry['points']} \|", table)
    for entry in sheet["doubled"]:
        assert re.search(rf"\| {re.escape(entry['why'])} \| \w+ \| x{2 ** entry['times']} \|", table)


# ---- figures on the card ----


def test_figures_on_the_card_are_made() -> None:
    assert f"<!-- counts -->\n{manual.counts()}<!-- end -->" in manual.CARD.read_text(encoding="utf-8"), "make manual"


def _cells() -> dict[str, list[list[str]]]:
    """What stands on the card: the figures of each book, by the words of their row."""
    rows = re.findall(r"<tr><td>(.*?)</td>((?:<td>.*?</td>)*)</tr>", manual.CARD.read_text(encoding="utf-8"))
    return {
        words: [re.findall(r"x?\d+", cell) for cell in re.findall(r"<td>(.*?)</td>", cells)] for words, cells in rows
    }


@pytest.mark.parametrize("book", manual.COLUMNS)
def test_every_figure_of_a_rule_set_is_on_the_card(book: str) -> None:
    words = {row: text for rows in manual.COUNTED.values() for row, text in rows.items()}
    cells, column = _cells(), list(manual.COLUMNS).index(book)
    result = data(load(book, {}, 4))
    for entry in result["points"] + result["special"] + result["added"]:
        cell = cells[words[manual.counted(entry)]][column]
        plain = [int(figure) for figure in cell if figure[0] != "x"]
        assert min(plain) <= entry["points"] <= max(plain)
        assert str(entry["points"]) in cell or entry["id"].startswith("fill-")  # from the lowest to the highest
    for entry in result["doubled"]:
        limited = result["limit"]["points"] is not None and "no limit is played" in entry["why"]
        cell = cells[words[manual.counted(entry)]][column]
        assert (f"x{2 ** entry['times']}" in cell) is not limited
    limit = result["limit"]["points"]
    assert cells[words["limit"]][column] == ([] if limit is None else [str(limit)])


def test_the_card_has_no_figure_that_a_rule_set_lacks() -> None:
    words = {row: text for rows in manual.COUNTED.values() for row, text in rows.items()}
    cells = _cells()
    assert set(cells) == set(words.values())
    for column, book in enumerate(manual.COLUMNS):
        result = data(load(book, {}, 4))
        entries = result["points"] + result["special"] + result["added"] + result["doubled"]
        known_rows = {words[manual.counted(entry)] for entry in entries} | {words["limit"]}
        assert {row for row, books in cells.items() if books[column]} <= known_rows


def test_entries_for_the_winner_alone_are_marked_on_the_card() -> None:
    assert manual.cell([("all", "4")], mark=True) == "4"
    assert manual.cell([("winner", "x2")], mark=True) == "x2<sup>w</sup>"
    assert manual.cell([("winner", "6"), ("losers", "4")], mark=True) == "4, 6<sup>w</sup>"
    assert manual.cell([("winner", "2"), ("losers", "2")], mark=True) == "2"
    assert manual.cell([("winner", "8"), ("winner", "2"), ("winner", "10")], mark=False) == "2-10"


# ---- tables of keys ----

BLOCK = "<!-- keys table -->\nold\n<!-- end -->"
_KEYS = re.compile(r"<!-- keys ([a-z0-9/-]+) -->\n(.*?)<!-- end -->", re.DOTALL)


def test_a_table_of_keys_on_the_card_has_the_words_of_the_screen() -> None:
    text = manual.card(BLOCK)
    assert "old" not in text
    with Headless() as device:
        lines = keymap.lines(device.app.screen)
    assert lines
    for keys, _, word in lines:
        for key in keys:
            names = (row.split() for row, does in re.findall(r"<dt>(.*?)</dt><dd>(.*)</dd>", text) if word in does)
            assert any(manual.CARD_KEYS[key] in row for row in names), word
    assert manual.card(text) == text


def test_a_table_of_keys_of_no_screen_is_an_error() -> None:
    with pytest.raises(KeyError):
        manual.card(BLOCK.replace("table", "no-such-screen"))


def test_tables_of_keys_are_those_of_the_screens() -> None:
    for name, table in _KEYS.findall(manual.CARD.read_text(encoding="utf-8")):
        assert table.strip() == manual.keys_on_card(name).strip(), f"keys {name}: make manual"


def test_every_link_within_the_manual_leads_somewhere() -> None:
    titles = {re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-") for title in _sections()}
    links = set(re.findall(r"\]\(#([^)]*)\)", TEXT))
    assert links
    assert links <= titles
