"""The file of a club night, the topics, and the standing."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest
from help.seeds import TIMES
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg.records.line import segment_name
from mingg_club import link, night, standing, topics
from mingg_club.night import Plan
from mingg_club.standing import NightResults, Result
from mingg_host.common.toml_text import BadFile
from mingg_host.evenings.names import one_name

NIGHT = """\
name = "Friday night"
club = "friday"
movement = "meet"
sittings = 5
deals = 4
rules = "babcock"
rank = "table_points"
table_points = [4, 2, 1, 0.5]
players = [
  "Ann", "Bo",
  "Cy", "Di",
]
[options]
limit = 500
"""


def wrong(text: str, tmp_path: Path) -> list[str]:
    with pytest.raises(BadFile) as caught:
        night.parse(text, "friday.toml", tmp_path)
    return str(caught.value).split("\n")


def test_a_night_is_read_from_its_file(tmp_path: Path) -> None:
    plan = night.parse(NIGHT, "friday.toml", tmp_path)
    assert plan.players == ("Ann", "Bo", "Cy", "Di")
    assert plan.table_points == (400, 200, 100, 50)
    assert plan.in_force().limit == 500
    assert Plan.of_json(json.loads(json.dumps(plan.as_json()))) == plan


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"meet"', '"met"', "friday.toml, line 3: movement: unknown word (do you mean meet?). Choose one of"),
        ('"friday"', '"Friday club"', "friday.toml, line 2: club: use at most 24 lower-case letters"),
        ("sittings = 5", "sittings = -1", "friday.toml, line 4: sittings: this must be a whole number from 0 to 99"),
        ("deals = 4", "deal = 4", "friday.toml, line 5: deal: unknown word (do you mean deals?)"),
        ('"babcock"', '"babcok"', "friday.toml, line 6: rules: unknown rules (do you mean babcock?)"),
        ("limit = 500", "limit = 501", "friday.toml, line 14: options.limit: "),
        ('"Di"', '"Bo"', "friday.toml, line 11: players: Bo is here twice"),
        ('"Di"', '"b O"', "friday.toml, line 11: players: b O is here twice"),
        ('"Di"', '"\\u001b[31m"', 'line 9: players: "\\u001b[31m": it has a character that cannot be printed'),
        ('"Di"', '" Di"', 'friday.toml, line 11: players: " Di": it begins or ends with a blank'),
        ('"Cy", "Di",', "", "friday.toml, line 9: players: a night takes 4 players or more; here are 2"),
        ("0.5]", "0.125]", "friday.toml, line 8: table_points: this must be a list of 1 to 5 numbers"),
        ('name = "Friday night"', "", "friday.toml: name: this is missing"),
        ("[options]", "[options", "friday.toml, line 13: "),
    ],
)
def test_a_mistake_is_named_with_its_line(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert any(message in line for line in wrong(NIGHT.replace(old, new), tmp_path))


def test_in_progressive_play_east_passes_unless_the_file_says_otherwise(tmp_path: Path) -> None:
    def options(text: str) -> dict[str, object]:
        return night.parse(text, "friday.toml", tmp_path).options

    progressive = NIGHT.replace('"meet"', '"progressive"')
    assert options(progressive) == {"limit": 500, "east_passes": True}
    assert options(progressive + "east_passes = false\n") == {"limit": 500, "east_passes": False}
    assert options(progressive + "winner_deals = true\n") == {"limit": 500, "winner_deals": True}
    assert options(NIGHT) == {"limit": 500}
    (line,) = wrong(progressive + "winner_deals = true\neast_passes = true\n", tmp_path)
    assert "line 15: options.winner_deals: this is impossible if East passes after every deal" in line


def test_a_table_of_three_plays_as_many_deals_as_it_has_players_for_four() -> None:
    plan = Plan("Friday", "friday", options={"east_passes": True})
    assert [plan.deals_at(players) for players in (3, 4, 5)] == [3, 4, 4]
    assert [replace(plan, deals=deals).deals_at(3) for deals in (0, 8, 6)] == [0, 6, 6]
    assert replace(plan, options={}).deals_at(3) == 4


def test_one_run_reports_all_mistakes(tmp_path: Path) -> None:
    text = NIGHT.replace('"meet"', '"met"').replace("sittings = 5", 'sittings = "five"').replace('"Di"', "7")
    assert len(wrong(text, tmp_path)) == 3


def test_a_night_may_have_house_rules(tmp_path: Path) -> None:
    (tmp_path / "tuesday.toml").write_text('name = "Tuesday"\nfrom = "babcock"\n[points]\npung = [2, 4, 4, 10]\n')
    plan = night.parse(NIGHT.replace('"babcock"', '"tuesday.toml"'), "friday.toml", tmp_path)
    assert plan.rules == "babcock"
    assert plan.house is not None
    assert plan.house["name"] == "Tuesday"
    (line,) = wrong(NIGHT.replace('"babcock"', '"monday.toml"'), tmp_path)
    assert line.startswith("friday.toml, line 6: rules: ")


names = st.text(min_size=1, max_size=24).filter(lambda name: night.why_no_player(name) == "")


@settings(max_examples=10 * TIMES)
@given(st.lists(names, min_size=4, max_size=9, unique_by=one_name), st.sampled_from(night.MOVEMENTS))
def test_what_new_writes_is_read_again(players: list[str], movement: str) -> None:
    plan = Plan(
        *("Friday «night»", "friday", movement),
        options=night.by_the_book(movement),
        players=tuple(players),
        table_points=(400, 50),
    )
    assert night.parse(night.as_toml(plan), "friday.toml", Path()) == plan


# ---- topics ----


@given(st.integers(1, 999), st.integers(1, topics.MOST_NUMBER), st.integers(0, 9999), st.integers(0, link.MOST_RECORD))
def test_every_record_that_a_device_can_have_has_a_topic_with_one_meaning(
    table: int, evening: int, segment: int, number: int
) -> None:
    try:
        segment_name(evening, segment)
    except OSError:
        return  # the device has no such file
    topic = topics.parse("friday", topics.record("friday", table, evening, segment, number, "5f0d8a1c"))
    assert topic == topics.Topic(topics.RECORD, table, "", evening, segment, number, "5f0d8a1c")


NO_TOPICS = """\
monday/table/3/here friday/table/0/here friday/table/1000/here friday/table/03/here friday/table/+3/here
friday/table/3/here/more friday/table/3/ask/<b> friday/table/3/ask/ friday/night friday/night/1
friday/night/decision/0 friday/night/decision/01 friday/#"""
NO_RECORDS = """\
1/0/1 5f0d8a1c-1/0 5f0d8a1c-0/0/1 5f0d8a1c-1/0/01 5f0d8a1c-1/0/-1 5f0d8a1c-1/0/١ x-1/0/1 5f0d8a1c-1/10000/1
5f0d8a1c-1/0/1000000000 5f0d8a1c-1000000000000000/0/1 5f0d8a1c-1/999999999999999/1"""


