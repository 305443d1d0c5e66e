"""All figures of all rule sets, as in the tables of the books.

Every winner has mah-jong, so most tests compare only what a hand counts besides.
"""

from answers import ask, deal_of, score_of
from mingg.core.interchange.cards import write_card
from mingg_scoring.interchange.answers import read_standalone

SETS = ("harr", "harr-limit", "babcock", "chinese")
MAHJONG = {"harr": 20, "harr-limit": 10, "babcock": 20, "chinese": 20}
# A set that counts 2 points in every rule set, and so prevents "no other score".
PUNG = {"pungs": [1, 0, 0, 0]}
NO_LIMIT = {"limit": None}


def _items(hand):
    items = {}
    for item in hand["items"]:
        items[item["id"]] = items.get(item["id"], 0) + item["points"]
    return items


def _times(hand):
    times = {}
    for doubling in hand["doubled"]:
        times[doubling["id"]] = times.get(doubling["id"], 0) + doubling["times"]
    return times


def _on_top(card, rules, **keys):
    """What a winner's hand counts besides mah-jong."""
    items = _items(score_of(card, rules=rules, **keys))
    assert items.pop("mahjong") == (keys.get("options") or {}).get("mahjong", MAHJONG[rules])
    return items


def _loser(card, rules, seat="S", **keys):
    deal = deal_of({}, rules=rules, **keys)
    deal["hands"][seat] = {"card": card}
    answer = ask(deal)
    assert "error" not in answer, answer
    return answer["hands"][seat]


def _tiles(tiles, tile, by="discard", rules="babcock", winner="N", **keys):
    """The count of a winner's tile hand."""
    answer = _tiles_ask(tiles, tile, by, rules, winner, **keys)
    assert "error" not in answer, answer
    return answer["hands"][winner]


def _tiles_ask(tiles, tile, by="discard", rules="babcock", winner="N", **keys):
    win = {"tile": tile, "by": by}
    for key in ("from", "last", "hidden", "opening"):
        if key in keys:
            win[key] = keys.pop(key)
    deal = {"rules": rules, "winner": winner, "win": win, "hands": {winner: {"tiles": tiles}}}
    deal.update(keys)
    return ask(deal)


def _losing_tiles(tiles, rules="babcock", seat="S", **keys):
    deal = deal_of({}, rules=rules, **keys)
    deal["hands"][seat] = {"tiles": tiles}
    answer = ask(deal)
    assert "error" not in answer, answer
    return answer["hands"][seat]


def _is_error(answer, place=None):
    assert "error" in answer, answer
    if place is not None:
        assert answer["error"]["at"] == place, answer
    return True


# ---- the limit, and the points for winning ----


def test_the_limits_of_the_books():
    high = {"kongs": [0, 0, 0, 4], "dragons": 3}
    for rules, limit in (("harr", None), ("harr-limit", 300), ("babcock", 300), ("chinese", 300)):
        hand = score_of(high, rules=rules)
        assert hand["score"] == (limit or (20 + 10 + 128) * 8), rules
        assert hand["limit"] is (limit is not None)
        assert score_of(high, rules=rules, options=NO_LIMIT)["limit"] is False
        assert score_of(high, rules=rules, options={"limit": 500})["score"] == 500
    assert score_of(high, rules="harr-limit", options={"mahjong": 20})["score"] == 400
    assert score_of(high, rules="harr-limit", options={"mahjong": 10})["score"] == 300
    assert score_of(high, rules="harr-limit", options={"mahjong": 20, "limit": 600})["score"] == 600
    assert score_of(high, rules="harr-limit", options={"mahjong": 20, "limit": None})["limit"] is False
    for points in (10, 30, 50, 100):
        assert score_of(high, rules="chinese", options={"mahjong": points})["score"] == 300


def test_the_limits_of_few_players():
    high = {"kongs": [0, 0, 0, 4], "dragons": 3}
    for players, limit in ((2, 300), (3, 600), (4, 300), (5, 300)):
        for rules in ("babcock", "chinese"):
            assert score_of(high, rules=rules, winner="E", players=players)["score"] == limit, (rules, players)
            assert score_of(high, rules=rules, winner="E", players=players, options={"limit": 100})["score"] == 100
        assert score_of(high, rules="harr-limit", winner="E", players=players)["score"] == 300
        assert score_of(high, rules="harr", winner="E", players=players)["limit"] is False


def test_a_score_of_just_the_limit_is_the_limit():
    hand = score_of({"pungs": [0, 4, 0, 0]}, options={"limit": 46})  # 20 + 10 + 16
    assert (hand["score"], hand["limit"]) == (46, True)
    hand = score_of({"pungs": [0, 4, 0, 0]}, options={"limit": 48})
    assert (hand["score"], hand["limit"]) == (46, False)


def test_mahjong_scores_the_figure_of_each_rule_set():
    for rules in SETS:
        assert _items(score_of(PUNG, rules=rules)) == {"mahjong": MAHJONG[rules], "pung": 2}, rules
    for points in (10, 20):
        assert score_of(PUNG, rules="harr-limit", options={"mahjong": points})["score"] == points + 2
    for points in (10, 20, 30, 50, 100):
        assert score_of(PUNG, rules="chinese", options={"mahjong": points})["score"] == points + 2
        assert score_of({}, rules="chinese", options={"mahjong": points})["score"] == points + 10


def test_no_chows():
    four = {"pungs": [4, 0, 0, 0]}
    for rules in ("harr", "babcock", "chinese"):
        assert _on_top(four, rules) == {"no-chows": 10, "pung": 8}
    assert _on_top(four, "harr-limit") == {"pung": 8}
    assert _times(score_of(four, rules="harr-limit")) == {"no-chows": 1}
    for rules in SETS:
        three = score_of({"pungs": [3, 0, 0, 0]}, rules=rules)
        assert "no-chows" not in _items(three)
        assert "no-chows" not in _times(three)


def test_no_other_score():
    for rules in SETS:
        assert _on_top({}, rules) == {"no-score": 10}, rules
        assert _on_top({}, rules, by="rob", **{"from": "S"}) == (
            {"rob": 10} if rules in ("babcock", "chinese") else {"no-score": 10}
        )
        assert _on_top(PUNG, rules) == {"pung": 2}
        assert _on_top({"pairs": ["dragon"]}, rules) == {"pair": 2}
        # Doublings do not prevent it.
        hand = score_of({"suit": "full"}, rules=rules)
        assert _items(hand)["no-score"] == 10
        assert _times(hand) == {"full-suit": 3}
    for rules in ("harr", "babcock"):
        assert _on_top({"only_place": True}, rules) == {"only-place": 2}
        assert _on_top({}, rules, by="draw") == {"drawn": 2}
    assert _on_top({}, "chinese", by="draw") == {"drawn": 2}
    # Harr's limit game has no points for drawing: the hand has no other score if the drawn tile completes nothing.
    assert _on_top({}, "harr-limit", by="draw") == {"no-score": 10}


def test_no_other_score_and_flowers():
    for rules in SETS:
        for flowers in ("seasons", "shanghai"):
            if rules in ("babcock", "chinese"):
                assert _on_top({"flowers": [1]}, rules, options={"flowers": flowers}) == {"no-score": 10, "flower": 4}
        assert _on_top({"flowers": [4]}, rules, options={"flowers": "own"}) == {"no-score": 10}


def test_a_drawn_tile():
    for rules in ("harr", "babcock", "chinese"):
        assert _on_top(PUNG, rules, by="draw") == {"pung": 2, "drawn": 2}, rules
    assert _on_top(PUNG, "harr-limit", by="draw") == {"pung": 2}


def test_a_loose_tile():
    card = {"kongs": [1, 0, 0, 0]}
    assert _on_top(card, "harr", by="loose") == {"kong": 8, "loose": 10, "drawn": 2}
    for rules in ("babcock", "chinese"):
        assert _on_top(card, rules, by="loose") == {"kong": 8, "loose": 10}
    hand = score_of(card, rules="harr-limit", by="loose")
    assert _items(hand) == {"mahjong": 10, "kong": 8}
    assert _times(hand) == {"loose": 1}


