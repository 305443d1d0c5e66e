"""Where nights are kept on this computer: the books of a club, its credentials, the files of its broker."""

from __future__ import annotations

import os
import re
import secrets
import socket
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from mingg_host.club import document
from mingg_host.club.course import Course
from mingg_host.club.document import Document, DocumentError
from mingg_host.club.night import Plan
from mingg_host.club.night import read as read_plan
from mingg_host.club.records import Book, BookError
from mingg_host.club.standing import NightResults
from mingg_host.club.state import DOCUMENT
from mingg_host.common import disk, places
from mingg_host.common.output import Refused

BOOK = ".sqlite"


def now() -> str:
    """Returns the time as a document has it."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def host_name() -> str:
    """Returns a name for this run of the host. Two runs have different ones."""
    return f"{socket.gethostname()[:20]}-{os.getpid()}-{secrets.token_hex(2)}"


class ClubFolder:
    """The files of a club in a folder."""

    def __init__(self, folder: Path | None, club: str) -> None:
        self.path = (folder or places.data("club")) / club
        self.credentials = self.path / "credentials.json"
        self.broker = self.path / "broker"

    def book(self, night: Document) -> Path:
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

    def nights(self) -> list[tuple[Path, Document]]:
        """Returns all nights that are kept, each once, oldest first. Raises BookError."""
        return _once(sorted(filter(Path.is_file, self.path.glob(f"*{BOOK}"))))

    def latest(self, name: str) -> Document | None:
        """Returns the latest night with this name, unless it is over; None if there is none. Raises BookError."""
        named = [(path, night) for path, night in self.nights() if night.plan.name == name]
        return named[-1][1] if named and not _is_over(*named[-1]) else None

    def begun(self) -> str:
        """Returns when the latest night that is kept here began; "" if there is none. Raises BookError."""
        return max((night.since for _, night in self.nights()), default="")


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


def _once(paths: Iterable[Path]) -> list[tuple[Path, Document]]:
    """Returns the nights in these books, oldest first. Of several books of one night, which an earlier version made
    and a second computer has, that with the most records counts; of two such the later document."""
    best: dict[tuple[str, str], tuple[tuple[int, int], Path, Document]] = {}
    for path in paths:
        night, records = _look(path)
        if night is not None:
            key, rank = (night.since, night.plan.club), (records, night.change)
            if key not in best or rank > best[key][0]:
                best[key] = rank, path, night
    return [(path, night) for _, (_, path, night) in sorted(best.items(), key=lambda each: each[0])]


def read(path: Path) -> Document | None:
    """Returns the document in a book; None if it has none that can be read. Raises BookError."""
    return _look(path)[0]


def _look(path: Path) -> tuple[Document | None, int]:
    """Returns the document in a book, None if it has none that can be read, and the number of its records."""
    book = Book(path, with_records=False)
    try:
        return document.of_note(book.note(DOCUMENT)), book.count()
    except DocumentError:
        return None, 0
    finally:
        book.close()


def _is_over(path: Path, night: Document) -> bool:
    book = Book(path)
    try:
        return Course(night, book, "").is_over()
    finally:
        book.close()


def results(path: Path) -> tuple[NightResults, Plan]:
    """Returns the results of a night from the records in its book. Raises BookError and DocumentError."""
    book = Book(path)
    try:
        night = document.of_note(book.note(DOCUMENT))
        return Course(night, book, "").results(), night.plan
    finally:
        book.close()


def continued(
    plan: Plan, local: Document | None, published: Document | None, host: str, is_over: bool = False, begun: str = ""
) -> Document:
    """Returns the night to run: of the one on this computer and the one at the broker the newer, or a new one.

    is_over: the broker's records show that the night there is over; its document has that only if the director closed
    it. begun: when the latest night that is kept here began. A night continues if it has the same name and is not over.
    Its document has everything; the file of the night counts only for a new one.
    """
    there = published.since if published is not None else ""
    is_over = is_over or (published is not None and published.over)
    known = [
        night
        for night in (local, published)
        if night is not None
        and not (night.over or (is_over and night.since <= there))
        and (night.plan.name, night.plan.club) == (plan.name, plan.club)
    ]
    if known:
        return max(known, key=lambda night: (night.since, night.change, night.host))
    return following(plan, host, max(begun, there))


def following(plan: Plan, host: str, after: str) -> Document:
    """Returns a new night that follows all that began at `after` or before. It is later than they, even if this
    computer's clock is wrong: of two nights the later counts."""
    since = now()
    if after and after >= since:
        since = (datetime.fromisoformat(after) + timedelta(seconds=1)).isoformat(timespec="seconds")
    return replace(document.new(plan, since, host), after=after)
