"""`mingg report`: its figures compared with a recount from `mingg replay`, names with markup, errors, charts."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from html import unescape
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from help.commands import run, run_alone
from help.report_page import Page, number
from mingg_host.cli import main
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find
from mingg_host.report import figures
from mingg_host.simulator.website import SAMPLE
from mingg_scoring import texts

PLAYED = Path(__file__).parents[1] / "oracles" / "deals.jsonl"
DEALS = [json.loads(line) for line in PLAYED.read_text().splitlines()[:40]]
LEDGER = Path(__file__).parents[1] / "evening" / "ledgers" / "format1" / "0003-00.txt"
NAMES = ["Ann", "Bo", "Cy", "Di", "Edda"]
EVIL = ["<script>alert(1)</script>", "\"'&", "</bdi><img src=x onerror=alert(2)>", "$\\frac{1}{2}$ {{ 7*7 }}"]


def head(players: int = 4, **keys: Any) -> dict[str, Any]:
    return {"mingg": 1, "rules": "babcock", "names": NAMES[:players], **keys}


def won(seat: str, by: str = "draw", hand: dict[str, Any] | None = None, **keys: Any) -> dict[str, Any]:
    source = keys.pop("source", None)
    win = {"by": by} | ({"from": source} if source else {})
    return {"winner": seat, "win": win, "hands": {seat: hand or {"sets": []}}, **keys}


PAY = {"pay": {"from": "Ann", "to": "Bo", "points": 20}}
DRAW: dict[str, Any] = {"winner": None, "hands": {}}
DRAGON = {"sets": ["(pung simple)", "pung dragon"]}
EVENINGS: dict[str, list[dict[str, Any]]] = {
    "tiles-corrected-undone": [
        *(head(), *DEALS[:5], DRAW, PAY, *DEALS[5:9], {"undo": 1}, *DEALS[9:14]),
        *({"correct": 3, "deal": DEALS[20]}, {"undo": 1}, {"correct": 2, "deal": DEALS[21]}),
    ],
    "counters": [head(counters="babcock"), *DEALS[14:20], PAY, {"correct": 1, "deal": won("E")}, DRAW],
    "three": [head(3), won("S"), won("E", "discard", DRAGON, source="N"), DRAW, won("N", "discard"), PAY],
    "five": [
        head(5),
        *(won(seat, "discard", DRAGON, source=source) for seat, source in zip("SWN", "NNS", strict=True)),
        *(won(seat) for seat in "SWNSWNSSE"),
        PAY,
        {"undo": 1},
    ],
    "not-begun": [head()],
}


MASKED = "¤"  # stands for a word of a catalogue


def lines(session: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in session)


def reported(session: list[dict[str, Any]], *arguments: str) -> Page:
    """Makes the page in this process, which takes less time than a new one."""
    result = CliRunner().invoke(main, ["report", "-", "-o", "-", *arguments], input=lines(session))
    assert result.exit_code == 0, result.output
    return Page(result.stdout)


# ---- the figures, recounted from what `mingg replay` prints ----


class Recount:
    """Returns a recount of an evening from the answers, by name, without the report's own code."""

    def __init__(self, session: list[dict[str, Any]]) -> None:
        result = CliRunner().invoke(main, ["replay"], input=lines(session))
        assert result.exit_code == 0, result.output
        self.stands = json.loads(result.stdout)
        self.names: list[str] = session[0]["names"]
        self.deals = self.stands["deals"]
        self.seats = [self._seats(deal) for deal in self.deals]
        undone = [index for index, line in enumerate(session[1:]) if line == {"undo": 1}]
        self.by_hand = [line["pay"] for index, line in enumerate(session) if "pay" in line and index not in undone]

    def _seats(self, deal: dict[str, Any]) -> dict[str, str]:
        """Returns who sits where. Of five players one sits out: the one before the round's first East."""
        order, winds = list(self.names), [seat for seat in deal["net"] if seat != "out"]
        results = {}
        if len(order) == 5:
            number_of_round = "ESWN".index(deal["round"])
            order = [order[(number_of_round + index) % 5] for index in range(5)]
            results["out"] = order.pop()
        position = order.index(deal["east"])
        return results | {seat: order[(position + step) % len(order)] for step, seat in enumerate(winds)}

    def gains(self, position: int) -> dict[str, int]:
        return {self.seats[position][seat]: gain for seat, gain in self.deals[position]["net"].items()}

    def paid(self) -> Counter[tuple[str, str]]:
        outcome: Counter[tuple[str, str]] = Counter()
        for deal, seats in zip(self.deals, self.seats, strict=True):
            for payment in deal["payments"]:
                outcome[seats[payment["from"]], seats[payment["to"]]] += payment["points"]
        for pay in self.by_hand:
            outcome[pay["from"], pay["to"]] += pay["points"]
        return outcome


