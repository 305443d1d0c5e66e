"""Key presses beside a busy link: from the key to the picture on the MicroPython VM, with real sockets.

Two devices of the same build take turns: one alone, one whose link publishes all the time. Needs Debian's Mosquitto.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from collections.abc import Callable
from pathlib import Path

import mingg_host
from mingg_host.club.joining import write
from mingg_host.common import places
from mingg_host.common.output import Failure
from mingg_host.deploy import build
from mingg_host.device.headless import find_vm

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from help.brokers import KEYS, Broker, Device, member  # noqa: E402 - the path comes first

DEALS = 8
ROUNDS = 9


def measure(folder: Path, line: Callable[[str, str], None]) -> None:
    print("From a key to the picture on the MicroPython VM, real sockets: alone, and with a busy link")
    mosquitto = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/opt/homebrew/sbin")
    try:
        if mosquitto is None:
            print("  not measured: this machine has no mosquitto")
            return
        results, longest = _measure(find_vm(), Path(mosquitto), folder / "link")
    except Failure as error:
        print(f"  not measured: {error}")
        return
    for what, (alone, busy) in results.items():
        line(f"{what}, microseconds, median of the best of {ROUNDS} rounds", f"{alone:,.0f}; {busy:,.0f}")
    line("longest step of the link, microseconds", f"{longest:,}")


def _measure(vm: Path, mosquitto: Path, folder: Path) -> tuple[dict[str, tuple[float, float]], int]:
    """Returns the median times of {what is drawn: (alone, with a busy link)}, and the longest step of the link."""
    rig = Path(mingg_host.__file__).parent / "device" / "vm"
    build.build(
        places.boards()["pico_2_w"], folder / "build", [*sorted(rig.glob("*.py")), TESTS / "club" / "linked_vm.py"]
    )
    broker = Broker(mosquitto, folder / "broker")
    try:
        alone, linked = folder / "alone", folder / "linked"
        alone.mkdir()
        write(linked, member(broker.port))
        with Device(vm, folder / "build", alone, 1) as first, Device(vm, folder / "build", linked, 1) as second:
            second.until(lambda state: state["link"] == "on", "the link is on")
            for device in (first, second):
                for _ in range(DEALS):
                    device.draw()
            second.tell("again")
            second.until(lambda state: state["reads"], "records are published again")
            results = {"another screen": _times(first, second, ["a", "b"])}
            for device in (first, second):
                device.tell({"hold": KEYS["b"]})
                device.screen("Keys")
                device.press("a")
                device.screen("Menu")
                device.press("up")
                device.screen("Menu")
            results["another row"] = _times(first, second, ["up", "down"])
            longest: int = second.state()["longest_us"]
        return results, longest
    finally:
        broker.close()


def _times(alone: Device, linked: Device, keys: list[str]) -> tuple[float, float]:
    request = {"times": 8, "keys": [KEYS[key] for key in keys]}
    best = [0.0, 0.0]
    for _ in range(ROUNDS):
        for i, device in enumerate((alone, linked)):
            median = statistics.median(row[0] for row in device.ask(request, 60))
            best[i] = min(best[i] or median, median)
    return best[0], best[1]
