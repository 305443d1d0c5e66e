"""Ledgers damaged by flash, file systems and people: every loss is reported, and nothing else is lost. Evenings with
lost records are shown as far as they are known, with the gaps."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from help.commands import run
from help.report_page import Page
from help.seeds import SEED
from help.stores import MemoryStore
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, MAJOR, PUNG, PUNG_SHOWN, SIMPLE, Hand
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.beside import count, drift, pay
from mingg.evening.change import below, correct, undo
from mingg.evening.change import correct as corrected
from mingg.evening.counters import holdings
from mingg.evening.evening import DRAFT, DRAFT_LOST, UNCOUNTED, UNREADABLE, Evening, last_deal
from mingg.evening.evenings import begin
from mingg.evening.lines import Lines, leaves
from mingg.evening.open import open_evening, read_draft
from mingg.evening.save import save
from mingg.records import ledger
from mingg.records.line import seal, segment_of
from mingg.records.parse import MOST_DEALS
from mingg_host.evenings.evening import Evening as Read
from mingg_host.evenings.ledger import EveningError, Ledger

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


NAMES = st.sampled_from([("", 900), ("", 2000), ("", 1 << 20), ("counters", 1500), ("house", 900)])


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


def check(files: Files, valid: list[Balances]) -> None:
    """Checks any files: no exception, no wrong balance without a message, and play continues."""
    store = MemoryStore()
    store.files = dict(files)
    evening = open_evening(store)
    now = tuple(evening.session.balances)
    assert sum(now) == 8000
    assert now in valid or evening.notices, now
    assert store.files == files, "nothing is mended unasked"
    lines = Lines(evening)
    assert sum(line.kind == "deal" for line in lines) <= evening.session.deals
    for number in (1, evening.session.deals):
        with suppress(ValueError):
            Lines(evening).deal(number)
        with suppress(ValueError):
            leaves(evening, number, a_deal("N", 1))
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


def ledgers(files: Files) -> dict[int, Files]:
    results: dict[int, Files] = {}
    for name, data in files.items():
        segment = segment_of(name)
        if segment is not None:
            results.setdefault(segment[0], {})[name] = data
    return results


def known(files: Files) -> Read:
    return Read(Ledger(files, "evening 1", 1))


def numbers(evening: Read) -> list[tuple[int, dict[str, int], dict[str, int]]]:
    return [(deal.number, deal.net, deal.balances) for deal in evening.deals]


def plain_deals(count: int) -> Files:
    """Returns an evening of so many different deals, with a payment after the fourth."""
    store = MemoryStore()
    playing = open_evening(store)
    for index in range(count):
        hand = Hand([PUNG_SHOWN | MAJOR] * (index % 4))
        save(playing, Deal("ESWN"[index % 4], Win("discard"), {"ESWN"[index % 4]: hand}))
        if index == 3:
            pay(playing, [(0, 1, 20)])
    return store.files


def hand_of(points: int) -> Hand:
    hand = Hand()
    hand.score = points
    return hand


def without(files: Files, *records: int) -> Files:
    """Returns the same files with the lines of these records damaged."""
    results = {}
    for name, data in files.items():
        lines = data.splitlines(keepends=True)
        for index, line in enumerate(lines):
            if int(line[:4]) in records:
                lines[index] = line.replace(b":", b";", 1)
        results[name] = b"".join(lines)
    return results


def test_all_deals_but_the_lost_ones_are_in_their_places() -> None:
    files = plain_deals(9)
    complete, remains = known(files), known(without(files, 3, 8))  # record 5 is the payment, 8 the seventh deal
    assert numbers(remains) == [entry for entry in numbers(complete) if entry[0] not in (3, 7)]
    assert [(gap.first, gap.deals, str(gap)) for gap in remains.gaps] == [
        (3, 1, "deal 3 is lost"),
        (7, 1, "deal 7 is lost"),
    ]
    assert [gap.balances for gap in remains.gaps] == [complete.deals[2].balances, complete.deals[6].balances]
    assert (remains.balances, remains.payments[0].balances) == (complete.balances, complete.payments[0].balances)
    assert (remains.east, remains.round, remains.over, remains.names) == (
        complete.east,
        complete.round,
        complete.over,
        complete.names,
    )
    assert [remark.message for remark in remains.damage] == ["record 3 is damaged", "record 8 is damaged"]


def test_an_impossible_correction_is_named_and_the_next_one_counts() -> None:
    store = MemoryStore()
    store.files = plain_deals(2)
    playing = open_evening(store)
    for points in (2, 4):
        corrected(playing, 1, Deal("S", Win("discard"), {"S": Hand(), "W": hand_of(points)}))
    sound = known(store.files)
    for name, data in store.files.items():
        lines = data.splitlines()
        lines = [
            line if line[:4] != b"0003" else seal(3, line[14:].decode().replace('"S"', '"Q"'))[:-1] for line in lines
        ]
        store.files[name] = b"\n".join(lines) + b"\n"
    remains = known(store.files)
    assert numbers(remains) == numbers(sound)
    assert remains.balances == sound.balances
    assert [remark.message[:8] for remark in remains.damage] == ["/winner:"]


def test_a_lost_payment_is_reported_by_its_effect() -> None:
    files = plain_deals(6)
    complete, remains = known(files), known(without(files, 5))
    assert numbers(remains) == numbers(complete)
    assert [str(gap) for gap in remains.gaps] == ["records after deal 4 are lost"]
    assert remains.gaps[0].balances == complete.payments[0].balances


def test_a_loss_at_the_end_is_reported_although_its_content_is_unknown() -> None:
    files = plain_deals(6)
    remains = known(without(files, 7))
    assert [deal.number for deal in remains.deals] == [1, 2, 3, 4, 5]
    assert remains.balances == remains.deals[-1].balances
    assert [remark.message for remark in remains.damage] == ["the line is damaged, and its content is lost"]


def forged(first: int, *draws: tuple[int, int, int]) -> MemoryStore:
    """Returns a store with draws: the number of each record, and how many deals it says were before and after it."""
    head = {"mingg": 1, "edition": 1, "ledger": 1, "rules": "harr", "names": ["a", "b", "c", "d"], "first": first}
    store = MemoryStore()
    store.files["0001-00.txt"] = seal(0, json.dumps(head))
    for number, *deals in draws:
        before, after = ({"deals": count, "east": "a", "round": 0, "balances": [2000] * 4} for count in deals)
        record = {"winner": None, "hands": {}, "before": before, "after": after}
        store.files["0001-00.txt"] += seal(number, json.dumps(record))
    return store


def test_records_that_contradict_each_other_lose_lines() -> None:
    for draws, expected in (
        (((1, 3, 1), (3, 0, 1)), [("lost", 0), ("deal", 1)]),  # fewer deals than before the first one
        # What took deals 4 and 3 back is lost; so were deals 2 and 3.
        (((1, 0, 1), (4, 3, 4), (8, 2, 3)), [("deal", 1), ("lost", 2), ("deal", 3)]),
    ):
        lines = Lines(open_evening(forged(1, *draws)))
        assert [(line.kind, line.number) for line in lines] == expected
    for lost, named in ((1, [1]), (3, [1, 2, 3]), (4, [4])):
        lines = Lines(open_evening(forged(1, (lost + 1, lost, lost + 1))))
        assert lines.lost_deals() == named
        if lost == 1:
            assert lines.gained(1)[1] == [0, 0, 0, 0]
        else:
            with pytest.raises(ValueError, match="no deal 1"):  # nobody knows where it was played
                lines.gained(1)
    first = MOST_DEALS - 1
    for deals, most in ((1, MOST_DEALS + 1), (2, MOST_DEALS - 1)):
        lines = Lines(open_evening(forged(first, (first, first - 1, 0), (first + 2, deals, deals + 1))))
        assert len(lines) == most, "no evening has more deals, whatever its gaps say"


def test_an_evening_without_known_players_is_an_error() -> None:
    files = {name: data.replace(b"babcock", b"babcocK") for name, data in plain_deals(2).items()}
    with pytest.raises(EveningError):
        known(files)


@given(NAMES, st.data())
def test_a_damaged_evening_is_shown_as_the_board_shows_it(evening_name: tuple[str, int], data: st.DataObject) -> None:
    files, _ = evening_of(*evening_name)
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = {}
    for name, text in files.items():
        lines = text.splitlines(keepends=True)
        for index in range(len(lines)):
            kind = chance.random()
            if kind < 0.05:
                lines[index] = b""
            elif kind < 0.1:
                lines[index] = lines[index].replace(b"1", b"7", 1)
            elif kind < 0.12:
                lines[index] = chance.choice(lines)
        damaged[name] = b"".join(lines)
    for number, files in ledgers(damaged).items():
        store = MemoryStore()
        store.files = dict(files)
        board = open_evening(store, number)
        try:
            evening = known(files)
        except EveningError:
            assert Ledger(files).head is None or any(notice == UNREADABLE for notice, _ in board.notices)
            continue
        assert list(evening.balances.values()) == board.session.balances
        assert evening.east == evening.names[board.session.table.east]
        numbers_shown = [deal.number for deal in evening.deals]
        assert numbers_shown == sorted(set(numbers_shown))
        assert len(numbers_shown) + sum(gap.deals for gap in evening.gaps) == board.session.deals
        for entry in evening.history:
            assert sum(entry.balances.values()) == 8000
        for deal in evening.deals:
            board_deal, session = Lines(board).deal(deal.number)
            assert list(deal.answer.net.values()) == list(session.answer(board_deal).net.values())


# ---- as its reader meets it ----


@pytest.fixture
def lossy(tmp_path: Path) -> Path:
    """A folder with an evening of nine deals, of which the third and the seventh are lost."""
    folder = tmp_path / "ledger"
    folder.mkdir()
    for name, data in without(plain_deals(9), 3, 8).items():
        (folder / name).write_bytes(data)
    return folder


def test_list_and_show_say_what_is_missing(lossy: Path) -> None:
    status, out, _ = run("ledger", "list", lossy)
    assert status == 0
    assert "record3isdamaged" in "".join(out.split())  # where a path is long, lines wrap
    assert " 9 " in out.splitlines()[2]
    status, out, _ = run("ledger", "show", lossy)
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert any("Records of this evening are lost." in line for line in lines)
    assert "record8isdamaged" in "".join(lines).replace(" ", "")
    assert any(line.startswith("deal 3 is lost") for line in lines)
    assert sum(line.startswith(tuple(f"{number} " for number in range(1, 10))) for line in lines) == 7


@pytest.mark.parametrize("words", [("ledger", "export"), ("import", "--no-board")], ids=" ".join)
def test_incomplete_evenings_are_neither_exported_nor_imported(
    lossy: Path, words: tuple[str, ...], tmp_path: Path
) -> None:
    status, out, err = run(*words, lossy, "--archive", tmp_path / "archive.sqlite")
    assert (status, out) == (2, "")
    assert "record 3 is damaged" in err


def test_the_report_shows_what_is_known_and_says_what_is_not(lossy: Path) -> None:
    status, html, err = run("report", lossy, "-o", "-")
    assert status == 0
    assert err.count("Warning: ") == 2
    page, evening = Page(html), known({path.name: path.read_bytes() for path in lossy.iterdir()})
    words = " ".join(page.words.split())
    assert "7 deals. 2 more are lost." in words
    assert "Records of this evening are lost. Deal 3 is lost. Deal 7 is lost." in words
    assert f"{next(lossy.iterdir())}, line 6" in words
    rows = page.rows("e1-standing")
    assert {name: int(row[1]) for name, row in rows.items()} == evening.balances
    balances = page.rows("e1-balances")
    assert [int(cell) for cell in balances["Deal 3 is lost"]] == list(evening.gaps[0].balances.values())
    assert list(page.deals) == [f"e1-deal-{number}" for number in (1, 2, 4, 5, 6, 8, 9)]
    assert "over 9 deals" in next(str(chart["aria-label"]) for chart in page.all_of("svg") if "aria-label" in chart)


def known_tiles_evening(*, correct: bool) -> Files:
    store = MemoryStore()
    playing = open_evening(store)
    hands = {"N": Hand([PUNG_SHOWN | SIMPLE, PUNG | DRAGON]), "E": Hand(), "S": Hand()}
    for seat, named in (("N", "(222p) 777z"), ("E", "11m"), ("S", "(22p")):
        hands[seat].named = named
    deal = Deal("N", Win("draw"), hands)
    if correct:
        save(playing, Deal("N", Win("draw"), {"N": Hand()}))
        corrected(playing, 1, deal)
    else:
        save(playing, deal)
    return store.files


@pytest.mark.parametrize("correct", [False, True], ids=["entered", "corrected"])
@pytest.mark.parametrize("lost", [False, True], ids=["whole", "with a record lost"])
def test_tiles_known_beside_sets_reach_the_report(tmp_path: Path, correct: bool, lost: bool) -> None:
    files = known_tiles_evening(correct=correct)
    if lost:
        store = MemoryStore()
        store.files = dict(files)
        pay(open_evening(store), [(0, 1, 20)])
        files = without(store.files, 3 if correct else 2)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    status, html, _ = run("report", tmp_path, "-o", "-")
    assert status == 0
    page = Page(html)
    groups = [str(span["aria-label"]) for span in page.all_of("span") if span.get("role") == "img"]
    for group in (
        "pung of dots 2, exposed",
        "concealed: red dragon, red dragon, red dragon",
        "concealed: characters 1, characters 1",
    ):
        assert group in groups
    assert page.deals["e1-deal-1"].count("only these tiles are known") == 2
