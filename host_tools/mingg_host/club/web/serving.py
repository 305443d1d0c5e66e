"""Serves the web pages of a night until it is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
from collections.abc import Iterator

import click
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from mingg_host.club.brokers import own_address
from mingg_host.club.view import Night
from mingg_host.club.web.app import MOST_STREAMS, Pages
from mingg_host.club.web.feed import Feed
from mingg_host.club.web.guard import Guard
from mingg_host.common.connections import Limits

MOST_CONNECTIONS = 2 * MOST_STREAMS
END_S = 2

# An answer is not completed if the other side has left, or sends no HTTP: a stranger could fill the host's terminal so.
logging.getLogger("uvicorn.error").addFilter(lambda record: not record.msg.startswith("ASGI callable returned"))


class Connections(Limits[asyncio.Transport]):
    """The connections of the pages. A stream of events may last for ever, if its page receives it."""

    most = MOST_CONNECTIONS

    def cut(self, connection: asyncio.Transport) -> None:
        connection.abort()


class _Server(uvicorn.Server):
    """A server with limits for its connections. It leaves the signals of the process to its caller."""

    def __init__(self, config: uvicorn.Config, connections: Connections) -> None:
        super().__init__(config)
        self._connections = connections

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def on_tick(self, counter: int) -> bool:
        self._connections.overdue()
        return await super().on_tick(counter)


def _limited(connections: Connections) -> type[H11Protocol]:
    """Returns uvicorn's protocol with limits. uvicorn alone waits for ever for the first request of a connection."""

    class Limited(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
            super().connection_made(transport)
            connections.opened(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.closed(self.transport)
            super().connection_lost(exc)

        def handle_events(self) -> None:
            super().handle_events()
            if self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete:
                connections.answers(self.transport, is_timed=False)

        def on_response_complete(self) -> None:
            connections.asks(self.transport)
            super().on_response_complete()

        def pause_writing(self) -> None:
            connections.receives(self.transport, is_timed=True)
            super().pause_writing()

        def resume_writing(self) -> None:
            connections.receives(self.transport, is_timed=False)
            super().resume_writing()

    return Limited


class NoPort(Exception):
    """The port of the pages cannot be opened. The message says why."""


def listen(bind: str, port: int) -> socket.socket:
    """Opens the port of the pages; 0: any free one. Raises NoPort."""
    try:
        return socket.create_server((bind, port), family=socket.AF_INET6 if ":" in bind else socket.AF_INET)
    except OSError as error:
        raise NoPort(f"port {port} of the web pages: {os.strerror(error.errno or 0)}") from None


async def serve(night: Night, listener: socket.socket, bind: str, key: str) -> None:
    """Serves the pages at what listen() opened, and closes it at the end. key: opens the director's page. Prints the
    addresses."""
    feed, connections = Feed(night.watch), Connections()
    config = uvicorn.Config(
        Pages(night, feed, Guard(key)).app(),
        log_level="error",  # what strangers send wrong would fill the terminal of the host
        access_log=False,
        server_header=False,
        proxy_headers=False,  # anyone could claim another address in them
        http=_limited(connections),
        timeout_graceful_shutdown=END_S,
        lifespan="off",
        ws="none",
    )
    server = _Server(config, connections)
    for line in addresses(bind, listener.getsockname()[1], key):
        click.echo(line)
    serving = asyncio.ensure_future(server.serve([listener]))
    reading = asyncio.ensure_future(feed.run())
    try:
        done, _ = await asyncio.wait([serving, reading], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        reading.cancel()
        feed.close()
        server.should_exit = True
        await asyncio.gather(serving, reading, return_exceptions=True)
        listener.close()


def addresses(bind: str, port: int, key: str) -> list[str]:
    """Returns the lines that say where the pages are. The part after # stays in the browser."""
    host = own_address() if bind in ("0.0.0.0", "::", "") else bind
    if ":" in host:
        host = f"[{host}]"
    return [
        f"Room page:       http://{host}:{port}/",
        f"Director's page: http://{host}:{port}/director#{key}",
        f"Key:             {key}",
    ]
