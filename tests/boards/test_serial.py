"""Commands at a port where no board answers, or a broken one: they end, say what is wrong, and what to do."""

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
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType

import pytest
import serial
from click.testing import CliRunner
from help.boards import a_serial_board
from mingg_host import cli
from mingg_host.common.output import Failure
from mingg_host.connection import link
from mingg_host.connection.changing import put_in_place
from mingg_host.connection.link import Link
from mingg_host.connection.repl import BANNER, REBOOT, Repl
from mingg_host.evenings.backup import Backup, write

pytestmark = [a_serial_board]
ABOUT = b'["micropython", [1, 26, 0], 6, "Raspberry Pi Pico with RP2040", "01020304", "", "/ledger"]\n'
LISTED = b'["/ledger/0001-00.txt", 3, "%s"]\n' % (b"0" * 64)
END = b"\x04"


class Device:
    """A device at the other end of a serial line.

    hear(device, data): called with everything that the line brings. sent: set after the device has sent something.
    """

    sent = threading.Event()

    def __init__(self, hear: Callable[[Device, bytes], object] = lambda device, data: None) -> None:
        self._hear = hear
        self._line, self._terminal = os.openpty()
        tty.setraw(self._terminal)
        os.set_blocking(self._line, False)
        self.port = os.ttyname(self._terminal)
        self._gone = False
        self._threads: list[threading.Thread] = []
        self._begin(self._listen)

    def _begin(self, work: Callable[[], object]) -> None:
        self._threads.append(threading.Thread(target=work, daemon=True))
        self._threads[-1].start()

    def _listen(self) -> None:
        with suppress(OSError):
            while not self._gone:
                if select.select([self._line], [], [], 0.05)[0]:
                    self._hear(self, os.read(self._line, 1024))

    def say(self, data: bytes) -> None:
        while data and not self._gone:
            if select.select([], [self._line], [], 0.05)[1]:
                data = data[os.write(self._line, data) :]
                self.sent.set()

    def flood(self, data: bytes) -> None:
        """Sends the data without end from now on."""

        def go_on() -> None:
            with suppress(OSError):
                while not self._gone:
                    self.say(data * 99)

        self._begin(go_on)

    def vanish(self) -> None:
        self._gone = True
        os.close(self._line)

    def __enter__(self) -> Device:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._gone = True
        for thread in self._threads:
            thread.join()
        os.close(self._terminal)
        with suppress(OSError):
            os.close(self._line)


class Liar:
    """A device that talks the raw REPL and gives chosen answers.

    answers: by the start of a command, what the device sends. With END as its last byte, it is the whole output of the
    command. Other commands print nothing.
    """

    def __init__(self, answers: dict[bytes, bytes | Callable[[Device], object]]) -> None:
        self._answers = {b"about()": ABOUT + END, **answers}
        self._state, self._code = "off", b""

    def __call__(self, device: Device, data: bytes) -> None:
        for byte in data:
            self._take(device, bytes([byte]))

    def _take(self, device: Device, byte: bytes) -> None:
        if self._state == "off" and byte == b"\x01":
            self._state = "on"
            device.say(BANNER)
        elif self._state == "on" and byte == END:
            self._state = "ready"
            device.say(b"OK\r\nMPY: " + REBOOT + BANNER)
        elif self._state == "ready" and byte == b"\x05":
            self._state = "asked"
        elif self._state == "asked" and byte == b"\x01":
            self._state, self._code = "code", b""
            device.say(b"R\x01\x00\x80\x01")  # room for all of it
        elif self._state == "code" and byte == END:
            self._state = "ready"
            device.say(END)
            self._answer(device)
        elif self._state == "code":
            self._code += byte

    def _answer(self, device: Device) -> None:
        answer = next((answer for begin, answer in self._answers.items() if self._code.startswith(begin)), END)
        if callable(answer):
            answer(device)
        else:
            device.say(answer + END + b">" if answer.endswith(END) else answer)


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(link, "SETTLE_S", 0)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def quick_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock that limits how long a device may take to answer. It stands still until the device has sent something,
    and then advances each time it is read. So the result does not depend on the speed of the machine."""
    clock = count(0, 1)
    sent = threading.Event()
    monkeypatch.setattr(Device, "sent", sent)
    monkeypatch.setattr(link, "Repl", lambda line: Repl(line, lambda: next(clock) if sent.is_set() else 0))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short limit, for devices that send nothing."""
    monkeypatch.setattr(link, "ANSWER_S", 0.7)


