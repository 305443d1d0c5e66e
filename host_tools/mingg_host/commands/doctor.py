"""`mingg doctor`: says what works on this machine, and what to do about the rest."""

from __future__ import annotations

import os
import platform
import sys
import webbrowser
from collections.abc import Callable, Iterator
from shutil import get_terminal_size

import click

from mingg_host.commands.options import json_option, write_json
from mingg_host.commands.play import look_at_terminal
from mingg_host.common import VERSION, extras, programs
from mingg_host.common.output import Failure, printable
from mingg_host.connection import ports
from mingg_host.device.headless import find_vm
from mingg_host.device.terminal import chosen, too_small

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
    findings = [{"name": name, "works": bool(found), "text": found or advice} for name, found, advice in _looked_for()]
    system = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    if as_json:
        write_json({"mingg": VERSION, "system": system, "findings": findings})
    else:
        click.echo(f"Mingg {VERSION}, {system}\n")
        for line in findings:
            click.echo(printable(f"{'works' if line['works'] else 'no':<7}{line['name']:<20}{line['text']}"))
    sys.exit(0 if any(line["works"] for line in findings if line["name"] in ("browser", "terminal")) else 1)


def _looked_for() -> Iterator[tuple[str, str, str]]:
    """Yields what was looked for, which one is there ("" if none is), and what to do."""
    yield "browser", _browser(), NO_BROWSER
    yield "terminal", *_tried(_terminal)
    yield "board", *_tried(_board)
    yield "broker", str(programs.find() or ""), programs.NO_BROKER
    yield "MicroPython", *_tried(lambda: str(find_vm()))
    for name in extras.MODULES:
        yield f"extra {name}", "installed" if name in extras.present() else "", f"Run: {extras.command(name)}"


def _tried(look: Callable[[], str]) -> tuple[str, str]:
    """Returns which one is there, or why none is."""
    try:
        return look(), ""
    except ModuleNotFoundError as error:
        return "", extras.advice(error.name)
    except click.ClickException as error:
        return "", error.message


def _browser() -> str:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return ""
    return str(getattr(browser, "name", "") or type(browser).__name__)


def _terminal() -> str:
    look_at_terminal()
    size = columns, rows = get_terminal_size()
    drawn = chosen(size, None)
    if drawn is None:
        raise Failure(too_small(size, None))
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
