"""An evening on a device and `mingg replay` of the same lines give the same result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pytest
from help.answers import read_deal
from help.fuzzing import Fuzz
from help.stores import MemoryStore
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.counters.exchange import at_start, counted, pay, values_of
from mingg.core.counters.sets import Holdings
from mingg.core.interchange.keys import write_deal
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening import beside, change
from mingg.evening.counters import holdings
from mingg.evening.evening import Evening, last_deal
from mingg.evening.evenings import begin
from mingg.evening.lines import Lines, leaves
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.records import ledger
from mingg_scoring.interchange.answers import play_standalone, write_answer
from mingg_scoring.interchange.sessions import SessionPlay

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
    monkeypatch.setattr(ledger, "LIMIT", 900)
    return


def a_deal(fuzz: Fuzz, session: Session) -> dict[str, Any] | None:
    """Returns a deal that is possible at this point of the session, in the interchange format; None if chance made
    none."""
    rules = session.rules
    head, players = {"rules": rules.id, "options": rules.options}, len(session.names)
    value = fuzz.playable(head, players)
    # East wins often enough for runs, others often enough for a game to end.
    while value["winner"] != "E" and fuzz.chance(9 if value["winner"] is None else 3):
        value = fuzz.playable(head, players)
    try:
        deal = read_deal(value, rules, session.table.round_wind())
        written = write_deal(deal)
        session.answer(deal)  # refuses an ending that costs a share of the limit if there is none
    except ValueError:
        return None
    return written


class Told(NamedTuple):
    """balances  by player
    place     which of the players of the round is East, the round, how often East has won
    deals     of each deal where it was played, East, and the net by seat
    held      the counters; None without
    """

    balances: list[int]
    place: tuple[int, int, int]
    deals: list[tuple[Any, str, dict[str, int]]]
    held: Holdings | None


def told(lines: list[Any]) -> Told:
    """Returns the result of a session as interface.md and the rules tell it, without the code that plays sessions."""
    head, entries = lines[0], []
    for line in lines[1:]:
        if "undo" in line:
            entries.pop()
        else:
            entries.append(line)
    names, players = head["names"], len(head["names"])
    session = Session(names, load(head["rules"], head["options"], players), head["counters"])
    held = at_start(session) if session.counted() else None
    balances, deals, place = [2000] * players, [], (0, 0, 0)
    winds = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWNE"}[players]
    seats = {2: "EW", 3: "ESN"}.get(players, "ESWN")
    for line in entries:
        if "count" in line:
            if held:
                lent = line.get("lent")
                held = counted(
                    held,
                    {names.index(name): tray for name, tray in line["count"].items()},
                    line.get("box"),
                    lent and (names.index(lent["from"]), names.index(lent["to"]), lent["points"]),
                )
            continue
        gains = dict.fromkeys(names, 0)
        if "pay" in line:
            gains[line["pay"]["from"]], gains[line["pay"]["to"]] = -line["pay"]["points"], line["pay"]["points"]
        else:
            number, value = line.get("correct", len(deals) + 1), line.get("deal", line)
            at, _, old = deals[number - 1] if "correct" in line else (place, "", {})
            east, round_number, run = at
            order = [(player + (round_number if players == 5 else 0)) % players for player in range(len(seats))]
            names_of = {seat: names[order[(east + turn) % len(seats)]] for turn, seat in enumerate(seats)}
            names_of["out"] = names[(order[0] + 4) % 5 % players]
            run = run + 1 if value["winner"] == "E" else 0
            at_table = {"players": players, "round": winds[round_number]}
            if run and head["options"].get("nine_easts"):
                at_table["streak"] = run
            deal = {**value, "rules": head["rules"], "options": head["options"], **at_table}
            _, played, answered = play_standalone(deal)
            answer = write_answer(answered, played)
            for seat, gain in answer["net"].items():
                gains[names_of[seat]] += gain - old.get(seat, 0)
            deals[number - 1 : number] = [(at, names_of["E"], answer["net"])]
            if number == len(deals):  # who deals next follows from the last deal
                goes = answer["next"]["deal"]
                if goes == "stays":
                    place = east, round_number, run
                elif goes != "passes":
                    place = (east + seats.index(goes)) % len(seats), round_number, 0
                elif east < len(seats) - 1 or head["options"].get("winner_deals"):
                    place = (east + 1) % len(seats), round_number, 0
                else:
                    place = 0, round_number + 1, 0
        balances = [balance + gains[name] for balance, name in zip(balances, names, strict=True)]
        if held:
            held = pay(values_of(session), held, [gains[name] for name in names])[1]
    return Told(balances, place, deals, held)


def check(evening: Evening, plain: Told) -> None:
    table = evening.session.table
    assert (evening.session.balances, holdings(evening)) == (plain.balances, plain.held)
    if not table.over():
        assert (table.order.index(table.east), table.round, table.streak) == plain.place


def count(evening: Evening, chance: random.Random) -> dict[str, Any]:
    """Counts a tray or the box, with a little too few or too many counters."""
    held = holdings(evening)
    trays, box = (held.trays, held.box) if held else ([], [])
    player = chance.randrange(len(trays) + 1)
    tray = [max(0, counters + chance.choice([0, 0, 0, 1, -1])) for counters in [*trays, box][player]]
    if player == len(trays):
        beside.count(evening, {}, tray)
        return {"count": {}, "box": tray}
    beside.count(evening, {player: tray}, None)
    return {"count": {evening.session.names[player]: tray}}


def correct(evening: Evening, fuzz: Fuzz) -> dict[str, Any] | None:
    """Corrects a deal. Returns the line; None if chance made no possible deal."""
    number = fuzz.random.randint(evening.session.earlier + 1, evening.session.deals)
    _, before = Lines(evening).deal(number)
    value = a_deal(fuzz, before)
    if value is None:
        return None
    deal = read_deal(value, before.rules, before.table.round_wind())
    after = leaves(evening, number, deal)[0]
    change.correct(evening, number, deal, after if fuzz.chance(5) else None)
    assert evening.session.balances == after.balances
    return {"correct": number, "deal": value}


def step(evening: Evening, fuzz: Fuzz, kind: str) -> dict[str, Any] | None:
    """Does one thing of this kind. Returns the line of a session; None if nothing is possible."""
    session = evening.session
    if kind == "deal" and not session.table.over():
        value = a_deal(fuzz, session)
        if value is not None:
            save(evening, read_deal(value, session.rules, session.table.round_wind()))
        return value
    if kind == "undo" and evening.top:
        preview = change.below(evening)[0].balances
        change.undo(evening)
        assert evening.session.balances == preview
        return {"undo": 1}
    if kind == "correct" and session.deals > session.earlier:
        return correct(evening, fuzz)
    if kind == "pay":
        source, target = fuzz.random.sample(range(len(session.names)), 2)
        beside.pay(evening, [(source, target, 24)])
        return {"pay": {"from": session.names[source], "to": session.names[target], "points": 24}}
    if kind == "count" and session.counted():
        return count(evening, fuzz.random)
    if kind == "lend" and session.counted():
        with suppress(ValueError):  # the lender has too little
            beside.lend(evening, [(*fuzz.random.sample(range(len(session.names)), 2), 20)])
            lines = Lines(evening)
            return dict(lines.record(lines[-1].record).line(session.names))
    return None


@given(
    st.sampled_from(TABLES),
    st.sampled_from(COUNTERS),
    st.sampled_from([None, "winner_deals", "east_passes"]),
    st.integers(0, 2**32),
)
def test_evening_and_replay_are_as_interface_md_tells(
    table: tuple[str, int], counters: Any, who_deals: str | None, seed: int
) -> None:
    fuzz = Fuzz(seed)
    chance = fuzz.random
    rules, players = table
    options = {who_deals: True} if who_deals and (rules, who_deals) != ("chinese", "winner_deals") else {}
    names = NAMES[:players]
    store = MemoryStore()
    evening = open_evening(store)
    begin(evening, Session(list(names), load(rules, options, players), counters), seed % 4)
    lines: list[Any] = [{"mingg": 1, "rules": rules, "options": options, "names": names, "counters": counters}]
    for _ in range(chance.randint(5, 30)):
        kind = chance.choices(["deal", "undo", "correct", "pay", "count", "lend", "restart"], [12, 3, 3, 2, 2, 1, 1])[0]
        if kind == "restart":
            evening = open_evening(store)
            assert evening.notices == []
        elif (line := step(evening, fuzz, kind)) is not None:
            lines.append(line)
        if chance.random() < 0.7:  # else the counters of the deal are moved later
            check(evening, told(lines))
    plain, replay = told(lines), SessionPlay(lines[0])
    for line in lines[1:]:
        replay.line(line)
    results = replay.stands()
    assert [(deal["east"], deal["net"]) for deal in results["deals"]] == [deal[1:] for deal in plain.deals]
    assert (results.get("trays"), results.get("box")) == (
        (dict(zip(names, plain.held.trays, strict=True)), plain.held.box) if plain.held else (None, None)
    )
    opened = open_evening(store)
    for one in (evening, opened, replay.evening):
        check(one, plain)
    assert opened.notices == []
    for number, (_, east, net) in enumerate(plain.deals, 1):
        deal, before = Lines(opened).deal(number)
        assert (before.names[before.table.east], before.answer(deal).net) == (east, net)
    last = last_deal(opened)
    assert last.answer.net == plain.deals[-1][2] if plain.deals else last is None
