"""Brokers: the credentials of a club, the configuration of a broker, and the one that `mingg club run` starts.

With `autosave_interval 1` and `autosave_on_changes true` a Mosquitto writes its retained messages after every change.
docs/club.md has what it lost when it was killed. No broker is trusted: the host keeps its own book, and devices send
again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from mingg_host.common import disk, programs
from mingg_host.common.output import Refused

from mingg_club import topics

PORT, WEB_PORT = 1883, 9001
PORTS = range(20000, 32768)  # for a while: Linux gives ports from 32768 on to connections, other systems from 49152 on
CREDENTIALS = "credentials.json"
MOST_MESSAGE = 1 << 20  # bytes: a decision of hundreds of tables
_ITERATIONS = 101  # as mosquitto_passwd does; passwords here are random, so more would not help
_START_S = 10.0
_LAST = 4096  # bytes at the end of a log that may have its last line


class Address(NamedTuple):
    """Where a broker is, and who logs in."""

    host: str
    port: int
    user: str = ""
    password: str = ""


class NoConnection(Refused):
    """A broker cannot be reached. why: its reason."""

    def __init__(self, why: str) -> None:
        super().__init__(f"the broker does not answer: {why}. Check its address and the password.")
        self.why = why


@dataclass
class Credentials:
    """The users of a club with their passwords."""

    club: str
    passwords: dict[str, str] = field(default_factory=dict)

    def add(self, tables: int) -> None:
        """Adds users for so many tables, for the director and for the room. Passwords that are there stay."""
        for user in (topics.DIRECTOR, topics.ROOM, *(topics.table_user(table) for table in range(1, tables + 1))):
            self.passwords.setdefault(user, secrets.token_hex(8))

    def page_key(self) -> str:
        """Returns the key of the director's page. It stays the same while the director's password does, so a page opens
        again after the host was started again, also on another computer."""
        password = self.passwords.get(topics.DIRECTOR) or secrets.token_hex(8)
        return base64.urlsafe_b64encode(hmac.digest(password.encode(), b"director's page", "sha256"))[:12].decode()

    def user_of(self, table: int) -> str:
        """Returns the name with which the device of a table logs in. Raises Refused."""
        user = topics.table_user(table)
        if user not in self.passwords:
            raise Refused(f"table {table} has no password. Write more: mingg club mosquitto --tables {table}")
        return user

    def tables(self) -> list[int]:
        return sorted(int(user[6:]) for user in self.passwords if user.startswith("table-"))


def read_credentials(path: Path, club: str) -> Credentials:
    """Reads the credentials of a club; new ones if the file does not exist. Raises Refused."""
    try:
        value = json.loads(disk.read(path))
        known = Credentials(str(value["club"]), {str(user): str(word) for user, word in value["passwords"].items()})
    except FileNotFoundError:
        return Credentials(club)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Refused(f"{path}: these are no credentials ({error}). Name another file.") from None
    if known.club != club:
        raise Refused(f"{path}: these are the credentials of {known.club}, not of {club}. Name another file.")
    return known


def write_credentials(path: Path, credentials: Credentials) -> None:
    """Raises OSError."""
    disk.put(path, credentials_file(credentials), secret=True)


def credentials_file(credentials: Credentials) -> bytes:
    return _json({"club": credentials.club, "passwords": credentials.passwords})


# ---- Mosquitto ----


def mosquitto_files(
    credentials: Credentials,
    folder: Path,
    port: int = PORT,
    web_port: int = WEB_PORT,
    bind: str = "",
    elsewhere: bool = False,
) -> dict[str, bytes]:
    """Returns the configuration of a Mosquitto 2.0: mosquitto.conf, passwords, acl. folder: where they will be, and
    where the broker keeps its messages. bind: an address of this computer; "" for all. web_port: 0 for none. elsewhere:
    they are for another computer, whose user for Mosquitto has the files."""
    listener = f" {bind}" if bind else ""
    lines = [
        f"# Mosquitto for the club {credentials.club}, by `mingg club mosquitto`. Start: mosquitto -c mosquitto.conf",
        "per_listener_settings false",
        "allow_anonymous false",
        f"password_file {folder / 'passwords'}",
        f"acl_file {folder / 'acl'}",
        "",
        "# Records are retained messages. They are written after every change, so a crash loses at most a second.",
        "persistence true",
        f"persistence_location {folder}/",
        "autosave_on_changes true",
        "autosave_interval 1",
        "max_queued_messages 0",
        f"message_size_limit {MOST_MESSAGE}",
        "",
        f"listener {port}{listener}",
    ]
    if web_port:
        lines += ["", "# for pages on phones", f"listener {web_port}{listener}", "protocol websockets"]
    if not elsewhere and hasattr(os, "geteuid") and os.geteuid() == 0:
        lines += ["", "user root"]
    passwords = [f"{user}:{_hashed(password)}" for user, password in credentials.passwords.items()]
    return {
        "mosquitto.conf": _text(lines),
        "passwords": _text(passwords),
        "acl": _text(_acl(credentials)),
    }


def _acl(credentials: Credentials) -> Iterable[str]:
    for user in credentials.passwords:
        yield f"user {user}"
        reads, writes = rights(credentials.club, user)
        yield from (f"topic read {name}" for name in reads)
        yield from (f"topic write {name}" for name in writes)
        yield ""


def rights(club: str, user: str) -> tuple[list[str], list[str]]:
    """Returns the filters that a user may read, and those that they may write."""
    everything = [topics.everything(club)]
    if user == topics.DIRECTOR:
        return everything, [
            *(topics.of_table(club, "+", kind, "+") for kind in (topics.ASK, topics.KEPT, topics.ANSWER)),
            topics.of_table(club, "+", topics.RECORD, "#"),  # like answers: to remove what is of no use any more
            topics.decision(club, "+"),
            topics.lease(club),
        ]
    if user == topics.ROOM:
        return everything, []
    table = int(user.removeprefix("table-"))
    return (
        [topics.of_table(club, table, topics.ASK, "#"), topics.of_table(club, table, topics.KEPT, "#")],
        [
            topics.of_table(club, table, topics.RECORD, "#"),
            topics.of_table(club, table, topics.HERE),
            topics.of_table(club, table, topics.ANSWER, "+"),
            topics.of_table(club, table, topics.CALL),
        ],
    )


def _hashed(password: str) -> str:
    """Returns a password as a file for Mosquitto 2 has it: PBKDF2 with SHA-512."""
    salt = secrets.token_bytes(12)
    value = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ITERATIONS)
    return f"$7${_ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(value).decode()}"


def _text(lines: Iterable[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()


# ---- a broker of one's own ----


def _program() -> Path:
    found = programs.find()
    if found is None:
        raise Refused(f"{programs.NO_BROKER}, or name one with --broker.")
    return found


def check(ports: Mapping[str, int], bind: str) -> None:
    """Raises Refused if a broker cannot run here, before anything is made. ports: by option."""
    _program()
    _refuse_busy(_reached_at(bind), ports)


def _reached_at(bind: str) -> str:
    return "127.0.0.1" if bind in ("", "0.0.0.0") else bind


def _refuse_busy(host: str, ports: Mapping[str, int]) -> None:
    for option, port in ports.items():
        if port and answers(port, host):
            raise Refused(
                f"Another program listens on port {port}, perhaps a broker that this system starts. End"
                f" it (Debian: sudo systemctl disable --now mosquitto), or choose another port with {option}. If it is"
                " your club's broker, name it with --broker."
            )


class Broker:
    """A Mosquitto that runs as long as the host. It gets its files in a folder, and keeps its messages there. host: the
    address at which this computer reaches it. Raises Refused and OSError."""

    def __init__(
        self,
        credentials: Credentials,
        folder: Path,
        port: int = PORT,
        web_port: int = WEB_PORT,
        bind: str = "",
    ) -> None:
        path = _program()
        self.folder = folder.absolute()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.host = _reached_at(bind)
        self.port = port
        self.web_port = web_port
        self.log = self.folder / "broker.log"
        for name, data in mosquitto_files(credentials, self.folder, port, web_port, bind).items():
            disk.put(self.folder / name, data, secret=True)
        self.command = [str(path), "-c", str(self.folder / "mosquitto.conf")]
        self._number = self.folder / "broker.pid"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Starts it, and waits until it listens. The one that a killed host left ends first: it has its messages on the
        disk, but not the passwords of new tables. Raises Refused, also if another program listens there."""
        self._end_left()
        _refuse_busy(self.host, {"--port": self.port, "--web-port": self.web_port})
        with self.log.open("ab") as log:
            # In a session of its own: Ctrl-C is for the host, which ends the broker last.
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        disk.put(self._number, b"%d\n" % self.process.pid)
        end = time.monotonic() + _START_S
        while not all(self._answers(port) for port in (self.port, self.web_port) if port):
            if self.process.poll() is not None or time.monotonic() > end:
                self.stop()
                raise Refused(f"Mosquitto does not start: {self._said() or 'it says nothing'}. See {self.log}")
            time.sleep(0.02)

    def _said(self) -> str:
        """Returns the last line that the broker wrote; "" if there is none."""
        with self.log.open("rb") as log:
            log.seek(-min(self.log.stat().st_size, _LAST), os.SEEK_END)
            return "".join(log.read().decode(errors="replace").strip().splitlines()[-1:])

    def _end_left(self) -> None:
        """Ends the broker that an earlier host started with these files."""
        try:
            number = int(disk.read(self._number))
        except (OSError, ValueError):
            return
        end = time.monotonic() + _START_S
        while _runs(number, self.command[-1]):
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(number, signal.SIGTERM if time.monotonic() < end else signal.SIGKILL)
            time.sleep(0.1)

    def _answers(self, port: int) -> bool:
        return answers(port, self.host)

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> None:
        """Ends it, and waits until it has written its messages."""
        process, self.process = self.process, None
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _runs(process: int, word: str) -> bool:
    """True if a process has this word in its command line. The number may belong to another program by now."""
    try:
        listed = subprocess.run(["ps", "-ww", "-p", str(process), "-o", "args="], capture_output=True, check=False)
    except OSError:
        return False
    return word.encode() in listed.stdout.split()


def answers(port: int, host: str = "127.0.0.1") -> bool:
    """True if something listens on this port."""
    try:
        with socket.create_connection((host, port), 1):
            return True
    except OSError:
        return False


def free_port() -> int:
    """Returns a port that nothing uses now. It is below those that a system gives to connections: while a broker starts
    again, no connection can get its port."""
    while True:
        port = PORTS.start + secrets.randbelow(len(PORTS))
        with socket.socket() as listener, suppress(OSError):
            listener.bind(("127.0.0.1", port))
            return port
