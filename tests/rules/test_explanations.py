"""Everything that counts has an explanation: a sentence from the row that counted it, with its place in the book. The
steps of a payment lead to the amount paid."""

from help.rows import deal
from help.texts import every_rule_set, section, whys
from mingg.core.explain import explain
from mingg.core.explain.paid import settlement, steps
from mingg.core.rules import MODERN, RULE_SETS, load, module_of, options_of
from mingg.core.rules.rows import ALL, LOSER, OURS
from mingg.core.score.facts import Seated
from mingg.core.settle import settle
from mingg.lang import because
from mingg_scoring.interchange.answers import read_standalone
from rules.test_settlement import made


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


def _explained(deal, seat):
    """The key and the source of everything that counts, by its id; of what sets the score by the word score."""
    rules, _, read, _ = read_standalone(deal)
    count = settle.answer(read, rules).counts[seat]
    hand = Seated(read.hands[seat], seat, read.win if seat == read.winner else None, rules, read.streak)
    found = {item.id: explain.of_item(item, rules) for item in count.items}
    found.update({doubling.id: explain.of_doubling_row(doubling.row, rules) for doubling in count.doubled})
    found.update({addition.id: addition.why for addition in explain.of_added(hand)})
    score = explain.of_score(count, hand)
    return dict(found, score=score) if score else found


# A deal as in help/rows.py | what counts | the key of its reason, its figures and its source; - if there is no reason
WHYS = """
babcock | N draw | (pung simple), pung dragon, pair dragon | mahjong | points won, Babcock p.35
babcock | N draw | (pung simple), pung dragon, pair dragon | drawn | points drawn_from_wall, Babcock p.35
babcock | N draw | (pung simple), pung dragon, pair dragon | pung | points pungs 3, Babcock p.34
babcock | N draw | (pung simple), pung dragon, pair dragon | pair | points pairs dragon, Babcock p.34
babcock | N draw | (pung simple), pung dragon, pair dragon | dragon | doubling dragons, Babcock p.35
babcock | N | score=40 | known | known,
# a winner and a loser have rows of their own
harr-limit | N | pung simple | pung | points pungs 1 won, Harr p.65
harr-limit | S lost | pung simple | pung | points pungs 1 lost, Harr p.65-66
# a row of an option is the option's, and one of another book its author's
babcock | N loose | (kong simple) | loose | points loose_kong, Babcock p.35
babcock | N loose +double_loose | (kong simple) | loose | doubling loose_kong, Babcock p.61
babcock | N +flowers=own | flowers=4 | own-flower | doubling own_flowers, Harr p.29, Use of the Mandarins
# what hangs on the points is explained, too
harr | N | - | no-score | points nothing_else,
babcock | N draw +double_drawn_only | - | drawn-only | doubling nothing_but_drawn, Babcock p.62
# a pair of the seat and the round wind is one of the seat wind, if it does not count otherwise
babcock | E | pair both | pair | points pairs seat,
harr | E | pair both | pair | points pairs seat,
harr-limit | E | pair both | pair | points pairs both,
# a special hand names its share of the limit
babcock | E draw original | - | score | special original 1, Babcock p.36, the Hand from Heaven
babcock | N from=E first-discard | - | score | special first_discard 2,
babcock | N +four_concealed | 2 pung simple, 2 pung major | score | special four_concealed 1,
babcock | N draw +four_concealed_drawn | 2 pung simple, 2 pung major | score | special four_concealed_drawn 1,
harr-limit | N from=E first-discard | - | first-discard | added first_discard 2, Harr p.62, 5
harr-limit | N from=E first-discard | - | score | -
# the limit is explained only if it lowered the score
harr-limit | N from=E first-discard | 2 pung dragon, pung major | score | limit 300,
babcock | N | 3 pung dragon | score | limit 300,
babcock | N +limit=200 | 3 pung dragon | score | limit agreed 200, Babcock p.28
babcock | N +limit=none | 3 pung dragon | score | -
babcock | N draw | (pung simple), pung dragon, pair dragon | score | -
harr | N | 3 pung dragon | score | -
babcock | S lost | 3 kong dragon | score | limit 300,
harr-limit | S lost | 3 kong dragon | score | -
"""


def test_all_that_counts_is_explained_by_its_row_and_the_page_of_it():
    wrong = []
    for line in WHYS.strip().split("\n"):
        if line[0] != "#":
            rules, how, hands, item, like = [part.strip() for part in line.split("|")]
            why = _explained(*deal(rules, how, hands)).get(item)
            found = why and " ".join([why.key] + [str(figure) for figure in why.figures]) + ", " + why.source
            if (found or "-")[: len(like)] != like:
                wrong.append((line, found))
    assert not wrong, wrong


