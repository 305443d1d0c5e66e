"""`mingg doctor`: says what works on this machine, and what to do about the rest."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import webbrowser
from collections.abc import Callable
from functools import partial

import click

from mingg_host.club import brokers
from mingg_host.commands.options import json_option, write_json
from mingg_host.commands.play import look_at_terminal
from mingg_host.common import VERSION, extras
from mingg_host.common.failures import Failure
from mingg_host.common.output import printable
from mingg_host.connection import ports
from mingg_host.device.headless import find_vm
from mingg_host.device.terminal import screen

NO_BROWSER = "Install one. Or start `mingg sim --host 0.0.0.0` and open its address on a phone in this network."


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
    found = {name: _tried(check) for name, check in CHECKS.items()}
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    if as_json:
        findings = [{"name": name, "works": works, "text": text} for name, (works, text) in found.items()]
        write_json({"mingg": VERSION, "system": system, "findings": findings})
    else:
        click.echo(f"Mingg {VERSION}, {system}\n")
        for name, (works, text) in found.items():
            click.echo(printable(f"{'works' if works else 'no':<7}{name:<20}{text}"))
    sys.exit(0 if found["browser"][0] or found["terminal"][0] else 1)


def _tried(check: Callable[[], object]) -> tuple[bool, str]:
    """Returns whether something works here, and which one it is, or what to do."""
    try:
        return True, str(check())
    except ModuleNotFoundError as error:
        return False, extras.advice(error.name)
    except click.ClickException as error:
        return False, error.message


def _browser() -> object:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        raise Failure(NO_BROWSER) from None
    return getattr(browser, "name", "") or type(browser).__name__


def _terminal() -> str:
    look_at_terminal()
    columns, rows = shutil.get_terminal_size()
    drawn = screen.chosen((columns, rows), None)
    if drawn is None:
        raise Failure(screen.too_small((columns, rows), None))
    return f"{columns} x {rows}; mingg play draws with {drawn} letters"


def _board() -> str:
    found = ports.serial_ports()
    if not found:
        waiting = ports.in_bootsel()
        raise Failure(ports.waits_for_image(waiting) if waiting else ports.NO_BOARD)
    closed = [str(port.device) for port in found if os.name != "nt" and not os.access(port.device, os.R_OK | os.W_OK)]
    if closed:
        raise Failure(ports.why_not(closed[0]))
    return ", ".join(f"{port.device} ({port.description})" for port in found)


def _broker() -> str:
    found = [str(path) for path in map(brokers.find, brokers.KINDS) if path is not None]
    if not found:
        raise Failure(brokers.no_broker())
    return ", ".join(found)


def _extra(name: str) -> str:
    if name not in extras.present():
        raise Failure(f"Run: {extras.command(name)}")
    return "installed"


# Each returns which one is there, or raises what to do.
CHECKS: dict[str, Callable[[], object]] = {
    "browser": _browser,
    "terminal": _terminal,
    "board": _board,
    "broker": _broker,
    "MicroPython": lambda: find_vm(),
    **{f"extra {name}": partial(_extra, name) for name in extras.MODULES},
}
