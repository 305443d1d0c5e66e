"""The pages of a club night in a browser: live, by keyboard, on a phone and a projector, in light and dark."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the pages need the extra club")

import uvicorn
from help.brokers import eventually
from help.club_fake import EVIL, FakeNight, draft, night, proposed, troubled
from help.club_live import LiveNight
from mingg.evening.change import correct
from mingg.records.parse import read_kept
from mingg_club import view
from mingg_club.night import Plan
from mingg_club.view import Night, NightView, Rank
from mingg_club.web.app import Pages
from mingg_club.web.feed import Feed
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.e2e

KEY = "the-key"
PROJECTOR: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
LOOKS: dict[str, dict[str, Any]] = {
    "projector": PROJECTOR,
    "dark": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True},
    "dark phone": {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "color_scheme": "dark"},
}
# Few tables and players: axe-core takes long for many.
NIGHTS: dict[str, Callable[[], NightView]] = {
    "seats": lambda: night(3, 0),
    "trouble": troubled,
}
# Parts of the window's width: letters that can be read at ten metres from a picture two metres wide, and names of many
# tables, which can be read at eight.
LEAST, LEAST_OF_MANY = 0.02, 0.0168
LONG = "Wilhelmina-Bartholomäus"
SIZES = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"


class Served:
    """The pages of a night in a thread."""

    def __init__(self, port: int = 0, shown: Night | None = None) -> None:
        self.night: Any = shown or FakeNight(night(3))
        self.feed = Feed(self.night.watch)
        self.pages = Pages(self.night, self.feed, KEY)
        config = uvicorn.Config(self.pages.app(), port=port, log_level="error", lifespan="off", ws="none")
        config.timeout_graceful_shutdown = 1
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self.thread.start()
        while not self.server.started:
            threading.Event().wait(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    async def _run(self) -> None:
        reading = asyncio.ensure_future(self.feed.run())
        await self.server.serve()
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    served = Served()
    yield served
    served.stop()


class Visit:
    """A window. complaints: errors of the browser and dialogs; strangers: requests to other servers."""

    def __init__(self, page: Page, served: Served) -> None:
        self.page = page
        self.served = served
        self.night = served.night
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        page.on(
            "console", lambda line: self.complaints.append(line.text) if line.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda one: None if one.url.startswith(served.address) else self.strangers.append(one.url))

    def show(self, shown: NightView) -> None:
        """Changes the night, and waits until the pages get it."""
        self.night.shown = shown
        while self.served.feed.shown is not self.night.shown:
            threading.Event().wait(0.02)

    def room(self) -> Page:
        self.page.goto(self.served.address)
        expect(self.page.locator("#waiting")).to_be_hidden()
        return self.page

    def director(self) -> Page:
        self.page.goto(f"{self.served.address}/director#{KEY}")
        expect(self.page.locator("#alerts li").first).to_be_visible()
        return self.page


@pytest.fixture(scope="module")
def windows(browser: Browser, served: Served) -> Iterator[Callable[[str], Visit]]:
    """Returns a function that returns the window of a look. It opens each once."""
    opened: dict[str, Visit] = {}

    def of(look: str) -> Visit:
        if look not in opened:
            opened[look] = Visit(browser.new_context(**LOOKS[look]).new_page(), served)
        return opened[look]

    yield of
    for visitor in opened.values():
        visitor.page.context.close()


@pytest.fixture
def visit(windows: Callable[[str], Visit], served: Served) -> Iterator[Callable[..., Visit]]:
    """Returns a function that shows a night in a window of this look. The window knows no key."""
    used: list[Visit] = []

    def new(shown: NightView, look: str = "projector") -> Visit:
        served.night.done, served.night.refusal = [], ""
        visitor = windows(look)
        used.append(visitor)
        visitor.page.context.clear_cookies()
        visitor.complaints.clear()
        visitor.show(shown)
        return visitor

    yield new
    for visitor in used:
        visitor.page.emulate_media(reduced_motion="null")
        visitor.page.goto("about:blank")


# ---- both ----


def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    visit: Callable[..., Visit], axe: Callable[..., None]
) -> None:
    visitor = visit(night(3))
    page = visitor.room()
    for kind, shown in NIGHTS.items():
        visitor.show(shown())
        page.reload()
        expect(page.locator("#title")).to_have_text("Friday at the club")
        axe(page, kind)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], kind
    cut = "all => all.filter(one => getComputedStyle(one).overflowY !== 'visible').map(one => one.textContent)"
    assert page.locator("h1, .who, .state").evaluate_all(cut) == [], "tails of letters are seen"
    text = page.locator("body").inner_text()
    assert page.locator("main img, main b:not(h3 b), main script").count() == 0
    assert EVIL[0] in text
    assert "\\u{202e}gnp.exe" in text
    assert "\u202e" not in text
    assert "\x1b" not in text
    assert visitor.complaints == visitor.strangers == []


# ---- the room page ----


def long_names(tables: int) -> NightView:
    """Returns a night in which every name has 24 letters and every number six signs."""
    shown = night(tables)
    names = {rank.name: f"{LONG[:20]}{number:04}" for number, rank in enumerate(shown.standing)}
    for number, each in enumerate(shown.tables):
        people = [replace(one, name=names[one.name], points=one.points * 99) for one in each.players]
        shown.tables[number] = replace(each, players=people, last=f"{people[0].name} wins 64")
    ranks = [replace(rank, name=names[rank.name], points=rank.points * 99) for rank in shown.standing]
    return replace(shown, standing=ranks, title=LONG + " " + LONG)


# A card whose content is wider or higher than the card, except names, which may be cut.
OVERFLOWS = """all => all.filter(one => {
  const box = one.getBoundingClientRect();
  return [...one.querySelectorAll("*")].some(part => {
    const inner = part.getBoundingClientRect();
    return !part.closest(".unseen") && (inner.right > box.right + 1 || inner.bottom > box.bottom + 1);
  });
}).length"""


def test_a_projector_shows_up_to_forty_tables_at_once(visit: Callable[..., Visit]) -> None:
    visitor = visit(night(2))
    page = visitor.room()
    width, height = page.viewport_size["width"], page.viewport_size["height"]
    for shown, tables in ((night, 3), (night, 12), (night, 40), (long_names, 12), (long_names, 40)):
        visitor.night.shown = shown(tables)
        cards = page.locator(".card")
        expect(page.locator(".card .who").first).to_contain_text("Wilhelmina" if shown is long_names else "")
        expect(cards).to_have_count(tables)
        bottom = cards.evaluate_all("all => Math.max(...all.map(one => one.getBoundingClientRect().bottom))")
        assert bottom <= page.locator("footer").bounding_box()["y"]
        assert cards.evaluate_all(OVERFLOWS) == 0
        names = LEAST if tables < 40 and shown is night else LEAST_OF_MANY
        for part, least in (
            *((".card .who", names), (".card .won", names), (".card .number", LEAST)),
            *((".rows .who", LEAST), (".rows .won", LEAST), ("footer p", LEAST), ("#where", LEAST)),
        ):
            assert min(page.locator(part).evaluate_all(SIZES)) >= least * width - 0.1, (part, tables)
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_more_tables_turn_by_themselves_and_every_table_comes(visit: Callable[..., Visit]) -> None:
    visitor = visit(night(100))
    visitor.page.clock.install()
    page = visitor.room()
    seen: set[str] = set()
    for _ in range(4):
        seen.update(page.locator(".card .number").all_inner_texts())
        page.clock.run_for(9_000)
    assert len(seen) == 100
    page.get_by_role("button", name="pause").click()
    before = page.locator("#range").inner_text()
    page.clock.run_for(20_000)
    assert page.locator("#range").inner_text() == before
    page.keyboard.press("ArrowRight")
    assert page.locator("#range").inner_text() != before
    # They stand still for those who want less motion.
    page.emulate_media(reduced_motion="reduce")
    visitor.room()
    before = page.locator("#range").inner_text()
    page.clock.run_for(20_000)
    assert page.locator("#range").inner_text() == before
    expect(page.get_by_role("button", name="pause")).to_have_attribute("aria-pressed", "true")


def test_hundreds_of_players_find_their_seats_and_long_names_fit_a_phone(visit: Callable[..., Visit]) -> None:
    page = visit(night(40, 0), "dark").room()
    seen: set[str] = set()
    for _ in range(3):
        seen.update(page.locator("#places .who").all_inner_texts())
        page.keyboard.press("ArrowRight")
    assert len(seen) == 160
    assert min(page.locator("#places .who").evaluate_all(SIZES)) >= LEAST_OF_MANY * 1920 - 0.1
    visitor = visit(long_names(12), "phone")
    page = visitor.room()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert page.locator(".card").evaluate_all(OVERFLOWS) == 0


def test_the_room_page_follows_the_night_from_its_draft_to_its_winners(visit: Callable[..., Visit]) -> None:
    visitor = visit(draft(0))
    page = visitor.room()
    expect(page.locator("#standing-title")).to_contain_text("No player is on the list yet")
    visitor.show(proposed())
    expect(page.locator("#standing li")).to_have_count(17)
    assert "Table" not in page.locator("main").inner_text()  # the director may still change the seats
    visitor.show(night(2, 0))
    expect(page.get_by_role("heading", name="Take your seats")).to_be_visible()
    rows = page.locator("#places li").all_inner_texts()
    assert [" ".join(row.split()) for row in rows[:2]] == ["Ann Table 1 East", "Bo Table 1 South"]
    visitor.show(replace(night(2, 0), tables=[replace(each, state=view.NEVER) for each in night(2, 0).tables]))
    expect(page.locator("#missing")).to_have_text("No table is here yet. Switch the devices on.")
    visitor.show(night(3))
    expect(page.locator("#missing")).to_have_text("Nothing is missing. 3 tables still play.")
    changed = night(3)
    changed.tables[1] = replace(changed.tables[1], behind=2)
    changed.tables[2] = replace(changed.tables[2], state=view.AWAY)
    visitor.show(changed)
    expect(page.locator("#missing")).to_have_text("Table 2: results are missing · Table 3: away")
    expect(page.locator(".card.wrong")).to_have_count(2)
    visitor.show(night(3, 3))
    expect(page.locator(".card.wrong")).to_have_count(0)
    expect(page.locator(".card .state").first).to_have_text("deal 4 of 4")
    unranked = Rank(0, "Gus", -8, 0, 4, 1, guest=True), Rank(0, "Zoe", 0, 0, 0, 0)
    visitor.show(replace(night(1), standing=[*night(1).standing, *unranked]))
    expect(page.locator("#standing .rank")).to_have_text(["1.", "2.", "3.", "4.", "guest", "\u2013"])
    visitor.show(night(12, 4, state=view.OVER))
    expect(page.get_by_role("heading", name="Final standing")).to_be_visible()
    assert page.locator("#podium .rank").all_inner_texts() == ["1.", "2.", "3."]
    assert page.locator("#standing li").count() == 48
    expect(page.locator("#tables")).to_be_hidden()


def test_a_room_page_has_no_stream_while_nobody_sees_it_and_returns_when_its_host_does(browser: Browser) -> None:
    served, opened = Served(), list[Any]()
    stream = served.feed.stream

    async def counted(*words: Any) -> AsyncIterator[bytes]:
        opened.append(words)
        try:
            async for data in stream(*words):
                yield data
        finally:
            opened.pop()

    served.feed.stream = counted  # type: ignore[method-assign]
    with browser.new_context(**PROJECTOR) as context:
        visitor = Visit(context.new_page(), served)
        visitor.page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => Boolean(window.unseen) })")
        page = visitor.room()
        tell = "unseen => { window.unseen = unseen; document.dispatchEvent(new Event('visibilitychange')); }"
        page.evaluate(tell, True)
        while opened:
            threading.Event().wait(0.02)
        visitor.night.shown = night(2)
        page.evaluate(tell, False)
        expect(page.locator(".card")).to_have_count(2)
        served.stop()
        expect(page.locator("#missing")).to_contain_text("No connection to the host")
        again = Served(served.port)
        expect(page.locator("#missing")).to_contain_text("Nothing is missing")
        again.stop()


# ---- the director's page ----

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida")
PLAN = Plan("Friday", "friday", "progressive", 2, 1, players=NAMES)


class Directed:
    """A night in memory, and the director's page of it. complaints: see Visit."""

    def __init__(self, browser: Browser, look: str = "projector", plan: Plan = PLAN) -> None:
        self.night = LiveNight(plan, {1: "https://mingg.example/?join=1"})
        self.room = self.night.room
        self.served = Served(0, self.night)
        self.visit = Visit(browser.new_context(**LOOKS[look]).new_page(), self.served)
        self.page = self.visit.director()

    def button(self, words: str, within: str = "body") -> Any:
        return self.page.locator(within).get_by_role("button", name=words, exact=True)

    def does(self, words: str, within: str = "body", **fields: str | bool) -> None:
        """Presses a button, fills its form by labels, sends it, and waits until it is done. True checks a box."""
        before = len(self.night.done)
        self.button(words, within).first.click()
        form = self.page.locator("#form")
        for label, value in fields.items():
            control = form.get_by_label(label, exact=True)
            if value is True:
                control.check()
            else:
                is_choice = control.evaluate("one => one.tagName") == "SELECT"
                (control.select_option if is_choice else control.fill)(value)
        if form.is_visible():
            form.locator("button[type=submit]").click()
            expect(form).to_be_hidden()
        eventually(lambda: len(self.night.done) > before, words)

    def close(self) -> None:
        self.page.context.close()
        self.served.stop()
        assert self.visit.complaints == self.visit.strangers == []


