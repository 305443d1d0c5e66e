"""Ledgers with valid, sealed lines whose contents no firmware wrote: on the board and on the PC.

test_ledger_damage.py damages bytes, which the checksums detect. Here another program or version sealed nonsense.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from evening.test_ledger_damage import Files, evening_of
from help.fuzzing import Fuzz
from help.stores import MemoryStore
from hypothesis import example, given
from mingg.core.deal.deal import ROUNDS
from mingg.core.table.session import Session
from mingg.entry.reopened import deal_again
from mingg.evening.change import below
from mingg.evening.counters import holdings
from mingg.evening.evening import DRAFT, last_deal
from mingg.evening.lines import Lines
from mingg.evening.open import evenings, open_evening, read_draft, summary
from mingg.records.kept import read_kept
from mingg.records.line import seal, segment_of
from mingg_scoring.interchange.answers import TABLE_KEYS, read_table
from rules.test_fuzz import NUMBERS, fuzzed, run

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
@example(2074)  # as many majors as no hand has
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
