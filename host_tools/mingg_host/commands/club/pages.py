"""The ports of the web pages of a night."""

from __future__ import annotations

import socket

from mingg_host.commands.options import Refused
from mingg_host.common.output import printable

WEB_PAGES = 8080
DEVICE_PAGE = 8000


def open_listener(bind: str, port: int) -> socket.socket:
    """Opens the port of the web pages, before anything begins."""
    from mingg_host.club.web import NoPort, listen

    try:
        return listen(bind, port)
    except NoPort as error:
        raise Refused(printable(f"{error}. Choose another port with --page-port.")) from None
