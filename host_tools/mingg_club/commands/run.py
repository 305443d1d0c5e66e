"""`mingg club run` and `rehearse`: the host of a night, and a night with simulated players."""

from __future__ import annotations

import asyncio
import secrets
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from random import Random

import click
from mingg_host.commands.options import FILE, archive_option
from mingg_host.common import disk
from mingg_host.common.output import Failure, Refused, counted, printable, write
from mingg_host.common.printing import counted_off
from mingg_host.common.web import ALL, own_address
from mingg_host.evenings.archive import Archive
from mingg_host.simulator.serve import beside

from mingg_club import decisions, joining, nights, phone, rehearsal, running, standing
from mingg_club.brokers import Address, Broker, Credentials, check, free_port
from mingg_club.commands import options
from mingg_club.commands.night import PLAYERS, player_names
from mingg_club.course import open_course
from mingg_club.decisions import Decisions
from mingg_club.host import CONNECTING, Host
from mingg_club.movements.seating import sizes
from mingg_club.night import PROGRESSIVE, Plan, by_the_book, read
from mingg_club.records import Book
from mingg_club.state import Lease
from mingg_club.view import FREE, IS_AWAY, OVER, Message, NightView
from mingg_club.web import serve

_NEXT = ("The same command continues the night.", "The night is over: the same command begins the next one.")


@click.command("run")
@options.port_option("--port", 1883, "Of the broker that it starts.")
@options.port_option("--web-port", 9001, "Of that broker, for phones.", or_none=True)
@options.page_port_option
@options.port_option("--device-port", options.DEVICE_PAGE, "Of the device for phones. 0: none.", or_none=True)
@click.option(
    "--continue/--next",
    "goes_on",
    default=None,
    help="A night that is not over goes on, or the next one begins.  [default: ask; without a terminal: go on]",
)
@options.bind_option
@click.option("--no-archive", is_flag=True, help="Do not copy the evenings into the archive.")
@archive_option
@options.of_a_night(options.broker_option, options.credentials_option)
def run(
    night: options.Night,
    port: int,
    web_port: int,
    page_port: int,
    device_port: int,
    goes_on: bool | None,
    bind: str,
    no_archive: bool,
    archive: Path | None,
) -> None:
    """Run a night: receive the results of all tables, and seat the players. Ctrl-C ends it; nothing is lost.

    Run it again to continue, also on another computer that uses the same broker: it takes over, and the computer that
    directed before obeys. A night is over after its last sitting; then the next run begins the next night. In a
    terminal the command asks whether a night that is not over goes on.

    A phone can be a table's device: the director's page shows the links, and `mingg club join --link` prints one.

    \b
    Example:
      mingg club run friday.toml
      mingg club run friday.toml --broker 192.168.4.1 --credentials credentials.json
    """
    if not night.at.path.exists():  # nothing is made for an address that cannot be used
        if not night.broker:
            check({"--port": port, "--web-port": web_port}, bind)
        options.open_pages(bind, page_port).close()
    users = night.enough_passwords()
    with night.at.alone(), ExitStack() as stack:
        own = None
        if not night.broker:
            own = _own_broker(stack, users, night.at.broker, port, web_port, bind)
            night.broker = f"{own.host}:{own.port}"
        address = night.address(users)
        links = _for_phones(stack, address, users, web_port, bind, device_port)
        ports = [*([port, web_port] if own else []), device_port if links else 0, page_port]
        if any(ports):
            listed = ", ".join(str(each) for each in ports if each)
            click.echo(f"If this computer has a firewall, open these ports for your network: {listed}")
        click.echo("Ctrl-C ends this. Nothing is lost.")
        listener = stack.enter_context(options.open_pages(bind, page_port))
        name = night.at.host_name()
        known, takes = _continued(night, address, goes_on, name)
        book = stack.enter_context(closing(Book(night.at.book(decisions.fold(known)))))
        kept = None if no_archive else Archive(archive)
        host = Host(open_course(book, known, name), address, own, kept, links, takes)
        asyncio.run(_hosted(host, listener, bind, users.page_key()))
        is_over = host.view().state == OVER
    if host.unkept:
        raise Failure(*f"Ended, but not everything is kept: {host.unkept}".split("\n"))
    click.echo(f"Ended. Everything is kept. {_NEXT[is_over]}")


