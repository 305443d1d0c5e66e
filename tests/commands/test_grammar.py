"""What every command has in common: headings, suggestions, `-o`, `--force`, `--json`, tiles in words."""

from __future__ import annotations

import json
import re
import shlex
import sys
from importlib import metadata
from io import StringIO
from pathlib import Path

import click
import pytest
from help.commands import output_of, run
from mingg_host.cli import HEADINGS, main
from mingg_host.commands.options import answer_lines
from mingg_scoring.score_sheet import in_words

EVENING = str(Path(__file__).parents[1] / "evening" / "ledgers" / "format1" / "0003-00.txt")


def every_command(group: click.Group = main, *path: str) -> list[tuple[str, click.Command]]:
    context = click.Context(group)
    found = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        inner = every_command(command, *path, name) if isinstance(command, click.Group) else []
        found += inner or [(" ".join((*path, name)), command)]
    return found


def test_each_command_is_under_one_heading_of_the_help() -> None:
    text = output_of("--help")
    listed = re.findall(r"^  (\w+)  ", text.partition("Score:")[2], re.MULTILINE)
    assert listed == list(main.lines)
    assert [line for line in HEADINGS if f"\n{line}:\n" in text] == list(HEADINGS)


def test_sources_that_are_not_installed_name_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "/docs/club.md\n" in run("club", "--help")[1]

    def missing(name: str) -> None:
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "metadata", missing)
    assert "club.md" not in run("club", "--help")[1]


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        ("scor", "'score'"),
        ("--versoin", "'--version'"),
        ("club nwe", "'new'"),
        ("ledger exprt", "'export'"),
        ("rules chek house.toml", "'check'"),
        ("rules chek", "do you mean check?"),
        ("rules babcok", "do you mean babcock?"),
        ("rules babcock --playrs 3", "'--players'"),
        ("rules babcock --option four_wind", "do you mean four_winds?"),
        ("score --rules babcok 11z", "do you mean babcock?"),
        ("score --rules babcock --option four_wind 11z", "do you mean four_winds?"),
        ("score --rulez babcock", "'--rules'"),
        ("ledger export --formt csv", "'--format'"),
        ("club new --playrs 3", "'--players'"),
        ("club new -o there.toml --movement mete", "do you mean meet?"),
        ("firmware picoo -o there", "do you mean pico?"),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(words: str, suggestion: str) -> None:
    status, _, err = run(*words.split())
    assert status == 2
    assert suggestion in err


def test_an_option_that_is_given_twice_is_refused_by_every_command() -> None:
    refused = 0
    for path, command in every_command():
        for option in command.params:
            if not isinstance(option, click.Option) or option.multiple or option.is_eager:
                continue
            if option.is_flag and not option.secondary_opts:
                continue  # a switch that is set twice is set
            pair = option.opts[:1] + (option.secondary_opts[:1] or option.opts[:1])
            given = pair if option.is_flag else [word for name in pair for word in (name, "1")]
            status, _, errors = run(*path.split(), *given)
            assert (status, "is given twice. Leave one out." in errors) == (2, True), (path, given, errors)
            refused += 1
    assert refused > 50
    assert run("score", "--rules", "dmjl", "--winner", "E", "--winner", "N", "--by", "draw", "score=60")[0] == 2


@pytest.mark.parametrize(
    ("words", "same"), [("help", "--help"), ("help club run", "club run --help"), ("-V", "--version")]
)
def test_two_ways_to_ask_say_the_same(words: str, same: str) -> None:
    assert output_of(*words.split()) == output_of(*same.split())


