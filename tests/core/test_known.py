"""A hand with only a score: the score counts as it is, is settled, and can be read back."""

from answers import ask, deal_of, error_at, score_of
from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Win
from mingg.core.interchange.cards import write_card
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from stores import MemoryStore


def test_a_known_score_is_paid_as_it_is():
    deal = deal_of({"score": 184})
    deal["hands"]["E"] = {"card": {"score": 24}}
    deal["hands"]["S"] = {"card": {"pungs": [0, 0, 0, 1]}}
    answer = ask(deal)
    assert answer["hands"]["N"] == {
        "score": 184,
        "points": 184,
        "doublings": 0,
        "limit": False,
        "items": [{"id": "known", "points": 184}],
        "doubled": [],
    }
    paid = {p["from"] + p["to"]: p["points"] for p in answer["payments"]}
    assert paid == {"EN": 368, "SN": 184, "WN": 184, "SE": 32, "WE": 48, "WS": 8}


def test_a_score_needs_no_card():
    deal = deal_of({"score": 184})
    short = dict(deal, hands=dict(deal["hands"], S={"score": 24}))
    deal["hands"]["S"] = {"card": {"score": 24}}
    assert ask(short) == ask(deal)
    for score, pointer in ((23, "/score"), ("24", "/score"), (-2, "/score")):
        short["hands"]["S"] = {"score": score}
        assert error_at(short) == "/hands/S" + pointer
    short["hands"]["S"] = {"score": 24, "card": {}}
    assert error_at(short) == "/hands/S"


def test_a_known_score_of_the_limit_is_the_limit():
    answer = ask(deal_of({"score": 300}))["hands"]["N"]
    assert (answer["limit"], answer["score"]) == (True, 300)
    deal = deal_of({}, rules="harr-limit")
    deal["hands"]["S"] = {"card": {"score": 300}}
    assert ask(deal)["hands"]["S"]["limit"] is False, "losing hands are not capped there"
    assert ask(deal_of({"score": 300}, rules="harr-limit"))["hands"]["N"]["limit"] is True, "a winner's is"
    deal = deal_of({"score": 20})
    deal["hands"]["S"] = {"card": {"score": 300}}
    assert ask(deal)["hands"]["S"]["limit"] is True, "by Babcock losing hands are capped too"


def test_a_known_score_is_one_that_a_hand_can_have():
    assert error_at(deal_of({"score": 23})) == "/hands/N/card/score"
    assert error_at(deal_of({"score": -2})) == "/hands/N/card/score"
    assert error_at(deal_of({"score": "24"})) == "/hands/N/card/score"
    assert error_at(deal_of({"score": 302})) == "/hands/N/card/score"
    assert error_at(deal_of({"score": 18})) == "/hands/N/card/score", "mah-jong alone is 20"
    assert "error" not in ask(deal_of({"score": 302}, options={"limit": None}))
    assert "error" not in ask(deal_of({"score": 10}, options={"limit": 10}))
    loser = deal_of({})
    loser["hands"]["S"] = {"card": {"score": 302}}
    assert error_at(loser) == "/hands/S/card/score"
    loser["rules"] = "harr-limit"
    assert "error" not in ask(loser)


def test_a_known_score_allows_no_other_entries():
    for keys in ({"pungs": [1, 0, 0, 0]}, {"pairs": ["dragon"]}, {"suit": "half"}, {"only_place": True}):
        keys["score"] = 24
        assert error_at(deal_of(keys)) == "/hands/N/card/score", keys


def test_a_known_score_needs_no_matching_sets():
    assert "error" not in ask(deal_of({"score": 32}, by="loose"))
    robbed = deal_of({"score": 32}, by="rob", **{"from": "S"})
    robbed["hands"]["S"] = {"card": {"score": 2}}
    assert "error" not in ask(robbed)


def test_what_the_win_and_the_streak_earn_is_applied_to_a_known_score():
    by_east = {"winner": "E", "by": "draw"}
    for keys, known, score, special in (
        (dict(by_east, rules="dmjl", streak=9), 60, 500, "nine_easts"),
        (dict(by_east, rules="dmjl", streak=8), 60, 60, None),
        (dict(by_east, streak=9, options={"nine_easts": True}), 60, 300, "nine_easts"),
        (dict(by_east, opening="original"), 60, 300, "heaven"),
        (dict(by_east, opening="original", options={"limit": None}), 60, 60, None),  # the x8 is in the score
        (dict(by_east, opening="original", rules="harr"), 60, 60, None),
        (dict(by_east, opening="original", rules="harr-limit"), 60, 300, "heaven"),
        ({"opening": "first-discard"}, 60, 150, "earth"),
        ({"opening": "first-discard"}, 160, 160, None),
        ({"opening": "first-discard", "rules": "harr-limit", "options": {"limit": None}}, 60, 60, None),
        ({"opening": "first-discard", "rules": "bmja"}, 60, 1000, "earth"),
        ({"opening": "thirteen"}, 60, 100, "lucky_thirteen"),
        ({"by": "loose", "tile": "5p", "rules": "bmja"}, 60, 1000, "plum"),
        ({"by": "draw", "tile": "5p", "rules": "bmja"}, 60, 60, None),
    ):
        counted = score_of({"score": known}, **keys)
        assert (counted["score"], counted.get("special"), counted["points"]) == (score, special, known), keys
        assert counted["items"] == [{"id": "known", "points": known}]


def test_a_known_score_is_refused_where_more_than_the_score_is_needed():
    for keys, place in (
        ({"opening": "first-discard", "rules": "harr-limit"}, "/win/opening"),  # half the limit may be in it already
        ({"winner": "W", "players": 2}, "/hands/W/card/score"),  # two doublings win
        ({"winner": "W", "players": 2, "rules": "chinese"}, "/hands/W/card/score"),
    ):
        deal = deal_of({"score": 80}, **dict(keys))
        assert error_at(deal) == place, keys
        assert score_of({"score": 80}, edition=2, **dict(keys))["score"] == 80, "an evening that has it keeps it"
    assert score_of({"score": 80}, winner="W", players=2, rules="harr")["score"] == 80, "there any hand wins"
    loser = deal_of({"dragons": 2, "pungs": [0, 0, 2, 0]}, winner="W", players=2)
    loser["hands"]["E"] = {"score": 4}
    assert "error" not in ask(loser)


def test_with_five_players_the_winners_doublings_are_needed():
    assert error_at(deal_of({"score": 20}, players=5)) == "/hands/N/card/score"
    five = deal_of({}, players=5)
    five["hands"]["S"] = {"card": {"score": 4}}
    assert "error" not in ask(five)


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
