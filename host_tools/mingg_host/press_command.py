"""`mingg press`: press keys of the device, see its screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click
from mingg.hal.keys import KEY_NAMES

from mingg_host.headless import Device, Headless, HeadlessVM, VMError

Action = Callable[[Device], None]


def actions(words: Sequence[str]) -> list[Action]:
    """What a script of words does, one after the other. Raises ValueError for a word that means nothing."""
    done: list[Action] = []
    times = 1
    for word in words:
        if word[:1] == "x" and word[1:].isdecimal() and int(word[1:]) > 0:
            times = int(word[1:])
        else:
            done += [_action(word)] * times
            times = 1
    if times > 1:
        raise ValueError(f"nothing follows {words[-1]!r}")
    return done


def _action(word: str) -> Action:
    kind, colon, rest = word.partition(":")
    if not colon and kind in KEY_NAMES:
        return lambda device: device.press(kind)
    if kind == "hold" and rest in KEY_NAMES:
        return lambda device: device.hold(rest)
    if kind == "wait" and rest.isdecimal():
        return lambda device: device.wait(int(rest))
    raise ValueError(f"{word!r} is no key: {' '.join(KEY_NAMES)}, hold:up, wait:500, x3 before a key")


def _script(context: click.Context, parameter: click.Parameter, words: tuple[str, ...]) -> list[Action]:
    try:
        return actions(words)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command()
@click.argument("keys", nargs=-1, callback=_script)
@click.option("--png", type=click.Path(path_type=Path, dir_okay=False), help="Write the screen as a picture.")
@click.option(
    "--on",
    type=click.Choice(["cpython", "micropython"]),
    default="cpython",
    show_default=True,
    help="What runs the firmware.",
)
@click.option(
    "--ledger",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder that stands for the flash, kept for the next time.  [default: a new evening, forgotten]",
)
def press(keys: list[Action], png: Path | None, on: str, ledger: Path | None) -> None:
    """Switch the device on, press KEYS, print its screen.

    \b
    Example (Cy won, drew it, a pung of dragons in the hand):
      mingg press up up right right
      mingg press --png menu.png hold:b

    \b
    up down left right a b   tap a key
    hold:up                  hold it
    x3 up                    tap it three times
    wait:500                 let half a second pass
    """
    try:
        with (Headless if on == "cpython" else HeadlessVM)(ledger, strict=False) as device:
            for act in keys:
                act(device)
            for line in device.picture():
                click.echo(line)
            click.echo("\n".join(device.text()))
            for x, y, w, h in device.outside:
                click.echo(f"drawn outside the panel: {w} x {h} at {x}, {y}", err=True)
            if png is not None:
                device.png(png)
    except (VMError, OSError) as error:
        raise click.ClickException(str(error)) from error
