"""Payments with every option of the settlement. The figures were computed by hand from the books."""

from answers import ask, ended, error_at
from mingg.core.deal.deal import Deal, Liable, Win
from mingg.core.rules import load
from mingg.core.settle.settle import settle
from payments import check_payments

# Losing hands and what they score in every rule set.
TWO, FOUR, EIGHT = {"pungs": [1, 0, 0, 0]}, {"pungs": [0, 1, 0, 0]}, {"pungs": [0, 0, 0, 1]}
SIXTEEN, THIRTY_TWO = {"kongs": [0, 1, 0, 0]}, {"kongs": [0, 0, 0, 1]}


def _won(winner="N", losers=None, rules="babcock", win=None, card=None, options=None, players=4, **keys):
    """A deal won with 22 points, unless `card` is another hand."""
    hands = {winner: {"card": {"pairs": ["dragon"]} if card is None else card}}
    for seat, held in (losers or {}).items():
        hands[seat] = {"card": held}
    deal = {"rules": rules, "winner": winner, "win": win or {"by": "discard"}, "hands": hands, "players": players}
    deal["options"] = options or {}
    deal.update(keys)
    return deal


def _paid(deal):
    """Returns the payments, {"E N": points that E pays N}, and checks them."""
    answer = ask(deal)
    assert "error" not in answer, answer
    check_payments(answer)
    return {payment["from"] + " " + payment["to"]: payment["points"] for payment in answer["payments"]}


def _by_scores(scores, winner, rules="babcock", options=None, win=None, liable=(), players=4, **keys):
    deal = Deal(winner, win or Win("discard"))
    deal.liable = list(liable)
    seats = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWN"}[players]
    payments = settle(scores, deal, load(rules, options or {}, players), seats, **keys)
    return {p.source + " " + p.to: p.points for p in payments}


# ---- the plain settlement ----


def test_each_loser_pays_the_winners_score_and_losers_the_difference():
    losers = {"E": FOUR, "S": THIRTY_TWO, "W": TWO}
    for rules in ("babcock", "chinese", "harr"):
        paid = {"E N": 44, "S N": 22, "W N": 22, "E S": 56, "W S": 30, "W E": 4}
        assert _paid(_won(losers=losers, rules=rules)) == paid, rules


def test_the_highest_loser_collects_first_then_the_next():
    # The first two are Harr's layouts (p.46-54). Equal losers come in the order of play from the winner's right.
    for winner, scores, expected in (
        ("E", {"E": 608, "S": 64, "W": 400, "N": 16}, "SE WE NE SW NW NS"),
        ("N", {"E": 4, "S": 8, "W": 2816, "N": 22}, "EN SN WN EW SW ES"),
        ("S", {"E": 6, "S": 20, "W": 6, "N": 8}, "WS NS ES WN EN"),
        ("W", {"E": 0, "S": 2, "W": 20, "N": 2}, "NW EW SW EN ES"),
    ):
        payments = settle(scores, Deal(winner, Win("discard")), load("harr"), "ESWN")
        assert " ".join([p.source + p.to for p in payments]) == expected, winner


def test_a_low_winner_may_pay_more_than_they_get():
    paid = _paid(_won("S", {"N": {"kongs": [0, 0, 0, 2], "dragons": 1}}))
    assert paid == {"E S": 44, "W S": 22, "N S": 22, "E N": 256, "W N": 128}


def test_a_limit_caps_every_score_before_the_settlement():
    high = {"kongs": [0, 0, 0, 3], "dragons": 2}  # 96 x 4
    paid = _paid(_won(losers={"S": high, "E": FOUR}, options={"limit": 200}))
    assert paid == {"E N": 44, "S N": 22, "W N": 22, "E S": 392, "W S": 200, "W E": 8}


def test_harrs_limit_caps_what_losers_pay_each_other_not_their_scores():
    high = {"kongs": [0, 0, 0, 3], "dragons": 2}  # 384
    deal = _won(losers={"S": high, "W": THIRTY_TWO}, rules="harr-limit", card={"last_set": "pair-simple"})
    answer = ask(deal)
    assert answer["hands"]["S"]["score"] == 384
    assert answer["hands"]["S"]["limit"] is False
    # 12 for winning by a claimed pair; 384 - 32 = 352 is over 300, from East 768 over 600.
    assert _paid(deal) == {"E N": 24, "S N": 12, "W N": 12, "W S": 300, "E S": 600, "E W": 64}