def test_robbing_a_kong():
    for rules in ("babcock", "chinese"):
        assert _on_top(PUNG, rules, by="rob", **{"from": "E"}) == {"pung": 2, "rob": 10}
    for rules in ("harr", "harr-limit"):
        hand = score_of(PUNG, rules=rules, by="rob", **{"from": "E"})
        assert _items(hand) == {"mahjong": MAHJONG[rules], "pung": 2}
        assert _times(hand) == {}


def test_the_last_tile():
    for rules in ("babcock", "chinese"):
        assert _on_top(PUNG, rules, by="draw", last=True) == {"pung": 2, "drawn": 2, "last": 10}
        loose = _on_top({"kongs": [1, 0, 0, 0]}, rules, by="loose", last=True)
        assert loose == {"kong": 8, "loose": 10, "last": 10}
    assert _on_top(PUNG, "harr", by="draw", last=True) == {"pung": 2, "drawn": 2}
    hand = score_of(PUNG, rules="harr-limit", by="draw", last=True)
    assert _items(hand) == {"mahjong": 10, "pung": 2}
    assert _times(hand) == {"last": 1}
    hand = score_of({"kongs": [1, 0, 0, 0]}, rules="harr-limit", by="loose", last=True)
    assert _times(hand) == {"last": 1, "loose": 1}


def test_the_only_place():
    for rules in ("harr", "babcock"):
        for by in ("discard", "draw"):
            items = _on_top(dict(PUNG, only_place=True), rules, by=by)
            assert items["only-place"] == 2, (rules, by)
    for rules in ("harr-limit", "chinese"):
        assert "only-place" not in _on_top(dict(PUNG, only_place=True), rules)


def test_a_tile_mixed_into_the_hand():
    """In Babcock's games a hidden tile loses all points that depend on it (p.33)."""
    card = dict(PUNG, only_place=True)
    assert _on_top(card, "babcock", by="draw", hidden=True) == {"pung": 2, "drawn": 2}
    for last_set in ("pair-simple", "pair-major", "chow-middle", "chow-end", "chow-open"):
        assert _on_top(dict(PUNG, last_set=last_set), "chinese", by="draw", hidden=True) == {"pung": 2, "drawn": 2}
    for rules in ("harr", "harr-limit", "bmja", "dmjl"):
        deal = deal_of({"pungs": [3, 0, 0, 0]}, rules=rules, by="draw", hidden=True)
        assert _is_error(ask(deal), "/win/hidden")
        assert "error" not in ask(dict(deal, edition=2)), rules
    # A loose tile for a flower is drawn like any other, for 2 points. In the first edition there was nothing left but
    # mah-jong if the bonus of the loose tile, which depends on the tile, is a doubling.
    options = {"flowers": "seasons", "double_loose": True}
    for hidden in (False, True):
        conditions = {"by": "loose", "hidden": hidden, "options": options}
        assert _on_top({"flowers": [1]}, "babcock", **conditions) == {"flower": 4, "drawn": 2}
        first_edition = _on_top({"flowers": [1]}, "babcock", edition=1, **conditions)
        assert first_edition == ({"flower": 4} if hidden else {"flower": 4, "no-score": 10})


# ---- sets and pairs ----


def test_pungs_and_kongs_of_a_winner_and_of_a_loser():
    worth = {
        "harr": ((2, 4, 4, 8), (2, 4, 4, 8)),
        "harr-limit": ((2, 6, 4, 10), (2, 4, 4, 8)),
        "babcock": ((2, 4, 4, 8), (2, 4, 4, 8)),
        "chinese": ((2, 4, 4, 8), (2, 4, 4, 8)),
    }
    for rules in SETS:
        for slot in range(4):
            counts = [0, 0, 0, 0]
            counts[slot] = 1
            winner, loser = worth[rules]
            assert _on_top({"pungs": counts}, rules) == {"pung": winner[slot]}, (rules, slot)
            assert _items(_loser({"pungs": counts}, rules)) == {"pung": loser[slot]}, (rules, slot)
            kong = (8, 16, 16, 32)[slot]
            assert _on_top({"kongs": counts}, rules) == {"kong": kong}, (rules, slot)
            assert _items(_loser({"kongs": counts}, rules)) == {"kong": kong}, (rules, slot)


def test_pairs_that_score():
    """Seat wind in its own round: the winner is East in the East round."""
    for rules in SETS:
        for pair, seat, round_wind, points in (
            ("dragon", "S", "E", 2),
            ("seat", "S", "E", 2),
            ("round", "S", "E", 2 if rules == "harr-limit" else 0),
            ("both", "E", "E", 4 if rules == "harr-limit" else 2),
            ("both", "W", "W", 4 if rules == "harr-limit" else 2),
            ("seat", "W", "W", 4 if rules == "harr-limit" else 2),
        ):
            hand = score_of(dict(PUNG, pairs=[pair]), rules=rules, winner=seat, round=round_wind)
            assert _items(hand).get("pair", 0) == points, (rules, pair, seat)
            winner = "N"
            loser = _loser({"pairs": [pair, "dragon"]}, rules, seat, round=round_wind, winner=winner)
            assert _items(loser).get("pair", 0) == points + 2, (rules, pair, seat)


def test_dragon_sets_double_once_each():
    for rules in SETS:
        for number in range(4):
            card = {"pungs": [0, 0, number, 0], "dragons": number}
            doubled = {"dragon": number} if number else {}
            assert _times(_loser(card, rules)) == doubled
            hand = score_of(card, rules=rules, options=NO_LIMIT)
            assert _times(hand).get("dragon", 0) == number
            kongs = {"kongs": [0, 0, 0, number], "dragons": number}
            assert _times(_loser(kongs, rules)) == doubled


def test_sets_of_the_seat_wind():
    for rules in SETS:
        for seat in "ESW":
            card = {"pungs": [0, 0, 1, 0], "seat_wind": 1}
            other_round = "S" if seat == "E" else "E"
            assert _times(_loser(card, rules, seat, round=other_round)) == {"seat-wind": 1}
            own = _times(_loser(dict(card, round_wind=1), rules, seat, round=seat))
            times = 2 if rules == "harr-limit" else 1
            assert sum(own.values()) == times, (rules, seat, own)
            own = _times(score_of(dict(card, round_wind=1), rules=rules, winner=seat, round=seat))
            assert sum(own.values()) == times, (rules, seat, own)


def test_sets_of_the_round_wind():
    card = {"pungs": [0, 0, 1, 0], "round_wind": 1}
    for rules in SETS:
        assert _times(score_of(card, rules=rules)) == {}, rules
        assert _times(_loser(card, rules)) == {}
    agreed = {"round_wind": True}
    assert _times(score_of(card, rules="chinese", options=agreed)) == {"round-wind": 1}
    assert _times(_loser(card, "chinese", options=agreed)) == {"round-wind": 1}
    double_wind = {"pungs": [0, 0, 1, 0], "round_wind": 1, "seat_wind": 1}
    assert _times(score_of(double_wind, rules="chinese", winner="E", options=agreed)) == {
        "round-wind": 1,
        "seat-wind": 1,
    }
    assert _times(score_of(double_wind, rules="chinese", winner="E")) == {"seat-wind": 1}
    own = {"pungs": [0, 0, 1, 0], "seat_wind": 1}
    east = _times(score_of(own, rules="chinese", winner="E", options=agreed))
    assert east == {"round-wind": 1, "seat-wind": 1}, "in their own round the seat wind counts as both winds"
    assert _times(score_of(own, rules="chinese", winner="S", options=agreed)) == {"seat-wind": 1}
    won = {"pungs": [0, 0, 2, 0], "dragons": 2}
    deal = deal_of(won, rules="chinese", winner="W", options=agreed, players=2)
    deal["hands"]["E"] = {"card": own}
    assert _times(ask(deal)["hands"]["E"]) == {"seat-wind": 1}, "of two seat winds it may be the other"
    for rules in ("harr", "harr-limit", "babcock"):
        assert _is_error(ask(deal_of(card, rules=rules, options=agreed)), "/options/round_wind")


