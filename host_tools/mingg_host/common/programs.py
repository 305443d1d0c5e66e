"""Programs of this computer that Mingg may use."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

MOSQUITTO = "mosquitto"
NO_BROKER = (
    "There is no broker on this computer. Install Mosquitto (Debian: sudo apt install mosquitto; macOS: brew"
    " install mosquitto)"
)
_BESIDE = ("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin")  # where systems put servers, often not on the path


def find(program: str = MOSQUITTO) -> Path | None:
    """Returns a program: beside this Python, on the path, or where systems put servers."""
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", ""), *_BESIDE])
    found = shutil.which(program, path=places)
    return Path(found) if found else None