def test_harrs_difference_below_the_limit_is_paid_whole_though_both_are_above_it():
    higher = {"kongs": [0, 0, 0, 3], "dragons": 3}  # 768
    high = {"kongs": [0, 0, 0, 3]}  # 96
    won = {"last_set": "pair-simple"}
    paid = _paid(_won(card=won, losers={"S": higher, "W": high}, rules="harr-limit", options={"limit": 700}))
    assert paid["W S"] == 672
    assert paid["E S"] == 1400


def test_harrs_winner_is_capped():
    card = {"kongs": [0, 0, 0, 2], "dragons": 2}  # (10 + 64) x 4
    assert ask(_won(card=card, rules="harr-limit", options={"limit": 200}))["hands"]["N"]["score"] == 200
    assert _paid(_won(card=card, rules="harr-limit", options={"limit": 200})) == {"E N": 400, "S N": 200, "W N": 200}


def test_limit_cancels_losers_when_the_winner_reaches_it():
    card = {"kongs": [0, 0, 0, 4], "dragons": 2}
    losers = {"S": THIRTY_TWO}
    options = {"limit_cancels_losers": True}
    for rules in ("babcock", "harr", "harr-limit", "chinese"):
        with_limit = dict(options, limit=300)
        paid = _paid(_won(card=card, losers=losers, rules=rules, options=with_limit))
        assert paid == {"E N": 600, "S N": 300, "W N": 300}, rules
    below = _paid(_won(losers=losers, options=options))
    assert below["E S"] == 64
    assert below["W S"] == 32
    # A limit hand reaches the limit, too; half a limit does not.
    heaven = {"by": "draw", "opening": "original"}
    assert _paid(_won("E", losers, win=heaven, card={}, options=options)) == {"S E": 600, "W E": 600, "N E": 600}
    earth = {"by": "discard", "opening": "first-discard"}
    assert _paid(_won(losers=losers, win=earth, card={}, options=options))["W S"] == 32
    unlimited = _paid(_won(card=card, losers=losers, options=dict(options, limit=None)))
    assert unlimited["W S"] == 32


# ---- the New Method ----


def test_new_method_the_discarder_pays_twice_and_east_no_more_than_others():
    conditions = {"options": {"new_method": True}, "losers": {"S": FOUR, "W": TWO}}
    paid = _paid(_won(win={"by": "discard", "from": "W"}, **conditions))
    assert paid == {"E N": 22, "S N": 22, "W N": 44, "E S": 4, "W S": 2, "E W": 2}
    paid = _paid(_won(win={"by": "discard", "from": "E"}, **conditions))
    assert paid == {"E N": 44, "S N": 22, "W N": 22, "E S": 4, "W S": 2, "E W": 2}


def test_new_method_a_drawn_win_is_paid_twice_by_all():
    card = {"pairs": ["dragon"]}  # 24 where drawn
    assert _paid(_won(win={"by": "draw"}, card=card, options={"new_method": True})) == {
        "E N": 48,
        "S N": 48,
        "W N": 48,
    }
    assert _paid(_won("E", win={"by": "draw"}, card=card, options={"new_method": True})) == {
        "S E": 48,
        "W E": 48,
        "N E": 48,
    }
    loose = {"kongs": [1, 0, 0, 0]}  # 20 + 10 + 8
    assert _paid(_won(win={"by": "loose"}, card=loose, options={"new_method": True}))["S N"] == 76


def test_new_method_east_wins_single():
    paid = _paid(_won("E", win={"by": "discard", "from": "S"}, options={"new_method": True}))
    assert paid == {"S E": 44, "W E": 22, "N E": 22}


def test_new_method_whose_kong_is_robbed_pays_twice():
    win = {"by": "rob", "from": "S"}
    card = {"only_place": True}  # 20 + 10 + 2
    robbed = {"S": {"pungs": [1, 0, 0, 0]}}
    paid = _paid(_won(win=win, card=card, losers=robbed, options={"new_method": True}))
    assert paid == {"E N": 32, "S N": 64, "W N": 32, "E S": 2, "W S": 2}


def test_new_method_must_know_who_discarded():
    assert error_at(_won(options={"new_method": True})) == "/win/from"
    assert error_at(_won(win={"by": "discard", "from": None}, options={"new_method": True})) == "/win/from"


def test_new_method_in_every_rule_set():
    win = {"by": "discard", "from": "E"}
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        answer = ask(_won(win=win, rules=rules, options={"new_method": True}))
        score = answer["hands"]["N"]["score"]
        assert [p["points"] for p in answer["payments"]] == [2 * score, score, score], rules


