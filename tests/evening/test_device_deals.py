"""Every deal by sets or by tiles of the interchange format can be entered by keys, in every rule set, with the same
score."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from help.answers import read_deal
from help.named_keys import SAVE
from help.pressing import press, tiles_of
from help.seeds import SEED, TIMES
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mingg.core.deal.deal import ROUNDS, Answer, Deal
from mingg.core.deal.hand import ANY, BOTH, CLAIMED, MAJOR, SEAT, SETS, WIND, Hand, class_of
from mingg.core.hand.hand import parse, tile_of
from mingg.core.interchange.keys import write_deal, write_kept
from mingg.core.rules import load
from mingg.core.table.session import Session, Standing
from mingg.core.values import BadInput
from mingg.entry.entry import Entered, unclaimed
from mingg.entry.reopened import deal_again, entry_of
from mingg.entry.tile_entry import TileEntry, why_not_done
from mingg.evening.evening import last_deal
from mingg.evening.evenings import begin
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.ui.begin import new_session
from mingg.ui.screens.history.correct import correct
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from mingg_scoring.interchange.answers import TABLE_KEYS, read_standalone
from mingg_scoring.interchange.tiles import arrangement
from rules.test_rule_properties import dealt, in_sets, refusal

NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
ASKED = ("insurance", "feeding", "discarder_pays")


def liable(deal: dict[str, Any], rules: Any, seats: str, chance: random.Random) -> None:
    """Adds a liable player, as agreed."""
    losers = [seat for seat in seats if seat != deal["winner"]]
    left_player = seats[seats.index(deal["winner"]) - 1]
    ways: list[list[dict[str, str]]] = []
    if rules.on("insurance"):
        ways += [[{"seat": seat, "share": share}] for seat in losers for share in ("full", "half")]
        if len(losers) > 1:
            ways.append([{"seat": seat, "share": "half"} for seat in chance.sample(losers, 2)])
    if rules.on("feeding"):
        ways.append([{"seat": left_player, "share": "full", "why": "feeding"}])
    if rules.on("discarder_pays") and deal["win"].get("from"):
        ways.append([{"seat": deal["win"]["from"], "share": "full"}])
    if ways and chance.random() < 0.5:
        deal["liable"] = chance.choice(ways)
        if refusal(deal):  # nobody fed such a hand
            del deal["liable"]


def scored_deal(number: int) -> tuple[dict[str, Any], Session]:
    """Returns a deal by sets with its other data, and its session."""
    chance = random.Random(number)
    deal = in_sets(dealt(number))
    for option in ASKED:
        if chance.random() < 0.3:
            deal["options"][option] = True
    rules, round_wind = read_standalone(deal)[:2]
    players = deal["players"]
    session = Session(NAMES[:players], rules)
    round_number = ROUNDS[players].index(round_wind)
    session.table.resume(0, round_number, 0)
    east = chance.choice(session.table.order)
    streak = chance.choice([0, 0, 8])
    session.resume(Standing(0, east, round_number, [2000] * players, streak, False, None, None))
    seats = session.table.seats
    liable(deal, rules, seats, chance)
    if deal["win"]["by"] == "rob":
        # The robbed player keeps an open pung, and on the device has to say so.
        deal["hands"][deal["win"]["from"]] = {"sets": ["(pung simple)"]}
    for seat in seats:
        if seat != deal["winner"] and chance.random() < 0.1:
            kinds = rules.table["dead_hands"]
            deal["hands"].setdefault(seat, {})["dead"] = True if kinds == ("dead",) else chance.choice(kinds)
        elif seat not in (deal["winner"], deal["win"].get("from")) and chance.random() < 0.1:
            deal["hands"][seat] = {"score": 2 * chance.randrange(40)}
    return deal, session


Hands = dict[str, tuple[int, int, int]]
Asked = tuple[dict[str, Any], Session, Callable[[Session], str]]  # a deal, the table before it, and its keys there


def expected(deal: dict[str, Any], session: Session) -> tuple[list[int], Hands]:
    """Returns the balances after the deal and the score of each hand, by the core alone."""
    read = read_deal(deal, session.rules, session.table.round_wind(), TABLE_KEYS)
    answer = session.answer(read)
    balances = list(session.balances)
    for seat, gain in answer.net.items():
        balances[session.player(seat)] += gain
    return balances, hands(answer)


def hands(answer: Answer) -> Hands:
    return {seat: (count.score, count.points, count.doublings) for seat, count in answer.counts.items()}


def enter(device: Headless, session: Session, number: int, keys: str) -> None:
    """Begins the session on the device and presses the keys of a deal."""
    new_session(device.app, session, number % 4)
    device.wait(100)
    perform(steps_of(keys), device)


def save(device: Headless, keys: str, right: tuple[list[int], Hands]) -> Deal:
    """Saves the deal on Result. Checks its balances and scores, and returns it. keys: those that entered it."""
    texts = device.text()
    perform(steps_of(SAVE), device)
    last = last_deal(device.app.play.evening)
    assert last is not None, (texts, keys)
    assert (device.app.play.evening.session.balances, hands(last.answer)) == right, (texts, keys)
    return last.deal


def check_reopened(device: Headless, saved: Deal) -> None:
    """Opens the saved deal again to correct it, and checks that its entries have not changed."""
    app = device.app
    correct(app.play, 1, *Lines(app.play.evening).deal(1))
    reopened = app.play.entry.deal(app.play.playing)
    reopened.streak = saved.streak  # the session sets this
    assert write_deal(reopened) == write_deal(saved)


def of_sets(number: int) -> Asked:
    deal, session = scored_deal(number)
    return deal, session, lambda session: press(deal, session, number % 4)


def of_tiles(number: int) -> Asked:
    deal = robbed(dealt(number))
    return deal, seated(deal, random.Random(number)), lambda session: keys_of_tiles(deal, session, number)


def keys_of_tiles(deal: dict[str, Any], session: Session, number: int) -> str:
    return press(by_sets(deal), session, number % 4, tiles=tiles_of(deal), number=number)


KINDS = pytest.mark.parametrize("kind", [of_sets, of_tiles])


FACTS = ("suit", "only_place", "last_set", "fourth", "flowers")
TESTS = Path(__file__).parents[1]
BOOKS = TESTS / "oracles" / "examples.jsonl"
PLAYED = TESTS / "oracles" / "deals.jsonl"
THIRD = max(1, 3 // TIMES)


def examples() -> list[dict[str, Any]]:
    """The books' examples of hands in tiles that count: a third of them, others in each run; all with MINGG_TIMES=3."""
    matches = [json.loads(line) for line in BOOKS.read_text(encoding="utf-8").splitlines() if line.strip()]
    in_tiles = [case for case in matches if "deal" in case and tiles_of(case["deal"]) and "error" not in case["expect"]]
    assert len(in_tiles) == 191
    return in_tiles[SEED % THIRD :: THIRD]


