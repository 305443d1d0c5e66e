"""Copies of the ledger: the page saves them, checks them, and adds them without overwriting anything."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mingg.records.line import seal, segment_name, unseal
from mingg_host.device.headless import Headless
from mingg_host.scoring import house
from named_keys import to_table

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]

# East won by self-draw with a chance hand and gets 2 x 22 from each player. The others' cards are empty.
DEAL = to_table("down down")
CSV = """async (results) => {
  const style = document.querySelector("link[rel=stylesheet]").href;
  return (await import(style.replace("style.css", "results.js"))).csv(results);
}"""
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
    """Returns the ledgers of another device, one for each number of deals."""
    files = {}
    for number, count in enumerate(deals, 1):
        with Headless(folder / str(number)) as other:
            play(other, " ".join(count * [DEAL]))
        data = (folder / str(number) / "0001-00.txt").read_bytes()
        files[f"{number:04}-00.txt"] = data.decode("latin-1")
    return files


def copy_of(files: dict[str, str]) -> dict[str, Any]:
    return {"form": "mingg ledger", "version": 1, "files": files}


def kept(device: Any) -> dict[str, str]:
    files: dict[str, str] = device.page.evaluate(KEPT)
    return files


def bring(device: Any, *files: tuple[str, str | bytes]) -> str:
    """Chooses these files in the dialog. Returns the message of the page, "" if it offers to bring them in."""
    chosen = [
        {"name": name, "mimeType": "", "buffer": data.encode() if isinstance(data, str) else data}
        for name, data in files
    ]
    message, offer = device.page.locator("#copies-said"), device.page.locator("#copies-found")
    device.page.evaluate(
        """() => {
          document.querySelector("#copies-said").textContent = "";
          document.querySelector("#copies-found").hidden = true;
        }"""
    )
    device.page.locator("#copy-file").set_input_files(chosen)

    def is_checked() -> bool:
        text = message.inner_text()
        return offer.is_visible() or (bool(text) and not text.startswith("Looking at evening"))

    assert device.becomes_true(is_checked), f"the page does not answer: {message.inner_text()}"
    return str(message.inner_text())


def waits_until(device: Any, condition: str) -> None:
    """Waits until this is true in the page."""
    assert device.becomes_true(lambda: device.page.evaluate(condition)), f"never true: {condition}"


def open_dialog(device: Any) -> None:
    device.page.get_by_role("button", name="ledger", exact=True).click()


def press(device: Any, name: str) -> None:
    device.page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_the_results_are_saved_as_a_spreadsheet_and_printed(visit: Visitor) -> None:
    device = visit().open("window.print = () => { window.printed = true; };")
    open_dialog(device)
    assert device.page.get_by_role("button", name="results as a spreadsheet").is_disabled()
    press(device, "close")
    play(device, DEAL)
    device.waits_for("2132")
    open_dialog(device)
    with device.page.expect_download() as saved:
        press(device, "results as a spreadsheet")
    assert saved.value.suggested_filename.endswith(".csv")
    assert Path(saved.value.path()).read_text("utf-8-sig").splitlines() == [
        "deal,round,East,result,score,Ann,Bo,Cy,Di",
        "1,E,Ann,Ann drew,22,132,-44,-44,-44",
        ",,,balance,,2132,1956,1956,1956",
    ]
    press(device, "print the results")
    waits_until(device, "window.printed")
    device.page.emulate_media(media="print")
    assert "Ann drew" in device.page.get_by_role("region", name="results").inner_text()
    assert not device.page.locator("#device").is_visible()
    assert device.complaints == []


def test_no_cell_of_the_results_is_a_formula(visit: Visitor) -> None:
    cells = {
        "=1+1": "'=1+1",
        "A;=1+1;B": '"A;\'=1+1;B"',
        "\uff1d1": "'\uff1d1",
        "\u2212x @y": "'\u2212x '@y",
        'say "x"': '"say ""x"""',
        "half-half": "half-half",
    }
    results = {"names": [], "balances": [], "rows": [[1, "E", "Ann", cell, -2, []] for cell in cells]}
    text = visit().open().page.evaluate(CSV, results)
    assert text.splitlines()[1 : len(cells) + 1] == [f"1,E,Ann,{written},-2" for written in cells.values()]


def test_the_browser_is_asked_once_to_keep_the_ledger(visit: Visitor) -> None:
    device = visit().open("window.asked = 0; navigator.storage.persist = async () => { window.asked += 1; };")
    assert device.page.evaluate("window.asked") == 0
    play(device, f"{DEAL} {DEAL}")
    device.waits_for("2264")
    assert device.page.evaluate("window.asked") == 1