# ---- insurance ----


def test_full_insurance_one_pays_what_three_owe_and_losers_scores_go():
    paid = _paid(_won(losers={"S": THIRTY_TWO}, liable=[{"seat": "S", "share": "full"}]))
    assert paid == {"S N": 88}
    paid = _paid(_won(losers={"S": THIRTY_TWO}, liable=[{"seat": "E", "share": "full"}]))
    assert paid == {"E N": 88}
    paid = _paid(_won("E", {"S": THIRTY_TWO}, liable=[{"seat": "N", "share": "full"}]))
    assert paid == {"N E": 132}


def test_a_liable_player_pays_whether_or_not_the_switch_was_set():
    liable = [{"seat": "S", "share": "full", "why": "three dragons"}]
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        for options in ({}, {"insurance": True}, {"discarder_pays": True}):
            answer = ask(_won(losers={"W": EIGHT}, rules=rules, options=options, liable=liable))
            score = answer["hands"]["N"]["score"]
            assert answer["payments"] == [{"from": "S", "to": "N", "points": 4 * score}], rules


def test_half_insurance_by_one():
    """22 from S, 22 from W, 44 from E. Half of 22 rounded down to even is 10, of 44 it is 22."""
    paid = _paid(_won(losers={"W": THIRTY_TWO}, liable=[{"seat": "S", "share": "half"}]))
    assert paid == {"S N": 22 + (22 - 10) + (44 - 22), "W N": 10, "E N": 22}
    paid = _paid(_won(liable=[{"seat": "E", "share": "half"}]))
    assert paid == {"E N": 44 + 12 + 12, "S N": 10, "W N": 10}
    # 44 from each when East wins.
    paid = _paid(_won("E", liable=[{"seat": "W", "share": "half"}]))
    assert paid == {"W E": 44 + 22 + 22, "S E": 22, "N E": 22}


def test_half_insurance_by_one_where_halves_are_even():
    paid = _paid(_won(card={"kongs": [0, 1, 0, 0], "pungs": [0, 1, 0, 0]}, liable=[{"seat": "S", "share": "half"}]))
    assert paid == {"S N": 40 + 20 + 40, "W N": 20, "E N": 40}


def test_half_insurance_by_two_the_fourth_pays_nothing():
    halves = [{"seat": "S", "share": "half"}, {"seat": "W", "share": "half"}]
    assert _paid(_won(losers={"E": THIRTY_TWO}, liable=halves)) == {"S N": 44, "W N": 44}
    assert _paid(_won("E", liable=halves)) == {"S E": 66, "W E": 66}
    halves = [{"seat": "E", "share": "half"}, {"seat": "W", "share": "half"}]
    assert _paid(_won(liable=halves)) == {"E N": 44, "W N": 44}


def test_half_insurance_by_two_of_an_uneven_half_is_paid_even_and_whole():
    # Three players: 22 and 44 are owed; half of that, 33, is not even.
    liable = [Liable("E", "half", None), Liable("S", "half", None)]
    paid = _by_scores({"N": 22}, "N", liable=liable, players=3)
    assert sum(paid.values()) == 66
    assert sorted(paid.values()) == [32, 34]


def test_insurance_with_the_new_method():
    options = {"new_method": True}
    win = {"by": "discard", "from": "W"}
    assert _paid(_won(win=win, options=options, liable=[{"seat": "W", "share": "full"}])) == {"W N": 88}
    # 22, 22 and the discarder's 44
    paid = _paid(_won(win=win, options=options, liable=[{"seat": "S", "share": "half"}]))
    assert paid == {"S N": 22 + 12 + 22, "E N": 10, "W N": 22}


def test_insurance_with_few_players():
    assert _paid(_won(players=3, liable=[{"seat": "S", "share": "full"}])) == {"S N": 66}
    assert _paid(_won(players=3, liable=[{"seat": "S", "share": "half"}])) == {"S N": 22 + 22, "E N": 22}


def test_feeding_pays_for_all_and_cancels_the_losers_scores():
    """Babcock p.78 calls it "another Insurance penalty". N's neighbour on the left is W."""
    paid = _paid(_won(losers={"S": FOUR}, liable=[{"seat": "W", "share": "full", "why": "feeding"}]))
    assert paid == {"W N": 88}
    paid = _paid(_won("E", {"S": FOUR}, liable=[{"seat": "N", "why": "feeding"}]))
    assert paid == {"N E": 132}


