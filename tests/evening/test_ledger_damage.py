"""Ledgers damaged by flash, file systems and people: every loss is reported, and nothing else is lost."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest
from help.seeds import SEED
from help.stores import MemoryStore
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, PUNG_SHOWN, Hand
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.beside import count, drift, pay
from mingg.evening.change import below, correct, undo
from mingg.evening.counters import holdings
from mingg.evening.evening import DRAFT, DRAFT_LOST, UNCOUNTED, Evening, last_deal
from mingg.evening.lines import Lines, after_correct
from mingg.evening.open import open_evening, read_draft
from mingg.evening.save import save
from mingg.records import ledger

Files = dict[str, bytes]
Balances = tuple[int, ...]


def a_deal(seat: str | None, dragons: int) -> Deal:
    if seat is None:
        return Deal()
    return Deal(seat, Win("discard"), {seat: Hand([PUNG_SHOWN | DRAGON] * dragons)})


def played(name: str) -> tuple[Files, list[Balances]]:
    """Returns the files of an evening, and the balances after every record."""
    store = MemoryStore()
    evening = open_evening(store)
    if name == "counters":
        begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock"), "babcock"))
    if name == "house":
        house = {"name": "Tuesday club", "points": {"mahjong": 30, "pair": {"dragon": 4}, "rob": False}}
        begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock", {"limit": 500}, 4, house), "none"))
    results = {(2000,) * 4}

    def do(action: Callable[..., object], *arguments: object) -> None:
        action(evening, *arguments)
        results.add(tuple(evening.session.balances))

    for i in range(14):
        do(save, a_deal(("E", "S", "W", None, "E", "N")[i % 6], i % 3))
        if i % 5 == 2:
            do(pay, [(i % 4, (i + 1) % 4, 26)])
        if i % 4 == 3:
            do(correct, i - 1, a_deal("W", 2))
        if i % 6 == 4:
            do(undo)
        if name == "counters" and i == 12:
            do(count, {2: [2, 9, 8, 9]}, None)
    return store.files, sorted(results)


@cache
def evening_of(name: str, limit: int) -> tuple[Files, list[Balances]]:
    before, ledger.LIMIT = ledger.LIMIT, limit
    try:
        return played(name)
    finally:
        ledger.LIMIT = before


NAMES = st.sampled_from([("", 900), ("", 2000), ("", 1 << 20), ("counters", 1500)])


def lie_by_balances(evening: Evening) -> None:
    """Checks that the counters of each player are worth their balance, except for counted trays, or that a difference
    is reported."""
    held = holdings(evening)
    if held is None:
        return
    counted = any(line.kind in ("count", "lost") for line in Lines(evening))
    wrong = [drift(evening.session, held, player, tray) for player, tray in enumerate(held.trays)]
    assert not any(wrong) or counted or any(notice == UNCOUNTED for notice, _ in evening.notices), wrong
    assert all(number >= 0 for tray in (*held.trays, held.box) for number in tray)


def check(files: Files, valid: list[Balances], recounted: set[str] | None = None) -> None:
    """Checks any files: no exception, no wrong balance without a message, and play continues.

    recounted: results for other such files, whose corrections need not be tried again; it is extended.
    """
    store = MemoryStore()
    store.files = dict(files)
    evening = open_evening(store)
    now = tuple(evening.session.balances)
    assert sum(now) == 8000
    assert now in valid or evening.notices, now
    assert store.files == files, "nothing is mended unasked"
    lines = Lines(evening)
    assert sum(line.kind == "deal" for line in lines) <= evening.session.deals
    result = repr((evening.session.standing(), evening.session.deals, evening.notices, [line.kind for line in lines]))
    for number in (1, evening.session.deals) if recounted is None or result not in recounted else ():
        with suppress(ValueError):
            Lines(evening).deal(number)
        with suppress(ValueError):
            after_correct(evening, number, a_deal("N", 1))
    if recounted is not None:
        recounted.add(result)
    _ = last_deal(evening)
    lie_by_balances(evening)
    if evening.top:
        preview = below(evening)[0].balances
        undo(evening)
        assert evening.session.balances == preview
    if not evening.session.table.over():
        save(evening, a_deal("S", 1))
    reopened = open_evening(store)
    assert reopened.session.standing() == evening.session.standing()
    assert reopened.session.deals == evening.session.deals
    for name, data in files.items():
        assert store.files[name].startswith(data), "what was there stays as it was"


@given(NAMES, st.data())
def test_random_bytes(evening_name: tuple[str, int], data: st.DataObject) -> None:
    files, balances = evening_of(*evening_name)
    damaged = dict(files)
    for _ in range(data.draw(st.integers(1, 4))):
        name = data.draw(st.sampled_from(sorted(files)))
        if not damaged[name]:
            continue
        index = data.draw(st.integers(0, len(damaged[name]) - 1))
        noise = data.draw(st.binary(min_size=1, max_size=40))
        insert = data.draw(st.booleans())
        damaged[name] = damaged[name][:index] + noise + damaged[name][index + (0 if insert else len(noise)) :]
    check(damaged, balances)


@given(NAMES, st.data())
def test_swapped_and_repeated_lines_are_reported(evening_name: tuple[str, int], data: st.DataObject) -> None:
    files, balances = evening_of(*evening_name)
    damaged = {name: text.split(b"\n") for name, text in files.items()}
    places = [(name, index) for name in sorted(damaged) for index in range(len(damaged[name]) - 1)]
    for _ in range(data.draw(st.integers(1, 3))):
        kind = data.draw(st.sampled_from(["swap", "copy", "repeat", "drop"]))
        (name, index), (other, other_index) = data.draw(st.sampled_from(places)), data.draw(st.sampled_from(places))
        if index >= len(damaged[name]) or other_index >= len(damaged[other]):
            continue
        line, instead = damaged[name][index], damaged[other][other_index]
        if kind == "swap":
            damaged[name][index], damaged[other][other_index] = instead, line
        elif kind == "copy":
            damaged[other].insert(other_index, line)
        elif kind == "repeat":
            damaged[name].insert(index, line)
        else:
            damaged[name].pop(index)
    check({name: b"\n".join(lines) for name, lines in damaged.items()}, balances)


@pytest.mark.parametrize("evening_name", [("", 900), ("counters", 1500)])
def test_cut_off_anywhere(evening_name: tuple[str, int]) -> None:
    """Damage within one line mostly has the same effect, so not every byte is tried: each run begins at another one. A
    correction, which recounts everything, is tried at every seventh of these."""
    files, balances = evening_of(*evening_name)
    for name in files:
        recounted: set[str] = set()
        step = 7 if name == max(files) else 61
        for number, length in enumerate(range(SEED % step, len(files[name]), step)):
            check({**files, name: files[name][:length]}, balances, recounted if number % 7 else None)


@pytest.mark.parametrize("name", ["", "counters"])
def test_segments_gone_or_empty_or_nothing_but_noise(name: str) -> None:
    files, balances = evening_of(name, 900 + SEED % 1000)
    names = sorted(files)
    for first, second in {*zip(names, names, strict=True), *itertools.pairwise(names), (names[0], names[-1])}:
        for instead in (None, b"", b"\x00\xff\n" * 50):
            damaged = {file: files[file] for file in files if file not in (first, second)}
            if instead is not None:
                damaged |= {first: instead, second: instead}
            check(damaged, balances)


@given(st.dictionaries(st.sampled_from(["0001-00.txt", "0001-01.txt", "0002-00.txt", DRAFT]), st.binary(max_size=400)))
def test_files_of_nothing_but_noise(files: Files) -> None:
    store = MemoryStore()
    store.files = dict(files)
    evening = open_evening(store)
    assert read_draft(evening) is None
    assert store.files == files
    assert evening.session.balances == [2000] * 4
    assert bool(evening.notices) == bool(files)
    assert ("draft.txt" in files) == any(notice == DRAFT_LOST for notice, _ in evening.notices)
