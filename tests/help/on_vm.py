"""What runs on MicroPython's VM, as sources: without what only types need."""

from pathlib import Path

from mingg_host.common import places
from mingg_host.common.untyped import copied

HOST = Path(__file__).parents[2] / "host_tools"


def interchange(out: Path) -> None:
    copied(HOST / "mingg_scoring" / "interchange", out / "mingg_scoring")


def sources(out: Path) -> Path:
    """Copies the firmware, the interchange of the library and the page's part into a folder. Returns the folder."""
    interchange(out)
    copied(HOST / "mingg_host" / "simulator" / "page" / "browser", out)
    return copied(places.package(), out)