@pytest.mark.parametrize("columns", ["40", "60", "80"])
def test_a_sheet_in_a_narrow_terminal_breaks_lines_only_between_words(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for command, expected in (
        (("ledger", "show", EVENING), {"drawn", "claimed", "round,", "East"}),
        (("rules", "babcock"), {"whatever", "mah-jong,", "29-30", "drawing"}),
    ):
        lines = output_of(*command).splitlines()
        assert max(map(len, lines)) <= int(columns)
        assert expected <= {word for line in lines for word in line.split()}


def test_a_file_of_many_deals_shows_how_many_are_scored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    file = tmp_path / "deals.jsonl"
    file.write_text("{}\n" * 3)
    monkeypatch.setattr("sys.stderr", Terminal())
    monkeypatch.setattr("sys.stdout", StringIO())
    with pytest.raises(SystemExit):
        answer_lines(str(file), lambda line: {"length": len(line)})
    assert sys.stdout.getvalue() == '{"length": 3}\n' * 3  # type: ignore[attr-defined]
    assert "scoring" in sys.stderr.getvalue()  # type: ignore[attr-defined]


def test_the_examples_of_a_help_can_be_pasted() -> None:
    """Those that need no file."""
    example = re.compile(r"^    (?:echo '([^']*)' \| )?mingg ((?:score|exchange|rules)\b[^.\n]*)$", re.MULTILINE)
    count = 0
    for command in ("", "score", "exchange", "rules"):
        text = output_of(*command.split(), "--help").replace("\\\n", " ")
        for given, words in example.findall(text):
            status, _, errors = run(*shlex.split(words), stdin=given)
            assert (status, errors) == (0, ""), words
            count += 1
    assert count >= 12


def test_what_writes_has_o_and_force_and_no_other_word_for_it() -> None:
    for name, command in every_command():
        options = {word for param in command.params for word in param.opts if word.startswith("-")}
        assert ("-o" in options) == ("--output" in options), name
        assert "-o" not in options or "--force" in options, name
        assert not options & {"--to", "--from", "--png", "--record", "--replace"} or name == "score", name


@pytest.fixture
def taken(tmp_path: Path) -> Path:
    (tmp_path / "there").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("mine")
    (tmp_path / "friday.toml").write_text('name = "Friday"\nplayers = ["Ann", "Bo", "Cy", "Di"]\n')
    return tmp_path


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["ledger", "export", EVENING, "--format", "csv", "-o", "there"], "there: this file exists"),
        (["report", EVENING, "-o", "there"], "there: this file exists"),
        (["press", "-o", "there"], "there: this file exists"),
        (["backup", "-o", "there"], "there: this file exists"),
        (["club", "new", "-o", "there"], "there: this file exists"),
        (["club", "mosquitto", "friday.toml", "-o", "full", "--folder", "club"], ""),
        (["firmware", "pico", "-o", "full"], "full: this folder is not empty"),
        (["site", "-o", "full"], "full: this folder is not empty"),
    ],
)
def test_nothing_is_overwritten_without_force(words: list[str], reason: str, taken: Path) -> None:
    if words[0] == "play":
        (taken / "there").write_text("up")
    before = (taken / "there").read_bytes()
    status, _, err = run(*words, cwd=taken)
    assert (taken / "there").read_bytes() == before
    assert (taken / "full" / "letter.txt").read_text() == "mine"
    if not reason:  # other files in the folder stay
        assert status == 0
        return
    assert status == 2
    assert reason in err
    if "this" in reason:
        assert err.endswith("Name another place, or add --force.\n")


def test_force_overwrites(taken: Path) -> None:
    assert run("club", "new", "-o", "there", "--force", cwd=taken)[0] == 0
    assert (taken / "there").read_text().startswith("# A club night.")
    assert run("ledger", "export", EVENING, "--format", "csv", "-o", "there", "--force", cwd=taken)[0] == 0
    assert (taken / "there").read_text().startswith("evening,")


def test_lists_of_evenings_are_json_too() -> None:
    listed = json.loads(output_of("ledger", "list", EVENING, "--json"))
    shown = json.loads(output_of("ledger", "show", EVENING, "--json"))
    assert len(listed) == len(shown) > 0
    for short, long in zip(listed, shown, strict=True):
        assert {key: long[key] for key in ("rules", "deals", "balances", "over")} == {
            key: short[key] for key in ("rules", "deals", "balances", "over")
        }
        assert {entry["player"] for entry in long["history"]} == set(long["balances"])
    checked = json.loads(output_of("ledger", "verify", EVENING, "--json"))
    assert [evening["whole"] for evening in checked] == [True] * len(listed)
    assert json.loads(run("ledger", "list", "--archive", "none.sqlite", "--json")[1]) == []


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("five 2p, but only four exist.", "five dots 2, but only four exist."),
        ("two 3f. There is one of each flower", "two flower 3. There is one of each flower"),
        ("5z is not among the tiles in the hand.", "white dragon is not among the tiles in the hand."),
        ("Tiles are 1m-9m, dragons R G Wh (or 1z-7z)", "Tiles are 1m-9m, dragons R G Wh (or 1z-7z)"),
        ("may be South. Put a blank before it, or write 2z.", "may be South. Put a blank before it, or write 2z."),
        ("South. Write S or 2z for South.", "South. Write S or 2z for South."),
        ("no chow: (124p). Write for example (222+2p).", "no chow: (124p). Write for example (222+2p)."),
    ],
)
def test_a_message_names_tiles_in_words_but_says_how_to_write_them(message: str, words: str) -> None:
    assert in_words(message) == words
