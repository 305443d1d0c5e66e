"""Copies of the ledger: the page saves them, checks them, and adds them without overwriting anything."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help.named_keys import DRAW, NEW, to_table
from help.seeds import SEED
from mingg.evening.evening import DRAFT
from mingg.records.line import unseal
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.scoring import house

pytestmark = pytest.mark.e2e

Visitor = Callable[..., Any]
Files = dict[str, str]

DEAL = to_table("down down")  # East won by self-draw with a chance hand and gets 2 x 22 from each player
TUESDAY = """name = "Tuesday club"
from = "babcock"
limit = 500
"""
FORM = {"form": "mingg ledger", "version": 1}
STORAGE = "JSON.stringify(Object.entries(localStorage).sort())"


PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
# window.sent: the link that the page gave to the phone's share sheet.
SHARES_LINKS = """navigator.canShare = ({ url }) => Boolean(url);
navigator.share = async ({ url }) => { window.sent = url; };"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], str]:
    """Returns a function that returns the ledger of an evening of so many deals."""
    folder = tmp_path_factory.mktemp("played")

    def evening(deals: int) -> str:
        file = folder / str(deals) / "0001-00.txt"
        if not file.exists():
            with Headless(file.parent) as device:
                perform(parse(deals * (DEAL + " ")), device)
        return file.read_bytes().decode("latin-1")

    return evening


@pytest.fixture
def theirs(played: Callable[[int], str]) -> Files:
    """Two evenings of another device."""
    return {"0001-00.txt": played(3), "0002-00.txt": played(2)}


@pytest.fixture
def own(visit: Visitor, played: Callable[[int], str]) -> Any:
    """A device with an evening of one deal."""
    device = visit().open(laid({"0001-00.txt": played(1)}))
    device.waits_for("Ann 2132")
    return device


def laid(files: Files) -> str:
    """Returns a script that stores these files in the browser before the page is opened for the first time."""
    stored = json.dumps([[f"mingg:/flash/ledger/{name}", text] for name, text in files.items()])
    return f"if (!localStorage.length) for (const entry of {stored}) localStorage.setItem(...entry)"


def copy_of(files: Any, **keys: Any) -> str:
    return json.dumps({**FORM, "files": files, **keys})


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


def found(device: Any) -> str:
    """Returns what the page offers to bring in."""
    return str(device.page.locator("#copies-found").inner_text())


def press(device: Any, name: str) -> None:
    device.page.get_by_role("dialog").get_by_role("button", name=name).click()


def saved_by(device: Any, name: str) -> tuple[str, bytes]:
    """Presses this button of the dialog. Returns the name and the contents of the saved file."""
    with device.page.expect_download() as saved:
        press(device, name)
    return str(saved.value.suggested_filename), Path(saved.value.path()).read_bytes()


def test_the_results_are_saved_as_a_spreadsheet_and_printed(visit: Visitor) -> None:
    device = visit().open(
        "window.print = () => { window.printed = true; };"
        "window.asked = 0; navigator.storage.persist = async () => { window.asked += 1; };"
    )
    device.button("ledger, send").click()
    for name in ("save a copy", "results as a spreadsheet"):
        assert device.page.get_by_role("button", name=name).is_disabled()
    press(device, "close")
    assert device.page.evaluate("window.asked") == 0
    device.press(DEAL, "a up a a")
    device.waits_for("2132", "S Bo 1956")
    assert device.page.evaluate("window.asked") == 1, "the browser is asked once to keep the ledger"
    device.button("ledger, send").click()
    name, data = saved_by(device, "results as a spreadsheet")
    assert name.endswith(".csv")
    assert data.decode("utf-8-sig").splitlines() == [
        "deal,round,East,result,score,Ann,Bo,Cy,Di",
        "1,E,Ann,Ann drew,22,132,-44,-44,-44",
        "2,E,Ann,draw,,0,0,0,0",
        ",,,balance,,2132,1956,1956,1956",
    ]
    press(device, "print the results")
    assert device.becomes_true(lambda: device.page.evaluate("window.printed"))
    device.page.emulate_media(media="print")
    assert "Ann drew" in device.page.get_by_role("region", name="results").inner_text()
    assert not device.page.locator("#device").is_visible()
    assert device.complaints == []


