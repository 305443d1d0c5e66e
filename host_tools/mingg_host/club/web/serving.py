"""Serves the web pages of a night until it is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Iterator

import click
import uvicorn

from mingg_host.club.brokers import own_address
from mingg_host.club.view import Night
from mingg_host.club.web.app import MOST_STREAMS, Pages
from mingg_host.club.web.feed import Feed
from mingg_host.club.web.guard import Guard

MOST_CONNECTIONS = 2 * MOST_STREAMS  # beyond that, uvicorn answers 503
END_S = 2


class _Server(uvicorn.Server):
    """A server that leaves the signals of the process to its caller."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


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
    feed = Feed(night.watch)
    config = uvicorn.Config(
        Pages(night, feed, Guard(key)).app(),
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # anyone could claim another address in them
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=END_S,
        lifespan="off",
        ws="none",
    )
    server = _Server(config)
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