def test_a_saved_copy_brings_the_same_evening_into_another_browser(visit: Visitor) -> None:
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
    # A second time it adds nothing, even after the evening has continued.
    play(other, DEAL)
    other.waits_for("Ann 2264")
    before = kept(other)
    open_dialog(other)
    assert bring(other, ("copy.json", copy)) == "1 evening in it is here already. Nothing was brought in."
    assert not other.page.locator("#copies-found").is_visible()
    assert kept(other) == before
    assert device.complaints == other.complaints == []


@pytest.mark.parametrize(("choice", "balance"), [("keep as old", "Ann 2132"), ("play on with", "Ann 2264")])
def test_a_copy_is_added_beside_the_evenings_that_are_here(
    visit: Visitor, tmp_path: Path, choice: str, balance: str
) -> None:
    other_evenings = evenings(tmp_path, 3, 2)
    device = visit().open()
    play(device, DEAL + " down down")
    device.waits_for_draft(DEAL + " down down")
    own_evenings = kept(device)
    assert list(own_evenings) == ["0001-00.txt"]
    open_dialog(device)
    bring(device, ("theirs.json", json.dumps(copy_of(other_evenings))))
    press(device, choice)
    device.page.get_by_text("2 evenings brought in.").wait_for()
    press(device, "close")
    now = kept(device)
    assert sorted(now.values()) == sorted([*own_evenings.values(), *other_evenings.values()])
    if choice == "keep as old":
        assert max(now) == "0004-00.txt"
        assert now["0004-00.txt"] == own_evenings["0001-00.txt"]
        device.waits_for("begun", "deal 2")
        play(device, "b")
    else:
        assert now["0001-00.txt"] == own_evenings["0001-00.txt"]
        assert now["0003-00.txt"] == other_evenings["0002-00.txt"]
    device.waits_for(balance)
    assert device.complaints == []


def lay(visitor: Any, files: dict[str, str]) -> None:
    """Stores these files in the browser before the page is opened for the first time."""
    stored = json.dumps([[f"mingg:/flash/ledger/{name}", text] for name, text in files.items()])
    visitor.context.add_init_script(
        f"if (!localStorage.length) for (const entry of {stored}) localStorage.setItem(...entry)"
    )


def test_evenings_can_be_added_although_one_has_a_very_large_number(visit: Visitor, tmp_path: Path) -> None:
    other_evenings = evenings(tmp_path, 1, 2, 3, 4)
    large = other_evenings.pop("0001-00.txt")
    # As if a copy with that number had been brought in, and the device had started another session since.
    visitor = visit()
    lay(visitor, {"999999999-00.txt": large})
    device = visitor.open()
    play(device, "down down")  # the draft follows its evening
    waits_until(device, "(localStorage.getItem('mingg:/flash/ledger/draft.txt') || '').includes('999999999')")
    for number, text in enumerate(other_evenings.values(), 1):
        open_dialog(device)
        bring(device, (f"{number}.json", json.dumps(copy_of({"0007-00.txt": text}))))
        press(device, "keep as old" if number < 3 else "play on with")
        device.page.get_by_text("1 evening brought in.").wait_for()
        press(device, "close")
        if number < 3:
            device.waits_for("begun", "deal 2")
    device.waits_for("Ann 2528")
    play(device, DEAL)
    device.waits_for("Ann 2660")
    now = kept(device)
    assert sorted(now) == ["0001-00.txt", "0002-00.txt", "1000000000-00.txt", "999999999-00.txt"]
    assert [now["0001-00.txt"], now["0002-00.txt"], now["999999999-00.txt"]] == [
        *list(other_evenings.values())[:2],
        large,
    ]
    open_dialog(device)
    assert "4 evenings" in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        press(device, "save a copy")
    assert json.loads(Path(saved.value.path()).read_bytes())["files"] == now
    assert device.complaints == []


def test_files_of_a_board_are_brought_in_and_damage_is_reported(visit: Visitor, tmp_path: Path) -> None:
    other_evenings = evenings(tmp_path, 2)["0001-00.txt"]
    lines = other_evenings.splitlines(keepends=True)
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


# While window.slow is true, the clock runs fast, as if the checks took long. window.messages: the texts meanwhile.
SLOW_MACHINE = """window.slow = false;
window.messages = [];
let ahead = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + (window.slow ? (ahead += 100) : ahead);
document.addEventListener("DOMContentLoaded", () => {
  const said = document.querySelector("#copies-said");
  new MutationObserver(() => window.messages.push(said.textContent)).observe(said, {childList: true});
});"""