def test_suits():
    for rules in SETS:
        doubled = rules in ("harr", "babcock")
        for suit, times, item in (("half", 1, "half-suit"), ("full", 3, "full-suit")):
            assert _times(score_of({"suit": suit}, rules=rules)) == {item: times}, rules
            assert _times(_loser({"suit": suit}, rules)) == ({item: times} if doubled else {}), rules
        assert _times(_loser({"suit": "honours"}, rules)) == ({"honours": 3} if doubled else {}), rules


def test_all_honours():
    card = {"pungs": [0, 0, 4, 0], "dragons": 3, "round_wind": 1, "suit": "honours"}
    for rules in ("harr", "babcock"):
        hand = score_of(card, rules=rules, options={"limit": 10000})
        assert _times(hand) == {"dragon": 3, "honours": 3}
        assert hand["score"] == (30 + 16) * 64
    hand = score_of(card, rules="harr-limit", options=NO_LIMIT)
    assert _times(hand) == {"dragon": 3, "honours": 3, "no-chows": 1}
    assert hand["score"] == 26 << 7
    hand = score_of(card, rules="harr-limit", options={"limit": 10000})
    assert hand["score"] == 10000
    assert hand["limit"] is True
    hand = score_of(card, rules="chinese", options={"limit": 10000})
    assert hand["score"] == 10000
    assert hand["limit"] is True
    assert "honours" not in _times(hand), "in place of the limit, where none is played"
    hand = score_of(card, rules="chinese", options=NO_LIMIT)
    assert _times(hand) == {"dragon": 3, "honours": 3}
    assert hand["score"] == 46 << 6
    two_winds = {"pungs": [0, 0, 4, 0], "dragons": 1, "suit": "honours"}
    hand = score_of(two_winds, rules="chinese", options={"limit": 10000})
    assert hand["score"] == 10000, "whatever winds"


# ---- the original hand, and other openings ----


def test_the_original_hand():
    conditions = {"winner": "E", "by": "draw", "opening": "original"}
    card = {"pungs": [0, 1, 0, 0], "only_place": True}
    hand = score_of(card, rules="harr", **conditions)
    assert _items(hand) == {"mahjong": 20, "pung": 4}
    assert _times(hand) == {"original": 3}
    for rules in ("babcock", "chinese", "harr-limit"):
        hand = score_of(card, rules=rules, **conditions)
        assert (hand["score"], hand["limit"], hand["special"]) == (300, True, "heaven"), rules
        assert "drawn" not in _items(hand)
        assert "only-place" not in _items(hand)
    for rules in ("babcock", "chinese"):
        hand = score_of(card, rules=rules, options=NO_LIMIT, **conditions)
        assert _items(hand) == {"mahjong": 20, "pung": 4}
        assert _times(hand) == {"original": 3}
        assert hand["score"] == 192
        assert "special" not in hand
    hand = score_of(card, rules="harr-limit", options=NO_LIMIT, **conditions)
    assert (hand["score"], _times(hand)) == (128, {"original": 3})


def test_no_last_set_on_an_original_hand():
    conditions = {"winner": "E", "by": "draw", "opening": "original", "options": NO_LIMIT}
    for last_set in ("pair-simple", "chow-middle", "chow-end", "chow-open"):
        for rules in ("chinese", "harr-limit"):
            hand = score_of({"pungs": [0, 1, 0, 0], "last_set": last_set}, rules=rules, **conditions)
            pung = 6 if rules == "harr-limit" else 4
            assert _items(hand) == {"mahjong": MAHJONG[rules], "pung": pung}, (rules, last_set)


def test_the_original_hand_is_no_drawn_only():
    """Its two points are for a pair, not for drawing."""
    options = {"limit": None, "double_drawn_only": True}
    for rules in ("babcock", "chinese"):
        hand = score_of({"pairs": ["dragon"]}, rules=rules, winner="E", by="draw", opening="original", options=options)
        assert _items(hand) == {"mahjong": 20, "pair": 2}
        assert _times(hand) == {"original": 3}, rules


def test_the_original_hand_of_tiles():
    tiles = "123m 456m 789p 111s 55z"
    for tile in ("1m", "9p", "1s", "5z"):
        hand = _tiles(tiles, tile, "draw", "harr", "E", opening="original")
        assert (hand["points"], hand["score"]) == (20 + 8 + 2, 240), tile
        hand = _tiles(tiles, tile, "draw", "babcock", "E", opening="original", options=NO_LIMIT)
        assert (hand["points"], hand["score"]) == (20 + 8 + 2, 240), tile
        hand = _tiles(tiles, tile, "draw", "harr-limit", "E", opening="original", options=NO_LIMIT)
        assert hand["points"] == 10 + 10 + 2, tile


def test_the_hand_from_earth():
    conditions = {"by": "discard", "opening": "first-discard"}
    for rules in ("babcock", "chinese"):
        for limit, half in ((300, 150), (302, 150), (400, 200), (500, 250), (2, 0)):
            hand = score_of(PUNG, rules=rules, options={"limit": limit}, **conditions)
            ordinary = min(22, limit)
            assert hand["score"] == max(half, ordinary), (rules, limit)
            assert hand.get("special") == ("earth" if half >= ordinary else None)
        hand = score_of(PUNG, rules=rules, options=NO_LIMIT, **conditions)
        assert hand["score"] == 22
        assert "special" not in hand
    # The greater one of half the limit and the ordinary count.
    hand = score_of({"kongs": [0, 0, 0, 0], "pungs": [0, 4, 0, 0], "suit": "half"}, **conditions)
    assert hand["score"] == 150, "(20 + 10 + 16) x 2 is less"
    hand = score_of({"pungs": [0, 4, 0, 0], "suit": "full"}, options={"limit": 500}, **conditions)
    assert hand["score"] == 368
    assert "special" not in hand
    assert score_of(PUNG, rules="harr", **conditions)["score"] == 22


def test_the_lucky_thirteen():
    for rules in ("babcock", "chinese"):
        for by in ("discard", "draw"):
            for winner in "ESN":
                for limit, third in ((300, 100), (302, 100), (304, 100), (306, 102), (400, 132), (500, 166)):
                    conditions = {"rules": rules, "by": by, "opening": "thirteen", "winner": winner}
                    hand = score_of({"pungs": [0, 1, 0, 0]}, options={"limit": limit}, **conditions)
                    assert (hand["score"], hand["special"]) == (third, "lucky_thirteen"), (rules, limit)
                    assert hand["limit"] is False
        assert score_of(PUNG, rules=rules, opening="thirteen", options=NO_LIMIT)["score"] == 22
    hand = score_of({"suit": "full"}, opening="thirteen")
    assert hand["score"] == 240
    assert "special" not in hand
    for rules in ("harr", "harr-limit"):
        assert score_of(PUNG, rules=rules, opening="thirteen")["score"] == MAHJONG[rules] + 2


def test_the_first_tile_played_in_harrs_limit_game():
    """Half the limit is added after the doublings, before the limit caps the score."""
    conditions = {"rules": "harr-limit", "by": "discard", "opening": "first-discard"}
    assert score_of(PUNG, **conditions)["score"] == 12 + 150
    assert score_of(dict(PUNG, suit="half"), **conditions)["score"] == 24 + 150
    assert score_of(dict(PUNG, suit="half"), options={"limit": 302}, **conditions)["score"] == 24 + 150
    assert score_of({}, options={"mahjong": 20}, **conditions)["score"] == 30 + 200
    hand = score_of(dict(PUNG, suit="full"), options={"limit": 200}, **conditions)
    assert (hand["score"], hand["limit"]) == (96 + 100, False)
    hand = score_of(dict(PUNG, suit="full"), options={"limit": 190}, **conditions)
    assert (hand["score"], hand["limit"]) == (190, True)
    assert score_of(PUNG, options=NO_LIMIT, **conditions)["score"] == 12
    hand = score_of(PUNG, **conditions)
    assert (hand["points"], hand["doublings"]) == (12, 0)
    assert "special" not in hand


# ---- the last set ----


