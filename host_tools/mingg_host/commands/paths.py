"""The options that name files and folders. A command that writes one names it with `-o`, and does not overwrite it
without `--force`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from mingg_host.common import disk
from mingg_host.common.output import Refused

F = TypeVar("F", bound=Callable[..., Any])

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)

archive_option = click.option(
    "--archive",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Use this file as the archive.  [default: your own archive]",
)


def output_option(what: str, metavar: str = "FILE", required: bool = False) -> Callable[[F], F]:
    """Adds `-o` and `--force`, which the command gets as `output` (a path or None) and `force`. what: the help."""
    kind = {"FILE": FILE, "FOLDER": FOLDER}.get(metavar, click.Path(path_type=Path))

    def add(command: F) -> F:
        force = click.option("--force", is_flag=True, help="Overwrite what -o names.")
        named = click.option("-o", "--output", metavar=metavar, type=kind, required=required, help=what)
        return named(force(command))

    return add


def refuse_to_overwrite(paths: Iterable[Path], force: bool) -> None:
    """Raises Refused if a file, or a folder with something in it, is there, and --force is not."""
    taken = None if force else next(filter(disk.is_taken, paths), None)
    if taken is not None:
        kind = "this folder is not empty" if taken.is_dir() else "this file exists"
        raise Refused(f"{taken}: {kind}. Name another place, or add --force.")


def write_files(contents: Mapping[Path, bytes], force: bool, secret: bool = False, below: Path | None = None) -> None:
    """Writes all files, or none. secret, below: see disk.put_all(). Raises Refused."""
    refuse_to_overwrite((path for path in contents if not path.is_dir()), force)
    with disk.told(next(iter(contents))):
        disk.put_all(contents, secret=secret, below=below)
