"""Wrong input: the error names its place, and there is no answer."""

from answers import ask, deal_of, error_at


def _card(card, **keys):
    return error_at(deal_of(card, **keys))


def _loser(card, seat="S"):
    deal = deal_of({})
    deal["hands"][seat] = {"card": card}
    return error_at(deal)


def _without(key):
    deal = deal_of({})
    del deal[key]
    return error_at(deal)


def test_a_deal_is_an_object_with_known_keys():
    assert error_at([]) == ""
    assert error_at(None) == ""
    assert error_at(deal_of({}, extra=1)) == "/extra"
    assert error_at(deal_of({}, **{"a/b~c": 1})) == "/a~1b~0c"


def test_the_rule_set_is_named_and_known():
    assert _without("rules") == "/rules"
    assert _card({}, rules="riichi") == "/rules"
    assert _card({}, rules=None) == "/rules"
    assert _card({}, rules=["harr"]) == "/rules"


def test_options_are_known_and_sound():
    assert _card({}, options=[]) == "/options"
    assert _card({}, options={"aces": True}) == "/options/aces"
    for limit in (301, 0, -2, True, "300", 300.0, [300], 10**30):
        assert _card({}, options={"limit": limit}) == "/options/limit", limit


def test_the_table_is_known():
    assert _card({}, players=6) == "/players"
    assert _card({}, players=True) == "/players"
    assert _card({}, round="X") == "/round"


def test_the_winner_is_a_seat_or_null():
    assert _without("winner") == "/winner"
    assert error_at({"rules": "harr", "winner": "X", "win": {"by": "draw"}, "hands": {}}) == "/winner"
    assert error_at({"rules": "harr", "winner": "", "win": {"by": "draw"}, "hands": {}}) == "/winner"
    assert error_at({"rules": "harr", "winner": "ES", "win": {"by": "draw"}, "hands": {}}) == "/winner"


def test_a_win_is_explained_and_a_draw_is_not():
    assert _without("win") == "/win"
    assert error_at({"rules": "harr", "winner": None, "win": {"by": "draw"}, "hands": {}}) == "/win"
    assert error_at({"rules": "harr", "winner": "E", "win": {}, "hands": {"E": {"card": {}}}}) == "/win/by"
    assert _card({}, by="steal") == "/win/by"
    assert (
        error_at({"rules": "harr", "winner": "E", "win": {"by": "draw", "x": 1}, "hands": {"E": {"card": {}}}})
        == "/win/x"
    )


def test_the_tile_comes_from_somebody_else_or_is_drawn():
    assert _card({}, by="rob") == "/win/from"
    assert _card({}, by="draw", **{"from": "E"}) == "/win/from"
    assert _card({}, **{"from": "N"}) == "/win/from"
    assert _card({}, **{"from": "X"}) == "/win/from"
    assert _card({}, last=True) == "/win/last"
    assert _card({}, hidden=True) == "/win/hidden"
    assert _card({}, by="draw", last=1) == "/win/last"
    assert _card({}, tile="0m") == "/win/tile"
    assert _card({}, tile="8z") == "/win/tile"


def test_a_loose_tile_follows_a_kong():
    assert _card({"pungs": [1, 0, 0, 0]}, by="loose") == "/win/by"


def test_opening_hands_are_the_right_players_and_closed():
    original = {"opening": "original", "by": "draw"}
    assert _card({}, opening="dealt") == "/win/opening"
    assert _card({}, **original) == "/win/opening"
    assert _card({"pungs": [1, 0, 0, 0]}, winner="E", **original) == "/win/opening"
    assert _card({"kongs": [0, 1, 0, 0]}, winner="E", **original) == "/win/opening"
    assert _card({}, winner="E", opening="original") == "/win/opening"
    assert _card({}, winner="E", opening="first-discard") == "/win/opening"
    assert _card({}, opening="first-discard", **{"from": "S"}) == "/win/opening"
    assert _card({}, opening="first-discard", by="draw") == "/win/opening"
    assert _card({"pungs": [2, 0, 0, 0]}, opening="first-discard") == "/win/opening"
    assert _card({"pungs": [1, 0, 0, 0]}, opening="thirteen", by="draw") == "/win/opening"


