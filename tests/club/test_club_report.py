"""`mingg club standing` about nights and seasons of a club: its page, and its other forms."""

from __future__ import annotations

import json
import re
import sqlite3
from html import escape
from pathlib import Path

import pytest
from help.club_devices import CLUB
from help.club_nights import KeptNight
from help.club_room import Room
from help.commands import run
from help.report_page import Page, number
from help.seeds import SEED
from mingg_club.night import Plan, by_the_book
from mingg_club.report import ClubNight, sheets
from mingg_club.report import report as report_of
from mingg_host.common import disk

NAMES = ("Ann", "<b>Bo</b>", "Cy", "Di & Co", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kay")
PLAN = Plan("Friday night", CLUB, sittings=2, options=by_the_book("progressive"), players=NAMES)
PENALTY = {"do": "penalty", "name": "Cy", "points": 40, "why": "<i>late</i>"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("club")


@pytest.fixture(scope="module")
def kept(folder: Path) -> list[KeptNight]:
    """Three nights; the last one is not over."""
    return [
        KeptNight(folder, PLAN, "2026-04-30T20:00:00+00:00", seed=1),
        KeptNight(folder, PLAN, "2026-05-07T20:00:00+00:00", seed=2, actions=(PENALTY,)),
        KeptNight(folder, PLAN, "2026-05-14T20:00:00+00:00", 1, seed=3),
    ]


def report(*words: object) -> Page:
    return written(*words)[0]


def written(*words: object) -> tuple[Page, str]:
    """Returns the page about nights, and the warnings."""
    with disk.scratch() as folder:
        status, _, errors = run("club", "standing", *map(str, words), "-o", str(folder / "night.html"))
        assert status == 0, errors
        return Page((folder / "night.html").read_text("utf-8")), errors


def standing(*words: object) -> list[dict[str, float]]:
    status, text, errors = run("club", "standing", *map(str, words), "--json")
    assert status == 0, errors
    players: list[dict[str, float]] = json.loads(text)["players"]
    return players


def test_the_page_has_the_standing_of_the_ledgers(kept: list[KeptNight]) -> None:
    page = report(kept[1].path)
    rows = page.rows("n1-standing")
    lines = kept[1].course.ranks()
    assert list(rows) == [line.name for line in lines]
    for line in lines:
        place, points, table_points, _, deals, sittings, penalty = rows[line.name]
        assert (int(place), number(points), float(table_points) * 100) == (line.rank, line.points, line.table_points)
        assert (int(deals), int(sittings), number(penalty)) == (line.deals, line.sittings, line.penalty)
    assert sum(number(cells[1]) for cells in rows.values()) == -40
    assert "Cy lost 40 points: <i>late</i>" in page.words
    assert "The night is not over" not in page.words
    assert "The night is not over" in report(kept[2].path).words


def test_the_page_says_who_sat_where_and_what_they_won(kept: list[KeptNight]) -> None:
    page, course = report(kept[0].path), kept[0].course
    moves = page.rows("n1-moves")
    for at, sitting in enumerate(course.night.sittings):
        for place, table in enumerate(sitting.tables, 1):
            winds = "ESN" if len(table.names) == 3 else "ESWN"
            won = course.result(table).won
            for name, wind in zip(table.names, winds, strict=True):
                where, points = moves[name][at].rsplit(" ", 1)
                assert (where, number(points)) == (f"table {place} {wind}", won[name])
    assert len(page.deals) == sum(len(sitting.tables) for sitting in course.night.sittings)
    of_table = page.rows(next(name for name in page.tables if name.startswith("n1-1-1-")))
    assert list(of_table) == ["1", "2", "3", "4", "in all", "table points"]
    easts = [of_table[deal][-1].rpartition("East: ")[2] for deal in "1234"]
    assert easts == course.night.sittings[0].tables[0].names
    won = course.result(course.table_at(1, 1)).won
    for column, name in enumerate(course.night.sittings[0].tables[0].names):
        gained = [number(of_table[deal][column]) for deal in "1234"]
        assert sum(gained) == number(of_table["in all"][column]) == won[name]


def test_best_hands_have_their_tiles(kept: list[KeptNight]) -> None:
    page = report(kept[0].path)
    scores = [int(row[1]) for row in page.tables["n1-best"][1:]]
    assert len(scores) == 10
    assert scores == sorted(scores, reverse=True)
    won = [
        deal.answer.counts[deal.deal.winner].score
        for at, sitting in enumerate(kept[0].course.night.sittings)
        for place, table in enumerate(sitting.tables, 1)
        for evening in kept[0].course.evenings(table)
        for deal in evening.deals
        if deal.winner
    ]
    assert scores[0] >= max(won)
    assert any(attributes.get("href", "").startswith("#t-") for attributes in page.all_of("use"))


def test_no_name_becomes_markup(kept: list[KeptNight]) -> None:
    page = report(kept[1].path)
    assert "<b>Bo</b>" in page.words
    assert not page.all_of("b")
    assert not page.all_of("i")


def test_a_season_adds_up_its_nights(kept: list[KeptNight], folder: Path) -> None:
    page = report(kept[0].file, "--season", "--folder", folder)
    rows = page.rows("season-standing")
    whole = standing(kept[0].file, "--season", "--folder", folder)
    assert list(rows) == [str(line["player"]) for line in whole]
    for line in whole:
        cells = rows[str(line["player"])]
        assert (int(cells[0]), float(cells[1]), number(cells[2])) == (
            *(line["rank"], line["table_points"], line["points"]),
        )
        nights = [cell.split() for cell in cells[3:6]]
        assert sum(float(table_points) for table_points, _ in nights) == pytest.approx(line["table_points"])
        assert sum(number(points) for _, points in nights) == line["points"]
        assert cells[6] == "3"
    assert page.title == f"Season of {CLUB}"
    two = standing(kept[0].path, kept[1].path)
    assert two == standing(kept[1].path, kept[0].path)
    assert sum(line["deals"] for line in two) < sum(line["deals"] for line in whole)
    assert standing(kept[0].file, kept[1].path, kept[2].path, "--folder", folder) == standing(
        *[n.path for n in kept[1:]]
    )
    only_may = standing(kept[0].file, "--season", "--since", "2026-05", "--folder", folder)
    assert only_may == standing(kept[1].path, kept[2].path)


def test_a_season_may_rank_by_table_points(tmp_path: Path) -> None:
    plan = Plan(**{**PLAN.__dict__, "rank": "table_points"})
    for day in (1, 8):
        night = KeptNight(tmp_path, plan, f"2026-05-0{day}T20:00:00+00:00", seed=day)
    page = report(night.file, "--season", "--folder", tmp_path)
    table_points = [float(cells[1]) for cells in page.rows("season-standing").values()]
    assert table_points == sorted(table_points, reverse=True)
    assert "Lines: table points, night after night" in page.charts[0]


def test_a_standing_is_written_in_each_form(kept: list[KeptNight], tmp_path: Path) -> None:
    for suffix in ("csv", "json", "xlsx"):
        assert run("club", "standing", str(kept[0].path), "-o", str(tmp_path / f"season.{suffix}"))[0] == 0
    assert [path.read_bytes()[:2] for path in sorted(tmp_path.iterdir())] == [b"ra", b'{"', b"PK"]


def changed(kept: list[KeptNight], folder: Path, statement: str, *words: str) -> str:
    """Returns a copy of the first night after this statement."""
    copy = folder / "night.sqlite"
    copy.unlink(missing_ok=True)
    with sqlite3.connect(kept[0].path) as source, sqlite3.connect(copy) as target:
        source.backup(target)
        target.execute(statement, words)
    source.close()
    target.close()
    return str(copy)


CHANGES = [
    "DELETE FROM record",
    *(f"UPDATE record SET line = {line}" for line in ("X'FF00'", "'text'", "17", "CAST(line AS TEXT)")),
    "UPDATE record SET evening = evening || 'x'",
    "UPDATE record SET segment = X'00'",
    "UPDATE record SET device = X'00'",
]
NOTES = ["text", "17", "null", "[17]", "[[1, 2, 3]]", "[" * 3000]


def test_missing_and_changed_records_are_named(kept: list[KeptNight], tmp_path: Path) -> None:
    for change in CHANGES[SEED % 3 :: 3]:
        copy = changed(kept, tmp_path, f"{change} WHERE tbl = 2 AND number = 3")
        page, errors = written(copy)
        assert "Sitting 1, table 2: records 3 are missing." in errors, change
        assert "Records are missing, or do not count." in page.words, change


def test_a_night_with_a_damaged_decision_has_the_standing_of_the_others(kept: list[KeptNight], tmp_path: Path) -> None:
    whole = run("club", "standing", str(kept[0].path))[:2]
    for line in NOTES[SEED % 3 :: 3]:
        copy = changed(kept, tmp_path, "INSERT INTO decision VALUES (999, CAST(? AS BLOB))", line)
        assert run("club", "standing", copy)[:2] == whole, line


def test_mistakes_are_named_and_nothing_is_written(kept: list[KeptNight], folder: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    empty = tmp_path / "empty.sqlite"
    sqlite3.connect(empty).close()
    for words, message in (
        ([tmp_path / "none.sqlite"], "none.sqlite: there is no such file"),
        ([empty], "empty.sqlite: this is no night"),
        ([tmp_path / "none.toml"], "none.toml"),
        ([kept[0].file, "--folder", tmp_path], "no such night is kept here"),
        ([kept[0].file, "--since", "2025", "--folder", folder], "no such night is kept here"),
    ):
        status, _, errors = run("club", "standing", *map(str, words), "-o", str(page))
        assert status == 2
        assert message in errors
        assert not page.exists()


def test_score_sheets_have_the_names_in_their_seats_and_a_line_for_each_deal() -> None:
    room = Room(PLAN)
    room.act("propose")
    (first, *_), *_, last = seated = room.course.night.proposal or [[]]
    for sitting in range(2):
        seats, *tables = re.split('<section class="(?:sheet|card)">', sheets(room.course))[1:]
        assert [(len(re.findall(r'"row">\d', table)), table.count("<small>")) for table in tables] == [
            *((4, 4), (4, 4), (3, 3)),
        ]
        assert f"<bdi>{escape(first)}</bdi> <small>East</small>" in tables[0]
        assert f"<bdi>{escape(last[1])}</bdi></th><td>3</td><td>South</td>" in seats
        assert len(re.findall("<bdi>", seats)) == sum(map(len, seated)), sitting
        room.act("start") if not sitting else None


def test_one_deal_is_one_deal(room: Room) -> None:
    room.play(1, 1)
    page = report_of([ClubNight(room.course)], "Friday")
    assert ", 1 sitting, 1 deal. " in page
    assert re.search(r"sitting 1, 1 deal, not over<", page)
    assert not re.search(r"\b1 deals", page)


def test_what_is_lost_is_said_once(room: Room) -> None:
    room.play(3)
    words = "deals after the end of the sitting, which do not count: 1."
    assert ClubNight(room.course).lost == [f"Sitting 1, table {number}: {words}" for number in (1, 2)]


def test_the_page_has_the_deals_from_paper_instead_of_those_of_a_device(tmp_path: Path) -> None:
    names = KeptNight(tmp_path, PLAN, "2026-04-30T20:00:00+00:00", 1).course.night.sittings[0].tables[0].names
    rows = [dict(zip(names, row, strict=True)) for row in ((64, -64, 0, 0), (-8, -8, 24, -8))]
    night = KeptNight(
        tmp_path, PLAN, "2026-05-07T20:00:00+00:00", 1, actions=({"do": "paper", "table": 1, "rows": rows},)
    )
    page = report(night.path)
    of_table = page.rows(next(name for name in page.tables if name.startswith("n1-1-1-")))
    assert of_table["1"] == ["+64", "\u221264", "0", "0", "from paper"]
    assert [number(cell) for cell in of_table["in all"][:4]] == [56, -72, 24, -8]
    assert list(of_table) == ["1", "2", "in all", "table points"]
