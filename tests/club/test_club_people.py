"""Who is here before the first sitting, and who plays when that changes: substitutes, players who leave or come."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from help.club_room import NIGHT, Room
from help.club_walks import go
from help.walking import Walk, walks
from mingg.evening.evenings import sit
from mingg_club.brokers import Address
from mingg_club.course import Course
from mingg_club.host import Host
from mingg_club.night import hundredths
from mingg_club.report import ClubNight
from mingg_club.report import report as report_of
from mingg_club.view import Part

PLAN = replace(NIGHT, deals=4, options={"east_passes": True}, table_points=(400, 200, 100, 50))
SEATED = ("A1", "B1", "C1", "D1")


def begun() -> Room:
    room = Room(PLAN)
    room.begin()
    return room


def printed(course: Course, deal: int) -> list[str]:
    """Returns the names in the row of a deal on the page about the night."""
    rows = report_of([ClubNight(course)], "Friday").split("<tr>")
    return [
        name for row in rows if row.startswith(f'<th scope="row">{deal}<') for name in re.findall("<bdi>(.*?)<", row)
    ]


def best(course: Course) -> dict[int, str]:
    """Returns whose the best hands are, by deal."""
    return {one.hand.deal.number: one.hand.player for one in ClubNight(course).best_hands()}


@walks("""
A substitute plays from a deal on, whenever the director says so
    PEOPLE +Zoe ; player name=Zoe state=late ; begin ; deal 1 ; paid 1 1 0 10 ; FIRST
    deal 1 ; paid 1 1 0 10 ; LAST
    | (points["A1"], points["Zoe"], ranks["A1"].deals, ranks["Zoe"].deals) == RESULT
    | (t1.players[0].name, t1.subs) == (WHO, ["Zoe plays for A1 from deal 2"])
    | (night.players["A1"], night.players["Zoe"]) == ("left" if WHO == "Zoe" else "present", "present")
    undo | (points["A1"], points["Zoe"]) == (SUM, 0)
    = FIRST / LAST / RESULT / WHO / SUM
    = substitute table=1 player=A1 by=Zoe deal=2 own=true / deliver / (166, -42, 1, 1) / "Zoe" / 124
    = substitute table=1 player=A1 by=Zoe deal=2 own=false / deliver / (124, 0, 2, 0) / "A1" / 124
    = deliver / substitute table=1 player=A1 by=Zoe deal=2 own=true / (166, -42, 1, 1) / "Zoe" / 124
    = deliver / substitute table=1 player=A1 by=Zoe deal=2 own=false / (124, 0, 2, 0) / "A1" / 124
A substitute plays on paper from a deal on
    PEOPLE +Zoe ; player name=Zoe state=late ; begin ; paper table=1 rows=[[64,0,0,-64],[-8,8,0,0]]
    substitute table=1 player=A1 by=Zoe deal=2 own=OWN
    | (points["A1"], points["Zoe"], ranks["A1"].deals, ranks["Zoe"].deals) == RESULT
    undo | (points["A1"], points["Zoe"]) == (56, 0)
    = OWN / RESULT
    = true / (64, -8, 1, 1)
    = false / (56, 0, 2, 0)
A device has the names that the room has; a substitute for the line of another one has no name there
    PEOPLE ; begin ; add name=Wes state=late ; add name=Yan state=late ; add name=Zoe state=late
    substitute table=1 player=B1 by=Wes deal=1 own=false
    | asks(1) == [{"do": "show", "text": "Deal 1: Wes plays for B1."}]
    substitute table=1 player=B1 by=Yan deal=2 own=true | asks(1)[-1]["text"] == "Deal 2: Yan plays for B1."
    | (asks(1)[-1]["called"], t1.players[1].name) == ({"B1": "Yan"}, "Yan")
    substitute table=1 player=Yan by=Zoe deal=2 own=true | asks(1)[-1]["text"] == "Deal 2: Zoe plays for Yan."
    | (asks(1)[-1]["called"], t1.players[1].name) == ({"B1": "Zoe"}, "Zoe")
    undo | asks(1)[-1]["text"] == "Taken back: Table 1: Zoe plays for Yan from deal 2."
    | (asks(1)[-1]["called"], t1.players[1].name) == ({"B1": "Yan"}, "Yan")
