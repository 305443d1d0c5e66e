"""Runs a host until it is stopped, and acts on a night from another process."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

from mingg_host.club.brokers import Address, NoConnection
from mingg_host.club.course import open_course
from mingg_host.club.document import Document
from mingg_host.club.host import RETRY_S, Host, published
from mingg_host.club.nights import host_name
from mingg_host.club.records import Book
from mingg_host.club.tasks import ended
from mingg_host.club.view import OVER, Json, NightView

CONNECT_S = 30.0
SETTLE_S = 0.5  # until another host has answered a change with its own
TRIES = 3


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


async def connected(host: Host, within_s: float = CONNECT_S) -> None:
    """Waits until a host has everything that its broker has. Raises NoConnection."""
    end = asyncio.get_running_loop().time() + within_s
    while host.trouble:
        if asyncio.get_running_loop().time() > end:
            raise NoConnection(host.trouble)
        await asyncio.sleep(0.05)


async def published_at_last(
    address: Address, club: str, told: Callable[[str], None], tries: int | None = None
) -> Document | None:
    """Returns the document of a night that a broker has, None if it has none. Waits for the broker. told: gets why it
    does not answer, once. tries: after so many it returns None; None: it never gives up."""
    count = 0
    while tries is None or count < tries:
        try:
            return await published(address, club)
        except NoConnection as error:
            if not count:
                told(error.why)
        count += 1
        if tries is None or count < tries:
            await asyncio.sleep(RETRY_S)
    return None


async def is_over(address: Address, night: Document) -> bool:
    """True if a night that a broker has is over, as its records there show. Raises NoConnection."""
    if night.over or not 0 < night.plan.sittings <= len(night.sittings):
        return night.over
    _, shown = await act_from_afar(address, night, [])
    return shown.state == OVER


async def act_from_afar(address: Address, night: Document, actions: list[Json]) -> tuple[list[str], NightView]:
    """Carries out actions on a night that a host runs, with everything from the broker. Returns what was done, and the
    night afterwards. Its host may change the night at the same time: then repeats what was lost. Raises NoConnection
    and ActionError."""
    book = Book(None)
    # This name is less than that of any host: of two changes at the same time, that of the host counts.
    host = Host(open_course(book, night, f"-{host_name()}"), address)
    running = asyncio.ensure_future(host.run())
    try:
        await connected(host)
        done: list[str] = [""] * len(actions)
        lost = list(range(len(actions)))
        marks: dict[int, str] = {}
        for _ in range(TRIES):
            for number in lost:
                done[number] = await host.act(actions[number])
                marks[number] = host.course.night.done[-1]
            while host.course.outgoing and not host.trouble:
                await asyncio.sleep(0.05)
            if lost:
                await asyncio.sleep(SETTLE_S)
            lost = [number for number, mark in marks.items() if mark not in host.course.night.done]
            if not lost and not host.trouble:
                return done, host.view()
        raise NoConnection(host.trouble or "the night changes again and again")
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        book.close()