def test_a_saved_copy_brings_the_same_evening_into_another_browser(visit: Visitor, own: Any) -> None:
    own.button("ledger, send").click()
    assert "1 evening, 1 kB" in own.page.locator("#copies-kept").inner_text()
    name, copy = saved_by(own, "save a copy")
    assert name.startswith("mingg-20")
    assert json.loads(copy)["files"] == own.files()
    other = visit().open()
    other.button("ledger, send").click()
    assert bring(other, ("copy.json", copy)) == ""
    assert "1 deal, Babcock: Ann, Bo, Cy, Di" in found(other)
    press(other, "bring it in")
    other.says("1 evening brought in.")
    press(other, "close")
    other.waits_for("Ann 2132")
    assert other.files() == own.files()
    # A second time it adds nothing, even after the evening has continued.
    other.press(DEAL)
    other.waits_for("Ann 2264")
    before = other.files()
    other.button("ledger, send").click()
    assert bring(other, ("copy.json", copy)) == "1 evening in it is here already. Nothing was brought in."
    assert not other.page.locator("#copies-found").is_visible()
    assert other.files() == before
    assert own.complaints == other.complaints == []


def test_a_copy_is_added_beside_the_evenings_that_are_here_or_not_at_all(
    visit: Visitor, played: Callable[[int], str], theirs: Files
) -> None:
    device = visit().open(
        """const setItem = Storage.prototype.setItem;
        window.left = Infinity;
        Storage.prototype.setItem = function (key, value) {
          if (window.left-- <= 0) throw new DOMException("", "QuotaExceededError");
          setItem.call(this, key, value);
        };""",
        laid({"0001-00.txt": played(1)}),
    )
    device.press("down down")
    assert device.becomes_true(lambda: device.page.evaluate(f"'mingg:/flash/ledger/{DRAFT}' in localStorage"))
    before = device.page.evaluate(STORAGE)
    device.button("ledger, send").click()
    bring(device, ("theirs.json", copy_of(theirs)))
    device.page.evaluate("window.left = 2")
    press(device, "keep as old")
    device.says("There is no room for it here. Nothing was brought in.")
    device.page.evaluate("window.left = Infinity")
    assert device.page.evaluate(STORAGE) == before
    bring(device, ("theirs.json", copy_of(theirs)))
    press(device, "keep as old")
    device.says("2 evenings brought in.")
    press(device, "close")
    device.waits_for("begun", "deal 2")
    assert device.files() == {
        "0002-00.txt": theirs["0001-00.txt"],
        "0003-00.txt": theirs["0002-00.txt"],
        "0004-00.txt": played(1),
    }
    device.press("b")
    device.waits_for("Ann 2132")
    device.button("ledger, send").click()
    bring(device, ("more.json", copy_of({"0001-00.txt": played(4)})))
    press(device, "play on with")
    device.says("1 evening brought in.")
    press(device, "close")
    device.waits_for("Ann 2528")
    assert device.files()["0005-00.txt"] == played(4)
    assert device.complaints == []


def test_files_of_a_board_are_brought_in_and_damage_is_reported(visit: Visitor, played: Callable[[int], str]) -> None:
    lines = played(2).splitlines(keepends=True)
    lines[2] = lines[2].replace("winner", "wanner")
    device = visit().open()
    device.button("ledger, send").click()
    bring(device, ("0007-00.txt", "".join(lines).encode("latin-1")))
    assert "2 deals" in found(device)
    assert "1 line damaged" in found(device)
    press(device, "bring it in")
    device.says("1 evening brought in.")
    assert device.files() == {"0007-00.txt": "".join(lines)}
    press(device, "close")
    device.waits_for("is damaged")
    device.press("a")
    device.waits_for("2264")