@cache
def both(evening: str) -> tuple[Recount, Page]:
    """Returns the recount and the page of an evening."""
    return Recount(EVENINGS[evening]), reported(EVENINGS[evening])


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_standing_matches_replay(evening: str) -> None:
    recount, page = both(evening)
    rows = page.rows("e1-standing")
    assert {name: int(row[1]) for name, row in rows.items()} == recount.stands["balances"]
    assert {name: number(row[2]) for name, row in rows.items()} == {
        name: balance - 2000 for name, balance in recount.stands["balances"].items()
    }
    balances = [int(row[1]) for row in rows.values()]
    assert balances == sorted(balances, reverse=True)
    for name, row in rows.items():
        scores = [
            (deal["hands"][seat]["score"], deal)
            for deal, seats in zip(recount.deals, recount.seats, strict=True)
            for seat in deal["hands"]
            if seats[seat] == name
        ]
        assert int(row[3]) == len(scores)
        assert int(row[6]) == max((score for score, _ in scores), default=0)


@pytest.mark.parametrize("evening", [name for name in EVENINGS if name != "not-begun"])
def test_every_deal_and_its_balances_are_what_replay_says(evening: str) -> None:
    recount, page = both(evening)
    rows = page.rows("e1-balances")
    assert len([row for row in rows if row.startswith("deal ")]) == len(recount.deals) == len(page.deals)
    for index, deal in enumerate(recount.deals):
        gains = [number(cell.split()[1]) for cell in rows[f"deal {index + 1}"]]
        assert gains == [recount.gains(index).get(name, 0) for name in recount.names]
        words = page.deals[f"e1-deal-{index + 1}"]
        for payment in deal["payments"]:
            source, target = recount.seats[index][payment["from"]], recount.seats[index][payment["to"]]
            assert f"{source} pays {target} {payment['points']}." in words
        assert f"{deal['east']} East" in words
        # Each hand's points, item by item, down to its score.
        tables = [rows for table, rows in page.tables.items() if table.startswith(f"e1-deal-{index + 1}-")]
        for rows_of_hand, hand in zip(tables, deal["hands"].values(), strict=False):
            items = [int(row[1]) for row in rows_of_hand[: len(hand["items"])]]
            assert items == [item["points"] for item in hand["items"]]
            assert rows_of_hand[-1] == ["score", str(hand["score"])]
        assert len(tables) == len(deal["hands"]) + 1  # and what everybody gained
    last = list(rows.values())[-1]
    assert [number(cell) for cell in last] == list(recount.stands["balances"].values())


@pytest.mark.parametrize("evening", [name for name in EVENINGS if name != "not-begun"])
def test_the_table_of_payments_adds_up_to_the_gains(evening: str) -> None:
    recount, page = both(evening)
    rows, paid = page.rows("e1-payments"), recount.paid()
    for payer in recount.names:
        cells = dict(zip(recount.names, map(number, rows[payer]), strict=False))
        assert cells == {name: paid[payer, name] for name in recount.names}
        assert number(rows[payer][-1]) == sum(cells.values())
    for index, name in enumerate(recount.names):
        received = number(rows["is paid"][index])
        assert received - number(rows[name][-1]) == recount.stands["balances"][name] - 2000


@pytest.mark.parametrize("evening", [name for name in EVENINGS if name != "not-begun"])
def test_east_s_fortune_is_recounted(evening: str) -> None:
    recount, page = both(evening)
    rows = page.rows("e1-east")
    for name in recount.names:
        east = [index for index, deal in enumerate(recount.deals) if deal["east"] == name]
        other = [index for index, deal in enumerate(recount.deals) if deal["east"] != name]
        assert int(rows[name][0]) == len(east)
        assert number(rows[name][3]) == sum(recount.gains(position)[name] for position in east)
        assert number(rows[name][4]) == sum(recount.gains(position).get(name, 0) for position in other)


