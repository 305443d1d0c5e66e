"""The raw REPL with slow boards, and with devices that are no boards: nothing waits for ever. Commands at a port where
no board answers, or a broken one: they end, say what is wrong, and what to do. A simulated clock keeps the time."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import tty
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner
from mingg_host import cli
from mingg_host.common.output import Failure
from mingg_host.connection import link
from mingg_host.connection.changing import put_in_place
from mingg_host.connection.link import Link
from mingg_host.connection.repl import (
    AT_ONCE,
    BANNER,
    LARGEST,
    LONGEST,
    PLAIN,
    REBOOT,
    WAIT_S,
    Repl,
    ReplError,
    Silence,
)
from mingg_host.evenings.backup import Backup, write

ANSWER_S, QUIET_S = 8.0, 30.0
WINDOW = 32
CODE = b"print('hello')\n" * 10
Later = Iterator[tuple[float, bytes]]  # after so many seconds these bytes


class Line:
    """A serial line with pyserial's interface, to a simulated device. now: the simulated time."""

    def __init__(self, device: Callable[[bytes], Later]) -> None:
        self.now = 0.0
        self.timeout: float | None = None
        self.read_of = 0  # bytes
        self._device = device
        self.coming: deque[tuple[float, bytes]] = deque()
        self._flood = b""
        self._gone = False

    def write(self, data: bytes) -> None:
        self._check()
        for byte in data:
            for seconds, output in self._device(bytes([byte])):
                last = self.coming[-1][0] if self.coming else self.now
                self.coming.append((max(last, self.now) + seconds, output))

    def flood(self, data: bytes) -> None:
        """From now on this data comes without end, as fast as it is read."""
        self._flood = data

    def vanish(self) -> None:
        self._gone = True

    def _check(self) -> None:
        if self._gone:
            raise OSError(5, "the device is gone")

    def close(self) -> None:
        pass

    @property
    def in_waiting(self) -> int:
        self._check()
        return sum(len(output) for time, output in self.coming if time <= self.now) or len(self._flood) * AT_ONCE

    def read(self, size: int) -> bytes:
        assert size <= AT_ONCE, "no more than that is held at once"
        assert self.timeout == WAIT_S, "it would wait for ever"
        if not self.in_waiting:
            self.now += self.timeout
        result = b""
        while self.coming and self.coming[0][0] <= self.now and len(result) < size:
            time, output = self.coming.popleft()
            result += output[: size - len(result)]
            if len(result) == size and output[size:]:
                self.coming.appendleft((time, output[size:]))
        if not result and self._flood:
            result = (self._flood * size)[:size]
            begun = size % len(self._flood)
            self._flood = self._flood[begun:] + self._flood[:begun]
            self.now += size * 1e-6  # a megabyte a second
        self.read_of += len(result)
        return result

    def reset_input_buffer(self) -> None:
        while self.coming and self.coming[0][0] <= self.now:
            self.coming.popleft()


class Board:
    """A board with the raw REPL.

    printed: (seconds, bytes) of the output; byte_s: the time for each byte; pause: before a command ends, and before
    there is room for more code; ends: False if a command never ends.
    """

    def __init__(
        self,
        printed: list[tuple[float, bytes]],
        failed: bytes = b"",
        byte_s: float = 0,
        pause: float = 0,
        ends: bool = True,
    ) -> None:
        self.printed, self.failed, self.byte_s, self.pause, self.ends = printed, failed, byte_s, pause, ends
        self.line = Line(self.hear)
        self.code = b""
        self.state = "off"

    def hear(self, byte: bytes) -> Later:
        for seconds, output in self._answers(byte):
            for index, value in enumerate(output):
                yield (seconds if not index else 0) + self.byte_s, bytes([value])

    def _answers(self, byte: bytes) -> Later:
        if self.state == "off":
            if byte == b"\x01":
                yield 0, b"\r\n" + BANNER
                self.state = "on"
        elif self.state == "on" and byte == b"\x04":
            yield 0, b"OK\r\nMPY: " + REBOOT + BANNER
            self.state = "ready"
        elif self.state == "ready" and byte == b"\x05":
            self.state, self.code = "asked", b""
        elif self.state == "asked" and byte == b"\x01":
            yield 0, b"R\x01" + WINDOW.to_bytes(2, "little") + b"\x01"
            self.state = "code"
        elif self.state == "code" and byte != b"\x04":
            self.code += byte
            if len(self.code) % WINDOW == 0:
                yield self.pause, b"\x01"
        elif self.state == "code":
            yield 0, b"\x04"
            yield from self.printed
            if self.ends:
                yield self.pause, b"\x04" + self.failed + b"\x04>"
            self.state = "ready"


