"""The end of a command that Ctrl-C stopped."""

from __future__ import annotations

import click

from mingg_host.common.interrupts import STATUS


class Stopped(click.ClickException):
    """Ctrl-C. The message says what is left unfinished."""

    exit_code = STATUS
