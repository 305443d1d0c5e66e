"""Ledgers of every format open on the device and on the PC, and can be continued."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mingg.core.rules import EDITION
from mingg.core.rules import load as rules_of
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.change import correct, undo
from mingg.evening.evening import DRAFT, last_deal
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.hal.store import Store
from mingg.records.parse import read_kept
from mingg.settings import Settings
from mingg_host.cli import main
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find
from mingg_host.scoring.house import name_in
from mingg_scoring.interchange.answers import answer_deal
from named_keys import NEW, NOBODY, THE_RULES, to_table
from test_ledger_damage import a_deal

LEDGERS = Path(__file__).parents[1] / "ledgers"
# folder: of each evening in it the players, the deals that stand, and the balances, as the firmware that wrote it said
STOOD = {
    "format1": {1: (["Ann", "Bo", "Cy", "Di"], 6, None)},
    "format2-early": {1: (["Ann", "Bo", "Cy", "Di"], 8, [1578, 1822, 2740, 1860])},
    "format2": {
        1: (["Ann", "Ayşe", "Cy", "Di"], 8, [1578, 1822, 2740, 1860]),
        2: (["Ann", "Bo", "Cy", "Di", "Eve"], 3, [1820, 1760, 2320, 1860, 2240]),
    },
    "format2-house": {1: (["Ann", "Bo", "Cy", "Di"], 5, [876, 2056, 4008, 1060])},
    "edition1": {
        1: (["Ann", "Bo", "Cy", "Di"], 6, [1752, 1920, 2732, 1596]),
        2: (["Ann", "Bo", "Cy", "Di"], 6, [1308, 1078, 3762, 1852]),
        3: (["Ann", "Bo", "Cy", "Di"], 4, [3170, 734, 2168, 1928]),
        4: (["Ann", "Bo", "Cy", "Di"], 4, [2236, 1856, 1716, 2192]),
        5: (["Eve", "Ida", "Gil", "Hal", "Ian"], 3, [1848, 2200, 1864, 1788, 2300]),
    },
    "edition2": {
        1: (["Ann", "Bo", "Cy", "Di"], 4, [1088, 3332, 1004, 2576]),
        2: (["Ann", "Bo", "Cy", "Di"], 4, [1344, 3144, 1656, 1856]),
        3: (["Ann", "Bo", "Cy", "Di"], 3, [2120, 2036, 1904, 1940]),
        4: (["Ann", "Bo", "Cy"], 3, [-8, 6000, 8]),
        5: (["Ann", "Bo", "Cy", "Di", "Eve"], 2, [1468, 2732, 1708, 1712, 2380]),
        6: (["Ann", "Bo", "Cy", "Di", "Eve"], 2, [-3796, 3332, -920, -916, 12300]),
    },
    "edition2-seats": {
        1: (["Ann", "Bo", "Cy", "Di"], 5, [2176, 1656, 2484, 1684]),
        2: (["Ann", "Bo", "Cy", "Di", "Eve"], 5, [2236, 1384, 2606, 1406, 2368]),
    },
    "format3": {
        1: (["Ann", "Bo", "Ayşe", "Di"], 5, [2008, 2076, 1892, 2024]),
        2: (["Ann", "Bo", "Cy", "Di", "Eve"], 2, [3392, 1616, 1496, 1496, 2000]),
        3: (["Ann", "Bo", "Cy", "Di"], 2, [2408, 1864, 1864, 1864]),
    },
    "format3-parts": {
        1: (["Bo", "Di", "Cy", "Anna"], 3, [1692, 1908, 1780, 2620]),
        2: (["Bo", "Di", "Anna", "Cy"], 5, [1566, 1932, 2008, 2494]),
    },
}


def test_every_folder_is_known() -> None:
    assert {path.name for path in LEDGERS.iterdir() if path.is_dir()} == set(STOOD)


@pytest.fixture(params=STOOD)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_an_exported_evening_comes_back_as_itself(form: str, tmp_path: Path) -> None:
    for number in STOOD[form]:
        ledger = next((LEDGERS / form).glob(f"{number:04}*"))
        archive, file = tmp_path / f"{number}.sqlite", tmp_path / f"{number}.jsonl"
        for words in (("import", ledger, "--no-board"), ("ledger", "export", ledger, "-o", file)):
            assert CliRunner().invoke(main, [str(word) for word in (*words, "--archive", archive)]).exit_code == 0
        again = CliRunner().invoke(main, ["import", str(file), "--no-board", "--archive", str(archive)])
        assert "evening 1: was there already" in again.output, (number, again.output)


@pytest.fixture
def flash(form: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(LEDGERS / form, tmp_path / "flash"))


def test_the_device_opens_each_old_evening_in_its_last_state(form: str, flash: Path) -> None:
    for number, (names, deals, balances) in STOOD[form].items():
        evening = open_evening(Store(str(flash)), number)
        assert evening.notices == []
        assert (evening.called, evening.session.deals) == (names, deals)
        assert balances is None or evening.session.balances == balances
        assert sum(evening.session.balances) == 2000 * len(names)
        numbers = list(range(evening.session.earlier + 1, deals + 1))
        assert [line.number for line in Lines(evening) if line.kind == "deal"] == numbers
        assert all(Lines(evening).deal(number_of_deal)[0] is not None for number_of_deal in numbers)
    assert {path.name: path.read_bytes() for path in flash.iterdir()} == {
        path.name: path.read_bytes() for path in (LEDGERS / form).iterdir()
    }


def test_an_old_evening_can_be_continued_and_keeps_its_records(form: str, flash: Path) -> None:
    number, (_, deals, _) = max(STOOD[form].items())
    evening = open_evening(Store(str(flash)), number)
    before = list(evening.session.balances)
    save(evening, a_deal("S", 1))
    correct(evening, evening.session.earlier + 1, a_deal("W", 1))
    undo(evening)
    undo(evening)
    reopened = open_evening(Store(str(flash)), number)
    assert (reopened.session.balances, reopened.session.deals) == (before, deals)
    for path in (LEDGERS / form).glob("0*.txt"):
        assert (flash / path.name).read_bytes().startswith(path.read_bytes())


def test_the_pc_counts_every_deal_again(form: str, flash: Path) -> None:
    result = CliRunner().invoke(main, ["ledger", "verify", str(flash)])
    assert result.exit_code == 0, result.output
    assert result.stdout.count("whole") == len(STOOD[form])
    for number, (names, deals, balances) in STOOD[form].items():
        file = min(flash.glob(f"{number:04}*.txt"))
        evening = Evening(find(file)[0]).whole()
        assert (evening.names, evening.earlier + len(evening.deals)) == (names, deals)
        assert balances is None or list(evening.balances.values()) == balances


def test_a_draft_and_settings_of_an_old_version_are_used(tmp_path: Path) -> None:
    """The draft of a deal, won by Cy: a pung of dragons and one of majors; in German."""
    flash = Path(shutil.copytree(LEDGERS / "format2", tmp_path / "flash"))
    assert Settings(Store(str(flash))).get("sleeps", 0) == 60
    with Headless(flash) as device:
        assert "Cy" in " ".join(device.text())
        perform(parse("a"), device)
        assert {"Cy", "144", "36 x4"} <= set(device.text()), "his card, as far as it was entered"
        perform(parse(to_table()), device)
        assert device.app.play.evening.session.deals == 4
    assert not (flash / DRAFT).exists()


def test_house_rules_of_an_old_version_are_used_and_offered(tmp_path: Path) -> None:
    """The first deal: Bo drew half a suit, which the house doubles twice, with a pair of dragons."""
    flash = Path(shutil.copytree(LEDGERS / "format2-house", tmp_path / "flash"))
    evening = open_evening(Store(str(flash)))
    assert (evening.session.rules.title, evening.session.rules.limit) == ("Tuesday club", 500)
    deal, before = Lines(evening).deal(1)
    assert answer_deal(deal, before.rules, before.table.round_wind()).counts["S"].score == (30 + 2 + 4 + 6 + 4) * 4
    (stored,) = flash.glob("house-*.txt")
    assert name_in(stored.read_bytes()) == "Tuesday club"
    with Headless(flash) as device:
        perform(parse(f"{NEW}down a a"), device)
        assert {"others", "Tuesday club", "Babcock, up to 500"} <= set(device.text())


# ---- evenings of earlier editions ----

EARLIER = [(edition, number) for edition in range(1, EDITION) for number in sorted(STOOD[f"edition{edition}"])]


@pytest.fixture
def edition() -> int:
    return 1


@pytest.fixture
def old(edition: int, tmp_path: Path) -> Path:
    return Path(shutil.copytree(LEDGERS / f"edition{edition}", tmp_path / "flash"))


def _heads(flash: Path, number: int) -> list[dict[str, Any]]:
    data = b"".join(path.read_bytes() for path in sorted(flash.glob(f"{number:04}-*.txt")))
    return [json.loads(line[14:]) for line in data.split(b"\n") if line.startswith(b"0000 ")]


def _balances(edition: int, number: int) -> list[int]:
    return STOOD[f"edition{edition}"][number][2] or []


@pytest.mark.parametrize(("edition", "number"), EARLIER)
def test_a_correction_counts_an_old_evening_again_by_its_own_rules(old: Path, edition: int, number: int) -> None:
    evening = open_evening(Store(str(old)), number)
    assert evening.session.rules.edition == edition
    for number_of_deal in range(1, evening.session.deals + 1):
        deal, _ = Lines(evening).deal(number_of_deal)
        correct(evening, number_of_deal, deal)
        assert evening.session.balances == _balances(edition, number), number_of_deal
    assert CliRunner().invoke(main, ["ledger", "verify", str(old)]).exit_code == 0
    assert all(head.get("edition", 1) == edition for head in _heads(old, number))


def test_an_old_evening_is_played_on_by_its_own_rules(old: Path) -> None:
    """The rules of that edition: losers settle after feeding, and a loose tile for a flower counts 10."""
    evening = open_evening(Store(str(old)), 1)
    session, before = evening.session, list(evening.session.balances)
    seats = session.table.seats
    winner = seats[seats.index("S")]
    fed = {
        "winner": winner,
        "win": {"by": "loose"},
        "hands": {winner: {"card": {"flowers": [1]}}, "N": {"card": {"kongs": [0, 0, 0, 1]}}},
        "liable": [{"seat": "E", "share": "full", "why": "feeding"}],
    }
    save(evening, read_kept(fed, session))
    assert last_deal(evening).answer.counts[winner].points == 20 + 10 + 4
    assert {(payment.source, payment.to) for payment in last_deal(evening).answer.payments} == {
        ("E", "S"),
        ("E", "N"),
        ("W", "N"),
    }
    undo(evening)
    assert evening.session.balances == before
    assert CliRunner().invoke(main, ["ledger", "verify", str(old / "0001-00.txt")]).exit_code == 0


@pytest.mark.parametrize(("edition", "number"), EARLIER)
def test_an_old_evening_is_exported_with_its_edition_and_comes_back(
    old: Path, tmp_path: Path, edition: int, number: int
) -> None:
    run = CliRunner()
    exported = run.invoke(main, ["ledger", "export", str(old / f"{number:04}-00.txt"), "--format", "jsonl"])
    assert json.loads(exported.stdout.splitlines()[0])["edition"] == edition
    replayed = run.invoke(main, ["replay", "-"], input=exported.stdout)
    assert list(json.loads(replayed.stdout)["balances"].values()) == _balances(edition, number)
    file, archive = tmp_path / "session.jsonl", tmp_path / "evenings.sqlite"
    file.write_text(exported.stdout, encoding="utf-8")
    words = ["import", str(file), "--no-board", "--archive", str(archive)]
    assert run.invoke(main, words).exit_code == 0
    evening = Evening(find("1", archive)[0]).whole()
    assert list(evening.balances.values()) == _balances(edition, number)
    assert evening.lines[0]["edition"] == edition
    assert evening.rules.edition == edition
    if (edition, number) != (1, 5):  # there a player was renamed: the session knows only the new name
        assert evening.lines == Evening(find(old / f"{number:04}-00.txt")[0]).whole().lines


def test_an_old_export_that_names_no_edition_is_counted_by_the_present_one(old: Path) -> None:
    run = CliRunner()
    exported = run.invoke(main, ["ledger", "export", str(old / "0004-00.txt"), "--format", "jsonl"]).stdout
    lines = exported.splitlines()
    head = json.loads(lines[0])
    del head["edition"], head["options"]["nine_mummies"]
    replayed = run.invoke(main, ["replay", "-"], input="\n".join([json.dumps(head), *lines[1:]]))
    assert list(json.loads(replayed.stdout)["balances"].values()) != _balances(1, 4)


def test_a_new_session_after_an_old_evening_is_played_by_the_present_edition(tmp_path: Path) -> None:
    """Harr's limit game with nine mummies. Now that option does not exist there, and washing is played."""
    flash = tmp_path / "flash"
    flash.mkdir()
    shutil.copy(LEDGERS / "edition1" / "0003-00.txt", flash)
    with Headless(flash) as device:
        perform(parse(f"{NEW}x6 down"), device)
        assert "2 agreed" in device.text(), "flowers and feeding"
        perform(parse("hold:a a"), device)  # over what each receives
        head = _heads(flash, 4)[0]
        assert head["edition"] == EDITION
        assert sorted(head["options"]) == ["feeding", "flowers"]
        perform(parse(NOBODY), device)
        assert "washing" in device.text()
    assert all("edition" not in head for head in _heads(flash, 3))


def test_the_next_game_after_an_old_evening_is_played_by_the_present_edition(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    evening = open_evening(Store(str(flash)))
    options = {"nine_mummies": True, "feeding": True}
    begin(evening, Session(["Ann", "Bo"], rules_of("harr-limit", options, 2, None, 1)))
    while not evening.session.table.over():
        save(evening, a_deal("W", 0))
    with Headless(flash) as device:
        perform(parse("up"), device)
        assert "game over" in device.text()
        perform(parse("a a"), device)
        playing = device.app.play.playing.rules
        assert (playing.edition, playing.options) == (EDITION, {"feeding": True})
    assert "edition" not in _heads(flash, 1)[0]
    assert _heads(flash, 2)[0]["edition"] == EDITION


def test_an_old_evening_is_shown_by_its_own_sheet(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    flash.mkdir()
    for part in ("0001-00.txt", "0001-01.txt"):
        shutil.copy(LEDGERS / "edition1" / part, flash)
    with Headless(flash) as device:
        perform(parse(f"{THE_RULES}right x3 down a"), device)
        assert "drawn after a kong or" in device.text()
    with Headless(tmp_path / "new") as device:
        perform(parse(f"{THE_RULES}right x3 down a"), device)
        assert "drawn after a kong." in device.text()