def test_the_page_goes_on_while_it_checks_hundreds_of_evenings(visit: Visitor, tmp_path: Path) -> None:
    other_evenings = evenings(tmp_path, 1)["0001-00.txt"]
    copy = json.dumps(copy_of({f"{number:04}-00.txt": other_evenings for number in range(1, 301)}))
    chosen = {"name": "many.json", "mimeType": "", "buffer": copy.encode()}
    device = visit().open(SLOW_MACHINE)
    listed, message = device.page.locator("#copies-found li"), device.page.locator("#copies-said")
    open_dialog(device)
    device.page.evaluate("window.slow = true")
    device.page.locator("#copy-file").set_input_files([chosen])
    waits_until(device, "window.messages.some((text) => text.startsWith('Looking at evening'))")
    device.page.evaluate("window.slow = false")
    press(device, "close")  # without waiting for it
    device.press("up")
    device.waits_for("W Cy wins how?")
    open_dialog(device)
    assert message.inner_text() == ""
    device.page.locator("#copy-file").set_input_files([chosen])
    listed.nth(299).wait_for()
    assert listed.count() == 300
    assert device.becomes_true(lambda: message.inner_text() == ""), message.inner_text()
    assert device.complaints == []


def test_files_that_are_no_ledger_are_refused_and_nothing_changes(visit: Visitor, tmp_path: Path) -> None:
    good = evenings(tmp_path, 1)["0001-00.txt"]
    head = good.splitlines(keepends=True)[0]
    assert unseal(head.encode("latin-1"))
    device = visit().open()
    play(device, DEAL)
    device.waits_for("Ann 2132")
    before = device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())")
    open_dialog(device)

    def copy(files: Any, **keys: Any) -> str:
        return json.dumps({**copy_of(files), **keys})

    for files, phrase in (
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
        message = bring(device, *files)
        assert phrase in message
        assert message.endswith("Nothing was brought in.")
        assert not device.page.locator("#copies-found").is_visible()
    assert device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())") == before
    press(device, "close")
    device.waits_for("Ann 2132")
    assert device.complaints == []


def house_rules(folder: Path, text: str) -> tuple[str, bytes]:
    """Returns the name and the contents of the file that `mingg rules install --ledger` writes."""
    file = folder / "tuesday.toml"
    file.write_text(text, encoding="utf-8")
    return house.read(file).stored()


def test_house_rules_are_brought_in_and_saved_in_copies(visit: Visitor, tmp_path: Path) -> None:
    name, data = house_rules(tmp_path, TUESDAY)
    device = visit().open()
    open_dialog(device)
    assert "rules install tuesday.toml --ledger FOLDER" in bring(device, ("tuesday.toml", TUESDAY))
    assert bring(device, (name, data.replace(b"500", b"600"))).startswith("House rules in it cannot be read")
    assert bring(device, (name, data)) == ""
    assert device.page.locator("#copies-found").inner_text().count("house rules: Tuesday club") == 1
    assert not device.page.locator("#keep-old").is_visible()
    press(device, "bring it in")
    device.page.get_by_text("House rules brought in.").wait_for()
    press(device, "close")
    device.waits_for("Ann 2000")
    device.menu()
    play(device, "right a down a a")  # new session, rules, those of a house
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


def test_a_copy_that_does_not_fit_changes_nothing(visit: Visitor, tmp_path: Path) -> None:
    other_evenings = evenings(tmp_path, 3, 2)
    visitor = visit()
    visitor.context.add_init_script(FULL)
    device = visitor.open()
    play(device, DEAL)
    device.waits_for("Ann 2132")
    before = device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())")
    open_dialog(device)
    for writes in range(4):
        bring(device, ("theirs.json", json.dumps(copy_of(other_evenings))))
        device.page.evaluate(f"window.left = {writes}")
        press(device, "keep as old")
        device.page.get_by_text("There is no room for it here. Nothing was brought in.").wait_for()
        device.page.evaluate("window.left = Infinity")
        assert device.page.evaluate("JSON.stringify(Object.entries(localStorage).sort())") == before
    press(device, "close")
    device.waits_for("Ann 2132")