def test_only_a_hand_whose_four_sets_were_claimed_was_fed():
    fed = [{"seat": "W", "why": "feeding"}]
    pair = {"by": "draw", "tile": "5z"}
    for tiles, right in (
        ("(123m) (222+2p) (3333s) (777z) 55z", True),
        ("(123m) (222p) (333s) 777z 55z", False),
        ("(123m) (222p) 345s (777z) 55z", False),
        ("(123m) (222p) [3333s] (777z) 55z", False),
        ("123m 222p 333s 777z 55z", False),
    ):
        deal = dict(_won(win=pair, liable=fed), hands={"N": {"tiles": tiles}})
        assert ("error" not in ask(deal)) is right, tiles
        assert right or error_at(deal) == "/liable/0/why"
    twins = {"seven_twins": True}
    for card, keys, right in (
        ({}, {}, True),  # nothing is known of four chows
        ({"pungs": [2, 0, 1, 0], "kongs": [1, 0, 0, 0]}, {}, True),
        ({"pungs": [0, 0, 0, 1]}, {}, False),
        ({"kongs": [0, 1, 0, 0]}, {}, False),
        ({"special": ["seven_twins"]}, {"options": twins}, False),
        ({"special": ["thirteen_orphans"]}, {"rules": "bmja"}, False),
        ({"special": ["knitting"]}, {"rules": "bmja"}, False),
        ({}, {"win": {"by": "draw", "opening": "thirteen"}}, False),
        ({"last_set": "chow-middle"}, {"rules": "chinese"}, False),
        ({"last_set": "pair-simple"}, {"rules": "chinese"}, True),
        ({"score": 60}, {}, True),
    ):
        assert ("error" not in ask(_won(card=card, liable=fed, **keys))) is right, (card, keys)


def test_a_liable_player_is_a_loser_named_once():
    for liable, place in (
        ([{"seat": "N", "share": "full"}], "/liable/0/seat"),
        ([{"seat": "X", "share": "full"}], "/liable/0/seat"),
        ([{"share": "full"}], "/liable/0/seat"),
        ([{"seat": "S", "share": "third"}], "/liable/0/share"),
        ([{"seat": "S", "share": "half"}, {"seat": "S", "share": "half"}], "/liable/1/seat"),
        ([{"seat": "S", "share": "half", "because": 1}], "/liable/0/because"),
        ([{"seat": "S", "share": "half", "why": 1}], "/liable/0/why"),
        (["S"], "/liable/0"),
        ({"seat": "S"}, "/liable"),
        ("S", "/liable"),
    ):
        assert error_at(_won(liable=liable)) == place, liable
    for shares in (("full", "half"), ("half", "full"), ("full", "full")):
        liable = [{"seat": "S", "share": shares[0]}, {"seat": "W", "share": shares[1]}]
        assert error_at(_won(liable=liable)).startswith("/liable/"), shares
    three = [{"seat": seat, "share": "half"} for seat in "ESW"]
    assert error_at(_won(liable=three)).startswith("/liable")
    assert error_at(ended(liable=[{"seat": "S", "share": "full"}])).startswith("/liable")


def test_the_liable_players_are_a_list_even_if_there_are_none():
    assert "error" not in ask(_won(liable=[]))
    assert "error" not in ask(_won(liable=None))
    for liable in (0, False, "", {}):
        assert error_at(_won(liable=liable)) == "/liable", liable


# ---- endings without a winner ----


def test_a_false_win_costs_half_the_limit_in_harrs_limit_game():
    paid = _paid(ended("harr-limit", false_win="S"))
    assert paid == {"S E": 300, "S W": 150, "S N": 150}
    paid = _paid(ended("harr-limit", false_win="E"))
    assert paid == {"E S": 300, "E W": 300, "E N": 300}
    paid = _paid(ended("harr-limit", {"mahjong": 20}, false_win="S"))
    assert paid == {"S E": 400, "S W": 200, "S N": 200}
    assert ask(ended("harr-limit", false_win="S"))["next"] == {"deal": "stays"}


def test_a_false_win_costs_what_was_agreed_in_the_chinese_game():
    for agreed, share in ((None, 150), (True, 150), ("half", 150), ("limit", 300), (100, 100), (30, 30)):
        options = {} if agreed is None else {"false_win": agreed}
        paid = _paid(ended("chinese", options, false_win="W"))
        assert paid == {"W E": 2 * share, "W S": share, "W N": share}, agreed
    paid = _paid(ended("chinese", {"false_win": 100}, false_win="E"))
    assert paid == {"E S": 200, "E W": 200, "E N": 200}
    assert ask(ended("chinese", false_win="W"))["next"] == {"deal": "stays"}