@pytest.mark.parametrize("topic", [*(f"mingg/{topic}" for topic in NO_TOPICS.split()), "friday", ""])
def test_a_topic_that_means_nothing_is_ignored(topic: str) -> None:
    assert topics.parse("friday", topic) is None


@pytest.mark.parametrize("levels", NO_RECORDS.split())
def test_a_record_that_no_device_can_have_is_known_as_such(levels: str) -> None:
    assert topics.parse("friday", f"mingg/friday/table/3/record/{levels}") == topics.Topic(topics.RECORD, 3)


def test_ids_of_requests_rise() -> None:
    ids = [topics.next_id("")]
    for _ in range(50):
        ids.append(topics.next_id(ids[-1]))
    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)
    assert topics.next_id("zzzzzz0") > "zzzzzz0"


@pytest.mark.parametrize("name", ["", "Friday", "a/b", "a+", "#", "a" * 25, "ä", "a b", "a\n"])
def test_a_club_has_a_plain_name(name: str) -> None:
    assert not topics.is_club(name)


# ---- standing ----

WON = [{"Ann": 60, "Bo": 20, "Cy": -20, "Di": -60}, {"Ann": -40, "Bo": 40, "Cy": 0, "Di": 0}]
RESULTS = [Result(number, 1, won, 4, True, (400, 200, 100, 50)) for number, won in enumerate(WON, 1)]


def test_the_standing_adds_up_points_and_table_points() -> None:
    ranks = standing.standing([NightResults("Friday", RESULTS, {"Bo": 100})])
    assert [(rank.rank, rank.name, rank.points) for rank in ranks] == [
        *((1, "Ann", 20), (2, "Cy", -20), (3, "Bo", -40), (4, "Di", -60)),
    ]
    by_table = standing.standing([NightResults("Friday", RESULTS)], "table_points")
    # In the second sitting, Cy and Di share 2 and 1.
    assert {rank.name: rank.table_points for rank in by_table} == {"Ann": 450, "Bo": 600, "Cy": 250, "Di": 200}
    assert by_table[0].name == "Bo"


