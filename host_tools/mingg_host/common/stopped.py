"""Ends a command after Ctrl-C."""

from __future__ import annotations

import click

from mingg_host.common.interrupts import STATUS


class Stopped(click.ClickException):
    """Raised after Ctrl-C. The message says what is left unfinished."""

    exit_code = STATUS