def played(rules: str) -> Iterator[dict[str, Any]]:
    for line in PLAYED.read_text(encoding="utf-8").splitlines():
        yield {"rules": rules, **json.loads(line)}


def seated(deal: dict[str, Any], chance: random.Random) -> Session:
    """Returns a session in the state before a deal, with this East."""
    rules, round_wind = read_standalone(deal)[:2]
    players = deal.get("players", 4)
    session = Session(NAMES[:players], rules)
    session.table.resume(0, ROUNDS[players].index(round_wind), 0)
    east = chance.choice(session.table.order)
    streak = deal.get("streak", 0)
    round_number = ROUNDS[players].index(round_wind)
    session.resume(Standing(0, east, round_number, [2000] * players, max(0, streak - 1), False, None, None))
    return session


def robbed(deal: dict[str, Any]) -> dict[str, Any]:
    """Adds the exposed pung of the robbed player, which the device needs."""
    win = deal["win"]
    if win["by"] == "rob" and win["from"] not in deal["hands"]:
        major = win["tile"][1] == "z" or win["tile"][0] in "19"
        of = "dragon" if win["tile"] in ("5z", "6z", "7z") else "major" if major else "simple"
        deal["hands"][win["from"]] = {"sets": [f"(pung {of})"]}
    return deal