def test_a_false_win_costs_nothing_in_harr_and_babcock():
    for rules in ("harr", "babcock"):
        answer = ask(ended(rules, false_win="W"))
        assert answer["payments"] == [], rules
        assert answer["next"] == {"deal": "stays"}, rules


def test_a_table_that_agreed_nothing_may_name_the_price_of_a_false_win():
    for rules in ("harr", "babcock"):
        for price, share in ((50, 50), ("half", 200), ("limit", 400)):
            paid = _paid(ended(rules, {"limit": 400}, false_win="W", price=price))
            assert paid == {"W E": 2 * share, "W S": share, "W N": share}, (rules, price)


def test_a_price_that_cannot_be_is_refused():
    for rules, keys in (
        ("babcock", {"price": 50}),
        ("babcock", {"price": 50, "washing": {"seat": "S", "majors": 11}}),
        ("chinese", {"price": 50, "false_win": "S"}),
    ):
        assert error_at(ended(rules, **keys)) == "/price", (rules, keys)
    for price in (0, 3, -2, True, "third", 2.5, 10000, []):
        assert error_at(ended("babcock", price=price, false_win="S")) == "/price", price
    assert error_at(ended("harr", price="half", false_win="S")) == "/false_win", "there is no limit"


def test_any_rule_set_can_set_the_cost_of_a_false_win():
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        for agreed, share in ((100, 100), ("half", 200), ("limit", 400), (True, 200)):
            options = {"false_win": agreed, "limit": 400}
            paid = _paid(ended(rules, options, false_win="S"))
            assert paid == {"S E": 2 * share, "S W": share, "S N": share}, (rules, agreed)


def test_half_an_uneven_limit_is_rounded_down_to_even():
    paid = _paid(ended("chinese", {"limit": 302}, false_win="S"))
    assert paid == {"S E": 300, "S W": 150, "S N": 150}


def test_without_a_limit_no_limit_can_be_paid():
    assert error_at(ended("chinese", {"limit": None}, false_win="S")) == "/false_win"
    assert error_at(ended("babcock", {"limit": None}, dead_pays="S")) == "/dead_pays"
    assert error_at(ended("harr", dead_pays="S")) == "/dead_pays"
    assert _paid(ended("chinese", {"limit": None, "false_win": 100}, false_win="S"))["S N"] == 100


def test_a_hand_with_too_many_tiles_pays_everybody_the_limit():
    paid = _paid(ended("chinese", {"dead_hand_pays_limit": True}, dead_pays="S"))
    assert paid == {"S E": 600, "S W": 300, "S N": 300}
    paid = _paid(ended("babcock", dead_pays="E"))
    assert paid == {"E S": 600, "E W": 600, "E N": 600}
    assert ask(ended("chinese", dead_pays="S"))["next"] == {"deal": "stays"}
    assert ask(ended("chinese", dead_pays="E"))["next"] == {"deal": "stays"}


def test_the_limit_of_a_few_players_is_paid():
    paid = _paid(ended("babcock", players=3, dead_pays="S"))
    assert paid == {"S E": 1200, "S N": 600}
    assert _paid(ended("babcock", players=2, dead_pays="W")) == {"W E": 600}
    paid = _paid(ended("chinese", players=3, false_win="S"))
    assert paid == {"S E": 600, "S N": 300}


def test_new_method_east_neither_pays_nor_gets_double_after_a_false_win():
    paid = _paid(ended("chinese", {"new_method": True, "false_win": 100}, false_win="S"))
    assert paid == {"S E": 100, "S W": 100, "S N": 100}


def test_washing_is_paid_single_by_everybody():
    for rules in ("harr-limit", "babcock"):
        for majors, share in ((9, 50), (10, 70), (11, 100), (12, 150), (13, 200)):
            deal = ended(rules, washing={"seat": "E", "majors": majors})
            assert _paid(deal) == {"S E": share, "W E": share, "N E": share}
            assert ask(deal)["next"] == {"deal": "stays"}
            deal = ended(rules, {"washing": True}, washing={"seat": "W", "majors": majors})
            assert _paid(deal) == {"E W": share, "S W": share, "N W": share}
            assert ask(deal)["next"] == {"deal": "stays"}


