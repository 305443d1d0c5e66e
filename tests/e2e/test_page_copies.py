"""A copy of the ledger out of the page, and in again: checked first, beside what is here, never over it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mingg.ledger.reader import Opened
from mingg.ledger.seal import seal, segment_name
from mingg_host.device.headless import Headless
from mingg_host.scoring import house
from named_keys import to_table

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# East won with a chance hand and drew it: he gets 2 x 22 of each, whose cards are empty.
DEAL = to_table("down down")
TUESDAY = """name = "Tuesday club"
from = "babcock"
limit = 500
"""
KEPT = """() => Object.fromEntries(Object.entries(localStorage)
  .filter(([key]) => key.startsWith("mingg:/flash/ledger/") && !key.endsWith("draft.txt"))
  .map(([key, text]) => [key.slice(20), text]))"""


def play(device: Any, script: str) -> None:
    device.press(*script.split())


def evenings(folder: Path, *deals: int) -> dict[str, str]:
    """The ledgers of another device, with so many deals each."""
    found = {}
    for number, count in enumerate(deals, 1):
        with Headless(folder / str(number)) as other:
            play(other, " ".join(count * [DEAL]))
        data = (folder / str(number) / "0001-00.txt").read_bytes()
        found[f"{number:04}-00.txt"] = data.decode("latin-1")
    return found


def copy_of(files: dict[str, str]) -> dict[str, Any]:
    return {"form": "mingg ledger", "version": 1, "files": files}


def kept(device: Any) -> dict[str, str]:
    files: dict[str, str] = device.page.evaluate(KEPT)
    return files


def bring(device: Any, *files: tuple[str, str | bytes]) -> str:
    """Choose these files in the dialog; what the page says of them."""
    chosen = [
        {"name": name, "mimeType": "", "buffer": data.encode() if isinstance(data, str) else data}
        for name, data in files
    ]
    said = device.page.locator("#copies-said")
    said.evaluate("(said) => { said.textContent = ''; }")
    device.page.locator("#copy-file").set_input_files(chosen)
    for _ in range(100):
        if said.inner_text() or device.page.locator("#copies-found").is_visible():
            break
        device.page.wait_for_timeout(50)
    return str(said.inner_text())


def waits_until(device: Any, so: str) -> None:
    """Wait until this is true in the page."""
    for _ in range(300):
        if device.page.evaluate(so):
            return
        device.page.wait_for_timeout(50)
    pytest.fail(f"never: {so}")


def open_dialog(device: Any) -> None:
    device.page.get_by_role("button", name="ledger", exact=True).click()


def press(device: Any, name: str) -> None:
    device.page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_a_copy_saved_here_is_the_same_evening_in_another_browser(visit: Visitor) -> None:
    device = visit().open()
    open_dialog(device)
    assert device.page.get_by_role("button", name="save a copy").is_disabled()
    press(device, "close")
    play(device, DEAL)
    device.waits_for("Ann 2132")
    open_dialog(device)
    assert "1 evening, 1 kB" in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        press(device, "save a copy")
    assert saved.value.suggested_filename.startswith("mingg-20")
    copy = Path(saved.value.path()).read_bytes()
    assert json.loads(copy)["files"] == kept(device)

    other = visit().open()
    other.waits_for("Ann 2000")
    open_dialog(other)
    assert bring(other, ("copy.json", copy)) == ""
    assert "Ann, Bo, Cy, Di: 1 deal" in other.page.locator("#copies-found").inner_text()
    press(other, "bring it in")
    other.page.get_by_text("1 evening brought in.").wait_for()
    press(other, "close")
    other.waits_for("Ann 2132")
    assert kept(other) == kept(device)
    # Once more it brings nothing, also after the evening has gone on.
    play(other, DEAL)
    other.waits_for("Ann 2264")
    before = kept(other)
    open_dialog(other)
    assert bring(other, ("copy.json", copy)) == "1 evening in it is here already. Nothing was brought in."
    assert not other.page.locator("#copies-found").is_visible()
    assert kept(other) == before
    assert device.complaints == other.complaints == []


@pytest.mark.parametrize(("choice", "balance"), [("keep as old", "Ann 2132"), ("play on with", "Ann 2264")])
def test_what_is_brought_in_lies_beside_what_is_here(visit: Visitor, tmp_path: Path, choice: str, balance: str) -> None:
    theirs = evenings(tmp_path, 3, 2)
    device = visit().open()
    play(device, DEAL + " down down")
    device.waits_for_draft(DEAL + " down down")
    ours = kept(device)
    assert list(ours) == ["0001-00.txt"]
    open_dialog(device)
    bring(device, ("theirs.json", json.dumps(copy_of(theirs))))
    press(device, choice)
    device.page.get_by_text("2 evenings brought in.").wait_for()
    press(device, "close")
    now = kept(device)
    assert sorted(now.values()) == sorted([*ours.values(), *theirs.values()])
    if choice == "keep as old":
        assert max(now) == "0004-00.txt"
        assert now["0004-00.txt"] == ours["0001-00.txt"]
        device.waits_for("half entered", "deal 2")
        play(device, "b")
    else:
        assert now["0001-00.txt"] == ours["0001-00.txt"]
        assert now["0003-00.txt"] == theirs["0002-00.txt"]
    device.waits_for(balance)
    assert device.complaints == []


def lay(visitor: Any, files: dict[str, str]) -> None:
    """What the browser keeps before the page is opened for the first time."""
    stored = json.dumps([[f"mingg:/flash/ledger/{name}", text] for name, text in files.items()])
    visitor.context.add_init_script(
        f"if (!localStorage.length) for (const each of {stored}) localStorage.setItem(...each)"
    )


def test_after_an_evening_of_a_large_number_every_other_is_there_and_in_the_copy(
    visit: Visitor, tmp_path: Path
) -> None:
    theirs = evenings(tmp_path, 1, 2, 3, 4)
    large = theirs.pop("0001-00.txt")
    # As a copy of that number left it in the browser; the device had begun another session since.
    visitor = visit()
    lay(visitor, {"999999999-00.txt": large})
    device = visitor.open()
    play(device, "down down")  # the draft moves with its evening
    waits_until(device, "(localStorage.getItem('mingg:/flash/ledger/draft.txt') || '').includes('999999999')")
    for number, text in enumerate(theirs.values(), 1):
        open_dialog(device)
        bring(device, (f"{number}.json", json.dumps(copy_of({"0007-00.txt": text}))))
        press(device, "keep as old" if number < 3 else "play on with")
        device.page.get_by_text("1 evening brought in.").wait_for()
        press(device, "close")
        if number < 3:
            device.waits_for("half entered", "deal 2")
    device.waits_for("Ann 2528")
    play(device, DEAL)
    device.waits_for("Ann 2660")
    now = kept(device)
    assert sorted(now) == ["0001-00.txt", "0002-00.txt", "1000000000-00.txt", "999999999-00.txt"]
    assert [now["0001-00.txt"], now["0002-00.txt"], now["999999999-00.txt"]] == [*list(theirs.values())[:2], large]
    open_dialog(device)
    assert "4 evenings" in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        press(device, "save a copy")
    assert json.loads(Path(saved.value.path()).read_bytes())["files"] == now
    assert device.complaints == []


def test_files_as_they_lie_on_a_board_are_brought_in_too_and_damage_is_told(visit: Visitor, tmp_path: Path) -> None:
    theirs = evenings(tmp_path, 2)["0001-00.txt"]
    lines = theirs.splitlines(keepends=True)
    lines[2] = lines[2].replace("winner", "wanner")
    device = visit().open()
    open_dialog(device)
    bring(device, ("0007-00.txt", "".join(lines).encode("latin-1")))
    assert "2 deals" in device.page.locator("#copies-found").inner_text()
    assert "1 line damaged" in device.page.locator("#copies-found").inner_text()
    press(device, "bring it in")
    device.page.get_by_text("1 evening brought in.").wait_for()
    assert kept(device) == {"0007-00.txt": "".join(lines)}
    press(device, "close")
    device.waits_for("is damaged")
    play(device, "a")
    device.waits_for("2264")


# Time flies while it looks at evenings. What is said meanwhile is written down.
SLOW_MACHINE = """window.slow = false;
window.told = [];
let ahead = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + (window.slow ? (ahead += 100) : ahead);
document.addEventListener("DOMContentLoaded", () => {
  const said = document.querySelector("#copies-said");
  new MutationObserver(() => window.told.push(said.textContent)).observe(said, {childList: true});
});"""


def test_a_copy_of_hundreds_of_evenings_is_looked_at_while_the_page_goes_on(visit: Visitor, tmp_path: Path) -> None:
    theirs = evenings(tmp_path, 1)["0001-00.txt"]
    many = json.dumps(copy_of({f"{number:04}-00.txt": theirs for number in range(1, 301)}))
    chosen = {"name": "many.json", "mimeType": "", "buffer": many.encode()}
    device = visit().open(SLOW_MACHINE)
    found, said = device.page.locator("#copies-found li"), device.page.locator("#copies-said")
    open_dialog(device)
    device.page.evaluate("window.slow = true")
    device.page.locator("#copy-file").set_input_files([chosen])
    waits_until(device, "window.told.some((text) => text.startsWith('Looking at evening'))")
    device.page.evaluate("window.slow = false")
    press(device, "close")  # and nobody waits for it
    device.press("up")
    device.waits_for("W Cy wins how?")
    open_dialog(device)
    assert said.inner_text() == ""
    device.page.locator("#copy-file").set_input_files([chosen])
    found.nth(299).wait_for()
    assert found.count() == 300
    assert said.inner_text() == ""
    assert device.complaints == []


def test_what_is_no_ledger_is_refused_in_plain_words_and_nothing_changes(visit: Visitor, tmp_path: Path) -> None:
    good = evenings(tmp_path, 1)["0001-00.txt"]
    head = good.splitlines(keepends=True)[0]
    assert Opened(head.encode("latin-1")).head is not None
    device = visit().open()
    play(device, DEAL)
    before = device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())")
    open_dialog(device)

    def copy(files: Any, **more: Any) -> str:
        return json.dumps({**copy_of(files), **more})

    for given, word in (
        ([("song.mp3", b"\xff\xfb\x90\x00")], "song.mp3 is not a copy of a ledger."),
        ([("empty.json", "")], "empty.json is not a copy of a ledger."),
        ([("list.json", "[1, 2]")], "list.json is not a copy of a ledger."),
        ([("other.json", '{"files": {}}')], "other.json is not a copy of a ledger."),
        ([("none.json", copy({}))], "There is no evening in it."),
        ([("later.json", copy({"0001-00.txt": good}, version=2))], "is from a newer version"),
        ([("up.json", copy({"../0001-00.txt": good}))], "../0001-00.txt is not the name of a ledger file."),
        ([("draft.json", copy({"draft.txt": good}))], "draft.txt is not the name of a ledger file."),
        ([("proto.json", '{"form": "mingg ledger", "version": 1, "files": {"__proto__": "x"}}')], "not the name of"),
        ([("number.json", copy({"0001-00.txt": 5}))], "0001-00.txt is not a ledger file."),
        ([("wide.json", copy({"0001-00.txt": "\u0416"}))], "0001-00.txt is not a ledger file."),
        ([("hollow.json", copy({"0001-00.txt": ""}))], "0001-00.txt is empty."),
        ([("0001-00.txt", b"")], "0001-00.txt is empty."),
        ([("large.json", copy({"0001-00.txt": "x" * (2**20 + 1)}))], "0001-00.txt is too large for a ledger."),
        ([("huge.txt", b"x" * (2**22 + 1))], "huge.txt is too large for a ledger."),
        ([("two.json", copy({"0001-00.txt": good, "00001-00.txt": good}))], "two files for the same part"),
        ([("text.json", copy({"0001-00.txt": "a shopping list\n"}))], "1 evening in it cannot be read"),
        ([("bent.json", copy({"0001-00.txt": good.replace("Ann", "Eve")}))], "1 evening in it cannot be read"),
        ([("0003-00.txt", b"\x00\xff" * 500)], "1 evening in it cannot be read"),
    ):
        said = bring(device, *given)
        assert word in said
        assert said.endswith("Nothing was brought in.")
        assert not device.page.locator("#copies-found").is_visible()
    assert device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())") == before
    press(device, "close")
    device.waits_for("Ann 2132")
    assert device.complaints == []


def house_rules(folder: Path, text: str) -> tuple[str, bytes]:
    """As `mingg rules install --to` leaves them."""
    file = folder / "tuesday.toml"
    file.write_text(text, encoding="utf-8")
    return house.read(file).stored()


def test_house_rules_are_brought_in_and_go_out_with_a_copy(visit: Visitor, tmp_path: Path) -> None:
    name, data = house_rules(tmp_path, TUESDAY)
    device = visit().open()
    open_dialog(device)
    assert "rules install tuesday.toml --to FOLDER" in bring(device, ("tuesday.toml", TUESDAY))
    assert bring(device, (name, data.replace(b"500", b"600"))).startswith("House rules in it cannot be read")
    assert bring(device, (name, data)) == ""
    assert device.page.locator("#copies-found").inner_text().count("house rules: Tuesday club") == 1
    assert not device.page.locator("#keep-old").is_visible()
    press(device, "bring it in")
    device.page.get_by_text("House rules brought in.").wait_for()
    press(device, "close")
    device.waits_for("Ann 2000")
    device.menu()
    play(device, "a down a a")  # new session, rules, those of a house
    device.waits_for("Tuesday club")
    device.page.reload()
    device.waits_for("Ann 2000")
    open_dialog(device)
    assert bring(device, (name, data)) == "All of it is here already. Nothing was brought in."
    bring(device, house_rules(tmp_path, TUESDAY.replace("500", "600")))
    assert "replacing those that are here" in device.page.locator("#copies-found").inner_text()
    press(device, "close")
    play(device, DEAL)
    device.waits_for("Ann 2132")
    assert kept(device)[name] == data.decode("latin-1")
    open_dialog(device)
    with device.page.expect_download() as saved:
        press(device, "save a copy")
    assert json.loads(Path(saved.value.path()).read_bytes())["files"] == kept(device)
    assert device.complaints == []


FULL = """const setItem = Storage.prototype.setItem;
window.left = Infinity;
Storage.prototype.setItem = function (key, value) {
  if (window.left-- <= 0) throw new DOMException("", "QuotaExceededError");
  setItem.call(this, key, value);
};"""


def test_where_there_is_no_room_nothing_changes(visit: Visitor, tmp_path: Path) -> None:
    theirs = evenings(tmp_path, 3, 2)
    visitor = visit()
    visitor.context.add_init_script(FULL)
    device = visitor.open()
    play(device, DEAL)
    before = device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())")
    open_dialog(device)
    for writes in range(4):
        bring(device, ("theirs.json", json.dumps(copy_of(theirs))))
        device.page.evaluate(f"window.left = {writes}")
        press(device, "keep as old")
        device.page.get_by_text("There is no room for it here. Nothing was brought in.").wait_for()
        device.page.evaluate("window.left = Infinity")
        assert device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())") == before
    press(device, "close")
    device.waits_for("Ann 2132")


def test_a_page_that_ends_while_it_brings_something_in_goes_on_at_the_next_start(
    visit: Visitor, tmp_path: Path
) -> None:
    theirs = evenings(tmp_path, 3, 2)
    device = visit().open()
    play(device, DEAL)
    device.waits_for("Ann 2132")
    ours = kept(device)["0001-00.txt"]
    # As storage is when the browser is killed after the first file of three.
    change = {"write": [["0002-00.txt", theirs["0001-00.txt"]], ["0003-00.txt", theirs["0002-00.txt"]]]}
    change["write"].append(["0004-00.txt", ours])
    device.page.evaluate(
        """(change) => {
          localStorage.setItem("mingg-under-way", JSON.stringify({...change, draft: [], remove: ["0001-00.txt"]}));
          localStorage.setItem("mingg:/flash/ledger/0002-00.txt", change.write[0][1]);
        }""",
        change,
    )
    device.page.reload()
    device.waits_for("Ann 2132")
    assert kept(device) == dict(change["write"])
    assert device.page.evaluate("localStorage.getItem('mingg-under-way')") is None


def long_evening() -> dict[str, str]:
    """An evening of 10,001 draws in 101 files; of each hundred the first alone is in them."""
    head = {"mingg": 1, "ledger": 2, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"], "counters": "none"}
    found = {}
    for segment in range(101):
        record = 100 * segment + 1
        before = {"deals": record - 1, "east": "Ann", "round": 0, "balances": [2000] * 4}
        data = seal(0, json.dumps({**head, "first": record})) if segment else seal(0, json.dumps(head)) * 2
        data += seal(record, json.dumps({"winner": None, "hands": {}, "before": before}))
        found[segment_name(1, segment)] = data.decode("latin-1")
    return found


def test_an_evening_goes_on_past_record_9999_and_segment_99(visit: Visitor) -> None:
    theirs = long_evening()
    device = visit().open()
    open_dialog(device)
    assert bring(device, ("theirs.json", json.dumps(copy_of(theirs)))) == ""
    assert "Ann, Bo, Cy, Di: 10001 deals, Babcock" in device.page.locator("#copies-found").inner_text()
    press(device, "bring it in")
    press(device, "close")
    device.waits_for("10002")
    play(device, DEAL)
    device.waits_for("Ann 2132", "10003")
    device.page.reload()
    device.waits_for("Ann 2132", "10003")
    now = kept(device)
    assert now.keys() == theirs.keys()
    assert Opened(now["0001-100.txt"].encode("latin-1")).records[-1][0] == 10002
    open_dialog(device)
    assert "1 evening," in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        press(device, "save a copy")
    copy = Path(saved.value.path()).read_bytes()
    assert json.loads(copy)["files"] == now
    assert bring(device, ("copy.json", copy)) == "1 evening in it is here already. Nothing was brought in."
    assert device.complaints == []


@pytest.mark.parametrize("half", [b'"\\ud800"', b'"\xed\xa0\x80"'])
def test_a_name_with_half_of_a_character_is_refused_with_its_place(visit: Visitor, half: bytes) -> None:
    """It would come out of the device again as bytes that no program takes for text."""
    head = b'{"mingg": 1, "ledger": 2, "rules": "babcock", "names": ["Ann", %s, "Cy", "Di"], "counters": "none"}' % half
    line = b"0000 %08x %s\n" % (zlib.crc32(b"0000 " + head), head)
    device = visit().open()
    open_dialog(device)
    said = bring(device, ("0007-00.txt", line))
    assert said == (
        "Evening 7: /names/1: this has half of a character. Write the whole character. Nothing was brought in."
    )
    assert not device.page.locator("#copies-found").is_visible()
    whole = head.replace(half, '"\U0001f600"'.encode())
    assert bring(device, ("0007-00.txt", b"0000 %08x %s\n" % (zlib.crc32(b"0000 " + whole), whole))) == ""
    assert "Ann, \U0001f600, Cy, Di: 0 deals" in device.page.locator("#copies-found").inner_text()
    assert device.complaints == []


@pytest.mark.parametrize(
    "under_way",
    [
        "{",
        "null",
        "5",
        "[]",
        '{"write": 5}',
        json.dumps({"write": [["0002-00.txt", "x" * 6 * 2**20]], "over": [], "remove": []}),
    ],
    ids=["torn", "nothing", "a number", "a list", "no files", "too large"],
)
def test_what_cannot_be_gone_on_with_keeps_nobody_from_playing(visit: Visitor, under_way: str) -> None:
    """Also what is among the ledger's keys, and is no file of it."""
    device = visit().open()
    play(device, DEAL)
    device.waits_for("Ann 2132")
    before = kept(device)
    # Longer than the browser keeps: it has become so small meanwhile.
    device.page.add_init_script(
        f"""const getItem = Storage.prototype.getItem;
        let left = 1;
        Storage.prototype.getItem = function (key) {{
          return key === "mingg-under-way" && left-- > 0 ? {json.dumps(under_way)} : getItem.call(this, key);
        }};
        for (const key of ["", "/", "/ledger", "/ledger/", "/ledger/a/b", "/ledger/..", "/ledger/../../lib/x.py"]) {{
          localStorage.setItem(`mingg:/flash${{key}}`, "x");
        }}"""
    )
    device.page.reload()
    device.waits_for("Ann 2132")
    assert {name: text for name, text in kept(device).items() if name in before} == before
    assert not device.page.get_by_role("alert").is_visible()
    play(device, DEAL)
    device.waits_for("Ann 2264")
