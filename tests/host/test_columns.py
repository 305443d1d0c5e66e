"""Tables of words and figures, as `mingg score` prints them."""

from __future__ import annotations

from io import StringIO

import pytest
from mingg_host.common.columns import Columns, printed


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def a_table() -> Columns:
    table = Columns([[("East", "bold"), (" wins", "bold green")]], 20)
    table.add("pung", "4")
    table.add("kong", "16", note="A kong of winds.")
    table.add_section()
    table.add("score", "20", "bold")
    return table


def test_figures_end_in_one_column() -> None:
    assert printed(["Babcock", "", a_table()]).splitlines() == [
        *("Babcock", "", "East wins"),
        " pung                  4",
        " kong                 16",
        "   A kong of winds.",
        "",
        " score                20",
    ]


def test_a_section_needs_rows_before_and_after_it() -> None:
    table = Columns([], 10)
    table.add_section()
    table.add("one", "1")
    table.add_section()
    table.add_section()
    table.add("two", "2")
    table.add_section()
    assert printed([table]).splitlines() == [" one    1", "", " two    2"]


def test_long_words_move_the_figures() -> None:
    table = Columns([], 10)
    table.add("a pung of dragons", "4")
    assert printed([table]) == " a pung of dragons   4\n"


def test_a_narrow_terminal_wraps_words_and_keeps_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "16")
    table = Columns([[("a title of some length", "")]], 44)
    table.add("doubled three times", "12345")
    assert printed([table, "unbreakablewordsthatarelong"]).splitlines() == [
        *("a title of some", "length"),
        *(" double   12345", " d", " three", " times"),
        *("unbreakablewords", "thatarelong"),
    ]


def test_a_wide_character_takes_two_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Columns([], 12)
    table.add("李", "4")
    table.add("le\u0301", "4")
    assert printed([table]).splitlines() == [" 李       4", " le\u0301       4"]
    monkeypatch.setenv("COLUMNS", "5")
    assert printed(["李李李"]).splitlines() == ["李李", "李"]


def test_only_a_terminal_has_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    assert "\x1b" not in printed([a_table()])
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    lines = printed([a_table()]).splitlines()
    assert lines[0] == "\x1b[1mEast\x1b[0m\x1b[32m\x1b[1m wins\x1b[0m"
    assert lines[1] == " pung                  4"
    assert lines[3] == "   \x1b[2mA kong of winds.\x1b[0m"
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in printed([a_table()])
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in printed([a_table()])


def test_a_style_goes_on_where_a_line_wraps(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "9")
    assert printed([[("red words", "red"), (" and plain", "")]]).splitlines() == [
        "\x1b[31mred words\x1b[0m",
        "and plain",
    ]
    monkeypatch.setenv("COLUMNS", "4")
    assert printed([[("red ends", "red")]]).splitlines() == ["\x1b[31mred\x1b[0m", "\x1b[31mends\x1b[0m"]
