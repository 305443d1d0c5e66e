"""The programs of `make bench` run and count correctly. The gate measures no times."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import club_load
import pytest
import tile_hands
import tile_speed
from help.answers import read_deal
from mingg.core.rules import load
from mingg.core.settle.settle import answer

FEW = 210  # a first part is scored before the time runs


@pytest.mark.parametrize("kind", sorted(tile_hands.HANDS))
def test_mingg_agrees_on_the_hands_of_the_benchmark(kind: str, tmp_path: Path) -> None:
    hands = tmp_path / "hands.jsonl"
    lines = [{**hand, "text": tile_hands.text_of(hand)} for hand in tile_hands.hands_of(kind, FEW)]
    hands.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    case = json.dumps(tile_speed.EVERYTHING_AGREED)
    script = Path(tile_speed.HERE) / "score_mingg.py"
    result = subprocess.run([sys.executable, script, hands, case], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert data["wrong"] == 0
    assert data["speed"] > 0


def test_the_slowest_deal_is_one_that_can_be_settled() -> None:
    rules = load(tile_speed.EVERYTHING_AGREED["rules"], tile_speed.EVERYTHING_AGREED["options"])
    assert answer(read_deal(tile_speed.SLOWEST, rules, "E"), rules).net["E"] > 0


@pytest.mark.mosquitto
@pytest.mark.xdist_group("club-broker")
def test_the_nights_of_the_benchmark_are_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    figures: dict[str, str] = {}
    monkeypatch.setattr(club_load, "SIZES", [2])
    monkeypatch.setattr(club_load, "SPREAD_S", 0.1)
    club_load.measure(tmp_path, figures.__setitem__)
    assert figures[f"2 tables: {club_load.DEALS}"] == "2 of 2"
    assert float(figures[f"2 tables: {club_load.TIMES}"].split(";")[0]) > 0
