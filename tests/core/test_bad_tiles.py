"""Wrong tile hands, wins and other keys of a deal: the error names the place."""

from answers import ask, error_at

SETS = ("harr", "harr-limit", "babcock", "chinese")
WHOLE = "(222p) (333s) 555z 666m 11p"  # complete in every rule set
THIRTEEN = "123m 456m 789m 1s 4s 7s 9p"  # a losing hand


def _deal(tiles=WHOLE, tile="1p", by="discard", rules="babcock", winner="N", **keys):
    win = {"by": by}
    if tile is not None:
        win["tile"] = tile
    for key in ("from", "last", "hidden", "opening"):
        if key in keys:
            win[key] = keys.pop(key)
    deal = {"rules": rules, "winner": winner, "win": win, "hands": {winner: {"tiles": tiles}}}
    deal["hands"].update(keys.pop("others", {}))
    deal.update(keys)
    return deal


def _valid(deal):
    answer = ask(deal)
    assert "error" not in answer, answer
    return answer


def _tiles_at(tiles, **keys):
    return error_at(_deal(tiles, **keys))


def _loser_at(hand, seat="S", **keys):
    return error_at(_deal(others={seat: hand}, **keys))


# ---- the text ----


def test_malformed_tile_strings_are_refused():
    for tiles in (None, 7, [], ["1m"], {}, True, 1.5):
        assert _tiles_at(tiles) == "/hands/N/tiles", tiles
        assert _loser_at({"tiles": tiles}) == "/hands/S/tiles", tiles


def test_invalid_tile_strings_are_refused():
    for text in (
        "",
        " ",
        "x",
        "0m",
        "8z",
        "9z",
        "0z",
        "1a",
        "1M",
        "m",
        "1",
        "123",
        "m1",
        "1-2m",
        "1,2m",
        "1 m",
        "9f",
        "0f",
        "f",
        "()",
        "[]",
        "(",
        ")",
        "[1111z",
        "(222p",
        "222p)",
        "(222p]",
        "[2222p)",
        "((222p))",
        "(222p (333s))",
        "(22p)",
        "(2p)",
        "(22222p)",
        "(223p)",
        "(124p)",
        "(135p)",
        "(89p1s)",
        "(891p)",
        "(123z)",
        "(567z)",
        "(1234p)",
        "[222p]",
        "[123p]",
        "[222+2p]",
        "(222+3p)",
        "(22+22p)",
        "(2+222p)",
        "(222p+)",
        "(+2222p)",
        "(222++2p)",
        "(22+2p)",
        "222+2p",
        "+",
        "(1f)",
        "[1111f]",
        "(111f)",
        "1f1f",
        "11f",
        "222p;",
        "\u4e00",
        "\ufeff1m",
        "\U0001f02a",  # the joker
        "\U0001f02b",  # a tile's back
        "1m\x00",
        "\u0661m",
    ):
        assert _tiles_at(text) == "/hands/N/tiles", text
        assert _loser_at({"tiles": text}) == "/hands/S/tiles", text
        spoiled = WHOLE + " " + text
        if text.strip():
            assert _tiles_at(spoiled) == "/hands/N/tiles", spoiled


def test_sane_texts_are_read():
    for text in (
        "(222p)(333s)555z666m11p",
        "  ( 2p2p2p ) (333s)\t555z 6m66m 1p 1p ",
        "(222p) (333s) 5z 5z 5z 6m 6m 6m 1p 1p",
        "11p 666m 555z (333s) (222p)",
        "(222p) (333s) \U0001f006\U0001f006\U0001f006 666m \U0001f019\U0001f019",
    ):
        answer = _valid(_deal(text))
        assert answer["hands"]["N"]["score"] == _valid(_deal())["hands"]["N"]["score"], text
    _valid(_deal("(432m) (222p) 555z 666m 11p"))


def test_unicode_tiles_are_read_one_by_one():
    names = "1z2z3z4z7z6z5z1m2m3m4m5m6m7m8m9m1s2s3s4s5s6s7s8s9s1p2p3p4p5p6p7p8p9p"
    for index in range(34):
        sign = chr(0x1F000 + index)
        name = names[2 * index : 2 * index + 2]
        spare = "123m 456m 789m 1s 3s 5s" if name[1] in "pz" else "123p 456p 789p 1z 2z 3z"
        signs = _valid(_deal(others={"S": {"tiles": spare + sign}}))["hands"]["S"]
        names_ = _valid(_deal(others={"S": {"tiles": spare + name}}))["hands"]["S"]
        assert signs["items"] == names_["items"], name
        assert signs["doubled"] == names_["doubled"], name
        pair = "(222m) (333s) 555s 666m " if name[1] in "pz" else "(222p) (333z) 555z 666p "
        by_sign = ask(_deal(pair + sign + sign, sign))
        by_name = ask(_deal(pair + name + name, name))
        assert by_sign == by_name, name


