"""The ports of the web pages of a night."""

from __future__ import annotations

import socket

from mingg_host.common.failures import Refused

WEB_PAGES = 8080
DEVICE_PAGE = 8000


def open_listener(bind: str, port: int) -> socket.socket:
    """Opens the port of the web pages, before anything begins."""
    from mingg_host.common.web import listen

    try:
        return listen(bind, port)
    except OSError as error:
        why = f"port {port} of the web pages: {error.strerror}. Choose another port with --page-port."
        raise Refused(why) from None
