"""Everything that counts has an explanation: a sentence from the row that counted it, with its place in the book. The
steps of a payment lead to the amount paid."""

from help.answers import ask, deal_of, ended
from help.texts import every_rule_set, section, whys
from mingg.core.deal.hand import Hand
from mingg.core.explain import explain
from mingg.core.explain.paid import settlement, steps
from mingg.core.rules import MODERN, RULE_SETS, load, module_of, options_of
from mingg.core.rules.rows import ALL, LOSER, OURS
from mingg.core.score.facts import Seated
from mingg.core.settle import settle
from mingg.lang import because
from mingg_scoring.interchange.answers import read_standalone


def test_every_row_has_its_sentence_and_its_source_and_no_sentence_is_unused():
    used = set()
    for rules in every_rule_set():
        for why in whys(rules):
            used.add(why.key)
            sentence = because(why.key, why.figures)
            assert sentence.endswith("."), why
            assert "%" not in sentence, why
            assert len(sentence) <= 55, why
            if rules.id in MODERN and not rules.options:
                assert why.source.startswith(rules.title + ", "), why
                continue
            assert why.source.startswith(("Harr ", "Harr, ", "Babcock ", "BMJA, ", "DMJL, ")), why
            assert sum([why.source.count(author) for author in ("Harr", "Babcock", "BMJA", "DMJL")]) == 1, why
    # Other sentences: of the settlement (below), of house rules (test_house.py), of a hand with only a score.
    others = {key for key in section("why") if key[:4] in ("pay ", "play") or " house " in key} | {"known"}
    others |= {"special points", "waiting points", "waiting 2 15", "added flowers"}  # test_patterns.py, test_books.py
    others |= {
        "points shape_shown pair-seat",
        "points shape pair-seat",
    }  # of house rules that count it differently from another pair
    assert used | others == set(section("why"))
    assert not used & others


def test_the_sentences_of_a_settlement_are_as_short():
    for key, sentence in section("why").items():
        assert sentence.endswith(".")
        assert len(sentence) <= 56, key


def test_a_set_is_explained_from_an_exposed_pung_of_simples():
    babcock, limit = load("babcock"), load("harr-limit")
    assert explain.made("pung", 0, True, babcock) == []
    assert explain.made("pung", 3, False, babcock) == [("plain", "2"), ("major", "x2"), ("concealed", "x2")]
    assert explain.made("kong", 1, True, babcock) == [("plain", "2"), ("kong", "x4"), ("concealed", "x2")]
    assert explain.made("pung", 1, True, limit) == [("plain", "2"), ("concealed", "x3")]
    assert explain.made("pung", 3, True, limit) == [("plain", "2"), ("major", "x2"), ("concealed", "+6")]
    assert explain.made("pair", -1, True, babcock) == []


def test_the_explanation_of_a_set_adds_up_to_its_points():
    for rules in every_rule_set():
        for row in rules.points:
            for figure in explain.figures(row):
                points = 0
                for _, step in explain.made(row[0], figure.slot, row[3] != LOSER, rules):
                    number = int(step.replace("x", "").replace("+", ""))
                    points = points * number if step[0] == "x" else points + number
                assert points in (0, figure.points), (rules.id, row)


def test_a_score_that_is_known_is_explained_without_a_row():
    items, doubled, added, score = _explained(deal_of({"score": 40}))
    assert (items, doubled, added, score) == ({"known": ("known", "")}, {}, [], None)


def test_every_option_has_a_source():
    for name in RULE_SETS:
        for option in options_of(module_of(name)):
            assert option.source, (name, option.name)


def _share_a_hand(who, other):
    return who == other or ALL in (who, other)


def test_no_two_rows_in_force_could_have_counted_the_same_item():
    for rules in every_rule_set():
        results = []
        for row in rules.points:
            for figure in explain.figures(row):
                assert not any(
                    row[0] == item and figure == other and _share_a_hand(row[3], who) for item, other, who in results
                ), (rules.id, row)
                results.append((row[0], figure, row[3]))
        results = []
        for row in rules.doublings:
            assert not any(
                row[0] == item and row[2] == times and _share_a_hand(row[3], who) for item, times, who in results
            )
            results.append((row[0], row[2], row[3]))