A substitute who plays for themselves has the seat and the hands
    PEOPLE ; begin ; add name=Zoe state=late ; deal 1 ; substitute table=1 player=B1 by=Zoe deal=2 own=true
    | {person.name: person.seat for person in t1.players} == {"A1": "N", "Zoe": "E", "C1": "S", "D1": "W"}
    deal 1 | t1.last.startswith("Zoe wins ") ; best(course)[2] == "Zoe"
    | ("Zoe" in printed(course, 2), "B1" in printed(course, 2)) == (True, False)
    | part("table-1").parts[1].title.startswith("Deal 2: Zoe wins ") ; "East: Zoe" in part("table-1").parts[1].text
    | [row.cells[0] for row in part("table-1").parts[1].rows] == ["Zoe", "C1", "D1", "A1"]
    swap table=1 deal=2 one=Zoe other=C1 | said.startswith("Table 1, deal 2: ") ; asks(1)[-1]["to"]["winner"] == "S"
    pay table=1 from=Zoe to=C1 points=10 | (asks(1)[-1]["from"], asks(1)[-1]["to"]) == ("B1", "C1")  # on the device
A sheet that names the player and the substitute counts for each
    PEOPLE ; begin ; add name=Zoe state=late ; substitute table=1 player=A1 by=Zoe deal=2 own=true
    reseat table=1 ; paper table=1 rows=ROWS deals=2 | (points["A1"], points["B1"], points["Zoe"]) == (10, -16, 6)
    = ROWS
    = [[10,-10,0,0,0],[0,-6,0,0,6]]
    = [[10,-16,0,0,6]]
After *seat again* deals have the numbers of the sitting, but on the device its own
    PEOPLE ; begin ; add name=Zoe state=late ; deal 1 ; reseat table=1 ; seat ; deal 1 ; keep
    | [one.title.partition(":")[0] for one in part("table-1").parts] == ["Deal 1", "Deal 2"]
    | button("substitute", "table-1").fields[2].value == 3
    substitute table=1 player=A1 by=Zoe deal=3 own=true | hears(1) == ["Deal 2: Zoe plays for A1."]
    deal 1 | (points["A1"], points["Zoe"]) == (before["A1"], room.deals(1)[-1].deal.net["Zoe"])
Nobody has two seats in a deal
    PEOPLE ; begin ; add name=Zoe state=late ; substitute table=1 player=A1 by=Zoe deal=3 own=true
    substitute table=1 player=B1 by=A1 deal=2 own=true ! A1 has a seat in deal 2
    substitute table=1 player=B1 by=A1 deal=3 own=true | [person.name for person in t1.players][:2] == ["Zoe", "A1"]
The seat ranks with all its points, and its player moves on
    PEOPLE ; begin ; add name=Zoe state=late ; deal 1 ; substitute table=1 player=A1 by=Zoe deal=2 own=true
    deal 1 - ; deal 1 - ; deal 1 - ; play 4 2 | (r1.shares()["Zoe"], "A1" in r1.shares()) == (400, False)
    propose | ["Zoe", "B1", "C1", "D1"] in night.proposal
A player leaves, and three play on until another one comes
    PEOPLE ; begin ; add name=Zoe state=late ; deal 1 ; keep ; leaves table=1 left=B1
    | [(what["names"], what["deals"]) for what in asks(1)] == [(["C1", "D1", "A1"], 2)]  # East has passed to B1
    seat ; undo ! has done this already
    deal 1 | "B1" not in room.deals(1)[-1].deal.net ; night.players["B1"] == "left"
    comes table=1 came=Zoe | [(what["names"], what["deals"]) for what in asks(1)] == [(["D1", "A1", "Zoe", "C1"], 2)]
    seat ; deal 1 ; deal 1 | (r1.deals, r1.done, sum(r1.won.values()), r1.won["B1"]) == (4, True, 0, before["B1"])
    | r1.played == {"D1": 4, "A1": 4, "Zoe": 2, "C1": 4, "B1": 1} ; set(r1.shares()) == {"D1", "A1", "Zoe", "C1"}
    | room.deals(1)[-1].deal.net["Zoe"]
