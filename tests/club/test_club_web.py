"""The pages of a club night through the ASGI test client: who may do what, and attacks."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("segno", reason="the pages need the extra club")

from help.brokers import in_a_loop
from help.club_fake import EVIL, FakeNight, draft, looked, night, proposed, troubled
from mingg_club import view
from mingg_club.view import NightView
from mingg_club.web import app as pages
from mingg_club.web.feed import Channel, Feed, difference, event, for_room
from mingg_club.web.serving import serve
from mingg_host.common.web import listen
from starlette.testclient import TestClient

KEY = "the-key-of-tonight"
HERE = {"origin": "http://127.0.0.1:8080"}


class Visitor:
    """A browser at the pages of a night."""

    def __init__(self, shown: NightView) -> None:
        self.night = FakeNight(shown)
        self.pages = pages.Pages(self.night, Feed(self.night.watch), KEY)
        self.client = TestClient(self.pages.app(), "http://127.0.0.1:8080", follow_redirects=False)

    def enter(self, key: str = KEY, **headers: str) -> Any:
        return self.client.post("/director/enter", data={"key": key}, headers={**HERE, **headers})

    def act(self, action: Any, **headers: str) -> Any:
        return self.client.post("/director/act", json=action, headers={**HERE, **headers})


@pytest.fixture
def visitor() -> Visitor:
    return Visitor(night(3))


@pytest.fixture
def director(visitor: Visitor) -> Visitor:
    assert visitor.enter().status_code == 303
    return visitor


# ---- who may do what ----


@pytest.mark.parametrize(
    "path", ["/", "/director", "/static/room.js", "/static/room.html", "/nowhere", "/director/act"]
)
def test_every_answer_has_the_strict_policy(visitor: Visitor, path: str) -> None:
    headers = visitor.client.get(path).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_pages_have_no_inline_script_or_style_and_ask_no_other_server() -> None:
    for name, data in pages.Pages(FakeNight(night(1)), Feed(FakeNight(night(1)).watch), KEY).files.items():
        text = data.decode()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=[\"']|javascript:", text), name
        assert not re.search(r"(?:src|href)=\"(?!/)|url\(|innerHTML|insertAdjacent|document\.write", text), name


def test_the_key_opens_the_page_with_a_cookie_that_scripts_and_other_sites_do_not_get(visitor: Visitor) -> None:
    assert "Enter the key." in visitor.client.get("/director").text
    cookie = visitor.enter().headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Path=/director" in cookie
    assert KEY not in cookie
    assert "Needs you" in visitor.client.get("/director").text


def test_an_action_reaches_the_night_and_its_answer_the_page(director: Visitor) -> None:
    answer = director.act({"do": "end", "table": 2})
    assert (answer.status_code, answer.json()) == (200, {"done": "Done: end"})
    assert director.night.done == [{"do": "end", "table": 2}]
    director.night.refusal = "The sitting is over there already."
    answer = director.act({"do": "end", "table": 2})
    assert (answer.status_code, answer.json()["error"]) == (409, "The sitting is over there already.")


@pytest.mark.parametrize("key", ["wrong", "", "ä" * 50, "\x00", "<script>alert(1)</script>", KEY[:-1], KEY + "x"])
def test_a_wrong_key_opens_nothing(visitor: Visitor, key: str) -> None:
    answer = visitor.enter(key)
    assert answer.status_code == 403
    assert "<script>alert" not in answer.text
    assert visitor.act({"do": "end"}).status_code == 401


def test_what_is_the_directors_is_for_the_director_alone(visitor: Visitor) -> None:
    get, page = visitor.client.get, "/director"
    for path in ("part/code-1", "page/night.html", "join/1.svg", "events"):
        assert get(f"{page}/{path}").status_code == 401
    for path in ("act", "leave"):
        assert visitor.client.post(f"{page}/{path}", json={"do": "end"}, headers=HERE).status_code == 401
    assert visitor.night.done == []
    # A page may ask whether its stream is still open to it.
    assert [visitor.client.head(path).status_code for path in ("/events", "/director/events")] == [200, 401]
    visitor.enter()
    assert visitor.client.head("/director/events").status_code == 200
    assert get(f"{page}/part/code-1").json()["links"] == [["link", "https://mingg.example/?join=1"]]
    assert get(f"{page}/page/night.html").text == "<title>night</title>"
    code = get(f"{page}/join/1.svg")
    assert (code.headers["content-type"], code.headers["cache-control"]) == ("image/svg+xml", "no-store")
    assert b"<svg" in code.content
    tables = ("99", "01", "\u0661", "9" * 5000)
    for path in ("part/code-9", "page/code.html", *(f"join/{table}.svg" for table in tables)):
        assert get(f"{page}/{path}").status_code == 404
    assert visitor.client.post(f"{page}/leave", json={}, headers=HERE).status_code == 200
    assert visitor.act({"do": "draw"}).status_code == 401


ACT, ENTER, CLOSE = "/director/act", "/director/enter", b'{"do":"close"}'
PAGES = "/", "/events", "/static/room.js"
JSON, TEXT = {"content-type": "application/json"}, {"content-type": "text/plain"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
STRANGE = {**JSON, "host": "evil.example", "origin": "http://evil.example"}  # a name that a stranger points here
OTHERS = (
    *("http://evil.example", "null", "", "http://127.0.0.1:8080.evil.example"),
    *("http://127.0.0.1:8080@evil.example", "file://127.0.0.1:8080"),
)
BROKEN = b"", b"[]", b"nine", b'"close"', b"{", b"\xff\xfe", b"[" * 60_000, b'{"a":' * 9000


@pytest.mark.parametrize(
    ("status", "method", "path", "body", "headers"),
    [
        *((403, "post", ACT, CLOSE, {**JSON, "origin": origin}) for origin in OTHERS),
        *((403, "post", ENTER, f"key={KEY}".encode(), {**FORM, "origin": origin}) for origin in OTHERS),
        *((400, "post", ACT, CLOSE, {**JSON, "origin": origin}) for origin in ("http://[", "http://127.0.0.1:8080]")),
        *((421, "get", path, b"", STRANGE) for path in (*PAGES, "/director", "/director/events")),
        (421, "post", ACT, CLOSE, STRANGE),
        *((405, method, path, CLOSE, JSON) for method in ("post", "put", "patch", "delete") for path in PAGES),
        (415, "post", ACT, CLOSE, TEXT),  # all that a form of another site can send
        *((400, "post", ACT, body, JSON) for body in BROKEN),
        (400, "post", ENTER, b"&".join(b"field%d=x" % number for number in range(5)), FORM),
    ],
)
def test_what_may_not_be_or_is_malformed_is_refused(
    director: Visitor, status: int, method: str, path: str, body: bytes, headers: dict[str, str]
) -> None:
    answer = director.client.request(method, path, content=body, headers={**HERE, **headers})
    assert (answer.status_code, "Friday" in answer.text, director.night.done) == (status, False, [])


def test_the_room_page_knows_no_way_to_act(visitor: Visitor) -> None:
    room = "".join(visitor.pages.files[name].decode() for name in ("room.html", "room.js", "night.js"))
    assert "/director" not in room
    assert "fetch(" not in room


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/director.html", "/static/"])
def test_only_scripts_and_styles_are_static(visitor: Visitor, path: str) -> None:
    assert visitor.client.get(path).status_code == 404


# ---- streams ----


def test_the_room_gets_no_secret_and_no_undecided_seat() -> None:
    text = json.dumps(for_room(night(3)))
    assert "00000001" not in text
    assert "wins 64" not in text
    kept = view.Message("kept", view.BROKER, 0, "/home/ann/club/night.sqlite: disk full", "")
    text = json.dumps(for_room(looked(replace(night(3), broker="/home/ann/broker.log", messages=[kept]))))
    assert "home" not in text
    assert "The host has lost the tables" in text
    assert for_room(proposed())["moves"] == []
    assert for_room(replace(proposed(), open=False))["moves"] != []


def test_what_the_room_does_not_show_wakes_no_page_of_it() -> None:
    shown, channel = night(3), Channel()
    assert channel.take(for_room(shown))
    tables = [replace(each, queued=2, last="Ann wins 8", subs=["Zoe"], beyond=1) for each in shown.tables]
    said = [view.Message("kept", view.BROKER, 0, "a disk is full", "")]
    changed = replace(shown, tables=tables, messages=said, broker="x")
    assert not channel.take(for_room(changed))
    assert channel.take(for_room(replace(changed, timer="1 minute left")))


def test_no_name_ends_an_event() -> None:
    data = event("all", 1, for_room(troubled()))
    assert data.count(b"\n") == 4
    assert b"\r" not in data
    lines = data.decode().split("\n")
    names = {person["name"] for table in json.loads(lines[2][6:])["tables"] for person in table["players"]}
    assert set(EVIL) <= names


def test_a_change_of_one_table_sends_one_table() -> None:
    before = for_room(night(200))
    other = night(200)
    other.tables[6] = replace(other.tables[6], played=3)
    changed = difference(before, for_room(other))
    assert list(changed) == ["tables"]
    assert [table["number"] for table in changed["tables"]["changed"]] == [7]
    assert changed["tables"]["order"] == list(range(1, 201))
    assert len(event("part", 2, changed)) < 2000


async def _events(stream: AsyncIterator[bytes], count: int) -> list[tuple[str, dict[str, Any]]]:
    found: list[tuple[str, dict[str, Any]]] = []
    while len(found) < count:
        data = (await asyncio.wait_for(anext(stream), 5)).decode()
        if data.startswith("event"):
            kind, _, value = data.strip().split("\n")
            found.append((kind[7:], json.loads(value[6:])))
    return found


@in_a_loop
async def test_a_page_gets_everything_once_and_then_what_changed() -> None:
    shown = FakeNight(draft(8))
    feed = Feed(shown.watch)
    reading = asyncio.ensure_future(feed.run())
    stream = feed.stream(feed.room)
    assert [kind for kind, _ in await _events(stream, 1)] == ["all"]
    shown.shown = replace(shown.shown, title="Saturday")
    assert await _events(stream, 1) == [("part", {"title": "Saturday"})]
    # A page that missed a state gets everything.
    for title in ("one", "two"):
        shown.shown = replace(shown.shown, title=title)
        while feed.shown is not shown.shown:
            await asyncio.sleep(0.01)
    [(kind, value)] = await _events(stream, 1)
    assert (kind, value["title"]) == ("all", "two")
    feed.close()
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(anext(stream), 5)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)


async def printed_port(capture: pytest.CaptureFixture[str]) -> int:
    """Waits until the server says where it is, and returns its port."""
    text = ""
    while not (found := re.search(r"http://127.0.0.1:(\d+)/\n", text)):
        await asyncio.sleep(0.01)
        text += capture.readouterr().out
    return int(found[1])


@in_a_loop
async def test_pages_that_leave_in_the_middle_or_stay_to_the_end_disturb_nobody(
    capfd: pytest.CaptureFixture[str],
) -> None:
    shown = FakeNight(night(1))
    serving = asyncio.ensure_future(serve(shown, listen("127.0.0.1", 0), "127.0.0.1", KEY))
    port = await printed_port(capfd)
    for turn in range(12):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await asyncio.wait_for(reader.readuntil(b"event: all"), 5)
        shown.shown = replace(shown.shown, title=str(turn))
        await asyncio.sleep(0.02 * (turn % 3))
        if turn < 11:
            writer.close()
            await writer.wait_closed()
    serving.cancel()  # while a page is open
    await asyncio.wait_for(asyncio.gather(serving, return_exceptions=True), 5)
    writer.close()
    assert capfd.readouterr().err == ""


def test_a_night_that_fails_ends_the_server_with_its_error() -> None:
    class Broken(FakeNight):
        async def watch(self) -> AsyncIterator[NightView]:
            raise OSError("the disk is full")
            yield self.shown

    with pytest.raises(OSError, match="the disk is full"):
        asyncio.run(serve(Broken(night(1)), listen("127.0.0.1", 0), "127.0.0.1", KEY))


# ---- connections that keep others out ----

CUT = b"POST /director/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nContent-Length: 9\r\n\r\n"
PAGE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@in_a_loop
async def test_what_strangers_send_does_not_fill_the_terminal_of_the_host(capfd: pytest.CaptureFixture[str]) -> None:
    upgrade = b"Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    chunked = CUT.replace(b"Content-Length: 9", b"Transfer-Encoding: chunked") + b"no size\r\n"
    serving = asyncio.ensure_future(serve(FakeNight(night(1)), listen("127.0.0.1", 0), "127.0.0.1", KEY))
    port = await printed_port(capfd)
    for sent in (PAGE.replace(b"\r\n", b"\r\n" + upgrade, 1), b"no request\r\n\r\n", *[CUT, chunked] * 5, PAGE):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(sent)
        if sent.startswith(b"POST"):
            writer.write_eof()
        await reader.read()
        writer.close()
    serving.cancel()
    await asyncio.wait_for(asyncio.gather(serving, return_exceptions=True), 5)
    assert capfd.readouterr().err == ""
