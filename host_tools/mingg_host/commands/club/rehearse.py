"""`mingg club rehearse`: a whole night with simulated players."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mingg_host.commands.club.new import PLAYERS, player_names
from mingg_host.commands.club.news import tell
from mingg_host.commands.club.options import PORT_OR_NONE, explained
from mingg_host.commands.club.pages import WEB_PAGES, open_listener
from mingg_host.commands.paths import FILE
from mingg_host.commands.progress import counted_off
from mingg_host.common import disk, files
from mingg_host.common.output import printable
from mingg_host.evenings.archive import Archive

if TYPE_CHECKING:
    from mingg_host.club.host import Host
    from mingg_host.club.night import Plan


@click.command("rehearse", short_help="Play a whole night with simulated players.")
@click.argument("night", metavar="[NIGHT]", required=False, type=FILE)
@click.option("--tables", type=click.IntRange(1, 999), help="Play with so many tables, without NIGHT.  [default: 12]")
@click.option("--sittings", type=click.IntRange(1, 99), help="Instead of those of NIGHT.")
@click.option("--pace", type=click.FloatRange(0.01, 60), default=1.0, show_default=True, help="Seconds for a deal.")
@click.option("--seed", type=int, help="Of dice and players, to repeat a rehearsal.")
@click.option(
    "--page-port", type=PORT_OR_NONE, default=WEB_PAGES, show_default=True, help="Of the web pages; 0: any free one."
)
def rehearse(
    night: Path | None, tables: int | None, sittings: int | None, pace: float, seed: int | None, page_port: int
) -> None:
    """Play a whole night with simulated players: real firmware, a real broker, and the pages live.

    It uses a folder of its own, and removes it at the end. At the end it compares every ledger with what arrived.

    \b
    Example:
      mingg club rehearse --tables 12
      mingg club rehearse friday.toml --pace 5

    \b
    Exit status: 0; 1 if anything that arrived differs from a ledger; 2 if it cannot begin.
    """
    with explained():
        from dataclasses import replace

        from mingg_host.club.night import PROGRESSIVE, Plan, by_the_book, read

        if night is not None and tables is not None:
            raise click.UsageError("NIGHT has its own players. Leave --tables out.")
        plan = (
            read(night)
            if night
            else Plan(
                *("Rehearsal", "rehearsal", PROGRESSIVE),
                options=by_the_book(PROGRESSIVE),
                players=tuple(player_names(str(4 * (tables or PLAYERS)))),
            )
        )
        if sittings is not None:
            plan = replace(plan, sittings=sittings)
        found = _rehearse(plan, pace, seed, page_port)
    for difference in found:
        click.echo(printable(difference), err=True)
    if found:
        sys.exit(1)


def _rehearse(plan: Plan, pace: float, seed: int | None, page_port: int) -> list[str]:
    from dataclasses import replace
    from random import Random

    from mingg_host.club import document, nights, rehearsal
    from mingg_host.club.brokers import Broker, Credentials, free_port
    from mingg_host.club.course import open_course
    from mingg_host.club.host import Address, Host, host_name
    from mingg_host.club.movements.seating import sizes
    from mingg_host.club.records import Book
    from mingg_host.club.running import until_stopped
    from mingg_host.club.web import serve

    listener = open_listener("127.0.0.1", page_port)
    dice = Random(seed)
    plan = replace(plan, sittings=plan.sittings or 4, deals=plan.deals or 4)
    count = len(sizes(len(plan.players), plan.odd, plan.is_long))
    with contextlib.ExitStack() as stack:
        stack.callback(listener.close)
        folder = stack.enter_context(disk.scratch())
        users = Credentials(plan.club)
        users.add(count)
        port = free_port()
        broker = Broker(users, folder / "broker", port, 0, "127.0.0.1")
        stack.callback(broker.stop)
        broker.start()
        book = Book(folder / "night.sqlite")
        stack.callback(book.close)
        numbers = counted_off(range(1, count + 1), "switching the devices on")
        tables = rehearsal.Tables(
            [
                rehearsal.SimulatedTable(
                    *(number, folder / f"table-{number}", rehearsal.member(users, number, "127.0.0.1", port)),
                    *(pace, Random(dice.random())),
                )
                for number in numbers
            ]
        )
        stack.callback(tables.stop)
        tables.start()
        hosts: list[Host] = []

        async def runs() -> None:
            night = document.new(plan, nights.now(), host_name())
            address = Address("127.0.0.1", port, "director", users.passwords["director"])
            host = Host(open_course(book, night, night.host, dice), address, broker, Archive(folder / "archive.sqlite"))
            hosts.append(host)
            beside = [lambda: rehearsal.direct(host, tables, click.echo), lambda: tell(host)]
            beside.append(lambda: serve(host, listener, "127.0.0.1", secrets.token_urlsafe(9)))
            await until_stopped(host, *beside)

        asyncio.run(runs())
        tables.stop()
        host = hosts[0]
        found = []
        if host.view().state == "over":
            found = rehearsal.differences(host, tables.tables)
            records = sum(len(ledger.records) for ledger in book.ledgers.values())
            from mingg_host.club import standing

            files.write(standing.as_text(plan.name, host.course.ranks()))
            click.echo(f"{count} tables, {records} records: {'all as in the ledgers' if not found else 'they differ'}.")
        else:
            click.echo("Stopped before the night was over: nothing was compared, and nothing is left.")
        return found