@pytest.fixture
def directed(browser: Browser) -> Iterator[Callable[..., Directed]]:
    opened: list[Directed] = []

    def new(look: str = "projector", plan: Plan = PLAN) -> Directed:
        opened.append(Directed(browser, look, plan))
        return opened[-1]

    yield new
    for each in opened:
        each.close()


def test_the_key_leaves_the_address_and_codes_for_phones_are_pictures(directed: Callable[..., Directed]) -> None:
    desk = directed()
    page = desk.page
    assert page.url.endswith("/director")
    page.locator("#devices summary").click()
    expect(page.locator("#devices img")).not_to_have_js_property("naturalWidth", 0)
    page.get_by_role("button", name="sign out").click()
    page.get_by_role("textbox", name="Key").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("wrong")
    desk.visit.complaints.clear()  # Chromium's word on the refusal


def test_axe_finds_nothing_on_the_directors_page_and_names_with_markup_stay_text(
    directed: Callable[..., Directed], axe: Callable[..., None]
) -> None:
    evil = "<img src=x onerror=x>"
    desk = directed("dark phone", replace(PLAN, deals=3, players=(evil, EVIL[1], *NAMES[:7])))
    page = desk.page
    desk.does("draw by lot")
    axe(page, "seats")
    desk.does("begin sitting 1")
    with desk.night.lock:
        desk.room.seat()
        desk.room.play(2)
        desk.room.send(desk.room.devices[1].here("away"))
    for summary in page.locator("main > section > details > summary").all():
        summary.click()
    expect(page.locator("#players tr")).to_have_count(10)
    axe(page, "all lists open")
    text = page.locator("body").inner_text()
    assert evil in text
    assert page.locator("main b, main script, main img:not([src^='/director/join'])").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.get_by_role("button", name="Table 1: deal 3 of 3").click()
    page.locator("#table summary").first.click()
    axe(page, "a table", "dialog[open]")
    desk.button("another winner").click()
    axe(page, "a correction", "#form")