def test_the_last_set_in_harrs_limit_game():
    for last_set, claimed, drawn in (
        ("pair-simple", 2, 4),
        ("pair-major", 4, 6),
        ("pair-seat", 6, 8),
        ("chow-middle", 2, 4),
        ("chow-end", 2, 4),
        ("chow-open", 0, 4),
    ):
        for by, points in (("discard", claimed), ("draw", drawn), ("loose", drawn)):
            card = {"kongs": [1, 0, 0, 0], "last_set": last_set}
            items = _on_top(card, "harr-limit", by=by, winner="E")
            item = "fill-pair" if last_set.startswith("pair") else "fill-chow"
            assert items.get(item, 0) == points, (last_set, by)
            assert sum(items.values()) == 8 + points
    # A claimed tile that completes a chow open at both ends counts nothing: there is no other score.
    assert _on_top({"last_set": "chow-open"}, "harr-limit") == {"no-score": 10}
    assert _on_top({"last_set": "chow-open"}, "harr-limit", by="draw") == {"fill-chow": 4}
    assert _on_top({"last_set": "chow-middle"}, "harr-limit", by="rob", **{"from": "S"}) == {"fill-chow": 2}


def test_the_last_set_in_the_chinese_game():
    for by in ("discard", "draw"):
        drawn = {"drawn": 2} if by == "draw" else {}
        for last_set in ("pair-simple", "pair-major"):
            items = _on_top(dict(PUNG, last_set=last_set), "chinese", by=by)
            assert items == dict(drawn, **{"pung": 2, "fill-pair": 2})
        for last_set in ("chow-middle", "chow-end"):
            items = _on_top(dict(PUNG, last_set=last_set), "chinese", by=by)
            assert items == dict(drawn, **{"pung": 2, "fill-chow": 2})
        assert _on_top(dict(PUNG, last_set="chow-open"), "chinese", by=by) == dict(drawn, pung=2)
    # The pair scores, and so does filling it.
    assert _on_top({"pairs": ["dragon"], "last_set": "pair-major"}, "chinese") == {"pair": 2, "fill-pair": 2}
    assert _on_top({"pairs": ["both"], "last_set": "pair-seat"}, "chinese", winner="E") == {"pair": 2, "fill-pair": 2}


def test_shape_is_not_asked_where_it_does_not_count():
    for rules in ("harr", "babcock"):
        assert _on_top(dict(PUNG, last_set="chow-end"), rules) == {"pung": 2}


def test_last_sets_of_tiles_in_harrs_limit_game():
    """(the last tile, points if claimed, points if drawn), without 10 for mah-jong. A pung prevents "no other
    score"."""
    table = "(222s) (345s) "
    for concealed, tile, claimed, drawn in (
        ("456m 789p 55p", "5p", 2, 4),  # pair of simples: 5p alone completes it
        ("456m 789p 99p", "9p", 4, 6),  # filling the pair or 789 at its open end: the pair counts more
        ("456m 345p 11z", "1z", 4, 6),  # the wind of another seat
        ("456m 345p 55z", "5z", 4, 6),
        ("456m 345p 44z", "4z", 4, 6),  # the seat wind, not in its own round
        ("456m 123p 11p", "3p", 2, 4),  # 12_
        ("456m 789p 11p", "7p", 2, 4),  # _89
        ("456m 678p 11p", "7p", 2, 4),
        ("456m 678p 11p", "8p", 0, 4),
        ("456m 678p 11p", "6p", 0, 4),
        ("456m 789p 11p", "9p", 0, 4),  # 78_ is open at both ends
    ):
        for by, points in (("discard", claimed), ("draw", drawn)):
            hand = _tiles(table + concealed, tile, by, "harr-limit", round="E")
            extra = sum(item["points"] for item in hand["items"] if item["id"].startswith("fill"))
            assert extra == points, (concealed, tile, by, hand["items"])
    for by, points in (("discard", 6), ("draw", 8)):
        hand = _tiles(table + "456m 345p 44z", "4z", by, "harr-limit", round="N")
        assert _items(hand) == {"mahjong": 10, "pung": 2, "fill-pair": points}
    # A pair that the winning tile did not complete counts as a pair.
    hand = _tiles(table + "456m 345p 44z", "4p", "discard", "harr-limit", round="N")
    assert _items(hand) == {"mahjong": 10, "pung": 2, "pair": 4, "fill-chow": 2}
    hand = _tiles(table + "456m 345p 11z", "4p", "discard", "harr-limit", round="E")
    assert _items(hand) == {"mahjong": 10, "pung": 2, "pair": 2, "fill-chow": 2}


def test_shapes_are_scored_by_shape_though_other_tiles_would_have_won_in_the_chinese_game():
    """2345p: 2p or 5p makes the pair (B p.69, 72, Fig. 37)."""
    for tile in ("2p", "5p"):
        hand = _tiles("(345s) (678s) 456m 2345p" + tile, tile, "discard", "chinese")
        assert _items(hand) == {"mahjong": 20, "fill-pair": 2}, tile
        hand = _tiles("(345s) (678s) 456m 2345p" + tile, tile, "discard", "babcock")
        assert _items(hand) == {"mahjong": 20, "no-score": 10}, tile


def test_the_fourth_to_an_exposed_pung():
    hand = _tiles("(555m) 678p 345m 789s 11s", "5m", "discard", "harr-limit")
    assert _times(hand) == {"fourth": 1}
    hand = _tiles("(555m) 678p 345m 789s 11s", "5m", "draw", "harr-limit")
    assert _times(hand) == {"fourth": 1}
    hand = _tiles("(555m) 678p 345m 789s 11s", "4m", "discard", "harr-limit")
    assert _times(hand) == {}
    for rules in ("harr", "babcock", "chinese"):
        assert _times(_tiles("(555m) 678p 345m 789s 11s", "5m", "discard", rules)) == {}
    assert _times(score_of(dict(PUNG, fourth=True), rules="harr-limit")) == {"fourth": 1}
    assert _times(score_of(dict(PUNG, fourth=True), rules="babcock")) == {}


# ---- limit hands ----


def test_the_limit_hands_of_harrs_limit_game():
    for special, card in (
        ("thirteen_orphans", {"special": ["thirteen_orphans"]}),
        ("all_majors", {"pungs": [0, 0, 4, 0], "special": ["all_majors"]}),
        ("four_winds", {"pungs": [1, 0, 3, 0], "special": ["four_winds"]}),
        ("four_winds", {"pungs": [0, 0, 3, 0], "special": ["four_winds"]}),
        ("four_kongs", {"kongs": [4, 0, 0, 0]}),
        ("four_kongs", {"kongs": [1, 1, 1, 1], "claimed": 1}),
        ("three_dragons", {"pungs": [0, 0, 3, 0], "dragons": 3}),
    ):
        hand = score_of(card, rules="harr-limit", options={"limit": 2000})
        assert (hand["score"], hand["limit"], hand["special"]) == (2000, True, special), card
        assert score_of(card, rules="harr-limit", options=NO_LIMIT).get("special") is None


def test_special_hands_that_follow_from_counts_need_no_name():
    """Four sets of majors with a pair of honours or of majors are all majors."""
    for card, winner in (
        ({"pungs": [0, 0, 4, 0], "pairs": ["dragon"]}, "N"),
        ({"pungs": [0, 0, 4, 0], "pairs": ["seat"]}, "N"),
        ({"pungs": [0, 0, 4, 0], "dragons": 1, "suit": "honours"}, "N"),
        ({"pungs": [0, 0, 4, 0], "last_set": "pair-major"}, "N"),
        ({"pungs": [0, 0, 4, 0], "last_set": "pair-seat"}, "E"),
    ):
        for rules in ("harr-limit", "chinese"):
            if rules == "chinese" and card.get("last_set") == "pair-seat":
                card = dict(card, pairs=["both"])
            hand = score_of(card, rules=rules, options={"limit": 4000}, winner=winner)
            assert hand["score"] == 4000, (rules, card)


def test_four_wind_sets_follow_from_counts():
    """All honours with three sets of winds, one of dragons, and a pair that is no dragon: it is the fourth wind."""
    options = {"four_winds": True, "limit": 100000}
    for pairs in (["round"], []):
        card = {"pungs": [0, 0, 4, 0], "dragons": 1, "seat_wind": 1, "suit": "honours", "pairs": pairs}
        assert score_of(card, options=options)["score"] == 100000, pairs
    card = {"pungs": [0, 0, 4, 0], "seat_wind": 1, "round_wind": 1, "suit": "honours"}
    assert score_of(card, options=options)["score"] == 100000
    for spoilt in ({"pairs": ["dragon"]}, {"seat_wind": 0}, {"dragons": 2}):
        card = {"pungs": [0, 0, 4, 0], "dragons": 1, "seat_wind": 1, "suit": "honours"}
        assert score_of(dict(card, **spoilt), options=options)["score"] < 100000, spoilt


