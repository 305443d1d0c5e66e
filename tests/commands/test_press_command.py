"""`mingg press`: the effect of a script of keys, and the output."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from mingg_host.commands.play import press
from mingg_host.device.headless import Headless


@pytest.mark.parametrize("words", ["north", "up hold", "x3", "wait soon", "U"])
def test_a_word_that_means_nothing(words: str):
    result = CliRunner().invoke(press, words.split())
    assert result.exit_code == 2
    assert f"'{words.split()[-1]}'" in result.output
    assert "line 1" not in result.output  # nobody typed a line


def test_press_prints_the_screen_and_its_texts(tmp_path: Path):
    with Headless() as device:
        device.press("up")
        expected = [*device.picture(), *device.text()]
        device.png(tmp_path / "expected.png")
    picture = tmp_path / "screen.png"
    result = CliRunner().invoke(press, ["up", "-o", str(picture)])
    assert result.exit_code == 0
    assert result.output.splitlines() == expected
    assert picture.read_bytes() == (tmp_path / "expected.png").read_bytes()


def test_a_screen_is_a_picture_or_a_text_and_nothing_else(tmp_path: Path):
    assert CliRunner().invoke(press, ["up", "-o", str(tmp_path / "screen.txt")]).exit_code == 0
    assert "how?" in (tmp_path / "screen.txt").read_text()
    result = CliRunner().invoke(press, ["up", "-o", str(tmp_path / "screen.jpg")])
    assert result.exit_code == 2
    assert "screen.jpg: name a picture, name.png" in result.output
    assert not (tmp_path / "screen.jpg").exists()


@pytest.mark.vm
def test_press_runs_on_micropython_and_saves_the_ledger(tmp_path: Path):
    ledger = ["--on", "micropython", "--ledger", str(tmp_path / "flash")]
    assert CliRunner().invoke(press, ["up", "right", "wait:2000", *ledger]).exit_code == 0
    result = CliRunner().invoke(press, ledger)
    assert result.exit_code == 0
    assert "begun" in result.output


@pytest.mark.parametrize("words", [[], ["--on", "cpython", "up", "screenshot", "no/where.png"]])
def test_a_picture_that_cannot_be_written_is_reported_before_the_script_starts(tmp_path: Path, words: list[str]):
    ledger = tmp_path / "flash"
    png = tmp_path / "missing" / "screen.png"
    result = CliRunner().invoke(press, ["up", "right", *words, "-o", str(png), "--ledger", str(ledger)])
    assert result.exit_code == 1
    assert f"Error: {png}: No such file or directory" in result.output
    assert not ledger.exists()


def test_a_script_that_fails_writes_no_picture_and_keeps_an_earlier_one(tmp_path: Path):
    new, old = tmp_path / "new.png", tmp_path / "old.png"
    old.write_bytes(b"earlier")
    words = ["up", "screenshot", "no/where.png", "--force"]
    for png in (new, old):
        assert CliRunner().invoke(press, [*words, "-o", str(png)]).exit_code == 1
    assert not new.exists()
    assert old.read_bytes() == b"earlier"


def test_a_script_from_a_file_goes_before_the_keys_and_takes_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("a.keys").write_text("up  # Cy\nscreenshot how.png screenshot how.txt\n", encoding="utf-8")
    result = CliRunner().invoke(press, ["--keys", "a.keys", "b", "screenshot", "table.png"])
    assert result.exit_code == 0
    with Headless() as device:
        device.press("up")
        device.png(Path("same-how.png"))
        assert Path("how.txt").read_text(encoding="utf-8").splitlines() == [*device.picture(), "", *device.lines()]
        device.press("b")
        device.png(Path("same-table.png"))
    for name in ("how.png", "table.png"):
        assert Path(name).read_bytes() == Path(f"same-{name}").read_bytes()


def test_a_script_through_a_pipe():
    result = CliRunner().invoke(press, ["--keys", "-"], input="up\n")
    assert result.output == CliRunner().invoke(press, ["up"]).output


def test_a_mistake_in_a_script_is_reported_by_file_line_and_column(tmp_path: Path):
    path = tmp_path / "a.keys"
    path.write_text("up\n  x2 hold c # no key\n", encoding="utf-8")
    result = CliRunner().invoke(press, ["--keys", str(path)])
    assert result.exit_code == 2
    assert "a.keys, line 2, column 11: 'c' is not a key" in " ".join(result.output.split())
