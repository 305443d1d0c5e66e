"""`mingg club next`: the next seats of a night that runs."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mingg_host.commands.club.access import broker_address, known_credentials
from mingg_host.commands.club.options import broker_option, credentials_option, explained, folder_option, night_argument
from mingg_host.commands.options import json_option, write_json
from mingg_host.common import files
from mingg_host.common.failures import Refused
from mingg_host.common.output import printable

if TYPE_CHECKING:
    from mingg_host.club.view import Move, NightView


@click.command("next", short_help="Decide the next seats, and begin the sitting.")
@night_argument
@click.option("--draw", is_flag=True, help="Draw all seats by lot.")
@click.option("--throw", is_flag=True, help="Throw dice for those who are equal.")
@click.option("--start", is_flag=True, help="Begin the sitting with the seats that are decided.")
@json_option
@broker_option
@credentials_option
@folder_option
def next_command(
    night: Path,
    draw: bool,
    throw: bool,
    start: bool,
    as_json: bool,
    broker: str | None,
    credentials: Path | None,
    folder: Path | None,
) -> None:
    """Decide who sits where next, and print it. With --start, the tables get their players, and the sitting begins.

    The night must run: `mingg club run` does not need to be on this computer. If players are equal and have to throw
    dice, the command names them; --throw throws for all of them.

    \b
    Example:
      mingg club next friday.toml
      mingg club next friday.toml --throw --start
    """
    with explained():
        from mingg_host.club import nights
        from mingg_host.club.brokers import NoConnection
        from mingg_host.club.host import published
        from mingg_host.club.night import read
        from mingg_host.club.running import act_from_afar

        plan = read(night)
        at = nights.ClubFolder(folder, plan.club)
        address = broker_address(broker, known_credentials(at, plan, credentials))
        from aiomqtt import MqttError

        try:
            there = asyncio.run(published(address, plan.club))
        except (MqttError, OSError) as error:
            raise NoConnection(str(error)) from None
        if there is None:
            raise Refused(f"no night of {plan.club} runs there. Begin it: mingg club run {night}")
        actions: list[dict[str, Any]] = []
        if throw:
            _, shown = asyncio.run(act_from_afar(address, there, []))
            actions += [{"do": "throw", "table": table.number} for table in shown.tables if table.tied]
        if draw or not (start and there.proposal is not None):
            actions.append({"do": "draw" if draw else "propose"})
        done, shown = asyncio.run(act_from_afar(address, there, actions))
        if as_json:
            write_json([{"name": move.name, "table": move.table or None, "seat": move.seat} for move in _moves(shown)])
        else:
            files.write("".join(f"{_place(move):<12} {printable(move.name)}\n" for move in _moves(shown)))
        if start:
            more, _ = asyncio.run(act_from_afar(address, there, [{"do": "start"}]))
            done += more
    for text in done:
        click.echo(printable(text), err=True)


def _moves(shown: NightView) -> list[Move]:
    return sorted(shown.moves, key=lambda move: (move.table == 0, move.table))


def _place(move: Move) -> str:
    return f"table {move.table} {move.seat}" if move.table else "sits out"