def test_majors_only_of_tiles():
    tiles = "(111m) (999p) (444z) 999s 77z"
    for rules, options in (("harr-limit", {}), ("chinese", {}), ("babcock", {"all_majors": True})):
        for tile in ("9s", "7z"):
            hand = _tiles(tiles, tile, "discard", rules, options=dict(options, limit=5000))
            assert (hand["score"], hand["special"]) == (5000, "all_majors"), (rules, tile)
    assert _tiles(tiles, "7z", "discard", "babcock", options={"limit": 5000})["score"] < 5000
    hand = _tiles("(111m) (999p) (444z) 999s 22s", "9s", "discard", "chinese", options={"limit": 5000})
    assert hand["score"] < 5000


def test_wind_hands_of_tiles():
    """harr-limit: any three winds; elsewhere the seat wind must be among the three sets."""
    own_paired = "(111z) (222z) (333z) 456m 44z"  # the pair is N's seat wind
    own_set = "(444z) (222z) (333z) 456m 11z"
    four = "(444z) (222z) (333z) 111z 55m"
    for tiles, tile in ((own_paired, "4m"), (own_set, "4m"), (four, "5m")):
        hand = _tiles(tiles, tile, "discard", "harr-limit", options={"limit": 5000})
        assert (hand["score"], hand["special"]) == (5000, "four_winds"), tiles
    for rules, options in (("chinese", {"limit": 5000}), ("babcock", {"limit": 5000, "four_winds": True})):
        assert _tiles(own_set, "4m", "discard", rules, options=options)["special"] == "four_winds"
        assert _tiles(four, "5m", "discard", rules, options=options)["special"] == "four_winds"
        assert "special" not in _tiles(own_paired, "4m", "discard", rules, options=options)
    assert "special" not in _tiles(own_set, "4m", "discard", "babcock", options={"limit": 5000})


def test_the_limit_hands_of_the_chinese_game():
    dragons = {"pungs": [0, 0, 3, 0], "dragons": 3}
    hand = score_of(dragons, rules="chinese", options={"limit": 5000})
    assert (hand["score"], hand["special"]) == (5000, "three_dragons")
    assert score_of(dragons, options={"limit": 5000})["score"] == 32 * 8
    concealed = {"pungs": [0, 4, 0, 0]}
    hand = score_of(concealed, rules="chinese", options={"limit": 5000})
    assert (hand["score"], hand["special"]) == (5000, "four_concealed")
    hand = score_of({"pungs": [1, 3, 0, 0]}, rules="chinese", options={"limit": 5000})
    assert hand["score"] == 20 + 10 + 14
    assert score_of({"kongs": [4, 0, 0, 0]}, rules="chinese", options={"limit": 5000})["score"] == 62
    hand = score_of({"kongs": [4, 0, 0, 0]}, rules="chinese", options={"limit": 5000, "four_kongs": True})
    assert hand["score"] == 5000


def test_a_special_hand_scores_the_greater_of_the_limit_and_its_count():
    hand = score_of({"special": ["seven_twins"], "suit": "full"}, options={"seven_twins": True, "limit": 300})
    assert hand["score"] == 240, "(20 + 10) x 8 is over the half" and "special" not in hand


# ---- the options of chapter VII ----


def test_options_are_off_unless_agreed():
    for option in (
        "four_winds",
        "all_majors",
        "nine_gates",
        "four_kongs",
        "four_concealed",
        "four_concealed_drawn",
        "thirteen_orphans",
        "seven_twins",
        "three_concealed",
        "double_no_score",
        "double_loose",
        "double_no_chows",
        "double_rob",
        "double_last",
        "double_drawn_only",
    ):
        for setting in (True, False):
            assert "error" not in ask(deal_of({}, options={option: setting})), option
        for rules in ("harr", "harr-limit"):
            assert _is_error(ask(deal_of({}, rules=rules, options={option: True})), "/options/" + option)
        assert _is_error(ask(deal_of({}, options={option: 1})), "/options/" + option)
        assert _is_error(ask(deal_of({}, options={option: None})), "/options/" + option)
    for name in ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins"):
        card = {"special": [name]}
        if name in ("four_winds", "all_majors"):
            card["pungs"] = [0, 0, 4, 0]
            card["seat_wind"] = 1
        if name == "nine_gates":
            card["suit"] = "full"
        assert _is_error(ask(deal_of(card)), "/hands/N/card/special/0")
        assert _is_error(ask(deal_of(card, options={name: False})), "/hands/N/card/special/0")
        assert "error" not in ask(deal_of(card, options={name: True})), name


def test_nine_gates_of_tiles():
    waiting = "1112345678999m"
    options = {"nine_gates": True, "limit": 5000}
    for digit in "123456789":
        tile = digit + "m"
        for by in ("discard", "draw"):
            hand = _tiles(waiting + tile, tile, by, options=options)
            assert (hand["score"], hand["special"]) == (5000, "nine_gates"), (tile, by)
    # The same fourteen tiles with another winning tile waited for fewer tiles.
    hand = _tiles(waiting + "5m", "4m", "discard", options=options)
    assert "special" not in hand
    assert "special" not in _tiles(waiting + "5m", "5m", "discard", options={"limit": 5000})
    assert "special" not in _tiles("(111m) 2345678999m 5m", "5m", "discard", options=options)


def test_four_kongs():
    for kongs in ([4, 0, 0, 0], [0, 4, 0, 0], [1, 1, 1, 1]):
        for rules in ("babcock", "chinese"):
            hand = score_of({"kongs": kongs}, rules=rules, options={"four_kongs": True, "limit": 50000})
            assert hand["score"] == 50000
    hand = score_of({"kongs": [3, 0, 0, 0], "pungs": [1, 0, 0, 0]}, options={"four_kongs": True})
    assert "special" not in hand


def test_three_concealed():
    options = {"three_concealed": True}
    for card, times in (
        ({"pungs": [0, 3, 0, 0]}, 1),
        ({"pungs": [0, 1, 0, 1], "kongs": [0, 1, 0, 0]}, 1),
        ({"pungs": [0, 4, 0, 0]}, 1),
        ({"kongs": [0, 1, 0, 2]}, 1),
        ({"pungs": [1, 2, 0, 0]}, 0),
        ({"pungs": [0, 2, 0, 0], "kongs": [1, 0, 0, 0]}, 0),
        ({"pungs": [0, 2, 0, 0], "kongs": [1, 0, 0, 0], "claimed": 1}, 1),
        ({"pungs": [0, 1, 0, 0], "kongs": [1, 0, 1, 0], "claimed": 2}, 1),
    ):
        for rules in ("babcock", "chinese"):
            hand = score_of(card, rules=rules, options=dict(options, limit=None))
            assert _times(hand).get("three-concealed", 0) == times, (rules, card)
        assert "three-concealed" not in _times(score_of(card))
        # A loser does not double for it.
        assert _times(_loser(card, "babcock", options=options)) == {}


def test_three_concealed_of_tiles():
    options = {"three_concealed": True, "limit": None}
    for tiles, tile, by, times in (
        ("222m 444p 666s 345m 99p", "3m", "discard", 1),
        ("222m 444p 666s 345m 99p", "2m", "draw", 1),
        ("222m 444p 678s 345m 99p", "8s", "discard", 0),
        ("222m 444p 666s 345m 99p", "6s", "discard", 0),
        ("[2222m] 444p 666s 345m 99p", "3m", "discard", 1),
        ("(2222m) 444p 666s 345m 99p", "3m", "discard", 1),  # a fourth claimed onto three concealed
        ("(222+2m) 444p 666s 345m 99p", "3m", "discard", 0),
        ("(222m) 444p 666s 345m 99p", "3m", "discard", 0),
    ):
        hand = _tiles(tiles, tile, by, options=options)
        assert _times(hand).get("three-concealed", 0) == times, (tiles, tile, by)