def test_a_copy_that_was_interrupted_is_completed_at_the_next_start(visit: Visitor, tmp_path: Path) -> None:
    other_evenings = evenings(tmp_path, 3, 2)
    device = visit().open()
    play(device, DEAL)
    device.waits_for("Ann 2132")
    own_evening = kept(device)["0001-00.txt"]
    # The storage after the browser was killed when it had written the first of three files.
    change = {"write": [["0002-00.txt", other_evenings["0001-00.txt"]], ["0003-00.txt", other_evenings["0002-00.txt"]]]}
    change["write"].append(["0004-00.txt", own_evening])
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
    """Returns an evening of 10,001 draws in 101 files. Each file has only its first record."""
    head = {"mingg": 1, "ledger": 2, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"], "counters": "none"}
    files = {}
    for segment in range(101):
        record = 100 * segment + 1
        before = {"deals": record - 1, "east": "Ann", "round": 0, "balances": [2000] * 4}
        data = seal(0, json.dumps({**head, "first": record})) if segment else seal(0, json.dumps(head)) * 2
        data += seal(record, json.dumps({"winner": None, "hands": {}, "before": before}))
        files[segment_name(1, segment)] = data.decode("latin-1")
    return files


def test_an_evening_continues_past_record_9999_and_segment_99(visit: Visitor) -> None:
    other_evenings = long_evening()
    device = visit().open()
    open_dialog(device)
    assert bring(device, ("theirs.json", json.dumps(copy_of(other_evenings)))) == ""
    assert "Ann, Bo, Cy, Di: 10001 deals, Babcock" in device.page.locator("#copies-found").inner_text()
    press(device, "bring it in")
    device.page.get_by_text("1 evening brought in.").wait_for()
    press(device, "close")
    device.waits_for("10002")
    play(device, DEAL)
    device.waits_for("Ann 2132", "10003")
    device.page.reload()
    device.waits_for("Ann 2132", "10003")
    now = kept(device)
    assert now.keys() == other_evenings.keys()
    assert "\n10002 " in now["0001-100.txt"]
    open_dialog(device)
    assert "1 evening," in device.page.locator("#copies-kept").inner_text()
    with device.page.expect_download() as saved:
        press(device, "save a copy")
    copy = Path(saved.value.path()).read_bytes()
    assert json.loads(copy)["files"] == now
    assert bring(device, ("copy.json", copy)) == "1 evening in it is here already. Nothing was brought in."
    assert device.complaints == []


@pytest.mark.parametrize("half", [b'"\\ud800"'])
def test_a_name_with_half_of_a_character_is_refused(visit: Visitor, half: bytes) -> None:
    """The device would write it as bytes that no program reads as text."""
    head = b'{"mingg": 1, "ledger": 2, "rules": "babcock", "names": ["Ann", %s, "Cy", "Di"], "counters": "none"}' % half
    line = b"0000 %08x %s\n" % (zlib.crc32(b"0000 " + head), head)
    device = visit().open()
    open_dialog(device)
    assert bring(device, ("0007-00.txt", line)) == (
        "Evening 7: this has half of a character. Write the whole character. Nothing was brought in."
    )
    assert not device.page.locator("#copies-found").is_visible()
    sound_head = head.replace(half, '"\U0001f600"'.encode())
    assert bring(device, ("0007-00.txt", b"0000 %08x %s\n" % (zlib.crc32(b"0000 " + sound_head), sound_head))) == ""
    assert "Ann, \U0001f600, Cy, Di: 0 deals" in device.page.locator("#copies-found").inner_text()
    assert device.complaints == []


def test_the_page_starts_although_an_interrupted_copy_cannot_be_completed(visit: Visitor) -> None:
    """It also ignores keys of the ledger that name no file."""
    device = visit().open()
    play(device, DEAL)
    device.waits_for("Ann 2132")
    before = kept(device)
    # A value that may be larger than the browser can store now.
    device.page.add_init_script(
        """const getItem = Storage.prototype.getItem;
        let left = 1;
        Storage.prototype.getItem = function (key) {
          return key === "mingg-under-way" && left-- > 0 ? underWay() : getItem.call(this, key);
        };
        const underWay = () => {
          const given = getItem.call(sessionStorage, "given");
          const large = {write: [["0002-00.txt", "x".repeat(6 * 2 ** 20)]], over: [], remove: []};
          return given === "large" ? JSON.stringify(large) : given;
        };
        for (const key of ["", "/", "/ledger", "/ledger/", "/ledger/a/b", "/ledger/..", "/ledger/../../lib/x.py"]) {
          localStorage.setItem(`mingg:/flash${key}`, "x");
        }"""
    )
    for under_way in ("{", "null", "5", "[]", '{"write": 5}', "large"):
        device.page.evaluate("(given) => sessionStorage.setItem('given', given)", under_way)
        device.page.reload()
        device.waits_for("Ann 2132")
        assert {name: text for name, text in kept(device).items() if name in before} == before, under_way
        assert not device.page.get_by_role("alert").is_visible(), under_way
    play(device, DEAL)
    device.waits_for("Ann 2264")