async def _hosted(
    host: Host, listener: socket.socket, bind: str, key: str, *more: Callable[[], Awaitable[None]]
) -> None:
    """Runs a host with its pages, and functions beside it, until it is stopped or one of them ends."""
    await running.until_stopped(host, lambda: _tell(host), lambda: serve(host, listener, bind, key), *more)


def _own_broker(stack: ExitStack, users: Credentials, folder: Path, port: int, web_port: int, bind: str) -> Broker:
    with disk.told(folder):
        own = Broker(users, folder, port, web_port, bind)
        stack.callback(own.stop)
        own.start()
    here = bind or own_address()
    click.echo(f"Broker:          {here}:{port}")
    if here.startswith("127."):
        click.echo(f"Only this computer itself reaches {here}. Phones and boards need a network.", err=True)
    return own


def _for_phones(
    stack: ExitStack, address: Address, users: Credentials, web_port: int, bind: str, port: int
) -> dict[int, str]:
    """Serves the page with which a phone is a device. Returns the links by table; {} if it cannot, and says why."""
    if not (port and web_port):
        return {}
    here = own_address() if bind in ALL else bind
    broker = joining.numeric(address.host)
    place = here if broker.startswith("127.") else broker
    web = joining.web_address(place, web_port)
    page = f"http://{here}:{port}/"
    try:
        stack.enter_context(beside(bind or "0.0.0.0", port, phone.site(web)))
    except OSError as error:
        why = disk.why(error, f"port {port}")
        click.echo(printable(f"No page for phones: {why}. Choose another port with --device-port."), err=True)
        return {}
    click.echo(f"Page for phones: {page} with the code of a table, from the director's page")
    tables = users.tables()
    return {n: joining.link(page, joining.member(users, n, place, address.port, web=web)) for n in tables}


def _continued(night: options.Night, address: Address, goes_on: bool | None, name: str) -> tuple[Decisions, bool]:
    """Returns the decisions of the night to run, and whether this computer directs it even if another one does. name:
    of this computer. Without a night here it waits for the broker, which may have one. Raises Refused."""
    plan = night.plan
    asks = goes_on is None and sys.stdin is not None and sys.stdin.isatty()
    kept = night.at.nights()
    local = night.at.latest(plan.name)
    said = lambda why: click.echo(printable(f"The broker does not answer yet: {why}"), err=True)  # noqa: E731
    there = asyncio.run(running.look(address, plan.club, said, tries=1 if local else None))
    lease, theirs = (there.lease, there.course) if there else (Lease(), None)
    known = nights.continued(plan, local, theirs)
    other = f" {lease.host} has directed it." if lease.host not in ("", name) else ""
    if len(known) == 1:
        return known, not other  # nothing is decided yet
    if known:
        found = decisions.fold(known)
        of = f" of {found.plan.sittings}" if found.plan.sittings else ""
        sitting = f"sitting {len(found.sittings)}{of}"
        click.echo(printable(f"{plan.name}, begun at {found.since}, is not over: {sitting}.{other}"))
        if asks:
            goes_on = click.confirm("Does this night go on here? If not, the next one begins", default=True)
        if goes_on is not False:
            click.echo("It goes on.")
            return known, goes_on is True or not other
    elif there and goes_on is not False and (playing := nights.unknown(there, kept)):
        tables = ", ".join(map(str, playing))
        text = (
            f"The devices at tables {tables} are in a sitting, and neither this computer nor the broker has its night."
        )
        if not asks:
            raise Refused(f"{text} Run it where that night is kept, or begin a new night with --next.")
        click.echo(text)
        click.confirm("Does a new night begin", abort=True)
    before = [one.since for _, one in kept] + ([theirs.night.since] if theirs else [])
    if before:
        click.echo(printable(f"A new night of {plan.name} begins. The last night of this club began at {max(before)}."))
    return nights.following(plan, before, lease.term), True


