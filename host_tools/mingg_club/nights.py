"""Where nights are kept on this computer: the books of a club, its credentials, the files of its broker."""

from __future__ import annotations

import re
import secrets
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import NamedTuple

from mingg_host.common import disk, places
from mingg_host.common.output import Refused

from mingg_club import decisions
from mingg_club.course import Course
from mingg_club.decisions import DecisionError, Night
from mingg_club.night import Plan
from mingg_club.night import read as read_plan
from mingg_club.records import Book, BookError, Name
from mingg_club.state import Lease

BOOK = ".sqlite"


def now() -> str:
    """Returns the time as the decisions of a night have it."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


class There(NamedTuple):
    """What a broker has of a club: its latest night, if there is one; who directs; and the ledgers of devices that are
    in a sitting which is not over."""

    course: Course | None
    lease: Lease
    playing: list[Name]


class ClubFolder:
    """The files of a club in a folder."""

    def __init__(self, folder: Path | None, club: str) -> None:
        self.path = (folder or places.data("club")) / club
        self.credentials = self.path / "credentials.json"
        self.broker = self.path / "broker"

    def host_name(self) -> str:
        """Returns the name with which this computer directs: always the same one. Raises OSError."""
        path = self.path / "host"
        if not path.exists():
            disk.put(path, f"{socket.gethostname()[:20]}-{secrets.token_hex(3)}".encode())
        return disk.read(path).decode()

    def book(self, night: Night) -> Path:
        """Returns the file of a night's book. Raises BookError."""
        kept = next((path for path, one in self.nights() if one.since == night.since), None)
        slug = re.sub("[^a-z0-9]+", "-", night.plan.name.lower()).strip("-")[:40] or "night"
        since = re.sub("[^0-9]", "", night.since)[:14]
        return kept or self.path / f"{since}-{slug}{BOOK}"

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Holds the club's lock: only one process runs its night on this computer. Raises Refused."""
        try:
            with disk.held(self.path / "running"):
                yield
        except disk.Busy:
            raise Refused("Another `mingg club run` runs this club on this computer. End it first.") from None

    def nights(self) -> list[tuple[Path, Night]]:
        """Returns all nights that are kept, each once, oldest first. Raises BookError."""
        return _once(sorted(filter(Path.is_file, self.path.glob(f"*{BOOK}"))))

    def latest(self, name: str) -> Course | None:
        """Returns the latest night with this name, unless it is over; None if there is none. Raises BookError."""
        named = [path for path, night in self.nights() if night.plan.name == name]
        course = opened(named[-1]) if named else None
        return None if course is None or course.is_over() else course


def find(references: Iterable[Path], folder: Path | None, season: bool = False, since: str | None = None) -> list[Path]:
    """Returns the books of nights with their full paths, each night once, oldest first.

    reference: a book, or the file of a night: then the latest night with its name. season: all nights of its club.
    since: only nights that began at this time, or its beginning such as 2026-05. Raises BadFile and BookError.
    """
    books = [path.resolve() for reference in references for path in _find(reference, folder, season, since)]
    return [path for path, _ in _once(dict.fromkeys(books))]


def _find(reference: Path, folder: Path | None, season: bool, since: str | None) -> list[Path]:
    if reference.suffix == BOOK:
        if not reference.is_file():
            raise BookError(f"{reference}: there is no such file.")
        if read(reference) is None:
            raise BookError(f"{reference}: this is no night that this version of Mingg can read.")
        return [reference]
    plan = read_plan(reference)
    wanted = [
        path
        for path, kept in ClubFolder(folder, plan.club).nights()
        if (season or kept.plan.name == plan.name) and (since is None or kept.since.startswith(since))
    ]
    if not wanted:
        raise BookError(
            f"{reference}: no such night is kept here. `mingg club standing {reference} --list` shows the nights;"
            " `mingg club run` begins one."
        )
    return wanted if season else wanted[-1:]


def _once(paths: Iterable[Path]) -> list[tuple[Path, Night]]:
    """Returns the nights in these books, each once, oldest first. Several computers may have a book of one night."""
    found: dict[tuple[str, str], dict[Path, Night]] = {}
    for path in paths:
        night = read(path)
        if night is not None:
            found.setdefault((night.since, night.plan.club), {})[path] = night
    chosen = [
        (max(books, key=_worth) if len(books) > 1 else next(iter(books)), books) for _, books in sorted(found.items())
    ]
    return [(path, books[path]) for path, books in chosen]


def unknown(there: There, kept: Sequence[tuple[Path, Night]]) -> list[int]:
    """Returns the tables whose devices are in a sitting of which neither the broker nor the last night here has
    anything. Raises BookError and DecisionError."""
    known = opened(kept[-1][0]).book.ledgers if kept and there.playing else {}
    return [] if there.course else sorted({name.table for name in there.playing if name not in known})


def _worth(path: Path) -> tuple[int, int]:
    """Returns how many deals of its night a book has, and how many decisions. It may have other deals, too."""
    course = opened(path)
    return sum(result.deals for result in course.results().results), len(course.book.decisions)


def read(path: Path) -> Night | None:
    """Returns the night in a book; None if it has none that can be read. Raises BookError."""
    with closing(Book(path, with_records=False)) as book, suppress(DecisionError):
        return decisions.fold(book.decisions)
    return None


def opened(path: Path) -> Course:
    """Returns the course of a kept night. Raises BookError and DecisionError."""
    with closing(Book(path)) as book:
        return Course(book, "")


def continued(plan: Plan, mine: Course | None, theirs: Course | None) -> dict[int, bytes]:
    """Returns the decisions of the night to run: the newer one of that on this computer, which is not over, and that at
    the broker; {} if a new one begins. A night continues if it has the same name and is not over. Its decisions have
    everything; the file of the night counts only for a new one."""
    own = mine.book.decisions if mine else {}
    if theirs is None or (mine is not None and mine.night.since > theirs.night.since):
        return own
    if theirs.is_over() or (theirs.night.plan.name, theirs.night.plan.club) != (plan.name, plan.club):
        return {}
    return {**theirs.book.decisions, **(own if mine and mine.night.since == theirs.night.since else {})}


def following(plan: Plan, after: Iterable[str], term: int) -> dict[int, bytes]:
    """Returns the decisions of a new night, which is later than those that began at `after`, even if this computer's
    clock is wrong. term: of the last lease."""
    since, last = now(), max(after, default="")
    if last and last >= since:
        since = (datetime.fromisoformat(last) + timedelta(seconds=1)).isoformat(timespec="seconds")
    return {1: decisions.new(plan, since, term + 1)}