def test_mummies_are_a_new_deal_and_with_a_bonus_are_paid():
    for seat, outcome in (("E", "passes"), ("S", "stays"), ("N", "stays")):
        for options in ({}, {"nine_mummies": True}, {"nine_mummies": False}):
            answer = ask(ended("chinese", options, mummies={"seat": seat, "majors": 12}))
            assert answer["payments"] == [], (seat, options)
            assert answer["next"] == {"deal": outcome}, seat
    for majors, share in ((9, 50), (10, 100), (11, 150), (12, 200), (13, 250)):
        options = {"nine_mummies": "bonus"}
        paid = _paid(ended("chinese", options, mummies={"seat": "E", "majors": majors}))
        assert paid == {"S E": share, "W E": share, "N E": share}
        paid = _paid(ended("chinese", options, mummies={"seat": "N", "majors": majors}))
        assert paid == {"E N": share, "S N": share, "W N": share}
    assert ask(ended("chinese", {"nine_mummies": "bonus"}, mummies={"seat": "E", "majors": 9}))["next"] == {
        "deal": "passes"
    }


def test_mummies_are_nine_to_thirteen():
    for ending in ("mummies", "washing"):
        for majors in (8, 14, -1, "9", True, None, 9.0):
            assert error_at(ended(**{ending: {"seat": "S", "majors": majors}})) == "/" + ending + "/majors", majors
        assert error_at(ended(**{ending: {"majors": 9}})) == "/" + ending + "/seat"
        assert error_at(ended(**{ending: {"seat": "S"}})) == "/" + ending + "/majors"
        assert error_at(ended(**{ending: {"seat": "X", "majors": 9}})) == "/" + ending + "/seat"
        assert error_at(ended(**{ending: {"seat": "S", "majors": 9, "x": 0}})) == "/" + ending + "/x"
        assert error_at(ended(**{ending: "S"})) == "/" + ending
        assert error_at(ended(**{ending: False})) == "/" + ending
    for ending in ("false_win", "dead_pays", "not_touching"):
        assert error_at(ended(**{ending: "X"})) == "/" + ending
        assert error_at(ended(**{ending: True})) == "/" + ending
        assert error_at(ended(**{ending: {"seat": "S"}})) == "/" + ending
        assert error_at(_won(**{ending: "S"})) in ("/" + ending, "/winner")
    assert error_at(ended(false_win="S", dead_pays="W")) in ("/false_win", "/dead_pays")


def test_not_touching_is_a_new_deal():
    for seat, outcome in (("E", "passes"), ("S", "stays")):
        for options in ({}, {"not_touching": True}):
            answer = ask(ended("chinese", options, not_touching=seat))
            assert answer["payments"] == []
            assert answer["next"] == {"deal": outcome}


# ---- dead hands ----


def test_a_dead_hand_pays_and_is_paid_nothing():
    deal = _won(losers={"W": TWO})
    deal["hands"]["S"] = {"dead": True, "card": THIRTY_TWO}
    assert _paid(deal) == {"E N": 44, "S N": 22, "W N": 22, "E W": 4, "S W": 2}


def test_in_the_chinese_game_too_few_tiles_are_scored_and_too_many_are_not():
    deal = _won(rules="chinese", card={"pairs": ["dragon"]})
    deal["hands"]["S"] = {"dead": "short", "card": EIGHT}
    assert _paid(deal) == {"E N": 44, "S N": 22, "W N": 22, "E S": 16, "W S": 8}
    deal["hands"]["S"] = {"dead": "long", "card": EIGHT}
    assert _paid(deal) == {"E N": 44, "S N": 22, "W N": 22}
    deal["hands"]["S"] = {"dead": "short", "tiles": "(333s) 999s 1m 5m 8p"}
    answer = ask(deal)
    assert answer["hands"]["S"]["score"] == 10
    deal["hands"]["S"] = {"dead": "long", "tiles": "(333s) 999s 1m 5m 8p 2z 4s 6s 8s 8s"}
    assert ask(deal)["hands"]["S"]["score"] == 0


def test_a_dead_hand_does_not_win():
    for rules, kind in (("babcock", True), ("harr", True), ("chinese", "short"), ("chinese", "long")):
        deal = _won(rules=rules)
        deal["hands"]["N"]["dead"] = kind
        assert error_at(deal) == "/hands/N/dead"
    for rules, kind in (("babcock", "dead"), ("chinese", "dead"), ("chinese", 1), ("babcock", 1), ("harr", "")):
        deal = _won(rules=rules)
        deal["hands"]["S"] = {"dead": kind, "card": {}}
        assert error_at(deal) == "/hands/S/dead", (rules, kind)


