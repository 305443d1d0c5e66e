"""Commands in processes of their own, without the start of Python.

Each is forked from a process that has loaded everything, which takes a tenth of the time of a new one. It gets its own
streams, environment and session, and ends as Python ends. What Python does before it runs a program is not tested so:
test_starts.py has new processes.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

MINGG = "from mingg_host.entry import main; main()"


class Ended(NamedTuple):
    """What a process left: its status, its output and its errors."""

    status: int
    out: bytes
    err: bytes


class Process:
    """A process that runs code. streams: its standard input, output and errors. environment: what differs."""

    def __init__(
        self,
        words: Sequence[object],
        streams: Sequence[int],
        code: str = MINGG,
        cwd: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.returncode: int | None = None
        self._status, status = os.pipe()
        job = {
            "argv": ["mingg", *map(str, words)],
            "code": code,
            "cwd": str(cwd or Path.cwd()),
            "env": {**os.environ, **(environment or {})},
        }
        server = _server()
        socket.send_fds(server, [json.dumps(job).encode(), b"\n"], [*streams, status])
        os.close(status)
        self.pid = int.from_bytes(server.recv(4), "big")

    def wait(self, timeout: float | None = None) -> int:
        """Waits for its end, and returns its status, as subprocess does."""
        if self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("mingg", timeout or 0)
            self.returncode = int.from_bytes(os.read(self._status, 4), "big", signed=True)
            os.close(self._status)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kills it, unless it has ended."""
        if self.returncode is None and not select.select([self._status], [], [], 0)[0]:
            os.kill(self.pid, signal.SIGKILL)


def run(
    words: Sequence[object],
    code: str = MINGG,
    stdin: bytes = b"",
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    stdout: int | None = None,
    stderr: int | None = None,
) -> Ended:
    """Runs code to its end. stdout, stderr: instead of a file that is read."""
    if not hasattr(os, "fork"):  # Windows
        start = [sys.executable, "-c", f"import sys; sys.argv[0] = 'mingg'\n{code}", *map(str, words)]
        streams: dict[str, Any] = {"stdout": stdout or subprocess.PIPE, "stderr": stderr or subprocess.PIPE}
        new = subprocess.run(
            start, input=stdin, cwd=cwd, env={**os.environ, **(environment or {})}, check=False, **streams
        )
        return Ended(new.returncode, new.stdout or b"", new.stderr or b"")
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        streams = given.fileno(), stdout or out.fileno(), stderr or err.fileno()
        status = Process(words, streams, code, cwd, environment).wait()
        out.seek(0)
        err.seek(0)
        return Ended(status, out.read(), err.read())


_servers: list[socket.socket] = []


def _server() -> socket.socket:
    """Returns the connection to the process from which others are forked."""
    if not _servers:
        own, other = socket.socketpair()
        process = subprocess.Popen([sys.executable, __file__, str(other.fileno())], pass_fds=[other.fileno()])
        other.close()
        _servers.append(own)

        def end() -> None:
            own.close()
            process.wait()

        atexit.register(end)
    return _servers[0]


# ---- the process that is forked ----


def _serve(asked: socket.socket) -> dict[str, Any] | None:
    """Forks a process for each request. Returns the request in that process; None at the end."""
    statuses: dict[int, int] = {}
    ended, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        ready = select.select([asked, ended], [], [])[0]
        if ended in ready:
            os.read(ended, 1024)
        while statuses:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            write = statuses.pop(pid)
            os.write(write, os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
            os.close(write)
        if asked not in ready:
            continue
        data, descriptors, _, _ = socket.recv_fds(asked, 1 << 20, 4)
        while data and not data.endswith(b"\n"):
            data += asked.recv(1 << 20)
        if not data:
            return None
        pid = os.fork()
        if not pid:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            asked.close()
            for status in (*statuses.values(), descriptors[3], ended, woken):
                os.close(status)
            for number, stream in enumerate(descriptors[:3]):
                os.dup2(stream, number)
                os.close(stream)
            job: dict[str, Any] = json.loads(data)
            return job
        for stream in descriptors[:3]:
            os.close(stream)
        statuses[pid] = descriptors[3]
        asked.send(pid.to_bytes(4, "big"))


def _load() -> None:
    """Loads what commands need."""
    import blessed
    from mingg_host import cli
    from mingg_host.device import headless

    for name in ("mingg_host.entry", "mingg_host.device.live", "platformdirs"):
        importlib.import_module(name)
    blessed.Terminal(kind="xterm-256color", force_styling=True)
    with headless.Headless() as device:  # screens, too
        device.press("up", "a", "b")
    for name in cli.main.list_commands(None):  # type: ignore[arg-type]
        with suppress(ImportError):  # of an extra
            cli.main.get_command(None, name)  # type: ignore[arg-type]


def _streams(encoding: str) -> None:
    """Opens the standard streams, as Python does at its start."""
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, "r", closefd=False)), encoding)  # type: ignore[misc]
    for number, name, errors in ((1, "stdout", "strict"), (2, "stderr", "backslashreplace")):
        raw = io.FileIO(number, "w", closefd=False)
        text = io.TextIOWrapper(io.BufferedWriter(raw), encoding, errors, line_buffering=number == 2 or raw.isatty())
        setattr(sys, name, text)
        setattr(sys, f"__{name}__", text)


def _main() -> None:
    _load()
    gc.collect()
    gc.freeze()
    asked = socket.socket(fileno=int(sys.argv[1]))
    job = _serve(asked)
    if job is not None:
        os.setsid()
        os.chdir(job["cwd"])
        os.environ.clear()
        os.environ.update(job["env"])
        time.tzset()
        sys.argv[:] = job["argv"]
        _streams(job["env"].get("PYTHONIOENCODING", "utf-8"))
        os._exit(_status(job["code"]))


def _status(code: str) -> int:
    """Runs code, and returns the status with which Python would end."""
    status: object = 0
    try:
        exec(code, {"__name__": "__main__"})
    except SystemExit as end:
        status = end.code
    except BaseException:  # noqa: BLE001 - as Python does
        traceback.print_exc()
        status = 1
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    if status is None or isinstance(status, int):
        return status or 0
    print(status, file=sys.stderr, flush=True)
    return 1


if __name__ == "__main__":
    _main()