def test_a_claimed_tile_may_complete_the_chow_where_that_keeps_the_pung_concealed():
    """2m claimed: 222m stays concealed, since the 2m completes 234m."""
    hand = _tiles("2222m 34m 444p 666s 99p", "2m", "discard", options={"three_concealed": True, "limit": None})
    assert _times(hand) == {"three-concealed": 1}


def test_four_concealed():
    tiles = "222m 444p 666s 888s 99p"
    drawn = {"four_concealed_drawn": True}
    both = {"four_concealed": True, "four_concealed_drawn": True}
    # The pair's tile, claimed, is enough, unless the winning tile must be drawn.
    for rules, options, claimed in (
        ("babcock", {"four_concealed": True}, True),
        ("babcock", drawn, False),
        ("babcock", both, False),
        ("chinese", {}, True),
        ("chinese", drawn, False),
    ):
        for tile, by, limit in (
            ("9p", "discard", claimed),
            ("9p", "draw", True),
            ("2m", "draw", True),
            ("2m", "discard", False),
        ):
            hand = _tiles(tiles, tile, by, rules=rules, options=options)
            assert (hand["score"] == 300) is ("special" in hand) is limit, (rules, options, tile, by)
            card = {"pungs": [0, 4 if tile == "9p" or by == "draw" else 3, 0, 0]}
            card["pungs"][0] = 4 - card["pungs"][1]
            assert ("special" in score_of(card, rules=rules, options=options, by=by)) is limit
    assert "special" not in _tiles("(222m) 444p 666s 888s 99p", "9p", "draw", options=drawn)
    assert "special" not in _tiles(tiles, "9p", "draw")
    options = {"four_concealed": True}
    assert "special" in _tiles("[2222m] 444p 666s 888s 99p", "9p", "draw", options=options)
    assert "special" not in _tiles("(2222m) 444p 666s 888s 99p", "9p", "draw", options=options)
    hand = _tiles("[2222m] [4444p] [6666s] [8888s] 99p", "9p", "loose", options=options)
    assert "special" in hand


def test_thirteen_orphans_of_tiles():
    tiles = "119m 19p 19s 1234567z"
    for rules, options in (
        ("babcock", {"thirteen_orphans": True}),
        ("chinese", {"thirteen_orphans": True}),
        ("harr-limit", {}),
    ):
        for tile in ("1m", "9m", "7z"):
            for by in ("discard", "draw"):
                hand = _tiles(tiles, tile, by, rules, options=dict(options, limit=5000))
                assert hand["score"] == 5000
                assert hand["special"] == "thirteen_orphans"
                assert "no-chows" not in _items(hand)
                assert "no-chows" not in _times(hand)
    for rules in ("babcock", "chinese", "harr"):
        assert _is_error(_tiles_ask(tiles, "1m", "discard", rules), "/hands/N/tiles")
    # The same by robbing a kong.
    assert "error" not in _tiles_ask(tiles, "9m", "rob", "harr-limit", hands={"N": {"tiles": tiles}}, **{"from": "S"})


def test_seven_twins_of_tiles():
    options = {"seven_twins": True}
    tiles = "2233m 4455p 6688s 99s"
    for by in ("discard", "draw"):
        hand = _tiles(tiles, "9s", by, options=options)
        assert (hand["score"], hand["special"]) == (150, "seven_twins")
        assert (hand["limit"], hand.get("arrangement")) == (False, "22m 33m 44p 55p 66s 88s 99s")
        assert "no-chows" not in _items(hand)
    hand = _tiles("2222m 4455p 6688s 99s", "9s", "discard", options=options)
    assert hand["special"] == "seven_twins", "four alike are two pairs"
    for limit, half in ((300, 150), (302, 150), (1000, 500)):
        assert _tiles(tiles, "9s", "discard", options={"seven_twins": True, "limit": limit})["score"] == half
    assert _is_error(_tiles_ask(tiles, "9s", "discard"), "/hands/N/tiles")
    assert _is_error(_tiles_ask(tiles, "9s", "discard", "chinese"), "/hands/N/tiles")
    assert _is_error(_tiles_ask(tiles, "9s", "discard", "harr-limit"), "/hands/N/tiles")
    # The pairs are also two times the same chows: they score half the limit, or the count with chows if that is more.
    hand = _tiles("223344m 556677p 88s", "8s", "discard", options=options)
    assert hand["score"] == 150
    # 20, and 2 for the only place, in one suit: 176.
    hand = _tiles("11335577992244m", "4m", "discard", options=options)
    assert (hand["score"], hand["points"], "special" in hand) == (176, 22, False)


def test_bonuses_as_doublings():
    for option, card, conditions, item, extra in (
        ("double_no_score", {}, {}, "no-score", {}),
        ("double_loose", {"kongs": [1, 0, 0, 0]}, {"by": "loose"}, "loose", {"kong": 8}),
        ("double_no_chows", {"pungs": [4, 0, 0, 0]}, {}, "no-chows", {"pung": 8}),
        ("double_rob", PUNG, {"by": "rob", "from": "S"}, "rob", {"pung": 2}),
        ("double_last", PUNG, {"by": "draw", "last": True}, "last", {"pung": 2, "drawn": 2}),
    ):
        for rules in ("babcock", "chinese"):
            hand = score_of(card, rules=rules, options={option: True}, **conditions)
            assert _items(hand) == dict(extra, mahjong=20), (option, rules)
            assert _times(hand) == {item: 1}, (option, rules)
            hand = score_of(card, rules=rules, options={option: False}, **conditions)
            assert _items(hand) == dict(extra, **{"mahjong": 20, item: 10})
            assert _times(hand) == {}


def test_no_other_score_beside_a_bonus_taken_as_a_doubling():
    rob = {"by": "rob", "from": "S"}
    hand = score_of({}, options={"double_rob": True}, **rob)
    assert _items(hand) == {"mahjong": 20, "no-score": 10}
    assert _times(hand) == {"rob": 1}
    hand = score_of({}, options={"double_rob": True, "double_no_score": True}, **rob)
    assert _items(hand) == {"mahjong": 20}
    assert _times(hand) == {"rob": 1, "no-score": 1}
    hand = score_of({}, options={"double_last": True}, by="draw", last=True)
    assert _items(hand) == {"mahjong": 20, "drawn": 2}
    assert _times(hand) == {"last": 1}


def test_nothing_but_the_drawn_tile():
    options = {"double_drawn_only": True}
    for rules in ("babcock", "chinese"):
        hand = score_of({}, rules=rules, by="draw", options=options)
        assert (hand["score"], _times(hand)) == (44, {"drawn-only": 1})
        for card in (PUNG, {"pairs": ["dragon"]}):
            assert _times(score_of(card, rules=rules, by="draw", options=options)) == {}
        assert _times(score_of({}, rules=rules, options=options)) == {}
        assert _times(score_of({"pairs": ["dragon"]}, rules=rules, options=options)) == {}, "22, but not drawn"
        assert _times(score_of({}, rules=rules, by="draw", last=True, options=options)) == {}
    hand = score_of({"suit": "half"}, by="draw", options=options)
    assert (hand["score"], _times(hand)) == (88, {"half-suit": 1, "drawn-only": 1})
    hand = score_of({"flowers": [1]}, by="draw", options={"double_drawn_only": True, "flowers": "seasons"})
    assert hand["score"] == 52, "flowers spoil it no more than no other score"
    assert _times(score_of({"only_place": True}, by="draw", options=options)) == {}
    hand = score_of({}, rules="chinese", by="draw", options={"double_drawn_only": True, "mahjong": 50})
    assert hand["score"] == 104


# ---- flowers ----


def test_flowers_are_off_unless_agreed():
    for rules in SETS:
        for options in ({}, {"flowers": "off"}):
            assert _is_error(ask(deal_of({"flowers": [1]}, rules=rules, options=options)), "/hands/N/card/flowers")
            tiles = "(222m) 345m 456p 789s 99s 1f"
            assert _is_error(_tiles_ask(tiles, "9s", "discard", rules, options=options), "/hands/N/tiles")
        for wrong in ("on", True, None, 1, "harr"):
            assert _is_error(ask(deal_of({}, rules=rules, options={"flowers": wrong})), "/options/flowers")