def test_unicode_flowers_are_numbered_in_the_order_of_their_code_points():
    for number in range(1, 9):
        tiles = WHOLE + " " + chr(0x1F021 + number)
        answer = _valid(_deal(tiles, options={"flowers": "seasons"}))
        by_name = _valid(_deal(WHOLE + " " + str(number) + "f", options={"flowers": "seasons"}))
        assert answer == by_name, number


# ---- how many tiles ----


def test_a_winner_has_fourteen_tiles():
    for tiles in (
        "(222p) (333s) 555z 666m 1p",
        "(222p) (333s) 555z 666m 111p",
        "(222p) (333s) 555z 11p",
        "11p",
        "(2222p) (333s) 555z 666m 1p",
        "(2222p) (333s) 555z 666m 111p",
        "(222p) (333s) (555z) (666m) (111m) 11p",
    ):
        assert _tiles_at(tiles) == "/hands/N/tiles", tiles
    for kong in ("(2222p)", "[2222p]", "(222+2p)"):
        _valid(_deal(kong + " (333s) 555z 666m 11p"))


def test_a_loser_has_thirteen_tiles():
    for tiles in (
        THIRTEEN + " 9p",
        "123m 456m 789m 1s 4s 7s",
        "(222m) 456m 789m 1s 4s 7s 99p 3p",
        "[1111z]",
        "[1111z] 123456789m 1s 2s",
        "(9999p) 123456789m 1s 2s",
        "1f",
    ):
        assert _loser_at({"tiles": tiles}) == "/hands/S/tiles", tiles
    for tiles in (THIRTEEN, "[9999p] 123456789m 1s", "(999+9p) 123456789m 1s"):
        _valid(_deal(others={"S": {"tiles": tiles}}))


def test_flowers_are_no_tiles_of_the_thirteen():
    options = {"flowers": "seasons"}
    _valid(_deal(others={"S": {"tiles": THIRTEEN + " 3f 7f"}}, options=options))
    assert _loser_at({"tiles": "123m 456m 789m 1s 4s 7s 3f"}, options=options) == "/hands/S/tiles"


def test_a_dead_hand_may_have_any_number_of_tiles():
    for rules, kind, tiles in (
        ("babcock", True, "1m"),
        ("harr", True, THIRTEEN + " 9p"),
        ("harr-limit", True, THIRTEEN),
        ("chinese", "short", "123m"),
        ("chinese", "long", THIRTEEN + " 8p 9p"),
    ):
        answer = _valid(_deal(rules=rules, others={"S": {"dead": kind, "tiles": tiles}}))
        assert answer["hands"]["S"]["score"] == 0
    # But no hand has more than four of a tile.
    for tiles in ("11111m", "0m", "2222p 3m", "1f"):
        assert _loser_at({"dead": True, "tiles": tiles}) in ("/hands/S/tiles", "/hands/N/tiles"), tiles


# ---- four of each ----


def test_no_five_of_a_kind_in_a_hand():
    for tiles in (
        "(222p) 22p 333s 555z 666m 11p",
        "(222p) (222p) 555z 666m 11p",
        "[2222p] 123p 555z 666m 11p",
        "(234p) (234p) 222p 22p 555z",
        "11111m 222m 333m 444m",
    ):
        assert _tiles_at(tiles) == "/hands/N/tiles", tiles


def test_five_of_a_kind_at_the_table_are_refused():
    for other in ("(222p) 3m 456m 789m 1s 4s 7s", "22p 345678m 1s 4s 7s 9s 9p"):
        place = _loser_at({"tiles": other})
        assert place in ("/hands/S/tiles", "/hands/N/tiles"), other
    spread = {seat: {"tiles": "5z 123456789m 1s 4s 7s"} for seat in "ES"}
    assert error_at(_deal(others=spread)) in ["/hands/" + seat + "/tiles" for seat in "ESN"]
    fifth = {"S": {"tiles": "5z 123456789m 1s 4s 7s"}}
    _valid(_deal(others=fifth))


