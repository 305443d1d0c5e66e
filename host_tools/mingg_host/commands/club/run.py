"""`mingg club run`: the host of a night, with its broker and its pages."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mingg_host.commands.club.access import broker_address, enough_credentials, membership
from mingg_host.commands.club.news import tell
from mingg_host.commands.club.options import (
    PORT,
    PORT_OR_NONE,
    broker_option,
    credentials_option,
    explained,
    folder_option,
    night_argument,
)
from mingg_host.commands.club.pages import DEVICE_PAGE, WEB_PAGES, open_listener
from mingg_host.commands.paths import archive_option
from mingg_host.common import disk, places
from mingg_host.common.addresses import ALL, own_address
from mingg_host.common.output import printable
from mingg_host.evenings.archive import Archive

_NEXT = ("The same command continues the night.", "The night is over: the same command begins the next one.")

if TYPE_CHECKING:
    from mingg_host.club.brokers import Broker, Credentials
    from mingg_host.club.document import Document
    from mingg_host.club.host import Address
    from mingg_host.club.night import Plan
    from mingg_host.club.nights import ClubFolder


@click.command("run", short_help="Run a night.")
@night_argument
@broker_option
@credentials_option
@click.option("--port", type=PORT, default=1883, show_default=True, help="Of the broker that it starts.")
@click.option("--web-port", type=PORT_OR_NONE, default=9001, show_default=True, help="Of that broker, for phones.")
@click.option(
    "--page-port", type=PORT_OR_NONE, default=WEB_PAGES, show_default=True, help="Of the web pages; 0: any free one."
)
@click.option(
    "--device-port",
    type=PORT_OR_NONE,
    default=DEVICE_PAGE,
    show_default=True,
    help="Of the device for phones. 0: none.",
)
@click.option(
    "--continue/--next",
    "goes_on",
    default=None,
    help="A night that is not over goes on, or the next one begins.  [default: ask; without a terminal: go on]",
)
@click.option("--bind", default="", help="An address of this computer.  [default: all]")
@click.option("--no-archive", is_flag=True, help="Do not copy the evenings into the archive.")
@folder_option
@archive_option
def run(
    night: Path,
    broker: str | None,
    credentials: Path | None,
    port: int,
    web_port: int,
    page_port: int,
    device_port: int,
    goes_on: bool | None,
    bind: str,
    no_archive: bool,
    folder: Path | None,
    archive: Path | None,
) -> None:
    """Run a night: receive the results of all tables, and seat the players. Ctrl-C ends it; nothing is lost.

    Run it again to continue, also on another computer that uses the same broker. A night is over after its last
    sitting; then the next run begins the next night. In a terminal the command asks whether a night that is not over
    goes on.

    A phone can be a table's device: the director's page shows the links, and `mingg club join --link` prints one.

    \b
    Example:
      mingg club run friday.toml
      mingg club run friday.toml --broker 192.168.4.1 --credentials credentials.json
    """
    with explained():
        from mingg_host.club import nights
        from mingg_host.club.night import read
        from mingg_host.club.view import OVER

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        users = enough_credentials(at, plan, credentials)
        with disk.held(at.path / "running"):
            own = None if broker else _own_broker(users, at, port, web_port, bind)
            try:
                address = broker_address(f"{own.host}:{own.port}" if own else broker, users)
                kept = None if no_archive else Archive(archive)
                with _for_phones(plan, users, address, web_port, bind, device_port) as links:
                    ports = [*([port, web_port] if own else []), device_port if links else 0, page_port]
                    listed = ", ".join(str(each) for each in ports if each)
                    if listed:
                        click.echo(f"If this computer has a firewall, open these ports for your network: {listed}")
                    click.echo("Ctrl-C ends this. Nothing is lost.")
                    state = _run(plan, at, address, own, kept, bind, page_port, links, users.page_key(), goes_on)
            finally:
                if own is not None:
                    own.stop()
    click.echo(f"Ended. Everything is kept. {_NEXT[state == OVER]}")


def _own_broker(users: Credentials, at: ClubFolder, port: int, web_port: int, bind: str) -> Broker:
    from mingg_host.club.brokers import Broker

    with disk.told(at.broker):
        own = Broker(users, at.broker, port, web_port, bind)
        own.start()
    here = bind or own_address()
    click.echo(f"Broker:          {here}:{port} ({own.kind})")
    if here.startswith("127."):
        click.echo(f"Only this computer itself reaches {here}. Phones and boards need a network.", err=True)
    return own


@contextlib.contextmanager
def _for_phones(
    plan: Plan, users: Credentials, address: Address, web_port: int, bind: str, port: int
) -> Iterator[dict[int, str]]:
    """Serves the page with which a phone is a device. Yields the links by table; {} if it cannot, and says why."""
    from mingg_host.club import joining
    from mingg_host.simulator.serve import beside
    from mingg_host.simulator.website import Site

    if not (port and web_port):
        yield {}
        return
    here = own_address() if bind in ALL else bind
    broker = joining.numeric(address.host)
    place = here if broker.startswith("127.") else broker
    web = joining.web_address(place, web_port)
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(beside(bind or "0.0.0.0", port, Site(places.package(), broker=web)))
        except OSError as error:
            why = disk.why(error, f"port {port}")
            click.echo(printable(f"No page for phones: {why}. Choose another port with --device-port."), err=True)
            yield {}
            return
        click.echo(f"Page for phones: http://{here}:{port}/ with the code of a table, from the director's page")
        yield {
            table: joining.link(f"http://{here}:{port}/", membership(plan, users, table, place, address.port, web))
            for table in users.tables()
        }


def _run(
    plan: Plan,
    at: ClubFolder,
    address: Address,
    own: Broker | None,
    archive: Archive | None,
    bind: str,
    page_port: int,
    links: dict[int, str],
    key: str,
    goes_on: bool | None = None,
) -> str:
    """Returns the state of the night at the end, see NightView."""
    from mingg_host.club.course import open_course
    from mingg_host.club.host import Host
    from mingg_host.club.records import Book
    from mingg_host.club.running import until_stopped
    from mingg_host.club.web import serve

    listener = open_listener(bind, page_port)
    name, night = _continued(plan, at, address, goes_on)
    book = Book(at.book(night))

    async def runs() -> tuple[str, str]:
        host = Host(open_course(book, night, name), address, own, archive, links)
        beside = [lambda: tell(host)]
        beside.append(lambda: serve(host, listener, bind, key))
        await until_stopped(host, *beside)
        return host.unkept, host.view().state

    try:
        unkept, state = asyncio.run(runs())
    finally:
        listener.close()
        book.close()
    if unkept:
        raise click.ClickException(printable(f"Ended, but not everything is kept: {unkept}"))
    return state


def _continued(plan: Plan, at: ClubFolder, address: Address, goes_on: bool | None) -> tuple[str, Document]:
    """Returns a name for this host, and the night to run. Without a night on this computer it waits for the broker,
    which may have one."""
    from mingg_host.club import nights
    from mingg_host.club.host import host_name
    from mingg_host.club.running import is_over, published_at_last

    name = host_name()
    local = at.latest(plan.name)
    said = lambda why: click.echo(printable(f"The broker does not answer yet: {why}"), err=True)  # noqa: E731
    there = asyncio.run(published_at_last(address, plan.club, said, tries=1 if local else None))
    ended = there is not None and asyncio.run(is_over(address, there))
    begun = at.begun()
    night = nights.continued(plan, local, there, name, ended, begun)
    if night.change:
        of = f" of {night.plan.sittings}" if night.plan.sittings else ""
        click.echo(printable(f"{plan.name}, begun at {night.since}, is not over: sitting {len(night.sittings)}{of}."))
        if goes_on is None and sys.stdin is not None and sys.stdin.isatty():
            goes_on = click.confirm("Does this night go on? If not, the next one begins", default=True)
        if goes_on is not False:
            click.echo("It goes on.")
            return name, night
        night = nights.following(plan, name, max(begun, night.since, there.since if there else ""))
    if night.after:
        click.echo(printable(f"A new night of {plan.name} begins. The last night of this club began at {night.after}."))
    return name, night