def test_files_that_are_no_ledger_are_refused_and_nothing_changes(own: Any, played: Callable[[int], str]) -> None:
    good = played(2)
    assert unseal(good.splitlines(keepends=True)[0].encode("latin-1"))
    before = own.page.evaluate(STORAGE)
    own.button("ledger, send").click()
    half = _head('"\\ud800"')  # the device would write it as bytes that no program reads as text
    for name, data, phrase in (
        ("song.mp3", b"\xff\xfb\x90\x00", "song.mp3 is not a copy of a ledger."),
        ("text.json", copy_of({"0001-00.txt": "a shopping list\n"}), "1 evening in it cannot be read"),
        ("bent.json", copy_of({"0001-00.txt": good.replace("Ann", "Eve")}), "1 evening in it cannot be read"),
        ("0003-00.txt", b"\x00\xff" * 500, "1 evening in it cannot be read"),
        ("0007-00.txt", half, "Evening 7: a name has half of a character. Write the whole character. Nothing was"),
    ):
        message = bring(own, (name, data))
        assert phrase in message
        assert message.endswith("Nothing was brought in.")
        assert not own.page.locator("#copies-found").is_visible()
    assert own.page.evaluate(STORAGE) == before
    assert bring(own, ("0007-00.txt", _head('"\U0001f600"'))) == ""
    assert "0 deals, Babcock: Ann, \U0001f600, Cy, Di" in found(own)
    assert own.complaints == []


def _head(name: str) -> bytes:
    """Returns the first line of a ledger in which the second player has this name, in quotes."""
    head = f'{{"mingg": 1, "edition": 1, "ledger": 1, "rules": "babcock", "names": ["Ann", {name}, "Cy", "Di"]}}'
    return b"0000 %08x %s\n" % (zlib.crc32(b"0000 " + head.encode()), head.encode())


def house_rules(folder: Path, text: str) -> tuple[str, bytes]:
    """Returns the name and the contents of the file that `mingg rules install --ledger` writes."""
    file = folder / "tuesday.toml"
    file.write_text(text, encoding="utf-8")
    return house.read(file).stored()


def test_house_rules_are_brought_in_and_saved_in_copies(visit: Visitor, tmp_path: Path) -> None:
    name, data = house_rules(tmp_path, TUESDAY)
    device = visit().open()
    device.button("ledger, send").click()
    assert "rules install tuesday.toml --ledger FOLDER" in bring(device, ("tuesday.toml", TUESDAY))
    assert bring(device, (name, data.replace(b"500", b"600"))).startswith("House rules in it cannot be read")
    assert bring(device, (name, data)) == ""
    assert found(device).count("house rules: Tuesday club") == 1
    assert not device.page.locator("#keep-old").is_visible()
    press(device, "bring it in")
    device.says("House rules brought in.")
    press(device, "close")
    device.waits_for("Ann 2000")
    device.press(NEW, "down a a")  # rules, those of a house
    device.waits_for("Tuesday club")
    device.page.reload()
    device.waits_for("Ann 2000")
    device.button("ledger, send").click()
    assert bring(device, (name, data)) == "All of it is here already. Nothing was brought in."
    bring(device, house_rules(tmp_path, TUESDAY.replace("500", "600")))
    assert "replacing those that are here" in found(device)
    press(device, "close")
    device.press(DEAL)
    device.waits_for("Ann 2132")
    assert device.files()[name] == data.decode("latin-1")
    device.button("ledger, send").click()
    assert json.loads(saved_by(device, "save a copy")[1])["files"] == device.files()
    assert device.complaints == []


# ---- rare ----

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


@pytest.mark.prove
def test_the_page_goes_on_while_it_checks_hundreds_of_evenings(visit: Visitor, played: Callable[[int], str]) -> None:
    copy = copy_of({f"{number:04}-00.txt": played(1) for number in range(1, 301)})
    chosen = {"name": "many.json", "mimeType": "", "buffer": copy.encode()}
    device = visit().open(SLOW_MACHINE)
    listed, message = device.page.locator("#copies-found li"), device.page.locator("#copies-said")
    device.button("ledger, send").click()
    device.page.evaluate("window.slow = true")
    device.page.locator("#copy-file").set_input_files([chosen])
    looking = "window.messages.some((text) => text.startsWith('Looking at evening'))"
    assert device.becomes_true(lambda: device.page.evaluate(looking))
    device.page.evaluate("window.slow = false")
    press(device, "close")  # without waiting for it
    device.press("up")
    device.waits_for("W Cy wins how?")
    device.button("ledger, send").click()
    assert message.inner_text() == ""
    device.page.locator("#copy-file").set_input_files([chosen])
    assert device.becomes_true(lambda: listed.count() == 300)
    assert device.becomes_true(lambda: message.inner_text() == ""), message.inner_text()
    assert device.complaints == []