def by_sets(deal: dict[str, Any]) -> dict[str, Any]:
    """Returns the deal in sets, without the entries that the device derives from the tiles."""
    sets = in_sets({**deal, "hands": {s: h for s, h in deal["hands"].items() if "tiles" in h}})
    return {**deal, "hands": {**deal["hands"], **sets["hands"]}}


def facts(hand: Hand, session: Session, won: bool) -> dict[str, Any]:
    """Returns what the rules may count of a hand: of kongs claimed onto three concealed tiles the number."""
    sets = [item for item in hand.sets if item & SETS or class_of(item) in session.rules.pairs]
    if not session.rules.counts_round:
        sets = [item - BOTH + SEAT if item & BOTH else item for item in sets]
    if won:
        claimed = hand.number(ANY, CLAIMED)
    else:
        claimed, sets = 0, [item - WIND + MAJOR if item & WIND else item for item in sets]
    sets = list(map(unclaimed, sets))
    return {**{key: getattr(hand, key) for key in FACTS}, "claimed": claimed, "sets": sorted(sets)}


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Headless]:
    with Headless(tmp_path_factory.mktemp("flash")) as device:
        yield device


def test_every_example_of_the_books_in_tiles_scores_by_keys_as_in_the_books(device: Headless) -> None:
    app = device.app
    entered = 0
    for number, case in enumerate(examples()):
        deal = robbed(case["deal"])
        session = seated(deal, random.Random(number))
        right, expect = expected(deal, session), case["expect"]
        enter(device, session, number, keys := keys_of_tiles(deal, session, number))
        perform(steps_of(SAVE), device)
        assert last_deal(app.play.evening) is not None, (case["id"], device.text(), keys)
        counts = last_deal(app.play.evening).answer.counts
        if "seat" in expect:
            count = counts[expect["seat"]]
            for key in ("score", "points", "doublings", "limit"):
                assert expect.get(key, getattr(count, key)) == getattr(count, key), (case["id"], key, keys)
        for seat, score in expect.get("scores", {}).items():
            assert counts[seat].score == score, (case["id"], seat, keys)
        assert (app.play.evening.session.balances, hands(last_deal(app.play.evening).answer)) == right, (
            case["id"],
            keys,
        )
        entered += 1
    assert entered >= 191 // THIRD


@KINDS
@settings(max_examples=20 * TIMES)
@given(number=st.integers(0, 2**32 - 1), share=st.floats(0, 1))
def test_a_half_entered_deal_comes_back_after_a_power_cut(
    device: Headless, kind: Callable[[int], Asked], number: int, share: float
) -> None:
    _, session, keys_of = kind(number)
    with suppress(BadInput):  # nobody won such a deal
        keys = keys_of(session)
        session.begin_at(session.standing())  # which its ledger keeps
        steps = steps_of(keys)
        enter(device, session, number, " ".join(step.text() for step in steps[: int(len(steps) * share)]))
        device.wait(1500)
        entry = device.app.play.entry
        device.reboot()
        again = device.app.play.entry
        assert (again and again.pack()) == (entry and entry.pack()), keys


@KINDS
@settings(max_examples=20 * TIMES)
@given(number=st.integers(0, 2**32 - 1))
@example(0)
@example(1103)  # two exposed kongs, one of them claimed
@example(1506233)  # the deal ends the round, and its wind doubles
@example(101978701)  # four open sets of honours, a pair drawn, feeding agreed: who fed is asked
@example(2395)  # two open sets and concealed chows, feeding agreed: nobody fed
def test_every_deal_can_be_entered_by_keys(device: Headless, kind: Callable[[int], Asked], number: int) -> None:
    deal, session, keys_of = kind(number)
    try:
        right, keys = expected(deal, session), keys_of(session)
    except BadInput:
        return
    enter(device, session, number, keys)
    saved = save(device, keys, right)
    tiles = tiles_of(deal)
    counted = read_deal(deal, session.rules, deal.get("round", "E"), TABLE_KEYS).hands
    for seat in tiles:
        won = seat == deal["winner"]
        assert facts(saved.hands[seat], session, won) == facts(counted[seat], session, won), (seat, keys)
    if tiles:  # its record says the tiles, and anybody who reads it comes to the same
        record = json.loads(json.dumps(write_kept(saved)))
        assert {seat for seat, hand in record["hands"].items() if "tiles" in hand} == set(tiles)
        read = read_deal(record, session.rules, deal.get("round", "E"))
        before = seated(deal, random.Random(number))  # the device has played the other one: the round may be over
        assert hands(before.answer(read)) == right[1]
    check_reopened(device, saved)


