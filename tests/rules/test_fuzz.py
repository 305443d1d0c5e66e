"""Any input gets an answer, or a refusal that names the place; never a traceback.

This is a short run. `make prove` takes many more of each kind. A failure prints its number; `fuzzing.Fuzz(number)`
repeats it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from help.answers import read_deal
from help.fuzzing import Fuzz, place_is_of, typed
from help.payments import check_payments
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from mingg.core.counters.sets import wrong_tray
from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.writer import write_deal
from mingg_host.cli import main
from mingg_host.device import keyscript
from mingg_scoring.interchange.answers import read_standalone
from mingg_scoring.json_text import MinggError, parse

NUMBERS = st.integers(0, (1 << 32) - 1)
fuzzed = settings(suppress_health_check=list(HealthCheck), database=None)


def run(*words: str, data: bytes | None = None) -> Result:
    """Runs a command. Checks that a refusal is one line without control codes for a terminal."""
    result = CliRunner().invoke(main, list(words), input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
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


def names_a_place(error: dict[str, str], text: bytes) -> bool:
    """Returns True if an error names a place in the text. Invalid JSON has only the whole as its place."""
    try:
        return place_is_of(error["at"], parse(text))
    except MinggError as refused:
        return error["at"] == refused.place


@fuzzed
@given(NUMBERS)
def test_score_answers_a_deal_or_names_the_place(number: int) -> None:
    fuzz = Fuzz(number)
    value = fuzz.spoilt(fuzz.of_a_house(fuzz.sound_deal()) if fuzz.chance(7) else fuzz.deal_of_sets())
    text = fuzz.text(value)
    error, answer = error_of(text, "score")
    if error is None:
        check_payments(answer)
        return
    assert error["message"]
    assert names_a_place(error, text), error


@fuzzed
@given(NUMBERS)
def test_a_deal_that_was_read_is_read_back_from_its_json(number: int) -> None:
    """Also by the rules of another table, if they accept it."""
    fuzz = Fuzz(number)
    rules, round_wind, deal = read_standalone(fuzz.sound_deal())
    if fuzz.chance(5):
        rules, round_wind, _ = read_standalone(fuzz.sound_deal())
    written = json.loads(json.dumps(write_deal(deal)))
    try:
        again = read_deal(written, rules, round_wind)
    except BadInput:
        return
    written = write_deal(again)
    assert write_deal(read_deal(json.loads(json.dumps(written)), rules, round_wind)) == written


@fuzzed
@given(NUMBERS)
def test_an_invalid_deal_never_gets_a_score(number: int) -> None:
    """The named place is that of the mistake, or before it."""
    fuzz = Fuzz(number)
    sound = fuzz.of_a_house(fuzz.sound_deal())
    assert error_of(json.dumps(sound).encode(), "score")[0] is None, sound
    wrong, place = fuzz.surely_wrong(sound)
    error, answer = error_of(json.dumps(wrong).encode(), "score")
    assert error is not None, (place, wrong, answer)
    assert place_is_of(error["at"], wrong), (error, wrong)
    assert error["at"].split("/")[1:2] == place.split("/")[1:2] or place.startswith("/hands") or not error["at"], (
        error,
        place,
    )


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
@example(297879)  # an escape sequence in the name of an option
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
        assert wrong_tray(after, values) is None
        assert all(out <= count for out, count in zip(put, tray, strict=True))
        gain = sum(value * (into - out) for value, into, out in zip(values, take, put, strict=True))
        owed = answer["loans"].get(name, 0) - answer.get("repaid", {}).get(name, 0)
        assert gain == value["net"].get(name, 0) + owed, (value, answer)
        moved += sum(put) + sum(take)
    assert answer["moved"] >= moved // 2


@fuzzed
@given(NUMBERS)
def test_a_script_of_keys_is_played_or_refused_at_its_line_and_never_writes_elsewhere(number: int) -> None:
    text = Fuzz(number).script()
    wrong = None
    try:
        steps = keyscript.parse(text, below=True)
    except keyscript.ScriptError as error:
        wrong = error
    if wrong is not None:
        rows = text.split("\n")
        assert 1 <= wrong.line <= len(rows)
        assert 1 <= wrong.column <= len(rows[wrong.line - 1]) + 1
        return
    for step in steps:
        if step.kind == keyscript.SCREENSHOT:
            folder = Path("/pictures/here")
            assert Path(os.path.normpath(folder / str(step.of))).is_relative_to(folder)
        parsed = keyscript.parse(step.text(), below=True)
        assert [step_again._replace(line=1, column=1) for step_again in parsed] == [
            step._replace(line=1, column=1, times=1)
        ]
