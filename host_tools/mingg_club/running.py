"""Runs a host until it is stopped, and looks what a broker has of a night."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mingg_club import decisions, topics
from mingg_club.brokers import Address, NoConnection
from mingg_club.course import open_course
from mingg_club.devices import number_of, object_of, plain_text
from mingg_club.host import RETRY_S, Host, retained
from mingg_club.nights import There
from mingg_club.records import Book, Name
from mingg_club.state import Lease, lease_of
from mingg_club.tasks import ended, threads_ended


async def until_stopped(host: Host, *beside: Callable[[], Awaitable[None]]) -> None:
    """Runs a host, and functions beside it, until Ctrl-C or the end of the process is requested, or one of them ends.

    Raises what one of them raised. Afterwards everything received is kept.
    """
    loop = asyncio.get_running_loop()
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # on Windows, Ctrl-C cancels the whole program
            loop.add_signal_handler(number, stopped.set)
    tasks = [asyncio.ensure_future(task()) for task in (host.run, *beside)]
    waiting = asyncio.ensure_future(stopped.wait())
    try:
        done, _ = await asyncio.wait([*tasks, waiting], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await ended([*tasks, waiting])
        await threads_ended()


def found(club: str, messages: dict[str, bytes]) -> There:
    """Returns what these retained messages say. Raises DecisionError if another version wrote the night."""
    known = [(topic, payload) for name, payload in messages.items() if (topic := topics.parse(club, name)) is not None]
    made = decisions.of_last_night((topic.number, line) for topic, line in known if topic.kind == topics.DECISION)
    lease = max((lease_of(line) for topic, line in known if topic.kind == topics.LEASE), default=Lease())
    said = [(topic.table, object_of(line)) for topic, line in known if topic.kind == topics.HERE]
    playing = [
        Name(table, plain_text(here.get("device"), 8), number_of(here.get("evening"), topics.MOST_NUMBER))
        for table, here in said
        if here.get("sitting") and here.get("over") is False
    ]
    if not made:
        return There(None, lease, playing)
    course = open_course(Book(None), made, "")
    for message in messages.items():
        course.take(*message, retained=True)
    return There(course, lease, playing)


async def look(address: Address, club: str, told: Callable[[str], None], tries: int | None = None) -> There | None:
    """Returns what a broker has. Waits for the broker. told: gets why it does not answer, once. tries: after so many it
    returns None; None: it never gives up. Raises DecisionError."""
    count = 0
    while tries is None or count < tries:
        try:
            return found(club, await retained(address, club))
        except NoConnection as error:
            if not count:
                told(error.why)
        count += 1
        if tries is None or count < tries:
            await asyncio.sleep(RETRY_S)
    return None