def test_flowers_of_ones_own_by_harr():
    for rules in SETS:
        for seat, own in (("E", (1, 5)), ("S", (2, 6)), ("W", (3, 7)), ("N", (4, 8))):
            for flowers in ([1, 2, 3, 4], [5, 6, 7, 8], list(range(1, 9)), [own[0]], [own[1]], list(own)):
                number = len([flower for flower in own if flower in flowers])
                card = dict(PUNG, flowers=flowers)
                hand = score_of(card, rules=rules, winner=seat, options={"flowers": "own"})
                assert _times(hand).get("own-flower", 0) == number, (rules, seat, flowers)
                assert "flower" not in _items(hand)
                assert "flower-series" not in _times(hand)
                loser = _loser(card, rules, "E" if seat == "N" else seat, options={"flowers": "own"})
                if seat != "N":
                    assert _times(loser).get("own-flower", 0) == number


def test_seasons():
    """East's own flowers are 1 and 5: (flowers, doublings for own flowers, doublings for a series)."""
    for flowers, own, series in (
        ([], 0, 0),
        ([2], 0, 0),
        ([1], 1, 0),
        ([5], 1, 0),
        ([1, 5], 2, 0),
        ([1, 2, 3, 4], 0, 3),
        ([2, 3, 4, 6, 7, 8], 0, 0),
        ([1, 2, 3, 4, 5], 1, 3),
        ([1, 5, 6, 7, 8], 1, 3),
        ([1, 2, 3, 4, 5, 6, 7, 8], 0, 6),
    ):
        for rules in ("babcock", "chinese"):
            for won in (True, False):
                card = {"flowers": flowers, "pungs": [1, 0, 0, 0]}
                options = {"flowers": "seasons", "limit": None}
                if won:
                    hand = score_of(card, rules=rules, options=options, winner="E")
                else:
                    hand = _loser(card, rules, "E", options=options)
                assert _items(hand).get("flower", 0) == 4 * len(flowers), flowers
                assert _times(hand).get("own-flower", 0) == own, flowers
                assert _times(hand).get("flower-series", 0) == series, flowers


def test_flowers_by_the_shanghai_way():
    for flowers, own, series in (
        ([1], 0, 0),
        ([5], 0, 0),
        ([1, 5], 1, 0),
        ([1, 5, 2, 3], 1, 0),
        ([1, 2, 3, 4], 0, 3),
        ([1, 2, 3, 4, 5], 0, 3),
        ([1, 5, 6, 7, 8], 0, 3),
        ([1, 2, 3, 4, 5, 6, 7, 8], 0, 6),
    ):
        for rules in ("babcock", "chinese"):
            card = {"flowers": flowers, "pungs": [1, 0, 0, 0]}
            hand = score_of(card, rules=rules, winner="E", options={"flowers": "shanghai", "limit": None})
            assert _items(hand)["flower"] == 4 * len(flowers)
            assert _times(hand).get("own-flower", 0) == own, flowers
            assert _times(hand).get("flower-series", 0) == series, flowers


def test_a_loose_tile_may_follow_a_flower():
    for rules in SETS:
        hand = score_of(dict(PUNG, flowers=[3]), rules=rules, by="loose", options={"flowers": "own"})
        if rules == "harr-limit":
            assert _times(hand) == {"loose": 1}
        elif rules == "harr":
            assert (_items(hand)["loose"], _items(hand)["drawn"]) == (10, 2)
        else:
            assert "loose" not in _items(hand)  # Babcock p.35: after four of a kind
            assert _items(hand)["drawn"] == 2
        tiles = "(222m) 345m 456p 789s 99s 1f"
        assert "error" not in _tiles_ask(tiles, "9s", "loose", rules, options={"flowers": "own"})


def test_flowers_do_not_count_for_a_suit():
    hand = _tiles("(222m) 345m 456m 789m 99m 1f 6f", "9m", "draw", options={"flowers": "seasons"})
    assert _times(hand) == {"full-suit": 3}


# ---- hands of tiles ----


def test_all_tiles_of_a_loser_count_for_their_suit():
    for tiles, times in (
        ("123m 456m 789m 111m 5m", 3),
        ("123m 456m 789m 111m 5z", 1),
        ("123m 456m 789m 111m 5p", 0),
        ("(123m) 456m 789m 11m 5z 6z", 1),
        ("111z 222z 333z 5z 6z 7z 7z", 3),
    ):
        for rules in ("harr", "babcock"):
            hand = _losing_tiles(tiles, rules, "S", round="N", winner="E")
            assert sum(_times(hand).values()) - _times(hand).get("seat-wind", 0) == times, (tiles, rules)
        for rules in ("harr-limit", "chinese"):
            hand = _losing_tiles(tiles, rules, "S", round="N", winner="E")
            assert sum(_times(hand).values()) == _times(hand).get("seat-wind", 0), (tiles, rules)


def test_every_pair_of_a_loser_that_scores_counts():
    hand = _losing_tiles("55z 66z 77z 22z 11z 3m 5m 7p", "babcock", "S", round="E")
    assert _items(hand) == {"pair": 8}
    hand = _losing_tiles("55z 66z 77z 22z 11z 3m 5m 7p", "harr-limit", "S", round="E")
    assert _items(hand) == {"pair": 10}
    hand = _losing_tiles("55z 66z 77z 22z 11z 3m 5m 7p", "harr-limit", "S", round="S")
    assert _items(hand) == {"pair": 10}


def test_four_alike_never_declared_are_a_concealed_pung():
    for rules in SETS:
        hand = _losing_tiles("5555z 2222m 1m 3p 5s 7p 9p", rules, "S")
        assert _items(hand) == {"pung": 12}, rules
        assert _times(hand) == {"dragon": 1}, rules
    hand = _tiles("2222m 34m 456p 678s 99p", "3m", "discard")
    assert _items(hand)["pung"] == 4


def test_a_set_completed_by_a_claimed_tile_is_exposed():
    tiles = "222m 345p 456s 678s 99p"
    for rules, exposed, concealed in (("harr", 2, 4), ("harr-limit", 2, 6), ("babcock", 2, 4), ("chinese", 2, 4)):
        assert _items(_tiles(tiles, "2m", "discard", rules))["pung"] == exposed
        assert _items(_tiles(tiles, "2m", "draw", rules))["pung"] == concealed
        assert _items(_tiles(tiles, "9p", "discard", rules))["pung"] == concealed


def test_the_only_place_is_counted_over_every_arrangement():
    for tiles, tile, only in (
        ("(222m) 345p 456s 678s 99p", "9p", True),
        ("(222m) 345p 456s 678s 99p", "6s", False),  # 45678s: 3s, 9s too
        ("(222m) 345p 123345s 55p", "3s", False),  # 12345s: 6s too
        ("(222m) 345p 456789s 99p", "7s", True),
        ("(222m) 456p 333s 111m 99p", "1m", False),  # 9p too
        ("(555m) 234m 789p 22345s", "2s", False),  # 5s too
        ("(555m) 789p 678p 22233s", "3s", False),  # 1s and 4s too
        ("(555m) 789p 678p 22233s", "2s", False),  # 2233s: 3s too
        ("(555m) 789p 345p 234m 77z", "7z", True),
    ):
        hand = _tiles(tiles, tile, "discard")
        assert ("only-place" in _items(hand)) is only, (tiles, tile)
    # 5m and 8m complete 67m, but the hand has all four 8m, so there is only one place.
    hand = _tiles("[8888m] 567m 234p 345s 99s", "5m", "discard")
    assert "only-place" in _items(hand)
    # Tiles of other hands do not matter.
    deal = {"rules": "babcock", "winner": "N", "win": {"by": "discard", "tile": "5m"}}
    deal["hands"] = {
        "N": {"tiles": "(222z) 567m 234p 345s 99s"},
        "S": {"tiles": "[8888m] 1m 2p 4p 6p 8p 1s 3s 5s 7s 9s"},
    }
    assert "only-place" not in _items(ask(deal)["hands"]["N"])


def test_the_other_special_shape_is_a_place_too():
    """2233m 4455p 66s 88s 9s: nothing else, but 223344m waits may be both ways."""
    tiles = "112233m 445566p 99s"
    plain = _tiles(tiles, "9s", "discard")
    assert "only-place" in _items(plain)
    agreed = _tiles(tiles, "9s", "discard", options={"seven_twins": True})
    assert agreed["score"] == 150