def test_a_copy_is_sent_where_the_browser_can_share_it_or_an_evening_is_too_long_for_a_link(
    visit: Visitor, played: Callable[[int], str]
) -> None:
    noise = "".join(random.Random(SEED).choices("0123456789", k=30_000)) + "\n"
    files = {"0001-00.txt": played(1) + noise}
    device = visit().open(laid(files))
    device.button("ledger, send").click()
    assert device.button("save a copy").is_visible()
    assert not device.page.locator("#send").is_visible()
    device.says("You can send a saved copy as a file.")
    device.button("send the evening as a link").click()
    device.says("This evening is too long for a link.")
    press(device, "close")
    device.page.evaluate(
        """() => {
          navigator.canShare = ({ files }) => files[0].type === "text/plain";
          navigator.share = async ({ files }) => { window.sent = [files[0].name, await files[0].text()]; };
        }"""
    )
    device.button("ledger, send").click()
    device.button("send a copy").click()
    device.page.get_by_text("Sent.").wait_for()
    name, text = device.page.evaluate("window.sent")
    assert name.endswith(".txt")
    assert json.loads(text)["files"] == files


def test_a_deal_is_played_in_german_on_a_phone_and_the_evening_is_sent_as_a_link(
    visit: Visitor, played: Callable[[int], str]
) -> None:
    """The page that opens the link shows the evening beside its own ones, and keeps it only if asked."""
    device = visit(**PHONE, locale="de-DE").open(SHARES_LINKS)
    device.press(DEAL)
    device.waits_for("Ann 2132")
    device.button("Protokoll, senden").tap()
    device.button("Abend als Link senden").tap()
    device.says("Gesendet.")
    link = device.page.evaluate("window.sent")
    assert len(link) < 1000
    other = visit()
    own = other.open(laid({"0001-00.txt": played(2)}))
    own.waits_for("Ann 2264")
    before = own.files()
    own.page.close()
    other.address = link
    shown = other.open()
    shown.waits_for("Ann 2132")
    assert shown.page.get_by_text("an evening from a link").is_visible()
    shown.press(DRAW)
    shown.waits_for("3 who won?")
    assert shown.files() == before
    shown.button("keep it here").click()
    assert shown.becomes_true(lambda: "2 deals, Babcock" in found(shown))
    last, close = (shown.page.locator(name).bounding_box() for name in ("#play-on", "#copies-close"))
    assert close["y"] - last["y"] - last["height"] >= 8, "the buttons do not touch"
    press(shown, "keep as old")
    shown.says("1 evening brought in.")
    assert list(shown.files().values()).count(before["0001-00.txt"]) == 1
    assert sorted(text.count("\n") for text in shown.files().values()) == [4, 4]
    assert device.complaints == own.complaints == shown.complaints == []


def test_a_link_shows_its_own_evening_in_a_tab_that_had_another_one(
    visit: Visitor, played: Callable[[int], str]
) -> None:
    visitor = visit()
    home, device = visitor.address, None
    for deals, balance in ((2, "Ann 2264"), (4, "Ann 2528")):
        packer = zlib.compressobj(wbits=31, strategy=zlib.Z_FIXED)  # so both links begin in the same way
        packed = packer.compress(copy_of({"0001-00.txt": played(deals)}).encode()) + packer.flush()
        visitor.address = f"{home}#evening={base64.urlsafe_b64encode(packed).decode()}"
        if device is None:
            device = visitor.open()
        else:
            device.page.goto(visitor.address)
        device.waits_for(balance)
    assert device is not None
    assert device.complaints == []