def talk(board: Board, judge: Callable[[str], object] | None = None) -> tuple[str, str]:
    repl = Repl(board.line, lambda: board.line.now)
    repl.enter(ANSWER_S)
    return repl.run(CODE, QUIET_S, judge)


def is_known(line: str) -> None:
    if line != "known":
        raise ValueError("another line")


# ---- boards ----


def test_printed_lines_are_returned_and_each_is_judged() -> None:
    board = Board([(0, b"known\r\nknown\r\n"), (0, b"known")])
    judged: list[str] = []
    assert talk(board, judged.append) == ("known\nknown\nknown\n", "")
    assert (judged, board.code) == (["known"] * 3, CODE)
    failing = Board([(0, b"a\r\n")], b"Traceback:\r\n  line 1\r\nOSError: 28\r\n")
    assert talk(failing) == ("a\n", "Traceback:\n  line 1\nOSError: 28\n")


def test_a_second_command_follows_the_first_whatever_came_in_between() -> None:
    board = Board([(0, b"known\r\n")])
    repl = Repl(board.line, lambda: board.line.now)
    repl.enter(ANSWER_S)
    assert repl.run(CODE, QUIET_S, is_known) == ("known\n", "")
    board.line.coming.append((board.line.now, b"a late word"))
    assert repl.run(CODE, QUIET_S, is_known) == ("known\n", "")


def test_a_board_may_take_50_ms_for_each_byte() -> None:
    long = b"x" * (LONGEST - 2)
    board = Board([(0, long + b"\r\n"), (0, b"known\r\n")], b"Traceback\r\n" * 40, byte_s=0.05)
    assert talk(board, lambda line: None)[0] == long.decode() + "\nknown\n"
    assert board.line.now > 2 * QUIET_S
    assert talk(Board([(0, b"a plain line\r\n" * 40)], byte_s=0.05))[0] == "a plain line\n" * 40


@pytest.mark.parametrize("pause", [20.0, QUIET_S - 1])
def test_a_board_may_be_silent_while_its_flash_is_erased(pause: float) -> None:
    board = Board([(0, b"known\r\n"), (pause, b"known\r\n"), (pause, b"kno"), (0, b"wn\r\n")], pause=pause)
    assert talk(board, is_known) == ("known\n" * 3, "")
    assert board.line.now > 4 * pause
    assert talk(Board([], pause=pause), is_known) == ("", "")


def test_a_board_that_takes_no_more_code_says_why() -> None:
    board = Board([])

    def stops(byte: bytes) -> Later:
        if board.state == "code" and len(board.code) == 2 * WINDOW and byte != b"\x04":
            board.state = "full"
            yield 0, b"\x04"
        elif board.state == "full":
            if byte == b"\x04":
                yield 0, b"\x04MemoryError\r\n\x04>"
        else:
            yield from Board.hear(board, byte)

    board.line = Line(stops)
    assert talk(board) == ("", "MemoryError\n")


# ---- devices that are none, and boards that fail ----


def test_a_device_that_never_answers_is_given_up() -> None:
    line = Line(lambda byte: iter(()))
    repl = Repl(line, lambda: line.now)
    with pytest.raises(Silence):
        repl.enter(ANSWER_S)
    assert (line.now == pytest.approx(ANSWER_S, abs=0.1), repl.heard) == (True, False)


@pytest.mark.parametrize("data", [b"y\n", b"\x00\xff\x80", BANNER[:-1], b"\x01", b"\x04", b">"])
def test_a_device_that_sends_without_end_is_given_up(data: bytes) -> None:
    line = Line(lambda byte: iter(()))
    line.flood(data)
    repl = Repl(line, lambda: line.now)
    with pytest.raises(Silence):
        repl.enter(ANSWER_S)
    assert (line.now < ANSWER_S + 0.1, repl.heard) == (True, True)


