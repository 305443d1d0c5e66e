"""Hands: their text in the interchange format, their tiles, what a hand says of its sets, and a hand with only a
score."""

import random

from help.checks import refused
from help.stores import MemoryStore
from mingg.core.deal import hand as of
from mingg.core.deal.deal import OPENINGS, WAYS, Deal, Win
from mingg.core.deal.hand import Hand
from mingg.core.hand import hand as tiles
from mingg.core.hand.hand import (
    ADDED,
    CHOW,
    CLAIMED,
    CONCEALED,
    EXPOSED,
    KINDS,
    KONG,
    PUNG,
    counts_text,
    name,
    parse,
    tile_of,
)
from mingg.core.interchange import keys
from mingg.core.interchange.keys import write_hand, write_set
from mingg.core.rules import RULE_SETS, load
from mingg.core.rules.rows import ON_A_BOARD
from mingg.core.score.facts import FACTS, Seated
from mingg.core.score.named import NAMES, OF_BOOKS
from mingg.core.score.rare_facts import RARE
from mingg.core.score.score import count
from mingg.core.score.seldom_facts import NAMED, SELDOM
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save


def _refused(text):
    """Returns the problem in the message of a refusal. Checks that a next step follows it."""
    message = str(refused(parse, text))
    problem, _, next_step = message.partition(". ")
    assert next_step[-1:] == ".", (text, message)
    return problem


def _melds(text):
    return [(meld.kind, name(meld.tile), meld.lie) for meld in parse(text).melds]


def test_sets_on_the_table_and_how_they_came_there():
    assert _melds("(222p)") == [(PUNG, "2p", EXPOSED)]
    assert _melds("(345m)") == [(CHOW, "3m", EXPOSED)]
    assert _melds("(2222p)") == [(KONG, "2p", CLAIMED)]
    assert _melds("(222+2p)") == [(KONG, "2p", ADDED)]
    assert _melds("[1111z]") == [(KONG, "1z", CONCEALED)]
    assert _melds("(666z)[9999s](678s)") == [(PUNG, "6z", EXPOSED), (KONG, "9s", CONCEALED), (CHOW, "6s", EXPOSED)]


def test_the_order_within_a_set_and_the_long_spelling_are_no_matter():
    assert _melds("(534m)") == _melds("(3m4m5m)") == _melds("(3m 45m)") == _melds("(345m)")
    assert _melds("(2p2p2p+2p)") == _melds("(222p+2p)") == _melds("(222+2p)")
    assert parse("123m").counts == parse("1m2m3m").counts == parse(" 3m\t1m\n2m ").counts


def test_concealed_tiles_are_counts_and_blanks_mean_nothing():
    hand = parse("2345m 99p 7s")
    assert [(name(tile), hand.counts[tile]) for tile in range(KINDS) if hand.counts[tile]] == [
        ("2m", 1),
        ("3m", 1),
        ("4m", 1),
        ("5m", 1),
        ("9p", 2),
        ("7s", 1),
    ]
    assert parse("7s9p2m3m9p4m5m").counts == hand.counts
    assert hand.melds == []
    assert hand.flowers == []


def test_flowers_are_numbers():
    hand = parse("1f 58f 11z")
    assert hand.flowers == [1, 5, 8]
    assert hand.size() == 2


def test_unicode_tiles_are_read_with_and_without_selectors():
    winds_and_dragons = "".join(chr(0x1F000 + i) for i in range(7))
    assert parse(winds_and_dragons).text() == "1234567z"
    assert parse(chr(0x1F004) + "\ufe0f").text() == "7z"
    assert parse(chr(0x1F006) + "\ufe0e").text() == "5z"
    suits = "".join(chr(0x1F000 + i) for i in range(7, 34))
    assert parse(suits).text() == "123456789m 123456789p 123456789s"
    assert parse(chr(0x1F010)).text() == "1s"
    assert parse(chr(0x1F019)).text() == "1p"
    flowers = "".join(chr(0x1F000 + i) for i in range(34, 42))
    assert parse(flowers).flowers == [1, 2, 3, 4, 5, 6, 7, 8]
    dot = chr(0x1F019)
    assert _melds("(" + dot * 3 + "+" + dot + ")") == [(KONG, "1p", ADDED)]
    assert _refused(chr(0x1F02A)) == "no tile: " + chr(0x1F02A)
    assert _refused("１m") == "no tile: １", "a full width digit"


def test_sizes_take_a_kong_as_three():
    assert parse("(222p) [1111z] (345m) 55s 77z").size() == 13
    assert parse("(222p) [1111z] (3333m) 55s 777z").size() == 14
    assert parse("").size() == 0