def test_a_short_hand_that_is_scored_is_a_hand_that_can_be():
    """It counts, so it is checked as strictly as any other hand."""
    for card, key in (({"pungs": [9, 0, 0, 0]}, ""), ({"dragons": 3}, "/dragons"), ({"flowers": [1]}, "/flowers")):
        deal = _won(rules="chinese")
        deal["hands"]["S"] = {"dead": "short", "card": card}
        assert error_at(deal) == "/hands/S/card" + key, card


def test_a_short_hand_has_less_and_a_long_hand_more_than_thirteen_tiles():
    """In the Chinese game the two kinds score differently (B p.73)."""
    thirteen = "(333s) 999s 1m 5m 8p 2z 4s 6s 8s"
    for kind, tiles in (("short", thirteen), ("long", thirteen), ("short", thirteen + " 9p"), ("long", "123m")):
        deal = _won(rules="chinese")
        deal["hands"]["S"] = {"dead": kind, "tiles": tiles}
        assert error_at(deal) in ("/hands/S/dead", "/hands/S/tiles"), (kind, tiles)


# ---- rounding, nine Easts, draws ----


def test_payments_are_rounded_to_the_nearest_ten():
    for score, paid in ((2, 0), (4, 0), (6, 10), (8, 10), (10, 10), (12, 10), (14, 10), (16, 20), (18, 20), (20, 20)):
        answer = _by_scores({"N": 100, "W": score}, "N", options={"round_to_ten": True})
        assert answer.get("S W", 0) == paid, score
        assert answer["W N"] == 100
    # Each payment, after East's double: 22 is 20, 44 is 40.
    paid = _paid(_won(losers={"S": SIXTEEN}, options={"round_to_ten": True}))
    assert paid == {"E N": 40, "S N": 20, "W N": 20, "E S": 30, "W S": 20}
    assert _paid(_won(options={"round_to_ten": True}, liable=[{"seat": "S"}])) == {"S N": 90}


def test_rounding_is_off_unless_agreed():
    assert _paid(_won(options={"round_to_ten": False}))["S N"] == 22


def test_easts_ninth_win_running_scores_the_limit():
    options = {"nine_easts": True}
    for rules in ("babcock", "chinese", "harr-limit"):
        answer = ask(_won("E", rules=rules, options=options, streak=9))
        assert answer["hands"]["E"]["score"] == 300, rules
        assert answer["hands"]["E"]["special"] == "nine_easts"
        assert answer["hands"]["E"]["limit"] is True
        assert _paid(_won("E", rules=rules, options=options, streak=9)) == {"S E": 600, "W E": 600, "N E": 600}
    for streak in (0, 1, 8):
        assert ask(_won("E", options=options, streak=streak))["hands"]["E"]["score"] == 22, streak
    assert ask(_won("E", streak=9))["hands"]["E"]["score"] == 22, "not agreed"
    assert ask(_won("N", options=options, streak=9))["hands"]["N"]["score"] == 22, "not East"
    assert ask(_won("E", rules="harr", options=options, streak=9))["hands"]["E"]["score"] == 22, "no limit"


def test_a_draw_pays_nothing_in_any_rule_set():
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        dead = "long" if rules == "chinese" else True
        answer = ask({"rules": rules, "winner": None, "hands": {"S": {"card": EIGHT}, "W": {"dead": dead}}})
        assert answer["payments"] == [], rules
        assert answer["next"] == {"deal": "stays"}, rules
        assert answer["hands"]["S"]["score"] == 8


def test_a_draw_with_a_kong_passes_east_in_the_chinese_game():
    for rules, kongs, outcome in (
        ("chinese", 0, "stays"),
        ("chinese", 1, "passes"),
        ("chinese", 4, "passes"),
        ("babcock", 1, "stays"),
        ("babcock", 4, "stays"),
        ("harr", 3, "stays"),
        ("harr-limit", 2, "stays"),
    ):
        assert ask(ended(rules, kongs=kongs))["next"] == {"deal": outcome}, (rules, kongs)


def test_the_fourth_kong_ends_the_deal_where_that_is_agreed():
    for rules in ("harr", "harr-limit", "babcock"):
        for kongs, outcome in ((0, "stays"), (1, "stays"), (3, "stays"), (4, "passes")):
            answer = ask(ended(rules, {"four_kongs_draw": True}, kongs=kongs))
            assert answer["next"] == {"deal": outcome}, (rules, kongs)
            assert answer["payments"] == [], (rules, kongs)