def test_the_table_of_winning_tiles_counts_discards_robbed_kongs_and_the_wall() -> None:
    session = [
        head(),
        won("S", "discard", source="E"),  # Bo, with Ann's tile; Bo is East then
        won("E", "discard", DRAGON, source="N"),  # Bo, with Ann's
        won("E"),  # Bo, from the wall
        won("W", "discard"),  # Di, with nobody knows whose
    ]
    rows = reported(session).rows("e1-fed")
    assert rows["Ann"][1].split()[0] == "2"
    answers = Recount(session).deals
    assert [row[0] for row in (rows["Bo"], rows["Cy"], rows["Di"])] == ["0", "0", "0"]
    assert rows["the wall"] == ["0", "1", "0", "0"]
    assert rows["unknown"] == ["0", "0", "0", "1"]
    expected = sum(
        payment["points"]
        for deal, (source, target) in zip(answers, (("E", "S"), ("N", "E")), strict=False)
        for payment in deal["payments"]
        if (payment["from"], payment["to"]) == (source, target)
    )
    assert rows["Ann"][1].split()[1] == str(expected)


def test_best_hands_are_the_highest_scores() -> None:
    recount, page = both("tiles-corrected-undone")
    scores = sorted((hand["score"] for deal in recount.deals for hand in deal["hands"].values()), reverse=True)
    assert [int(row[1]) for row in page.tables["e1-best"][1:]] == scores[:5]


def test_a_season_adds_the_gains_of_players_with_the_same_name(tmp_path: Path) -> None:
    """Capitals and blanks make no other player."""
    first, second = EVENINGS["counters"], [head(3, names=["B o", "Zoë", "ANN"]), won("S"), won("S")]
    for name, session in (("first", first), ("second", second)):
        (tmp_path / f"{name}.jsonl").write_text(lines(session))
    status, _, err = run("report", "first.jsonl", "second.jsonl", cwd=tmp_path)
    assert status == 0, err
    page = Page((tmp_path / "season.html").read_text("utf-8"))
    names = [" ".join(cell.split()) for cell in page.tables["season-table"][0][1:]]
    rows = page.rows("season-table")
    gains = [
        {
            {"ANN": "Ann", "B o": "Bo"}.get(name, name): balance - 2000
            for name, balance in Recount(session).stands["balances"].items()
        }
        for session in (first, second)
    ]
    assert set(names) == {"Ann", "Bo", "Cy", "Di", "Zoë"}
    for name, first_gain, second_gain, total, played, _ in zip(names, *rows.values(), strict=True):
        matches = [None if cell == "–" else number(cell) for cell in (first_gain, second_gain)]
        assert matches == [totals.get(name) for totals in gains]
        assert number(total) == sum(totals.get(name, 0) for totals in gains)
        assert int(played) == sum(name in totals for totals in gains)
    assert {"e1-standing", "e2-standing"} <= set(page.tables)


