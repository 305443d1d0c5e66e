"""What the commands of `mingg club` share: their options, and how they refuse."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from mingg_host.common import disk, locks
from mingg_host.common.output import printable
from mingg_host.evenings.archive import ArchiveError

PORT, PORT_OR_NONE = click.IntRange(1, 65535), click.IntRange(0, 65535)
FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)


def refuse_to_overwrite(files: Iterable[Path], force: bool) -> None:
    """Raises Refused if one of the files exists, unless the user wants that."""
    message = "" if force else disk.in_the_way(files)
    if message:
        raise Refused(printable(message))


class Refused(click.ClickException):
    """An input is wrong, or something does not answer."""

    exit_code = 2


folder_option = click.option(
    "--folder",
    metavar="FOLDER",
    type=FOLDER,
    help="Keep nights and credentials here.  [default: the folder club in Mingg's data]",
)
broker_option = click.option(
    "--broker",
    metavar="HOST[:PORT]",
    help="Use this broker.  [default: run: start one; others: the one on this computer]",
)
credentials_option = click.option(
    "--credentials",
    metavar="FILE",
    type=FILE,
    help="The passwords, as `mingg club mosquitto` writes them.  [default: those in --folder]",
)
force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")
night_argument = click.argument("night", metavar="NIGHT", type=FILE)


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turns each failure of a night into one message."""
    from mingg_host.club.brokers import BrokerError, NoConnection
    from mingg_host.club.document import DocumentError
    from mingg_host.club.joining import BadMembership
    from mingg_host.club.night import NightError
    from mingg_host.club.records import BookError
    from mingg_host.club.view import ActionError

    try:
        yield
    except NoConnection as error:
        raise Refused(printable(f"the broker does not answer: {error}. Check its address and the password.")) from None
    except (NightError, BookError, BrokerError, DocumentError, ActionError, BadMembership, ArchiveError) as error:
        raise Refused("\n".join(map(printable, str(error).split("\n")))) from None
    except locks.Busy:
        raise Refused("Another `mingg club run` runs this club on this computer. End it first.") from None