@pytest.mark.vm
@KINDS
def test_micropython_accepts_deals(kind: Callable[[int], Asked], firmware: Path, tmp_path: Path) -> None:
    entered = 0
    for number in itertools.count(SEED):
        deal, session, keys_of = kind(number)
        first = Session(session.names, session.rules)
        with suppress(BadInput):
            balances, _ = expected(deal, first)
            if deal["round"] == "E":
                folder = tmp_path / str(number)
                folder.mkdir()
                begin(open_evening(Store(str(folder), None)), first, number % 4)
                with HeadlessVM(folder, firmware=firmware) as device:
                    perform(steps_of(f"{keys_of(first)} {SAVE}"), device)
                assert open_evening(Store(str(folder), None)).session.balances == balances, deal
                entered += 1
        if entered == 3:
            return


def test_thirteen_orphans_rob_a_concealed_kong_in_tiles_where_the_rules_let_them() -> None:
    winner, robbed = {"tiles": "19m19p19s123456z77z"}, {"tiles": "111z234m567p2345s"}
    deal = {"winner": "S", "win": {"by": "rob", "from": "E", "tile": "1z"}, "hands": {"S": winner, "E": robbed}}
    read = read_deal(deal, load("bmja"))
    for rules, reason in ((load("bmja"), None), (load("babcock", {"thirteen_orphans": True}), "rob-no-pung")):
        session = Session(NAMES[:4], rules)
        entry = deal_again(1, read, session)
        assert why_not_done(entry, session.player("E"), session) == reason


@pytest.mark.parametrize("book", ["babcock", "harr", "harr-limit", "chinese"])
def test_a_claimed_tile_on_the_table_scores_as_in_the_hand(book: str) -> None:
    """Compares a third of the played deals with a claimed winning tile: an exposed winning set, as some players enter
    it, scores by the rules like the same tiles in the hand."""
    cases = 0
    for case in itertools.islice(played(book), SEED % THIRD, None, THIRD):
        if case["win"]["by"] != "discard":
            continue
        rules, round_wind = read_standalone(case)[:2]
        read = read_deal(case, rules, round_wind, TABLE_KEYS)
        winner = case["winner"]
        tiles, last = case["hands"][winner]["tiles"], case["win"]["tile"]
        declared = len(parse(tiles).melds)
        groups = (arrangement(read.hands[winner]) or "").split()
        group = groups[declared]
        if group[0] != "(":
            continue  # the pair was claimed
        session = seated(case, random.Random(0))
        entry = entry_of(read, session)
        player = session.table.player(winner)
        entry.hands[player] = Entered()
        # The pair last, as one: the hand is taken as it was said.
        hand = TileEntry(entry, player, session)
        hand.take(groups)
        matches = [(tile, group_of_tile) for tile, group_of_tile in hand.candidates() if group_of_tile == group]
        assert (tile_of(last), group) in matches, (case, groups)
        assert hand.choose_last(tile_of(last), group) is None, case
        deal = entry.deal(session)
        saved = read_deal(json.loads(json.dumps(write_deal(deal))), rules, round_wind)
        assert sorted(saved.hands[winner].sets) == sorted(read.hands[winner].sets), case
        assert hands(session.answer(saved))[winner] == hands(session.answer(read))[winner], case
        cases += 1
    assert cases > 300 // THIRD