def test_no_flower_twice():
    options = {"flowers": "seasons"}
    assert _tiles_at(WHOLE + " 1f 1f", options=options) == "/hands/N/tiles"
    assert _tiles_at(WHOLE + " 121f", options=options) == "/hands/N/tiles"
    place = error_at(_deal(WHOLE + " 1f", options=options, others={"S": {"tiles": THIRTEEN + " 1f"}}))
    assert place in ("/hands/S/tiles", "/hands/N/tiles")
    place = error_at(_deal(WHOLE + " 1f", options=options, others={"S": {"card": {"flowers": [1]}}}))
    assert place in ("/hands/S/card/flowers", "/hands/N/tiles"), "tiles and cards together"
    _valid(_deal(WHOLE + " 1f", options=options, others={"S": {"card": {"flowers": [5]}}}))


def test_flowers_are_played():
    for rules in SETS:
        assert _tiles_at(WHOLE + " 1f", rules=rules) == "/hands/N/tiles"
        assert _loser_at({"tiles": THIRTEEN + " 1f"}, rules=rules) == "/hands/S/tiles"
        _valid(_deal(WHOLE + " 1f", rules=rules, options={"flowers": "own"}))


def test_tiles_and_cards_together_have_four_of_each():
    """N has 555z. With another dragon set, one kind of dragon is left."""
    others = {"S": {"card": {"pungs": [0, 0, 3, 0], "dragons": 3}}}
    assert error_at(_deal(others=others)) in ("/hands/S/card/dragons", "/hands/N/tiles")


# ---- complete hands ----


def test_a_winners_tiles_are_a_complete_hand():
    for tiles, tile in (
        ("(222p) (333s) 555z 666m 12p", "1p"),
        ("123m 456m 789m 11p 1s 4s 7s", "1p"),
        ("1122m 3344p 5566s 77z", "7z"),
        ("119m 19p 19s 1234567z", "1m"),
        ("19m 19p 19s 1234567z 2m", "2m"),
        ("(222p) (333s) 555z 66m 1p 1p 6p", "1p"),
    ):
        assert _tiles_at(tiles, tile=tile) == "/hands/N/tiles", tiles
    for tiles, tile in (("1122m 3344p 5566s 77z", "7z"), ("119m 19p 19s 1234567z", "1m")):
        assert _tiles_at(tiles, tile=tile, rules="harr") == "/hands/N/tiles"
        assert _tiles_at(tiles, tile=tile, rules="chinese") == "/hands/N/tiles"


def test_fours_in_the_hand_are_used_as_chows_and_pungs():
    _valid(_deal("1111m 2222m 3333m 44m", "4m"))
    assert _tiles_at("1111m 333m 555m 7777m", tile="7m") == "/hands/N/tiles", "undeclared fours are no kongs"


# ---- the winning tile ----


def test_the_winning_tile_is_named():
    assert error_at(_deal(tile=None)) == "/win/tile"
    for tile in ("0m", "8z", "1f", "11p", "1P", "p1", "", " 1p", "1p ", 1, [], {}, True, "\U0001f02b"):
        assert error_at(_deal(tile=tile)) == "/win/tile", tile
    deal = _deal(tile=None)
    deal["win"]["tile"] = None
    assert error_at(deal) == "/win/tile"


def test_the_winning_tile_is_among_the_tiles_in_the_hand():
    for tile in ("9m", "4z", "2p", "3s"):
        for by in ("discard", "draw"):
            assert error_at(_deal(tile=tile, by=by)) == "/win/tile", tile
    _valid(_deal(tile="5z"))
    _valid(_deal(tile="6m", by="draw"))
    assert error_at(_deal("(222p) (333s) (555z) [6666m] 11p", "6m", "draw")) == "/win/tile"


def test_an_original_hand_names_any_of_its_tiles():
    tiles = "222p 333s 555z 666m 11p"
    for tile in ("2p", "3s", "5z", "6m", "1p"):
        _valid(_deal(tiles, tile, "draw", winner="E", opening="original"))
    for tile in ("9m", None):
        assert error_at(_deal(tiles, tile, "draw", winner="E", opening="original")) == "/win/tile"


# ---- the win ----


