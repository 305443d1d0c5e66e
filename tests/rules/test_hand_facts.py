"""What a hand says of its sets; a hand with only a score."""

from help.stores import MemoryStore
from mingg.core.deal import hand as of
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import Hand
from mingg.core.interchange.writer import write_hand, write_set
from mingg.core.rules import load
from mingg.core.score.seated import Seated
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save


def test_sets_are_counted_by_their_class_and_their_way():
    hand = Hand([of.PUNG_SHOWN | of.SIMPLE, of.PUNG | of.DRAGON, of.CLAIMED | of.BOTH, of.KONG | of.WIND])
    hand.sets.append(of.PAIR | of.SEAT)
    assert [write_set(item) for item in hand.sets] == [
        "(pung simple)",
        "pung dragon",
        "(kong both claimed)",
        "kong wind",
        "pair seat",
    ]
    assert (hand.size(), hand.majors(), hand.concealed(), hand.winds(), hand.pairs()) == (4, 3, 2, 2, of.SEAT)
    assert hand.number(of.OWN, of.SETS) == hand.number(of.OF_ROUND, of.KONGS) == 1
    assert (hand.number(of.ANY, of.PUNGS), hand.number(of.OWN, of.PAIR), Hand().size()) == (2, 1, 0)


def test_of_honours_all_majors_but_dragons_are_winds():
    hand = Hand([of.PUNG | of.DRAGON, of.PUNG | of.MAJOR, of.PUNG | of.SEAT])
    assert hand.winds() == 1
    hand.suit = "honours"
    assert hand.winds() == 2


def test_sets_come_with_pungs_before_kongs_and_exposed_ones_first():
    hand = Hand([of.KONG | of.DRAGON, of.KONG_SHOWN | of.DRAGON, of.PUNG | of.DRAGON, of.PUNG_SHOWN | of.MAJOR])
    hand.sets.append(of.PAIR | of.DRAGON)
    assert Seated(hand, "E", None, load("babcock")).order == [3, 2, 1, 0, 4]
    assert hand.face(0) is None
    hand.faces = ["5z", "6z", None, "1m", "7z"]
    assert [hand.face(place) for place in range(5)] == ["5z", "6z", None, "1m", "7z"]


def test_a_known_score_comes_back_out_of_the_ledger():
    hand, nothing = Hand(), Hand()
    hand.score, nothing.score = 46, 0
    assert write_hand(hand) == {"score": 46}
    store = MemoryStore()
    evening = open_evening(store)
    save(evening, Deal("N", Win("draw"), {"N": hand, "S": nothing}))
    reopened = open_evening(store)
    assert reopened.session.balances == evening.session.balances == [2000 - 92, 2000 - 46, 2000 - 46, 2000 + 184]
    hands = Lines(reopened).deal(1)[0].hands
    assert (hands["N"].score, hands["S"].score) == (46, 0)
    assert Hand().score is None