def test_a_figure_and_a_doubling_name_their_place():
    ours = {"name": "Ours", "factors": {"seat-wind": 4}, "points": {"pung": [8, 8, 8, 8]}}
    for players, house, wind in ((2, None, "Babcock p.35, 84"), (4, None, "Babcock p.35"), (2, ours, "Ours")):
        rules = load("babcock", {"all_majors": house is None}, players, house)
        places = {row.id: explain.of_doubling_row(row, rules).source for row in rules.doublings}
        assert (places["seat-wind"], places["dragon"]) == (wind, "Babcock p.35")
        keys = {row.id: explain.of_doubling_line(row, rules).key for row in rules.doublings}
        honours = "doubling all_honours" + ("_unlimited" if house is None else "")
        assert (keys["honours"], keys["dragon"]) == (honours, "doubling dragons")
    (pung,) = [row for row in rules.points if row.id == "pung"]
    assert explain.of_figure(pung, explain.Figure(0, None, 8), rules).source == "Ours"  # a kong of the book is no pung
    rules = load("harr-limit", None, 4, {"name": "Ours", "points": {"pung": [2, 6, 4, 10]}})
    pungs = [row for row in rules.points if row.id == "pung"]  # a winner's and a loser's
    places = [explain.of_figure(row, explain.Figure(1, None, 6), rules).source for row in pungs]
    assert places == ["Harr p.65", "Ours"]
    assert explain.made("kong", 0, True, load("babcock")) == [("plain", "2"), ("kong", "x4")]


def test_flowers_are_added_to_a_special_hand():
    ordinary = {"sets": ["(pung simple)"] * 4, "flowers": [1]}
    for hand, added in (
        ({"special": ["knitting"], "flowers": [1, 2]}, [("flowers", 16)]),
        ({"special": ["knitting"]}, []),
        (ordinary, []),
    ):
        deal = {"rules": "bmja", "winner": "S", "win": {"by": "draw"}, "hands": {"S": dict({"sets": []}, **hand)}}
        rules, _, read, _ = read_standalone(deal)
        count = settle.answer(read, rules).counts["S"]
        seated = Seated(read.hands["S"], "S", read.win, rules, 0)
        assert [(one.id, one.points) for one in explain.of_added(seated, count)] == added


def _explained(deal, seat="N"):
    """The explanations of a hand: {id: (key, source)} of items and of doublings, what was added, and of the score."""
    rules, _, read, _ = read_standalone(deal)
    count = settle.answer(read, rules).counts[seat]
    win = read.win if seat == read.winner else None
    hand = Seated(read.hands.get(seat) or Hand(), seat, win, rules, read.streak)
    items = {item.id: explain.of_item(item, hand.rules) for item in count.items}
    items = {item: (why.key, why.source) for item, why in items.items()}
    doubled = {doubling.id: explain.of_doubling_row(doubling.row, hand.rules) for doubling in count.doubled}
    doubled = {doubling: (why.key, why.source) for doubling, why in doubled.items()}
    return items, doubled, explain.of_added(hand), explain.of_score(count, hand)


def test_items_and_doublings_come_with_the_page_of_their_row():
    hand = {"sets": ["(pung simple)", "pung dragon", "pair dragon"]}
    items, doubled, added, score = _explained(deal_of(hand, by="draw"))
    assert items == {
        "mahjong": ("points won", "Babcock p.35"),
        "drawn": ("points drawn_from_wall", "Babcock p.35"),
        "pung": ("points pungs 3", "Babcock p.34"),
        "pair": ("points pairs dragon", "Babcock p.34"),
    }
    assert doubled == {"dragon": ("doubling dragons", "Babcock p.35")}
    assert (added, score) == ([], None)


def test_a_winner_and_a_loser_are_explained_by_their_own_rows():
    deal = deal_of({"sets": ["pung simple"]}, rules="harr-limit")
    deal["hands"]["S"] = {"sets": ["pung simple"]}
    assert _explained(deal)[0]["pung"] == ("points pungs 1 won", "Harr p.65")
    assert _explained(deal, "S")[0]["pung"] == ("points pungs 1 lost", "Harr p.65-66")


def test_a_replaced_row_is_explained_by_its_option():
    loose = {"by": "loose", "options": {"double_loose": True}}
    items, doubled, _, _ = _explained(deal_of({"sets": ["(kong simple)"]}, **loose))
    assert "loose" not in items
    assert doubled["loose"] == ("doubling loose_kong", "Babcock p.61")


