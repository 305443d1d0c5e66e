"""`mingg club`: the commands that need no broker, and their messages."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.request import urlopen

import click
import pytest
from help.club_room import SINCE, Room
from help.commands import run
from mingg_club import brokers, decisions, joining, nights, phone, records, running, topics
from mingg_club.commands import COMMANDS
from mingg_club.commands import night as night_command
from mingg_club.commands import run as run_command
from mingg_club.commands.options import Night
from mingg_club.host import Host
from mingg_club.night import Plan, read
from mingg_club.records import Book, BookError
from mingg_club.view import NightView
from mingg_host.common import extras, programs
from mingg_host.common.output import Refused
from mingg_host.common.toml_text import BadFile


@pytest.fixture
def night(tmp_path: Path) -> Path:
    file = tmp_path / "friday.toml"
    status, _, errors = run("club", "new", "-o", str(file), "--club", "friday", "--players", "4", "--movement", "fixed")
    assert status == 0, errors
    return file


def played(night: Path, folder: Path, since: str = SINCE, winner: str = "E") -> None:
    """A night with a deal at its only table is kept in a folder."""
    plan = read(night)
    book = Book(nights.ClubFolder(folder, plan.club).book(decisions.fold({1: decisions.new(plan, since)})))
    room = Room(plan, book=book, since=since)
    room.begin()
    room.devices[0].deal(winner)
    room.hear()
    book.flush()
    book.close()


def test_new_writes_a_file_that_can_be_read_and_says_what_is_next(tmp_path: Path) -> None:
    file = tmp_path / "club-night.toml"
    status, text, _ = run("club", "new", "-o", str(file), "--players", "Ann,Bo,Cy,Di,Eve", "--odd", "out")
    assert status == 0
    assert text == f"{file}: 5 players. Next: mingg club rehearse {file}\n"
    assert read(file).name == "Club night"
    assert read(file).players == ("Ann", "Bo", "Cy", "Di", "Eve")
    status, _, errors = run("club", "new", "-o", str(file))
    assert status == 2
    assert "this file exists" in errors


def test_new_takes_players_with_numbers_and_guests_from_a_csv(tmp_path: Path) -> None:
    file, members = tmp_path / "friday.toml", tmp_path / "members.csv"
    words = ["club", "new", "-o", str(file), "--force", "--players", str(members)]
    for text, guests in (
        ("name,guest\nAnn,no\nBo,yes\nCy,0\nDi,Guest\n", ("Bo", "Di")),
        ('\ufeffname,number,guest\nAnn,A 17,\n"Bo ""B"" Li",2,\nCy,,x\n ,,\nDi,,\n', ("Cy",)),
    ):
        members.write_text(text, encoding="utf-8")
        assert run(*words)[0] == 0
        assert read(file).guests == guests
    plan = read(file)
    assert (plan.players, plan.numbers) == (("Ann", 'Bo "B" Li', "Cy", "Di"), {"Ann": "A 17", 'Bo "B" Li': "2"})
    assert Plan.of_json(json.loads(json.dumps(plan.as_json()))) == plan
    for text, message in (
        ("name,guest\nAnn,nein\nBo,\nCy,\nDi,\n", "guest of Ann is nein. Write yes or no"),
        *((text, str(members)) for text in ("player\nAnn\n", "", "\xff")),
    ):
        members.write_bytes(text.encode("latin-1"))
        status, _, error = run(*words)
        assert (status, message in error) == (2, True), text
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('guests = ["Cy"]', 'guests = ["Zoe"]').replace('"Ann" = "A 17"', '"Yan" = "3"'))
    with pytest.raises(BadFile, match=r"(?s)Zoe is no player.*Yan is no player"):
        read(file)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--movement", "met"], "--movement: unknown word (do you mean meet?)"),
        (["--players", "3"], "Error: --players: a night takes 4 players or more"),
        (["--players", "Ann,Ann,Bo,Cy"], "Ann is here twice"),
        (["--club", "Friday Club"], "lower-case letters"),
        (["--deals", "-1"], "a whole number from 0 to 99"),
        (["--players", "\x1b[31m,Bo,Cy,Di"], "\\u001b[31m"),
    ],
)
def test_new_refuses_what_a_night_cannot_have(tmp_path: Path, words: list[str], message: str) -> None:
    status, _, errors = run("club", "new", "-o", str(tmp_path / "a.toml"), *words)
    assert status == 2
    assert message in errors
    assert not list(tmp_path.iterdir())


def test_a_season_counts_a_night_once_however_many_copies_of_it_are_kept(night: Path, tmp_path: Path) -> None:
    folder = tmp_path / "club"
    played(night, folder)
    played(night, folder, "2026-01-08T20:00:00+00:00", "S")
    words = ["club", "standing", str(night), "--folder", str(folder)]
    before = run(*words, "--json", "--season")[1]
    first, last = sorted((folder / "friday").glob("*.sqlite"))
    copies = [folder / "friday" / f"{when}-friday.sqlite" for when in ("20260115200000", "20250101200000")]
    for copy in copies:
        shutil.copy(first, copy)
    book = Book(copies[0])
    book._db.execute("DELETE FROM record WHERE number = 1")
    of_last_week = [(1, "00000001", 9, 0, number, b"") for number in range(9)]  # the broker still had them
    book._db.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", of_last_week)
    number = max(book.decisions) + 1
    book.decide(number, decisions.written({"do": "close", "since": "2026-01-01T20:00:00+00:00", "term": 1}))
    poorer = decisions.fold(book.decisions)
    book.close()
    assert run(*words, "--json", "--season")[1] == before
    assert run(*words, "--list")[1].count("Friday") == 2
    assert [one["name"] for one in json.loads(run(*words, "--list", "--json")[1])] == ["Friday", "Friday"]
    assert "must end in" in run(*words, "-o", str(tmp_path / "a.doc"))[2]
    files = [str(path) for path in (first, last, *copies)]
    assert run("club", "standing", *files, "--json")[1] == before
    at = nights.ClubFolder(folder, "friday")
    assert [one.since for _, one in at.nights()] == ["2026-01-01T20:00:00+00:00", "2026-01-08T20:00:00+00:00"]
    assert at.book(poorer) in (first, copies[1]), "it goes on in the book that has its records"


class Terminal(io.StringIO):
    """The standard input of a command. answer: what is typed; None: it is no terminal."""

    def __init__(self, answer: str | None) -> None:
        super().__init__(f"{answer}\n")
        self.is_terminal = answer is not None

    def isatty(self) -> bool:
        return self.is_terminal


Continued = Callable[..., tuple[decisions.Decisions, bool]]


@pytest.fixture
def continued(night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Continued:
    """Returns a function that decides which night a command runs. there: what the broker has."""

    def begins(goes_on: bool | None, answer: str | None, there: nights.There | None) -> Any:
        async def look(*_: object, **__: object) -> nights.There | None:
            return there

        monkeypatch.setattr(running, "look", look)
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        return run_command._continued(Night(night, tmp_path), brokers.Address("127.0.0.1", 1), goes_on, "second")

    return begins


@pytest.mark.parametrize(
    ("goes_on", "answer", "continues"),
    [(None, None, True), (None, "", True), (None, "n", False), (True, "n", True), (False, None, False)],
)
def test_an_interrupted_night_asks_whether_it_goes_on(
    night: Path, tmp_path: Path, continued: Continued, capsys: pytest.CaptureFixture[str],
    goes_on: bool | None, answer: str | None, continues: bool,
) -> None:  # fmt: skip
    played(night, tmp_path)
    known, takes = continued(goes_on, answer, None)
    assert takes
    text = capsys.readouterr().out
    assert "is not over: sitting 1 of" in text
    assert ("go on here?" in text) == (answer is not None and goes_on is None)
    assert ("It goes on." in text) == continues
    assert ("A new night of Friday begins." in text) == (not continues)
    assert (decisions.fold(known).since == "2026-01-01T20:00:00+00:00") == continues


PLAYING = {"state": "on", "device": "00000001", "sitting": 2, "over": False}


@pytest.mark.parametrize(
    ("goes_on", "answer", "begins"),
    [(None, None, False), (None, "n", False), (None, "y", True), (True, None, False), (False, None, True)],
)
def test_a_new_computer_asks_before_it_begins_a_night_while_devices_are_in_a_sitting(
    night: Path, tmp_path: Path, continued: Continued, goes_on: bool | None, answer: str | None, begins: bool
) -> None:
    there = running.found("friday", {"mingg/friday/table/3/here": json.dumps(PLAYING).encode()})
    if begins:
        assert len(continued(goes_on, answer, there)[0]) == 1
    else:
        with pytest.raises((Refused, click.Abort)):
            continued(goes_on, answer, there)


def test_a_computer_with_other_nights_asks_too_unless_the_last_one_has_what_devices_play(
    night: Path, tmp_path: Path, continued: Continued
) -> None:
    played(night, tmp_path)
    (path,) = (tmp_path / "friday").glob("*.sqlite")
    with closing(Book(path)) as book:
        book.decide(2, decisions.written({"do": "close", "since": "2026-01-01T20:00:00+00:00", "term": 1, "had": []}))
        known = next(iter(book.ledgers))
    for device, evening, asks in ((known.device, known.evening, False), (known.device, 99, True), ("0" * 8, 1, True)):
        here = {**PLAYING, "device": device, "evening": evening}
        topic = topics.of_table("friday", known.table, topics.HERE)
        there = running.found("friday", {topic: json.dumps(here).encode()})
        if asks:
            with pytest.raises(Refused, match=f"tables {known.table} are in a sitting"):
                continued(None, None, there)
        else:
            assert len(continued(None, None, there)[0]) == 1


@pytest.mark.parametrize(("goes_on", "takes"), [(None, False), (True, True)])
def test_a_second_computer_looks_at_a_night_until_it_takes_over(
    night: Path, tmp_path: Path, continued: Continued, capsys: pytest.CaptureFixture[str],
    goes_on: bool | None, takes: bool,
) -> None:  # fmt: skip
    played(night, tmp_path / "first")
    (path,) = (tmp_path / "first" / "friday").glob("*.sqlite")
    with closing(Book(path)) as book:
        messages = {topics.decision("friday", number): line for number, line in book.decisions.items()}
    there = running.found("friday", {**messages, topics.lease("friday"): b'{"term": 1, "host": "first"}'})
    assert continued(goes_on, None, there) == (there.course.book.decisions, takes)
    assert "first has directed it." in capsys.readouterr().out


def test_a_damaged_book_is_passed_over_or_named(night: Path, tmp_path: Path) -> None:
    played(night, tmp_path / "club")
    played(night, tmp_path / "club", "2026-02-01T20:00:00+00:00")
    first, last = sorted((tmp_path / "club" / "friday").glob("*.sqlite"))
    book = Book(last)
    book.decide(1, b'{"form": 2, "plan"')
    book.close()
    assert [path for path, _ in nights.ClubFolder(tmp_path / "club", "friday").nights()] == [first]
    status, _, errors = run("club", "standing", str(last), "--folder", str(tmp_path / "club"))
    assert status == 2
    assert "no night that this version of Mingg can read" in errors


def test_the_nights_are_listed_without_their_records(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(night, tmp_path / "club")
    monkeypatch.setattr(Book, "_keep", lambda *_: pytest.fail("a record was read"))
    assert len(nights.ClubFolder(tmp_path / "club", "friday").nights()) == 1


def told(capsys: pytest.CaptureFixture[str], *views: NightView) -> list[str]:
    """Returns what the terminal tells of these, one after the other."""

    async def watch() -> AsyncIterator[NightView]:
        for each in views:
            yield each

    asyncio.run(run_command._tell(cast(Host, SimpleNamespace(trouble="", watch=watch))))
    return capsys.readouterr().out.split("\n")


def test_the_terminal_tells_once_that_tables_wait_while_they_become_fewer(capsys: pytest.CaptureFixture[str]) -> None:
    room = Room()
    room.act("propose")
    room.act("start")
    waiting = room.view()
    room.answer(1)
    room.deliver()
    fewer = room.view()
    assert "Table 2 waits: seat the players." in room.texts()
    lines = told(
        capsys, waiting, fewer, replace(fewer, messages=[], timer="9 minutes left"), replace(waiting, sitting=2)
    )
    assert lines[0] == "Sitting 1 of 2. 0 deals, 2 of 2 tables here"
    waits = [line.partition(":")[0].strip() for line in lines if "seat the players" in line]
    assert waits == ["Tables 1, 2 wait"] * 2, "once for each sitting"


def test_the_terminal_tells_each_request(room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    for table in (1, 2):
        room.act("show", table=table, text=f"hello {table}")
    text = "".join(told(capsys, room.view()))
    assert ("hello 1" in text, "hello 2" in text) == (True, True)


def test_a_mistake_in_the_file_is_named_with_its_line(night: Path, tmp_path: Path) -> None:
    night.write_text(night.read_text().replace('"fixed"', '"fixd"'))
    for command in (
        ["standing"],
        ["run"],
        ["mosquitto", "-o", str(tmp_path / "b")],
        ["join", "--table", "1"],
    ):
        status, _, errors = run("club", command[0], str(night), *command[1:], "--folder", str(tmp_path / "club"))
        assert status == 2
        assert "friday.toml, line 5: movement: unknown word" in errors


def test_mosquitto_writes_what_only_its_owner_may_read(night: Path, tmp_path: Path) -> None:
    to = tmp_path / "broker"
    words = ["club", "mosquitto", str(night), "-o", str(to), "--folder", str(tmp_path / "club")]
    status, text, errors = run(*words, "--tables", "5", "--data", "/var/lib/mosquitto")
    assert status == 0, errors
    assert str(to / "acl") in text
    assert all(path.stat().st_mode & 0o077 == 0 for path in to.iterdir())
    users = brokers.read_credentials(to / "credentials.json", "friday")
    assert users.tables() == [1, 2, 3, 4, 5]
    assert "persistence_location /var/lib/mosquitto/" in (to / "mosquitto.conf").read_text()
    passwords = (to / "passwords").read_text()
    assert not any(password in passwords for password in users.passwords.values())
    (to / "mosquitto.conf").write_text("mine")
    assert run(*words) == (
        2,
        "",
        f"Error: {to}/mosquitto.conf: this file exists. Name another place, or add --force.\n",
    )
    assert (to / "mosquitto.conf").read_text() == "mine"
    assert run(*words, "--force")[0] == 0
    assert brokers.read_credentials(to / "credentials.json", "friday").passwords == users.passwords


def test_a_password_is_at_no_moment_readable_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved = []
    replace = os.replace

    def seen(source: Path, target: Path) -> None:
        moved.append(Path(source).stat().st_mode & 0o777)
        replace(source, target)

    monkeypatch.setattr(os, "replace", seen)
    users = brokers.Credentials("friday")
    users.add(1)
    brokers.write_credentials(tmp_path / "credentials.json", users)
    joining.write(tmp_path, joining.Membership("friday", 1, "127.0.0.1", 1883, "table-1", "secret"))
    assert moved == [0o600, 0o600]


@pytest.mark.parametrize("option", ["--bind", "--broker"])
@pytest.mark.parametrize("address", ["a..b", "a" * 64 + ".", "\u00e9..b"], ids=["empty", "long", "letters"])
def test_a_wrong_address_is_refused_before_anything_is_made(
    option: str, address: str, night: Path, tmp_path: Path
) -> None:
    status, out, errors = run("club", "run", str(night), "--folder", str(tmp_path / "club"), option, address)
    assert (status, out) == (2, "")
    assert f"{address}: " in errors
    assert not (tmp_path / "club").exists()


@pytest.mark.parametrize("option", ["--page-port", "--port", "--web-port"])
def test_a_busy_port_is_refused_before_anything_is_made(
    option: str, night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "find", lambda: Path(sys.executable))
    with socket.create_server(("127.0.0.1", 0)) as busy:
        ports = {"--page-port": 0, "--port": brokers.free_port(), "--web-port": 0, option: busy.getsockname()[1]}
        words = [str(word) for words in ports.items() for word in words]
        status, out, errors = run(
            "club", "run", str(night), "--folder", str(tmp_path / "club"), "--bind", "127.0.0.1", *words
        )
    assert (status, out) == (2, "")
    assert f"port {ports[option]}" in errors
    assert option in errors
    assert not (tmp_path / "club").exists()


def test_only_the_broker_that_starts_gets_new_passwords(night: Path, tmp_path: Path) -> None:
    words = ["--table", "1", "--link", "--folder", str(tmp_path / "club")]
    status, _, errors = run("club", "join", str(night), *words)
    assert status == 2
    assert "`mingg club mosquitto` make the passwords" in errors
    assert not (tmp_path / "club").exists()


def with_passwords(night: Path, tmp_path: Path) -> None:
    words = ["club", "mosquitto", str(night), "-o", str(tmp_path / "broker"), "--folder", str(tmp_path / "club")]
    assert run(*words)[0] == 0


def test_join_configures_a_device(night: Path, tmp_path: Path) -> None:
    with_passwords(night, tmp_path)
    words = ["club", "join", str(night), "--folder", str(tmp_path / "club"), "--address", "192.168.4.1"]
    status, text, errors = run(*words, "--table", "3", "--ledger", str(tmp_path / "flash"))
    assert status == 0, errors
    (file,) = (tmp_path / "flash").iterdir()
    assert text == f"{file}. Next: mingg play --ledger {tmp_path / 'flash'}\n"
    assert f'"user": "{topics.table_user(3)}"' in file.read_text()
    status, text, errors = run(*words, "--table", "3", "--link", "--device-port", "8123")
    assert status == 0, errors
    assert text.startswith("http://192.168.4.1:8123/#club=friday&table=3&")
    phone = joining.of_link(text.strip())
    assert phone.web == "ws://192.168.4.1:9001/mqtt"
    assert joining.content(phone._replace(web="")) == file.read_bytes()
    status, _, errors = run(*words, "--table", "99", "--ledger", str(tmp_path / "flash"))
    assert status == 2
    assert "table 99 has no password" in errors


def test_run_serves_the_device_for_phones_and_makes_their_links(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone, "site", cache(phone.site))
    users, port = brokers.Credentials("friday"), brokers.free_port()
    users.add(2)
    address = brokers.Address("127.0.0.1", 1883)
    with ExitStack() as stack:
        links = run_command._for_phones(stack, address, users, 9001, "127.0.0.1", port)
        assert sorted(links) == [1, 2]
        member = joining.of_link(links[2])
        assert (member.table, member.user, member.password) == (2, "table-2", users.passwords["table-2"])
        page, _, _ = links[2].partition("#")
        with urlopen(page) as answer:
            assert f"connect-src 'self' blob: {member.web};" in answer.headers["Content-Security-Policy"]
            assert f"connect-src 'self' blob: {member.web};".encode() in answer.read()
        assert run_command._for_phones(stack, address, users, 9001, "127.0.0.1", port) == {}
        assert "Choose another port with --device-port." in capsys.readouterr().err


@pytest.mark.mosquitto
def test_a_rehearsal_that_fails_ends_its_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []
    start = brokers.Broker.start

    def remembered(broker: brokers.Broker) -> None:
        start(broker)
        started.append(broker)

    def fails(*_: object) -> None:
        raise BookError("disk full")

    monkeypatch.setattr(brokers.Broker, "start", remembered)
    monkeypatch.setattr(records.Book, "__init__", fails)
    status, _, errors = run("club", "rehearse", "--tables", "1", "--page-port", "0")
    assert status == 2
    assert "disk full" in errors
    assert [broker.is_running() for broker in started] == [False]


def test_without_a_broker_the_command_says_what_to_install(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "find", lambda: None)
    status, _, errors = run("club", "run", str(night), "--folder", str(tmp_path / "club"))
    assert status == 2
    assert not (tmp_path / "club").exists()
    assert "sudo apt install mosquitto" in errors


def test_a_host_waits_for_the_broker_and_says_why_once(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([brokers.NoConnection("refused"), brokers.NoConnection("refused"), {}])

    async def retained(*_: object) -> dict[str, bytes]:
        answer = next(answers)
        if isinstance(answer, brokers.NoConnection):
            raise answer
        return answer

    monkeypatch.setattr(running, "retained", retained)
    monkeypatch.setattr(running, "RETRY_S", 0.0)
    said: list[str] = []
    assert asyncio.run(running.look(brokers.Address("127.0.0.1", 1), "friday", said.append)) is not None
    assert said == ["refused"]


def test_names_of_a_rehearsal_differ() -> None:
    names = night_command.player_names("800")
    assert len(set(names)) == 800


@pytest.mark.parametrize("module", extras.MODULES["club"])
def test_without_the_extra_each_command_says_how_to_install_it(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    for command in COMMANDS:
        status, _, errors = run("club", command, "--help")
        assert status == 1
        assert f"This needs the module {module}, of the extra club. Run: " in errors
    assert "rehearse" in run("club", "--help")[1]


def test_without_a_night_the_list_says_so(night: Path, tmp_path: Path) -> None:
    listed = run("club", "standing", str(night), "--list", "--folder", str(tmp_path / "club"))
    assert listed[:2] == (0, "No night is kept here. `mingg club run` begins one.\n")


def test_run_says_what_is_not_kept_and_fails(night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = read(night)
    known = {1: decisions.new(plan, "2026-01-01T20:00:00+00:00")}

    async def until_stopped(host: Host, *beside: object) -> None:
        host.book_trouble = "the disk is full"

    monkeypatch.setattr(running, "until_stopped", until_stopped)
    monkeypatch.setattr(run_command, "_continued", lambda *_: (known, True))
    words = ["--broker", "127.0.0.1:1", "--device-port", "0", "--page-port", "0", "--no-archive"]
    status, _, errors = run("club", "run", str(night), "--folder", str(tmp_path), *words)
    assert (status, errors) == (1, "Error: Ended, but not everything is kept: the disk is full\n")