def test_a_live_change_keeps_the_focus_and_what_is_open(directed: Callable[..., Directed]) -> None:
    desk = directed(plan=replace(PLAN, deals=4, players=NAMES[:8]))
    page = desk.page
    desk.button("draw by lot").focus()
    page.keyboard.press("Enter")
    expect(desk.button("begin sitting 1")).to_be_visible()
    assert page.evaluate("document.activeElement.innerText") == "draw by lot"
    desk.does("begin sitting 1")
    with desk.night.lock:
        desk.room.seat()
        desk.room.play(1)
    opener = page.get_by_role("button", name="Table 1: deal 2 of 4")
    opener.focus()
    page.keyboard.press("Enter")
    page.locator("#table summary").first.click()
    with desk.night.lock:
        desk.room.play(1)
    expect(page.locator("#table > details")).to_have_count(2)
    assert page.locator("#table > details").first.get_attribute("open") is not None
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Table 1: deal 3 of 4")).to_be_focused()


# Returns the words in the tables of what is folded that take more than one line.
BROKEN_WORDS = """() => [...document.querySelectorAll("main details[open] :is(th, td)")]
  .flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (walker.nextNode())
      for (const word of walker.currentNode.data.matchAll(/\\S+/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
      }
    return broken;
  })"""


def test_a_long_list_of_players_leaves_room_for_its_button(directed: Callable[..., Directed]) -> None:
    desk = directed(plan=replace(PLAN, players=tuple(f"Player {number}" for number in range(40))))
    desk.does("check players in")
    desk.button("some are here", "#alerts").click()
    expect(desk.page.locator("#form button[type=submit]")).to_be_in_viewport(ratio=1)


