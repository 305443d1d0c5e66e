"""Special hands that house rules define as patterns: which tiles they are, what they score, and what is refused."""

from help.answers import by_sets
from help.checks import refused
from help.seasonal import HANDS, SEASONS
from mingg.core.explain import explain, sheet
from mingg.core.hand.hand import name as tile_name
from mingg.core.hand.hand import parse as hand_of
from mingg.core.hand.made import example, made
from mingg.core.hand.special import Pattern, Tiles, _known, is_special, pattern_of, waits
from mingg.core.rules import load
from mingg.core.rules.house_hands import wrong
from mingg.core.rules.patterns import parse
from mingg.core.rules.rows import LOSER, WINNER
from mingg.core.settle import settle
from mingg.core.values import BadInput
from mingg.lang import because
from mingg_scoring.interchange.answers import read_standalone, write_answer

# Of each hand: tiles that are it, and below it tiles that are not, most with one tile changed.
HANDS_OF_TILES = """
Spring rain: 11m 11p 22m 22p 33m 33p 55z / 77s 77m 88s 88m 99s 99m 66z
    11m 11p 22m 22p 33m 34p 55z / 11m 11p 22m 22p 44m 44p 55z / 11m 11p 22m 22p 33m 33p 11z
Swallows: 1234567m 1234567p / 1234567s 1234567m
    1234567m 1234568p / 2345678m 2345678p / 1234567m 123456p 7s
Blossom walk: 123456789m 11p 11s 5z / 123456789s 77p 77m 7z
    123456789m 11p 22s 5z / 123456789m 11p 11s 1z / 112345678m 11p 11s 5z / 123456789m 111p 1s 5z
First flower: 111m 111p 111s 567z 11z 1f 5f / (111m) [1111p] (111s) 567z 11z 1f 5f 6f
    111m 111p 111s 567z 22z 1f 5f / 111m 111p 222s 567z 11z 1f 5f / 111m 111p 111s 567z 11z 1f 6f
Midsummer: 222m 222p 222s 777z 44z / (999m) (9999p) 999s 555z 11z / [2222m] (2222p) 222s 777z 44z
    222m 222p 333s 777z 44z / 222m 222p 222s 777z 66z / 222m 222p 222s 111z 44z / 222m 222p 234s 777z 44z
Long day: 123456789s 1234z 6z 1f / 123456789s 12346z 7f 8f
    123456789s 1234z 5z 1f / 123456789m 1234z 6z 1f / 123456789s 1233z 6z 1f / 123456789s 1234z 6z
Three kites: 123m 123p 123s 111z 55z / (789m) (789p) 789s (4444z) 77z
    123m 123p 234s 111z 55z / 123m 123p 123s 111z 22z / 123m 123p 123s 555z 66z
Sunflower: [5555p] 66p 77p 88p 99p 567z / (5555p) 66p 77p 88p 99p 567z / (555+5p) 66p 77p 88p 99p 567z
    [5555m] 66p 77p 88p 99p 567z / [5555p] 66p 77p 88p 99p 566z / 555p 66p 77p 88p 99p 567z
Harvest moon: 11z 22z 33z 44z 55m 55p 55s / 11z 22z 33z 44z 22m 22p 22s
    11z 22z 33z 44z 55m 55p 66s / 11z 22z 33z 55z 55m 55p 55s / 11z 22z 33z 44z 55m 555p 5s
Falling leaves: 1m 22m 333m [4444m] 55z 111z / 6s 77s (888s) (9999s) 66z (444z)
    1m 22m 333m 444m 55z 111z / 1m 22m 333m [5555m] 55z 111z / 1m 22m 333m [4444m] 44z 111z
Wild geese: 147m 258p 369s 1234z 5z / 258m 147s 369p 1234z 7z
    147m 258p 358s 1234z 5z / 147m 258p 369s 1233z 5z / 147m 258m 369s 1234z 5z / 147m 258p 369s 1234z 4z
Even steps: 22m 44m 66m 88m 22p 44p 66p / 22p 44p 66p 22s 44s 66s 88s
    22m 44m 66m 88m 22p 44p 88p / 22m 44m 66m 88m 22p 44p 67p / 22m 44m 66m 88m 22p 44p 66s
Winter garden: 555z 444z 111m 999m 11p 4f 8f / (555z) (444z) [1111s] (999s) 11m 8f 4f
    666z 444z 111m 999m 11p 4f 8f / 555z 444z 111m 999m 99p 4f 8f / 555z 444z 111m 999p 11p 4f 8f
Long night: 111m 222p 333s 444z 77z / 999s 555m 777p 444z 77z / [1111m] 222p 333s 444z 77z
    111m 111p 333s 444z 77z / 111m 222m 333s 444z 77z / 111m 222p 333s 333z 77z / (111m) 222p 333s 444z 77z
"""
TILES = {}
for _line in HANDS_OF_TILES.strip().split("\n"):
    _hand, _, _tiles = _line.rpartition(": ")
    if _hand:
        _name = _hand
    TILES.setdefault(_name, []).append(_tiles.strip().split(" / "))