Three players begin, and the fourth comes later
    PEOPLE players=["A1","B1","C1","D1"] movement=HOW odd=ODD ; player name=D1 state=late ; begin | asks(1) == []
    deal 1 ; comes table=1 came=D1
    | [(sorted(what["names"]), what["deals"]) for what in asks(1)] == [(["A1", "B1", "C1", "D1"], 3)]
    = HOW / ODD
    = progressive / three
    = progressive / out
    = meet / three
    = meet / out
    = fixed / three
    = fixed / out
The director sees who is here before the first sitting, and tests a device
    PEOPLE ; tells 1 on low=true ; tells 2 away
    | texts == "Table 2 of 2: no device yet.\\nTable 1: the battery of its device is low."
    | [row.cells[:2] for row in part("devices").rows] == [(1, "00000001"), (2, "00000002")]
    | [row.cells[2:] for row in part("devices").rows] == [("1", "here", "table", "low"), ("1", "away", "table", "")]
    | [len(row.buttons) for row in part("devices").rows] == [1, 0]  # nobody would see it
    [devices: test] | asks(1) == [{"do": "show", "text": "Test: this is table 1."}]
    [devices: withdraw] | asks(1) == []
    show table=2 text=hello ! No sitting
Players are checked in, and those who lack are named once
    PEOPLE ; [check players in] | said == "8 players are late"
    | tuple(button("some are here").fields[0].options) == NAMES
    [some are here] names=["A1","B1","C1","D1","A2","B2","C2"] | "Not here yet: D2 (1 of 8)." in texts
    [is here] | course.present() == list(NAMES)
    player name=D2 state=left | said == "D2 has left"
What waits stands in *Needs you* once for all tables
    PEOPLE ; propose ; start
    | [one.text for one in desk.needs] == ["Tables 1, 2 wait: seat the players.\\nPlayers sit down with A."]
    seat ; deal 1 ; void table=1 deal=1
    | [one.text for one in desk.needs] == ["Table 1 waits: correct deal 1.\\nDevices do it at Table."]
    [withdraw] | [one.text for one in desk.needs] == ["Nothing needs you."]
A table on paper waits for no device, and says how many deals lack
    PEOPLE ; without 2 ; propose ; start ; seat ; [it plays on paper] | said == "Table 2 plays on paper"
    | ([one.text for one in desk.needs], "waits" in desk.tables[1].text) == (["Nothing needs you."], False)
    | [row for row in part("table-2").rows if "waits" in row.cells] == []
    paper table=2 rows=[[64,-32,-32,0]] | "from paper: A2 +64, B2 −32, C2 −32, D2 0; 1 of 4 deals." in texts
    | [one.value for one in button("result from paper", "table-2").fields] == [[[64, -32, -32, 0]], 0]
    paper table=2 rows=[[64,-32,-32,0]] deals=4 | button("result from paper", "table-2").fields[1].value == 4
The wall names what the standing waits for until it is there
    PEOPLE movement=progressive ; begin ; end table=1 | shown.said[1] == "Table 1: no result"
    paper table=1 rows=[[64,-4,-20,-40]] ; paper table=2 rows=[[64,-4,-20,-40]]
    | shown.said[1] == "Tables 1, 2: result not checked"
    check table=2 | shown.said[1] == "Table 1: result not checked"
    begin | shown.said[1] == "Table 1: result of sitting 1 not checked"
    check table=1 sitting=1 | shown.said[1] == "Nothing is missing. 2 tables still play."
A night is closed when each table has its result, or none
    PEOPLE sittings=0 movement=progressive ; begin ; play 4 1 ; end table=2
    | looks == [(view.GOLD, "throw dice"), (view.RED, "no result")]
    close ! has no result
    no_result table=2 first=<at2[0]> second=<at2[1]> | looks[1] == (view.DONE, "no result")
    close | (state, texts) == ("over", "Table 2 waits: end the sitting.")
    | shown.said == ("", "Nothing is missing.")  # nobody throws dice for further seats
The last sitting has no next seats
    PEOPLE ; begin | desk.next.text.endswith("You decide the next seats when all have finished.")
    play 4 ; begin
    | desk.next.text == "2 of 2 tables still play sitting 2. The night is over when all have finished."