def test_held_counts_all_tiles_of_a_hand():
    held = parse("(345m) [1111z] (222+2p) 34m 55z").held()
    assert [(name(tile), held[tile]) for tile in range(KINDS) if held[tile]] == [
        ("3m", 2),
        ("4m", 2),
        ("5m", 1),
        ("2p", 4),
        ("1z", 4),
        ("5z", 2),
    ]


def test_removing_a_tile_does_not_change_the_original_hand():
    hand = parse("(345m) 22p 1f")
    less = hand.without(tile_of("2p"))
    assert less.text() == "(345m) 2p 1f"
    assert hand.text() == "(345m) 22p 1f"


def test_a_text_is_written_as_it_is_read():
    for text in ("(222p) (345m) [1111z] (6666s) (777+7s) 1234m 11p 55z 1f 8f", "19m 19p 19s 1234567z", "", "1f"):
        assert parse(text).text() == text
        assert parse(parse(text).text()).text() == text


def test_blanks_are_those_of_lines_and_two_hundred_and_fifty_signs_are_read():
    assert parse("1m\r\n2m\t3m").text() == "123m"
    assert parse(" " * 250).text() == ""
    assert _refused(" " * 251) == "too long for one hand"


def test_counts_are_written_suit_by_suit():
    assert counts_text(parse("7z 9s 1m 9s 1z").counts) == ["1m", "99s", "17z"]


def test_five_of_a_kind_are_refused_in_any_sets():
    assert _refused("22222p") == "five 2p, but only four exist"
    assert _refused("(2222p) 2p") == "five 2p, but only four exist"
    assert _refused("[1111z] (123z") == "( without )"
    assert _refused("(345m) (345m) (345m) (345m) 4m") == "five 4m, but only four exist"
    assert _refused("1m " * 60) == "five 1m, but only four exist"
    assert _refused("1m" * 200) == "too long for one hand"
    assert _refused("1f 2f 1f") == "two 1f"


def test_unknown_tiles_are_refused():
    assert _refused("0m") == "no tile: 0m"
    assert _refused("120m") == "no tile: 0m"
    assert _refused("18z") == "no tile: 8z"
    assert _refused("9f") == "no flower: 9f"
    assert _refused("120m1p") == "no tile: 0m"
    assert _refused("x") == "no tile: x"
    assert _refused(":m") == "no tile: :", "the sign behind the nine"
    assert _refused("12") == "digits without a suit: 12"
    assert _refused("12 m") == "digits without a suit: 12"
    assert _refused("5M") == "digits without a suit: 5M"
    assert _refused("m") == "m without digits"
    assert _refused("1mp") == "p without digits"


def test_invalid_sets_are_refused():
    assert _refused("(23m)") == "no chow, pung or kong: (23m)"
    assert _refused("(23m) 1p") == "no chow, pung or kong: (23m)"
    assert _refused("(22222p)") == "no chow, pung or kong: (22222p)"
    assert _refused("[2345m]") == "no concealed kong: [2345m]"
    assert _refused("[2223m]") == "no concealed kong: [2223m]"
    assert _refused("()") == "no chow, pung or kong: ()"
    assert _refused("(135m)") == "no chow, pung or kong: (135m)"
    assert _refused("(2345m)") == "no chow, pung or kong: (2345m)"
    assert _refused("(89m1p)") == "no chow, pung or kong: (89m1p)"
    assert _refused("(222p3p)") == "no chow, pung or kong: (222p3p)"
    assert _refused("(123z)") == "a chow of honours: (123z)"
    assert _refused("[222p]") == "no concealed kong: [222p]"
    assert _refused("[345m]") == "no concealed kong: [345m]"
    assert _refused("(22+22p)") == "no kong of three and one more: (22+22p)"
    assert _refused("(+2222p)") == "no kong of three and one more: (+2222p)"
    assert _refused("(222+3p)") == "no kong of three and one more: (222+3p)"
    assert _refused("(222p+)") == "no kong of three and one more: (222p+)"
    assert _refused("(34+5m)") == "no kong of three and one more: (34+5m)"
    assert _refused("[222+2p]") == "no kong of three and one more: [222+2p]"
    assert _refused("(1f)") == "a flower in a set: 1f"


def test_brackets_and_signs_that_do_not_belong():
    assert _refused("(222p") == "( without )"
    assert _refused("222p)") == ") without ("
    assert _refused("1m]") == "] without ["
    assert _refused("(222p]") == "] without ["
    assert _refused("((222p)") == "( inside a set"
    assert _refused("([2222p])") == "[ inside a set"
    for text in ("+2p", "22+2p", "(+222+2p)", "(2+2+2p)", "(222p++2p)"):
        assert _refused(text) == "+ belongs before the fourth tile of a kong", text