def test_a_director_directs_a_whole_night(directed: Callable[..., Directed]) -> None:
    """Nine players at two tables, one of which has no device: a late player, a wrong winner, a substitute, a timer, a
    result from paper, a penalty, and the standing on the wall and as a page."""
    desk = directed(plan=replace(PLAN, odd="out"))
    page, room = desk.page, desk.room
    room.devices.pop()
    room.course.seen.pop(2)
    desk.does("check players in")
    desk.does("some are here", "#alerts", **dict.fromkeys(NAMES[:8], True))
    expect(page.locator("#alerts")).to_contain_text("Not here yet: Ida (1 of 9).")
    desk.does("by the movement (progressive)")
    expect(page.locator("#next li")).to_have_count(2)
    one, other = (room.course.night.proposal or [[]])[0][:2]
    desk.does("move a player", **{"player": one, "changes places with, or goes to": other})
    expect(page.locator("#next li").first.locator("tr").first).to_contain_text(other)
    desk.does("begin sitting 1")
    with desk.night.lock:
        room.seat()
    desk.does("timer", **{"minutes, 0: none": "40"})
    desk.does("is here", "#alerts")
    expect(page.locator("#where")).to_contain_text("40 minutes left")
    with desk.night.lock:
        room.play(1, 1)
    # A wrong winner.
    page.get_by_role("button", name="Table 1:").click()
    page.locator("#table summary").first.click()
    names = list(room.deals(1)[0].deal.net)
    winner = next(name for name in names if name != room.deals(1)[0].deal.winner)
    desk.does("another winner", "#table", winner=winner)
    expect(page.locator("#table")).to_contain_text("correct deal 1")
    with desk.night.lock:
        device = room.devices[0]
        ((id, what),) = room.asks(1, "correct")
        correct(device.playing, 1, read_kept(what["to"], device.playing.session.begun()))
        room.send(device.answer(id), *device.published(), device.here())
        room.deliver()
    expect(page.locator("#table")).to_contain_text(f"Deal 1: {winner} wins")
    page.keyboard.press("Escape")
    # The table without a device.
    players = [person.name for person in room.view().tables[1].players]
    desk.does("it plays on paper", "#alerts")
    page.get_by_role("button", name="Table 2: on paper").click()
    points = {f"1, {name}": won for name, won in zip(players, ("+64", "\u221232", "-32", "x"), strict=True)}
    desk.button("result from paper", "#table").click()
    for label, value in points.items():
        page.get_by_label(label, exact=True).fill(value)
    page.locator("#form button[type=submit]").click()
    expect(page.locator("#form").get_by_role("alert")).to_have_text(f"1, {players[3]}: enter a whole number.")
    page.get_by_label(f"1, {players[3]}", exact=True).fill("")
    page.locator("#form button[type=submit]").click()
    expect(page.locator("#form")).to_be_hidden()
    own = {"plays": "Ida", "points count for": "the substitute: the player has left", "from deal": "1"}
    desk.does("substitute", "#table", **{"for": players[0]}, **own)
    expect(page.locator("#table")).to_contain_text(f"Ida plays for {players[0]} from deal 1")
    page.keyboard.press("Escape")
    desk.does("checked", "#alerts")
    desk.does("let the computer throw", "#next")
    with desk.night.lock:  # until nobody is equal any more
        for number in (1, 2):
            while room.course.tied(number):
                room.act("roll", table=number)
    desk.does("by the movement (progressive)")
    desk.does("begin sitting 2")
    desk.does("end the sitting")
    wall = page.context.new_page()
    wall.goto(desk.served.address)
    expect(wall.locator("#where")).to_have_text("Sitting 2 of 2 is over. The final standing follows.")
    for number in (1, 2):
        expect(page.locator("#alerts")).to_contain_text(f"Table {number} has no result of sitting 2")
        desk.does("no result", f"#alerts li:has-text('Table {number} has no')")
    expect(page.locator("#where")).to_have_text("The night is over.")
    page.locator("#players summary").click()
    desk.does("penalty", "#players tr:has-text('Ida')", points="10")
    page.locator("#standing summary").click()
    expect(page.locator("#standing tr", has_text="Ida")).to_contain_text("+54")
    page.locator("#papers summary").click()
    expect(page.locator("#papers tr", has_text="+64")).to_contain_text("checked")
    for width in (1366, 1100, 390):
        page.set_viewport_size({"width": width, "height": 768})
        assert page.evaluate(BROKEN_WORDS) == [], width
    expect(wall.get_by_role("heading", name="Final standing")).to_be_visible()
    expect(wall.locator("#standing li", has_text="Ida")).to_contain_text("+54")
    wall.goto(page.get_by_role("link", name="the night as a page").evaluate("one => one.href"))
    expect(wall.locator("main")).to_contain_text("Ida lost 10 points")
    done = [str(action["do"]) for action in desk.night.done if action["do"] not in ("throw", "roll")]
    before = "check_in here propose move start timer here correct dismiss paper substitute check propose start"
    assert " ".join(done) == f"{before} end_all no_result no_result penalty"
