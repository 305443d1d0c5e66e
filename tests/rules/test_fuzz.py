"""Any input gets an answer, or a refusal that names the place; never a traceback. Nearly right files of house rules
give the rule set that they describe, or a refusal for each wrong line.

This is a short run. `make prove` takes many more of each kind. A failure prints its number; `fuzzing.Fuzz(number)`
repeats it.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import Result
from help.answers import read_deal
from help.checks import check_payments
from help.commands import invoke
from help.fuzzing import Fuzz, place_is_of, typed
from help.fuzzing_houses import HouseFuzz, meaning_of, newlines
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from mingg.core.counters.sets import read_tray
from mingg.core.interchange.keys import write_deal
from mingg.core.rules import RULE_SETS, load
from mingg.core.settle import settle
from mingg.core.values import BadInput
from mingg.records.line import only
from mingg_host.common.toml_text import BadFile, Problem
from mingg_host.scoring import house
from mingg_scoring.interchange.answers import read_standalone, write_answer
from mingg_scoring.json_text import MinggError, parse
from rules.test_json_schema import refusals
from rules.test_rule_properties import ask, in_sets, refusal

NUMBERS = st.integers(0, (1 << 32) - 1)
fuzzed = settings(suppress_health_check=list(HealthCheck), database=None)


def run(*words: str, data: bytes | None = None) -> Result:
    """Runs a command. Checks that a refusal is one line without control codes for a terminal."""
    result = invoke(*words, input=data)
    assert "Traceback" not in result.output
    assert all(sign.isprintable() or sign == "\n" for sign in result.stderr), result.stderr
    return result


def refused(result: Result, *, lines: int = 1) -> str:
    """Returns the message of a refusal. Checks that there is no answer beside it."""
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.count("\n") == lines
    assert result.stderr.startswith("Error: ")
    return result.stderr.removeprefix("Error: ").rstrip("\n")


def error_of(text: bytes, *words: str) -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Returns the result of a line of --jsonl: its error, or its answer."""
    result = run(*words, "--jsonl", data=text.replace(b"\n", b" ") + b"\n")
    lines = result.stdout.splitlines()
    if not text.replace(b"\n", b" ").strip():
        assert not lines
        return {"at": "", "message": "nothing"}, {}
    assert len(lines) == 1
    answer = json.loads(lines[0])
    assert result.exit_code == ("error" in answer)
    return answer.get("error"), answer


def given_keys(keys: dict[str, Any]) -> dict[str, Any]:
    """Leaves out what is null: it is as if it were not there, but for two keys."""
    return {key: value for key, value in keys.items() if value is not None or key in ("winner", "limit")}


def names_a_place(error: dict[str, str], text: bytes) -> bool:
    """Returns True if an error names a place in the text. Invalid JSON has only the whole as its place."""
    try:
        return place_is_of(error["at"], parse(text))
    except MinggError as refused:
        return error["at"] == refused.at


@fuzzed
@given(NUMBERS)
def test_score_answers_a_deal_or_names_the_place(number: int) -> None:
    """A deal that the schema refuses gets no answer."""
    fuzz = Fuzz(number)
    value = fuzz.spoilt(fuzz.of_a_house(fuzz.sound_deal()) if fuzz.chance(7) else fuzz.deal_of_sets())
    text = fuzz.text(value)
    error, answer = error_of(text, "score")
    if error is None:
        check_payments(answer)
        assert refusals("Deal", json.loads(text.removeprefix(b"\xef\xbb\xbf"), object_hook=given_keys)) == []
        return
    assert error["message"]
    assert names_a_place(error, text), error


@fuzzed
@given(NUMBERS)
def test_a_deal_that_was_read_is_read_back_from_its_json(number: int) -> None:
    """With the same answer; also by the rules of another table, if they accept it."""
    fuzz = Fuzz(number)
    keys = fuzz.sound_deal()
    if keys["players"] == 5:
        keys["sitting_out"] = "Eve"
    if fuzz.chance(3):
        keys = in_sets(keys)
    rules, round_wind, deal, _ = read_standalone(keys)
    written = json.loads(json.dumps(write_deal(deal)))
    again = read_deal(written, rules, round_wind)
    assert (write_deal(again), write_answer(settle.answer(again, rules), again)) == (written, ask(keys))
    rules, round_wind, _, _ = read_standalone(fuzz.sound_deal())
    try:
        again = read_deal(written, rules, round_wind)
    except BadInput:
        return
    written = write_deal(again)
    assert write_deal(read_deal(json.loads(json.dumps(written)), rules, round_wind)) == written


