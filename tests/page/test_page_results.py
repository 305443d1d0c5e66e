"""The results of the page, as the firmware gives them to the page."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from help.named_keys import to_table
from help.page_node import ask
from mingg.evening.beside import pay
from mingg.evening.change import correct
from mingg.evening.lines import Lines
from mingg.evening.save import save
from mingg.records.kept import read_kept
from mingg_host.device.headless import Headless
from mingg_host.simulator.website import PAGE


def test_each_row_has_the_number_of_its_own_deal_and_what_each_player_gained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(PAGE)
    monkeypatch.setitem(sys.modules, "browser.storage", SimpleNamespace(ROOT="/flash"))
    evenings = importlib.import_module("browser.evenings")
    with Headless(tmp_path) as device:
        device.press(*to_table("down down").split())
        evening = device.app.play.evening
        save(evening, read_kept({"winner": None, "hands": {}}, evening.session))
        save(evening, read_kept({"winner": None, "hands": {}, "false_win": "S", "price": 200}, evening.session))
        pay(evening, [(0, 1, 20), (0, 2, 20)])
        pay(evening, [(1, 0, 20)], 1)
        correct(evening, 2, read_kept({"winner": None, "hands": {}}, Lines(evening).deal(2)[1]))
        found = json.loads(evenings.table_of(device.app))
    assert [row[0] for row in found["rows"]] == ["1", "2", "3", "", "", ""]
    assert [row[2] for row in found["rows"]] == ["Ann"] * 3 + [None] * 3
    assert [row[4] for row in found["rows"]] == [22, "", -800, 20, 20, 20]
    sums = [2000 + sum(gains) for gains in zip(*(row[5] for row in found["rows"]), strict=True)]
    assert sums == found["balances"]


def test_no_cell_of_the_results_is_a_formula() -> None:
    cells = {
        "=1+1": "'=1+1",
        "A;=1+1;B": '"A;\'=1+1;B"',
        "\uff1d1": "'\uff1d1",
        "\u2212x @y": "'\u2212x '@y",
        'say "x"': '"say ""x"""',
        "half-half": "half-half",
    }
    rows = [[1, "E", "Ann", cell, -2, []] for cell in cells]
    text = ask("page_results.mjs", {"names": [], "balances": [], "rows": rows})
    assert text.splitlines()[1 : len(cells) + 1] == [f"1,E,Ann,{written},-2" for written in cells.values()]