@given(st.lists(st.integers(-3, 3), min_size=3, max_size=5), st.lists(st.integers(0, 1000), min_size=5, max_size=5))
def test_equals_share_table_points_and_no_more_than_there_are(points: list[int], places: list[int]) -> None:
    places.sort(reverse=True)
    won = {f"player {number}": gained for number, gained in enumerate(points)}
    given = standing.shares(won, places)
    assert sum(places[: len(won)]) - len(won) < sum(given.values()) <= sum(places[: len(won)])
    assert all(given[a] == given[b] for a in won for b in won if won[a] == won[b])
    assert all(given[a] >= given[b] for a in won for b in won if won[a] > won[b])


def test_a_sitting_that_is_not_over_gives_no_table_points() -> None:
    (ann, *_) = standing.standing([NightResults("Friday", [Result(1, 1, WON[0], 2, False, (400,))])])
    assert (ann.points, ann.table_points, ann.sittings, ann.deals) == (60, 0, 0, 2)


def test_a_guest_has_no_rank_and_takes_none_and_everyone_has_an_average_place() -> None:
    night = NightResults("Friday", RESULTS, {}, (), frozenset(["Ann"]), {"Ann": "G", "Bo": "17"})
    ranks = standing.standing([night])
    assert [(rank.rank, rank.name, rank.place, rank.number) for rank in ranks] == [
        *((1, "Bo", 150, "17"), (2, "Cy", 275, ""), (3, "Di", 325, ""), (0, "Ann", 250, "G")),
    ]
    text = standing.as_text("Friday", ranks)
    assert re.search(r"guest +G +Ann .* 2\.5 ", text)
    assert "number" not in standing.as_text("Friday", standing.standing([NightResults("Friday", RESULTS)]))
    ranked = standing.standing([night, NightResults("Monday", RESULTS, {}, ("Ann",))])
    assert all(rank.rank for rank in ranked), "a member in one night of a season"


def test_a_season_adds_up_nights_by_name() -> None:
    night_before = NightResults("Monday", [Result(1, 1, {"Ann": 2, "Eve": -2, "Flo": 0}, 4, True)])
    ranks = standing.standing([NightResults("Friday", RESULTS), night_before])
    assert {rank.name: rank.points for rank in ranks}["Ann"] == 22
    assert len(ranks) == 6


def test_a_player_who_has_not_played_is_in_a_standing_only_on_request_or_with_a_penalty() -> None:
    nothing = Result(1, 2, dict.fromkeys(("Zoe", "Yan", "Xi"), 0), 0, True, (400,))
    night = NightResults("Friday", [*RESULTS, nothing], {"Yan": 10}, ("Wu",))
    names = {rank.name for rank in standing.standing([night])}
    assert names & {"Zoe", "Yan", "Xi", "Wu"} == {"Yan"}
    everyone = {rank.name: rank for rank in standing.standing([night], everyone=True)}
    assert everyone.keys() - names == {"Zoe", "Xi", "Wu"}
    assert (everyone["Zoe"].sittings, everyone["Zoe"].table_points) == (0, 0)
    ranked = [(rank.place_word, rank.name) for rank in standing.standing([night], everyone=True)]
    assert ranked == [
        *(("1", "Bo"), ("2", "Ann"), ("3", "Yan"), ("4", "Cy"), ("5", "Di")),
        *(("\u2013", "Wu"), ("\u2013", "Xi"), ("\u2013", "Zoe")),
    ], "those who have played nothing are not above those who have lost"
    assert len(standing.standing([NightResults("Friday", [nothing])])) == 3, "nobody has played"


def test_the_standing_is_written_in_each_form(tmp_path: Path) -> None:
    nights = [NightResults("Friday", [Result(1, 1, {"=Ann": 2, "Bo": -2, "<b>": 0}, 4, True, (400, 250, 50))])]
    ranks = standing.standing(nights)
    rows = list(csv.reader(standing.as_csv(ranks).decode().splitlines()))
    assert rows[1] == ["1", "", "'=Ann", "2", "4", "1", "4", "1", "0"]
    assert json.loads(standing.as_json("Friday", ranks))["players"][1]["table_points"] == 2.5
    (tmp_path / "a.xlsx").write_bytes(standing.as_xlsx(ranks, nights))
    with ZipFile(tmp_path / "a.xlsx") as book:
        assert b"<f>" not in book.read("xl/worksheets/sheet1.xml")
    assert "=Ann" in standing.as_text("Friday", ranks)
