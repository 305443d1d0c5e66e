"""Invariants of every possible deal."""

from __future__ import annotations

import copy
from io import BytesIO
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from mingg.core.interchange.deals import write_deal
from mingg.core.interchange.json_in import BadInput
from mingg.records.line import seal
from mingg.records.reader import Reader, records_in
from mingg_scoring.interchange.answers import answer_deal, read_standalone, write_answer
from payments import check_payments
from spoiling import spoil

SEATS = "ESWN"
KINDS = ("simple", "major", "dragon", "seat")


def ask(deal: dict[str, Any]) -> dict[str, Any]:
    rules, round_wind, read = read_standalone(deal)
    return write_answer(answer_deal(read, rules, round_wind), read)


@st.composite
def cards(draw: st.DrawFn, winner: bool) -> dict[str, Any]:
    """A card of up to four sets, likely to be possible."""
    card: dict[str, Any] = {"pungs": [0] * 4, "kongs": [0] * 4, "pairs": [], "dragons": 0, "seat_wind": 0}
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(KINDS))
        slot = (kind != "simple") * 2 + draw(st.integers(0, 1))
        card[draw(st.sampled_from(["pungs", "pungs", "kongs"]))][slot] += 1
        card["dragons"] += kind == "dragon"
        card["seat_wind"] += kind == "seat"
    card["pairs"] = draw(st.lists(st.sampled_from(["dragon", "seat"]), max_size=1 if winner else 3))
    card["suit"] = draw(st.sampled_from(["mixed"] * 6 + ["half", "full", "honours"]))
    if winner:
        card["only_place"] = draw(st.booleans())
    return card


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    """A legal deal with a winner."""
    winner = draw(st.sampled_from(SEATS))
    by = draw(st.sampled_from(["discard", "draw", "loose", "rob"]))
    win: dict[str, Any] = {"by": by}
    if by == "rob":
        win["from"] = draw(st.sampled_from([seat for seat in SEATS if seat != winner]))
    elif by in ("draw", "loose"):
        win["last"] = draw(st.booleans())
    rules = draw(st.sampled_from(["harr", "babcock"]))
    limit = draw(st.sampled_from([None, 100, 300, 302, 1000]))
    losers = draw(st.lists(st.sampled_from([seat for seat in SEATS if seat != winner]), unique=True))
    hands = {seat: {"card": draw(cards(seat == winner))} for seat in [winner, *losers]}
    deal = {"rules": rules, "options": {"limit": limit}, "winner": winner, "win": win, "hands": hands}
    deal["round"] = draw(st.sampled_from(SEATS))
    try:
        read_standalone(deal)
    except BadInput:
        assume(False)
    return deal


@given(deals())
def test_payments_sum_to_zero_and_realise_the_gains(deal: dict[str, Any]) -> None:
    check_payments(ask(deal))


@given(deals())
def test_scores_are_even_within_the_limit_and_what_the_items_say(deal: dict[str, Any]) -> None:
    limit = deal["options"]["limit"]
    for hand in ask(deal)["hands"].values():
        assert hand["score"] % 2 == 0
        assert hand["points"] == sum(item["points"] for item in hand["items"])
        assert hand["doublings"] == sum(doubling["times"] for doubling in hand["doubled"])
        ordinary = hand["points"] << hand["doublings"]
        assert hand["score"] == (ordinary if limit is None else min(ordinary, limit))
        assert hand["limit"] == (hand["score"] == limit)


@given(deals())
def test_nobody_but_east_pays_double(deal: dict[str, Any]) -> None:
    answer = ask(deal)
    winner = deal["winner"]
    for payment in answer["payments"]:
        if payment["to"] == winner:
            times = 2 if "E" in (payment["from"], winner) else 1
            assert payment["points"] == times * answer["hands"][winner]["score"]


@given(deals(), st.sampled_from(["half", "full", "honours"]))
def test_a_doubling_never_lowers_a_score(deal: dict[str, Any], suit: str) -> None:
    with_doubling = copy.deepcopy(deal)
    card = with_doubling["hands"][with_doubling["winner"]]["card"]
    assume(card["suit"] == "mixed")
    card["suit"] = suit
    try:
        doubled = ask(with_doubling)
    except BadInput:
        assume(False)
        return
    assert doubled["hands"][deal["winner"]]["score"] >= ask(deal)["hands"][deal["winner"]]["score"]


@given(deals(), st.randoms(use_true_random=False))
def test_the_order_of_what_is_written_does_not_matter(deal: dict[str, Any], random: Any) -> None:
    def shuffled(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        keys = list(value)
        random.shuffle(keys)
        return {key: shuffled(value[key]) for key in keys}

    assert ask(shuffled(deal)) == ask(deal)


@given(deals())
def test_a_deal_survives_being_written_and_read(deal: dict[str, Any]) -> None:
    _, _, read = read_standalone(deal)
    table = {key: deal[key] for key in ("rules", "options", "round")}
    assert ask({**table, **write_deal(read)}) == ask(deal)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_every_invalid_deal_is_refused_with_a_message(value: Any) -> None:
    with pytest.raises(BadInput) as refused:
        read_standalone(value)
    assert refused.value.message
    assert refused.value.pointer == "" or refused.value.pointer.startswith("/")


@given(deals(), st.data())
def test_one_wrong_value_anywhere_is_refused_or_harmless(deal: dict[str, Any], data: st.DataObject) -> None:
    """No wrong value anywhere causes a traceback."""
    spoil(deal, data)
    try:
        answer = ask(deal)
    except BadInput:
        return
    assert sum(answer["net"].values()) == 0


@given(st.binary(max_size=200), st.lists(st.text(st.characters(exclude_characters="\n", codec="utf-8")), max_size=4))
def test_garbage_around_a_ledger_never_makes_a_record(garbage: bytes, texts: list[str]) -> None:
    lines = b"".join(seal(number, text) for number, text in enumerate(texts, 1))
    reader = Reader(1)
    assert list(records_in(reader.read(BytesIO(lines + garbage)))) == list(enumerate(texts, 1))
    assert reader.head is None
