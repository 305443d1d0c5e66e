"""What the commands of `mingg club` share: their options, and how they refuse."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import click

from mingg_host.commands.paths import FILE, FOLDER
from mingg_host.common import disk
from mingg_host.common.failures import Refused

PORT, PORT_OR_NONE = click.IntRange(1, 65535), click.IntRange(0, 65535)


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
night_argument = click.argument("night", metavar="NIGHT", type=FILE)


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turns each failure of a night into one message."""
    from mingg_host.club.brokers import BrokerError, NoConnection
    from mingg_host.club.document import DocumentError
    from mingg_host.club.joining import BadMembership
    from mingg_host.club.records import BookError
    from mingg_host.club.view import ActionError

    try:
        yield
    except NoConnection as error:
        raise Refused(f"the broker does not answer: {error}. Check its address and the password.") from None
    except (BookError, BrokerError, DocumentError, ActionError, BadMembership) as error:
        raise Refused(*str(error).split("\n")) from None
    except disk.Busy:
        raise Refused("Another `mingg club run` runs this club on this computer. End it first.") from None
