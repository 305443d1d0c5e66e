"""An evening on a device and `mingg replay` of the same lines give the same result."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg.core.counters.bank import new_bank
from mingg.core.interchange.deals import read_deal, write_deal
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.evening import Evening
from mingg.ledger import segments
from mingg.ledger.seal import seal
from mingg_host.scoring.interchange.answers import answer_deal, read_standalone, write_answer
from mingg_host.scoring.interchange.exchanges import write_bank
from mingg_host.scoring.interchange.sessions import SessionPlay

sys.path.insert(0, str(Path(__file__).parents[1] / "core"))

from stores import MemoryStore

NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
# The last of them is soon in need of the box, and the one before of change.
COUNTERS: list[Any] = [
    *("none", "babcock", "harr"),
    {"values": [1000, 100, 20, 4, 2], "start": [1, 9, 4, 3, 4], "box": [2, 4, 4, 2, 9]},
    {"values": [1000, 100], "start": [2, 0]},
    {"values": [100, 10, 2], "start": [2, 2, 3], "box": [200, 200, 200]},
]
TABLES = [(rules, players) for rules in ("harr", "harr-limit", "babcock", "chinese") for players in (2, 3, 4, 5)]


@pytest.fixture(autouse=True)
def short_segments(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rare kinds of deal occur often, so that every session has many of them."""
    monkeypatch.setattr(segments, "LIMIT", 900)
    return


def a_card(chance: random.Random, won: bool) -> dict[str, Any]:
    card: dict[str, Any] = {"pungs": [chance.randint(0, 1) for _ in range(4)]}
    card["dragons"] = chance.randint(0, card["pungs"][2] + card["pungs"][3])
    card["suit"] = chance.choice(["mixed", "half", "full"])
    if chance.random() < 0.3:
        card["kongs"] = [0, chance.randint(0, 1), 0, 0]
    if won:
        card["only_place"] = chance.random() < 0.2
    return card


def a_deal(chance: random.Random, session: Session) -> dict[str, Any] | None:
    """Returns a deal that is possible at this point of the session, in the interchange format; None if chance made
    none."""
    seats = session.table.seats
    if chance.random() < 0.1:
        value: dict[str, Any] = {"winner": None, "hands": {}, "kongs": chance.choice([0, 0, 1, 4])}
    else:
        # East often enough for his wins to run, others often enough for a game to end.
        winner = chance.choice(("E", *seats))
        hands = {seat: {"card": a_card(chance, seat == winner)} for seat in seats if chance.random() < 0.6}
        hands.setdefault(winner, {"card": a_card(chance, True)})
        hands[winner]["card"].pop("last_set", None)
        by = chance.choice(["discard", "draw", "rob"])
        value = {"winner": winner, "win": {"by": by}, "hands": hands}
        if by != "draw":
            value["win"]["from"] = chance.choice([seat for seat in seats if seat != winner])
    try:
        return write_deal(read_deal(value, session.rules, session.table.round_wind()))
    except ValueError:
        return None


def replayed(lines: list[Any]) -> SessionPlay:
    replay = SessionPlay(lines[0])
    for number, line in enumerate(lines[1:], 2):
        replay.line(line, number)
    return replay


def stands(session: Session) -> tuple[object, int]:
    return session.standing(), session.deals


def lie(evening: Evening) -> dict[str, Any] | None:
    """Returns the holdings at the end of a replay."""
    held = evening.holdings()
    if held is None:
        return None
    bank = new_bank(evening.session)
    bank.resume(held)
    return write_bank(bank, evening.session.names)


def replayed_lie(replay: SessionPlay) -> dict[str, Any] | None:
    result = replay.stands()
    keys = {key: result[key] for key in ("trays", "box", "loans", "open") if key in result}
    return keys or None


def told(lines: list[Any]) -> dict[str, Any]:
    """Returns the result of a session as interface.md and the rules tell it, without the code that plays sessions."""
    head, entries = lines[0], []
    for line in lines[1:]:
        if "undo" in line:
            entries.pop()
        else:
            entries.append(line)
    names, players = head["names"], len(head["names"])
    balances, played = dict.fromkeys(names, 2000), []  # played: (East, round, run, by seat the name, its net)
    winds = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWNE"}[players]
    seats = {2: "EW", 3: "ESN"}.get(players, "ESWN")
    place: Any = (0, 0, 0)  # which of the players of the round is East, the round, how often East has won
    for line in entries:
        if "pay" in line:
            balances[line["pay"]["from"]] -= line["pay"]["points"]
            balances[line["pay"]["to"]] += line["pay"]["points"]
        if "pay" in line or "count" in line:
            continue
        number = line.get("correct", len(played) + 1)
        value = line.get("deal", line)
        east, round_number, run = at = played[number - 1][0] if "correct" in line else place
        order = [(player + (round_number if players == 5 else 0)) % players for player in range(len(seats))]
        names_of = {seat: names[order[(east + turn) % len(seats)]] for turn, seat in enumerate(seats)}
        names_of["out"] = names[(order[0] + 4) % 5 % players]
        run = run + 1 if value["winner"] == "E" else 0
        at_table = {"players": players, "round": winds[round_number], "streak": run}
        alone = {**value, "rules": head["rules"], "options": head["options"], **at_table}
        rules, wind, deal = read_standalone(alone)
        answer = write_answer(answer_deal(deal, rules, wind))
        for seat, gain in (played[number - 1][1] if "correct" in line else {}).items():
            balances[names_of[seat]] -= gain
        for seat, gain in answer["net"].items():
            balances[names_of[seat]] += gain
        played[number - 1 : number] = [(at, answer["net"])]
        if number == len(played):  # who deals next follows from the last deal
            goes = answer["next"]["deal"]
            if goes == "stays":
                place = east, round_number, run
            elif goes != "passes":
                place = (east + seats.index(goes)) % len(seats), round_number, 0
            elif east < len(seats) - 1 or head["options"].get("winner_deals"):
                place = (east + 1) % len(seats), round_number, 0
            else:
                place = 0, round_number + 1, 0
    return {"balances": balances, "place": place, "played": played}


