"""What `mingg club run` and `mingg club rehearse` print while a night goes on."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from mingg_host.common.output import printable

if TYPE_CHECKING:
    from mingg_host.club.host import Host
    from mingg_host.club.view import NightView


async def tell(host: Host) -> None:
    """Prints what changes: the state of the night, and new messages."""
    from mingg_host.club.host import CONNECTING

    line, known = "", set[str]()
    while host.trouble == CONNECTING:  # no trouble yet; a connection that fails says why
        await asyncio.sleep(0.05)
    async for shown in host.watch():
        now = _line(shown)
        if now != line:
            line = now
            click.echo(now)
        for message in shown.messages:
            if message.key not in known:
                known.add(message.key)
                click.echo(printable(f"  {message.text} {message.next}"))
        known &= {message.key for message in shown.messages}


def _line(shown: NightView) -> str:
    here = sum(table.state == "here" for table in shown.tables)
    played = sum(table.played for table in shown.tables)
    of = f" of {shown.sittings}" if shown.sittings else ""
    deals = f" of {sum(table.deals for table in shown.tables)}" if shown.deals else ""
    return (
        f"{shown.state}: sitting {shown.sitting}{of}, {played}{deals} deals, {here} of {len(shown.tables)} tables here"
        if shown.sitting
        else f"{shown.state}: {len(shown.players)} players"
    )