def test_another_books_row_keeps_its_author():
    flowers = {"options": {"flowers": "own"}}
    _, doubled, _, _ = _explained(deal_of({"flowers": [4]}, **flowers))
    assert doubled["own-flower"] == ("doubling own_flowers", "Harr p.29, Use of the Mandarins")


def test_no_other_score_and_nothing_but_drawn_are_explained_though_they_hang_on_the_points():
    items, _, _, _ = _explained(deal_of({}, rules="harr"))
    assert items["no-score"][0] == "points nothing_else"
    _, doubled, _, _ = _explained(deal_of({}, by="draw", options={"double_drawn_only": True}))
    assert doubled["drawn-only"] == ("doubling nothing_but_drawn", "Babcock p.62")


def test_a_special_hand_names_its_share_of_the_limit():
    heaven = deal_of({}, winner="E", by="draw", opening="original")
    _, _, _, score = _explained(heaven, "E")
    assert (score.key, score.source) == ("special original 1", "Babcock p.36, the Hand from Heaven")
    _, _, _, score = _explained(deal_of({}, **{"from": "E", "opening": "first-discard"}))
    assert score.key == "special first_discard 2"


def test_four_concealed_sets_are_explained_as_agreed():
    hand = {"sets": ["pung simple", "pung simple", "pung major", "pung major"]}
    assert _explained(deal_of(hand, options={"four_concealed": True}))[3].key == "special four_concealed 1"
    drawn = {"by": "draw", "options": {"four_concealed_drawn": True}}
    assert _explained(deal_of(hand, **drawn))[3].key == "special four_concealed_drawn 1"


def test_the_limit_is_explained_only_if_it_lowered_the_score():
    hand = {"sets": ["pung dragon", "pung dragon", "pung dragon"]}
    score = _explained(deal_of(hand))[3]
    assert (score.key, score.figures) == ("limit", (300,))
    score = _explained(deal_of(hand, options={"limit": 200}))[3]
    assert (score.key, score.figures, score.source) == ("limit agreed", (200,), "Babcock p.28")
    assert _explained(deal_of(hand, options={"limit": None}))[3] is None
    assert _explained(deal_of(hand, rules="harr"))[3] is None
    loser = deal_of({})
    loser["hands"]["S"] = {"sets": ["kong dragon", "kong dragon", "kong dragon"]}
    assert _explained(loser, "S")[3].key == "limit"
    loser["rules"] = "harr-limit"
    assert _explained(loser, "S")[3] is None


def test_an_added_share_of_the_limit_is_explained_with_its_points():
    first = deal_of({}, rules="harr-limit", **{"from": "E", "opening": "first-discard"})
    assert "error" not in ask(first)
    _, _, added, score = _explained(first)
    assert [(addition.id, addition.points, addition.why.key) for addition in added] == [
        ("first-discard", 150, "added first_discard 2")
    ]
    assert added[0].why.source == "Harr p.62, 5"
    assert score is None
    first["hands"]["N"] = {"sets": ["pung dragon", "pung dragon", "pung major"]}
    assert _explained(first)[3].key == "limit"


ALL_SETS = RULE_SETS
TWO, EIGHT, SIXTEEN = {"sets": ["(pung simple)"]}, {"sets": ["pung major"]}, {"sets": ["kong simple"]}
BIG = {"sets": ["pung dragon", "pung dragon", "pung major"]}


def topic(step):
    return step.why.key.partition(" ")[2]


def _won(winner="N", rules="babcock", hand=None, win=None, **keys):
    hands = {"E": TWO, "S": EIGHT, "W": {"sets": []}, "N": SIXTEEN}
    if keys.get("players") in (2, 3):
        del hands["W" if keys["players"] == 3 else "S"]
    hands = {seat: hands[seat] for seat in hands if seat in ("EW" if keys.get("players") == 2 else "ESWN")}
    hands[winner] = hand or {"sets": ["pung dragon", "pung dragon"]}
    deal = {"rules": rules, "winner": winner, "win": win or {"by": "discard", "from": "S"}, "hands": hands}
    deal.update(keys)
    return deal


def _steps_of_payments(deal):
    """The steps of each payment as (key, shown), after a check that they lead to the amount."""
    rules, _, read, _ = read_standalone(deal)
    answer = settle.answer(read, rules)
    results = {}
    for payment in answer.payments:
        points = 0
        result = steps(payment, read, rules)
        for step in result:
            points = points * step.points if step.times else step.points
            assert because(step.why.key, step.why.figures).endswith(".")
            assert step.why.source.startswith(("Harr p.", "Babcock p.")), step
        assert points == payment.points, (payment, result)
        results[payment.source + " " + payment.to] = [(step.why.key.replace("pay ", ""), step.shown) for step in result]
    return results