def test_hands_are_objects_by_seat():
    assert _without("hands") == "/hands"
    assert _card({}, hands=[]) == "/hands"
    assert _card({}, hands={"X": {"card": {}}}) == "/hands/X"
    assert _card({}, hands={"N": {"card": {}}, "ES": {"card": {}}}) == "/hands/ES"
    assert _card({}, hands={"N": {"card": {}}, "E": []}) == "/hands/E"
    assert _card({}, hands={"N": {"card": {}}, "E": {}}) == "/hands/E"
    assert _card({}, hands={"N": {"card": {}}, "E": {"cards": {}}}) == "/hands/E/cards"
    assert _card({}, hands={"E": {"card": {}}}) == "/hands/N"
    assert _card({}, hands={"N": {"dead": True}}) == "/hands/N/dead"
    assert _card({}, hands={"N": {"card": {}}, "E": {"dead": "no"}}) == "/hands/E/dead"


def test_a_card_has_only_known_keys_and_values():
    for card, key in (
        ({"punks": []}, "punks"),
        ({"pungs": [1, 0, 0]}, "pungs"),
        ({"pungs": 4}, "pungs"),
        ({"pungs": [0, 0, 0, -1]}, "pungs/3"),
        ({"kongs": [0, True, 0, 0]}, "kongs/1"),
        ({"kongs": [0, 0, 1.0, 0]}, "kongs/2"),
        ({"dragons": "1"}, "dragons"),
        ({"pairs": "dragon"}, "pairs"),
        ({"pairs": ["wind"]}, "pairs/0"),
        ({"suit": "one"}, "suit"),
        ({"suit": None}, "suit"),
        ({"flowers": [0]}, "flowers/0"),
        ({"flowers": [3, 3]}, "flowers/1"),
        ({"only_place": 1}, "only_place"),
        ({"no_chows": "yes"}, "no_chows"),
        ({"last_set": "pung"}, "last_set"),
        ({"special": ["royal"]}, "special/0"),
    ):
        assert _card(card) == "/hands/N/card/" + key, card
    assert error_at(deal_of(7)) == "/hands/N/card"


def test_a_hand_has_so_many_tiles():
    assert _card({"pungs": [3, 0, 0, 0], "kongs": [2, 0, 0, 0]}) == "/hands/N/card"
    assert _card({"pairs": ["dragon", "dragon"]}) == "/hands/N/card/pairs"
    assert _loser({"pungs": [5, 0, 0, 0]}) == "/hands/S/card"
    assert _loser({"pungs": [4, 0, 0, 0], "pairs": ["dragon"]}) == "/hands/S/card"
    assert _card({"claimed": 1}) == "/hands/N/card/claimed"


def test_dragons_and_winds_are_among_the_majors():
    assert _card({"pungs": [0, 0, 2, 0], "dragons": 3}) == "/hands/N/card/dragons"
    assert _card({"pungs": [0, 0, 1, 0], "dragons": 1, "seat_wind": 1}) == "/hands/N/card/seat_wind"
    assert _card({"pungs": [0, 0, 1, 0], "round_wind": 1}, winner="E") == "/hands/E/card/seat_wind"
    assert _card({"pungs": [0, 0, 1, 0], "seat_wind": 1, "round_wind": 1}) == "/hands/N/card/seat_wind"
    assert _card({"pungs": [0, 0, 2, 0], "seat_wind": 2}) == "/hands/N/card/seat_wind"
    assert _card({"pungs": [0, 0, 4, 0], "dragons": 4}) == "/hands/N/card/dragons"
    assert _card({"pungs": [0, 0, 1, 0], "seat_wind": 1, "pairs": ["seat"]}) == "/hands/N/card/pairs"
    assert _card({"pungs": [0, 0, 3, 0], "dragons": 3, "pairs": ["dragon"]}) == "/hands/N/card/pairs"
    assert _card({"pairs": ["both"]}) == "/hands/N/card/pairs"
    assert _card({"pairs": ["round"]}, winner="E") == "/hands/E/card/pairs"
    assert _loser({"pairs": ["seat", "seat", "seat"]}) == "/hands/S/card/pairs"


