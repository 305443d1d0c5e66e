"""A night that `mingg club run` hosts, directed in a browser: a real broker, tables with the firmware, both pages."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("starlette", reason="the pages need the extra club")


from help.brokers import end_broker
from mingg_host.club import brokers, joining, nights
from mingg_host.club.night import Plan, as_toml
from mingg_host.club.rehearsal import SimulatedTable, Tables
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.mosquitto, pytest.mark.prove]

PATIENCE_MS = 60_000
NAMES = ("Ann", "Bo", "Cy", "<b>Di</b>", "Eve", "Flo", "Gus", "Hal")
MINGG = [sys.executable, "-u", "-c", "from mingg_host.entry import main; main()"]


class Night:
    """A night of two tables and one sitting of four deals, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "friday.toml"
        self.file.write_text(as_toml(Plan("Friday", "friday", "fixed", 1, 4, players=NAMES)))
        self.port, self.page = brokers.free_port(), brokers.free_port()
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Starts the host. Returns the address of the director's page, with the key."""
        words = ["--folder", self.folder / "club", "--no-archive", "--bind", "127.0.0.1"]
        words += ["--port", self.port, "--web-port", 0, "--page-port", self.page]
        self.process = subprocess.Popen(
            [*MINGG, "club", "run", str(self.file), *map(str, words)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.match(r"Director's page: (\S+#\S+)\n", line)
            if found:
                return found[1]
        raise AssertionError("it ended without an address")

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=30)
        return self.process.returncode

    def tables(self) -> Tables:
        """Returns two tables of players who enter a deal again and again."""
        users = brokers.read_credentials(nights.ClubFolder(self.folder / "club", "friday").credentials, "friday")
        return Tables(
            [
                SimulatedTable(
                    number, self.folder / f"table-{number}",
                    joining.member(users, number, "127.0.0.1", self.port), 1.2, Random(number),
                )
                for number in (1, 2)
            ]
        )  # fmt: skip

    def standing(self) -> dict[str, int]:
        words = ["club", "standing", str(self.file), "--json", "--folder", str(self.folder / "club")]
        text = subprocess.run([*MINGG, *words], check=True, capture_output=True, text=True).stdout
        return {player["player"]: player["points"] for player in json.loads(text)["players"]}


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Night]:
    night = Night(tmp_path)
    yield night
    if night.process is not None and night.process.poll() is None:
        try:
            night.stop()  # it ends its broker
        except subprocess.TimeoutExpired:
            night.process.kill()
            night.process.communicate()
    end_broker(tmp_path)


def shown(room: Page) -> dict[str, int]:
    """Returns the standing that the room page shows."""
    rows = room.locator("#standing li").all()
    return {row.locator(".who").inner_text(): int(row.locator(".won").inner_text().replace("−", "-")) for row in rows}


def test_a_night_is_directed_in_the_browser_and_continues_after_a_restart(hosted: Night, browser: Browser) -> None:
    with contextlib.ExitStack() as ends:
        address = hosted.start()
        context = ends.enter_context(browser.new_context(viewport={"width": 1280, "height": 720}))
        context.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        ends.callback(expect.set_options, timeout=5_000)
        room, director = context.new_page(), context.new_page()
        room.goto(f"http://127.0.0.1:{hosted.page}/")
        expect(room.locator("#standing li")).to_have_count(len(NAMES))
        director.goto(address)
        director.get_by_role("button", name="draw by lot").click()
        director.get_by_role("button", name="begin sitting 1").click()
        expect(room.locator("#places li")).to_have_count(len(NAMES))
        tables = hosted.tables()
        tables.start()
        ends.callback(tables.stop)
        expect(director.locator("#here")).to_contain_text("2 of 2 here")
        expect(room.locator(".card")).to_have_count(2)
        # The host ends in the middle of the sitting. The pages find the new one, and the new key is needed.
        assert hosted.stop() == 0
        expect(room.locator("#missing")).to_contain_text("No connection to the host")
        address = hosted.start()
        expect(director.get_by_label("Key")).to_be_visible()
        director.goto("about:blank")
        director.goto(address)
        expect(director.locator("#here")).to_contain_text("2 finished")
        expect(room.get_by_role("heading", name="Final standing")).to_be_visible()
        director.get_by_role("button", name="open table 1").click()
        expect(director.locator("#table > details")).to_have_count(4)
        assert tables.failed is None
        # A correction is counted, carried out by the device, and changes the room page.
        director.locator("#table summary").first.click()
        director.get_by_role("button", name="correct deal 1").click()
        director.get_by_label("winner").select_option("")
        director.get_by_role("button", name="what would it count?").click()
        expect(director.locator("#form [role=status]")).to_contain_text("Nobody wins")
        director.get_by_role("button", name="send the correction").click()
        expect(director.locator("#table summary").first).to_have_text("Deal 1: nobody wins (corrected)")
        expect(room.locator("#missing")).to_have_text("Nothing is missing.")
        assert hosted.stop() == 0
        expect(room.locator("#missing")).to_contain_text("No connection to the host")
        standing = shown(room)
        assert sum(standing.values()) == 0
        assert set(standing) == set(NAMES)
        assert hosted.standing() == standing
