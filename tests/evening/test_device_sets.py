"""Every deal by sets of the interchange format can be entered by keys, in every rule set."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from help.answers import read_deal
from help.named_keys import SAVE
from help.pressing import press
from help.seeds import SEED
from hypothesis import given
from hypothesis import strategies as st
from mingg.core.deal.deal import ROUNDS, Answer, Deal
from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.keys import write_deal
from mingg.core.table.session import Session, Standing
from mingg.evening.begin import begin
from mingg.evening.evening import last_deal
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.ui.begin import new_session
from mingg.ui.screens.history.again import correct
from mingg_host.device.headless import Headless, HeadlessVM
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from mingg_scoring.interchange.answers import TABLE_KEYS, read_standalone
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
    rules, round_wind, _ = read_standalone(deal)
    players = deal["players"]
    session = Session(NAMES[:players], rules)
    round_number = ROUNDS[players].index(round_wind)
    session.table.resume(0, round_number, 0)
    east = chance.choice(session.table.order)
    streak = chance.choice([0, 0, 8])
    session.resume(Standing(0, east, round_number, streak, [2000] * players, None, False, None))
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


def first_deals(wanted: int) -> list[tuple[dict[str, Any], Session]]:
    """Returns deals that can be the first of their evening."""
    results = []
    number = SEED
    while len(results) < wanted:
        deal, session = scored_deal(number)
        number += 1
        if deal["round"] == "E" and session.table.round == 0:
            fresh = Session(session.names, session.rules)
            with suppress(BadInput):
                expected(deal, fresh)
                results.append((deal, fresh))
    return results


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


@pytest.fixture(scope="module")
def device(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Headless(tmp_path_factory.mktemp("flash")) as device:
        yield device


def enter(device: Headless, deal: dict[str, Any], session: Session, turn: int) -> str:
    """Begins the session on the device and presses the deal's keys, up to its Result."""
    new_session(device.app, session, turn)
    device.wait(100)
    keys = press(deal, session, turn)
    perform(steps_of(keys), device)
    return keys


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


def check_kept(device: Headless, keys: str, session: Session, turn: int, share: float) -> None:
    """Presses a share of the keys of a deal. Checks that a power cut changes nothing of the half-entered deal."""
    session.begin_at(session.standing())  # which its ledger keeps
    new_session(device.app, session, turn)
    device.wait(100)
    steps = steps_of(keys)
    perform(steps[: int(len(steps) * share)], device)
    device.wait(1500)
    entry = device.app.play.entry
    device.reboot()
    again = device.app.play.entry
    assert (again and again.pack()) == (entry and entry.pack()), keys


@given(number=st.integers(0, 2**32 - 1), turn=st.integers(0, 3), share=st.floats(0, 1))
def test_a_half_entered_deal_of_sets_comes_back_after_a_power_cut(
    device: Headless, number: int, turn: int, share: float
) -> None:
    deal, session = scored_deal(number)
    with suppress(BadInput):  # nobody won such a deal
        check_kept(device, press(deal, session, turn), session, turn, share)


@given(number=st.integers(0, 2**32 - 1), turn=st.integers(0, 3))
def test_every_deal_of_sets_can_be_entered_by_keys(device: Headless, number: int, turn: int) -> None:
    deal, session = scored_deal(number)
    try:
        right = expected(deal, session)
    except BadInput:
        return
    keys = enter(device, deal, session, turn)
    check_reopened(device, save(device, keys, right))


@pytest.mark.vm
def test_micropython_accepts_such_deals_too(firmware: Path, tmp_path: Path) -> None:
    for number, (deal, session) in enumerate(first_deals(4)):
        balances, _ = expected(deal, session)
        folder = tmp_path / str(number)
        folder.mkdir()
        begin(open_evening(Store(str(folder), None)), session, number % 4)
        with HeadlessVM(folder, firmware=firmware) as device:
            perform(steps_of(f"{press(deal, session, number % 4)} {SAVE}"), device)
        assert open_evening(Store(str(folder), None)).session.balances == balances, deal