def count(evening: Evening, chance: random.Random) -> dict[str, Any]:
    """Counts a tray or the box, with a little too few or too many counters."""
    held = evening.holdings()
    trays, box = (held.trays, held.box) if held else ([], [])
    player = chance.randrange(len(trays) + 1)
    tray = [max(0, counters + chance.choice([0, 0, 0, 1, -1])) for counters in [*trays, box][player]]
    if player == len(trays):
        evening.count(None, tray)
        return {"count": {}, "box": tray}
    evening.count(player, tray)
    return {"count": {evening.session.names[player]: tray}}


def _forget_counters(store: MemoryStore) -> None:
    """Returns the ledger in the form before it stored holdings."""
    for name, data in store.files.items():
        sealed = b""
        for line in data.decode().splitlines():
            record = json.loads(line[14:])
            for key in ("before", "after"):
                record.get(key, {}).pop("held", None)
            sealed += seal(int(line[:4]), json.dumps(record))
        store.files[name] = sealed


def correct(evening: Evening, lines: list[Any], chance: random.Random, session: Session) -> None:
    """Corrects a deal if that is possible, in the evening and in the lines."""
    number = chance.randint(1, session.deals)
    value = a_deal(chance, evening.deal(number)[1])
    if value is None:
        return
    deal = read_deal(value, session.rules, evening.deal(number)[1].table.round_wind())
    line = {"correct": number, "deal": value}
    after = evening.after_correct(number, deal)
    assert after == replayed([*lines, line]).session.standing()
    evening.correct(number, deal, after if chance.random() < 0.5 else None)
    lines.append(line)


@settings(max_examples=150)
@given(
    st.sampled_from(TABLES),
    st.sampled_from(COUNTERS),
    st.sampled_from([None, "winner_deals", "east_passes"]),
    st.integers(0, 2**32),
)
def test_an_evening_matches_replay(table: tuple[str, int], counters: Any, who_deals: str | None, seed: int) -> None:
    chance = random.Random(seed)
    rules, players = table
    options = {who_deals: True} if who_deals and (rules, who_deals) != ("chinese", "winner_deals") else {}
    names = NAMES[:players]
    store = MemoryStore()
    evening = Evening(store)
    evening.begin(Session(list(names), load(rules, options, players), counters), seed % 4)
    lines: list[Any] = [{"mingg": 1, "rules": rules, "options": options, "names": names, "counters": counters}]
    for _ in range(chance.randint(5, 30)):
        session = evening.session
        kind = chance.choices(["deal", "undo", "correct", "pay", "count", "restart"], [12, 3, 3, 2, 2, 1])[0]
        if kind == "deal" and not session.table.over():
            value = a_deal(chance, session)
            if value is not None:
                evening.save(read_deal(value, session.rules, session.table.round_wind()))
                lines.append(value)
        elif kind == "undo" and evening.top:
            preview = evening.after_undo().balances
            evening.undo()
            assert evening.session.balances == preview
            lines.append({"undo": 1})
        elif kind == "correct" and session.deals:
            correct(evening, lines, chance, session)
        elif kind == "pay":
            source, target = chance.sample(range(players), 2)
            evening.pay([(source, target, 24)])
            lines.append({"pay": {"from": names[source], "to": names[target], "points": 24}})
        elif kind == "count" and counters != "none":
            lines.append(count(evening, chance))
        elif kind == "restart":
            evening = Evening(store)
            assert evening.notices == []
        if chance.random() < 0.7:  # else the counters of the deal are moved later
            assert lie(evening) == replayed_lie(replayed(lines))
    replay = replayed(lines)
    plain, table = told(lines), evening.session.table
    assert replay.stands()["balances"] == plain["balances"]
    if not table.over():
        assert (table.order.index(table.east), table.round, table.streak) == plain["place"]
    assert stands(evening.session) == stands(replay.session)
    reopened = Evening(store)
    assert (reopened.notices, stands(reopened.session)) == ([], stands(replay.session))
    assert lie(evening) == lie(reopened) == replayed_lie(replay)
    _forget_counters(store)
    unsaid = Evening(store)
    assert unsaid.notices == []
    assert lie(unsaid) == replayed_lie(replay) or any("count" in line for line in lines)
    preview = replay.stands()["deals"]
    for number in range(1, session.deals + 1 if evening.session is session else 1):
        deal, before = reopened.deal(number)
        assert before.names[before.table.east] == preview[number - 1]["east"]
        assert {seat: net for seat, net in before.answer(deal).net.items() if net} == {
            seat: net for seat, net in preview[number - 1]["net"].items() if net
        }
    if preview:
        assert reopened.last.answer.net == preview[-1]["net"]
        assert evening.last.answer.net == preview[-1]["net"]
