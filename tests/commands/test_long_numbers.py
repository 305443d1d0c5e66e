"""Numbers of thousands of digits, invalid numbers, and endless nesting are refused everywhere, in one line that names
the place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from help.commands import run
from help.named_keys import DEALS
from mingg.records.line import seal, unseal
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.evenings.ledger import Ledger
from mingg_host.scoring import house
from mingg_scoring import Deal, Session, json_text

LONG = "9" * 5000  # longer than Python reads
LONGEST = "8" * 4300  # as long as Python reads: what is counted with it may be too long to be written
DEEP = "[" * 100_000 + "]" * 100_000
HEAD = '{"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"], "counters": "babcock"}'
DEAL = '{"rules": "babcock", "options": {"limit": %s}, "winner": null, "hands": {}, "kongs": %s}'
PAY = '{"pay": {"from": "Ann", "to": "Bo", "points": %s}}'
UNDO = '{"undo": %s}'
STANDING = '{"deals": 0, "east": "Ann", "round": 0, "balances": [%d, %d, 2000, 2000]}'
AROUND = f', "before": {STANDING % (2000, 2000)}, "after": {STANDING % (1980, 2020)}}}'
SETTINGS = '{"sleeps": %s, "brightness": %s}'
RULES = '{"rules": "harr", "options": {"limit": %s}, "house": {"name": "mine"}}'
EXCHANGE = '{"values": [%s, 100, 10, 2], "trays": {"E": [2, 9, 8, %s]}, "box": [0, 0, 0, 0], "net": {"E": 0}}'


def refused(*words: str, stdin: str | None = None, cwd: Path | None = None) -> str:
    """Returns the message of a command that refuses something. Checks that it is one short line."""
    ended, out, err = run(*words, stdin=stdin, cwd=cwd)
    assert (ended, out) == (2, ""), err
    assert err.count("\n") == 1
    assert len(err) < 300
    return err


# ---- JSON ----


NUMBERS = {
    LONG: "a number of 5000 digits is too long: 15 are the most",
    LONGEST: "a number of 4300 digits is too long: 15 are the most",
    "-" + LONG: "a number of 5000 digits is too long: 15 are the most",
    "1" * 16: "a number of 16 digits is too long: 15 are the most",
    DEEP: "nested too deep",
    "NaN": "NaN is not a number of JSON",
    "-Infinity": "-Infinity is not a number of JSON",
}


def test_a_number_that_cannot_be_counted_is_refused_wherever_json_is_read(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    for number, message in NUMBERS.items():
        with pytest.raises(json_text.MinggError, match=message):
            json_text.parse(f'{{"a": {number}}}'.encode())
    whole = f'{{"a": {"9" * 15}, "b": "{LONG}"}}'
    assert json_text.parse(whole.encode()) == json.loads(whole), "fifteen digits, and digits in a text"
    for words in ("ledger show", "report", "import --no-board", "press --open"):
        assert NUMBERS[LONG] in refused(*words.split(), LONG, "--archive", str(tmp_path / "none"))
    for number in (LONG, DEEP, "1e999", "true"):
        message = NUMBERS.get(number, "/")
        assert message in refused("score", stdin=DEAL % (number, 0))
        assert message in refused("exchange", stdin=EXCHANGE % (500, number))
        shown = refused("replay", stdin=f"{HEAD}\n{PAY % number}\n")
        assert (shown.startswith("Error: line 2: "), message in shown) == (True, True)
        file.write_text(f"{HEAD}\n{PAY % number}\n", encoding="utf-8")
        for words in (["ledger", "show"], ["report"], ["press", "--open"]):
            shown = refused(*words, str(file))
            assert (f"{file}, line 2: " in shown, message in shown) == (True, True)


def test_the_place_of_a_number_is_its_line_and_column() -> None:
    with pytest.raises(json_text.MinggError, match=r"16 digits .* \(at line 3, column 6\)"):
        json_text.parse(b'{"a": 1,\n"b": "1",\n"c": ' + b"7" * 16 + b"}")
    with pytest.raises(json_text.MinggError, match=r"at column 7$"):
        json_text.parse(b'{"a": }')
    with pytest.raises(json_text.MinggError, match=r"at line 2, column 1$"):
        json_text.parse(b'{"a": \n}')


@pytest.mark.parametrize("digits", [16, 5000])
def test_a_number_too_long_as_text_is_too_long_in_an_object(digits: int) -> None:
    deal = {"rules": "dmjl", "winner": "E", "win": {"by": "draw"}, "hands": {"E": {"score": 60}}}
    message = rf"a number of {digits} digits is too long: 15 are the most"
    for value in (10 ** (digits - 1), -(10**digits - 1)):
        with pytest.raises(json_text.MinggError, match=message) as refusal:
            Deal.from_json({**deal, "streak": value})
        assert refusal.value.at == "/streak"
        with pytest.raises(json_text.MinggError, match=message) as refusal:
            Session.from_json([json.loads(HEAD), {"pay": {"from": "Ann", "to": "Bo", "points": value}}])
        assert (refusal.value.line, refusal.value.at) == (2, "/pay/points")
    assert Deal.from_json({**deal, "streak": 10**15 - 1}).streak == 10**15 - 1


# ---- typed ----


def test_too_long_numbers_in_typed_input_are_refused() -> None:
    assert "limit" in refused("rules", "babcock", "--option", f"limit={LONG}")
    assert "limit" in refused("rules", "babcock", "--option", f"limit={DEEP}")
    typed = ["score", "--rules", "babcock", "--winner", "nobody"]
    won = ["score", "--rules", "babcock", "--winner", "E", "--by", "draw"]
    for words in (
        [*typed, "--kongs", LONG],
        [*typed, "--players", LONG],
        [*typed, "--option", f"false_win={LONG}"],
        [*won, "--streak", LONG, "score=60"],
        [*won, f"pung simple, score {LONG}"],
    ):
        assert NUMBERS[LONG] in refused(*words)


# ---- TOML ----


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"limit = {LONG}", ", line 3: a number of 5000 digits is too long"),
        (f"[points]\npung = [2, {LONG}]", ", line 4: a number of 5000 digits is too long"),
        (f"limit = {LONGEST}", ", line 3: limit: this must be at most 1000000"),
        (f"limit = 0x{'e' * 5000}", ", line 3: limit: this must be at most 1000000"),
        (f"limit = {DEEP}", ": lists and tables are nested too deep. Use fewer levels"),
        ("limit = 1e999", ", line 3: limit: this must be "),
        ("limit = nan", ", line 3: limit: this must be "),
        ("mahjong = inf", ", line 3: mahjong: this must be an even number of points"),
        ("a." * 5000 + "b = 1", ", line 3: a key has too many parts"),
        (r'"\"".' * 5000 + "b = 1", ", line 3: a key has too many parts"),
        (f"from = 0x{'e' * 5000}", ", line 2: from: unknown word"),
        (f'from = "{"x" * 5000}.toml"', ", line 2: from: there is no such file beside this one"),
    ],
    ids=range(12),
)
def test_house_rules_with_such_numbers_are_refused_with_their_line(text: str, message: str, tmp_path: Path) -> None:
    base = "" if text[:4] == "from" else 'from = "harr"\n'
    (tmp_path / "house.toml").write_text(f'name = "T"\n{base}{text}\n', encoding="utf-8")
    assert refused("rules", "check", "house.toml", cwd=tmp_path).startswith(f"Error: house.toml{message}")


# ---- what a board keeps ----


def ledger(tmp_path: Path, *records: str) -> Path:
    file = tmp_path / "0001-00.txt"
    file.write_bytes(
        seal(0, HEAD[:-1] + ', "ledger": 1, "edition": 1}') * 2
        + b"".join(seal(number, text[:-1] + AROUND) for number, text in enumerate(records, 1))
    )
    return file


@pytest.mark.parametrize("number", [LONG, LONGEST, DEEP], ids=["5000", "4300", "deep"])
def test_a_ledger_s_record_with_such_a_number_is_damaged(number: str, tmp_path: Path) -> None:
    file = ledger(tmp_path, PAY % number, PAY % 20, UNDO % number)
    damaged = Ledger({file.name: file.read_bytes()}).damaged
    assert [remark.line for remark in damaged] == [3, 5]
    assert f"{file}, line 3: " in refused("import", str(file), "--no-board", "--archive", str(tmp_path / "none"))
    status, out, _ = run("ledger", "verify", str(file))
    assert (status, f"{file}, line 3: " in out) == (1, True)
    assert run("press", "--open", str(file), "up")[0] == 0


def test_a_device_starts_although_settings_and_house_rules_have_such_a_number(tmp_path: Path) -> None:
    for value in (LONG, LONGEST, DEEP, "NaN", "1e999"):
        (tmp_path / "settings.txt").write_bytes(seal(0, SETTINGS % (value, value)))
        (tmp_path / "house-mine.txt").write_bytes(seal(0, RULES % value))
        with Headless(tmp_path) as device:
            perform(parse(f"{DEALS}a"), device)
            assert device.text()
        assert house.name_in(seal(0, RULES % value)) in ("mine", None)
        assert unseal((tmp_path / "settings.txt").read_bytes()) is not None
