"""Evenings with lost records are shown as far as they are known, with the gaps; also tiles beside sets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from evening.test_ledger_damage import NAMES, evening_of
from help.report_page import Page
from help.stores import MemoryStore
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, MAJOR, PUNG, PUNG_SHOWN, SIMPLE, Hand
from mingg.evening.beside import pay
from mingg.evening.change import correct as corrected
from mingg.evening.evening import UNREADABLE
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.records.line import seal, segment_of
from mingg_host.cli import main
from mingg_host.evenings.evening import Evening
from mingg_host.evenings.ledger import EveningError, Ledger

Files = dict[str, bytes]


def ledgers(files: Files) -> dict[int, Files]:
    results: dict[int, Files] = {}
    for name, data in files.items():
        segment = segment_of(name)
        if segment is not None:
            results.setdefault(segment[0], {})[name] = data
    return results


def known(files: Files) -> Evening:
    return Evening(Ledger(files, "evening 1", 1))


def numbers(evening: Evening) -> list[tuple[int, dict[str, int], dict[str, int]]]:
    return [(deal.number, deal.net, deal.balances) for deal in evening.deals]


def plain_deals(count: int) -> Files:
    """Returns an evening of so many different deals, with a payment after the fourth."""
    store = MemoryStore()
    playing = open_evening(store)
    for index in range(count):
        hand = Hand([PUNG_SHOWN | MAJOR] * (index % 4))
        save(playing, Deal("ESWN"[index % 4], Win("discard"), {"ESWN"[index % 4]: hand}))
        if index == 3:
            pay(playing, [(0, 1, 20)])
    return store.files


def hand_of(points: int) -> Hand:
    hand = Hand()
    hand.score = points
    return hand


def without(files: Files, *records: int) -> Files:
    """Returns the same files with the lines of these records damaged."""
    results = {}
    for name, data in files.items():
        lines = data.splitlines(keepends=True)
        for index, line in enumerate(lines):
            if int(line[:4]) in records:
                lines[index] = line.replace(b":", b";", 1)
        results[name] = b"".join(lines)
    return results


def test_a_complete_evening_has_no_loss() -> None:
    files = plain_deals(6)
    complete, remains = Evening(Ledger(files, "evening 1", 1)), known(files)
    assert (numbers(remains), remains.balances, remains.lines) == (numbers(complete), complete.balances, complete.lines)
    assert remains.damage == remains.gaps == []


def test_all_deals_but_the_lost_ones_are_in_their_places() -> None:
    files = plain_deals(9)
    complete, remains = known(files), known(without(files, 3, 8))  # record 5 is the payment, 8 the seventh deal
    assert numbers(remains) == [entry for entry in numbers(complete) if entry[0] not in (3, 7)]
    assert [(gap.first, gap.deals, str(gap)) for gap in remains.gaps] == [
        (3, 1, "deal 3 is lost"),
        (7, 1, "deal 7 is lost"),
    ]
    assert [gap.balances for gap in remains.gaps] == [complete.deals[2].balances, complete.deals[6].balances]
    assert (remains.balances, remains.payments[0].balances) == (complete.balances, complete.payments[0].balances)
    assert (remains.east, remains.round, remains.over, remains.names) == (
        complete.east,
        complete.round,
        complete.over,
        complete.names,
    )
    assert [remark.message for remark in remains.damage] == ["record 3 is damaged", "record 8 is damaged"]


def test_an_impossible_correction_is_named_and_the_next_one_counts() -> None:
    store = MemoryStore()
    store.files = plain_deals(2)
    playing = open_evening(store)
    for points in (2, 4):
        corrected(playing, 1, Deal("S", Win("discard"), {"S": Hand(), "W": hand_of(points)}))
    sound = known(store.files)
    for name, data in store.files.items():
        lines = data.splitlines()
        lines = [
            line if line[:4] != b"0003" else seal(3, line[14:].decode().replace('"S"', '"Q"'))[:-1] for line in lines
        ]
        store.files[name] = b"\n".join(lines) + b"\n"
    remains = known(store.files)
    assert numbers(remains) == numbers(sound)
    assert remains.balances == sound.balances
    assert [remark.message[:8] for remark in remains.damage] == ["/winner:"]


def test_a_lost_payment_is_reported_by_its_effect() -> None:
    files = plain_deals(6)
    complete, remains = known(files), known(without(files, 5))
    assert numbers(remains) == numbers(complete)
    assert [str(gap) for gap in remains.gaps] == ["records after deal 4 are lost"]
    assert remains.gaps[0].balances == complete.payments[0].balances


def test_a_loss_at_the_end_is_reported_although_its_content_is_unknown() -> None:
    files = plain_deals(6)
    remains = known(without(files, 7))
    assert [deal.number for deal in remains.deals] == [1, 2, 3, 4, 5]
    assert remains.balances == remains.deals[-1].balances
    assert [remark.message for remark in remains.damage] == ["the line is damaged, and its content is lost"]


def test_an_evening_without_known_players_is_an_error() -> None:
    files = {name: data.replace(b"babcock", b"babcocK") for name, data in plain_deals(2).items()}
    with pytest.raises(EveningError):
        known(files)


@given(NAMES, st.data())
def test_a_damaged_evening_is_shown_as_the_board_shows_it(evening_name: tuple[str, int], data: st.DataObject) -> None:
    files, _ = evening_of(*evening_name)
    chance = random.Random(data.draw(st.integers(0, 2**32)))
    damaged = {}
    for name, text in files.items():
        lines = text.splitlines(keepends=True)
        for index in range(len(lines)):
            kind = chance.random()
            if kind < 0.05:
                lines[index] = b""
            elif kind < 0.1:
                lines[index] = lines[index].replace(b"1", b"7", 1)
            elif kind < 0.12:
                lines[index] = chance.choice(lines)
        damaged[name] = b"".join(lines)
    for number, ledger in ledgers(damaged).items():
        store = MemoryStore()
        store.files = dict(ledger)
        board = open_evening(store, number)
        try:
            evening = known(ledger)
        except EveningError:
            assert Ledger(ledger).head is None or any(notice == UNREADABLE for notice, _ in board.notices)
            continue
        assert list(evening.balances.values()) == board.session.balances
        assert evening.east == evening.names[board.session.table.east]
        numbers_shown = [deal.number for deal in evening.deals]
        assert numbers_shown == sorted(set(numbers_shown))
        assert len(numbers_shown) + sum(gap.deals for gap in evening.gaps) == board.session.deals
        for entry in evening.history:
            assert sum(entry.balances.values()) == 8000
        for deal in evening.deals:
            board_deal, session = Lines(board).deal(deal.number)
            assert list(deal.answer.net.values()) == list(session.answer(board_deal).net.values())


# ---- as its reader meets it ----


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """A folder with an evening of nine deals, of which the third and the seventh are lost."""
    folder = tmp_path / "ledger"
    folder.mkdir()
    for name, data in without(plain_deals(9), 3, 8).items():
        (folder / name).write_bytes(data)
    return folder


def run(*words: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, [str(word) for word in words], env={"COLUMNS": "120"})
    return result.exit_code, result.stdout, result.stderr


def test_list_and_show_say_what_is_missing(ledger: Path) -> None:
    status, out, _ = run("ledger", "list", ledger)
    assert status == 0
    assert "record3isdamaged" in "".join(out.split())  # where a path is long, lines wrap
    assert " 9 " in out.splitlines()[2]
    status, out, _ = run("ledger", "show", ledger)
    assert status == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert any("Records of this evening are lost." in line for line in lines)
    assert "record8isdamaged" in "".join(lines).replace(" ", "")
    assert any(line.startswith("deal 3 is lost") for line in lines)
    assert sum(line.startswith(tuple(f"{number} " for number in range(1, 10))) for line in lines) == 7


@pytest.mark.parametrize("words", [("ledger", "export"), ("import", "--no-board")], ids=" ".join)
def test_incomplete_evenings_are_neither_exported_nor_imported(
    ledger: Path, words: tuple[str, ...], tmp_path: Path
) -> None:
    status, out, err = run(*words, ledger, "--archive", tmp_path / "archive.sqlite")
    assert (status, out) == (2, "")
    assert "record 3 is damaged" in err


def test_the_report_shows_what_is_known_and_says_what_is_not(ledger: Path) -> None:
    status, html, err = run("report", ledger, "-o", "-")
    assert status == 0
    assert err.count("Warning: ") == 2
    page, evening = Page(html), known({path.name: path.read_bytes() for path in ledger.iterdir()})
    words = " ".join(page.words.split())
    assert "7 deals, and 2 more that are lost." in words
    assert "Records of this evening are lost. Deal 3 is lost. Deal 7 is lost." in words
    assert f"{next(ledger.iterdir())}, line 6: record 3 is damaged" in words
    rows = page.rows("e1-standing")
    assert {name: int(row[1]) for name, row in rows.items()} == evening.balances
    balances = page.rows("e1-balances")
    assert [int(cell) for cell in balances["deal 3 is lost"]] == list(evening.gaps[0].balances.values())
    assert list(page.deals) == [f"e1-deal-{number}" for number in (1, 2, 4, 5, 6, 8, 9)]
    assert "over 9 deals" in next(str(chart["aria-label"]) for chart in page.all_of("svg") if "aria-label" in chart)


def known_tiles_evening(*, correct: bool) -> Files:
    store = MemoryStore()
    playing = open_evening(store)
    hands = {"N": Hand([PUNG_SHOWN | SIMPLE, PUNG | DRAGON]), "E": Hand(), "S": Hand()}
    for seat, named in (("N", "(222p) 777z"), ("E", "11m"), ("S", "(22p")):
        hands[seat].named = named
    deal = Deal("N", Win("draw"), hands)
    if correct:
        save(playing, Deal("N", Win("draw"), {"N": Hand()}))
        corrected(playing, 1, deal)
    else:
        save(playing, deal)
    return store.files


@pytest.mark.parametrize("correct", [False, True], ids=["entered", "corrected"])
@pytest.mark.parametrize("lost", [False, True], ids=["whole", "with a record lost"])
def test_tiles_known_beside_sets_reach_the_report(tmp_path: Path, correct: bool, lost: bool) -> None:
    files = known_tiles_evening(correct=correct)
    if lost:
        store = MemoryStore()
        store.files = dict(files)
        pay(open_evening(store), [(0, 1, 20)])
        files = without(store.files, 3 if correct else 2)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    status, html, _ = run("report", tmp_path, "-o", "-")
    assert status == 0
    page = Page(html)
    groups = [str(span["aria-label"]) for span in page.all_of("span") if span.get("role") == "img"]
    for group in (
        "pung of dots 2, exposed",
        "concealed: red dragon, red dragon, red dragon",
        "concealed: characters 1, characters 1",
    ):
        assert group in groups
    assert page.deals["e1-deal-1"].count("only these tiles are known") == 2