def test_a_loose_tile_follows_a_kong_or_a_flower_on_the_table():
    for rules in SETS:
        assert error_at(_deal(by="loose", rules=rules)) == "/win/by"
        assert error_at(_deal("222p 333s 345p 555z 11m", "1m", by="loose", rules=rules)) == "/win/by"
        for kong in ("(2222p)", "(222+2p)", "[2222p]"):
            _valid(_deal(kong + " (333s) 555z 666m 11p", by="loose", rules=rules))
        _valid(_deal(WHOLE + " 8f", by="loose", rules=rules, options={"flowers": "own"}))


def test_last_and_hidden_are_of_drawn_tiles():
    for key in ("last", "hidden"):
        assert error_at(_deal(**{key: True})) == "/win/" + key
        assert error_at(_deal("(222p) (333s) 555z 678m 11p", "7m", "rob", **{key: True, "from": "S"})) == "/win/" + key
        _valid(_deal(by="draw", **{key: True}))
        _valid(_deal(**{key: False}))
        for wrong in (1, 0, "yes", []):
            assert error_at(_deal(by="draw", **{key: wrong})) == "/win/" + key, wrong


def test_the_source_of_the_winning_tile_is_checked():
    for by in ("draw", "loose"):
        assert error_at(_deal("[2222p] (333s) 555z 666m 11p", by=by, **{"from": "S"})) == "/win/from"
    assert error_at(_deal(**{"from": "N"})) == "/win/from"
    assert error_at(_deal(by="rob", **{"from": "N"})) == "/win/from"
    for wrong in ("X", "", "ES", 1, [], True, "out"):
        assert error_at(_deal(**{"from": wrong})) == "/win/from", wrong
    assert error_at(_deal(by="rob")) == "/win/from"
    for players, wrong in ((2, "S"), (2, "N"), (3, "W")):
        full = "(123m) 456m 789m 555m 99m"
        assert error_at(_deal(full, "9m", winner="E", players=players, **{"from": wrong})) == "/win/from"


def test_openings():
    closed = "222p 333s 555z 678m 11p"
    _valid(_deal(closed, "1p", "draw", winner="E", opening="original"))
    assert error_at(_deal(closed, "1p", "draw", winner="S", opening="original")) == "/win/opening"
    assert error_at(_deal(closed, "1p", "discard", winner="E", opening="original")) == "/win/opening"
    assert error_at(_deal(closed, "1p", "draw", winner="E", opening="original", last=True)).startswith("/win/")
    assert error_at(_deal(closed, "1p", "draw", winner="E", opening="original", hidden=True)).startswith("/win/")
    _valid(_deal(closed, "1p", winner="S", opening="first-discard", **{"from": "E"}))
    _valid(_deal(closed, "1p", winner="S", opening="first-discard"))
    assert error_at(_deal(closed, "1p", winner="E", opening="first-discard")) == "/win/opening"
    assert error_at(_deal(closed, "1p", "draw", winner="S", opening="first-discard")) == "/win/opening"
    assert error_at(_deal(closed, "1p", winner="S", opening="first-discard", **{"from": "W"})) in (
        "/win/opening",
        "/win/from",
    )
    assert error_at(_deal(closed, "7m", "rob", winner="S", opening="first-discard", **{"from": "E"})) == "/win/opening"
    for winner in "ESWN":
        for by in ("discard", "draw"):
            _valid(_deal(closed, "1p", by, winner=winner, opening="thirteen"))
    for opening in ("original", "first-discard", "thirteen"):
        winner = "E" if opening == "original" else "S"
        by = "draw" if opening == "original" else "discard"
        for tiles in (
            "(222p) 333s 555z 678m 11p",
            "[2222p] 333s 555z 678m 11p",
            "(678m) 222p 333s 555z 11p",
            "(222+2p) 333s 555z 678m 11p",
        ):
            place = error_at(_deal(tiles, "1p", by, winner=winner, opening=opening))
            assert place == "/win/opening", (opening, tiles)
    for wrong in ("dealt", "", 1, True, []):
        assert error_at(_deal(closed, "1p", opening=wrong)) == "/win/opening", wrong
    # An opening hand may have flowers: they were put on the table before play began.
    _valid(_deal(closed + " 1f", "1p", "draw", winner="E", opening="original", options={"flowers": "seasons"}))


