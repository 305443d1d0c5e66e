"""What the commands share: options, reading and writing the files they name, answering in JSON, refusing what is wrong.

`mingg score` names no file that it writes. It starts faster without pathlib and disk, which are loaded when needed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click
from mingg.lang import ENGLISH
from mingg_scoring.json_text import MinggError, brief
from mingg_scoring.texts import languages

from mingg_host.common.output import Refused, not_read, write, write_data

if TYPE_CHECKING:
    from pathlib import Path

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

rule_options = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the rule set; repeatable.",
)
port_option = click.option(
    "--port",
    metavar="PORT",
    help="The board's serial port, for example /dev/ttyACM0.  [default: the only connected board]",
    type=click.Path(readable=False),
)
language_option = click.option(
    "--language",
    type=click.Choice(languages()),
    help="Write in this language.  [default: that of the system's locale, or English]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
json_errors_option = click.option("--json", "as_json", is_flag=True, help="Print an error as JSON, too.")


def language_of(chosen: str | None) -> str:
    """Returns the language of a text for people: the chosen one, or that of the locale if it is known."""
    named = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return chosen or (named[:2] if named[:2] in languages() else ENGLISH)


class _Path(click.Path):
    """A file or a folder. The command gets a pathlib.Path."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        from pathlib import Path

        return Path(os.fsdecode(super().convert(value, param, ctx)))


FILE = _Path(dir_okay=False)
FOLDER = _Path(file_okay=False)
PATH = _Path()

archive_option = click.option(
    "--archive", metavar="FILE", type=PATH, help="Use this file as the archive.  [default: your own archive]"
)


def output_option(what: str, metavar: str = "FILE", required: bool = False) -> Callable[[F], F]:
    """Adds `-o` and `--force`, which the command gets as `output` (a path or None) and `force`. what: the help.

    A command that writes a file names it with `-o`, and does not overwrite it without `--force`."""
    kind = {"FILE": FILE, "FOLDER": FOLDER}.get(metavar, PATH)

    def add(command: F) -> F:
        force = click.option("--force", is_flag=True, help="Overwrite what -o names.")
        named = click.option("-o", "--output", metavar=metavar, type=kind, required=required, help=what)
        return named(force(command))

    return add


def ledger_option(what: str) -> Callable[[F], F]:
    """Adds --ledger, a folder that represents the device's flash. what: the help."""
    return click.option("--ledger", metavar="FOLDER", type=FOLDER, help=what)


def read_bytes(file: str) -> bytes:
    """Returns all bytes of a file, or of standard input for "-". Raises Refused."""
    return b"".join(read_lines(file))


def read_lines(file: str) -> Iterator[bytes]:
    """Yields the lines of a file, or of standard input for "-", each as soon as it comes. Raises Refused."""
    try:
        if file != "-":
            with open(file, "rb") as lines:
                yield from lines
        elif sys.stdin is None:
            raise OSError("standard input is closed. Name a file.")
        else:
            yield from sys.stdin.buffer
    except OSError as error:
        raise Refused(not_read(error, file)) from error


def write_json(value: Any) -> None:
    """Prints a value for --json."""
    write_data(json.dumps(value, ensure_ascii=False).encode() + b"\n")


def refuse_to_overwrite(paths: Iterable[Path], force: bool) -> None:
    """Raises Refused if a file, or a folder with something in it, is there, and --force is not."""
    from mingg_host.common import disk

    taken = None if force else next(filter(disk.is_taken, paths), None)
    if taken is not None:
        kind = "this folder is not empty" if taken.is_dir() else "this file exists"
        raise Refused(f"{taken}: {kind}. Name another place, or add --force.")


def write_files(contents: Mapping[Path, bytes], force: bool, secret: bool = False, below: Path | None = None) -> None:
    """Writes all files, or none. secret, below: see disk.put_all(). Raises Refused."""
    from mingg_host.common import disk

    refuse_to_overwrite((path for path in contents if not path.is_dir()), force)
    with disk.told(next(iter(contents))):
        disk.put_all(contents, secret=secret, below=below)


# ---- refusing ----


def refuse(*errors: MinggError, as_json: bool, before: str = "", place: str | None = None) -> NoReturn:
    """before: what a line of text begins with, such as a file. place: in words, if the JSON was made of what was
    typed."""
    from mingg_scoring.score_sheet import in_words

    if as_json:
        for error in errors:
            click.echo(json.dumps(error.to_json()), err=True)
        sys.exit(2)
    error = errors[0]
    at, message = brief(error.at), error.message
    if place is not None:
        from mingg_host.scoring.typed import said

        at, message = place, said(message)
    parts = (before, f"line {error.line}" if error.line else "", at, in_words(message))
    raise Refused(": ".join(filter(None, parts)))


def answer_to(file: str, answer: Callable[[bytes], T], as_json: bool) -> T:
    """Returns the answer to what is in a file. Ends the command if it cannot be read, or is wrong."""
    try:
        return answer(read_bytes(file))
    except MinggError as error:
        refuse(error, as_json=as_json, before="" if file == "-" else file)


def answer_lines(file: str, answer: Callable[[bytes], dict[str, Any]]) -> NoReturn:
    """Prints an answer or an error for each line of a file. Ends the command with status 1 if a line is wrong."""
    status = 0
    lines: Iterable[bytes] = filter(bytes.strip, read_lines(file))
    # Answers in a terminal show by themselves how far the command is; standard input may come line by line.
    if file != "-" and sys.stderr.isatty() and not sys.stdout.isatty():
        from mingg_host.common.printing import counted_off

        lines = counted_off(lines, "scoring")
    for line in lines:
        try:
            answered: dict[str, Any] = answer(line)
        except MinggError as error:
            answered, status = error.to_json(), 1
        sys.stdout.write(json.dumps(answered) + "\n")
        if file == "-":
            sys.stdout.flush()  # who sends line by line may wait for it
    write("")
    sys.exit(status)