@fuzzed
@given(NUMBERS)
def test_a_typed_deal_gets_the_same_answer_as_its_json(number: int) -> None:
    fuzz = Fuzz(number)
    deal = fuzz.sound_deal()
    words = typed(deal)
    result = run("score", *words, "--json")
    assert result.exit_code == 0, (words, result.stderr)
    _, expected = error_of(json.dumps(deal).encode(), "score")
    answer = json.loads(result.stdout)
    assert {key: answer[key] for key in expected} == expected, words
    assert run("score", *words).exit_code == 0


@fuzzed
@given(NUMBERS)
@example(94)  # an escape sequence in the name of an option
def test_words_that_are_mistyped_are_a_deal_or_refused(number: int) -> None:
    fuzz = Fuzz(number)
    words = typed(fuzz.sound_deal())
    for _ in range(fuzz.one(1, 1, 2, 3)):
        words = fuzz.mistyped(words)
    result = run("score", *words, "--json")
    if result.exit_code == 0:
        check_payments(json.loads(result.stdout))
        assert run("score", *words).exit_code == 0
    else:
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1), words


@fuzzed
@given(NUMBERS)
def test_replay_plays_a_session_or_names_the_line(number: int) -> None:
    fuzz = Fuzz(number)
    lines = fuzz.session()
    if fuzz.chance(5):
        lines = fuzz.spoilt(lines)
    if not isinstance(lines, list):
        lines = [lines]
    data = b"\n".join(fuzz.text(line) for line in lines)
    result = run("replay", data=data)
    if result.exit_code == 0:
        state = json.loads(result.stdout)
        assert sum(state["balances"].values()) == 2000 * len(state["balances"])
        for deal in state["deals"]:
            check_payments(deal)
        for tray in state.get("trays", {}).values():
            assert min(tray) >= 0
    else:
        output = refused(result)
        assert output.startswith("line "), output


@fuzzed
@given(NUMBERS)
def test_a_line_too_many_is_refused_by_number_and_the_others_are_kept(number: int) -> None:
    """Checks line by line: each line is right or wrong in its state of the session, and a session is valid up to a
    wrong line."""
    fuzz = Fuzz(number)
    valid: list[Any] = []
    for line in fuzz.session():
        data = "\n".join(map(json.dumps, [*valid, line])).encode()
        result = run("replay", data=data)
        if result.exit_code == 0:
            valid.append(line)
        else:
            # a correction may name the later deal that cannot be any more
            output = refused(result)
            assert 1 <= int(output.split()[1].rstrip(":,")) <= len(valid) + 1, output
        if not valid:
            return


@fuzzed
@given(NUMBERS)
def test_exchange_moves_counters_that_are_there_or_names_the_place(number: int) -> None:
    fuzz = Fuzz(number)
    value: Any = fuzz.exchange()
    if fuzz.chance(4):
        value = fuzz.spoilt(value)
    text = fuzz.text(value)
    error, answer = error_of(text, "exchange")
    if error is not None:
        assert error["message"]
        assert names_a_place(error, text), error
        return
    value = parse(text)
    values = value["values"]
    moved = 0
    for name, tray in value["trays"].items():
        put, take = answer["put"].get(name, [0] * len(values)), answer["take"].get(name, [0] * len(values))
        after = [count - out + into for count, out, into in zip(tray, put, take, strict=True)]
        assert read_tray(after, "", values) == after
        assert all(out <= count for out, count in zip(put, tray, strict=True))
        gain = sum(value * (into - out) for value, into, out in zip(values, take, put, strict=True))
        owed = answer["loans"].get(name, 0) - answer.get("repaid", {}).get(name, 0)
        assert gain == value["net"].get(name, 0) + owed, (value, answer)
        moved += sum(put) + sum(take)
    assert answer["moved"] >= moved // 2


PLAYERS = (2, 3, 4, 5)


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def is_there(problem: Problem, text: str) -> bool:
    """Returns True if the named place is in the file."""
    lines = newlines(text).split("\n")
    if not 0 <= problem.line <= len(lines):
        return False
    if not problem.key:
        return True
    if "\\u" in text:
        return True  # a key that is written by its codes
    if not problem.line:
        return problem.key in ("name", "from")  # what is missing
    return problem.key.split(".")[-1] in lines[problem.line - 1]