def refused(*words: object) -> str:
    result = CliRunner().invoke(cli.main, [str(word) for word in words])
    assert result.exit_code == 1, result.output
    return result.output


# ---- something that is no board ----


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, list[object]]:
    """Every command that talks to a board, without its port."""
    rules = tmp_path / "tuesday.toml"
    rules.write_text('name = "Tuesday"\nfrom = "babcock"\n')
    session = tmp_path / "evening.jsonl"
    session.write_text('{"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}\n')
    return {
        "pull": ["pull"],
        "backup": ["backup", "-o", tmp_path / "new.zip"],
        "restore": ["restore", write(Backup("2026-01-01", "", "", "", {"0001-00.txt": b"x"}), tmp_path / "a.zip")],
        "import": ["import", session, "--archive", tmp_path / "archive.sqlite"],
        "rules install": ["rules", "install", rules],
        "rules remove": ["rules", "remove", "Tuesday"],
        "flash": ["flash"],
    }


@pytest.mark.usefixtures("quick_clock")
@pytest.mark.parametrize("command", ["pull", "backup", "restore", "import", "rules install", "rules remove", "flash"])
def test_no_command_waits_for_a_device_that_sends_without_end(command: str, commands: dict[str, list[object]]) -> None:
    with Device() as device:
        device.flood(b"y\n")
        message = refused(*commands[command], "--port", device.port)
    assert f"The device at {device.port} sends something, but does not answer as MicroPython does. " in message
    assert "name the board's port with --port" in message
    assert "press" in message.lower()


def test_a_closed_port_is_free_even_while_another_process_starts() -> None:
    """Between its fork and its own program a process has a copy of each open file, and with it the lock of the port."""
    with Device(Liar({})) as device:
        first = Link(device.port)
        copy = os.dup(first._transport.serial.fd)
        first.close()
        serial.Serial(device.port, exclusive=True).close()
        os.close(copy)


@pytest.mark.usefixtures("impatient")
def test_a_device_that_is_silent_is_no_board() -> None:
    with Device() as device, pytest.raises(Failure, match=r"The device at \S+ does not answer as MicroPython does"):
        Link(device.port)


def test_a_device_that_vanishes_at_once_is_no_board() -> None:
    def vanish(device: Device, data: bytes) -> None:
        device.vanish()

    with Device(vanish) as device, pytest.raises(Failure, match="does not answer as MicroPython does"):
        Link(device.port)


@pytest.mark.usefixtures("quick_clock")
def test_no_link_waits_for_a_socket_that_sends_without_end() -> None:
    def flood() -> None:
        line, _ = server.accept()
        with line, suppress(OSError):
            while True:
                line.sendall(b"y\n" * 99)
                Device.sent.set()

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=flood, daemon=True).start()
        with pytest.raises(Failure, match="sends something, but does not answer"):
            Link(f"socket://127.0.0.1:{server.getsockname()[1]}")


# ---- a board that goes wrong ----


def gone_mad(data: bytes) -> Callable[[Device], object]:
    return lambda device: device.flood(data)


@pytest.mark.parametrize("number", ["club friday 1", "\x1b[2J", "AB", "a" * 65])
def test_the_number_of_a_board_is_stored_as_hex_digits(number: str) -> None:
    about = ABOUT.replace(b'"01020304"', json.dumps(number).encode())
    with Device(Liar({b"about()": about + END})) as device, Link(device.port) as board:
        assert re.fullmatch("[0-9a-f]{16}", board.about.number)
    with Device(Liar({})) as device, Link(device.port) as board:
        assert board.about.number == "01020304"