def test_an_evening_that_went_on_under_other_rules_is_one_evening(tmp_path: Path) -> None:
    folder, archive = str(tmp_path / "evenings"), str(tmp_path / "archive.sqlite")
    deal, swap, limit = "right right a a a a", "hold:b a left x2 down a up left a", "x3 down a right a"
    keys = f"{deal} {swap} hold:b a right a up a {limit} hold:a left left a a a a"
    assert run("press", "--ledger", folder, *keys.split())[0] == 0
    assert run("import", folder, "--no-board", "--archive", archive)[0] == 0
    for evening in ("1", "2"):
        assert run("ledger", "export", evening, "--archive", archive, "-o", f"{evening}.jsonl", cwd=tmp_path)[0] == 0
    shown = run("ledger", "show", "2", "--archive", archive)[1]
    assert shown == run("ledger", "show", "1", "2", "1", "--archive", archive)[1]
    words = " ".join(shown.split())
    assert "evening 1 and 2, added on" in words
    assert "from deal 1 on, Babcock; from deal 2 on, Babcock, limit 400" in words
    assert [line.split()[0] for line in shown.splitlines() if line[:4].strip().isdigit()] == ["1", "2"]
    assert "Di and Cy changed places in all deals" in words
    part = " ".join(run("ledger", "show", "2.jsonl", cwd=tmp_path)[1].split())
    assert "It goes on from an evening of 1 deal that is not here." in part
    assert '"deal": 2' in run("ledger", "show", "--json", "2.jsonl", cwd=tmp_path)[1]
    assert len(json.loads(run("replay", "2.jsonl", cwd=tmp_path)[1])["deals"]) == 1
    pages = []
    for references in ([folder], [f"{folder}/0001-00.txt"], [f"{folder}/0002-00.txt"], ["1"], ["2"], ["2", "1"]):
        status, html, err = run("report", *references, "--archive", archive, "-o", "-")
        assert status == 0, err
        pages.append(html)
    assert len(set(pages)) == 1
    status, html, err = run("report", "2.jsonl", "1.jsonl", "-o", "-", cwd=tmp_path)
    assert status == 0, err
    swapped = ["Di and Cy changed places in all deals"]  # an exported session names everyone where they sat in truth
    for page, beside in ((Page(html), []), (Page(pages[0]), swapped)):
        text = " ".join(page.words.split())
        assert "2 deals." in text
        assert "From deal 1: Babcock, limit 300. From deal 2: Babcock, limit 400." in text
        assert [row[0] for row in page.tables["e1-balances"][1:]] == ["deal 1", *beside, "deal 2"]
        rows = page.rows("e1-standing")
        assert sum(number(row[2]) for row in rows.values()) == 0


def test_two_evenings_that_went_on_from_the_same_one_are_both_shown(tmp_path: Path) -> None:
    folder = str(tmp_path / "evenings")
    again = "hold:b a right a up a x3 down a right a hold:a "  # goes on under another limit
    keys = f"a up a a {again} a up a a"
    assert run("press", "--ledger", folder, *keys.split())[0] == 0
    first, second = (tmp_path / "evenings" / f"000{number}-00.txt" for number in (2, 3))
    second.write_bytes(first.read_bytes())
    for references in ([folder], [str(first), str(second)]):
        shown = run("ledger", "show", *references)[1]
        assert [line.split()[0] for line in shown.splitlines() if line[:4].strip().isdigit()] == ["1", "2", "2"]


def test_a_season_without_a_first_evening_is_reported(tmp_path: Path) -> None:
    (tmp_path / "first.jsonl").write_text(lines([head(), {"winner": None, "hands": {}}]))
    (tmp_path / "second.jsonl").write_text(lines([head()]))
    status, _, err = run("report", "first.jsonl", "second.jsonl", cwd=tmp_path)
    assert status == 0, err
    assert "2 evenings. The first place is shared, with 0 points." in (tmp_path / "season.html").read_text("utf-8")


# ---- tiles ----


def test_tiles_are_drawn_where_they_were_entered_and_every_face_that_is_used_is_there() -> None:
    _, page = both("tiles-corrected-undone")
    symbols = {symbol["id"] for symbol in page.all_of("symbol")}
    used = {str(use["href"]).removeprefix("#") for use in page.all_of("use")}
    assert {name for name in used if name.startswith("t-")} == symbols
    deal = DEALS[0]  # nobody corrects it
    groups = [str(span["aria-label"]) for span in page.all_of("span") if span.get("role") == "img"]
    assert "pung of dots 1, exposed" in groups
    assert "chow from dots 2, exposed" in groups
    assert deal["hands"]["E"]["tiles"].startswith("(111p) (234p)")


def test_a_claimed_set_of_the_winner_is_among_their_tiles() -> None:
    page = reported([head(), DEALS[5]])  # wins with a discarded Red
    groups = [str(span["aria-label"]) for span in page.all_of("span") if span.get("role") == "img"]
    assert "pung of red dragon, exposed" in groups
    assert "red dragon" in groups  # won with


def test_without_tiles_nothing_is_drawn() -> None:
    assert not reported(EVENINGS["three"]).all_of("symbol")


# ---- whatever a name holds ----


def evil(*names: str) -> list[dict[str, Any]]:
    return [{**head(), "names": list(names)}, won("S"), DEALS[1], won("N", "discard", DRAGON, source="E")]


