"""`mingg press`: what a script of keys does, and what it prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from mingg_host.headless import Headless
from mingg_host.press_command import actions, press


class Recorder:
    """Writes down what it is told to do."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *words: self.done.append((name, *words))


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("", []),
        ("up a", [("press", "up"), ("press", "a")]),
        ("hold:b wait:500", [("hold", "b"), ("wait", 500)]),
        ("x3 left right", [("press", "left")] * 3 + [("press", "right")]),
        ("x2 hold:up", [("hold", "up")] * 2),
    ],
)
def test_a_script(words: str, done: list[tuple[Any, ...]]):
    device: Any = Recorder()
    for act in actions(words.split()):
        act(device)
    assert device.done == done


@pytest.mark.parametrize(
    "words", ["north", "hold", "hold:", "hold:x", "wait:", "wait:soon", "up:up", "x0 up", "x up", "x3", "U"]
)
def test_a_word_that_means_nothing(words: str):
    result = CliRunner().invoke(press, words.split())
    assert result.exit_code == 2
    assert words.split()[0] in result.output


def test_it_prints_the_screen_and_its_texts(tmp_path: Path):
    with Headless() as device:
        device.press("up")
        expected = [*device.picture(), *device.text()]
        device.png(tmp_path / "expected.png")
    picture = tmp_path / "screen.png"
    result = CliRunner().invoke(press, ["up", "--png", str(picture)])
    assert result.exit_code == 0
    assert result.output.splitlines() == expected
    assert picture.read_bytes() == (tmp_path / "expected.png").read_bytes()


@pytest.mark.vm
def test_it_runs_on_micropython_and_keeps_the_ledger(tmp_path: Path):
    ledger = ["--on", "micropython", "--ledger", str(tmp_path / "flash")]
    assert CliRunner().invoke(press, ["up", "right", "wait:2000", *ledger]).exit_code == 0
    result = CliRunner().invoke(press, ledger)
    assert result.exit_code == 0
    assert "half entered" in result.output


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path):
    result = CliRunner().invoke(press, ["--png", str(tmp_path / "missing" / "screen.png")])
    assert result.exit_code == 1
    assert "Error" in result.output
