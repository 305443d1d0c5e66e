"""Ledgers of every format open on the device and on the PC, and can be continued."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from help.named_keys import NEW, to_table
from mingg.core.deal.deal import Deal
from mingg.core.interchange.keys import NAMED
from mingg.core.settle.settle import answer
from mingg.core.table.session import CORRECT, COUNT, DEAL, LOAN, PAY, SWAP, UNDO
from mingg.entry.reopened import deal_again
from mingg.evening.change import correct, undo
from mingg.evening.evening import DRAFT
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.records.kinds import BEGUN, CALLED, GOULASH, HELD, SITS, TURN
from mingg.settings import Settings
from mingg_host.cli import main
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find
from mingg_host.scoring.house import name_in

LEDGERS = Path(__file__).parents[1] / "evening" / "ledgers"
FOLDERS = sorted(path.name for path in LEDGERS.iterdir() if path.is_dir())
# (folder, evening): the players, the deals that stand, and the balances, as the firmware that wrote it said
STOOD = {
    ("format1", 1): (["Ann", "Dora", "Ayşe", "Bo"], 6, [2526, 2306, 1574, 1594]),
    ("format1", 2): (["Ann", "Dora", "Bo", "Ayşe"], 8, [2400, 2180, 1598, 1822]),
    ("format1", 3): (["Ann", "Bo", "Cy", "Di"], 3, [910, 1920, 4076, 1094]),
    ("format1", 4): (["Ann", "Bo", "Cy"], 2, [1952, 1952, 2096]),
    ("format1", 5): (["Ann", "Bo", "Cy", "Di"], 2, [2408, 1864, 1864, 1864]),
    ("format1", 6): (["Ann", "Bo", "Cy", "Di", "Eve"], 2, [3392, 1616, 1496, 1496, 2000]),
}
EVENINGS = pytest.mark.parametrize(("folder", "number"), STOOD)


@pytest.fixture
def flash(tmp_path: Path, folder: str) -> Path:
    return Path(shutil.copytree(LEDGERS / folder, tmp_path / "flash"))


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_evening_is_whole_on_a_pc(folder: str) -> None:
    result = CliRunner().invoke(main, ["ledger", "verify", str(LEDGERS / folder)])
    known = [number for name, number in STOOD if name == folder]
    assert (result.exit_code, result.stdout.count("whole")) == (0, len(known)), result.output


def test_the_newest_folder_has_every_kind_of_record_and_every_key() -> None:
    flash = LEDGERS / FOLDERS[-1]
    kinds, text = set(), b"".join(files(flash).values()).decode()
    for folder, number in STOOD:
        if folder == flash.name:
            kinds |= {record.kind for record in find(min(flash.glob(f"{number:04}*")))[0].records.values()}
    assert kinds == {DEAL, CORRECT, PAY, COUNT, LOAN, SWAP, UNDO}
    keys = [BEGUN, CALLED, GOULASH, HELD, NAMED, SITS, TURN, "back", "on", "streak", "lent", "house", "rounds"]
    keys += ["tiles", "score", "dead", "liable", "false_win", "last_set", "options", "counters"]
    assert [key for key in keys if f'"{key}": ' not in text] == []


@EVENINGS
def test_the_device_opens_each_evening_as_it_was_left(folder: str, flash: Path, number: int) -> None:
    names, deals, balances = STOOD[folder, number]
    before = files(flash)
    evening = open_evening(Store(str(flash)), number)
    assert (evening.notices, evening.called, evening.session.deals) == ([], names, deals)
    assert evening.session.balances == balances
    numbers = list(range(evening.session.earlier + 1, deals + 1))
    assert [line.number for line in Lines(evening) if line.kind == DEAL] == numbers
    assert all(deal_again(of, *Lines(evening).deal(of)).correcting == of for of in numbers)
    assert files(flash) == before


@EVENINGS
def test_each_evening_can_be_continued_and_keeps_its_records(folder: str, flash: Path, number: int) -> None:
    _, deals, balances = STOOD[folder, number]
    before = files(flash)
    evening = open_evening(Store(str(flash)), number)
    save(evening, Deal())
    correct(evening, evening.session.earlier + 1, Deal())
    undo(evening)
    undo(evening)
    reopened = open_evening(Store(str(flash)), number)
    assert (reopened.session.balances, reopened.session.deals) == (balances, deals)
    assert all(files(flash)[name].startswith(data) for name, data in before.items())


@EVENINGS
def test_the_pc_counts_each_evening_and_exports_it_as_itself(folder: str, number: int, tmp_path: Path) -> None:
    names, deals, balances = STOOD[folder, number]
    ledger = min((LEDGERS / folder).glob(f"{number:04}*"))
    evening = Evening(find(ledger)[0]).whole()
    assert (evening.names, evening.earlier + len(evening.deals), list(evening.balances.values())) == (
        names,
        deals,
        balances,
    )
    archive, file, run = tmp_path / "evenings.sqlite", tmp_path / "evening.jsonl", CliRunner()
    for words in (("import", ledger, "--no-board"), ("ledger", "export", ledger, "-o", file)):
        assert run.invoke(main, [str(word) for word in (*words, "--archive", archive)]).exit_code == 0
    again = run.invoke(main, ["import", str(file), "--no-board", "--archive", str(archive)])
    assert "evening 1: was there already" in again.output
    replayed = run.invoke(main, ["replay", str(file)])
    assert list(json.loads(replayed.stdout)["balances"].values()) == balances


@pytest.mark.parametrize("folder", ["format1"])
def test_the_draft_and_the_settings_are_used(flash: Path) -> None:
    """The draft of a deal, won by Di: a pung; in German."""
    assert Settings(Store(str(flash))).get("sleeps", 0) == 60
    with Headless(flash) as device:
        assert "Di" in " ".join(device.text())
        perform(parse("a"), device)
        assert {"Di", "24"} <= set(device.text()), "the hand, as far as it was entered"
        perform(parse(to_table()), device)
        assert device.app.play.evening.session.deals == 3
    assert not (flash / DRAFT).exists()


@pytest.mark.parametrize("folder", ["format1"])
def test_the_house_rules_are_used_and_offered(flash: Path) -> None:
    """The first deal: Bo drew half a suit, which the house doubles twice, with a pair of dragons."""
    evening = open_evening(Store(str(flash)), 3)
    assert (evening.session.rules.title, evening.session.rules.limit) == ("Tuesday club", 500)
    deal, before = Lines(evening).deal(1)
    assert answer(deal, before.rules).counts["S"].score == (30 + 2 + 4 + 6 + 4) * 4
    (stored,) = flash.glob("house-*.txt")
    assert name_in(stored.read_bytes()) == "Tuesday club"
    with Headless(flash) as device:
        device.app.settings.put("language", "en")
        device.reboot()
        perform(parse(f"{NEW}down a a"), device)
        assert {"others", "Tuesday club", "Babcock, up to 500"} <= set(device.text())