def test_every_tile_has_a_name_of_its_own_that_is_read_back():
    names = [tiles.name(tile) for tile in range(tiles.KINDS)]
    assert names[0] == "1m"
    assert names[9] == "1p"
    assert names[26] == "9s"
    assert names[27:] == ["1z", "2z", "3z", "4z", "5z", "6z", "7z"]
    assert [tiles.tile_of(name) for name in names] == list(range(tiles.KINDS))


def test_an_unknown_tile_is_refused_and_named():
    for text in ("", "m", "5", "0m", "8z", "9z", "1f", "5x", "5mm", "55m", "m5", "5M", " 5m", "²m"):
        assert str(refused(tiles.tile_of, text)) == "no tile: " + text + ". Use 1m-9m, 1p-9p, 1s-9s or 1z-7z."


def test_classes_of_tiles():
    majors = [tiles.name(tile) for tile in range(tiles.KINDS) if tiles.is_major(tile)]
    assert majors == ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"]
    for tile in range(tiles.KINDS):
        assert tiles.is_major(tile) == (tile >= tiles.HONOURS or tiles.name(tile)[0] in "19")
        assert tiles.name(tile) == "123456789"[tile % 9] + "mpsz"[tile // 9]


def test_winds_are_tiles():
    assert [tiles.name(tiles.wind(seat)) for seat in "ESWN"] == ["1z", "2z", "3z", "4z"]


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
    items = [(item.id, item.place) for item in count(hand, "E", None, load("babcock")).items]
    assert items == [("pung", 3), ("pung", 2), ("kong", 1), ("kong", 0), ("pair", 4)]


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


def test_a_hand_reads_the_same_group_by_group_and_sign_by_sign():
    for text in ("(222p) [1111z] (345m) 678s 55z", "(222+2p) 123m 456p 789s 1z", "(9999s) 19m 19p 1234567z", "5m 11z"):
        first, again, joined = [parse(each) for each in (text, text, text.replace(" ", ""))]
        assert first.text() == again.text() == joined.text() == text


def _random_hand():
    """Returns a hand of sets, possible or not, with what is said of a winner."""
    classes, ways = (1, 2, 4, 8, 16, 32, 64), (128, 256, 512, 1024, 2048)
    hand = Hand([random.choice(classes) | random.choice(ways) for _ in range(random.randrange(5))])
    hand.sets += [random.choice(classes[2:]) | of.PAIR for _ in range(random.randrange(2))]
    hand.suit = random.choice(of.SUITS)
    hand.flowers = random.choice(([], [1, 5], [1, 2, 3, 4]))
    hand.special = random.choice(([], [random.choice(NAMED + NAMES + OF_BOOKS)]))
    hand.last_set = random.choice(of.LAST_SETS)
    hand.fourth = random.choice((False, True))
    return hand


def _random_win():
    win = Win(random.choice(WAYS))
    for row in keys.WIN:
        if row.kind == keys.FLAG:
            setattr(win, row.name, random.choice((False, True)))
    win.opening = random.choice((None, None) + OPENINGS)
    win.tile = random.choice(("5p", "1p", "2s"))
    win.twofold = win.twofold and win.by == "loose"
    return win


def test_a_fact_is_asked_of_each_hand_of_which_it_holds():
    """The number of a fact lets no hand out. Of some it is a part of the fact."""
    parts = (
        "only_place_shown",
        "original_unlimited",
        "nothing_but_drawn",
        "plum",
        "moon",
        "pole",
        "four_winds_with_own",
    )
    parts += ("winds_and_dragons", "all_honours_unlimited", "concealed_full_suit")
    random.seed(1923)
    all_rules = [load(rule_set) for rule_set in RULE_SETS]
    facts = [(key, each[key]) for each in (FACTS, SELDOM, RARE) for key in each if key not in parts]
    facts = [(key, fact) for key, fact in facts if not isinstance(fact, int)]
    held = set()
    for _ in range(600 if ON_A_BOARD else 6000):
        seated = Seated(_random_hand(), "E", _random_win(), random.choice(all_rules), 9)
        seated.points = seated.rules.mahjong
        if seated.win.opening == "original":
            continue  # it has no last tile
        for key, (asks, fact) in facts:
            if fact(seated):
                held.add(key)
                assert asks & seated.has, (key, seated.hand.__dict__, seated.win.__dict__)
    never = sorted({key for key, _ in facts} - held)
    assert ON_A_BOARD or not never, "of no random hand and win: " + " ".join(never)