def test_robbing():
    tiles = "(222p) (333s) 555z 678m 11p"
    conditions = {"by": "rob", "from": "S"}
    _valid(_deal(tiles, "7m", **conditions))
    robbed = {"tiles": "(777m) 1s 2s 4s 6s 8s 9s 1z 2z 3z 4z"}
    _valid(_deal(tiles, "7m", others={"S": robbed}, **conditions))
    # S has no pung of it on the table.
    for hand in ("777m 1s 2s 4s 6s 8s 9s 1z 2z 3z 4z", "(888m) 1s 2s 4s 6s 8s 9s 1z 2z 3z 4z", THIRTEEN):
        place = error_at(_deal(tiles, "7m", others={"S": {"tiles": hand}}, **conditions))
        assert place in ("/win/tile", "/win/from", "/hands/S/tiles"), hand
    # Four tiles with the robbed player would make five in all.
    place = error_at(
        _deal(tiles, "7m", others={"S": {"tiles": "(777+7m) 1s 2s 4s 6s 8s 9s 1z 2z 3z 4z"}}, **conditions)
    )
    assert place in ("/win/tile", "/hands/S/tiles", "/hands/N/tiles")
    # The robbed player has three of the four: the winner cannot have a pair or a pung of the tile.
    for hand, tile in (("(222p) (333s) 555z 678m 11p", "1p"), ("(222p) (333s) 777m 678s 11p", "7m")):
        assert error_at(_deal(hand, tile, **conditions)) == "/win/tile"


def test_nobody_else_has_the_tile_of_a_robbed_kong():
    """The robbed player has three of the four tiles, even if their hand is not in the deal."""
    tiles = "(222p) (333s) 555z 678m 11p"
    conditions = {"by": "rob", "from": "S"}
    others = {"S": {"tiles": "(777m) 1s 2s 4s 6s 8s 9s 1z 2z 3z 4z"}, "W": {"tiles": "7m 12345s 789p 1z 2z 3z 4z"}}
    assert "error" in ask(_deal(tiles, "7m", others=others, **conditions))
    others = {"W": {"tiles": "7m 12345s 789p 1z 2z 3z 4z"}}
    assert error_at(_deal(tiles, "7m", others=others, **conditions)) in ("/win/tile", "/win/from", "/hands/W/tiles")


def test_a_kong_can_be_robbed_from_a_hand_given_as_a_card():
    """The robbed hand still has the exposed pung; here it is a pung of simples."""
    tiles = "(222p) (333s) 555z 678m 11p"
    conditions = {"by": "rob", "from": "S"}
    _valid(_deal(tiles, "7m", others={"S": {"card": {"pungs": [1, 0, 0, 0]}}}, **conditions))
    for card in ({}, {"pungs": [0, 1, 0, 0]}, {"pungs": [0, 0, 1, 0]}, {"kongs": [1, 0, 0, 0]}):
        place = error_at(_deal(tiles, "7m", others={"S": {"card": card}}, **conditions))
        assert place in ("/win/tile", "/win/from", "/hands/S/card/pungs"), card
    majors = "(222p) (333s) 555z 789m 11p"
    _valid(_deal(majors, "9m", others={"S": {"card": {"pungs": [0, 0, 1, 0]}}}, **conditions))
    place = error_at(_deal(majors, "9m", others={"S": {"card": {"pungs": [1, 0, 0, 0]}}}, **conditions))
    assert place in ("/win/tile", "/win/from", "/hands/S/card/pungs")


# ---- cards beside tiles ----


def test_a_hand_is_given_in_only_one_way():
    assert _loser_at({"tiles": THIRTEEN, "card": {}}) == "/hands/S"
    assert _loser_at({"tile": THIRTEEN}) == "/hands/S/tile"
    assert _loser_at({}) == "/hands/S"
    assert _loser_at({"dead": False}) == "/hands/S"
    assert _loser_at({"tiles": THIRTEEN}, seat="X") == "/hands/X"
    assert _loser_at({"tiles": THIRTEEN}, seat="out") == "/hands/out"


def test_a_robbed_tile_on_a_card_completes_no_pair():
    for rules in ("chinese", "harr-limit"):
        for last_set in ("pair-simple", "pair-major"):
            deal = {"rules": rules, "winner": "N", "win": {"by": "rob", "from": "S"}}
            deal["hands"] = {"N": {"card": {"last_set": last_set}}}
            assert error_at(deal) in ("/win/by", "/hands/N/card/last_set"), (rules, last_set)


# ---- values that only look like numbers ----


