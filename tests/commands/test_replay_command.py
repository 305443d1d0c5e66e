"""`mingg replay` from the user's side."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from help import commands
from mingg.records.parse import MOST_POINTS

HEAD: dict[str, Any] = {"mingg": 1, "rules": "babcock", "options": {}, "names": ["Ann", "Bo", "Cy", "Di"]}
Result = tuple[int, dict[str, Any], str]


def won(seat: str) -> dict[str, Any]:
    """Returns a deal that a seat wins by self-draw with a hand of 22 points."""
    return {"winner": seat, "win": {"by": "draw"}, "hands": {seat: {"sets": []}}}


def replay(
    *lines: Any, head: dict[str, Any] | None = None, mingg: Callable[..., commands.Outcome] = commands.run
) -> Result:
    return run("\n".join(line if isinstance(line, str) else json.dumps(line) for line in (head or HEAD, *lines)), mingg)


def run(text: str, mingg: Callable[..., commands.Outcome] = commands.run) -> Result:
    status, out, err = mingg("replay", stdin=text)
    return status, json.loads(out) if out else {}, err


def balances(*lines: Any, head: dict[str, Any] | None = None) -> list[int]:
    status, answer, err = replay(*lines, head=head)
    assert status == 0, err
    return list(answer["balances"].values())


def test_deals_move_balances_east_and_round() -> None:
    status, answer, _ = replay(won("S"), won("N"))
    assert (status, answer) == replay(won("S"), won("N"), mingg=commands.run_alone)[:2]
    assert status == 0
    assert answer["balances"] == {"Ann": 2044, "Bo": 2044, "Cy": 1956, "Di": 1956}
    assert [deal["east"] for deal in answer["deals"]] == ["Ann", "Bo"]
    assert [deal["round"] for deal in answer["deals"]] == ["E", "E"]
    assert (answer["east"], answer["round"], answer["over"]) == ("Cy", "E", False)


def test_a_payment_is_taken_back_by_the_opposite_one_which_names_it() -> None:
    pay = {"pay": {"from": "Ann", "to": "Bo", "points": 20}}
    other = {"pay": {"from": "Cy", "to": "Bo", "points": 20}}
    back = {"pay": {"from": "Bo", "to": "Ann", "points": 20}, "back": 1}
    assert balances(pay, other, back) == balances(other)
    assert balances(pay, back, {"undo": 1}, back) == [2000] * 4
    for lines in ((back,), (pay, {**back, "back": 2}), (other, back), (pay, back, back), (pay, {**back, "back": True})):
        status, _, err = replay(*lines)
        assert (status, f"line {len(lines) + 1}: /back" in err) == (2, True), (lines, err)


def test_a_game_ends_and_no_deal_comes_after_it() -> None:
    status, answer, _ = replay(*[won("S")] * 16)
    assert (status, answer["over"]) == (0, True)
    status, _, err = replay(*[won("S")] * 17)
    assert status == 2
    assert err == "Error: line 18: the game is over. Leave this line out.\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"winner": "X"}, "line 3: /winner: "),
        ({"undo": 2}, "line 3: /undo: "),
        ({"undo": True}, "line 3: /undo: "),
        ({"undo": 1, "pay": {}}, "line 3: /pay: "),
        ({"correct": 2, "deal": {}}, "line 3: /correct: "),
        ({"correct": 0, "deal": None}, "line 3: /correct: "),
        ({"correct": 1}, "line 3: /deal: "),
        ({"pay": {"from": "Ann", "to": "Eve", "points": 2}}, "line 3: /pay/to: "),
        ({"pay": {"from": "Eve", "to": "Ann", "points": 2}}, "line 3: /pay/from: "),
        ({"pay": {"from": "Ann", "to": "Ann", "points": 2}}, "line 3: /pay/to: "),
        ({"pay": {"from": "Ann", "to": "Bo", "points": 0}}, "line 3: /pay/points: "),
        ({"pay": {"from": "Ann", "to": "Bo", "points": 3}}, "line 3: /pay/points: "),
        ({"pay": {"from": "Ann", "to": "Bo", "points": -2}}, "line 3: /pay/points: "),
        ({"pay": {"from": "Ann", "to": "Bo", "points": MOST_POINTS - 2001}}, "line 3: no evening has"),
        ({"correct": 1, "deal": won("S"), "after": {}}, "line 3: /after: unknown key"),
        ({"pay": {"from": "Ann", "to": "Bo"}}, "line 3: /pay/points: "),
        ("nonsense", "line 3: not JSON"),
        ({**won("S"), "rules": "harr"}, "line 3: /rules: "),
        ([], "line 3: "),
    ],
)
def test_a_wrong_line_is_named(line: Any, message: str) -> None:
    status, answer, err = replay(won("S"), line)
    assert (status, answer) == (2, {})
    assert err.startswith("Error: " + message)
    assert err.count("\n") == 1


def test_a_wrong_deal_is_an_error_although_it_is_taken_back() -> None:
    assert replay({"winner": "X"}, {"undo": 1})[0] == 2


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"mingg": 2}, "/mingg"),
        ({"names": ["Ann"]}, "/names"),
        ({"names": ["Ann", "Ann", "Cy", "Di"]}, "/names/1"),
        ({"names": ["Ann", "Bo", "a nn ", "Di"]}, "/names/2"),
        ({"names": ["Ann", "Bo", "Cy", " "]}, "/names/3"),
        ({"rules": "riichi"}, "/rules"),
        ({"options": {"limit": 3}}, "/options/limit"),
        ({"counters": "gold"}, "/counters"),
        ({"mingg": True}, "/mingg"),
        ({"counters": {"values": [10, 2], "start": [1, 1], "marks": ["a"]}}, "/counters/marks"),
        ({"extra": 1}, "/extra"),
    ],
)
def test_a_wrong_first_line_is_named(change: dict[str, Any], place: str) -> None:
    status, _, err = replay(head={**HEAD, **change})
    assert status == 2
    assert err.startswith(f"Error: line 1: {place}: ")


def test_an_empty_file_is_no_session() -> None:
    status, _, err = run("\n\n")
    assert status == 2
    assert err == "Error: line 1: the first line is missing. Add one with rules and names.\n"


# ---- with counters ----


def test_each_deal_moves_counters_and_the_replay_ends_with_trays_and_box() -> None:
    head = {**HEAD, "counters": "babcock"}
    status, answer, err = replay(won("S"), {"pay": {"from": "Ann", "to": "Bo", "points": 20}}, won("N"), head=head)
    assert status == 0, err
    values = [500, 100, 10, 2]
    for name, tray in answer["trays"].items():
        assert sum(value * count for value, count in zip(values, tray, strict=True)) == answer["balances"][name]
    assert answer["box"] == [0, 0, 0, 0]
    first = answer["deals"][0]["exchange"]
    assert (first["put"]["Ann"], first["take"]["Bo"]) == ([0, 1, 0, 0], [0, 1, 0, 0])
    assert (first["moved"], first["loans"], first["box"]) == (9, {}, [0, 0, 0, 0])
    assert set(first["put"]) == {"Ann", "Bo", "Cy", "Di"}


def test_a_correction_moves_counters_for_the_difference() -> None:
    head = {**HEAD, "counters": "harr"}
    _, before, _ = replay(won("S"), won("E"), head=head)
    _, after, _ = replay(won("S"), won("E"), {"correct": 1, "deal": won("N")}, head=head)
    assert [deal["exchange"] for deal in after["deals"]] == [deal["exchange"] for deal in before["deals"]]
    (moved,) = after["deals"][0]["corrections"]
    tray, put, take = (each.get("Di", [0] * 5) for each in (before["trays"], moved["put"], moved["take"]))
    assert after["trays"]["Di"] == [have - gone + come for have, gone, come in zip(tray, put, take, strict=True)]
    undone = replay(won("S"), won("E"), {"correct": 1, "deal": won("N")}, {"undo": 1}, head=head)[1]
    assert undone == before


def test_without_counters_they_are_not_mentioned() -> None:
    _, answer, _ = replay(won("S"), head={**HEAD, "counters": "none"})
    assert "trays" not in answer
    assert "exchange" not in answer["deals"][0]


def test_a_set_of_the_players_own_with_loans_and_what_cannot_be_changed() -> None:
    own: dict[str, Any] = {"values": [100, 10, 2], "start": [0, 2, 1], "box": [4, 20, 20]}
    _, answer, _ = replay(won("S"), head={**HEAD, "counters": own})
    exchange = answer["deals"][0]["exchange"]
    assert exchange["loans"] == {"Ann": 22}
    assert answer["loans"] == {"Ann": 22}
    assert answer["trays"]["Ann"] == [0, 0, 0]
    _, answer, _ = replay(won("S"), head={**HEAD, "counters": {**own, "box": [0, 0, 0]}})
    exchange = answer["deals"][0]["exchange"]
    assert (exchange["put"]["Ann"], exchange["loans"]) == ([0, 2, 1], {})
    assert answer["trays"]["Ann"] == [0, 0, 0]
    assert exchange["open"] == answer["open"] == {"Ann": -22, "Bo": 22}


# ---- trays counted ----

COUNTED = {**HEAD, "counters": "babcock"}


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ({"count": {"Eve": [1, 1, 1, 1]}}, "/Eve"),
        ({"count": {"Ann": [1, 1, 1]}}, "/count/Ann"),
        ({"count": {"Ann": [1, 1, 1, -1]}}, "/count/Ann/3"),
        ({"count": {}}, "/count"),
        ({"count": {}, "box": [1]}, "/box"),
        ({"count": [], "box": [1, 1, 1, 1]}, "/count"),
        ({"count": {"Ann": [1, 1, 1, 1]}, "more": 1}, "/more"),
    ],
)
def test_an_impossible_count_is_reported(line: Any, place: str) -> None:
    status, _, err = replay(line, head=COUNTED)
    assert status == 2
    assert place in err
    assert "line 2" in err
    assert "no counters" in replay({"count": {"Ann": [1, 1, 1, 1]}})[2]


def test_a_wrong_line_is_named_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "friday.jsonl"
    file.write_text(f"{json.dumps(HEAD)}\nnonsense\n")
    assert commands.run("replay", str(file))[2].startswith(f"Error: {file}: line 2: not JSON")