def test_a_device_that_echoes_is_given_up() -> None:
    line = Line(lambda byte: iter([(0, byte)]))
    with pytest.raises(Silence):
        Repl(line, lambda: line.now).enter(ANSWER_S)
    assert line.now < ANSWER_S + 0.1


def flooding(state: str, data: bytes) -> Board:
    """Returns a board that answers no more and sends without end after it reaches a state."""
    board = Board([(0, b"known\r\n" * 3)])
    gone = False

    def hear(byte: bytes) -> Later:
        nonlocal gone
        output = list(Board.hear(board, byte))
        gone = gone or (board.state == state and (state != "code" or bool(board.code)))
        if gone:
            board.line.flood(data)
        return iter([] if gone else output)

    board.line = Line(hear)
    return board


@pytest.mark.parametrize("state", ["on", "ready", "asked", "code"])
def test_a_board_that_begins_to_send_without_end_is_given_up(state: str) -> None:
    for data in (b"y\n", b"y", b"\x01", b"\x04", b">", b"R\x01\x00\x00", BANNER, b"\xff\x00\n"):
        for judge in (None, is_known):
            board = flooding(state, data)
            with pytest.raises(ReplError):
                talk(board, judge)
            assert board.line.now < ANSWER_S + QUIET_S, (data, judge)


def printing(data: bytes) -> Board:
    """Returns a board on which a command prints this data without end."""
    board = Board([])

    def hear(byte: bytes) -> Later:
        result = list(Board.hear(board, byte))
        if board.state == "ready" and board.code:
            yield 0, b"\x04"
            board.line.flood(data)
        else:
            yield from result

    board.line = Line(hear)
    return board


@pytest.mark.parametrize(
    ("data", "judge", "most"),
    [
        (b"y\n", is_known, AT_ONCE),
        (b"y", is_known, LONGEST),
        (b"known\r\n", is_known, LARGEST),
        (b"y\n", None, PLAIN),
        (b"y", None, LONGEST),
        (b"\x00\xff", None, LONGEST),
    ],
)
def test_a_command_that_prints_without_end_is_given_up_and_little_is_kept(
    data: bytes, judge: Callable[[str], object] | None, most: int
) -> None:
    board = printing(data)
    with pytest.raises(ReplError) as refused:
        talk(board, judge)
    assert not isinstance(refused.value, Silence)
    assert board.line.read_of <= most + 3 * AT_ONCE
    assert board.line.now < QUIET_S


def test_a_traceback_without_end_is_given_up() -> None:
    board = Board([], b"y\n" * PLAIN)
    with pytest.raises(ReplError, match="without end"):
        talk(board)


@pytest.mark.parametrize("printed", [[], [(0, b"known\r\n")], [(0, b"known\r\nkno")]])
def test_a_board_that_stops_in_the_middle_is_given_up(printed: list[tuple[float, bytes]]) -> None:
    board = Board(printed, ends=False)
    with pytest.raises(Silence):
        talk(board, is_known)
    assert QUIET_S <= board.line.now < QUIET_S + 3


def test_occasional_output_does_not_extend_the_time_limit() -> None:
    """Each second another line, or another byte of one. Nothing confirms that they make sense."""
    for judge in (None, is_known):
        board = Board([(1.0, b"y\n" if judge is None else b"k")] * 200, ends=False)
        with pytest.raises(Silence):
            talk(board, judge)
        assert QUIET_S < board.line.now < 2 * QUIET_S


# ---- commands at a port ----

PORT = "loop://board"
ABOUT = b'["micropython", [1, 26, 0], 6, "Raspberry Pi Pico with RP2040", "01020304", "", "/ledger"]\n'
LISTED = b'["/ledger/0001-00.txt", 3, "%s"]\n' % (b"0" * 64)
Answer = bytes | Callable[[Line], object]


class Liar(Board):
    """A board that gives chosen answers. answers: by the start of a command, what it prints, or what happens to the
    line instead. Other commands print nothing."""

    def __init__(self, answers: dict[bytes, Answer]) -> None:
        super().__init__([])
        self.told: dict[bytes, Answer] = {b"about()": ABOUT, **answers}

    def _answers(self, byte: bytes) -> Later:
        if self.state == "code" and byte == b"\x04":
            answer = next((answer for begin, answer in self.told.items() if self.code.startswith(begin)), b"")
            self.printed = [(0, answer)] if isinstance(answer, bytes) else []
            if callable(answer):
                yield 0, b"\x04"
                answer(self.line)
                return
        yield from super()._answers(byte)