def test_no_name_becomes_markup() -> None:
    tame, page = reported(evil("A", "B", "C", "D")), reported(evil(*EVIL), "--title", EVIL[0])
    assert [tag for tag, _ in page.tags] == [tag for tag, _ in tame.tags]
    assert page.title == EVIL[0]
    for attributes in (attributes for _, attributes in page.tags):
        assert not [key for key in attributes if key.startswith("on")]
    for name in EVIL:
        assert name in page.rows("e1-standing")
        assert any(name in alt for alt in page.charts)


def test_the_page_asks_nobody_for_anything() -> None:
    _, page = both("tiles-corrected-undone")
    policy = next(meta["content"] for meta in page.all_of("meta") if meta.get("http-equiv"))
    assert str(policy).startswith("default-src 'none'; img-src data:;")
    for _, attributes in page.tags:
        for key in ("src", "href", "srcset"):
            assert str(attributes.get(key, "#")).startswith(("#", "data:"))


# ---- the command ----


def test_the_page_is_named_after_the_evening(tmp_path: Path) -> None:
    (tmp_path / "friday.jsonl").write_text(lines(EVENINGS["three"]))
    for words in ([], ["--force"]):
        status, out, err = run("report", "friday.jsonl", *words, cwd=tmp_path)
        assert (status, out, err) == (0, "", "friday.html\n")
    assert Page((tmp_path / "friday.html").read_text("utf-8")).title == "friday"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["friday.html", "friday.jsonl"]


def test_the_same_evening_gives_the_same_page() -> None:
    pages = [mingg("report", "-", "-o", "-", stdin=lines(EVENINGS["five"]))[1] for mingg in (run_alone, run_alone, run)]
    assert pages[0] == pages[1] == pages[2] != ""


@pytest.mark.parametrize(
    ("arguments", "text", "words"),
    [
        (["-"], "", "standard input, line 1: the first line is missing"),
        (["-"], lines([head(), {"winner": "Q", "hands": {}}]), "standard input, line 2: /winner"),
        (["gone.jsonl"], None, "gone.jsonl: No such file or directory"),
        (["friday.toml"], None, "friday.toml: this is no evening. `mingg club standing` shows a club's night."),
        (["-", "-o", "a-file/where.html"], lines([head()]), "a-file: "),
    ],
)
def test_mistakes_are_named_and_nothing_is_written(
    tmp_path: Path, arguments: list[str], text: str | None, words: str
) -> None:
    for name in ("a-file", "friday.toml"):
        (tmp_path / name).write_text("")
    status, out, err = run("report", *arguments, stdin=text, cwd=tmp_path)
    assert (status, out) == (2, "")
    assert words in err.splitlines()[-1]
    assert err.count("\n") == 1
    assert {path.name for path in tmp_path.iterdir()} == {"a-file", "friday.toml"}


def chart(rows: list[list[float | None]], level: int = 0) -> figures.Lines:
    return figures.Lines([f"P{number}" for number in range(len(rows[0]))], rows, "points", "after deal", "alt", level)


@pytest.mark.parametrize(
    ("values", "heights"),
    [
        ([0, 0], ["0", "1"]),
        ([0, 1], ["0", "1"]),
        ([0, 7.5], ["0", "1", "2", "3", "4", "5", "6", "7", "8"]),
        ([-626, 940], ["−1000", "−500", "0", "500", "1000"]),
        ([1374, 3064], ["1000", "1500", "2000", "2500", "3000", "3500"]),
        ([-3, 10**9], ["−200000000", "0", "200000000", "400000000", "600000000", "800000000", "1000000000"]),
    ],
)
def test_heights_are_round_and_reach_over_all_values(values: list[float], heights: list[str]) -> None:
    drawn = chart([[value] for value in values])
    assert [words for _, words in drawn.heights] == heights
    assert drawn.gutter == max(map(len, heights))
    places = [place for place, _ in drawn.heights]
    assert (places[0], places[-1]) == (100, 0)
    assert all(0 <= place <= 100 for player, _, _ in drawn.named for mark in drawn.marks(player) for place in mark)


