"""Ledgers and sessions read as data: every damage by file and line; random evenings exported and imported; valid,
sealed lines whose contents no firmware wrote: on the board and on the PC."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from evening.test_ledger_damage import Files, evening_of
from evening.test_ledger_properties import COUNTERS, NAMES, TABLES, step
from help.answers import read_deal
from help.fuzzing import Fuzz
from help.stores import MemoryStore
from hypothesis import example, given
from hypothesis import strategies as st
from mingg.core.deal.deal import ROUNDS
from mingg.core.rules import load as load_rules
from mingg.core.table.session import Session
from mingg.entry.reopened import deal_again
from mingg.evening.beside import pay
from mingg.evening.change import below, swap, undo
from mingg.evening.counters import holdings
from mingg.evening.evening import DRAFT, last_deal
from mingg.evening.evenings import begin, evenings, sit, summary
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening, read_draft
from mingg.evening.save import save
from mingg.records.line import seal, segment_of
from mingg.records.parse import Reader, read_kept, records_in
from mingg_host.evenings.evening import Evening, check, of_session
from mingg_host.evenings.ledger import EveningError, Ledger, Remark
from mingg_host.evenings.sheets import jsonl
from mingg_scoring.interchange.answers import TABLE_KEYS, read_table
from mingg_scoring.json_answers import lines_of, replay
from rules.test_fuzz import NUMBERS, fuzzed, run


def an_evening(table: tuple[str, int], counters: Any, seed: int) -> Files:
    """Returns the files that a device wrote in a random evening."""
    fuzz = Fuzz(seed)
    chance, (rules, players) = fuzz.random, table
    names = NAMES[:players]
    store = MemoryStore()
    playing = open_evening(store)
    begin(playing, Session(list(names), load_rules(rules, {}, players), counters), seed % 4)
    goes_on = chance.randint(0, 30)
    for number in range(chance.randint(0, 15)):
        if number == goes_on and not playing.session.table.over():
            session = Session(playing.called, load_rules("harr", {"limit": 200}, players), counters)
            held = holdings(playing)
            session.resume(playing.session.standing())
            session.sits = None
            session.begin_at(session.standing(held))
            begin(playing, session)
        kind = chance.choices(["deal", "undo", "correct", "pay", "count", "sit", "swap"], [12, 3, 2, 2, 2, 1, 2])[0]
        step(playing, fuzz, kind)
        if kind == "sit":
            sit(playing, chance.randrange(4), chance.sample(["Zoë", "[red]", "a\x1b[2J", "=1", "Ann"], players))
        if kind == "swap":
            swap(playing, *chance.sample(range(players), 2))
    return {name: data for name, data in store.files.items() if name[:4] == f"{playing.ledger.number:04}"}


random_evenings = st.builds(an_evening, st.sampled_from(TABLES), st.sampled_from(COUNTERS), st.integers(0, 2**32))


def ledger_of(files: Files) -> Evening:
    return Evening(Ledger(files, "evening 1"))


def numbers(evening: Evening) -> object:
    deals = [(deal.number, deal.net, deal.balances, deal.corrected) for deal in evening.deals]
    ends = evening.balances, evening.east, evening.round, evening.over
    payments = [(paid.source, paid.to, paid.points, paid.balances) for paid in evening.payments]
    return deals, [deal.net for deal in evening.undone], payments, ends


@given(random_evenings)
def test_a_random_evening_matches_replay_and_survives_export_and_import(files: Files) -> None:
    evening = ledger_of(files)
    exported = jsonl(evening)
    state = replay(lines_of(exported))
    assert evening.balances == state["balances"]
    assert [deal.answer.net for deal in evening.deals] == [deal["net"] for deal in state["deals"]]
    assert [deal.east for deal in evening.deals] == [deal["east"] for deal in state["deals"]]
    session = of_session(exported, "evening.jsonl")
    imported_again = Evening(session)
    assert numbers(imported_again) == numbers(evening)
    imported = ledger_of(session.files)
    assert numbers(imported) == numbers(evening)
    assert jsonl(imported) == exported


@given(random_evenings, st.data())
def test_a_line_that_is_changed_is_named_and_nothing_is_imported(files: Files, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(files)))
    lines = files[name].splitlines(keepends=True)
    index = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[index]) - 3))  # its closing brace stays
    line = bytearray(lines[index])
    line[place] ^= data.draw(st.sampled_from([1, 2, 4, 64]))
    if line[place] in b"\n\r":
        return
    lines[index] = bytes(line)
    result = Ledger({**files, name: b"".join(lines)})
    assert (name, index + 1) in [remark[:2] for remark in result.damaged]
    with pytest.raises(EveningError, match=rf"^{name}, line {index + 1}: "):
        Evening(Ledger({**files, name: b"".join(lines)})).whole()


def test_a_head_with_a_too_large_number_is_damaged() -> None:
    head = {"mingg": 1, "rules": "harr", "names": ["Ann", "Bo", "Cy", "Di"], "ledger": 2, "first": 10**30}
    result = Ledger({"0001-01.txt": seal(0, json.dumps(head))})
    assert result.damaged == [
        Remark("0001-01.txt", 1, "no head, which names the table, can be read"),
        Remark("0001-01.txt", 1, "the line is damaged, and its content is lost"),
    ]


@given(random_evenings, st.data())
def test_records_are_those_that_the_firmware_reads(files: Files, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(files)))
    cut = data.draw(st.integers(0, len(files[name])))
    files = {entry: content[:cut] if entry == name else content for entry, content in files.items() if entry <= name}
    result = Ledger(files)
    reader = Reader()
    lines = b"".join(files[file] for file in sorted(files)).splitlines(keepends=True)
    assert dict(records_in(reader.read(lines))) == result.texts
    assert bool(result.torn or result.damaged) or not reader.torn


def deals(number: int) -> Files:
    store = MemoryStore()
    playing = open_evening(store)
    for _ in range(number):
        save(playing, read_deal({"winner": None, "hands": {}}, playing.session.rules))
    return store.files


def test_half_a_line_that_a_power_cut_left_is_no_damage() -> None:
    store = MemoryStore()
    store.files = {"0001-00.txt": deals(2)["0001-00.txt"][:-30]}
    playing = open_evening(store)
    save(playing, read_deal({"winner": None, "hands": {}}, playing.session.rules))
    result = Ledger(store.files)
    assert result.damaged == []
    assert [entry[:2] for entry in result.torn] == [("0001-00.txt", 4)]
    assert list(result.records) == [1, 2]


def test_a_record_that_is_gone_and_a_segment_that_is_gone_are_named() -> None:
    files = deals(80)
    assert len(files) > 2
    first = files["0001-00.txt"].splitlines(keepends=True)
    damaged = Ledger({**files, "0001-00.txt": b"".join(first[:3] + first[4:])})
    assert [str(entry) for entry in damaged.damaged] == ["0001-00.txt, line 4: record 2 is missing before this line"]
    files.pop("0001-01.txt")
    (remark,) = Ledger(files).damaged
    assert str(remark).startswith("0001-02.txt, line 1: records ")


def test_a_head_in_the_wrong_file_hides_no_record() -> None:
    files = deals(80)
    head, *lines = files["0001-00.txt"].splitlines(keepends=True)
    other = files["0001-02.txt"].splitlines(keepends=True)[0]
    moved = Ledger({**files, "0001-00.txt": b"".join([head, other, *lines])})
    assert (moved.texts, moved.damaged) == (Ledger(files).texts, [])


def test_players_who_swap_places_do_so_in_every_deal() -> None:
    won = {"winner": "E", "win": {"by": "draw"}, "hands": {"E": {"sets": []}}}
    store = MemoryStore()
    playing = open_evening(store)
    save(playing, read_deal(won, playing.session.rules))
    swap(playing, 1, 2)
    undo(playing)
    swap(playing, 0, 1)
    pay(playing, [(0, 2, 20)])
    evening = ledger_of(store.files)
    assert (evening.names, evening.deals[0].winner) == (["Bo", "Ann", "Cy", "Di"], "Bo")
    assert list(map(str, evening.history[1:2])) == ["Bo and Ann changed places in all deals"]
    assert sum(evening.history[1].balances.values()) == 8000
    assert evening.lines == [
        {**evening.lines[0], "names": evening.names},
        won,
        {"pay": {"from": "Bo", "to": "Cy", "points": 20}},
    ]
    assert replay(lines_of(jsonl(evening)))["balances"] == evening.balances
    assert check(Ledger(store.files)) == []
    sit(playing, 0, ["Zoë", "Ann", "Cy", "Di"])
    assert Evening(Ledger(store.files, seated=True)).names == evening.names, "a club night knows whom it seated"


EVENINGS = [("", 900), ("", 1 << 20), ("counters", 1500), ("house", 900)]
DEEP = "[" * 3_000 + "]" * 3_000


def forged(fuzz: Fuzz, files: Files, limit: int) -> Files:
    """Returns the files with some changed records, sealed again."""
    lines = {name: data.split(b"\n") for name, data in files.items()}
    for _ in range(fuzz.one(*range(1, limit + 1))):
        name = fuzz.one(*sorted(lines))
        index = fuzz.random.randrange(max(1, len(lines[name]) - 1))
        if not lines[name][index].strip():
            continue
        number, text = int(lines[name][index][:4]), lines[name][index][14:]
        value: Any
        try:
            value = [json.loads(text)]
        except (ValueError, RecursionError):
            continue  # forged before
        value = fuzz.spoilt(value)
        record = json.dumps(value[0] if value else fuzz.junk())
        if fuzz.chance(0.3):
            record = fuzz.one(DEEP, "", "{", '{"undo": 1e999}', "nonsense", f'{{"deal": {DEEP}}}')
        lines[name][index] = seal(number, record).rstrip(b"\n")
    return {name: b"\n".join(entry) for name, entry in lines.items()}


@fuzzed
@given(NUMBERS)
def test_a_board_opens_every_sealed_line(number: int) -> None:
    fuzz = Fuzz(number)
    files = forged(fuzz, evening_of(*fuzz.one(*EVENINGS))[0], 3)
    if fuzz.chance(3):
        files[DRAFT] = seal(
            0, json.dumps(fuzz.spoilt({"ledger": 1, "records": fuzz.random.randrange(20), "entry": {}}))
        )
    store = MemoryStore()
    store.files = dict(files)
    evening = open_evening(store)
    _ = read_draft(evening)
    players = len(evening.session.names)
    assert sum(evening.session.balances) == 2000 * players
    assert store.files == files, "nothing is mended unasked"
    for index in range(1, min(evening.session.deals, 20) + 1):
        with suppress(ValueError):
            Lines(evening).deal(index)
    with suppress(ValueError):
        _ = last_deal(evening)
        _ = Lines(evening)
        _ = holdings(evening)
        below(evening)
    for ledger, _ in evenings(evening):
        _ = summary(evening, ledger)


@fuzzed
@given(NUMBERS)
@example(12)  # the winner has no hand
@example(3314)  # as many majors as no hand has
def test_a_deal_that_no_firmware_wrote_is_lost_or_is_counted_and_corrected(number: int) -> None:
    fuzz = Fuzz(number)
    deal = fuzz.sound_deal()
    rules, round_wind = read_table(deal)
    session = Session([*"ABCDE"[: rules.players]], rules)
    session.table.resume(0, ROUNDS[rules.players].index(round_wind), 0)
    for _ in range(10):
        spoilt = fuzz.spoilt({key: value for key, value in deal.items() if key not in (*TABLE_KEYS, "streak")})
        with suppress(ValueError):
            read = read_kept(spoilt, session)
            _ = session.copy().answer(read)
            _ = deal_again(1, read, session).pack()


@fuzzed
@given(NUMBERS)
@example(71701064)  # a correction of a lost deal says nonsense of how things stood after it
def test_the_commands_for_evenings_tell_what_is_wrong_with_it(number: int) -> None:
    fuzz = Fuzz(number)
    files = forged(fuzz, evening_of(*fuzz.one(*EVENINGS))[0], 3)
    with TemporaryDirectory() as name:
        told_of(Path(name), files)


def told_of(folder: Path, files: Files) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)
    archive = str(folder / "archive")
    for words in (
        ("ledger", "list", str(folder)),
        ("ledger", "show", str(folder)),
        ("ledger", "verify", str(folder)),
        ("import", str(folder), "--no-board", "--archive", archive),
    ):
        result = run(*words)
        assert result.exit_code in (0, 1, 2), (words, result.output)
        assert result.output.strip(), words
        assert all(sign.isprintable() or sign == "\n" for sign in result.output), (words, result.output)
    assert any(segment_of(name) for name in os.listdir(folder))


@fuzzed
@given(NUMBERS)
def test_a_session_is_imported_whole_or_not_at_all(number: int) -> None:
    fuzz = Fuzz(number)
    lines = fuzz.session()
    if fuzz.chance(3):
        lines = fuzz.spoilt(lines)
    with TemporaryDirectory() as name:
        imported(Path(name), b"\n".join(fuzz.text(line) for line in lines))


def imported(folder: Path, data: bytes) -> None:
    file = folder / "evening.jsonl"
    file.write_bytes(data)
    archive = str(folder / "archive")
    result = run("import", str(file), "--no-board", "--archive", archive)
    if result.exit_code == 0:
        assert run("replay", str(file)).exit_code == 0
        outcome = run("ledger", "show", "1", "--archive", archive)
        assert outcome.exit_code == 0, outcome.output
        assert all(sign.isprintable() or sign == "\n" for sign in outcome.output)
        exported = run("ledger", "export", "1", "--archive", archive, "-o", str(folder / "again.jsonl"))
        assert exported.exit_code == 0, exported.output
        first, second = (json.loads(run("replay", str(path)).stdout) for path in (file, folder / "again.jsonl"))
        assert first["balances"] == second["balances"]
        assert first["deals"] == second["deals"]
    else:
        assert "Nothing was imported" in result.output or result.exit_code == 2, result.output
