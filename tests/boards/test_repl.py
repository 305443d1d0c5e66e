"""The raw REPL with slow boards, and with devices that are no boards: nothing waits for ever. A simulated clock keeps
the time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

import pytest
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

    def write(self, data: bytes) -> None:
        for byte in data:
            for seconds, output in self._device(bytes([byte])):
                last = self.coming[-1][0] if self.coming else self.now
                self.coming.append((max(last, self.now) + seconds, output))

    def flood(self, data: bytes) -> None:
        """From now on this data comes without end, as fast as it is read."""
        self._flood = data

    @property
    def in_waiting(self) -> int:
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


def test_a_line_that_makes_no_sense_ends_the_command_at_once() -> None:
    for error in (ValueError, TypeError, RecursionError):

        def refuses(line: str, error: type[Exception] = error) -> None:
            raise error(line)

        with pytest.raises(ReplError, match="it sent 'a word', which the command cannot print"):
            talk(Board([(0, b"a word\r\n")]), refuses)


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
