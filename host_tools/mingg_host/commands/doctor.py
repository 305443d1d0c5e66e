"""`mingg doctor`: says what works on this machine, and what to do about the rest."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import webbrowser
from typing import NamedTuple

import click
from mingg import VERSION

from mingg_host.club import brokers
from mingg_host.commands.options import json_option, write_json
from mingg_host.commands.play import look_at_terminal
from mingg_host.common import extras
from mingg_host.common.output import printable
from mingg_host.connection import ports
from mingg_host.device.headless import VMError, find_vm
from mingg_host.device.terminal import chosen, too_small

NO_BROWSER = "Install one. Or start `mingg sim --host 0.0.0.0` and open its address on a phone in this network."


class Finding(NamedTuple):
    """name: what was looked for. works: it is there. text: which one, or what to do."""

    name: str
    works: bool
    text: str


@click.command
@json_option
def doctor(as_json: bool) -> None:
    """Say what works on this machine, and what to do about the rest.

    It looks for a browser, a terminal that is large enough, the broker of a club night, a connected board, MicroPython
    for this PC, and the extras of Mingg. It changes nothing. Scoring works everywhere and needs none of them.

    \b
    Examples:
      mingg doctor
      mingg doctor --json

    Exit status: 0; 1 if there is no way to play here: no browser, and no terminal that is good enough.
    """
    found = [_browser(), _terminal(), _board(), _broker(), _micropython(), *map(_extra, extras.MODULES)]
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    if as_json:
        write_json({"mingg": VERSION, "system": system, "findings": [each._asdict() for each in found]})
    else:
        click.echo(f"Mingg {VERSION}, {system}\n")
        for finding in found:
            click.echo(printable(f"{'works' if finding.works else 'no':<7}{finding.name:<20}{finding.text}"))
    playable = any(finding.works for finding in found if finding.name in ("browser", "terminal"))
    sys.exit(0 if playable else 1)


def _browser() -> Finding:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return Finding("browser", False, NO_BROWSER)
    return Finding("browser", True, str(getattr(browser, "name", "") or type(browser).__name__))


def _terminal() -> Finding:
    try:
        look_at_terminal()
    except click.ClickException as error:
        return Finding("terminal", False, error.message)
    columns, rows = shutil.get_terminal_size()
    size = columns, rows
    drawn = chosen(size, None)
    if drawn is None:
        return Finding("terminal", False, too_small(size, None))
    return Finding("terminal", True, f"{size[0]} x {size[1]}; mingg play draws with {drawn} letters")


def _board() -> Finding:
    try:
        found = ports.serial_ports()
    except ModuleNotFoundError as error:
        return Finding("board", False, extras.advice(error.name))
    if not found:
        waiting = ports.in_bootsel()
        return Finding("board", False, ports.waits_for_image(waiting) if waiting else ports.NO_BOARD)
    closed = [str(port.device) for port in found if os.name != "nt" and not os.access(port.device, os.R_OK | os.W_OK)]
    if closed:
        return Finding("board", False, ports.why_not(closed[0]))
    return Finding("board", True, ", ".join(f"{port.device} ({port.description})" for port in found))


def _broker() -> Finding:
    found = [str(path) for path in map(brokers.find, brokers.KINDS) if path is not None]
    return Finding("broker", bool(found), ", ".join(found) or brokers.no_broker())


def _micropython() -> Finding:
    try:
        return Finding("MicroPython", True, str(find_vm()))
    except VMError as error:
        return Finding("MicroPython", False, str(error))


def _extra(name: str) -> Finding:
    works = name in extras.present()
    return Finding(f"extra {name}", works, "installed" if works else f"Run: {extras.command(name)}")
