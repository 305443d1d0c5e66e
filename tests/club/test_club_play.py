"""`mingg play` as a device of a club: a terminal, and Debian's Mosquitto."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from click.testing import CliRunner, Result
from help.brokers import Broker, lines, member
from help.club_room import begun
from help.clubbing import NAMES, SEAT
from mingg_club import rehearsal
from mingg_club.joining import Membership, link
from mingg_host import cli
from mingg_host.common.output import Failure

pytest.importorskip("termios")

from help.terminals import Program

DRAW = "\r\x1b[A\r\r"  # A, up, A: a draw; A: back to Table

Play = Callable[..., Program]


def draw(program: Program, folder: Path) -> None:
    """Enters a deal that nobody won, and waits until it is on the flash."""
    before = len(lines(folder))
    program.terminal.type(DRAW)
    assert program.terminal.becomes_true(lambda: len(lines(folder)) > before), program.terminal.text()


def joins(folder: Path, text: str) -> Result:
    """Makes the device with this folder join the table of a link."""
    return CliRunner().invoke(cli.main, ["club", "join", text, "--ledger", str(folder)])


def ends(program: Program, typed: str) -> None:
    program.terminal.type(typed)
    assert program.ends() == 0
    assert program.terminal.becomes_true(program.terminal.is_restored)


@pytest.mark.mosquitto
def test_a_terminal_joins_a_club_by_its_link_and_stays_there(play: Play, real_broker: Broker, tmp_path: Path) -> None:
    reader = real_broker.reader()
    table = tmp_path / "table"
    assert joins(table, link("http://127.0.0.1:8000/", member(real_broker.port))).exit_code == 0
    first = play("--ledger", table)
    reader.here(state="on")
    draw(first, table)
    reader.until(lambda: len(reader.records()) == 2, "the first deal")
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    assert reader.answer("a1")["done"]
    ends(first, "\x03")  # Ctrl-C
    reader.here(state="away")
    assert reader.records() == lines(table)
    real_broker.kill()
    second = play("--ledger", table)
    draw(second, table)
    ends(second, "\x03")
    assert second.terminal.becomes_true(lambda: "The club does not have" in second.terminal.text())
    real_broker.start()
    third = play("--ledger", table)
    reader = real_broker.reader()
    reader.until(lambda: reader.records() == lines(table), "the broker has the ledger")
    ends(third, "q")


@pytest.mark.mosquitto
def test_ctrl_c_right_after_a_deal_publishes_it(play: Play, real_broker: Broker, tmp_path: Path) -> None:
    reader = real_broker.reader()
    assert joins(tmp_path / "table", link("http://x/", member(real_broker.port))).exit_code == 0
    program = play("--ledger", tmp_path / "table")
    reader.here(state="on")
    draw(program, tmp_path / "table")
    ends(program, "\x03")
    reader.until(lambda: reader.records() == lines(tmp_path / "table"), "the broker has the ledger")


@pytest.mark.parametrize(
    "text", ["http://x/", "http://x/#club=tuesday", "http://x/#club=A&table=1&port=1&address=1.1.1.1"]
)
def test_a_link_that_joins_no_table_is_refused(text: str, tmp_path: Path) -> None:
    result = joins(tmp_path / "table", text)
    assert result.exit_code == 2
    assert "club" in result.output
    assert not (tmp_path / "table").exists()


# ---- simulated players ----


@pytest.mark.parametrize("players", [3, 4])
def test_simulated_players_end_their_sitting_whatever_they_press(
    tmp_path: Path, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At a table of three some arrows name nobody: then players are in the middle of a deal that they have to drop."""
    monkeypatch.setattr("mingg.link.wire.Wire", mock.Mock(side_effect=OSError(113)))
    for seed in range(6):
        place = Membership("tuesday", 3, "127.0.0.1", 1883, "table-3", "secret")
        table = rehearsal.SimulatedTable(3, tmp_path / str(seed), place, 0, Random(seed))
        request = {**SEAT, "names": NAMES[:players], "deals": 3, "options": {"east_passes": True}}
        club = table.device.app.club
        club.link.waiting["a1"] = json.dumps(request).encode()
        for _ in range(200):
            table._ran -= 0.2
            table.step()
            if club.beyond() >= 0:
                break
        assert club.beyond() == 0, (seed, table.device.text())
        table.close()


def test_a_rehearsal_that_stands_still_says_what_it_waits_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "STALLS_S", 0.3)
    room = begun()
    host: Any = SimpleNamespace(trouble="", course=room.course, view=room.view)
    tables: Any = SimpleNamespace(failed=None, tables=[SimpleNamespace(number=1, pace_s=0.1)])
    with pytest.raises(Failure, match="Waits for tables 1, 2"):
        asyncio.run(asyncio.wait_for(rehearsal.direct(host, tables, lambda _: None), 20))
