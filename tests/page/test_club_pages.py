"""The pages of a club night in a browser: live, by keyboard, on a phone and a projector, in light and dark."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the pages need the extra club")

import uvicorn
from help.club_fake import EVIL, FakeNight, draft, night, proposed, table, troubled
from mingg_club import view
from mingg_club.view import Director, Message, NightView
from mingg_club.web import feed
from mingg_club.web.app import Pages
from mingg_club.web.feed import Feed
from mingg_club.web.guard import Guard
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
    "proposed": lambda: proposed(9),
    "seats": lambda: night(3, 0),
    "trouble": troubled,
}
# Parts of the window's width: letters that can be read at ten metres from a picture two metres wide, and names of many
# tables, which can be read at eight.
LEAST, LEAST_OF_MANY = 0.02, 0.0168
LONG = "Wilhelmina-Bartholomäus"
SIZES = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"


class Served:
    """The pages of a fake night in a thread."""

    def __init__(self, port: int = 0) -> None:
        self.night = FakeNight(night(3))
        self.feed = Feed(self.night.watch)
        self.guard = Guard(KEY)
        self.pages = Pages(self.night, self.feed, self.guard)
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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(feed, "BREATH_S", 0.01)  # a night is read more often than in a club
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
        while self.served.feed.shown is not shown:
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

DIALOG = "dialog[open]:not(:has(~ dialog[open]))"


def test_axe_finds_nothing_and_nothing_is_wider_than_the_window(
    visit: Callable[..., Visit], axe: Callable[..., None]
) -> None:
    visitor = visit(night(3))
    for opens, kinds in ((visitor.room, ("seats", "trouble")), (visitor.director, ("proposed", "trouble"))):
        page = opens()
        for kind in kinds:
            visitor.show(NIGHTS[kind]())
            page.reload()
            expect(page.locator("#title")).to_have_text("Friday at the club")
            axe(page, kind)
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], kind
    assert visitor.complaints == visitor.strangers == []


def test_axe_finds_nothing_in_the_dialogs_of_the_director(
    visit: Callable[..., Visit], axe: Callable[..., None]
) -> None:
    page = visit(troubled(), "dark phone").director()
    for summary in page.locator("#night-title ~ details > summary").all():
        summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    axe(page, "all lists open", "details")
    page.get_by_role("button", name="dice").click()
    axe(page, "dice", DIALOG)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="open table 5").click()
    page.locator("#table summary").first.click()
    axe(page, "a table", DIALOG)
    page.get_by_role("button", name="correct deal 1").click()
    page.locator("#form summary").first.click()
    axe(page, "a correction", DIALOG)


def test_names_with_markup_stay_text_and_the_director_answers_what_needs_them(visit: Callable[..., Visit]) -> None:
    visitor = visit(troubled())
    for page in (visitor.room(), visitor.director()):
        assert page.locator("main img, main b:not(h3 b), main script").count() == 0
        text = page.locator("body").inner_text()
        assert EVIL[0] in text
        assert "\\u{202e}gnp.exe" in text
        assert "\u202e" not in text
        assert "\x1b" not in text
    visitor.page.locator("#people summary").click()
    visitor.page.get_by_label(f"penalty for {EVIL[0]}").click()
    visitor.page.get_by_role("button", name="take the points").click()
    expect(visitor.page.locator("#form")).to_be_hidden()
    # Those who are equal throw dice on the page.
    page.get_by_role("button", name="dice").click()
    page.get_by_role("button", name="enter these throws").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).to_contain_text("enter a whole number")
    page.get_by_role("button", name="throw the dice here").click()
    page.get_by_role("button", name="enter these throws").click()
    expect(page.locator("#form")).to_be_hidden()
    page.get_by_role("button", name="choose the device").click()
    page.get_by_label("device", exact=True).select_option("0000000f")
    page.get_by_role("button", name="this one counts").click()
    expect(page.locator("#form")).to_be_hidden()
    penalty, thrown, chosen = visitor.night.done
    assert penalty == {"do": "penalty", "name": EVIL[0], "points": 50, "why": ""}
    assert (thrown["do"], thrown["table"], set(thrown["throws"])) == ("throw", 3, {EVIL[0], EVIL[2]})
    assert all(len(dice) == 2 and all(1 <= die <= 6 for die in dice) for dice in thrown["throws"].values())
    assert chosen == {"do": "device", "table": 6, "device": "0000000f"}
    assert visitor.complaints == []


# ---- the room page ----


def long_names(tables: int) -> NightView:
    """Returns a night in which every name has 24 letters and every number six signs."""
    shown = night(tables)
    names = {player.name: f"{LONG[:20]}{number:04}" for number, player in enumerate(shown.players)}
    for number, each in enumerate(shown.tables):
        people = [replace(one, name=names[one.name], points=one.points * 99) for one in each.players]
        shown.tables[number] = replace(each, players=people, last=f"{people[0].name} wins 64")
    ranks = [replace(rank, name=names[rank.name], points=rank.points * 99) for rank in shown.standing]
    players = [replace(player, name=names[player.name]) for player in shown.players]
    return replace(shown, standing=ranks, players=players, title=LONG + " " + LONG)


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
    for page in (visitor.room(), visitor.director()):
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert page.locator(".card, #tables > li").evaluate_all(OVERFLOWS) == 0


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
    odd = night(2)
    odd.tables[0] = table(1, ["Ann", "Bo", "Cy"], 1)
    odd.tables[1] = table(2, ["Di", "Eve", "Flo", "Gus", "Hal"], 1)
    visitor.show(odd)
    expect(page.locator(".card .seat .unseen")).to_have_text(
        ["East", "South", "North", "East", "South", "West", "North", "sits out"]
    )
    visitor.show(night(3))
    expect(page.locator("#missing")).to_have_text("Nothing is missing. 3 tables still play.")
    changed = night(3)
    changed.tables[1] = replace(changed.tables[1], behind=2, missing="4 to 5")
    changed.tables[2] = replace(changed.tables[2], state=view.AWAY)
    visitor.show(changed)
    expect(page.locator("#missing")).to_have_text("Table 2: results are missing · Table 3: away")
    expect(page.locator(".card.wrong")).to_have_count(2)
    visitor.show(night(3, 3))
    expect(page.locator(".card.wrong")).to_have_count(0)
    expect(page.locator(".card .state").first).to_have_text("deal 4 of 4")
    visitor.show(night(12, 4, state=view.OVER))
    expect(page.get_by_role("heading", name="Final standing")).to_be_visible()
    assert page.locator("#podium .rank").all_inner_texts() == ["1.", "2.", "3."]
    assert page.locator("#standing li").count() == 48
    expect(page.locator("#tables")).to_be_hidden()


def test_a_room_page_has_no_stream_while_nobody_sees_it_and_returns_when_its_host_does(browser: Browser) -> None:
    served = Served()
    with browser.new_context(**PROJECTOR) as context:
        visitor = Visit(context.new_page(), served)
        visitor.page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => Boolean(window.unseen) })")
        page = visitor.room()
        tell = "unseen => { window.unseen = unseen; document.dispatchEvent(new Event('visibilitychange')); }"
        page.evaluate(tell, True)
        while served.pages.opened.total():
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


def test_the_key_leaves_the_address_and_codes_for_phones_are_pictures(visit: Callable[..., Visit]) -> None:
    visitor = visit(night(3))
    page = visitor.director()
    assert page.url.endswith("/director")
    page.locator("#joins summary").click()
    codes = page.locator("#joins img")
    expect(codes).to_have_count(3)
    codes.last.scroll_into_view_if_needed()
    expect(codes.last).not_to_have_js_property("naturalWidth", 0)
    without = night(3)
    visitor.show(replace(without, director=replace(without.director, join={})))
    expect(page.locator("#joins")).to_be_hidden()
    page.get_by_role("button", name="sign out").click()
    page.get_by_role("textbox", name="Key").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("wrong")


def test_a_night_is_seated_by_keyboard_alone(visit: Callable[..., Visit]) -> None:
    visitor = visit(draft(9))
    page = visitor.director()

    def tab_to(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            label = page.evaluate(
                "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"
            )
            if label.strip().endswith(name):
                width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
                assert float(width.removesuffix("px")) >= 2
                return
        pytest.fail(f"Tab does not lead to {name}")

    tab_to("draw by lot")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="begin sitting 1")).to_be_visible()
    assert page.evaluate("document.activeElement.innerText") == "draw by lot"  # the live change keeps the focus
    tab_to("by hand")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="East: Ann").focus()
    page.keyboard.press("Enter")
    tab_to("Hal")
    page.keyboard.press("Enter")
    for player, place in (("South: Bo", "move to Sits out"), ("sits out: Ida", "move to Table 1")):
        page.get_by_role("button", name=player).focus()
        page.keyboard.press("Space")
        page.get_by_role("button", name=place).focus()
        page.keyboard.press("Enter")
    page.get_by_role("button", name="keep these seats").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="keep these seats")).to_have_count(0)
    page.get_by_role("button", name="begin sitting 1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_have_text("Done: start")
    tables = [["Hal", "Cy", "Di", "Ida"], ["Eve", "Flo", "Gus", "Ann"]]
    assert visitor.night.done == [{"do": "draw"}, {"do": "place", "tables": tables}, {"do": "start"}]


def test_the_director_begins_with_players_and_tables_of_three_or_four(visit: Callable[..., Visit]) -> None:
    visitor = visit(draft(0))
    page = visitor.director()
    expect(page.locator("#tables")).to_contain_text("No table is here yet")
    page.locator("#next").get_by_role("button", name="add a player").click()
    expect(page.get_by_role("dialog", name="Add a player")).to_be_visible()
    page.keyboard.press("Escape")
    visitor.show(draft(3))
    count = "most => import('/static/seating.js').then(({ grouped }) => Array.from({ length: most }, (_, n) => n + 1)"
    sizes = page.evaluate(f"{count}.map(n => grouped(Array(n).fill('')).map(part => part.map(one => one.length))))", 41)
    for players, (tables, out) in enumerate(sizes, 1):
        assert sum(tables) + len(out) == players
        assert set(tables) <= {3, 4}, tables
        assert len(out) == {1: 1, 2: 2, 5: 1}.get(players, 0)
    page.get_by_role("button", name="by hand").click()
    expect(page.locator(".seating .player")).to_have_count(3)
    expect(page.get_by_role("button", name="keep these seats")).to_be_enabled()


def test_a_deal_is_opened_counted_and_corrected(visit: Callable[..., Visit]) -> None:
    visitor = visit(night(3))
    page = visitor.director()
    page.get_by_role("button", name="open table 1").click()
    page.locator("#table summary").first.click()
    expect(page.locator("#table details").first).to_contain_text("16 points, 2 doublings: 64")
    page.get_by_role("button", name="correct deal 1").click()
    page.get_by_label("how").select_option("draw")
    page.get_by_label("whose tile").select_option("")
    page.locator("#form summary", has_text="South, Bo").click()
    page.get_by_label("sets, such as").locator("visible=true").fill("pung dragon, (pung dragon)")
    page.get_by_role("button", name="what would it count?").click()
    expect(page.locator("#form [role=status]")).to_contain_text("Bo wins 64")
    visitor.night.refusal = "This deal is impossible: too many sets"
    page.get_by_role("button", name="send the correction").click()
    expect(page.locator("#form").get_by_role("alert")).to_have_text("This deal is impossible: too many sets")
    page.get_by_label("sets, such as").locator("visible=true").fill("pung dragon, (pung dragon)")
    expect(page.locator("#form").get_by_role("alert")).to_be_empty()
    expect(page.locator("#form [role=status]")).to_be_empty()
    visitor.night.refusal = ""
    page.get_by_role("button", name="send the correction").click()
    expect(page.locator("#form")).to_be_hidden()
    [action] = visitor.night.done
    hand = {"sets": ["pung dragon", "(pung dragon)"], "suit": "half"}
    assert action == {
        "do": "correct",
        "table": 1,
        "deal": 1,
        "to": {
            "winner": "S",
            "win": {"by": "draw"},
            "hands": {"S": hand, "N": {"sets": [], "flowers": [4]}},
        },
        "device": "",
        "evening": 0,
    }


def test_penalties_messages_ends_and_undo_reach_the_host(visit: Callable[..., Visit]) -> None:
    visitor = visit(night(3), "phone")
    page = visitor.director()
    page.get_by_role("button", name="open table 2").tap()
    page.get_by_role("button", name="penalty to another player").tap()
    page.get_by_label("points").fill("30")
    page.get_by_role("button", name="request the payment").tap()
    expect(page.locator("#form")).to_be_hidden()
    page.get_by_role("button", name="end here").tap()
    page.locator("#form").get_by_role("button", name="End the sitting here").tap()
    expect(page.locator("#form")).to_be_hidden()
    page.locator("#table").get_by_role("button", name="close", exact=True).tap()
    page.get_by_role("button", name="add a player").tap()
    page.get_by_label("name").fill("Zed")
    page.locator("#form").get_by_role("button", name="add", exact=True).tap()
    expect(page.locator("#form")).to_be_hidden()
    page.get_by_role("button", name="undo: Sitting 2 begun").tap()
    expect(page.locator("#said")).to_have_text("Done: undo")
    assert visitor.night.done == [
        {"do": "pay", "table": 2, "from": "Eve", "to": "Flo", "points": 30},
        {"do": "end", "table": 2},
        {"do": "player", "name": "Zed", "state": "present"},
        {"do": "undo"},
    ]


def test_an_open_table_changes_live_and_an_open_deal_stays_open(visit: Callable[..., Visit]) -> None:
    visitor = visit(night(12))
    page = visitor.director()
    page.get_by_role("button", name="table 7: deal 3 of 4").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Table 7")).to_be_visible()
    page.locator("#table summary").first.click()
    visitor.show(night(12, 3))
    expect(page.locator("#table > details")).to_have_count(3)
    assert page.locator("#table > details").first.get_attribute("open") is not None
    assert page.evaluate("document.activeElement.dataset.k") == "deal:1:false"
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="table 7: deal 4 of 4")).to_be_focused()


def test_a_computer_that_looks_has_only_the_button_that_takes_over(visit: Callable[..., Visit]) -> None:
    looks = Message("looks", view.LOOKS, 0, "desk directs this night.", "This computer looks, until you take over.")
    visited = visit(night(2, messages=[looks], director=Director("Sitting 1 begun", {}, [], False)))
    page = visited.director()
    expect(page.locator("#undo")).to_be_hidden()
    expect(page.locator("#alerts button")).to_have_text(["take over"])
    page.locator("#next button").click()
    page.locator("#form button[type=submit]").click()
    expect(page.locator("#form")).to_be_hidden()
    assert visited.night.done[-1] == {"do": "take_over"}


def test_a_result_from_paper_and_no_result_reach_the_host(visit: Callable[..., Visit]) -> None:
    names = ("Ann", "Bo", "Cy", "Di")
    lacks = Message("lacks:1:2", view.LACKS, 2, "Table 2 has no result.", "Enter it.", (), 1, names)
    visited = visit(night(2, messages=[lacks]))
    page = visited.director()
    page.locator("#alerts").get_by_role("button", name="result from paper").click()
    for control, points in zip(
        page.locator("#form input[type=text]").all(), ("+64", "0", "\u221220", "x"), strict=True
    ):
        control.fill(points)
    page.locator("#form button[type=submit]").click()
    expect(page.locator("#form [role=alert]")).to_have_text("Di: enter a whole number.")
    page.locator("#form input[type=text]").last.fill("-44")
    page.locator("#form button[type=submit]").click()
    expect(page.locator("#form")).to_be_hidden()
    won = {"Ann": 64, "Bo": 0, "Cy": -20, "Di": -44}
    assert visited.night.done[-1] == {"do": "paper", "table": 2, "sitting": 1, "won": won, "deals": 4}
    page.locator("#alerts").get_by_role("button", name="no result").click()
    page.locator("#form select").first.select_option("Cy")
    page.locator("#form select").last.select_option("Ann")
    page.locator("#form button[type=submit]").click()
    expect(page.locator("#form")).to_be_hidden()
    assert visited.night.done[-1] == {"do": "paper", "table": 2, "sitting": 1, "movers": ["Cy", "Ann"]}