# ---- two and three players ----


def test_two_players_double_for_two_winds_each():
    for seat, winds in (("E", (1, 2)), ("W", (3, 4))):
        for wind in range(1, 5):
            tiles = "(" + str(wind) * 3 + "z) (777z) 345m 678m 99m"
            hand = _tiles(tiles, "9m", "discard", winner=seat, players=2)
            assert _times(hand).get("seat-wind", 0) == (1 if wind in winds else 0), (seat, wind)
            other = "W" if seat == "E" else "E"
            deal = deal_of({"suit": "full"}, winner=other, players=2)
            deal["hands"][seat] = {"tiles": "(" + str(wind) * 3 + "z) 345m 678m 99m 1p 2s"}
            assert _times(ask(deal)["hands"][seat]).get("seat-wind", 0) == (1 if wind in winds else 0), (seat, wind)
    # Of the pairs only that of the seat wind.
    for pair, points in (("1z", 2), ("2z", 0), ("3z", 0), ("4z", 0)):
        hand = _tiles("(777z) (666z) 345m 678p " + pair[0] + pair, pair, "discard", winner="E", players=2)
        assert _items(hand).get("pair", 0) == points, pair
    for pair, points in (("1z", 0), ("2z", 0), ("3z", 2), ("4z", 0)):
        hand = _tiles("(777z) (666z) 345m 678p " + pair[0] + pair, pair, "discard", winner="W", players=2)
        assert _items(hand).get("pair", 0) == points, pair


def test_two_players_win_with_two_doublings_only():
    for rules in ("babcock", "chinese"):
        for card, enough in (
            ({}, False),
            ({"suit": "half"}, False),
            ({"pungs": [0, 0, 1, 0], "dragons": 1}, False),
            ({"pungs": [0, 0, 1, 0], "dragons": 1, "suit": "half"}, True),
            ({"pungs": [0, 0, 2, 0], "seat_wind": 2}, True),
            ({"suit": "full"}, True),
        ):
            answer = ask(deal_of(card, rules=rules, winner="E", players=2))
            if enough:
                assert "error" not in answer, (rules, card, answer)
            else:
                assert _is_error(answer, "/winner")
    for rules in ("harr", "harr-limit"):
        assert "error" not in ask(deal_of({}, rules=rules, winner="E", players=2)), "Babcock's rule (p.84)"


def test_a_special_hand_in_force_wins_at_two_hands():
    orphans = {"special": ["thirteen_orphans"]}
    thirteen = {"thirteen_orphans": True}
    for card, keys in (
        ({}, {"winner": "E", "by": "draw", "opening": "original"}),
        ({}, {"winner": "W", "from": "E", "opening": "first-discard"}),
        ({}, {"winner": "W", "opening": "thirteen"}),
        (orphans, {"winner": "W", "options": thirteen}),
        # Its ordinary count is more than the special hand's half of the limit.
        ({"pungs": [0, 0, 1, 3], "seat_wind": 1}, {"winner": "W", "from": "E", "opening": "first-discard"}),
    ):
        for rules in ("babcock", "chinese"):
            deal = deal_of(card, rules=rules, players=2, **keys)
            assert "error" not in ask(deal), (rules, card)
            assert _is_error(ask(dict(deal, edition=2)), "/winner")
    # Without a limit it scores nothing, and is not in force.
    assert _is_error(ask(deal_of(orphans, winner="W", players=2, options=dict(thirteen, limit=None))), "/winner")
    # East's ninth win is no hand.
    assert _is_error(ask(deal_of({}, winner="E", players=2, options={"nine_easts": True}, streak=9)), "/winner")
    tiles = "119m 19p 19s 1234567z"
    assert _tiles(tiles, "9m", "draw", winner="W", players=2, options=thirteen)["special"] == "thirteen_orphans"


def test_two_players_take_an_arrangement_that_may_win():
    """777888999m: chows count 10 points doubled twice, pungs 26 doubled once, which is no win for two players."""
    options = {"mahjong": 10, "double_no_score": True}
    tiles = "777888999m 456m 11z"
    answer = _tiles_ask(tiles, "4m", "discard", "chinese", "W", players=2, options=options)
    assert "error" not in answer, answer
    hand = answer["hands"]["W"]
    assert (hand["points"], hand["doublings"]) == (10, 2), hand


def test_harrs_few_players_play_as_four():
    for players in (2, 3):
        hand = score_of({"pungs": [0, 0, 1, 0], "seat_wind": 1}, rules="harr", winner="E", players=players, round="E")
        assert _times(hand) == {"seat-wind": 1}
        answer = _tiles_ask("(333z) 345m 678m 99m 456p", "9m", "discard", "harr", "E", players=players)
        assert "error" not in answer, answer


def test_three_players_have_no_west_winds():
    for rules in ("babcock", "chinese"):
        for tiles in ("(333z) 345m 678m 99m 456p", "345m 678m 99m 456p 33z 3z"):
            assert _is_error(_tiles_ask(tiles, "9m", "discard", rules, "E", players=3), "/hands/E/tiles")
    assert _is_error(ask(deal_of({}, players=3, winner="W")), "/winner")
    assert _is_error(ask(deal_of({}, players=3, winner="E", win={"by": "discard", "from": "W"})), "/win/from")
    assert _is_error(ask(deal_of({}, players=3, winner="E", round="W")), "/round")


def test_no_option_of_another_rule_set():
    for rules, options in (
        ("harr", ("mahjong", "round_wind")),
        ("babcock", ("round_wind",)),
        ("harr-limit", ("round_wind",)),
    ):
        for option in options:
            assert _is_error(ask(deal_of({}, rules=rules, options={option: 20})), "/options/" + option)
    for wrong in (15, 30, "20", True, None, 20.0, 0):
        assert _is_error(ask(deal_of({}, rules="harr-limit", options={"mahjong": wrong})), "/options/mahjong")
    for wrong in (10, 40, "20"):
        assert _is_error(ask(deal_of({}, options={"mahjong": wrong})), "/options/mahjong")
    for wrong in (15, "20", True, None, 0):
        assert _is_error(ask(deal_of({}, rules="chinese", options={"mahjong": wrong})), "/options/mahjong")
    for wrong in (0, 1, 15, -2, "quarter", 2.0, None, []):
        assert _is_error(ask(deal_of({}, rules="chinese", options={"false_win": wrong})), "/options/false_win")
    for wrong in ("bones", 1, None, []):
        assert _is_error(ask(deal_of({}, rules="chinese", options={"nine_mummies": wrong})), "/options/nine_mummies")


def _by_card(deal):
    """The same deal, with the cards of its tiles."""
    _, _, read = read_standalone(deal)
    card_deal = dict(deal)
    card_deal["hands"] = {seat: {"card": write_card(read.cards[seat])} for seat in deal["hands"]}
    return card_deal


def test_the_card_of_a_hand_that_is_special_twice_is_read_again():
    """Seven twins that are all majors, with both in force; four concealed, claimed where they must be drawn."""
    twins = {"rules": "chinese", "options": {"seven_twins": True}, "winner": "N"}
    twins["win"] = {"by": "discard", "tile": "7z", "from": "S"}
    twins["hands"] = {"N": {"tiles": "1199m 1199p 11s 55z 77z"}}
    honours = dict(twins, hands={"N": {"tiles": "11z 22z 33z 44z 55z 66z 77z"}})
    concealed = {"rules": "babcock", "options": {"four_concealed_drawn": True}, "winner": "N"}
    concealed["win"] = {"by": "discard", "tile": "9p", "from": "S"}
    concealed["hands"] = {"N": {"tiles": "222m 444p 666s 888s 99p"}}
    for deal in (twins, honours, concealed):
        answer = ask(deal)
        assert "error" not in answer, answer
        by_card = ask(_by_card(deal))
        assert "error" not in by_card, by_card
        for figure in ("score", "points", "doublings", "limit", "special"):
            assert by_card["hands"]["N"].get(figure) == answer["hands"]["N"].get(figure), figure
    assert ask(twins)["hands"]["N"]["score"] == 300
