"""`mingg score --ask`: question by question, each answer checked at once; what was asked can be repeated as a line."""

from __future__ import annotations

import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg_host.cli import main

MINGG = [sys.executable, "-c", "from mingg_host.entry import main; main()"]
DRAWN = ["", "", "", "", "N", "draw", "", "(222p) (345m) 678s 999s 55z", ""]  # up to the winning tile
LOSERS = ["", "dead", "pungs=1,0,0,0"]


def asked(answers: list[str], *words: str) -> tuple[int, str, str]:
    """Returns (status, output, questions) for these answers, one per line."""
    text = "".join(f"{answer}\n" for answer in answers)
    result = CliRunner().invoke(main, ["score", "--ask", *words], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def note_and_deal(out: str) -> tuple[str, str]:
    """Returns the command and the JSON at the end of the output."""
    _, _, end = out.partition("\nThis command scores the same deal:\n\n")
    line, _, data = end.partition("\n\nAs JSON:\n\n")
    return line, data


def repeated(answers: list[str]) -> dict[str, object]:
    """Returns the deal of these answers as JSON. Checks that the printed command and JSON give the same score."""
    status, out, err = asked(answers)
    assert status == 0, err
    line, data = note_and_deal(out)
    sheet = out.partition("\nThis command scores the same deal:")[0]
    run = CliRunner()
    assert run.invoke(main, shlex.split(line)[1:]).stdout == sheet
    repeated_sheet = run.invoke(main, ["score"], input=data).stdout
    assert repeated_sheet == "".join(
        sheet_line for sheet_line in sheet.splitlines(keepends=True) if not sheet_line.startswith("Note: ")
    )
    deal: dict[str, object] = json.loads(data)
    return deal


def test_the_answers_are_scored_and_printed_as_a_command_and_as_json() -> None:
    deal = repeated(DRAWN + LOSERS)
    assert deal == {
        "rules": "babcock",
        "winner": "N",
        "win": {"by": "draw", "tile": "5z"},
        "hands": {
            "N": {"tiles": "(222p) (345m) 678s 999s 55z"},
            "S": {"dead": True},
            "W": {"card": {"pungs": [1, 0, 0, 0]}},
        },
    }


@pytest.mark.parametrize(
    "answers",
    [
        ["harr-limit", "", "", "S", "E", "discard", "W", "", "dragons=1 pungs=0,0,1,0", "", "score=24", "", "W"],
        [
            "babcock",
            "insurance nine_easts",
            "4",
            "",
            "E",
            "discard",
            "S",
            "",
            "only-place",
            *["", "", ""],
            "S=half",
            "9",
        ],
        [
            "babcock",
            "seven_twins",
            "",
            "",
            "w",
            "claimed",
            "",
            "none",
            "11m 33m 55p 77p 22s 99s EE",
            "9s",
            *["", "", ""],
        ],
        ["babcock", "", "2", "W", "E", "draw", "original", "pungs=0,0,0,4 dragons=2", ""],
        ["babcock", "", "3", "N", "S", "loose", "last", "kongs=1,0,0,0", "", ""],
        ["chinese", "", "5", "", "nobody", "draw", "1"],
        ["chinese", "", "", "", "none", "washing=S,11"],
        ["babcock", "flowers=seasons limit=none", "", "", "N", "rob", "E", "", "flowers=4", "pungs=1,0,0,0", "", ""],
    ],
)
def test_every_kind_of_deal_can_be_asked_for_and_repeated(answers: list[str]) -> None:
    repeated(answers)


@pytest.mark.parametrize(
    ("before", "question", "wrong", "message"),
    [
        ([], "Rules (", "red book", "rules: no such rule set: red book. Choose one of harr, harr-limit"),
        ([""], "Options agreed", "four_winks", "option four_winks: babcock has no such option"),
        (["", ""], "Players (", "6", "players: this must be a number of players: 2, 3, 4 or 5"),
        (["", "", "3"], "Round (E, S, N)", "W", "round: no such round. Choose one of E, S, N"),
        (["", "", "", ""], "Who won (", "X", "winner: no such seat. Choose one of E, S, W, N"),
        (["", "", "", "", "N"], "How (", "luck", "by: no such way to win. Choose one of discard, draw"),
        (["", "", "", "", "N", "rob"], "From whom (E, S, W)", "", "from: whose kong was robbed is missing"),
        (["", "", "", "", "N", "discard", ""], "Anything rare", "last", "last: the winning tile was not drawn"),
        (DRAWN[:7], "North's hand, with", "(222p) 12", "North's hand: digits without a suit: 12"),
        (
            DRAWN[:7],
            "North's hand, with",
            "(222p) (345m) 678s 999s 5z7z",
            "North's hand: these tiles are not a complete hand",
        ),
        (DRAWN[:8], "The winning tile", "1z", "tile: East Wind is not among the tiles in the hand"),
        (DRAWN, "East's hand (", "(222p) 1z", "East's hand: 4 tiles, not 13 (a kong counts as three)"),
        (
            [*DRAWN, "", "dead"],
            "West's hand (",
            "kongs=9",
            "West's hand: kongs: use four counts: exposed 2-8",
        ),
    ],
)
def test_a_wrong_answer_is_reported_at_once_and_asked_again(
    before: list[str], question: str, wrong: str, message: str
) -> None:
    _, _, err = asked([*before, wrong])
    first, message_shown, again = err.partition(f"\n{message}")
    assert message_shown, err
    assert (first.count(question), again.count(question)) == (1, 1)
    assert again.endswith("Stopped. Nothing was scored.\n")


def test_back_is_the_question_before_and_its_answer_is_forgotten() -> None:
    deal = repeated(["", "", "", "back", "3", "", "N", "back", "S", "draw", "", "only-place", "", ""])
    assert (deal["players"], deal["winner"]) == (3, "S")
    assert asked(["back", "back", *DRAWN, *LOSERS])[0] == 0


def test_every_question_says_more_where_it_is_asked_to() -> None:
    answers = [typed_answer for answer in DRAWN + LOSERS for typed_answer in ("?", answer)]
    status, out, err = asked(answers)
    assert status == 0
    assert note_and_deal(out) == note_and_deal(asked(DRAWN + LOSERS)[1])
    assert "four_winds: " in err
    assert "[1111z] is a concealed kong" in err


def test_as_json_only_the_answer_is_printed() -> None:
    status, out, _ = asked(DRAWN + LOSERS, "--json", "--explain")
    assert status == 0
    assert json.loads(out)["hands"]["N"]["items"][0]["why"]


ANSWERS = (
    *(DRAWN[7], "pungs=1,0,0,1 dragons=1", "dead", "short", "score=24", "kongs=1,0,0,0", "1m9m1p9p1s9sESWNRGWhWh", "x"),
    *("", "back", "?", "harr", "chinese", "harr-limit", "3", "5", "E", "S", "W", "N", "nobody", "draw", "loose", "rob"),
    *(
        "last",
        "original",
        "thirteen",
        "none",
        "limit=none insurance nine_easts",
        "washing=S,11",
        "S=half",
        "9",
        "=",
        "🀀",
    ),
)


@settings(max_examples=200)
@given(st.lists(st.sampled_from(ANSWERS), max_size=60))
def test_any_answers_lead_to_a_repeatable_deal_or_a_clean_end(answers: list[str]) -> None:
    status, out, err = asked(answers)
    if status == 0:
        repeated(answers)
    else:
        assert (status, out) == (130, "")
        assert err.endswith("Error: Stopped. Nothing was scored.\n")


def test_an_end_in_the_middle_leaves_cleanly() -> None:
    status, out, err = asked(DRAWN[:5])
    assert (status, out) == (130, "")
    assert err.endswith("\nError: Stopped. Nothing was scored.\n")


class Terminal:
    """The command `mingg score` without arguments, in a terminal of its own."""

    def __init__(self) -> None:
        self.master, slave = pty.openpty()
        env = {**os.environ, "TERM": "dumb", "COLUMNS": "80"}
        self.running = subprocess.Popen(
            [*MINGG, "score"], stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True,
            preexec_fn=lambda: __import__("fcntl").ioctl(0, __import__("termios").TIOCSCTTY, 0),
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def until(self, text: str, again: str = "") -> None:
        """Reads until the terminal shows this text. again: typed once more each time nothing comes for two seconds."""
        deadline = time.monotonic() + 60
        while text not in self.shown:
            assert time.monotonic() < deadline, self.shown
            if select.select([self.master], [], [], 2)[0]:
                self.shown += os.read(self.master, 4096).decode().replace("\r", "")
            else:
                self.type(again)
        self.shown = self.shown.partition(text)[2]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        status = self.running.wait(60)
        os.close(self.master)
        return status


def test_score_without_arguments_asks_in_a_terminal() -> None:
    terminal = Terminal()
    for answer, question in zip(
        [*DRAWN, *LOSERS],
        ("Rules", "Options", "Players", "Round", "Who won", "How", "rare", "North's", "tile", "East's", "South's", "W"),
        strict=True,
    ):
        terminal.until(question)
        terminal.until(": ")
        terminal.type(answer + "\n")
    terminal.until("This command scores the same deal:")
    terminal.until("As JSON:")
    assert terminal.end() == 0


def test_ctrl_c_leaves_cleanly() -> None:
    terminal = Terminal()
    terminal.until("Rules")
    terminal.until(": ")
    terminal.type("\x03")
    # Python may miss a signal that comes just before it waits for a line. It notices the next one.
    terminal.until("Stopped. Nothing was scored.", again="\x03")
    assert "Traceback" not in terminal.shown
    assert terminal.end() == 130 != -signal.SIGINT