def test_a_suit_has_no_tiles_of_another_kind():
    assert _card({"pungs": [0, 0, 1, 0], "dragons": 1, "suit": "full"}) == "/hands/N/card/suit"
    assert _card({"pairs": ["dragon"], "suit": "full"}) == "/hands/N/card/suit"
    assert _card({"pungs": [0, 0, 3, 0], "suit": "full"}) == "/hands/N/card/suit"
    assert _card({"pungs": [1, 0, 3, 0], "suit": "honours"}) == "/hands/N/card/suit"
    assert _card({"pungs": [0, 0, 3, 0], "suit": "honours"}) == "/hands/N/card/suit"
    four = {"pungs": [0, 0, 4, 0], "dragons": 2, "seat_wind": 1, "suit": "half"}
    assert "error" not in ask(deal_of(four))
    card = {"pungs": [0, 0, 4, 0], "dragons": 3, "seat_wind": 1, "pairs": ["round"], "suit": "half"}
    assert _card(card) == "/hands/N/card/suit"


def test_a_losers_card_may_not_have_the_entries_of_a_winner():
    for key, value in (("only_place", True), ("no_chows", True), ("last_set", "chow-end"), ("fourth", True)):
        assert _loser({key: value}) == "/hands/S/card/" + key
    assert _loser({"special": ["four_winds"]}) == "/hands/S/card/special"
    assert "error" not in ask(_deal_with_loser({"only_place": False, "special": [], "last_set": None}))


def _deal_with_loser(card):
    deal = deal_of({})
    deal["hands"]["S"] = {"card": card}
    return deal


def test_no_chows_goes_with_four_sets():
    assert _card({"no_chows": True}) == "/hands/N/card/no_chows"
    assert _card({"pungs": [4, 0, 0, 0], "no_chows": False}) == "/hands/N/card/no_chows"


def test_special_hands_and_flowers_are_in_force():
    assert _card({"special": ["four_winds"]}) == "/hands/N/card/special/0"
    assert _card({"flowers": [1]}) == "/hands/N/card/flowers"


def test_the_table_has_four_of_each_tile():
    dragons = {"pungs": [0, 0, 2, 0], "dragons": 2}
    deal = deal_of(dragons)
    deal["hands"]["S"] = {"card": dragons}
    assert error_at(deal) == "/hands/S/card/dragons" or error_at(deal) == "/hands/N/card/dragons"
    deal["hands"]["S"] = {"card": {"pairs": ["dragon", "dragon", "dragon"]}}
    assert "error" in ask(deal)
    deal = deal_of({"pungs": [0, 0, 4, 0]})
    for seat in "ES":
        deal["hands"][seat] = {"card": {"pungs": [0, 0, 4, 0]}}
    assert error_at(deal) == "/hands/N/card", "ten kinds of majors are no dragons"
    deal = deal_of({"pungs": [0, 0, 1, 0], "round_wind": 1})
    deal["hands"]["E"] = {"card": {"pungs": [0, 0, 1, 0], "seat_wind": 1}}
    assert "error" in ask(deal)


def test_kongs_are_counted_for_a_draw():
    assert _card({}, kongs=1) == "/kongs"
    assert error_at({"rules": "harr", "winner": None, "hands": {}, "kongs": -1}) == "/kongs"
    assert error_at({"rules": "harr", "winner": None, "hands": {}, "streak": "1"}) == "/streak"