def mad(data: bytes) -> Callable[[Line], object]:
    return lambda line: line.flood(data)


def stops(data: bytes) -> Callable[[Line], object]:
    return lambda line: line.coming.append((line.now, data))


Connect = Callable[[Line], None]


@pytest.fixture
def connect(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Connect:
    """Returns a function that connects a simulated device to PORT."""
    monkeypatch.setattr(link, "SETTLE_S", 0)
    monkeypatch.setattr(link, "Repl", lambda line: Repl(line, lambda: line.now))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def to(line: Line) -> None:
        transport = SimpleNamespace(serial=line, close=line.close)
        monkeypatch.setattr("mpremote.transport_serial.SerialTransport", lambda port: transport)

    return to


def refused(*words: object) -> str:
    result = CliRunner().invoke(cli.main, [*map(str, words), "--port", PORT])
    assert result.exit_code == 1, result.output
    return result.output


def test_no_command_waits_for_a_device_that_sends_without_end(connect: Connect, tmp_path: Path) -> None:
    rules, session = tmp_path / "tuesday.toml", tmp_path / "evening.jsonl"
    rules.write_text('name = "Tuesday"\nfrom = "babcock"\n')
    session.write_text('{"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}\n')
    backup = write(Backup("2026-01-01", "", "", "", {"0001-00.txt": b"x"}), tmp_path / "a.zip")
    for words in (
        ("pull",),
        ("backup", "-o", tmp_path / "new.zip"),
        ("restore", backup),
        ("import", session, "--archive", tmp_path / "archive.sqlite"),
        ("rules", "install", rules),
        ("rules", "remove", "Tuesday"),
        ("flash",),
    ):
        line = Line(lambda byte: iter(()))
        line.flood(b"y\n")
        connect(line)
        message = refused(*words)
        assert f"The device at {PORT} sends something, but does not answer as MicroPython does. " in message, words
        assert "name the board's port with --port. Press the board's reset button" in message, words


def test_a_device_that_is_silent_or_vanishes_is_no_board(connect: Connect) -> None:
    silent, vanishing = Line(lambda byte: iter(())), Line(lambda byte: iter(()))
    vanishing.vanish()
    for line in (silent, vanishing):
        connect(line)
        message = rf"The device at {PORT} does not answer as MicroPython does(.|\n)*hold BOOTSEL"
        with pytest.raises(Failure, match=message):
            Link(PORT)


@pytest.mark.parametrize("number", ["club friday 1", "\x1b[2J", "AB", "a" * 65])
def test_the_number_of_a_board_is_stored_as_hex_digits(connect: Connect, number: str) -> None:
    connect(Liar({b"about()": ABOUT.replace(b'"01020304"', json.dumps(number).encode())}).line)
    with Link(PORT) as board:
        assert re.fullmatch("[0-9a-f]{16}", board.about.number)
    connect(Liar({}).line)
    with Link(PORT) as board:
        assert board.about.number == "01020304"


WRONG: list[tuple[dict[bytes, Answer], str]] = [
    ({b"listing": mad(b"y\n")}, r"answered wrongly: it sent 'y', which the command cannot print\."),
    ({b"listing": mad(LISTED)}, r"it sent '\[\"/ledger/.*', which the command cannot print\."),
    ({b"listing": mad(b"y")}, r"it sends without end\."),
    ({b"listing": b"3 0 /ledger\n"}, "it sent '3 0 /ledger', which the command cannot print"),
    ({b"listing": b"7\n"}, "it sent '7', which the command cannot print"),
    ({b"listing": b"[" * 4000 + b"\n"}, "which the command cannot print"),
    ({b"listing": stops(b"")}, "has not answered for 30 seconds. Check the cable, connect the board again"),
    ({b"listing": stops(LISTED)}, "has not answered for 30 seconds. Check the cable, connect the board again"),
    ({b"listing": stops(b"3 0000")}, "has not answered for 30 seconds. Check the cable, connect the board again"),
    ({b"listing": Line.vanish}, r"The connection to the board broke \(.*\)\. Check the cable"),
    ({b"listing": LISTED, b"give": mad(b"Zm9v\n\n")}, "it sent 'Zm9v', which the command cannot print"),
    ({b"listing": LISTED, b"give": mad(b"y\n")}, "it sent 'y', which the command cannot print"),
    ({b"listing": LISTED, b"give": b"Zm9vZg\n\n"}, "it sent 'Zm9vZg', which the command cannot print"),
    ({b"listing": LISTED, b"give": b"Zm9v\n"}, "did not send all of /ledger/0001-00.txt"),
    ({b"listing": LISTED, b"give": b"Zm9v\n\n"}, "0001-00.txt: the bytes changed on the way"),
    ({b"about()": b'["micropython", 1, 6, "", "", "", ""]\n'}, "does not report its version"),
    ({b"about()": b"y\n"}, "does not report its version"),
    ({b"about()": b"y\n" * 9}, "does not report its version"),
    ({b"about()": mad(b"y\n")}, "it sends without end"),
    ({b"about()": ABOUT.replace(b"micropython", b"circuitpython")}, "runs circuitpython, not MicroPython"),
    ({b"about()": ABOUT.replace(b"1, 26", b"1, 19")}, r"runs MicroPython 1\.19\.0\. Put MicroPython"),
    ({b"about()": ABOUT.replace(b"0], 6", b"0], 5")}, r"runs MicroPython 1\.26\.0\. Put MicroPython"),
    ({b'"""': mad(b"y\n")}, "it sent 'y', which the command cannot print"),
]


def test_a_wrong_answer_of_a_board_is_reported_with_the_port_and_what_to_do(connect: Connect, tmp_path: Path) -> None:
    for answers, message in WRONG:
        connect(Liar(answers).line)
        error = refused("pull", "--archive", tmp_path / "archive.sqlite")
        assert error.count("\n") == 1
        assert PORT in error or "broke" in error or "bytes changed" in error
        assert re.search(message, error), error
        assert not (tmp_path / "archive.sqlite").exists()


ASKED: list[tuple[dict[bytes, Answer], Callable[[Link], object], str]] = [
    *(
        ({b"room()": told}, Link.room, f"board at {PORT} (does not report its free space|answered wrongly)")
        for told in (b"1 2 3\n", b"1\n", b"", b"a b\n", b"4096 30\n4096 30\n")
    ),
    (
        {b"scope": mad(b"/main.py\n")},
        lambda board: put_in_place(board, 3, lambda activity, done, total: None),
        r"it sent '/main\.py', which the command cannot print",
    ),
    (
        {b"take": b"what?\n"},
        lambda board: board.write("/x", b"data"),
        r"it sent 'what\?', which the command cannot print",
    ),
]


@pytest.mark.parametrize(("answers", "does", "message"), ASKED)
def test_a_board_that_prints_what_a_command_cannot_is_given_up(
    connect: Connect, answers: dict[bytes, Answer], does: Callable[[Link], object], message: str
) -> None:
    connect(Liar(answers).line)
    with Link(PORT) as board, pytest.raises(Failure, match=message):
        does(board)


# ---- real lines ----


def test_no_link_waits_for_a_socket_that_sends_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def flood() -> None:
        line, _ = server.accept()
        with line, suppress(OSError):
            while True:
                line.sendall(b"y\n" * 99)

    monkeypatch.setattr(link, "ANSWER_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=flood, daemon=True).start()
        with pytest.raises(Failure, match="does not answer as MicroPython does"):
            Link(f"socket://127.0.0.1:{server.getsockname()[1]}")


# The command waits for an hour, so only Ctrl-C ends it.
PATIENT = """
from mingg_host.cli import main
from mingg_host.connection import link
link.ANSWER_S = 3600
main()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="mpremote knows Linux's pseudo-terminals only")
def test_ctrl_c_ends_a_command_that_waits_for_a_board() -> None:
    line, terminal = os.openpty()
    tty.setraw(terminal)
    command = [sys.executable, "-c", PATIENT, "pull", "--port", os.ttyname(terminal)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        asked = b""
        while b"\x01" not in asked and select.select([line], [], [], 60)[0]:
            asked += os.read(line, 100)
        running.send_signal(signal.SIGINT)
        output, _ = running.communicate(timeout=60)
    os.close(line)
    os.close(terminal)
    assert running.returncode == 130
    assert output == "Error: Stopped. Nothing is lost: run the command again to continue.\n"