# ---- who deals next ----


def test_the_winner_deals_where_that_is_agreed():
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        for winner in "SWN":
            assert ask(_won(winner, rules=rules, options={"winner_deals": True}))["next"] == {"deal": winner}
            assert ask(_won(winner, rules=rules))["next"] == {"deal": "passes"}
        assert ask(_won("E", rules=rules, options={"winner_deals": True}))["next"] == {"deal": "stays"}
        assert ask(ended(rules, {"winner_deals": True}))["next"] == {"deal": "stays"}


def test_east_passes_after_every_deal_where_that_is_agreed():
    passes, agreed = {"deal": "passes"}, {"east_passes": True}
    for rules in ("bmja", "dmjl"):
        assert ask(ended(rules, agreed))["next"] == passes
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        for winner in "ESWN":
            assert ask(_won(winner, rules=rules, options=agreed))["next"] == passes
        assert ask(ended(rules, agreed))["next"] == passes
        assert ask(ended(rules, agreed, false_win="S"))["next"] == passes
        limited = {"east_passes": True, "limit": 300}
        assert ask(ended(rules, limited, dead_pays="W"))["next"] == passes
        assert ask(_won("E", rules=rules, options={"east_passes": False}))["next"] == {"deal": "stays"}


def test_the_winner_cannot_deal_if_east_passes_after_every_deal():
    answer = ask(_won("S", options={"east_passes": True, "winner_deals": True}))
    assert answer["error"]["at"] == "/options/winner_deals"
    assert ask(_won("S", options={"east_passes": True, "winner_deals": False}))["next"] == {"deal": "passes"}


# ---- two, three and five players ----


def test_three_players_settle_as_four_do():
    paid = _paid(_won("S", {"N": EIGHT, "E": TWO}, players=3))
    assert paid == {"E S": 44, "N S": 22, "E N": 12}
    paid = _paid(_won("E", {"N": EIGHT}, players=3))
    assert paid == {"S E": 44, "N E": 44, "S N": 8}
    answer = ask(_won("S", players=3))
    assert sorted(answer["net"]) == ["E", "N", "S"]
    assert sorted(answer["hands"]) == ["E", "N", "S"]


def test_two_players_pay_each_other_double():
    card = {"pungs": [0, 0, 2, 0], "dragons": 2}  # 28 x 4
    assert _paid(_won("W", card=card, players=2)) == {"E W": 224}
    assert _paid(_won("E", card=card, players=2)) == {"W E": 224}
    assert _paid(_won("W", players=2, rules="harr")) == {"E W": 44}, "Harr asks for no doublings"


def test_the_fifth_player_is_paid_by_every_loser_and_pays_nobody():
    for rules in ("babcock", "chinese"):
        deal = _won("S", {"W": EIGHT}, players=5, rules=rules, sitting_out="Eve")
        paid = {"E S": 44, "W S": 22, "N S": 22, "E W": 16, "N W": 8, "E out": 40, "W out": 20, "N out": 20}
        assert _paid(deal) == paid, rules
    deal = _won("E", players=5, sitting_out="Eve")
    assert _paid(deal) == {"S E": 44, "W E": 44, "N E": 44, "S out": 20, "W out": 20, "N out": 20}
    card = {"pungs": [0, 0, 3, 0], "dragons": 3}  # 32 x 8
    paid = _paid(_won("S", card=card, players=5, sitting_out="Eve"))
    assert (paid["E out"], paid["W out"], paid["N out"]) == (320, 160, 160)


def test_the_fifth_player_gets_nothing_from_a_draw():
    answer = ask(ended("babcock", players=5, sitting_out="Eve"))
    assert answer["payments"] == []
    assert answer["net"]["out"] == 0


def test_the_fifth_player_by_the_new_method_gets_single_from_east():
    """By the New Method East does not pay or get double."""
    deal = _won("S", win={"by": "draw"}, players=5, options={"new_method": True}, sitting_out="Eve")
    paid = _paid(deal)
    assert (paid["E out"], paid["W out"], paid["N out"]) == (20, 20, 20)


def test_only_of_five_one_sits_out():
    assert error_at(_won(sitting_out="Eve")) == "/sitting_out"
    assert error_at(_won(players=5, sitting_out=5)) == "/sitting_out"
    assert error_at(_won(players=5, hands={"N": {"card": {}}, "out": {"card": {}}})) == "/hands/out"