async def _tell(host: Host) -> None:
    """Prints what changes: the state of the night, and new messages."""
    line, known = "", set[object]()
    while host.trouble == CONNECTING:  # no trouble yet; a connection that fails says why
        await asyncio.sleep(0.05)
    async for shown in host.watch():
        before, line = line, _line(shown)
        if line != before:
            click.echo(f"{line}, {shown.timer}" if shown.timer else line)
        messages = {_news(message): message for message in shown.messages}
        for news in [news for news in messages if news not in known]:
            click.echo(printable(f"  {messages[news].text} {messages[news].next}"))
        known = set(messages)


def _news(message: Message) -> object:
    """Returns what makes a message new. One of tables that wait stays the same while they become fewer."""
    if message.kind not in (FREE, IS_AWAY):
        return message.key
    what = message.text.partition(":")[2] if message.text.startswith("Table") else ""
    return message.kind, message.table, what, message.next


def _line(shown: NightView) -> str:
    if not shown.sitting:
        return f"{shown.where} {len(shown.standing)} players"
    here = sum(table.state == "here" for table in shown.tables)
    deals = counted(sum(table.played for table in shown.tables), "deal")
    return f"{shown.where.rstrip('.')}. {deals}, {here} of {len(shown.tables)} tables here"


@click.command("rehearse")
@click.argument("night", metavar="[NIGHT]", required=False, type=FILE)
@click.option("--tables", type=options.TABLES, help="Play with so many tables, without NIGHT.  [default: 12]")
@click.option("--sittings", type=click.IntRange(1, 99), help="Instead of those of NIGHT.")
@click.option("--pace", type=click.FloatRange(0.01, 60), default=1.0, show_default=True, help="Seconds for a deal.")
@click.option("--seed", type=int, help="Of dice and players, to repeat a rehearsal.")
@options.page_port_option
def rehearse(
    night: Path | None, tables: int | None, sittings: int | None, pace: float, seed: int | None, page_port: int
) -> None:
    """Play a whole night with simulated players: real firmware, a real broker, and the pages live.

    It uses a folder of its own, and removes it at the end.

    \b
    Example:
      mingg club rehearse --tables 12
      mingg club rehearse friday.toml --pace 5
    """
    if night is not None and tables is not None:
        raise click.UsageError("NIGHT has its own players. Leave --tables out.")
    if night is not None:
        plan = read(night)
    else:
        players = tuple(player_names(str(4 * (tables or PLAYERS))))
        plan = Plan("Rehearsal", "rehearsal", options=by_the_book(PROGRESSIVE), players=players)
    plan = replace(plan, sittings=sittings or plan.sittings or 4, deals=plan.deals or 4)
    dice = Random(seed)
    count = len(sizes(len(plan.players), plan.odd))
    with ExitStack() as stack:
        listener = stack.enter_context(options.open_pages("127.0.0.1", page_port))
        folder = stack.enter_context(disk.scratch())
        users = Credentials(plan.club)
        users.add(count)
        broker = Broker(users, folder / "broker", free_port(), 0, "127.0.0.1")
        stack.callback(broker.stop)
        broker.start()
        book = stack.enter_context(closing(Book(folder / "night.sqlite")))
        devices = rehearsal.Tables(
            [
                rehearsal.SimulatedTable(
                    *(number, folder / f"table-{number}", joining.member(users, number, "127.0.0.1", broker.port)),
                    *(pace, Random(dice.random())),
                )
                for number in counted_off(range(1, count + 1), "switching the devices on")
            ]
        )
        stack.callback(devices.stop)
        devices.start()

        begun = {1: decisions.new(plan, nights.now())}
        address = options.broker_address(f"127.0.0.1:{broker.port}", users)
        host = Host(open_course(book, begun, "rehearsal", dice), address, broker)
        direct = lambda: rehearsal.direct(host, devices, click.echo)  # noqa: E731
        asyncio.run(_hosted(host, listener, "127.0.0.1", secrets.token_urlsafe(9), direct))
        if host.view().state != OVER:
            click.echo("Stopped before the night was over. Nothing is left.")
            return
        write(standing.as_text(plan.name, host.course.ranks()))
