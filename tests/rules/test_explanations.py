"""Everything that counts has an explanation: a sentence from the row that counted it, with its place in the book."""

from help.answers import ask, deal_of
from help.messages import section
from help.texts import every_rule_set, whys
from mingg.core.deal.hand import Hand
from mingg.core.explain import explain
from mingg.core.rules import load
from mingg.core.rules.books import MODERN, RULE_SETS, module_of, options_of
from mingg.core.rules.rows import ALL, LOSER
from mingg.core.score.seated import Seated
from mingg.lang import because
from mingg_scoring.interchange.answers import answer_deal, read_standalone


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
    # Other sentences: of the settlement (test_paid.py), of house rules (test_house.py), of a hand with only a score.
    others = {key for key in section("why") if key[:4] in ("pay ", "play") or " house " in key} | {"known"}
    others |= {"special points", "waiting points", "waiting 2 15", "added flowers"}  # test_patterns.py, test_living.py
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


def _explained(deal, seat="N"):
    """The explanations of a hand: {id: (key, source)} of items and of doublings, what was added, and of the score."""
    rules, _, read = read_standalone(deal)
    count = answer_deal(read, rules).counts[seat]
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