def test_the_winner_is_paid_his_score_and_by_east_twice():
    payments = _steps_of_payments(_won())
    assert payments["S N"] == [("winner", "144")]
    assert payments["E N"] == [("winner", "144"), ("east", "x2")]


def test_losers_settle_the_difference_and_east_twice():
    payments = _steps_of_payments(_won())
    assert payments["W S"] == [("losers", "8-0")]
    assert payments["E S"] == [("losers", "8-2"), ("east", "x2")]
    assert _steps_of_payments(_won(rules="harr"))["E S"] == [("losers", "8-2"), ("east", "x2")], (
        "where there is no limit"
    )


def test_by_the_new_method_the_discarder_pays_twice_and_east_does_not():
    method = {"new_method": True}
    payments = _steps_of_payments(_won(options=method))
    assert payments["S N"] == [("winner", "144"), ("discarder", "x2")]
    assert payments["E N"] == [("winner", "144")]
    assert payments["E S"] == [("losers", "8-2")]
    assert _steps_of_payments(_won(options=method, win={"by": "draw"}))["W N"] == [("winner", "152"), ("drawn", "x2")]


def test_payments_between_losers_are_capped_but_not_their_hands():
    deal = _won(rules="harr-limit", win={"by": "discard", "from": "E"})
    deal["hands"]["S"] = BIG
    deal["hands"]["W"] = {"sets": ["kong dragon", "kong seat", "kong major", "kong major"]}
    del deal["hands"]["S"]
    payments = _steps_of_payments(deal)
    assert payments["S W"] == [("losers", "512-0"), ("cap", "300")]
    assert payments["E W"] == [("losers", "512-2"), ("cap", "300"), ("east", "x2")]
    for limit, cap in ((508, ["cap"]), (510, []), (512, [])):
        deal["options"] = {"limit": limit}
        matches = [step for step, _ in _steps_of_payments(deal)["E W"]]
        assert matches == ["losers"] + cap + ["east"], "no more than the limit is the difference itself"


def test_a_liable_player_pays_what_the_others_owe():
    full = {"liable": [{"seat": "S", "share": "full"}]}
    assert _steps_of_payments(_won(options={"insurance": True}, **full)) == {"S N": [("full", "288+144+144")]}
    fed = {"liable": [{"seat": "W", "share": "full", "why": "feeding"}], "options": {"feeding": True}}
    exposed = {"sets": ["(pung dragon)", "(pung dragon)"]}
    assert _steps_of_payments(_won(hand=exposed, **fed))["W N"] == [("full", "224+112+112")]
    assert _steps_of_payments(_won(rules="harr-limit", **full))["S N"][0][0] == "full"
    half = _steps_of_payments(_won(options={"insurance": True}, liable=[{"seat": "S", "share": "half"}]))
    assert half == {"S N": [("half", "360")], "E N": [("other half", "144")], "W N": [("other half", "72")]}
    liable = [{"seat": "S", "share": "half"}, {"seat": "W", "share": "half"}]
    assert _steps_of_payments(_won(options={"insurance": True}, liable=liable))["W N"] == [("halves", "288")]


def test_each_share_names_the_book_that_has_it():
    for rules, options, why, source in (
        ("babcock", {"insurance": True}, None, "Babcock p.74-78"),
        ("babcock", {"feeding": True}, "feeding", "Babcock p.78"),
        ("harr-limit", {}, None, "Harr p.67-70"),
        ("harr-limit", {"insurance": True}, None, "Babcock p.74-78"),
        ("harr-limit", {"feeding": True}, "feeding", "Babcock p.78"),
        ("babcock", {"discarder_pays": True}, None, "Harr p.67-70"),
    ):
        liable = {"seat": "W" if why else "S", "share": "full"}
        if why:
            liable["why"] = why
        read = read_standalone(_won(rules=rules, options=options, hand={"sets": ["(pung dragon)"]}, liable=[liable]))
        answer = settle.answer(read[2], read[0])
        assert steps(answer.payments[0], read[2], read[0])[0].why.source == source


