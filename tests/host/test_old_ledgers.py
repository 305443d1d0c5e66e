"""Every form of ledger that was ever written opens, on the device and on the PC, and is played on in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from mingg.core.interchange.answers import answer_deal
from mingg.evening import DRAFT, Evening
from mingg.hal.store import Store
from mingg.settings import Settings
from mingg_host.cli import main
from mingg_host.evenings import load
from mingg_host.headless import Headless
from mingg_host.house import name_in
from mingg_host.keyscript import parse, perform
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
}


def test_every_folder_is_known() -> None:
    assert {path.name for path in LEDGERS.iterdir() if path.is_dir()} == set(STOOD)


@pytest.fixture(params=STOOD)
def form(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def flash(form: str, tmp_path: Path) -> Path:
    return Path(shutil.copytree(LEDGERS / form, tmp_path / "flash"))


def test_the_device_opens_each_evening_as_it_stood(form: str, flash: Path) -> None:
    for number, (names, deals, balances) in STOOD[form].items():
        evening = Evening(Store(str(flash)), number)
        assert evening.notices == []
        assert (evening.called, evening.session.deals) == (names, deals)
        assert balances is None or evening.session.balances == balances
        assert sum(evening.session.balances) == 2000 * len(names)
        assert [line.number for line in evening.lines() if line.kind == "deal"] == list(range(1, deals + 1))
        assert all(evening.deal(each)[0] is not None for each in range(1, deals + 1))
    assert {path.name: path.read_bytes() for path in flash.iterdir()} == {
        path.name: path.read_bytes() for path in (LEDGERS / form).iterdir()
    }


def test_it_is_played_on_in_and_what_was_there_stays(form: str, flash: Path) -> None:
    number, (_, deals, _) = max(STOOD[form].items())
    evening = Evening(Store(str(flash)), number)
    before = list(evening.session.balances)
    evening.save(a_deal("S", 1))
    evening.correct(1, a_deal("W", 1))
    evening.undo()
    evening.undo()
    again = Evening(Store(str(flash)), number)
    assert (again.session.balances, again.session.deals) == (before, deals)
    for path in (LEDGERS / form).glob("0*.txt"):
        assert (flash / path.name).read_bytes().startswith(path.read_bytes())


def test_the_pc_counts_every_deal_again(form: str, flash: Path) -> None:
    found = CliRunner().invoke(main, ["ledger", "verify", str(flash)])
    assert found.exit_code == 0, found.output
    assert found.stdout.count("whole") == len(STOOD[form])
    for number, (names, deals, balances) in STOOD[form].items():
        file = min(flash.glob(f"{number:04}*.txt"))
        evening = load(file)
        assert (evening.names, len(evening.deals)) == (names, deals)
        assert balances is None or list(evening.balances.values()) == balances


def test_a_draft_and_settings_of_that_time_are_taken_up(tmp_path: Path) -> None:
    """Half a deal of Cy's: a pung of dragons and one of majors; in German."""
    flash = Path(shutil.copytree(LEDGERS / "format2", tmp_path / "flash"))
    assert Settings(Store(str(flash))).get("sleeps", 0) == 60
    with Headless(flash) as device:
        assert "Cy" in " ".join(device.text())
        perform(parse("a"), device)
        assert any(line.startswith("Cy gewinnt") for line in device.text()), device.text()
        perform(parse("a a a a a a"), device)
        assert device.rig.app.evening.session.deals == 4
    assert not (flash / DRAFT).exists()


def test_house_rules_of_that_time_are_played_by_and_offered(tmp_path: Path) -> None:
    """The first deal: Bo drew half a suit, which the house doubles twice, with a pair of dragons."""
    flash = Path(shutil.copytree(LEDGERS / "format2-house", tmp_path / "flash"))
    evening = Evening(Store(str(flash)))
    assert (evening.session.rules.title, evening.session.rules.limit) == ("Tuesday club", 500)
    deal, before = evening.deal(1)
    assert answer_deal(deal, before.rules, before.table.round_wind()).counts["S"].score == (30 + 2 + 4 + 6 + 4) * 4
    (stored,) = flash.glob("house-*.txt")
    assert name_in(stored.read_bytes()) == "Tuesday club"
    with Headless(flash) as device:
        perform(parse("hold:b x7 down a down a a"), device)
        assert {"house rules", "Tuesday club", "Babcock, up to 500"} <= set(device.text())
