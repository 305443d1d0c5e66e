"""The example of each special hand, which the device shows: by its tiles alone it scores as that hand."""

from help.answers import read_deal
from mingg.core.deal.deal import Count
from mingg.core.hand.analysis import waits_for
from mingg.core.hand.examples import EXAMPLES
from mingg.core.hand.hand import parse
from mingg.core.hand.tiles import KINDS, name
from mingg.core.interchange.json_in import BadInput
from mingg.core.rules import load
from mingg.core.score.score import count

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
