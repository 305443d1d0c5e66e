"""The page as a device of a club: MQTT over websockets, with the broker that `mingg club run` starts.

What the broker has must in the end be the lines of the ledger in the browser's storage, byte for byte.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mingg_host.club.brokers import Broker, Credentials, free_port
from mingg_host.club.joining import Membership, link, web_address
from mingg_host.common import places
from mingg_host.simulator.serve import HOST, Site, beside

sys.path.append(str(Path(__file__).parents[1] / "host"))

from brokers import CLUB, TABLE, USERS, Reader, eventually

pytestmark = [pytest.mark.e2e, pytest.mark.mosquitto]

LEDGER = "mingg:/flash/ledger/"
READ = f"""() => Object.fromEntries(Object.entries(localStorage)
  .filter(([name]) => name.startsWith("{LEDGER}")).map(([name, text]) => [name.slice({len(LEDGER)}), text]))"""


class Club:
    """A broker with a listener for pages, the page, and the link to the table."""

    def __init__(self, folder: Path) -> None:
        self.web_port = free_port()
        self.broker = Broker(Credentials(CLUB, dict(USERS)), folder, free_port(), self.web_port, HOST, "mosquitto")
        user = f"table-{TABLE}"
        web = web_address(HOST, self.web_port)
        self.member = Membership(CLUB, TABLE, HOST, self.broker.port, user, USERS[user], web=web)
        self.page = ""
        self.broker.start()

    def link(self, **changes: Any) -> str:
        return link(self.page, self.member._replace(**changes))

    def kill(self) -> None:
        assert self.broker.process is not None
        self.broker.process.kill()
        self.broker.process.wait()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    club = Club(tmp_path / "broker")
    with beside(HOST, 0, Site(places.package(), broker=club.member.web)) as port:
        club.page = f"http://{HOST}:{port}/"
        yield club
    club.broker.stop()


def files(device: Any) -> dict[str, str]:
    """Returns the files of the device's flash in the browser's storage."""
    found: dict[str, str] = device.page.evaluate(READ)
    return found


def lines(device: Any) -> dict[tuple[int, int, int], bytes]:
    """Returns the lines of the ledgers there by (evening, segment, number): of several heads the last one."""
    found = {}
    for name, text in sorted(files(device).items()):
        evening, dash, segment = name.removesuffix(".txt").partition("-")
        if dash and evening.isdecimal():
            for line in filter(None, text.encode("latin-1").split(b"\n")):
                found[int(evening), int(segment), int(line.partition(b" ")[0])] = line
    return found


def draw(device: Any) -> None:
    """Enters a deal that nobody won, and goes back to Table."""
    before = len(lines(device))
    device.press("a", "up", "a")
    assert device.becomes_true(lambda: len(lines(device)) > before)
    device.press("a")


def line_of_club(device: Any) -> str:
    return str(device.page.locator("#club span").inner_text())


def test_a_page_plays_in_a_club_whatever_fails(club: Club, visit: Callable[..., Any]) -> None:
    """A deal arrives byte for byte; also one from the time without a broker, after the page was loaded again."""
    device = visit(club.link()).open()
    device.waits_for("Ann 2000")
    assert line_of_club(device) == "Table 3 of tuesday."
    assert "#" not in device.page.url
    reader = Reader(club.broker.port)
    reader.here(state="on")
    draw(device)
    reader.until(lambda: reader.records() == lines(device), "the first deal")
    assert len(reader.records()) == 2
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    assert reader.answer("a1")["done"]
    own = reader.here(state="on")["device"]
    reader.until(lambda: reader.records() == lines(device), "the payment")

    club.kill()
    draw(device)
    assert len(lines(device)) == 4
    device.page.reload()  # between commit and publish
    device.waits_for("Ann 1970")
    draw(device)
    club.broker.start()
    reader.close()
    reader = Reader(club.broker.port)
    reader.until(lambda: reader.records() == lines(device), "the deals of the time without a broker")
    reader.here(state="on", queued=0, records=4, device=own)
    assert len(reader.records()) == 5
    device.page.close()
    reader.here(state="away")
    reader.close()
    assert [text for text in device.complaints if "WebSocket" not in text] == []


def test_a_page_leaves_a_club_and_refuses_a_link_without_sense(club: Club, visit: Callable[..., Any]) -> None:
    visitor = visit(f"{club.page}#club=tuesday&table=5000&port=x")
    device = visitor.open()
    assert device.becomes_true(lambda: "joins no table" in line_of_club(device))
    assert "club.txt" not in files(device)
    device.page.goto(club.link())  # only the part behind # differs
    assert device.becomes_true(lambda: line_of_club(device) == "Table 3 of tuesday.")
    kept = json.loads(files(device)["club.txt"].split(" ", 2)[2])
    assert (kept["table"], kept["password"]) == (TABLE, club.member.password)
    device.page.get_by_role("button", name="leave the club").click()
    assert device.becomes_true(lambda: "club.txt" not in files(device))
    device.waits_for("Ann 2000")
    assert not device.page.locator("#club").is_visible()
    device.page.reload()
    device.waits_for("Ann 2000")
    assert not device.page.locator("#club").is_visible()


def test_a_page_without_a_club_opens_no_socket(visit: Callable[..., Any], address: str) -> None:
    sockets: list[Any] = []
    visitor = visit(address)
    visitor.context.on("page", lambda page: page.on("websocket", sockets.append))
    device = visitor.open()
    draw(device)
    assert sockets == []


def test_the_page_says_when_it_cannot_be_loaded_without_the_host(club: Club, visit: Callable[..., Any]) -> None:
    """Over http from another machine, browsers keep no page; they tell it so."""
    visitor = visit(club.link())
    visitor.context.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });")
    device = visitor.open()
    assert device.becomes_true(lambda: "Leave this page open" in line_of_club(device))
    eventually(lambda: b"table-3" in club.broker.log.read_bytes(), "the page has logged in")
