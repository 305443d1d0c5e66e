"""Files of house rules: read or refused by line, printed as a sheet, installed on a board, and stored in evenings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from help.answers import read_deal
from help.boards import Boards, a_serial_board
from help.commands import invoke as mingg
from help.commands import output_of
from help.houses import problems
from help.stores import MemoryStore
from mingg.core.interchange.tables import read_session
from mingg.evening.evenings import begin
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg_host.common.toml_text import BadFile
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find
from mingg_host.scoring import house
from mingg_scoring import Session, replay
from mingg_scoring.json_answers import play

TUESDAY = """\
name = "Tuesday club"
from = "babcock"
limit = 500
mahjong = 30

[options]
four_winds = true

[points]
pair.dragon = 4
no-chows = 20
rob = 0

[factors]
half-suit = 4
round-wind = 2

[special]
four_kongs = "half"
lucky_thirteen = 0
"""
CHANGES = {
    "name": "Tuesday club",
    "points": {"mahjong": 30, "pair": {"dragon": 4}, "no-chows": 20, "rob": False},
    "factors": {"half-suit": 4, "round-wind": 2},
    "special": {"four_kongs": "half", "lucky_thirteen": False},
}
WON: dict[str, Any] = {
    "winner": "S",
    "win": {"by": "draw"},
    "hands": {"S": {"sets": ["(pung simple)", "(pung major)"]}},
}


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def tuesday(tmp_path: Path) -> Path:
    path = tmp_path / "tuesday.toml"
    path.write_text(TUESDAY, encoding="utf-8")
    return path


# ---- read ----


def test_a_file_has_only_the_differences(tuesday: Path) -> None:
    file = house.read(tuesday)
    assert file.keys() == {"rules": "babcock", "options": {"limit": 500, "four_winds": True}, "house": CHANGES}
    rules = file.rules()
    assert (rules.title, rules.id, rules.limit, rules.mahjong) == ("Tuesday club", "babcock", 500, 30)
    assert file.rules(3, {"limit": 200}).limit == 200


def test_the_answer_has_the_keys_of_a_deal(tuesday: Path) -> None:
    played = play(json.dumps({**house.read(tuesday).keys(), **WON}).encode())
    assert played.answer.counts["S"].points == 30 + 2 + 2 + 4


def test_the_example_is_right_and_says_what_every_part_is_for(tmp_path: Path) -> None:
    example = tmp_path / "example.toml"
    example.write_text(output_of("rules", "--example"), encoding="utf-8")
    assert "no mistakes" in output_of("rules", "check", example)
    assert all(f"[{section}]" in example.read_text(encoding="utf-8") for section in house.SECTIONS)


def test_a_long_chain_of_files_is_refused_by_line(tmp_path: Path) -> None:
    for number in range(500):
        base = f"{number + 1}.toml" if number < 499 else "babcock"
        (tmp_path / f"{number}.toml").write_text(f'name = "House {number}"\nfrom = "{base}"\n', encoding="utf-8")
    with pytest.raises(BadFile, match=r"20\.toml, line 2: from: at most 20 files can derive from each other"):
        house.read(tmp_path / "0.toml")
    assert house.read(tmp_path / "480.toml").name == "House 480"


def test_a_file_may_derive_from_another_one(tuesday: Path) -> None:
    late = tuesday.with_name("late.toml")
    late.write_text(
        'name = "Late"\nfrom = "tuesday.toml"\nlimit = "none"\n[options]\nfour_winds = false\n'
        '[points]\npair.seat = 4\nno-chows = 30\n[special]\nfour_kongs = 0\n',
        encoding="utf-8",
    )  # fmt: skip
    file = house.read(late)
    assert file.options == {"limit": None, "four_winds": False}
    assert file.changes["points"] == {**CHANGES["points"], "pair": {"dragon": 4, "seat": 4}, "no-chows": 30}  # type: ignore[dict-item]
    assert file.changes["name"] == "Late"
    tuesday.write_text(TUESDAY.replace('"babcock"', '"late.toml"'), encoding="utf-8")
    with pytest.raises(BadFile, match="files derive from each other"):
        house.read(late)


def test_a_figure_that_an_option_of_the_base_file_sets_needs_the_option_off(tuesday: Path) -> None:
    tuesday.write_text(TUESDAY.replace("rob = 0", "").replace("four_winds", "double_rob"), encoding="utf-8")
    late = tuesday.with_name("late.toml")
    text = 'name = "Late"\nfrom = "tuesday.toml"\n[points]\nrob = 20\n'
    late.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match=r"line 4: rob: the option double_rob of tuesday\.toml sets"):
        house.read(late)
    late.write_text(text + "[options]\ndouble_rob = false\n", encoding="utf-8")
    rules = house.read(late).rules()
    assert [row[2] for row in rules.points if row[0] == "rob"] == [20]
    assert "rob" not in [row[0] for row in rules.doublings]


def test_a_conflict_with_the_base_file_is_reported(tuesday: Path) -> None:
    late = tuesday.with_name("late.toml")
    for changed, place, message in (
        ('limit = "none"', "line 3: limit", "four_kongs of tuesday"),
        ("points.pung = [2, 2, 4, 6]", "line 3: pung", "a pair counts at most half"),
    ):
        late.write_text(f'name = "Late"\nfrom = "tuesday.toml"\n{changed}\n', encoding="utf-8")
        with pytest.raises(BadFile) as caught:
            house.read(late)
        assert f"late.toml, {place}: {message}" in str(caught.value)


# ---- refused ----


MUMMIES = "impossible with thirteen orphans. Leave one of them out."


@pytest.mark.parametrize(
    ("book", "more", "line", "key"),
    [
        ("babcock", "[options]\nthirteen_orphans = true\nnine_mummies = true\n", 5, "nine_mummies"),
        ("chinese", '[options]\nnine_mummies = "bonus"\n[special]\nthirteen_orphans = "half"\n', 4, "nine_mummies"),
        ("harr-limit", "[options]\nnine_mummies = true\n", 4, "nine_mummies"),
        ("with.toml", "[options]\nthirteen_orphans = true\n", 4, "thirteen_orphans"),
        ("with.toml", '[special]\nthirteen_orphans = "limit"\n', 4, "thirteen_orphans"),
    ],
)
def test_nine_mummies_with_thirteen_orphans_are_reported_by_line(
    book: str, more: str, line: int, key: str, tmp_path: Path
) -> None:
    (tmp_path / "with.toml").write_text(
        'name = "With"\nfrom = "babcock"\n[options]\nnine_mummies = true\n', encoding="utf-8"
    )
    mistakes = problems(tmp_path, f'name = "Ours"\nfrom = "{book}"\n{more}')
    assert [(*problem[:2], MUMMIES in problem[2]) for problem in mistakes] == [(line, key, True)]


def test_the_winner_cannot_deal_if_east_passes_after_every_deal(tmp_path: Path) -> None:
    text = 'name = "Ours"\nfrom = "babcock"\n[options]\neast_passes = true\nwinner_deals = true\n'
    ((line, key, message),) = problems(tmp_path, text)
    assert (line, key) == (5, "winner_deals")
    assert message == "the winner cannot deal if East passes after every deal. Leave one of them out."


def test_nine_mummies_are_allowed_if_the_house_plays_no_orphans(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    text = 'name = "Ours"\nfrom = "harr-limit"\n[options]\nnine_mummies = true\n[special]\nthirteen_orphans = 0\n'
    path.write_text(text, encoding="utf-8")
    assert house.read(path).rules().on("nine_mummies")
    assert "nine_mummies: true" in output_of("rules", path)
    assert "Not counted here" in output_of("rules", path)


@pytest.mark.parametrize(
    ("was", "becomes", "line", "key", "message"),
    [
        ("Tuesday club", "Tuesday club of 1923", 1, "name", "at most 14 letters"),
        ("Tuesday club", "Babcock", 1, "name", "a book has this name"),
        ("Tuesday club", "火曜", 1, "name", "the device has no letter"),
        ('name = "Tuesday club"', "", 0, "name", "this must be a name"),
        ('"babcock"', '"babcok"', 2, "from", "do you mean babcock?"),
        ('"babcock"', '"monday.toml"', 2, "from", "there is no such file beside this one"),
        ('"babcock"', '"\\u0000.toml"', 2, "from", "there is no such file beside this one"),
        ('from = "babcock"', "", 0, "from", "harr, harr-limit, babcock, chinese"),
        ("limit = 500", "limit = 501", 3, "limit", "an even number"),
        ("limit = 500", 'limit = "no"', 3, "limit", '"none" or an even number'),
        ("limit = 500", "maximum = 500", 3, "maximum", "Choose one of name, from, limit, mahjong, options"),
        ("mahjong = 30", "mahjong = 31", 4, "mahjong", "this must be an even number of points, at most 200"),
        ("four_winds", "four_wind", 7, "four_wind", "do you mean four_winds?"),
        ("four_winds = true", 'four_winds = "yes"', 7, "four_winds", "this must be true or false"),
        ("four_winds = true", "limit = 300", 7, "limit", "this belongs above the first"),
        ("four_winds = true", "four_kongs = true", 7, "four_kongs", "another section sets"),
        ("pair.dragon = 4", "pair.wind = 4", 10, "pair.wind", "Choose one of dragon, seat, round, both"),
        ("pair.dragon = 4", "pair.dragon = 6", 10, "pair", "at most half of a concealed pung"),
        ("no-chows = 20", "no-chow = 20", 11, "no-chow", "do you mean no-chows?"),
        ("no-chows = 20", "no-chows = -2", 11, "no-chows", "an even number of points"),
        ("no-chows = 20", "flower = 6", 11, "flower", "these flowers are not played"),
        ("no-chows = 20", "no-chows = {}", 11, "no-chows", "an even number of points"),
        ("no-chows = 20", "no-chow = {}", 11, "no-chow", "do you mean no-chows?"),
        ("no-chows = 20", "# a line of \u2028 three \x85 lines\nno-chow = 20", 12, "no-chow", "do you mean no-chows?"),
        ("no-chows = 20", "pung = [2, 4]", 11, "pung", "four figures: exposed 2-8"),
        ("no-chows = 20", "mahjong = 20", 4, "mahjong", "Leave one out"),
        ("half-suit = 4", "half-suit = 3", 15, "half-suit", "this must be 2, 4 or 8"),
        ('"half"', '"most"', 19, "four_kongs", '"limit", "half" or "third"'),
        ("limit = 500", 'limit = "none"', 19, "four_kongs", "a share of the limit, but there is no limit"),
        ("[points]", "[point]", 9, "point", "do you mean points?"),
        ("[points]", "[point.s]", 9, "point", "do you mean points?"),
        ("limit = 500", "limit = ", 3, "", "Invalid value"),
    ],
)  # fmt: skip
def test_a_mistake_is_reported_with_line_key_and_valid_values(
    was: str, becomes: str, line: int, key: str, message: str, tmp_path: Path
) -> None:
    assert TUESDAY.count(was) == 1
    mistakes = problems(tmp_path, TUESDAY.replace(was, becomes))
    assert (line, key) in [problem[:2] for problem in mistakes], mistakes
    assert any(problem[:2] == (line, key) and message in problem[2] for problem in mistakes), mistakes


@pytest.mark.parametrize(("flowers", "right"), [("off", False), ("own", False), ("seasons", True), ("shanghai", True)])
def test_a_series_of_flowers_doubles_where_it_is_played(flowers: str, right: bool, tmp_path: Path) -> None:
    text = TUESDAY.replace("four_winds = true", f'flowers = "{flowers}"').replace("half-suit", "flower-series")
    if not right:
        assert [problem[:2] for problem in problems(tmp_path, text)] == [(15, "flower-series")]
    else:
        (tmp_path / "right.toml").write_text(text, encoding="utf-8")
        rows = house.read(tmp_path / "right.toml").rules().doublings
        assert [row[2] for row in rows if row[0] == "flower-series"] == [2]


def test_all_mistakes_are_reported_at_once_in_the_order_of_the_lines(tmp_path: Path) -> None:
    text = TUESDAY.replace("500", "501").replace("no-chows = 20", "no-chows = 3").replace('"half"', "2")
    mistakes = problems(tmp_path, text)
    assert [(line, key) for line, key, _ in mistakes] == [(3, "limit"), (11, "no-chows"), (19, "four_kongs")]
    result = mingg("rules", "check", tmp_path / "wrong.toml")
    assert result.exit_code == 2
    assert len(result.output.splitlines()) == 3
    assert "wrong.toml, line 11: no-chows: this must be an even number" in result.output


def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path) -> None:
    result = mingg("rules", tmp_path / "none.toml")
    assert result.exit_code == 2
    assert "none.toml: No such file" in result.output
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9"')
    assert "byte 9 is not UTF-8" in mingg("rules", "check", tmp_path / "latin.toml").output
    assert mingg("rules", "check", tmp_path).exit_code == 2


def test_no_damaged_file_causes_a_crash(tmp_path: Path) -> None:
    """Each file with one line omitted, doubled or cut is valid, or refused with a message."""
    lines = TUESDAY.splitlines(keepends=True)
    path = tmp_path / "spoilt.toml"
    calls = []
    for index, line in enumerate(lines):
        for instead in ("", line * 2, line[: len(line) // 2] + "\n", line.replace("=", "= [") + "]\n", "x." + line):
            path.write_text("".join([*lines[:index], instead, *lines[index + 1 :]]), encoding="utf-8")
            try:
                house.read(path).rules()
            except BadFile as error:
                calls.append(str(error))
    assert len(calls) > len(lines)
    assert all(mistake.startswith(str(path)) for mistake in calls)


# ---- the sheet ----


def test_the_sheet_marks_what_differs_and_what_is_not_counted(tuesday: Path) -> None:
    sheet = " ".join(output_of("rules", tuesday).split())
    assert "Tuesday club (babcock), 4 players House rules, derived from J. P. Babcock" in sheet
    assert "No chows: four pungs or kongs and a pair. 20 book has 10" in sheet
    assert "A pair of dragons. 4 book has 2" in sheet
    assert "A pair of the seat wind. 2 p.34" in sheet
    assert "One suit and honours, and no other suit. x4 book has x2" in sheet
    assert "A pung or kong of the round wind. x2 house, new" in sheet
    assert "Four kongs. Agreed at this table: half the limit. 250 house, new" in sheet
    assert "Not counted here The winning tile was robbed from another player's kong. - p.35, 22" in sheet
    assert "four_kongs: false" not in sheet
    assert "Not counted here" not in output_of("rules", "babcock")


def test_the_sheet_as_data_names_the_original_figures(tuesday: Path) -> None:
    content = json.loads(output_of("rules", tuesday, "--json"))
    assert content["house"]["name"] == "Tuesday club"
    assert {entry["id"]: entry["house"] for entry in content["points"] if "house" in entry} == {
        "mahjong": 20,
        "no-chows": 10,
        "pair": 2,
    }
    assert [entry["id"] for entry in content["house"]["without"]["points"]] == ["rob"]
    assert "house" not in json.loads(output_of("rules", "babcock", "--json"))


# ---- with an evening ----


def _evening(tuesday: Path) -> MemoryStore:
    store = MemoryStore()
    playing = open_evening(store)
    head = {"mingg": 1, **house.read(tuesday).keys(), "names": ["Ann", "Bo", "Cy", "Di"], "counters": "none"}
    begin(playing, read_session(head))
    for _ in range(3):
        save(playing, read_deal(WON | {"winner": "E", "hands": {"E": WON["hands"]["S"]}}, playing.session.rules))
    return store


def test_an_evening_is_shown_exported_imported_and_reported_by_the_rules_of_its_house(
    tuesday: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "ledger"
    folder.mkdir()
    for name, data in _evening(tuesday).files.items():
        (folder / name).write_bytes(data)
    won = 2000 + 3 * 3 * 2 * (30 + 2 + 2 + 4)
    assert Evening(find(folder)[0]).whole().balances["Ann"] == won
    assert "Tuesday club" in output_of("ledger", "show", folder)
    assert "whole" in output_of("ledger", "verify", folder)
    session, archive = tmp_path / "evening.jsonl", tmp_path / "archive.sqlite"
    output_of("ledger", "export", folder, "-o", session)
    assert json.loads(session.read_text(encoding="utf-8").splitlines()[0])["house"] == CHANGES
    assert replay(Session.from_json(session.read_bytes())).balances["Ann"] == won
    output_of("import", session, "--no-board", "--archive", archive)
    assert Evening(find("1", archive)[0]).whole().balances["Ann"] == won
    assert Evening(find("1", archive)[0]).whole().rules.title == "Tuesday club"
    output_of("report", folder, "-o", tmp_path / "report.html")
    assert "Tuesday club" in (tmp_path / "report.html").read_text(encoding="utf-8")


# ---- onto a device ----


def test_house_rules_are_put_into_a_folder_of_ledgers_and_taken_out(tuesday: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ledger"
    assert "Tuesday club: installed in " in output_of("rules", "install", tuesday, "--ledger", folder)
    stored = folder / "house-tuesday-club.txt"
    assert house.name_in(stored.read_bytes()) == "Tuesday club"
    assert [path.name for path in folder.iterdir()] == [stored.name]
    tuesday.write_text(TUESDAY.replace("30", "40"), encoding="utf-8")
    output_of("rules", "install", tuesday, "--ledger", folder)  # in the place of the old
    assert b'"mahjong": 40' in stored.read_bytes()
    tuesday.write_text(TUESDAY.replace("Tuesday club", "Tuesday-Club"), encoding="utf-8")
    result = mingg("rules", "install", tuesday, "--ledger", folder)
    assert result.exit_code == 1
    assert "house rules called Tuesday club already" in result.output
    assert mingg("rules", "remove", "Sunday", "--ledger", folder).exit_code == 1
    assert "Do you mean Tuesday club?" in mingg("rules", "remove", "tuesday CLUB", "--ledger", folder).output
    output_of("rules", "remove", "Tuesday club", "--ledger", folder)
    assert list(folder.iterdir()) == []


def test_a_file_that_is_not_house_rules_is_lost_only_if_that_is_said(tuesday: Path, tmp_path: Path) -> None:
    mine = tmp_path / "house-tuesday-club.txt"
    for words in (["remove", "Tuesday club", "--ledger", tmp_path], ["install", tuesday, "--ledger", tmp_path]):
        mine.write_text("a letter")
        result = mingg("rules", *words)
        assert (result.exit_code, "or not house rules of Mingg. It stays" in result.output) == (1, True), result.output
        assert mine.read_text() == "a letter"
        output_of("rules", *words, "--force")
        assert not mine.exists() or mine.read_text() != "a letter"
    mine.unlink()
    mine.symlink_to(tuesday)
    result = mingg("rules", "install", tuesday, "--ledger", tmp_path, "--force")
    assert (result.exit_code, "this is a symbolic link" in result.output) == (2, True), result.output


@pytest.mark.parametrize(
    ("name", "stored"),
    [("Çarşı İğde ı", "house-carsi-igde-i.txt"), ("***", "house-rules.txt"), ("../../main", "house-main.txt")],
)
def test_a_name_is_a_plain_file(name: str, stored: str) -> None:
    assert house.stored_name(name) == stored


@pytest.mark.vm
@a_serial_board
def test_house_rules_go_onto_a_board_and_its_backup_and_come_off_it(
    board_with: Boards, tuesday: Path, tmp_path: Path
) -> None:
    stored = "ledger/house-tuesday-club.txt"
    wanted = house.read(tuesday).stored()[1]
    with board_with({"settings.txt": b"mine"}) as board:
        assert "on the board" in output_of("rules", "install", tuesday, "--port", board.port)
        board.wait_for_reset()
        assert board.files == {"main.py": b"pass\n", "ledger/settings.txt": b"mine", stored: wanted}
        output_of("backup", "-o", tmp_path / "backup.zip", "--port", board.port)
        board.wait_for_reset(2)
        output_of("rules", "remove", "Tuesday club", "--port", board.port)
        board.wait_for_reset(3)
        assert stored not in board.files
        assert mingg("rules", "remove", "Tuesday club", "--port", board.port).exit_code == 1
        board.wait_for_reset(4)
        output_of("restore", tmp_path / "backup.zip", "--port", board.port)
        board.wait_for_reset(5)
        assert board.files[stored] == wanted
