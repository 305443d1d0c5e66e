"""`mingg completion`: the scripts for the shells. A real bash completes a line with TAB."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from mingg_host.cli import main
from mingg_host.commands.completing import SHELLS

LEDGER = Path(__file__).parents[1] / "ledgers" / "format1"
BASH = shutil.which("bash")

# What readline asks a completion function, and what it gets.
ASKING = """
source completions
while IFS= read -r line; do
    COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
    _mingg_completion mingg
    printf '%s|' "${COMPREPLY[@]}"
    echo
done
"""


@pytest.mark.parametrize("words", [[], ["ledger"], ["rules"]])
def test_the_help_lists_every_command_in_a_whole_sentence(words: list[str]) -> None:
    listed = CliRunner().invoke(main, [*words, "--help"], terminal_width=80).output.partition("--help")[2]
    lines = [line for line in listed.splitlines()[1:] if line.startswith("  ")]
    assert len(lines) > 2
    assert all(line.endswith(".") and "..." not in line for line in lines)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the command `mingg`, bash's completion of it in a file, and an archive of one evening."""
    folder = tmp_path_factory.mktemp("shell")
    command = folder / "bin" / "mingg"
    command.parent.mkdir()
    code = "from mingg_host.entry import main; main()"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{code}" "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    script = CliRunner().invoke(main, ["completion", "bash"])
    assert script.exit_code == 0
    (folder / "completions").write_text(script.stdout, encoding="utf-8")
    result = CliRunner().invoke(
        main, ["import", "--no-board", str(LEDGER), "--archive", str(folder / "evenings.sqlite")]
    )
    assert result.exit_code == 0, result.output
    return folder


def bash(folder: Path, script: str, text: str = "") -> subprocess.CompletedProcess[str]:
    assert BASH is not None
    env = {
        **os.environ,
        "PATH": f"{folder / 'bin'}:{os.environ['PATH']}",
        "XDG_DATA_HOME": str(folder / "data"),
        "HOME": str(folder),
    }
    return subprocess.run(
        [BASH, "--norc", "-c", script], cwd=folder, env=env, input=text, capture_output=True, text=True, check=False
    )


LINES = {
    "mingg comp": ["completion"],
    "mingg completion ": list(SHELLS),
    "mingg score --rules ": ["harr", "harr-limit", "babcock", "chinese", "bmja", "dmjl"],
    "mingg score --rules=ba": ["babcock"],
    "mingg score --rules harr --option fl": ["flowers=off", "flowers=seasons", "flowers=shanghai", "flowers=own"],
    "mingg score --rules babcock --option flowers=s": ["seasons", "shanghai"],
    "mingg score --rules harr --option four_w": [],
    "mingg score --winner ": ["E", "S", "W", "N", "nobody"],
    "mingg score --by d": ["discard", "draw"],
    "mingg score --ending wa": ["washing="],
    "mingg rules c": ["check", "chinese"],
    "mingg rules babcock --option 'double_r": ["double_rob"],
    "mingg firmware pico": ["pico", "pico_2", "pico_2_w", "pico_w"],
    "mingg flash --board esp": ["esp32_s3"],
    "mingg ledger export --format x": ["xlsx"],
    "mingg ledger show --archive evenings.sqlite ": ["1"],
    "mingg ledger sh": ["show"],
    "mingg ledger show --archive evenings.sqlite no": [],
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_is_completed_with_the_possible_words(folder: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    env = {"COMP_LINE": line + " and more", "COMP_POINT": str(len(line)), "_MINGG_COMPLETE": "bash_complete"}
    result = CliRunner().invoke(main, prog_name="mingg", env=env)
    matches = [entry.partition(",") for entry in result.stdout.splitlines()]
    assert [value for kind, _, value in matches if kind == "plain"] == LINES[line]


@pytest.mark.skipif(BASH is None, reason="no bash here")
def test_bash_itself_gets_the_words(folder: Path) -> None:
    lines = ["mingg comp", "mingg score --rules babcock --option flowers=s", "mingg score --ending wa", "mingg rules x"]
    result = bash(folder, ASKING, "".join(f"{line}\n" for line in lines))
    assert result.stdout.splitlines() == ["completion|", "seasons|shanghai|", "washing=|", "|"], result.stderr


@pytest.mark.skipif(BASH is None, reason="no bash here")
def test_a_tab_in_an_interactive_bash_completes_the_line(folder: Path) -> None:
    env = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb"}
    master, slave = pty.openpty()
    words = [str(BASH), "--norc", "--noprofile", "-i"]
    with subprocess.Popen(
        words, cwd=folder, env=env, stdin=slave, stdout=slave, stderr=slave, start_new_session=True
    ) as running:
        os.close(slave)
        try:
            os.write(master, b"source completions; PS1=re''ady:\n")
            until(master, "ready:")
            os.write(master, b"mingg ru\tbab\t--opt\tflowers=sea\t\n")
            output = until(master, "flowers: seasons")
        finally:
            os.write(master, b"\nexit\n")
            running.wait(60)
            os.close(master)
    assert "mingg rules babcock --option flowers=seasons" in output


def until(terminal: int, text: str) -> str:
    """Returns what a terminal shows until this text has come."""
    output, deadline = "", time.monotonic() + 60
    while text not in output:
        assert select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0], output
        output += os.read(terminal, 4096).decode(errors="replace").replace("\r", "")
    return output


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_a_script_that_asks_mingg(shell: str, folder: Path) -> None:
    script = CliRunner().invoke(main, ["completion", shell]).stdout
    assert f"_MINGG_COMPLETE={shell}_complete" in script
    if shutil.which(shell) is not None:
        (folder / f"script.{shell}").write_text(script, encoding="utf-8")
        result = subprocess.run(
            [shell, "-n", str(folder / f"script.{shell}")], capture_output=True, text=True, check=False
        )
        assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_also_get_a_description(shell: str) -> None:
    words = "mingg score --rules babcock --option four_w"
    env = {
        "COMP_WORDS": words,
        "COMP_CWORD": "5" if shell == "zsh" else "four_w",
        "_MINGG_COMPLETE": f"{shell}_complete",
    }
    result = CliRunner().invoke(main, prog_name="mingg", env=env)
    assert "four_winds" in result.stdout
    assert "Three wind" in result.stdout or "wind" in result.stdout


def test_completion_without_an_archive_prints_nothing(tmp_path: Path) -> None:
    (tmp_path / "evenings.sqlite").write_text("no archive", encoding="utf-8")
    env = {
        "COMP_WORDS": f"mingg report --archive {tmp_path}/evenings.sqlite ",
        "COMP_CWORD": "",
        "_MINGG_COMPLETE": "fish_complete",
    }
    result = CliRunner().invoke(main, prog_name="mingg", env=env)
    assert "Traceback" not in result.output
