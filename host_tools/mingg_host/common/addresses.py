"""The names and addresses of this computer."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

ALL = ("0.0.0.0", "::", "")  # listen at every address


def own_address() -> str:
    """Returns this computer's numeric address in its network; 127.0.0.1 without one. It sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; UDP connects without a packet
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def in_url(address: str) -> str:
    """Returns an address as a URL has it."""
    return f"[{address}]" if ":" in address else address


def is_own_name(host: str) -> bool:
    """True if a browser that sends this host means this computer: a numeric address, or its name.

    A stranger's site may point its own name to this computer (DNS rebinding). Its scripts could then read the pages. A
    numeric address cannot be such a name.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    if name in ("localhost", own, short, f"{short}.local"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