def tried(path: Path) -> house.House | BadFile:
    try:
        return house.read(path)
    except BadFile as error:
        return error


def sound(fuzz: HouseFuzz, folder: Path, name: str, book: str, base: str = "") -> tuple[str, house.House]:
    """Reads a file. Returns it and its meaning. Its base is in the same folder."""
    while True:
        text = fuzz.file(fuzz.lines(book, base))
        result = tried(written(folder, name, text))
        if isinstance(result, house.House):
            return text, result


def named(error: BadFile, path: Path, text: str) -> None:
    assert error.problems
    assert error.file == str(path)
    for problem in error.problems:
        assert problem.message, problem
        assert is_there(problem, text), (problem, text)
    output = refused(run("rules", "check", str(path)), lines=len(error.problems))
    assert output.startswith(str(path))
    assert refused(run("rules", str(path)), lines=len(error.problems)) == output


@fuzzed
@given(NUMBERS)
@example(29586100)  # a line break in the name of a hand
@example(2698805)  # thirteen orphans, which three players cannot have
def test_a_file_is_a_valid_rule_set_or_all_its_mistakes_are_located(number: int) -> None:
    fuzz = HouseFuzz(number)
    book = fuzz.one(*RULE_SETS)
    with TemporaryDirectory() as name:
        folder = Path(name)
        texts = []
        if fuzz.chance(3):
            texts.append(sound(fuzz, folder, "monday.toml", book)[0])
        lines = fuzz.lines(book, "monday.toml" if texts else "")
        texts.append(fuzz.nearly(lines) if fuzz.chance(7) else fuzz.file(lines))
        path = written(folder, "tuesday.toml", texts[-1])
        result = tried(path)
        if isinstance(result, BadFile):
            named(result, path, texts[-1])
            return
        if not texts[-1].count("monday.toml"):
            texts = texts[-1:]
        for players in PLAYERS:
            assert result.rules(players).title == result.name, texts
        assert result.keys() == meaning_of(texts), texts
        assert run("rules", "check", str(path)).exit_code == 0
        if fuzz.chance(2):
            assert run("rules", str(path)).exit_code == 0
            sheet = json.loads(run("rules", str(path), "--json").stdout)
            assert sheet["house"]["name"] == result.name


@fuzzed
@given(NUMBERS)
def test_a_device_plays_by_an_installed_file(number: int) -> None:
    fuzz = HouseFuzz(number)
    with TemporaryDirectory() as name:
        folder = Path(name)
        _, meaning = sound(fuzz, folder, "tuesday.toml", fuzz.one(*RULE_SETS))
        ledger = folder / "ledger"
        result = run("rules", "install", str(folder / "tuesday.toml"), "--ledger", str(ledger))
        assert result.exit_code == 0, result.output
        (stored,) = ledger.iterdir()
        assert house.name_in(stored.read_bytes()) == meaning.name
        keys = only(stored.read_bytes())
        for players in PLAYERS:
            on_device, expected = load(keys["rules"], keys["options"], players, keys["house"]), meaning.rules(players)
            assert (on_device.tables, on_device.limit, on_device.title) == (
                expected.tables,
                expected.limit,
                expected.title,
            )
        assert run("rules", "remove", meaning.name, "--ledger", str(ledger)).exit_code == 0
        assert not list(ledger.iterdir())


@fuzzed
@given(NUMBERS)
def test_a_typed_deal_with_a_file_gets_the_same_answer_as_its_json(number: int) -> None:
    fuzz = HouseFuzz(number)
    with TemporaryDirectory() as name:
        folder = Path(name)
        book = fuzz.one(*RULE_SETS)
        _, meaning = sound(fuzz, folder, "tuesday.toml", book)
        deal = {**fuzz.sound_deal(), **meaning.keys()}
        while refusal(deal) is not None:
            deal = {**fuzz.sound_deal(), **meaning.keys()}
        words = typed({**deal, "rules": str(folder / "tuesday.toml"), "options": {}})
        answer = run("score", *words, "--json")
        assert answer.exit_code == 0, (words, answer.stderr)
        _, wanted = error_of(json.dumps(deal).encode(), "score")
        answered = json.loads(answer.stdout)
        assert {key: answered[key] for key in wanted} == wanted, words
        assert run("score", *words, "--explain").exit_code == 0