def test_wrong_values_of_the_other_keys_of_a_deal_are_refused():
    for key in ("kongs", "streak"):
        for wrong in (-1, "1", True, 1.0, []):
            deal = {"rules": "chinese", "winner": None, "hands": {}, key: wrong}
            assert error_at(deal) == "/" + key, (key, wrong)
    assert error_at(_deal(kongs=1)) == "/kongs"
    assert error_at(_deal(sitting_out="Eve")) == "/sitting_out"
    for wrong in (1, True, [], {}):
        full = "(123m) 456m 789m 555m 99m"
        assert error_at(_deal(full, "9m", players=5, sitting_out=wrong)) == "/sitting_out"


def test_unknown_keys_everywhere():
    assert error_at(_deal(wind="E")) == "/wind"
    deal = _deal()
    deal["win"]["how"] = 1
    assert error_at(deal) == "/win/how"
    deal = _deal()
    deal["hands"]["N"]["notes"] = ""
    assert error_at(deal) == "/hands/N/notes"
    deal = _deal()
    deal["options"] = {"a/b": True}
    assert error_at(deal) == "/options/a~1b"
    deal["options"] = {"a~b": True}
    assert error_at(deal) == "/options/a~0b"


# ---- contradictions ----


def test_a_robbed_kong_can_be_given_by_cards_alone():
    """The robbed hand keeps an exposed pung. The robbed tile completes a chow, or thirteen orphans."""
    conditions = {"rules": "babcock", "winner": "N", "win": {"by": "rob", "from": "S"}}
    for robbed in (
        {"card": {}},
        {"card": {"pungs": [0, 3, 0, 1]}},
        {"tiles": THIRTEEN},
        {"tiles": "(123m) 456789m 1s 4s 7s 9p"},
    ):
        deal = dict(conditions, hands={"N": {"card": {}}, "S": robbed})
        assert error_at(deal) in ("/win/from", "/hands/S/card/pungs", "/hands/S/tiles"), robbed
    for robbed in ({"card": {"pungs": [1, 0, 0, 0]}}, {"card": {"pungs": [0, 0, 1, 0]}}, {"dead": True}):
        _valid(dict(conditions, hands={"N": {"card": {}}, "S": robbed}))
    _valid(dict(conditions, hands={"N": {"card": {}}}))
    deal = dict(conditions, hands={"N": {"card": {"pungs": [2, 2, 0, 0]}}})
    assert error_at(deal) in ("/win/by", "/hands/N/card"), "four pungs: no chow to complete"
    deal = dict(conditions, hands={"N": {"card": {"special": ["seven_twins"]}}}, options={"seven_twins": True})
    assert error_at(deal) in ("/win/by", "/hands/N/card/special/0")
    _valid(
        dict(conditions, hands={"N": {"card": {"special": ["thirteen_orphans"]}}}, options={"thirteen_orphans": True})
    )


def test_hands_without_chows_have_none_as_their_last_set():
    for special, rules, options in (
        ("thirteen_orphans", "harr-limit", {}),
        ("seven_twins", "chinese", {"seven_twins": True}),
    ):
        for last_set in ("chow-middle", "chow-end", "chow-open"):
            deal = {"rules": rules, "options": options, "winner": "N", "win": {"by": "discard"}}
            deal["hands"] = {"N": {"card": {"special": [special], "last_set": last_set}}}
            assert error_at(deal) == "/hands/N/card/last_set", (special, last_set)


def test_kongs_of_a_draw_are_as_many_as_there_can_be():
    for players, most in ((2, 8), (3, 12), (4, 16), (5, 16)):
        deal = {"rules": "chinese", "players": players, "winner": None, "hands": {}, "kongs": most}
        _valid(deal)
        deal["kongs"] = most + 1
        assert error_at(deal) == "/kongs", players


def test_kongs_that_the_hands_show_are_no_fewer_in_a_draw():
    """By the Chinese rules East passes after a draw with a declared kong. A kong in a hand was declared."""
    for hand in ({"tiles": "[1111m] 456m 789m 1s 4s 7s 9p"}, {"card": {"kongs": [0, 1, 0, 0]}}):
        for kongs in ({}, {"kongs": 0}):
            answer = ask(dict({"rules": "chinese", "winner": None, "hands": {"S": hand}}, **kongs))
            assert answer.get("error", {}).get("at") == "/kongs" or answer["next"] == {"deal": "passes"}, (hand, kongs)
        answer = _valid({"rules": "chinese", "winner": None, "hands": {"S": hand}, "kongs": 1})
        assert answer["next"] == {"deal": "passes"}
