"""Nearly right files of house rules give the rule set that they describe, or a refusal for each wrong line."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from help.fuzzing import typed
from help.fuzzing_houses import HERE, HouseFuzz, meaning_of, newlines
from hypothesis import example, given
from mingg.core.rules import load
from mingg.core.rules.books import RULE_SETS
from mingg.records.line import only
from mingg_host.common.toml_text import BadFile, Problem
from mingg_host.scoring import house
from rules.test_fuzz import NUMBERS, error_of, fuzzed, refused, run
from rules.test_rule_properties import refusal

ALL_SETS = RULE_SETS

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
    book = fuzz.one(*ALL_SETS)
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
            assert meaning_of(texts).differs(result.rules(players)) == "", texts
        assert run("rules", "check", str(path)).exit_code == 0
        if fuzz.chance(2):
            assert run("rules", str(path)).exit_code == 0
            sheet = json.loads(run("rules", str(path), "--json").stdout)
            assert sheet["house"]["name"] == result.name


@fuzzed
@given(NUMBERS)
def test_invalid_entries_of_a_file_are_refused_with_their_line(number: int) -> None:
    fuzz = HouseFuzz(number)
    with TemporaryDirectory() as name:
        lines = fuzz.lines(fuzz.one(*ALL_SETS))
        text = fuzz.file_wrong(lines)
        path = written(Path(name), "wrong.toml", text)
        result = tried(path)
        assert isinstance(result, BadFile), (text, result)
        assert any(HERE in text.split("\n")[problem.line - 1] for problem in result.problems), (result, text)


@fuzzed
@given(NUMBERS)
def test_a_device_plays_by_an_installed_file(number: int) -> None:
    fuzz = HouseFuzz(number)
    with TemporaryDirectory() as name:
        folder = Path(name)
        _, meaning = sound(fuzz, folder, "tuesday.toml", fuzz.one(*ALL_SETS))
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
        book = fuzz.one(*ALL_SETS)
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
