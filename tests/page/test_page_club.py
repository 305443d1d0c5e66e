"""The page as a device of a club: MQTT over websockets, with the broker that `mingg club run` starts.

What the broker has must in the end be the lines of the ledger in the browser's storage, byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from help.brokers import BASE, CLUB, TABLE, USERS, Reader
from help.named_keys import DRAW
from mingg_club import phone
from mingg_club.brokers import Broker, Credentials, free_port
from mingg_club.joining import Membership, link, web_address
from mingg_host.simulator.serve import HOST, beside

pytestmark = [pytest.mark.e2e, pytest.mark.mosquitto]


class Club:
    """A broker with a listener for pages, the page, and the link to the table."""

    def __init__(self, folder: Path) -> None:
        self.web_port = free_port()
        self.broker = Broker(Credentials(CLUB, dict(USERS)), folder, free_port(), self.web_port, HOST)
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
    with beside(HOST, 0, phone.site(club.member.web)) as port:
        club.page = f"http://{HOST}:{port}/"
        yield club
    club.broker.stop()


def lines(device: Any) -> dict[tuple[int, int, int], bytes]:
    """Returns the lines of the ledgers there by (evening, segment, number): of several heads the last one."""
    found = {}
    for name, text in sorted(device.files().items()):
        evening, dash, segment = name.removesuffix(".txt").partition("-")
        if dash and evening.isdecimal():
            for line in filter(None, text.encode("latin-1").split(b"\n")):
                found[int(evening), int(segment), int(line.partition(b" ")[0])] = line
    return found


def line_of_club(device: Any) -> str:
    return str(device.page.locator("#club span").inner_text())


def test_a_page_plays_in_a_club_whatever_fails(club: Club, visit: Callable[..., Any]) -> None:
    """A deal arrives byte for byte; also one from the time without a broker, after the page was loaded again."""
    device = visit(club.link()).open()
    device.waits_for("Ann 2000")
    assert line_of_club(device) == "Table 3 of tuesday."
    assert "#" not in device.page.url
    device.page.clock.resume()  # from here on, others wait for the page
    reader = Reader(club.broker.port)
    reader.here(state="on")
    device.press(DRAW)
    reader.until(lambda: len(lines(device)) == 2 and reader.records() == lines(device), "the first deal")
    reader.ask("a1", do="pay", **{"from": "Ann", "to": "Bo", "points": 30})
    assert reader.answer("a1")["done"]
    own = reader.here(state="on")["device"]
    reader.until(lambda: reader.records() == lines(device), "the payment")

    club.kill()
    device.press(DRAW)
    assert len(lines(device)) == 4
    device.page.reload()  # between commit and publish
    device.waits_for("Ann 1970")
    device.press(DRAW)
    club.broker.start()
    reader.close()
    reader = Reader(club.broker.port)
    reader.until(lambda: reader.records() == lines(device), "the deals of the time without a broker")
    reader.here(state="on", unkept={"1": 4}, records=4, device=own)
    check = 0
    for number in range(1, 5):
        check = crc32(reader.records()[1, 0, number].split()[1], check)
    kept = {"1": [4, f"{check:08x}"]}
    reader.publish(f"{BASE}kept/{own}", json.dumps(kept).encode())
    reader.here(state="on", unkept={}, queued=0, device=own)
    assert len(reader.records()) == 5
    device.page.close()
    reader.here(state="away")
    reader.close()
    assert [text for text in device.complaints if "WebSocket" not in text] == []


def test_a_page_says_that_its_names_are_samples_until_its_players_are_seated(
    club: Club, visit: Callable[..., Any]
) -> None:
    device = visit(club.link()).open()
    device.says("Until then the names are samples.")
    device.page.clock.resume()  # from here on, others wait for the page
    reader = Reader(club.broker.port)
    reader.here(state="on")
    reader.ask("s1", do="seat", sitting=1, names=["Eve", "Flo", "Gus", "Hal"], rules="babcock", options={}, deals=4)
    device.waits_for("E Eve")
    device.press("a")
    device.waits_for("Eve 2000")
    device.says("First step: press the arrow")
    reader.close()


def test_a_page_refuses_a_link_without_sense_and_leaves_a_club(club: Club, visit: Callable[..., Any]) -> None:
    """Over http from another machine, browsers keep no page; they tell it so."""
    device = visit(f"{club.page}#club=tuesday&table=5000&port=x").open(
        "Object.defineProperty(window, 'isSecureContext', { value: false });"
    )
    assert device.becomes_true(lambda: "joins no table" in line_of_club(device))
    assert "club.txt" not in device.files()
    device.page.goto(club.link())  # only the part behind # differs
    assert device.becomes_true(lambda: line_of_club(device).startswith("Table 3 of tuesday."))
    assert "Leave this page open" in line_of_club(device)
    kept = json.loads(device.files()["club.txt"].split(" ", 2)[2])
    assert (kept["table"], kept["password"]) == (TABLE, club.member.password)
    device.button("leave the club").click()
    assert device.becomes_true(lambda: "club.txt" not in device.files())
    device.waits_for("Ann 2000")
    assert not device.page.locator("#club").is_visible()
    device.page.reload()
    device.waits_for("Ann 2000")
    assert not device.page.locator("#club").is_visible()
