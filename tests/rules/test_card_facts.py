"""What a card says of its sets; a card with only a score."""

from help.stores import MemoryStore
from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Win
from mingg.core.interchange.cards import write_card
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save


def _card(pungs=(0, 0, 0, 0), kongs=(0, 0, 0, 0), faces=None, **facts):
    card = Card()
    card.pungs, card.kongs, card.faces = list(pungs), list(kongs), faces
    for key in facts:
        setattr(card, key, facts[key])
    return card


def test_sets_are_open_or_concealed_by_their_class():
    for slot, is_open in enumerate((True, False, True, False)):
        one = [0, 0, 0, 0]
        one[slot] = 1
        for card in (_card(pungs=one), _card(kongs=one)):
            assert (card.is_open(), card.concealed()) == (is_open, 0 if is_open else 1), slot
    assert not _card().is_open()


def test_sets_of_winds_are_those_that_are_known():
    for card, winds in (
        (_card((0, 0, 2, 2), suit="honours", dragons=1), 3),
        (_card((0, 0, 2, 2), suit="half", dragons=1, seat_wind=1), 1),
        (_card((0, 0, 2, 2), suit="half", round_wind=2, winds=3), 3),
        (_card((0, 0, 2, 2), suit="half", round_wind=2), 2),
    ):
        assert card.wind_sets() == winds


def test_faces_name_pungs_then_kongs_and_no_pair():
    faces = [[], ["2m"], ["1z"], ["5z"], [], [], ["6z"], ["2z"], ["7z", "3z"]]
    card = _card((0, 1, 1, 1), (0, 0, 1, 1), faces)
    for tiles, names in ((("5z", "6z", "7z"), ["5z", "6z", None]), (("1z", "2z", "3z"), ["1z", "2z", None])):
        assert [card.nth_of(tiles, index) for index in range(3)] == names
        assert card.kongs_of(tiles) == 1
    assert (card.face(8, 1), card.face(8, 2), card.face(9, 0)) == ("3z", None, None)
    unknown = _card((0, 0, 1, 1))
    assert (unknown.nth_of(("5z",), 0), unknown.kongs_of(("5z",)), unknown.face(0, 0)) == (None, 0, None)


def test_a_known_score_comes_back_out_of_the_ledger():
    card, nothing = Card(), Card()
    card.score, nothing.score = 46, 0
    assert write_card(card) == {"score": 46}
    store = MemoryStore()
    evening = open_evening(store)
    save(evening, Deal("N", Win("draw"), {"N": card, "S": nothing}))
    reopened = open_evening(store)
    assert reopened.session.balances == evening.session.balances == [2000 - 92, 2000 - 46, 2000 - 46, 2000 + 184]
    cards = Lines(reopened).deal(1)[0].cards
    assert (cards["N"].score, cards["S"].score) == (46, 0)
    assert Card().score is None