def test_rounded_payments_end_in_a_nought():
    payments = _steps_of_payments(_won(options={"round_to_ten": True}))
    assert payments["S N"] == [("winner", "144"), ("rounded", "140")]
    assert payments["E S"] == [("losers", "8-2"), ("east", "x2"), ("rounded", "10")]


def test_the_player_who_sits_out_is_paid_by_the_winners_doublings():
    payments = _steps_of_payments(_won(players=5))
    assert payments["S out"] == [("fifth", "20 x4")]
    payments = _steps_of_payments(_won(players=5, options={"limit": 60}))
    assert payments["S out"] == [("fifth", "20 x4"), ("limit agreed", "60")]
    payments = _steps_of_payments(_won(players=5, options={"limit": None}))
    assert payments["S out"] == [("fifth", "20 x4")]
    assert payments["E out"] == [("fifth", "20 x4"), ("east", "x2")]
    assert _steps_of_payments(_won(players=5, hand={"sets": ["(pung simple)"]}))["W out"] == [("fifth", "20")]


def test_two_and_three_players_settle_alike():
    assert _steps_of_payments(_won(players=3))["S N"] == [("winner", "144")]
    assert _steps_of_payments(_won("W", players=2, win={"by": "discard"}))["E W"] == [("winner", "144"), ("east", "x2")]


def test_every_ending_states_its_cost():
    assert _steps_of_payments(ended(false_win="S")) == {
        "S E": [("false_win", "150"), ("east", "x2")],
        "S W": [("false_win", "150")],
        "S N": [("false_win", "150")],
    }
    for rules, source in (("chinese", "Babcock p.74"), ("harr-limit", "Harr p.67")):
        deal = ended(rules, {"false_win": True}, false_win="E")
        assert _steps_of_payments(deal)["E W"] == [("false_win", "150"), ("east", "x2")]
        in_force, _, read, _ = read_standalone(deal)
        answer = settle.answer(read, in_force)
        assert steps(answer.payments[0], read, in_force)[0].why.source == source
    assert _steps_of_payments(ended("babcock", false_win="S", price=50))["S W"] == [("price", "50")]
    assert _steps_of_payments(ended(options={"false_win": 100}, false_win="E"))["E W"] == [
        ("false_win", "100"),
        ("east", "x2"),
    ]
    assert _steps_of_payments(ended("babcock", {"dead_hand_pays_limit": True}, dead_pays="W"))["W N"] == [
        ("dead_pays", "300")
    ]
    washing = {"seat": "W", "majors": 11}
    assert _steps_of_payments(ended("harr-limit", {"washing": True}, washing=washing))["E W"] == [("washing", "100")]
    mummies = {"seat": "N", "majors": 11}
    assert _steps_of_payments(ended(options={"nine_mummies": "bonus"}, mummies=mummies))["E N"] == [
        ("mummies", "50 x3")
    ]
    assert _steps_of_payments(ended()) == {}


def test_the_settlement_of_a_rule_set_names_its_own_book():
    for name in ALL_SETS:
        for step in settlement(load(name)):
            assert "%" not in because(step.why.key, step.why.figures), "each place has its figure"
            if name in MODERN:
                assert step.why.source.startswith((name.upper() + ", ", OURS)), step
                continue
            author = "Harr" if name in ("harr", "harr-limit") else "Babcock"
            is_mingg_rule = author == "Harr" and step.why.key == "pay draw"
            assert step.why.source.startswith(OURS if is_mingg_rule else author + " p."), (name, step)


