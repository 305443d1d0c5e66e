"""Serves the web pages of a night until it is cancelled."""

from __future__ import annotations

import asyncio
import socket

import click
from mingg_host.common.web import ALL, Server, in_url, own_address

from mingg_club.view import Night
from mingg_club.web.app import Pages
from mingg_club.web.feed import Feed

MOST_CONNECTIONS = 800


async def serve(night: Night, listener: socket.socket, bind: str, key: str) -> None:
    """Serves the pages at what web.listen() opened, and closes it at the end. key: opens the director's page. Prints
    the addresses."""
    feed = Feed(night.watch)
    server = Server(Pages(night, feed, key).app(), MOST_CONNECTIONS, takes_signals=False)
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
    host = in_url(own_address() if bind in ALL else bind)
    return [
        f"Room page:       http://{host}:{port}/",
        f"Director's page: http://{host}:{port}/director#{key}",
        f"Key:             {key}",
    ]
