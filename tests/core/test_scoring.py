"""Points and doublings by the two rule sets."""

from answers import ask, deal_of, score_of


def _items(hand):
    return {item["id"]: item["points"] for item in hand["items"]}


def test_a_loose_tile_counts_10_and_the_drawing_2_by_harr():
    card = {"kongs": [1, 0, 0, 0]}
    assert _items(score_of(card, rules="harr", by="loose")) == {"mahjong": 20, "loose": 10, "drawn": 2, "kong": 8}


def test_a_loose_tile_counts_10_in_all_by_babcock():
    card = {"kongs": [1, 0, 0, 0]}
    assert _items(score_of(card, by="loose")) == {"mahjong": 20, "loose": 10, "kong": 8}


def test_robbing_and_the_last_tile_count_by_babcock_alone():
    rob = {"by": "rob", "from": "S"}
    assert _items(score_of({}, **rob)) == {"mahjong": 20, "rob": 10}
    assert _items(score_of({}, rules="harr", **rob)) == {"mahjong": 20, "no-score": 10}
    assert _items(score_of({}, by="draw", last=True)) == {"mahjong": 20, "drawn": 2, "last": 10}
    assert _items(score_of({}, rules="harr", by="draw", last=True)) == {"mahjong": 20, "drawn": 2}


def test_a_loose_tile_that_is_the_last_counts_both_by_babcock():
    hand = score_of({"kongs": [1, 0, 0, 0]}, by="loose", last=True)
    assert _items(hand) == {"mahjong": 20, "loose": 10, "last": 10, "kong": 8}


def test_nothing_but_mah_jong_is_no_other_score():
    assert score_of({})["score"] == 30
    assert score_of({"pairs": ["dragon"]})["score"] == 22
    assert score_of({"only_place": True})["score"] == 22
    assert score_of({}, by="draw")["score"] == 22


def test_doublings_do_not_spoil_no_other_score():
    hand = score_of({"suit": "full"})
    assert (hand["points"], hand["doublings"], hand["score"]) == (30, 3, 240)


def test_a_tile_mixed_in_loses_the_only_place():
    assert _items(score_of({"only_place": True}, by="draw", hidden=True)) == {"mahjong": 20, "drawn": 2}


def test_four_sets_are_not_chows_unless_named():
    assert _items(score_of({"pungs": [4, 0, 0, 0]}))["no-chows"] == 10
    assert "no-chows" not in _items(score_of({"pungs": [3, 0, 0, 0]}))


def test_an_original_hand_was_neither_drawn_nor_waited_for():
    card = {"pungs": [0, 1, 0, 0], "only_place": True}
    hand = score_of(card, rules="harr", winner="E", by="draw", opening="original")
    assert _items(hand) == {"mahjong": 20, "pung": 4}
    assert (hand["doublings"], hand["score"]) == (3, 192)


def test_the_hand_from_heaven_is_the_limit_or_with_no_limit_doubles_three_times():
    conditions = {"winner": "E", "by": "draw", "opening": "original"}
    hand = score_of({}, **conditions)
    assert (hand["score"], hand["limit"], hand["special"], hand["doublings"]) == (300, True, "heaven", 0)
    hand = score_of({}, options={"limit": None}, **conditions)
    assert (hand["score"], hand["limit"], hand["doublings"], "special" in hand) == (240, False, 3, False)


def test_the_hand_from_earth_is_half_the_limit_unless_it_counts_more():
    earth = {"by": "discard", "from": "E", "opening": "first-discard"}
    hand = score_of({}, **earth)
    assert (hand["score"], hand["special"], hand["limit"], hand["points"]) == (150, "earth", False, 30)
    hand = score_of({"suit": "full"}, **earth)
    assert (hand["score"], "special" in hand) == (240, False)
    assert score_of({}, options={"limit": 302}, **earth)["score"] == 150, "rounded down to even"


def test_the_lucky_thirteen_is_a_third_of_the_limit():
    hand = score_of({}, by="draw", opening="thirteen")
    assert (hand["score"], hand["special"]) == (100, "lucky_thirteen")
    assert score_of({}, by="draw", opening="thirteen", options={"limit": 400})["score"] == 132


def test_the_limit_caps_every_hand_and_none_caps_nothing():
    card = {"kongs": [0, 0, 0, 3], "dragons": 3}
    assert (score_of(card)["score"], score_of(card)["limit"]) == (300, True)
    assert score_of(card, options={"limit": None})["score"] == (20 + 96) * 8
    assert score_of(card, rules="harr", options={"limit": 500})["score"] == 500
    assert score_of(card, options={"limit": (20 + 96) * 8})["limit"], "a count that is just the limit is the limit"


def test_a_losing_hand_doubles_for_suits_and_dragons_too():
    deal = deal_of({})
    deal["hands"]["S"] = {"card": {"pungs": [0, 0, 1, 1], "dragons": 1, "seat_wind": 1, "suit": "half"}}
    assert ask(deal)["hands"]["S"]["score"] == 12 * 8


def test_a_dead_hand_scores_nothing_and_still_pays():
    deal = deal_of({}, winner="N")
    deal["hands"]["S"] = {"dead": True, "card": {"pungs": [0, 0, 0, 4]}}
    deal["hands"]["W"] = {"card": {"pungs": [1, 0, 0, 0]}}
    answer = ask(deal)
    assert answer["hands"]["S"]["score"] == 0
    assert {"from": "S", "to": "N", "points": 30} in answer["payments"]
    assert {"from": "S", "to": "W", "points": 2} in answer["payments"]


def test_a_draw_pays_nothing_and_east_stays():
    answer = ask({"rules": "harr", "winner": None, "hands": {"S": {"card": {"pungs": [1, 0, 0, 0]}}}, "kongs": 2})
    assert answer["payments"] == []
    assert answer["net"] == {"E": 0, "S": 0, "W": 0, "N": 0}
    assert answer["next"] == {"deal": "stays"}


def test_east_deals_again_after_winning_and_passes_after_losing():
    assert ask(deal_of({}, winner="E"))["next"] == {"deal": "stays"}
    assert ask(deal_of({}, winner="S"))["next"] == {"deal": "passes"}


def test_east_pays_and_gets_double_from_everybody():
    deal = deal_of({}, winner="S", rules="harr")
    deal["hands"]["W"] = {"card": {"pungs": [0, 0, 0, 1]}}
    paid = {(p["from"], p["to"]): p["points"] for p in ask(deal)["payments"]}
    assert paid == {("E", "S"): 60, ("W", "S"): 30, ("N", "S"): 30, ("E", "W"): 16, ("N", "W"): 8}
