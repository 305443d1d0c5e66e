"""What ends a command with a message. Errors that a person can mend are failures: no command has to catch them."""

from __future__ import annotations

import click

from mingg_host.common.interrupts import STATUS
from mingg_host.common.output import printable


class Failure(click.ClickException):
    """Something did not work. The message says what, and what to do. lines: of the message; control characters in them
    are escaped."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(printable, lines)))


class Refused(Failure):
    """An input is wrong, a file would be overwritten, or something does not answer."""

    exit_code = 2


class Stopped(Failure):
    """Raised after Ctrl-C. The message says what is left unfinished."""

    exit_code = STATUS