def _last(text):
    """A tile of the hand that is not in brackets."""
    counts = hand_of(text).counts
    tile = next(i for i in range(34) if counts[i])
    return "123456789"[tile % 9] + "mpsz"[tile // 9]


def _deal(text, house=SEASONS, rules="bmja", by="draw", **options):
    win = {"by": by, "tile": _last(text)}
    deal = {"rules": rules, "options": options, "winner": "S", "win": win, "hands": {"S": {"tiles": text}}}
    if house is not None:
        deal["house"] = house
    return deal


def _answer(deal):
    in_force, _, read, _ = read_standalone(deal)
    return write_answer(settle.answer(read, in_force), read)["hands"]


def _refusal(deal):
    error = refused(_answer, deal)
    return error.pointer, error.message


def _special(text, **deal):
    """The special hand that sets the score of tiles; None: none; "refused": they are no hand."""
    try:
        return _answer(_deal(text, **deal))["S"].get("special")
    except BadInput:
        return "refused"


def _hands(**hand):
    return {"name": "House", "hands": {"Ours": hand}}


def _refused(house, rules="bmja"):
    error = refused(load, rules, None, 4, house)
    return error.pointer[len("/house") :], str(error)


SCORES = {
    "Spring rain": 500,
    "Swallows": 800,
    "Blossom walk": 400,
    "Long day": 600,
    "Three kites": 332,
    "Sunflower": 700,
}
SCORES.update({"Harvest moon": 500, "Wild geese": 600, "Even steps": 500, "Long night": 320})


def test_fourteen_hands_are_found_in_their_tiles_and_score_what_the_house_gives():
    assert len(HANDS) == len(TILES) == 14
    for name, (right, _) in TILES.items():
        for text in right:
            hand = _answer(_deal(text))["S"]
            assert hand["special"] == name, (name, text, hand)
            flowers = 4 * len(hand_of(text).flowers)
            assert SCORES.get(name, 1000) <= hand["score"] <= SCORES.get(name, 1000) + 2 * flowers, (
                name,
                hand["score"],
            )


def test_tiles_that_differ_in_one_tile_are_not_the_hand():
    for name, (_, near) in TILES.items():
        for text in near:
            assert _special(text) != name, (name, text)


def test_a_hand_without_sets_is_refused_if_a_tile_differs():
    for text in ("1234567m 1234568p", "147m 258p 358s 1234z 5z", "[5555p] 66p 77p 88p 99p 566z"):
        assert _special(text) == "refused", text


def test_letters_of_the_example_stand_for_the_first_that_they_can():
    assert example({"tiles": "nna kkb jjc 11122233z"}) == "11m 22p 33s 11122233z"
    assert example({"tiles": "nn+1n+2m n+8a nnb wwz vvz ddz uuz"}) == "123m 9p 11s 11z 22z 55z 66z"
    assert example({"tiles": "1111p 111s nna nnp 7777z 1z"}) == "[1111p] 111s 22m 22p [7777z] 1z"
    assert example({"tiles": "1222m 333p 444s 55z 66z"}) == "1222m 333p 444s 55z 66z", "no kong"


def test_a_hand_is_made_once_for_each_reading_and_each_choice_of_suits():
    for hand, expected in (
        ({"tiles": "123m 456a 789a 111z 22z"}, ["123m 456p 789p 111z 22z", "123m 456s 789s 111z 22z"]),
        ({"tiles": "11m 22a 33b 44a 55b 66a 77z"}, ["11m 22p 33s 44p 55s 66p 77z", "11m 22s 33p 44s 55p 66s 77z"]),
        (
            {"tiles": "123a pung pung pung pair", "suits": (1, 2, 4)},
            ["123%s 111%s 222%s 333%s 44%s" % ((suit,) * 5) for suit in "mps"],
        ),
    ):
        written = [
            " ".join(["".join(["123456789"[t % 9] for t in tiles]) + "mpsz"[tiles[0] // 9] for tiles in sets])
            for sets in made(hand)
        ]
        assert written == expected, hand


def test_words_of_the_example_stand_for_the_first_tiles_that_they_can():
    for text, words in (
        ("111m 222m 333m 444m 55m", {"tiles": "pung pung pung pung pair"}),
        ("[1111m] 234m 567m 888m 99m", {"tiles": "kong chow chow set pair", "suits": 1}),
        ("234m 567p 234m 567p 22m", {"tiles": "chow chow chow chow pair", "of": "234m 567p 99s"}),
        ("19m 19p 19s 1234567z 1m", {"tiles": "19m 19p 19s 1234567z tile"}),
        ("1m1p 1m1p 1m1p 1m1p 2m2p 2m2p 2m2p", {"tiles": "knit knit knit knit knit knit knit"}),
        ("1m1p1s 1m1p1s 1m1p1s 1m1p1s 2m2p", {"tiles": "triple triple triple triple knit"}),
        ("11z 1p1s 1p1s 1p1s 1p1s 2p2s 2p2s", {"tiles": "11z knit knit knit knit knit knit", "suits": (14,)}),
        ("11z 22z 33z 44z 55z 66z 77z", {"tiles": "pair pair pair pair pair pair pair", "of": "19m 1234567z"}),
        ("11m 111p 44z 123m 44m 567m", {"tiles": "nna 111b chow pair 44z set"}),
        ("123m 111m 222m 111p 11s", {"tiles": "123a pung pung pung pair", "suits": 3}),
        ("11z 1m1s 1m1s 1m1s 1m1s 2m2s 2m2s", {"tiles": "11z knit knit knit knit knit knit", "suits": (13,)}),
        ("111m 222m 333m 444m 11z", {"tiles": "pung pung pung pung pair", "suits": (9,)}),
        ("123p 789s 123p 789s 11p", {"tiles": "chow chow chow chow pair", "of": "123p 789s"}),
        ("567m 123p 567m 123p 55m", {"tiles": "chow chow chow chow pair", "of": "56789m 123p", "suits": (3,)}),
        ("", {"tiles": "pung pung pung pung pair", "of": "1111z"}),
        ("", {"tiles": "1111p 222p 333p 44z 5z knit", "of": "1p 1s 1z"}),
    ):
        assert example(words) == text


def test_what_is_claimed_or_exposed_decides():
    # concealed and claim = false; nothing of both
    assert _special("147m 258p 369s 1234z 5z", by="discard") == "refused"
    assert _special("11m 11p 22m 22p 33m 33p 55z", by="discard") == "Spring rain"
    assert _special("(222m) 222p 222s 777z 44z") == "Midsummer"
    assert _special("111m 222p 333s 444z 77z", by="discard") == "Long night"
    # sets that are no groups of the pattern may not be exposed
    assert _special("(123m) 456789m 11p 11s 5z") == "refused"


def test_a_pung_of_the_pattern_may_be_a_kong_but_a_kong_must_be_one():
    assert _special("(9999m) 999p 999s 555z 11z") == "Midsummer"
    assert _special("555p 66p 77p 88p 99p 567z") == "refused"


def test_the_flowers_of_a_hand_are_needed():
    assert _special("123456789s 1234z 6z") == "refused"
    without = _answer(_deal("555z 444z 111m 999m 11p 4f"))["S"]
    assert "special" not in without or without["special"] != "Winter garden"
    pointer, message = _refusal(_deal("123456789s 1234z 6z"))
    assert pointer == "/hands/S/tiles"
    assert "needs flowers" in message


def test_the_greater_of_hand_and_ordinary_count_is_the_score():
    house = _hands(tiles="nnna nnnb nnnc dddz wwz", score=20)
    assert "special" not in _answer(_deal("222m 222p 222s 777z 44z", house))["S"]
    # by modern rules a hand that is not four sets and a pair has no ordinary score
    house = _hands(tiles="22a 44a 66a 88a 22b 44b 66b", score=20)
    for rules, score in (("bmja", 20), ("dmjl", 20), ("babcock", 24), ("harr", 24), ("chinese", 24)):
        assert _answer(_deal("22m 44m 66m 88m 22p 44p 66p", house, rules))["S"]["score"] == score, rules


_PAIRS = "pair pair pair pair pair pair pair"


def test_seven_pairs_of_the_house_count_like_those_of_the_book():
    for rules in ("babcock", "chinese"):
        options = {"all_majors": True} if rules == "babcock" else {}  # always in force in the Chinese game
        for text in ("11m 22m 33m 44m 66m 88m 99m", "11m 99m 11z 22z 55z 66z 77z", "11m 11p 22z 22z 55z 66z 77z"):
            for by in ("draw", "discard"):
                book = _deal(text, None, rules, by, seven_twins=True, **options)
                for tiles in (_PAIRS, "11a 22a 33a 44a 66a 88a 99a | 11m 99m 11z 22z 55z 66z 77z | " + _PAIRS):
                    ours = _deal(text, _hands(tiles=tiles, score="half"), rules, by, **options)
                    assert _by_tiles_and_sets(ours, "Ours") == _by_tiles_and_sets(book, "seven_twins"), (tiles, book)


def test_only_seven_pairs_of_books_with_an_ordinary_score_count_their_pairs():
    """A pair of dragons, or of the seat wind, counts 2 (B p.17); by modern rules such a hand has no such points."""
    ours = _PAIRS + " | 55z 66z 77z 1133m tile tile tile tile | 1111z 3333z pair pair pair pair"
    for rules, text, points, arrangement in (
        ("babcock", "1133m 22p 44p 55z 66z 77z", {"pair": 6}, "11m 33m 22p 44p 55z 66z 77z"),
        ("babcock", "1133m 2468p 55z 66z 77z", {}, "1133m 2468p 556677z"),
        ("babcock", "[1111z] [3333z] 11m 55z 66z 77z", {"kong": 64}, "[1111z] [3333z] 11m 556677z"),
        ("bmja", "1133m 22p 44p 55z 66z 77z", {}, "1133m 2244p 556677z"),
        ("bmja", "1133m 2468p 55z 66z 77z", {}, "1133m 2468p 556677z"),
    ):
        hand = _answer(_deal(text, _hands(tiles=ours, score=600), rules, limit=1000))["S"]
        counted = {}
        for item in hand["items"]:
            counted[item["id"]] = counted.get(item["id"], 0) + item["points"]
        only = {"only-place": 2} if rules == "babcock" else {}
        assert counted == dict(points, mahjong=20, drawn=2, **only), (rules, text)
        assert hand["arrangement"] == arrangement, (rules, text)
    house = _hands(tiles="1133m 5577p 1199s tile tile", score=200)
    hand = _answer(_deal("1133m 5577p 1199s 55z", house, "babcock"))["S"]
    assert (hand["score"], hand["points"], hand["arrangement"]) == (200, 24, "1133m 5577p 1199s 55z")


def test_a_hand_that_is_no_four_sets_has_its_score_in_every_rule_set():
    for tiles, text in (
        ("123m 123p 147s 111z pair", "123m 123p 147s 111z 55z"),
        ("111m 111p 22345s pair tile", "111m 111p 22345s 55z 7s"),
    ):
        for rules in ("harr", "babcock", "chinese", "bmja", "dmjl"):
            hand = _answer(_deal(text, _hands(tiles=tiles, score=200), rules))["S"]
            assert (hand["score"], hand["special"]) == (200, "Ours"), (rules, tiles)


def _by_tiles_and_sets(deal, name):
    """The answers to a deal of tiles and to the same deal with their sets; both without this name."""
    sets = by_sets(read_standalone(deal)[2].hands["S"])
    answers = [_answer(dict(deal, hands={"S": hand}))["S"] for hand in (deal["hands"]["S"], sets)]
    for answer in answers:
        answer["special"] = answer.get("special", "").replace(name, "")
    return answers


def test_only_a_hand_of_pairs_has_several_pairs():
    deal = _deal("11z", _hands(tiles=_PAIRS, score=20), "babcock")
    deal["hands"]["S"] = {"sets": ["pair dragon", "pair dragon"], "special": ["Ours"]}
    assert _answer(deal)["S"]["points"] == 26
    deal["hands"]["S"]["sets"].append("(pung simple)")
    assert _refusal(deal)[0].startswith("/hands/S/sets/")
    deal["hands"]["S"]["sets"].pop()
    deal["house"] = _hands(tiles="147a 258b 369c 1234z dz", score=20)
    assert _refusal(deal)[0] == "/hands/S/sets/1"


def test_tiles_that_are_sets_too_count_as_what_scores_more():
    house = _hands(tiles="112233a 112233b 55z", score=10)
    assert _special("112233m 112233p 55z", house=house, rules="babcock") is None
    house = _hands(tiles="112233a 112233b 55z", score=200)
    assert _special("112233m 112233p 55z", house=house, rules="babcock") == "Ours"


def test_an_arrangement_as_pungs_is_no_hand_of_chows():
    """Three equal chows are also three pungs: the player takes what scores more (B p.70), with one chow by the BMJA."""
    for score, special, points in ((2, None, 38), (1000, "Ours", 22)):
        house = _hands(tiles="123a 123a 123a chow pair", score=score)
        hand = _answer(_deal("111222333m 456p 77p", house))["S"]
        assert (hand.get("special"), hand["points"]) == (special, points), score


def test_other_hands_count_as_without_the_pattern():
    house = _hands(tiles="147a 258b 369c 1234z dz", score=100)
    for rules in ("harr", "harr-limit", "babcock", "chinese", "bmja", "dmjl"):
        for text in ("(111m) 222m 333m 444m 55m", "123m 456m (777z) 222s 11z", "(1111m) 999m 111p 999p 55z"):
            for by in ("draw", "discard"):
                plain, more = (
                    _special_and_score(_deal(text, house_or_none, rules, by)) for house_or_none in (None, house)
                )
                assert plain == more, (rules, text, by)


def _special_and_score(deal):
    try:
        return _answer(deal)
    except BadInput as error:
        return error.message


def test_a_pair_hand_of_the_book_keeps_its_ordinary_score():
    house = _hands(tiles="147a 258b 369c 1234z dz", score=100)
    twins = _deal("11m 22m 33m 55m 66m 88m 99m", house, "babcock", seven_twins=True)
    assert _answer(twins) == _answer(dict(twins, house=_hands(tiles="147a 258b 369c 1234z dz", score=2)))
    assert _answer(twins)["S"] == _answer(_deal("11m 22m 33m 55m 66m 88m 99m", None, "babcock", seven_twins=True))["S"]


# ---- losers who wait ----


def _loser(text, words=None, house=SEASONS):
    won = {"tiles": "(123p) 222s 333s 777s 99m"}
    hand = {"tiles": text} if words is None else dict({"sets": []}, **words)
    deal = {"rules": "bmja", "house": house, "winner": "S", "win": {"by": "draw", "tile": "9m"}}
    return dict(deal, hands={"S": won, "N": hand})


def test_a_loser_who_waits_scores_two_fifths_or_what_the_house_gives():
    for text, expected in (
        ("1234567m 123456p", (320, "Swallows")),
        ("147m 258p 369s 1234z", (240, "Wild geese")),
        ("11m 11p 22m 22p 33m 33p 5z", (200, "Spring rain")),
        ("111m 111p 111s 567z 1z 1f 5f", (308, "First flower")),
    ):
        hand = _answer(_loser(text))["N"]
        assert (hand["score"], hand["special"]) == expected, (text, hand)
    assert "special" not in _answer(_loser("[5555p] 66p 77p 88p 99p 56z"))["N"]  # waiting = 0
    assert "special" not in _answer(_loser("1234567m 123455p"))["N"]


def test_words_and_letters_mean_what_they_say():
    knit = "11z knit knit knit knit knit knit"
    two = "123a 456a nnb kkb 1234z"
    for tiles, same, text, is_so in (
        (knit, False, "11z 12345m 12345p 6m 6p", True),
        (knit, False, "11z 22z 12345m 12345p", False),  # honours are no numbers
        (knit, False, "11z 22m 12345m 1234p 6p", False),
        (two, False, "123456m 55p 77p 1234z", True),
        (two, False, "123456m 5555p 1234z", False),
        (two, True, "123456m 5555p 1234z", True),
    ):
        assert parse(tiles, same)
        assert is_special(Pattern({"tiles": tiles, "same": same}), Tiles(hand_of(text))) == is_so, (tiles, same, text)
    assert not is_special(Pattern({"tiles": two}), Tiles(hand_of("123456m 5555p 1234z"))), "letters differ"


def test_each_part_of_a_hand_decides():
    of = {"tiles": _CHOWS, "of": "1346789p 22m"}
    tile = {"tiles": "11m 22m 33m 44m pair pair pair", "last": True, "claim": False}
    for hand, text, is_so in (
        # each tile of an exposed chow is one of those for words
        (of, "(678p) 789p 789p 789p 22m", True),
        (of, "(123p) 789p 789p 789p 22m", False),
        (of, "(345p) 789p 789p 789p 22m", False),
        (of, "(567p) 789p 789p 789p 22m", False),
        ({"tiles": "123a 456a 789a 111b 22b"}, "(1111m) 456m 789m 111p 22p", False),  # a kong is no chow
        ({"tiles": "11z triple triple triple triple"}, "11z 123m 123p 123s 5m 5p 5s", True),
        ({"tiles": "11z triple triple triple triple"}, "11z 123m 123p 123s 5m 5p 6s", False),
        ({"tiles": "123456789m 1z pair pair"}, "123456789m 1z 2222p", True),  # four equal tiles are two pairs
        ({"tiles": "pung pung pung pung pair"}, "1111m 2222m 3333m 44m", False),  # but no pung and a tile
        ({"tiles": "22z set set set set"}, "22z 111z 999s 789s 123m", True),
        ({"tiles": "123a pung chow chow pair"}, "(1111m) 234m 777p 456s 99p", False),
        ({"tiles": "111a pung pung pung pair"}, "(123m) 11m 444p 555p 666p", False),  # nor is a chow a pung
        ({"tiles": "111a 1234z pair tile tile tile tile tile"}, "(555p) 111m 1234z 22s 3s 4s", False),
        (tile, "11m 22m 33m 44m 55p 66p 77p", True),
        (tile, "11m 22m 33m 44m 55p 66p 7p", False),
    ):
        assert is_special(Pattern(hand), Tiles(hand_of(text), -1, False)) == is_so, (hand, text)
    for last, is_so in ((0, False), (13, True)):  # the winning tile is one of the pairs
        assert is_special(Pattern(tile), Tiles(hand_of("11m 22m 33m 44m 55p 66p 77p"), last)) == is_so
        assert is_special(Pattern({"tiles": tile["tiles"]}), Tiles(hand_of("11m 22m 33m 44m 55p 66p 77p"), last))
    _known.clear()
    for tiles, found in (("123456789m 1234z dz", True), ("123456789m 1234z 1p", False)):
        rules = load("bmja", None, 4, {"name": "House", "hands": {"Fresh": {"tiles": tiles, "score": 100}}})
        assert is_special(pattern_of("Fresh", rules), Tiles(hand_of("123456789m 1234z 5z"))) == found


def test_a_loser_waits_for_no_fifth_tile_and_for_no_kong():
    for last, more in (("1m", "123456789p 1234z"), ("1p", "123456789m 1234z"), ("5z", "123456789m 1234p")):
        assert _waits(more, tiles=last + " " + more) == [last]
    assert _waits("123456789m 1234z", tiles="1s 123456789m 1234z") == ["1s"]
    assert _waits("123456789m 1234z 1s", tiles="1s 123456789m 1234z") == []
    assert _waits("11z 123m 123p 123s 5m 5p", tiles="11z triple triple triple triple") == ["5s"]
    assert _waits("111m 222m 333m 444m 5m", tiles="pung pung pung pung pair") == ["5m"]
    assert _waits("123456789m 1z 222p", tiles="123456789m 1z pair pair") == ["2p"]
    assert not _waits("111p 22m 33m 44m 55m 66m", tiles="1111p 22a 33a 44a 55a 66a 1z")
    assert _waits("111m 22m 33m 44m 55m 66m", tiles="111a 1a 22a 33a 44a 55a 66a") == ["1m"]
    assert not _waits("(1111m) 22m 33m 44m 55m 66m", tiles="111a 1a 22a 33a 44a 55a 66a")


def _waits(text, **hand):
    """The tiles that would complete a hand."""
    return [tile_name(tile) for tile in waits(Pattern(hand), Tiles(hand_of(text)))]


def test_a_loser_can_name_the_hand():
    hand = _answer(_loser("", {"fishing": "Swallows"}))["N"]
    assert (hand["score"], hand["special"]) == (320, "Swallows")
    for name in ("Spring rain", "Long night"):
        assert _refusal(_loser("", {"sets": ["(pung simple)"], "fishing": name}))[0] == "/hands/N/fishing"
    # the tile that it lacks may be all of a suit
    lacking = [("full", "123456789m 1123m 5z")] + [("honours", f"1{sign} 1112223334445z") for sign in "mps"]
    for suit, tiles in lacking:
        loser = _loser("", {"fishing": "Ours", "suit": suit}, _hands(tiles=tiles, score=100))
        assert _answer(loser)["N"]["special"] == "Ours", tiles
    for tiles in ("1m 1p 111222333444z", "1m 1s 111222333444z"):
        loser = _loser("", {"fishing": "Ours", "suit": "honours"}, _hands(tiles=tiles, score=100))
        assert _refusal(loser)[0] == "/hands/N/fishing"


def test_the_only_place_counts_all_tiles_that_complete_the_hand():
    house = _hands(tiles="147a 258b 369c 1234z dz", score=100)
    for tile, only in (("1m", True), ("1z", True), ("5z", False)):
        deal = _deal("147m 258p 369s 1234z 5z", house, "babcock")
        deal["win"]["tile"] = tile
        assert read_standalone(deal)[2].hands["S"].only_place == only, tile
    # an ordinary hand that another tile would have made a hand of the house
    house = _hands(tiles="112a 777b 888b 999c 55z", score=100)
    for more, only in ((house, False), (None, True)):
        deal = _deal("123m 777p 888p 999s 55z", more, "babcock")
        deal["win"]["tile"] = "3m"
        assert read_standalone(deal)[2].hands["S"].only_place == only


# ---- explanations ----


def test_each_hand_is_explained_with_its_figure_and_the_name_of_the_house():
    rules = load("bmja", None, 4, SEASONS)
    rows = [row for row in rules.special + rules.waiting if row.id in HANDS]
    said = {}
    for row in rows:
        why = explain.of_special_row(row, rules)
        assert why.source == "Four seasons"
        said[row.id, row.who] = because(why.key, why.figures)
    assert len(said) == 14 + 13  # nobody waits for Sunflower
    assert said["Swallows", WINNER] == "A special hand of this table: 800 points."
    assert said["Three kites", WINNER] == "Agreed at this table: a third of the limit."
    assert said["Swallows", LOSER] == "Waits for a special hand of this table: 320 points."
    assert said["Even steps", LOSER] == "Waits for this special hand: a fifth of the limit."
    assert said["Three kites", LOSER] == "Waits for this special hand: two fifths of a third."


def test_the_sheet_has_hands_of_points_without_a_limit():
    rules = load("harr", None, 4, _hands(tiles="147a 258b 369c 1234z dz", score=100))
    lines = [(line.row.id, line.figure) for line in sheet.lines(rules, sheet.HANDS)]
    assert lines == [("Ours", 100)]
    assert {sheet.HANDS, sheet.SETTLED} <= set(sheet.pages(rules))


# ---- hands of sets ----


def _named(special, by="draw", house=SEASONS, rules="bmja", **words):
    hand = dict({"sets": [], "special": [special]}, **words)
    deal = {"rules": rules, "house": house, "winner": "S", "win": {"by": by}, "hands": {"S": hand}}
    return _answer(deal)["S"]


def _named_wrongly(special, **words):
    return refused(lambda: _named(special, **words)).pointer


def test_a_hand_of_sets_names_the_hand():
    for name in HANDS:
        flowers = {"First flower": [1, 5], "Long day": [3], "Winter garden": [4, 8]}.get(name, [])
        hand = _named(name, flowers=flowers)
        assert hand["special"] == name
        assert hand["score"] >= SCORES.get(name, 1000), name


def test_sets_that_contradict_the_hand_are_refused():
    place = "/hands/S/special/0"
    assert _named_wrongly("Swallows", sets=["(pung simple)"]) == place
    assert _named_wrongly("Swallows", suit="full") == place
    assert _named_wrongly("Blossom walk", by="discard") == place
    assert _named_wrongly("Long night", sets=["(pung simple)"] * 2) == place
    assert _named_wrongly("Long night", sets=["(pung simple)"]) == place
    assert _named_wrongly("Long night", sets=["(kong simple)"], by="discard") == place
    assert _named_wrongly("Long night", sets=["(pung simple)"] * 2, by="discard") == place
    assert _named("Long night", sets=["(pung simple)"], by="discard")["special"] == "Long night"
    kong, bamboo, any_set = [
        _hands(tiles=tiles, score=800)
        for tiles in ("kong pung chow chow pair", "111s 222s 333s 444s 55z", "set set set set pair")
    ]
    assert _named_wrongly("Ours", house=kong, sets=["(pung simple)"] * 2) == place
    assert _named_wrongly("Ours", house=kong, sets=["(kong simple)"] * 3) == place
    assert _named("Ours", house=kong, sets=["(kong simple)", "(pung simple)"])["special"] == "Ours"
    for house in (bamboo, _hands(tiles="111m 222m 333m 444m 55z", score=800)):
        assert _named("Ours", house=house, suit="half")["special"] == "Ours"
    assert _named("Ours", house=any_set, sets=["(pung simple)"])["special"] == "Ours"
    assert _named_wrongly("First flower", flowers=[5], sets=["(pung major)"] * 3) == "/hands/S/special"
    # a hand of sets that needs flowers is an ordinary one without them, if so many chows may be
    for number, ordinary in ((2, False), (3, True)):
        words = {"sets": ["(pung simple)"] * number, "flowers": [4]}
        if ordinary:
            assert "special" not in _named("Winter garden", **words)
        else:
            assert _named_wrongly("Winter garden", **words) == "/hands/S/special"
    assert _named_wrongly("Sunrise") == place
    assert _named_wrongly("Long day") == "/hands/S/special"  # it needs a flower
    assert _named("Midsummer", sets=["(pung simple)", "(pung dragon)"])["special"] == "Midsummer"


def test_a_hand_of_honours_has_four_sets_unless_its_pattern_has_not():
    free, sets = [_hands(tiles=tiles, score=100) for tiles in ("111z 222z 33z 44z 55z 66z", "111z 222z 333z 444z 55z")]
    assert _named("Ours", house=free, suit="honours")["special"] == "Ours"
    assert _named_wrongly("Ours", house=sets, suit="honours") == "/hands/S/suit"
    assert _named_wrongly("thirteen_orphans", house=free, suit="honours") == "/hands/S/suit"


# ---- refused patterns ----


_SAME = "n+8n+8a k+8k+8a 123456789b 1z"


def test_a_wrong_pattern_is_refused_with_what_is_wrong():
    for tiles, message in (
        ("", "the tiles of a hand"),
        (12, "the tiles of a hand"),
        ("1" * 201 + "a", "too long"),
        ("123a 456a 789a 11b", "11 tiles, not 14"),
        ("123456789a 11b 22b 33c", "15 tiles, not 14"),
        ("11111a 123456789b", "five of a tile"),
        ("nnna nna 123456789b", "five of a tile"),
        ("1a 1b 1c 1m 1234567899a", "are 4 suits, but there are three"),
        ("11x 22a", "no suit after 11"),
        ("11", "no suit after 11"),
        ("a", "a without a number"),
        ("8z", "no tile: 8z"),
        ("0a", "no tile: 0"),
        ("(111a)", "no tile: ("),
        ("nz", "n is a number"),
        ("wa", "w is a wind or a dragon"),
        ("n+9a", "no number: n+9"),
        ("w+1z", "no number: w+1"),
        ("n+a", "no number: n+a"),
        ("1na", "one group has 1 and n"),
        ("n1a", "one group has n and 1"),
        ("n+12a", "one group has n+1 and 2"),
        ("1f", "flowers are beside the hand"),
        ("n", "no suit after n"),
        ("n+", "no number: n+"),
        ("n+1", "no suit after n+1"),
        ("\x7f1\xe9", "no tile: \xe9"),
        ("\x80", "no tile: \x80"),
        (_SAME, "five of a tile"),  # unless letters may stand for the same
        ("chow chow chow chow knit", "these words do not go together"),
        ("triple triple triple triple pair", "these words do not go together"),
        ("set set set set tile tile", "these words do not go together"),
        ("1z set set set set tile", "these words do not go together"),
        ("1z chow chow chow pair pair", "these words do not go together"),
        ("1z triple triple triple knit knit", "these words do not go together"),
    ):
        refusal = str(refused(parse, tiles))
        assert message in refusal, (tiles, refusal)


_CHOWS = "chow chow chow chow pair"
_CHOICE = "this must be true or false"
_SCORE = 'this must be "limit", "half", "third", or an even number of points'
_FLOWERS = 'this must be how many flowers, from 1 to 8, or which: for example "4f8f"'
_WAITING = "this must be an even number of points; 0 for none"
_SUITS = "this must be how many suits the hand has: 1, 2 or 3. Honours are none."
_OF = 'this must be tiles: for example "19m 19p 19s 1234567z"'
# The keys of a hand, and of which key each of these values is wrong, and why.
WRONG = (
    ({"tiles": ("147a",), "of": ("1m",), "same": (True,), "suits": (2,)}, "tiles", "3 tiles, not 14"),
    ({"score": (3, 0, True, "most", None, [], 1000002)}, "score", _SCORE),
    ({"concealed": (1, None)}, "concealed", _CHOICE),
    ({"claim": ("no",)}, "claim", _CHOICE),
    ({"flowers": (0, 9, True, "4", "9f", "44f", "", "f", "4f8")}, "flowers", _FLOWERS),
    ({"waiting": (5, -2, None, 1000002)}, "waiting", _WAITING),
    ({"points": (100,)}, "points", "unknown key"),
    ({"same": (1, None)}, "same", _CHOICE),
    ({"same": (True,)}, "same", "this is for two letters such as n and k"),
    ({"suits": (0, 4, True, "2", None)}, "suits", _SUITS),
    ({"suits": (1, 2)}, "suits", "the tiles of this hand never have so many suits"),
    ({"tiles": (_CHOWS,), "of": ("19m 123p 1z",), "suits": (3,)}, "suits", "the tiles of this hand never have so many"),
    ({"tiles": (_CHOWS,), "of": ("123p 1z",), "suits": (2,)}, "suits", "the tiles of this hand never have so many"),
    ({"tiles": ("11223344556677p",), "suits": (2,)}, "suits", "the tiles of this hand never have so many suits"),
    ({"tiles": (_SAME,), "same": (True,), "suits": (1,)}, "suits", "the tiles of this hand"),
    ({"of": (3, None, "", "na", "1a", "nm", "1m pair", "1m" * 100 + " ")}, "of", _OF),
    ({"of": ("12",)}, "of", "no suit after 12"),
    ({"of": ("1m",)}, "of", "this is for words such as pung or pair"),
)
RIGHT = (
    {"score": (2, 1000000, "third"), "same": (False,), "suits": (3,), "concealed": (False,), "claim": (True,)},
    {"flowers": (1, 8, "8f", "1f 8f "), "waiting": (0, 1000000)},
    {"tiles": (_CHOWS,), "of": ("1m" * 100, "19m 123p 1z"), "suits": (2, 1)},
    {"tiles": ("nna kka 123456789b 1z",), "same": (False, True)},
    {"tiles": (_SAME,), "same": (True,)},
)


def _each(values):
    """The keys of a right hand with each of these values, and all with the last ones."""
    last = dict(_GEESE, **{key: values[key][-1] for key in values})
    return [dict(last, **{key: value}) for key in values for value in values[key]]


_GEESE = {"tiles": "147a 258b 369c 1234z dz", "score": 100}


def test_four_sets_and_a_pair_and_seven_pairs_are_known_by_their_pattern():
    for tiles, regular, of_pairs in (
        ("123a 456a 789a 111b 22b" + " " * 177, True, False),
        ("123a 456a 789a 111b 12b", False, False),
        ("chow pung kong set pair", True, False),
        ("123456789111a pair", False, False),
        ("123m 123p 147s 111z pair", False, False),
        ("123m 123p 15s 111z set", False, False),
        ("111m 111p 22345s pair tile", False, False),
        ("112233a 112233b 55z", False, True),
        ("11a pair pair pair pair pair pair", False, True),
        ("11a 22a 33a 44a chow chow", False, False),
        ("pair pair pair pair pair pair tile tile", False, False),
        ("triple triple triple triple knit", False, False),
        ("knit knit knit knit knit knit knit", False, False),
    ):
        (way,) = parse(tiles)
        assert (way.is_regular(), way.is_of_pairs()) == (regular, of_pairs), tiles


def test_a_wrong_hand_is_refused_with_its_pointer_and_the_reason():
    for values, key, message in WRONG:
        for hand in _each(values):
            refused = _refused(_hands(**hand), "bmja")
            assert refused[0] == "/hands/Ours/" + key, hand
            assert refused[1].startswith(message), (hand, refused)
    for values in RIGHT:
        for hand in _each(values):
            assert load("bmja", None, 4, _hands(**hand)).special[-1].id == "Ours", hand
    assert wrong("suits", {"tiles": _CHOWS, "of": 3, "suits": 3}) is None  # the problem is `of`
    assert _refused(_hands(**dict(_GEESE, waiting=20)), "dmjl")[0] == "/hands/Ours/waiting"
    for name in ("a", "z", "", " Ours", "Ours of fourteen"):
        assert _refused({"name": "House", "hands": {name: _GEESE}})[0] == "/hands/" + name
    for hands in ([], "x", 3, {"Ours": 3}, {"Ours": {"score": 100}}, {"Ours": {"tiles": "147a 258b 369c 1234z dz"}}):
        assert _refused({"name": "House", "hands": hands})[0].startswith("/hands")
    many = {"Ours " + str(i): _GEESE for i in range(32)}
    assert len(load("babcock", None, 4, {"name": "House", "hands": many}).table["patterns"]) == 32
    many["Theirs"] = _GEESE
    assert _refused({"name": "House", "hands": many}) == ("/hands", "at most 32 hands fit. Leave some out.")


def test_the_hands_of_a_house_may_together_be_read_in_a_million_ways():
    worded = {"tiles": "n+4m k+4m j+4m wz vz set set set", "score": 100}  # 2000 readings, each counts as 100
    hands = {"Ours " + str(i): worded for i in range(5)}
    rules = load("babcock", None, 4, {"name": "House", "hands": hands})
    assert (len(rules.special), rules.waiting, rules.table["hands_named"]) == (8, [], True)
    hands["Ours 9"] = {"tiles": "123456789m 1234z 1p", "score": 100}
    pointer, message = _refused({"name": "House", "hands": hands}, "babcock")
    assert (pointer, message[-50:]) == ("/hands/Ours 9/tiles", "of all hands can mean too much. Use fewer letters.")