The director sees the whole standing
    PEOPLE guests=["A1"] ; begin ; play 4
    | {len(row.cells) for row in part("standing").rows} == {len(part("standing").head)}
    | [row.cells[5] for row in part("standing").rows] == [hundredths(rank.place) for rank in course.ranks()]
    | part("standing").rows[0].cells[0] == "1." ; part("standing").rows[-1].cells[:2] == ("guest", "A1")
The rules are told in words
    PEOPLE options={"east_passes":true,"limit":500} | part("rules").text == "Babcock, limit 500.\\nAgreed: East passes."
A guest plays without a rank until the director says otherwise
    PEOPLE guests=["A1"] numbers={"B1":"17"} ; begin ; deal 1 | ranks["A1"].rank == 0
    | [row.cells[::3] for row in part("players").rows[:2]] == [("", "present, guest"), ("17", "present")]
    player name=A1 state=present guest=false | ranks["A1"].rank == 1
    add name=Zoe state=present guest=true | ranks["Zoe"].rank == 0
A table offers only what can be done
    PEOPLE +Zoe ; player name=Zoe state=late ; propose ; start
    | all("able 1" in button(words, "table-1").text for words in ("withdraw", "seat again", "no result", "end here"))
    seat | {"message", "seat again", "end here", "a player leaves", "substitute"} <= set(buttons("table-1"))
    | "result from paper" in buttons("table-1")
    play 4 1 | sorted(one.words for one in part("table-1").buttons) == FINISHED
Without a free player the table says how a substitute comes
    PEOPLE ; begin | button("add a substitute", "table-1").text.startswith("All players of this night have a seat.")
    [table-1: add a substitute] name=Zoe | list(button("substitute", "table-1").fields[1].options) == ["Zoe"]
""")
def test_who_plays(walk: Walk) -> None:
    finished = ["message", "penalty to another player", "substitute", "take back the last deal"]
    go(walk, {"PEOPLE": PLAN}, printed=printed, best=best, hundredths=hundredths, FINISHED=finished)


# ---- players who change their names on the device: the club counts for those whom the director seated ----


def test_points_stay_with_the_person_if_records_are_missing() -> None:
    room, lacking = begun(), begun()
    room.deal(1, "S")
    room.deal(1, "S")
    sit(room.devices[0].playing, 0, ["B1", "A1", "C1", "D1"])  # two who exchange their names are the hardest
    room.hear()
    lacking.send(*[message for message in room.devices[0].published() if not message[0].endswith("/1")])
    assert lacking.points() == room.points() != dict.fromkeys(PLAN.players, 0)
    assert "B1 +" in room.act("correct", table=1, deal=1, winner="B1", by="draw", **{"from": ""})


@pytest.mark.parametrize("number", range(4))
def test_a_seat_is_dealt_again_to_the_person_who_is_east(number: int) -> None:
    """The device is replaced in the middle of a sitting, after its players took other names."""
    room = begun()
    for _ in range(number):
        room.deal(1, "S")
    sit(room.devices[0].playing, 0, ["W", "X", "Y", "Z"])
    room.hear()
    room.act("reseat", table=1)
    ((_, what),) = room.asks(1, "seat")
    assert (what["names"], what["deals"]) == ([*SEATED[number:], *SEATED[:number]], 4 - number)


def test_a_computer_that_looks_has_only_the_button_that_takes_over() -> None:
    room = begun()
    room.course.directs = False
    page = room.view().director
    assert page is not None
    buttons = [*page.next.buttons, *page.night.buttons, *(one for part in page.needs for one in part.buttons)]
    assert {button.words for button in buttons} == {"take over"}
    assert page.undo is None


def test_a_host_makes_the_parts_and_pages_of_its_night_and_sets_aside_what_it_cannot() -> None:
    room = begun()
    room.deal(1)
    host = Host(room.course, Address("127.0.0.1", 1))
    assert host.page("unknown") is None
    assert "<bdi>A1</bdi>" in (host.page("night") or "")
    assert len((host.part("players") or Part()).rows) == 8
    assert host.part("table-9") is None
    assert room.course.wall > 1e9, "a timer that begins now needs the time"
    room.course.night.plan = None  # type: ignore[assignment]
    assert host.page("sheets") is None
    assert (0, "a page to print") in room.course.book.aside.reasons