def test_lines_lead_from_the_first_step_to_the_last_and_the_highest_is_named_first() -> None:
    drawn = chart([[0, 0], [-10, 10], [-20, 20]])
    assert drawn.named == [(1, "P1", "+20"), (0, "P0", "−20")]
    assert [drawn.path(player) for player in (1, 0)] == ["M0 50L50 25L100 0", "M0 50L50 75L100 100"]
    assert drawn.marks(1) == [(0, 50), (50, 25), (100, 0)]
    assert drawn.level == 50
    assert drawn.steps == [(0, "0"), (50, "1"), (100, "2")]


def test_unknown_values_leave_a_gap() -> None:
    drawn = chart([[2000], [2100], [None], [2200]], level=2000)
    assert drawn.path(0) == "M0 100L33.33 50M100 0"
    assert drawn.marks(0) == [(0, 100), (33.33, 50), (100, 0)]
    assert drawn.named == [(0, "P0", "2200")]


def test_only_the_first_players_are_named_and_long_lines_have_few_marks() -> None:
    drawn = chart([[step * player for player in range(12)] for step in range(100)])
    assert sorted(player for player, _, _ in drawn.named) == list(range(figures.NAMED))
    assert len(drawn.others) == 12 - figures.NAMED
    assert all(len(drawn.marks(player)) <= figures.MARKS for player, _, _ in drawn.named)
    assert len(drawn.steps) <= figures.TICKS + 1


def test_lost_deals_are_steps_without_balances(tmp_path: Path) -> None:
    file = tmp_path / "0003-00.txt"
    file.write_bytes(LEDGER.read_bytes().replace(b'"by"', b'"By"', 1))
    whole, damaged = (
        figures.Figures(Evening(find(str(path))[0]), texts.Words().say).balances() for path in (LEDGER, file)
    )
    assert damaged.steps == whole.steps
    assert damaged.named == whole.named


@pytest.mark.parametrize("evenings", [["tiles-corrected-undone"], ["five", "tiles-corrected-undone"], []])
def test_a_report_says_nothing_but_what_the_catalogues_have(
    evenings: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So nothing is English on a German page, not even the damage of a ledger, which stands for no evenings here."""
    monkeypatch.chdir(tmp_path)
    for name in evenings:
        Path(f"{name}.jsonl").write_text(lines(EVENINGS[name]))
    damaged = Path("0003-00.txt")
    damaged.write_bytes(LEDGER.read_bytes().replace(b'"by"', b'"By"', 1))
    own = texts._texts("de")
    masked = {key: re.sub(r"(?<!%)[^\W\d_]+", MASKED, own[key]) for key in own} | {"ESWN": 4 * MASKED}
    monkeypatch.setattr(texts, "_texts", lambda _: masked)
    files = [f"{name}.jsonl" for name in evenings] or [str(damaged)]
    result = CliRunner().invoke(main, ["report", *files, "-o", "-", "--language", "de", "--title", "Ann"])
    assert '<html lang="de">' in result.stdout
    page = re.sub(r"<(style|script|symbol)\b.*?</\1>", "", result.stdout, flags=re.DOTALL)
    said = " ".join([re.sub("<[^>]*>", " ", page), *re.findall('aria-label="([^"]*)"', page)])
    assert MASKED in said
    own_words = " ".join(evenings) or "Tuesday club, 0003-00.txt"
    assert set(re.findall(r"[^\W\d_]{2,}", unescape(said))) <= {*NAMES, *re.findall("[A-Za-z]+", own_words)}


def test_drawn_winds_have_the_letters_of_the_language() -> None:
    result = CliRunner().invoke(main, ["report", "-", "-o", "-", "--language", "tr"], input=SAMPLE.read_bytes())
    assert set(re.findall(r">(\w)</text></symbol>", result.stdout)) - set("123456789") == set("DGBK")


@pytest.mark.parametrize("language", texts.languages())
def test_no_two_columns_of_a_table_have_one_title(language: str) -> None:
    for rows in reported([head(), won("E")], "--language", language).tables.values():
        assert len(set(rows[0])) == len(rows[0])


def test_no_text_of_a_sheet_or_a_report_hides_another_one() -> None:
    """A text is looked for in several sections."""
    sections = texts._sections("en")
    for one, other in permutations(texts.ORDER, 2):
        if {one, other} & {"score sheet", "report"}:
            assert not sections[one].keys() & sections[other].keys(), (one, other)
