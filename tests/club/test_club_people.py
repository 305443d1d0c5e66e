"""Who is here before the first sitting, and who plays when that changes: substitutes, players who leave or come."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from help.club_room import NIGHT, Room
from mingg.evening.beside import pay
from mingg.evening.evenings import sit
from mingg_club import view
from mingg_club.brokers import Address
from mingg_club.host import Host
from mingg_club.night import hundredths
from mingg_club.report import ClubNight
from mingg_club.report import report as report_of
from mingg_club.view import ActionError, Director, Part

PLAN = replace(NIGHT, deals=4, options={"east_passes": True}, table_points=(400, 200, 100, 50))
SEATED = ("A1", "B1", "C1", "D1")
PAID = 10  # from B1 to A1 after the first deal, and again after the second


def begun(*late: str) -> Room:
    room = Room(PLAN)
    room.begin()
    for name in late:
        room.act("add", name=name, state=view.LATE)
    return room


def won(room: Room, *names: str) -> dict[str, int]:
    points = room.points()
    return {name: points[name] for name in names}


def deal(room: Room, paid: int = 0) -> dict[str, int]:
    """Plays a deal at table 1, which its East wins. Returns what it has paid; A1 gets more beside it."""
    room.devices[0].deal("E", 1)
    if paid:
        pay(room.devices[0].playing, [(1, 0, paid)])
    room.hear()
    return room.deals(1)[-1].deal.net


@pytest.mark.parametrize("own", [True, False], ids=["for themselves", "for the line"])
@pytest.mark.parametrize("when", ["before", "after", "paper"])
def test_a_substitute_plays_from_a_deal_on_whenever_the_director_says_so(when: str, own: bool) -> None:
    room = begun("Zoe")
    sub = {"do": "substitute", "table": 1, "player": "A1", "by": "Zoe", "deal": 2, "own": own}
    deals = [deal(room, PAID)]
    if when == "before":
        room.act(**sub)
    deals.append(deal(room, PAID))
    if when == "paper":
        room.act("paper", table=1, rows=deals)
    if when != "before":
        room.act(**sub)
    beside = 0 if when == "paper" else PAID
    first, second = (net.get("A1", net.get("Zoe", 0)) + beside for net in deals)
    expected = {"A1": first, "Zoe": second} if own else {"A1": first + second, "Zoe": 0}
    assert won(room, "A1", "Zoe") == expected
    assert [rank.deals for rank in room.course.ranks() if rank.name in expected] == ([1, 1] if own else [2, 0])
    table = room.view().tables[0]
    assert table.players[0].name == ("Zoe" if own else "A1")
    assert table.subs == ["Zoe plays for A1 from deal 2"]
    states = room.course.night.players
    assert (states["A1"], states["Zoe"]) == (view.LEFT if own else view.PRESENT, view.PRESENT)
    room.act("undo")
    assert won(room, "A1", "Zoe") == {"A1": first + second, "Zoe": 0}


def test_a_device_has_the_names_that_the_room_has() -> None:
    """A substitute who plays for the line of another one has no name there."""
    room = begun("Wes", "Yan", "Zoe")

    def asked() -> dict[str, Any]:
        return room.asks(1, "show")[-1][1]

    room.act("substitute", table=1, player="B1", by="Wes", deal=1, own=False)
    assert asked() == {"do": "show", "text": "Deal 1: Wes plays for B1."}
    for player, by in (("B1", "Yan"), ("Yan", "Zoe")):
        room.act("substitute", table=1, player=player, by=by, deal=2, own=True)
        assert asked() == {"do": "show", "text": f"Deal 2: {by} plays for {player}.", "called": {"B1": by}}
        assert room.view().tables[0].players[1].name == by
    room.act("undo")
    said = "Taken back: Table 1: Zoe plays for Yan from deal 2."
    assert asked() == {"do": "show", "text": said, "called": {"B1": "Yan"}}
    assert room.view().tables[0].players[1].name == "Yan"


def test_a_substitute_who_plays_for_themselves_has_the_seat_and_the_hands() -> None:
    room = begun("Zoe")
    deal(room)
    room.act("substitute", table=1, player="B1", by="Zoe", deal=2, own=True)
    seats = {person.name: person.seat for person in room.view().tables[0].players}
    assert seats == {"A1": "N", "Zoe": "E", "C1": "S", "D1": "W"}
    deal(room)
    assert room.view().tables[0].last.startswith("Zoe wins ")
    night = ClubNight(room.course)
    assert [best.hand.player for best in night.best_hands() if best.hand.deal.number == 2] == ["Zoe"]
    row = next(row for row in report_of([night], "Friday").split("<tr>") if row.startswith('<th scope="row">2<'))
    assert "<bdi>Zoe</bdi>" in row
    assert "B1" not in row
    played = (room.part("table-1") or Part()).parts[1]
    assert played.title.startswith("Deal 2: Zoe wins ")
    assert "East: Zoe" in played.text
    assert [cells.cells[0] for cells in played.rows] == ["Zoe", "C1", "D1", "A1"]
    two = {"one": "Zoe", "other": "C1"}
    swap = next(button for button in played.buttons if button.words == "swap two hands")
    assert room.act(**swap.send, **two).startswith("Table 1, deal 2: ")
    ((_, what),) = room.asks(1, "correct")
    assert what["to"]["winner"] == "S"
    room.act("pay", table=1, **{"from": "Zoe", "to": "C1"}, points=10)
    ((_, what),) = room.asks(1, "pay")
    assert (what["from"], what["to"]) == ("B1", "C1"), "the device has another name for Zoe"


def test_a_sheet_that_names_the_player_and_the_substitute_counts_for_each() -> None:
    room = begun("Zoe")
    room.act("substitute", table=1, player="A1", by="Zoe", deal=2, own=True)
    room.act("reseat", table=1)  # from now on the device names Zoe, too
    for sheet in ([(10, 0), (0, 6)], [(10, 6)]):
        rows = [{"A1": own, "Zoe": new, "B1": -own - new, "C1": 0, "D1": 0} for own, new in sheet]
        room.act("paper", table=1, rows=rows, deals=2)
        assert won(room, "A1", "Zoe", "B1") == {"A1": 10, "Zoe": 6, "B1": -16}


def test_after_seat_again_deals_have_the_numbers_of_the_sitting_but_on_the_device_its_own() -> None:
    room = begun("Zoe")
    deal(room)
    room.act("reseat", table=1)
    room.seat()
    deal(room)
    shown = [part.title.partition(":")[0] for part in (room.part("table-1") or Part()).parts]
    assert shown == ["Deal 1", "Deal 2"]
    (sub,) = [button for button in (room.part("table-1") or Part()).buttons if button.words == "substitute"]
    assert sub.fields[2].value == 3
    room.act("substitute", table=1, player="A1", by="Zoe", deal=3, own=True)
    assert [what["text"] for _, what in room.asks(1, "show")] == ["Deal 2: Zoe plays for A1."]
    before, net = won(room, "A1", "Zoe"), deal(room)
    assert won(room, "A1", "Zoe") == {"A1": before["A1"], "Zoe": net["Zoe"]}


def test_nobody_has_two_seats_in_a_deal() -> None:
    room = begun("Zoe")
    room.act("substitute", table=1, player="A1", by="Zoe", deal=3, own=True)
    with pytest.raises(ActionError, match="A1 has a seat in deal 2"):
        room.act("substitute", table=1, player="B1", by="A1", deal=2, own=True)
    room.act("substitute", table=1, player="B1", by="A1", deal=3, own=True)


def test_the_seat_ranks_with_all_its_points_and_its_player_moves_on() -> None:
    """A1 wins much and leaves; the substitute then loses, and still is the best of the table."""
    room = begun("Zoe")
    deal(room)
    room.act("substitute", table=1, player="A1", by="Zoe", deal=2, own=True)
    for _ in range(3):
        room.devices[0].deal(None)
    room.send(*room.devices[0].published())
    room.play(4, 2)
    shares = room.course.result(room.course.table_at(1, 1)).shares()
    assert (shares["Zoe"], "A1" in shares) == (400, False)
    room.act("propose")
    assert ["Zoe", "B1", "C1", "D1"] in (room.course.night.proposal or [])


def test_a_player_leaves_and_three_play_on_until_another_one_comes() -> None:
    room = begun("Zoe")
    net = deal(room)
    room.act("leaves", table=1, left="B1")
    ((_, what),) = room.asks(1, "seat")
    assert (what["names"], what["deals"]) == (["C1", "D1", "A1"], 2), "East has passed to B1, who is gone"
    room.seat()
    with pytest.raises(ActionError, match="has done this already"):
        room.act("undo")
    assert "B1" not in deal(room)
    assert [person.name for person in room.view().tables[0].players] == ["C1", "D1", "A1"]
    assert room.course.night.players["B1"] == view.LEFT
    room.act("comes", table=1, came="Zoe")
    ((_, what),) = room.asks(1, "seat")
    assert (what["names"], what["deals"]) == (["D1", "A1", "Zoe", "C1"], 2)
    room.seat()
    for _ in range(2):
        last = deal(room)
    result = room.course.result(room.course.table_at(1, 1))
    assert (result.deals, result.done, sum(result.won.values())) == (4, True, 0)
    assert result.won["B1"] == net["B1"]
    assert result.played == {"D1": 4, "A1": 4, "Zoe": 2, "C1": 4, "B1": 1}
    assert set(result.shares()) == {"D1", "A1", "Zoe", "C1"}
    assert last["Zoe"] != 0


@pytest.mark.parametrize("movement", ["progressive", "meet", "fixed"])
@pytest.mark.parametrize("odd", ["three", "out"])
def test_three_players_begin_and_the_fourth_comes_later(movement: str, odd: str) -> None:
    room = Room(replace(PLAN, players=SEATED, movement=movement, odd=odd))
    room.act("player", name="D1", state=view.LATE)
    room.begin()
    assert room.asks(1) == []
    deal(room)
    room.act("comes", table=1, came="D1")
    ((_, what),) = room.asks(1, "seat")
    assert (sorted(what["names"]), what["deals"]) == (list(SEATED), 3)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"do": "substitute", "player": "A1", "by": "A2", "deal": 1}, "plays: choose one of Zoe"),
        ({"do": "substitute", "player": "A2", "by": "Zoe", "deal": 1}, "for: choose one of A1"),
        ({"do": "substitute", "player": "A1", "by": "Zoe", "deal": 0}, "a number from 1 to"),
        ({"do": "leaves", "left": "A2"}, "leaves: choose one of A1"),
        ({"do": "comes", "came": "Zoe"}, "three or four players, not 5"),
    ],
)
def test_a_change_of_players_that_makes_no_sense_is_refused(action: dict[str, Any], why: str) -> None:
    room = begun("Zoe")
    with pytest.raises(ActionError, match=why):
        room.act(**{"table": 1, **action})


# ---- players who change their names on the device: the club counts for those whom the director seated ----


def test_points_stay_with_the_person_if_records_are_missing() -> None:
    room, lacking = begun(), begun()
    for _ in range(2):
        room.devices[0].deal("S")
    sit(room.devices[0].playing, 0, ["B1", "A1", "C1", "D1"])  # two who exchange their names are the hardest
    room.hear()
    lacking.send(*[message for message in room.devices[0].published() if not message[0].endswith("/1")])
    assert won(lacking, *SEATED) == won(room, *SEATED) != dict.fromkeys(SEATED, 0)
    assert "B1 +" in room.act("correct", table=1, deal=1, winner="B1", by="draw", **{"from": ""})


@pytest.mark.parametrize("number", range(4))
def test_a_seat_is_dealt_again_to_the_person_who_is_east(number: int) -> None:
    """The device is replaced in the middle of a sitting, after its players took other names."""
    room = begun()
    for _ in range(number):
        room.devices[0].deal("S")
    sit(room.devices[0].playing, 0, ["W", "X", "Y", "Z"])
    room.hear()
    room.act("reseat", table=1)
    ((_, what),) = room.asks(1, "seat")
    assert (what["names"], what["deals"]) == ([*SEATED[number:], *SEATED[:number]], 4 - number)


# ---- before the first sitting ----


def test_the_director_sees_who_is_here_before_the_first_sitting_and_tests_a_device() -> None:
    room = Room(PLAN)
    one, two = room.devices
    topic, said = one.here()
    room.send((topic, json.dumps({**json.loads(said), "low": True}).encode()), two.here("away"))
    texts = [message.text for message in room.view().messages]
    assert texts == ["Table 2 of 2: no device yet.", "Table 1: the battery of its device is low."]
    rows = (room.part("devices") or Part()).rows
    assert [list(row.cells) for row in rows] == [
        [1, one.id, "1", "here", "table", "low"],
        [2, two.id, "1", "away", "table", ""],
    ]
    ((test,), none) = (row.buttons for row in rows)
    assert not none, "nobody would see it"
    room.act(**test.send)
    assert [what for _, what in room.asks(1)] == [{"do": "show", "text": "Test: this is table 1."}]
    waits = (room.part("devices") or Part()).rows[-1]
    room.act(**waits.buttons[0].send)
    assert not room.asks(1)
    with pytest.raises(ActionError, match="No sitting"):
        room.act("show", table=2, text="hello")


def test_players_are_checked_in_and_those_who_lack_are_named_once() -> None:
    room = Room(PLAN)
    assert room.act(**next(one for one in desk(room).next.buttons if one.words == "check players in").send) == (
        "8 players are late"
    )
    (here,) = [button for part in desk(room).needs for button in part.buttons if button.words == "some are here"]
    assert list(here.fields[0].options) == list(room.course.night.players)
    room.act(**here.send, names=list(here.fields[0].options[:7]))
    (text,) = [part.text for part in desk(room).needs if "Not here" in part.text]
    assert text.startswith("Not here yet: D2 (1 of 8).")
    (is_here,) = [button for part in desk(room).needs for button in part.buttons if button.words == "is here"]
    room.act(**is_here.send)
    assert room.course.present() == list(room.course.night.players)
    assert room.act("player", name="D2", state=view.LEFT) == "D2 has left"


def test_what_waits_stands_in_needs_you_once_for_all_tables() -> None:
    room = Room(PLAN)
    room.act("propose")
    room.act("start")
    assert [part.text.split("\n") for part in desk(room).needs] == [
        ["Tables 1, 2 wait: seat the players.", "Players sit down with A."],
    ]
    room.seat()
    deal(room)
    room.act("void", table=1, deal=1)
    (waits,) = desk(room).needs
    assert waits.text == "Table 1 waits: correct deal 1.\nDevices do it at Table."
    room.act(**waits.buttons[0].send)
    assert desk(room).needs[0].text == "Nothing needs you."


def test_a_table_on_paper_waits_for_no_device_and_says_how_many_deals_lack() -> None:
    room = Room(PLAN)
    room.devices.pop()
    room.course.seen.pop(2)
    room.act("propose")
    room.act("start")
    room.seat()
    (needs,) = desk(room).needs
    (paper,) = needs.buttons
    assert room.act(**paper.send) == "Table 2 plays on paper"
    for number in range(101):
        room.act("dismiss", key=f"another message {number}")
    assert desk(room).needs[0].text == "Nothing needs you."
    assert "waits" not in desk(room).tables[1].text
    assert not [row for row in (room.part("table-2") or Part()).rows if "waits" in row.cells]
    row = {"A2": 64, "B2": -32, "C2": -32, "D2": 0}
    room.act("paper", table=2, rows=[row])
    assert "from paper: A2 +64, B2 \u221232, C2 \u221232, D2 0; 1 of 4 deals." in desk(room).needs[0].text
    again = next(one for one in (room.part("table-2") or Part()).buttons if one.words == "result from paper")
    assert [field.value for field in again.fields] == [[[64, -32, -32, 0]], 0], "a second line may follow"
    room.act("paper", table=2, rows=[row], deals=4)
    again = next(one for one in (room.part("table-2") or Part()).buttons if one.words == "result from paper")
    assert again.fields[1].value == 4


def test_the_wall_names_what_the_standing_waits_for_until_it_is_there() -> None:
    room = Room(replace(PLAN, movement="progressive"))
    room.begin()
    room.act("end", table=1)
    assert room.view().said[1] == "Table 1: no result"
    for number in (1, 2):
        row = dict(zip(room.course.night.sittings[0].tables[number - 1].names, (64, -4, -20, -40), strict=True))
        room.act("paper", table=number, rows=[row])
    assert room.view().said[1] == "Tables 1, 2: result not checked"
    room.act("check", table=2)
    assert room.view().said[1] == "Table 1: result not checked"
    room.begin()
    assert room.view().said[1] == "Table 1: result of sitting 1 not checked"
    room.act("check", table=1, sitting=1)
    assert room.view().said[1] == "Nothing is missing. 2 tables still play."


def test_a_night_is_closed_when_each_table_has_its_result_or_none() -> None:
    room = Room(replace(PLAN, sittings=0, movement="progressive"))
    room.begin()
    room.play(4, 1)
    room.act("end", table=2)
    assert [(table.look, table.words) for table in room.view().tables] == [
        (view.GOLD, "throw dice"),
        (view.RED, "no result"),
    ]
    with pytest.raises(ActionError, match="has no result"):
        room.act("close")
    both = dict(zip(("first", "second"), room.course.night.sittings[0].tables[1].names, strict=False))
    room.act("no_result", table=2, **both)
    assert (room.view().tables[1].look, room.view().tables[1].words) == (view.DONE, "no result")
    room.act("close")
    assert room.view().state == view.OVER
    assert room.view().said == ("", "Nothing is missing."), "nobody throws dice for further seats"
    assert [message.text for message in room.view().messages] == ["Table 2 waits: end the sitting."]


def test_the_last_sitting_has_no_next_seats() -> None:
    room = begun()
    assert desk(room).next.text.endswith("You decide the next seats when all have finished.")
    for _ in range(4):
        deal(room)
    room.play(4, 2)
    room.begin()
    assert desk(room).next.text == "2 of 2 tables still play sitting 2. The night is over when all have finished."


def test_the_director_sees_the_whole_standing() -> None:
    room = Room(replace(PLAN, guests=("A1",)))
    room.begin()
    room.play(4)
    part = room.part("standing") or Part()
    ranks = room.course.ranks()
    assert all(len(row.cells) == len(part.head) for row in part.rows)
    places = [dict(zip(part.head, row.cells, strict=True))["average place"] for row in part.rows]
    assert places == [hundredths(rank.place) for rank in ranks]
    assert [row.cells[0] for row in part.rows] == [f"{rank.rank}." if rank.rank else "guest" for rank in ranks]
    assert part.rows[-1].cells[:2] == ("guest", "A1")


def test_the_rules_are_told_in_words() -> None:
    room = Room(replace(PLAN, options={"east_passes": True, "limit": 500}))
    assert (room.part("rules") or Part()).text == "Babcock, limit 500.\nAgreed: East passes."


def test_a_guest_plays_without_a_rank_until_the_director_says_otherwise() -> None:
    room = Room(replace(PLAN, guests=("A1",), numbers={"B1": "17"}))
    room.begin()
    deal(room)
    assert next(rank.rank for rank in room.course.ranks() if rank.name == "A1") == 0
    rows = [row for row in (room.part("players") or Part()).rows if row.cells[1] in ("A1", "B1")]
    assert [(row.cells[0], row.cells[3]) for row in rows] == [("", "present, guest"), ("17", "present")]
    room.act(**{**rows[0].buttons[0].send, "state": view.PRESENT, "guest": False})
    assert next(rank.rank for rank in room.course.ranks() if rank.name == "A1") == 1
    room.act("add", name="Zoe", state=view.PRESENT, guest=True)
    assert next(rank.rank for rank in room.course.ranks() if rank.name == "Zoe") == 0


def test_a_finished_table_offers_only_what_can_be_done() -> None:
    room = Room(PLAN)
    room.act("add", name="Zoe", state=view.LATE)
    room.act("propose")
    room.act("start")
    part = room.part("table-1") or Part()
    texts = {one.words: one.text for one in [*part.buttons, *(one for row in part.rows for one in row.buttons)]}
    for words in ("withdraw", "seat again", "no result", "end here"):
        assert "able 1" in texts[words], "what may surprise says what it does"
    room.seat()
    playing = {button.words for button in (room.part("table-1") or Part()).buttons}
    assert {"message", "seat again", "end here", "a player leaves", "substitute", "result from paper"} <= playing
    for _ in range(4):
        deal(room)
    finished = {button.words for button in (room.part("table-1") or Part()).buttons}
    assert finished == {"message", "penalty to another player", "take back the last deal", "substitute"}


def test_without_a_free_player_the_table_says_how_a_substitute_comes() -> None:
    room = begun()
    (new,) = [button for button in (room.part("table-1") or Part()).buttons if button.words == "add a substitute"]
    assert new.text.startswith("All players of this night have a seat.")
    room.act(**new.send, **{field.key: field.value for field in new.fields} | {"name": "Zoe"})
    (known,) = [button for button in (room.part("table-1") or Part()).buttons if "substitute" in button.words]
    assert (known.words, list(known.fields[1].options)) == ("substitute", ["Zoe"])


def test_a_computer_that_looks_has_only_the_button_that_takes_over() -> None:
    room = begun()
    room.course.directs = False
    page = desk(room)
    buttons = [*page.next.buttons, *page.night.buttons, *(one for part in page.needs for one in part.buttons)]
    assert {button.words for button in buttons} == {"take over"}
    assert page.undo is None


def test_a_host_makes_the_parts_and_pages_of_its_night_and_sets_aside_what_it_cannot() -> None:
    room = begun()
    deal(room)
    host = Host(room.course, Address("127.0.0.1", 1))
    assert host.page("unknown") is None
    assert "<bdi>A1</bdi>" in (host.page("night") or "")
    assert len((host.part("players") or Part()).rows) == 8
    assert host.part("table-9") is None
    assert room.course.wall > 1e9, "a timer that begins now needs the time"
    room.course.night.plan = None  # type: ignore[assignment]
    assert host.page("sheets") is None
    assert (0, "a page to print") in room.course.book.aside.reasons


def desk(room: Room) -> Director:
    page = room.view().director
    assert page is not None
    return page