# A deal as in test_settlement.py | the steps to payments: their keys, what is shown, and where it matters the source
STEPS = """
# the winner is paid their score, losers settle the difference, and East twice
babcock | N<S=144 E=2 S=8 | SN winner 144; EN winner 144, east x2; WS losers 8-0; ES losers 8-2, east x2
harr | N<S=144 E=2 S=8 | ES losers 8-2, east x2
babcock | N<S=144 E=2 S=8 +new_method | SN winner 144, discarder x2; EN winner 144; ES losers 8-2
babcock | N/draw=144 +new_method | WN winner 152, drawn x2
# payments between losers are capped, but not their hands
harr-limit | N<E=144 E=2 W=512 | SW losers 512-0, cap 300; EW losers 512-2, cap 300, east x2
harr-limit | N<E=144 E=2 W=512 +limit=508 | EW losers 512-2, cap 508, east x2
harr-limit | N<E=144 E=2 W=512 +limit=510 | EW losers 512-2, east x2
harr-limit | N<E=144 E=2 W=512 +limit=512 | EW losers 512-2, east x2
# who is liable pays what the others owe, by the book that has it
babcock | N<S=144 S!full +insurance | SN full 288+144+144 Babcock p.74-78
babcock | N<S=two W!:feeding +feeding | WN full 224+112+112 Babcock p.78
babcock | N<S=144 S!full +discarder_pays | SN full 288+144+144 Harr p.67-70
harr-limit | N<S=two S!full | SN full 144+72+72 Harr p.67-70
harr-limit | N<S=two S!full +insurance | SN full 144+72+72 Babcock p.74-78
harr-limit | N<S=two W!:feeding +feeding | WN full 144+72+72 Babcock p.78
babcock | N<S=144 S!half +insurance | SN half 360; EN other half 144; WN other half 72
babcock | N<S=144 S!half W!half +insurance | WN halves 288
# rounded payments end in a 0
babcock | N<S=144 E=2 S=8 +round_to_ten | SN winner 144, rounded 140; ES losers 8-2, east x2, rounded 10
# who sits out is paid by the winner's doublings
babcock | N<S=144 players=5 sitting_out=Eve | Sout fifth 20 x4
babcock | N<S=144 players=5 sitting_out=Eve +limit=60 | Sout fifth 20 x4, limit agreed 60
babcock | N<S=144 players=5 sitting_out=Eve +limit=none | Sout fifth 20 x4; Eout fifth 20 x4, east x2
babcock | N<S=2 players=5 sitting_out=Eve | Wout fifth 20
babcock | N<S=144 players=3 | SN winner 144
babcock | W=144 players=2 | EW winner 144, east x2
# every ending states its cost
chinese | - false_win=S | SE false_win 150, east x2; SW false_win 150; SN false_win 150
chinese | - false_win=E +false_win | EW false_win 150 Babcock p.74, east x2
harr-limit | - false_win=E +false_win | EW false_win 150 Harr p.67, east x2
chinese | - false_win=E +false_win=100 | EW false_win 100, east x2
babcock | - false_win=S price=50 | SW price 50
babcock | - dead_pays=W +dead_hand_pays_limit | WN dead_pays 300
harr-limit | - washing=W,11 +washing | EW washing 100
chinese | - mummies=N,11 +nine_mummies=bonus | EN mummies 50 x3
"""


def _steps_of_payments(asked):
    """The steps of each payment, after a check that they lead to the amount."""
    rules, _, read, _ = read_standalone(asked)
    results = {}
    for payment in settle.answer(read, rules).payments:
        points, found = 0, []
        for step in steps(payment, read, rules):
            points = points * step.points if step.times else step.points
            assert because(step.why.key, step.why.figures).endswith(".")
            assert step.why.source.startswith(("Harr p.", "Babcock p.")), step
            found.append(" ".join([step.why.key.replace("pay ", ""), step.shown, step.why.source]))
        assert points == payment.points, (payment, found)
        results[payment.source + payment.to] = found
    return results


def test_the_steps_of_a_payment_lead_to_what_is_paid():
    wrong = []
    for line in STEPS.strip().split("\n"):
        if line[0] != "#":
            rules, words, expected = [part.strip() for part in line.split("|")]
            found = _steps_of_payments(made(rules, words))
            for part in expected.split("; "):
                way, _, said = part.partition(" ")
                like, there = said.split(", "), found.get(way, [])
                if [there[i][: len(like[i])] for i in range(min(len(like), len(there)))] != like or there[len(like) :]:
                    wrong.append((line, found))
    assert not wrong, wrong


def test_the_settlement_of_a_rule_set_names_its_own_book():
    for name in RULE_SETS:
        for step in settlement(load(name)):
            assert "%" not in because(step.why.key, step.why.figures), "each place has its figure"
            if name in MODERN:
                assert step.why.source.startswith((name.upper() + ", ", OURS)), step
                continue
            author = "Harr" if name in ("harr", "harr-limit") else "Babcock"
            is_mingg_rule = author == "Harr" and step.why.key == "pay draw"
            assert step.why.source.startswith(OURS if is_mingg_rule else author + " p."), (name, step)


def topic(step):
    return step.why.key.partition(" ")[2]


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
        ("babcock", {"nine_easts": True}, 4, plain + played),
        ("babcock", {"new_method": True}, 4, ["winner", "discarder", "drawn"] + plain[2:] + played),
        ("babcock", {}, 2, plain[:5] + ["second wind", "doublings", "deals"] + played),
        ("babcock", {}, 3, plain[:5] + ["no west", "deals"] + played),
        ("babcock", {}, 5, plain[:5] + ["fifth", "deals"] + played),
        ("dmjl", {}, 4, plain + ["ninth passes", "dead wall"]),
        ("dmjl", {"nine_easts": False}, 4, plain + ["dead wall"]),
        ("dmjl", {"east_passes": True}, 4, plain[:5] + ["east passes", "dead wall"]),
    ):
        assert [topic(step) for step in settlement(load(name, options, players))] == expected, (name, options, players)
    assert "cap" in [topic(step) for step in settlement(load("harr-limit"))]
    assert "cap" not in [topic(step) for step in settlement(load("harr-limit", {"limit": None}))]