WRONG: list[tuple[dict[bytes, bytes | Callable[[Device], object]], str]] = [
    ({b"listing": gone_mad(b"y\n")}, r"answered wrongly: it sent 'y', which the command cannot print\."),
    ({b"listing": gone_mad(LISTED)}, r"it sent '\[\"/ledger/.*', which the command cannot print\."),
    ({b"listing": gone_mad(b"y")}, r"it sends without end\."),
    ({b"listing": b"3 0 /ledger\n" + END}, "it sent '3 0 /ledger', which the command cannot print"),
    ({b"listing": b"7\n" + END}, "it sent '7', which the command cannot print"),
    ({b"listing": b"[" * 4000 + b"\n" + END}, "which the command cannot print"),
    ({b"about()": b'["micropython", 1, 6, "", "", "", ""]\n' + END}, "does not report its version"),
    ({b"listing": Device.vanish}, r"The connection to the board broke \(.*\)\. Check the cable"),
    ({b"listing": LISTED + END, b"give": gone_mad(b"Zm9v\n\n")}, "it sent 'Zm9v', which the command cannot print"),
    ({b"listing": LISTED + END, b"give": gone_mad(b"y\n")}, "it sent 'y', which the command cannot print"),
    ({b"listing": LISTED + END, b"give": b"Zm9vZg\n\n" + END}, "it sent 'Zm9vZg', which the command cannot print"),
    ({b"listing": LISTED + END, b"give": b"Zm9v\n" + END}, "did not send all of /ledger/0001-00.txt"),
    ({b"listing": LISTED + END, b"give": b"Zm9v\n\n" + END}, "0001-00.txt: the bytes changed on the way"),
    ({b"about()": b"y\n" + END}, "does not report its version"),
    ({b"about()": b"y\n" * 9 + END}, "does not report its version"),
    ({b"about()": gone_mad(b"y\n")}, "it sends without end"),
    ({b'"""': gone_mad(b"y\n")}, "it sent 'y', which the command cannot print"),
]


def test_a_wrong_answer_of_a_board_is_reported_with_the_port_and_what_to_do(tmp_path: Path) -> None:
    for answers, message in WRONG:
        with Device(Liar(answers)) as device:
            error = refused("pull", "--port", device.port, "--archive", tmp_path / "archive.sqlite")
        assert error.count("\n") == 1
        assert device.port in error or "broke" in error or "bytes changed" in error
        assert re.search(message, error), error
        assert not (tmp_path / "archive.sqlite").exists()


@pytest.mark.parametrize("answer", [b"", LISTED, b"3 0000"])
def test_a_board_that_stops_in_the_middle_is_reported(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def about(device: Device) -> None:
        monkeypatch.setattr(link, "QUIET_S", 0.2)  # from the next command on
        device.say(ABOUT + END + END + b">")

    with Device(Liar({b"about()": about, b"listing": answer})) as device:
        error = refused("pull", "--port", device.port)
    assert f"The board at {device.port} has not answered for 0.2 seconds. Check the cable, connect the board" in error


@pytest.mark.parametrize("answer", [b"1 2 3\n", b"1\n", b"", b"a b\n", b"4096 30\n4096 30\n"])
def test_a_wrong_answer_about_free_space_is_reported(answer: bytes) -> None:
    with (
        Device(Liar({b"room()": answer + END})) as device,
        Link(device.port) as board,
        pytest.raises(Failure, match=f"The board at {device.port} (does not report its free space|answered wrongly)"),
    ):
        board.room()


def test_a_board_that_names_the_replaced_files_without_end_is_given_up() -> None:
    with (
        Device(Liar({b"scope": gone_mad(b"/main.py\n")})) as device,
        Link(device.port) as board,
        pytest.raises(Failure, match=r"it sent '/main\.py', which the command cannot print"),
    ):
        put_in_place(board, 3, lambda activity, done, total: None)


def test_output_of_a_command_that_prints_nothing_is_an_error() -> None:
    with (
        Device(Liar({b"take": b"what?\n" + END})) as device,
        Link(device.port) as board,
        pytest.raises(Failure, match=r"it sent 'what\?', which the command cannot print"),
    ):
        board.write("/x", b"data")


# ---- Ctrl-C ----

# The command waits for an hour, so only Ctrl-C ends it.
PATIENT = """
from mingg_host.cli import main
from mingg_host.connection import link
link.ANSWER_S = link.QUIET_S = 3600
main()
"""


@pytest.mark.parametrize("where", ["at the start", "in a command"])
def test_ctrl_c_ends_it_at_once(where: str) -> None:
    mad = threading.Event()

    def go_mad(device: Device, data: bytes = b"") -> None:
        if not mad.is_set():
            device.flood(b"y" if where == "at the start" else b"")
            mad.set()

    with Device(go_mad if where == "at the start" else Liar({b"listing": go_mad})) as device:
        command = [sys.executable, "-c", PATIENT, "pull", "--port", device.port]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
            assert mad.wait(60)
            running.send_signal(signal.SIGINT)
            output, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert output.endswith("Stopped. Nothing is lost: run the command again to continue.\n")
    assert "Traceback" not in output
