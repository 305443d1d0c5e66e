"""What hands count: the books' worked examples, worked deals by the modern rule sets, the rows of oracles/hands.txt,
which rows.py explains, and the examples of special hands, which the device shows."""

import json

from help.answers import ask, by_sets, read_deal
from help.checks import differences, refused
from help.rows import deal, outcome, rows
from mingg.core.deal.deal import Count, Deal, Win
from mingg.core.hand.analysis import waits_for
from mingg.core.hand.examples import EXAMPLES
from mingg.core.hand.hand import KINDS, name, parse
from mingg.core.rules import MODERN, load
from mingg.core.score.score import count
from mingg.core.settle.settle import net, settle
from mingg.core.values import BadInput
from mingg_scoring.interchange.answers import read_standalone

BOOKS = __file__.rpartition("rules")[0] + "oracles/examples.jsonl"


def _examples():
    with open(BOOKS) as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def test_every_example_of_the_books_is_counted_as_the_books_count_it():
    examples = 0
    for example in _examples():
        if "deal" in example:
            examples += 1
            wrong = list(differences(example["expect"], ask(example["deal"])))
            assert not wrong, (example["id"], wrong)
    assert examples == 388, examples


def test_settlements_given_by_scores_alone():
    examples = 0
    for example in _examples():
        scores = example.get("settle")
        if scores:
            rules = load(scores["rules"], scores.get("options"))
            payments = settle(scores["scores"], Deal(scores["winner"], Win("draw")), rules, "ESWN")
            expect = {(p["from"], p["to"]): p["points"] for p in example["expect"]["payments"]}
            assert {(p.source, p.to): p.points for p in payments} == expect, example["id"]
            assert net(payments, tuple("ESWN")) == example["expect"]["net"], example["id"]
            examples += 1
    assert examples == 8, examples


LIVING = __file__.rpartition("rules")[0] + "oracles/examples-living.jsonl"


def _living():
    with open(LIVING) as lines:
        return [json.loads(line) for line in lines]


def test_every_worked_deal_is_counted_as_it_was_by_hand():
    asked = 0
    for example in _living():
        wrong = list(differences(example["expect"], ask(example["deal"])))
        assert not wrong, (example["id"], wrong)
        asked += 1
    assert asked == 133, asked


def test_the_sets_of_the_worked_deals_count_as_their_tiles():
    asked = 0
    for example in _living():
        deal = example["deal"]
        if "error" in example["expect"] or not any("tiles" in hand for hand in deal["hands"].values()):
            continue
        _, _, read, _ = read_standalone(deal)
        tiles, sets = ask(deal), ask(dict(deal, hands={seat: by_sets(read.hands[seat]) for seat in deal["hands"]}))
        assert sets["net"] == tiles["net"], example["id"]
        for seat in deal["hands"]:
            for key in ("score", "points", "doublings", "special"):
                assert sets["hands"][seat].get(key) == tiles["hands"][seat].get(key), (example["id"], seat, key)
        asked += 1
    assert asked > 110, asked


def test_an_unknown_rule_set_names_all_of_them():
    message = str(refused(load, "nts2002"))
    assert "dmjl" in message
    error = ask({"rules": "nts2002", "winner": None, "hands": {}})["error"]
    assert (error["at"], error["message"]) == ("/rules", message.replace(": nts2002", ""))


def test_flowers_need_no_option():
    for rules in MODERN:
        assert load(rules).on("flowers") is True


HANDS = "oracles/hands.txt"


def test_a_hand_counts_as_its_row_says_or_is_refused_at_the_place():
    wrong = []
    for rules, how, hands, expected in rows(HANDS):
        found = outcome(rules, how, hands)
        if found != expected:
            wrong.append((rules, how, hands, expected, found))
    assert not wrong, wrong


def test_the_sets_of_tiles_count_as_the_tiles():
    asked = 0
    for rules, how, hands, expected in rows(HANDS):
        if expected[0] != "/" and hands[0] in "([123456789":
            tiles, seat = deal(rules, how, hands)
            sets = by_sets(read_standalone(tiles)[2].hands[seat])
            answers = [ask(dict(tiles, hands={seat: held})) for held in (tiles["hands"][seat], sets)]
            if "error" not in answers[0]:  # the hand of a loser, without its winner
                scored, again = [answer["hands"][seat] for answer in answers]
                for key in ("score", "points", "doublings", "limit", "special"):
                    assert again.get(key) == scored.get(key), (rules, how, hands)
                asked += 1
    assert asked > 100, asked


# Special hands without tiles of their own: the device asks for them elsewhere, or for a winning tile.
WITHOUT = ("heaven", "earth", "twofold", "nine_easts", "lucky_thirteen", "plum", "moon", "pole")
# The options with which a book has the special hands of its examples.
AGREED = ("four_winds", "all_majors", "nine_gates", "thirteen_orphans", "seven_twins", "four_kongs")
# These are no special hands but doublings: the id of the row.
DOUBLINGS = {"all_majors": "all-majors", "little_winds": "little-winds", "purity": "purity"}


def _counted(text, rules, by="draw"):
    """Counts an example, won by a player who is not East with its last tile."""
    last = parse(text.split()[-1]).held()
    tile = [name(kind) for kind in range(KINDS) if last[kind]][-1]
    win = {"by": by, "tile": tile}
    try:
        deal = read_deal({"winner": "S", "win": win, "hands": {"S": {"tiles": text}}}, rules)
    except BadInput:
        return Count()  # no hand if its last tile is claimed
    return count(deal.hands["S"], "S", deal.win, rules)


def test_the_example_of_every_special_hand_of_the_modern_rule_sets_scores_as_it():
    for rule_set in ("bmja", "dmjl"):
        rules = load(rule_set)
        for row in rules.special:
            if row.id not in WITHOUT:
                # Some need a drawn tile; drawn, others are also one suit all concealed.
                specials = [_counted(EXAMPLES[row.id], rules, by).special for by in ("draw", "discard")]
                assert row.id in specials, (rule_set, row.id, specials)


def test_every_hand_that_a_loser_can_wait_for_has_an_example_that_lacks_one_tile():
    rules = load("bmja")
    waited = [row.id for row in rules.waiting] + ["purity"]
    for hand in waited:
        text = EXAMPLES[hand]
        groups = text.split()
        last = groups.pop()
        if len(last) > 2:
            groups.append(last[2:] if last[1] in "mps" else last[1:])
        assert hand in waits_for(parse(" ".join(groups)), rules), hand


def test_examples_of_doublings_earn_them():
    for rule_set, hand in (("bmja", "all_majors"), ("dmjl", "all_majors"), ("dmjl", "little_winds")):
        counted = _counted(EXAMPLES[hand], load(rule_set))
        assert DOUBLINGS[hand] in [doubling.id for doubling in counted.doubled], (rule_set, hand)
    assert _counted(EXAMPLES["purity"], load("bmja")).special == "purity"


def test_examples_score_by_the_books_too():
    rules = load("babcock", dict.fromkeys(AGREED, True))
    for hand in AGREED:
        assert _counted(EXAMPLES[hand], rules).special == hand, hand


def test_every_example_belongs_to_a_hand():
    known = list(WITHOUT) + list(AGREED) + list(DOUBLINGS) + ["big_winds", "four_concealed"]
    for rule_set in ("bmja", "dmjl", "chinese"):
        known += [row.id for row in load(rule_set).special]
    assert sorted(set(EXAMPLES) - set(known)) == []