def test_each_step_of_the_settlement_has_its_figure_and_its_page():
    def settlement_steps(name, **keys):
        result = settlement(load(name, **keys))
        return [(topic(step), step.times, step.points, step.shown, step.why.source) for step in result]

    assert settlement_steps("babcock") == [
        ("winner", False, 0, "", "Babcock p.25"),
        ("east", True, 2, "x2", "Babcock p.26"),
        ("losers", False, 0, "", "Babcock p.25"),
        ("draw", False, 0, "0", "Babcock p.29"),
        ("dead", False, 0, "0", "Babcock p.31-32"),
        ("deals", False, 0, "", "Babcock p.26, 29"),
        ("hidden", False, 0, "", "Babcock p.33"),
        ("last discard", False, 0, "0", "Babcock p.30"),
    ]
    assert settlement_steps("harr-limit", options={"limit": 500}) == [
        ("winner", False, 0, "", "Harr p.25, 46-54"),
        ("east", True, 2, "x2", "Harr p.13, 25"),
        ("losers", False, 0, "", "Harr p.25, 46-54"),
        ("cap", False, 500, "500", "Harr p.60"),
        ("draw", False, 0, "0", OURS),
        ("dead", False, 0, "0", "Harr p.24-25"),
        ("case dragons", False, 0, "", "Harr p.67-70"),
        ("case suit", False, 0, "", "Harr p.67-70"),
        ("case winds", False, 0, "", "Harr p.67-70"),
        ("case majors", False, 0, "", "Harr p.67-70"),
        ("washing", False, 50, "50", "Harr p.61"),
        ("washing", False, 70, "70", "Harr p.61"),
        ("washing", False, 100, "100", "Harr p.61"),
        ("washing", False, 150, "150", "Harr p.61"),
        ("washing", False, 200, "200", "Harr p.61"),
        ("deals", False, 0, "", "Harr p.13"),
    ]
    assert ("case suit", False, 0, "", "Babcock p.74-78") in settlement_steps("chinese", options={"insurance": True})
    assert ("mummies", False, 50, "50", "Babcock p.80-81") in settlement_steps(
        "chinese", options={"nine_mummies": "bonus"}
    )
    assert ("draw", False, 0, "0", "Babcock p.67-68") in settlement_steps("chinese")
    assert ("ninth passes", False, 0, "", "DMJL, Kajongg; second-hand, one reading") in settlement_steps("dmjl")
    assert ("second wind", False, 0, "", "Babcock p.84") in settlement_steps("babcock", players=2)
    assert ("no west", False, 0, "", "Babcock p.83") in settlement_steps("babcock", players=3)
    assert ("fifth", False, 20, "20", "Babcock p.85") in settlement_steps("chinese", players=5)
    assert ("dead short", False, 0, "", "Babcock p.73") in settlement_steps("chinese")
    assert ("dead long", False, 0, "0", "Babcock p.73") in settlement_steps("chinese")
    wins = [step for step in settlement_steps("babcock", players=2) if step[0] == "doublings"]
    assert [step[1:4] for step in wins] == [(False, 0, "x4")]
    assert wins[0][4].startswith("Babcock p.84")
    assert OURS in wins[0][4]
    assert settlement_steps("chinese", options={"new_method": True})[1:3] == [
        ("discarder", True, 2, "x2", "Babcock p.78-79"),
        ("drawn", True, 2, "x2", "Babcock p.78-79"),
    ]
    cap = next(step.why for step in settlement(load("harr-limit")) if step.why.key == "pay cap")
    assert "300" in because(cap.key, cap.figures)


def test_the_settlement_describes_the_rules_of_this_table():
    plain = ["winner", "east", "losers", "draw", "dead", "deals"]
    played = ["hidden", "last discard"]
    chinese = ["winner", "east", "losers", "draw", "dead short", "dead long", "dead"]
    for name, options, players, expected in (
        ("babcock", {}, 4, plain + played),
        ("harr", {}, 4, plain),
        ("harr", {}, 2, plain),
        ("harr", {}, 3, plain),
        ("chinese", {}, 4, chinese + ["deals", "kong passes"] + played),
        ("chinese", {"winner_deals": True}, 4, chinese + ["winner deals"] + played),
        ("chinese", {"east_passes": True}, 4, chinese + ["east passes"] + played),
        ("babcock", {"winner_deals": True}, 4, plain[:5] + ["winner deals"] + played),
        ("babcock", {"new_method": True}, 4, ["winner", "discarder", "drawn"] + plain[2:] + played),
        ("babcock", {}, 2, plain[:5] + ["second wind", "doublings", "deals"] + played),
        ("babcock", {}, 3, plain[:5] + ["no west", "deals"] + played),
        ("babcock", {}, 5, plain[:5] + ["fifth", "deals"] + played),
        ("dmjl", {}, 4, plain + ["ninth passes", "dead wall"]),
        ("dmjl", {"nine_easts": False}, 4, plain + ["dead wall"]),
    ):
        assert [topic(step) for step in settlement(load(name, options, players))] == expected, (name, options, players)
    for options in ({}, {"winner_deals": True}):
        steps = [topic(step) for step in settlement(load("chinese", options))]
        assert ("kong passes" in steps) == (not options)
    assert "cap" in [topic(step) for step in settlement(load("harr-limit"))]
    assert "cap" not in [topic(step) for step in settlement(load("harr-limit", {"limit": None}))]
