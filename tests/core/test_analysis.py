"""The best card of a tile hand, as the books describe it. Each test names the place."""

from mingg.core.deal.deal import Win
from mingg.core.hand import analysis
from mingg.core.hand.arrange import Concealed
from mingg.core.hand.hand import parse, set_text
from mingg.core.hand.tiles import name
from mingg.core.rules import load
from mingg.core.score.score import count


def _won(text, tile, by="discard", seat="S", round_wind="E", rules="babcock", opening=None, players=4, **options):
    """(card, count, arrangement) of a winning hand."""
    in_force = load(rules, options, players)
    win = Win(by, None, False, False, opening, tile)
    return analysis.winning(parse(text), win, seat, round_wind, in_force, in_force.own_winds(seat))


def _card(*hand, **keys):
    return _won(*hand, **keys)[0]


def _points(*hand, **keys):
    return _won(*hand, **keys)[1].points


def _arranged(*hand, **keys):
    return _won(*hand, **keys)[2]


def _lost(text, seat="S", round_wind="E", rules="babcock", **options):
    in_force = load(rules, options)
    return analysis.losing(parse(text), seat, round_wind, in_force, in_force.own_winds(seat))


def _places(text, *hands):
    rules = load("babcock", dict.fromkeys(hands, True))
    return " ".join([name(tile) for tile in analysis.places(parse(text), rules)])


def _refused(kind, *hand, **keys):
    try:
        _won(*hand, **keys)
    except kind as error:
        return str(error)
    raise AssertionError(hand)


# ---- the winning tile ----


def test_the_set_that_a_claimed_tile_completes_is_exposed():
    """Babcock p.22."""
    hand = "(345m) (789m) 456s 222p 99s"
    assert _card(hand, "2p").pungs == [1, 0, 0, 0]
    assert _card(hand, "2p", by="draw").pungs == [0, 1, 0, 0]
    assert _card(hand, "2p", by="loose").pungs == [0, 1, 0, 0]
    assert _card(hand, "9s").pungs == [0, 1, 0, 0], "the pair was completed, the pung stays concealed"
    assert _arranged(hand, "2p") == "(345m) (789m) (222p) 456s 99s"
    assert _arranged(hand, "2p", by="draw") == "(345m) (789m) 222p 456s 99s"
    assert _arranged(hand, "5s") == "(345m) (789m) (456s) 222p 99s"
    assert _arranged(hand, "9s") == "(345m) (789m) 222p 456s 99s"


def test_the_player_takes_the_set_that_scores_most():
    """Babcock p.70: the player puts the tile where it scores most; the fourth of a kind goes into the chow."""
    assert _card("111m 123m 456p 789s 55z", "1m").pungs == [0, 0, 0, 1]
    assert _arranged("111m 123m 456p 789s 55z", "1m") == "(123m) 111m 456p 789s 55z"
    # Three equal chows are also three pungs.
    assert _card("222333444p 678s 11z", "8s").pungs == [0, 3, 0, 0]
    assert _arranged("222333444p 678s 11z", "8s") == "(678s) 222p 333p 444p 11z"
    # With one of them exposed the pungs count 2 + 4 + 4, and the chows 10 for "no other score": a tie. The hand
    # that was tried later wins only if it scores more.
    assert _won("222333444p 678s 33z", "4p")[1].score == 30


def test_a_concealed_hand_has_one_arrangement_only_where_no_other_scores_more():
    """Babcock p.45, Fig. 20 and p.49: the fours of dots are in chows and in the pair."""
    card, counted, arrangement = _won("(345p) 234p 44p 666p 678p", "8p")
    assert card.pungs == [0, 1, 0, 0]
    assert counted.score == 192
    assert arrangement == "(345p) (678p) 234p 666p 44p"


def test_the_chinese_game_counts_by_the_set_that_is_filled():
    """Babcock p.71, Fig. 36: claimed, the seven goes to the five and six; drawn, to the eight and nine."""
    hand = "(345p) (678s) 567m 789m 22p"
    claimed = _card(hand, "7m", rules="chinese")
    assert claimed.last_set == "chow-open"
    assert _arranged(hand, "7m", rules="chinese") == "(345p) (678s) (567m) 789m 22p"
    drawn = _card(hand, "7m", by="draw", rules="chinese")
    assert drawn.last_set == "chow-end"
    assert not claimed.only_place
    assert not drawn.only_place


def test_a_pair_filled_in_the_chinese_game():
    """Babcock p.70, Fig. 21: drawn, the two of bamboo makes the pair; claimed, the chow, for "no other score"."""
    hand = "(567m) (789s) 234p 22234s"
    assert _card(hand, "2s", by="draw", rules="chinese").last_set == "pair-simple"
    assert _card(hand, "2s", rules="chinese").last_set == "chow-open"


def test_the_last_set_by_its_shape():
    """Harr p.65-66, items 1-7; Babcock p.69."""
    for text, tile, word in (
        ("(111p) (333z) (678s) 789m 55m", "7m", "chow-end"),
        ("(111p) (333z) (678s) 123m 55m", "3m", "chow-end"),
        ("(111p) (333z) (678s) 123m 55m", "1m", "chow-open"),
        ("(111p) (333z) (678s) 789m 55m", "9m", "chow-open"),
        ("(111p) (333z) (678s) 345m 55m", "4m", "chow-middle"),
        ("(111p) (333z) (678s) 678m 55m", "5m", "pair-simple"),
        ("(111p) (333z) (678s) 345m 99m", "9m", "pair-major"),
        ("(111p) (333z) (678s) 345m 11z", "1z", "pair-major"),
        ("(111p) (333z) (678s) 345m 22z", "2z", "pair-seat"),
        ("(111p) (333z) (678s) 444m 22z", "4m", None),
    ):
        for rules in ("harr-limit", "chinese"):
            assert _card(text, tile, by="draw", seat="S", round_wind="S", rules=rules).last_set == word, (text, rules)
    assert _card("(111p) (333z) (678s) 345m 22z", "2z", rules="chinese").last_set == "pair-major"
    assert _card("(111p) (333z) (678s) 345m 22z", "2z").last_set is None, "where shape does not count"


def test_a_pair_that_was_filled_is_no_pair_beside_in_harrs_limit_game():
    """Harr p.65 and Example 8."""
    hand = "(444p) (999p) 555z 678p 22z"
    filled = _card(hand, "2z", by="draw", round_wind="S", rules="harr-limit")
    assert filled.last_set == "pair-seat"
    assert filled.pairs == []
    other = _card(hand, "7p", by="draw", round_wind="S", rules="harr-limit")
    assert other.last_set == "chow-middle"
    assert other.pairs == ["both"]
    assert _card(hand, "2z", by="draw", round_wind="S", rules="chinese").pairs == ["both"]


def test_the_fourth_of_an_exposed_pung_in_a_chow():
    """Harr p.62, bonus 6."""
    assert _card("(444p) (999p) 555z 456p 22z", "4p", rules="harr-limit").fourth
    assert not _card("(444p) (999p) 555z 456p 22z", "5p", rules="harr-limit").fourth
    assert not _card("444p (999p) 555z 456p 22z", "4p", rules="harr-limit").fourth, "the pung is concealed"
    assert not _card("(444p) (999p) 555z 456p 22z", "4p").fourth, "unknown to Babcock"
    assert not _card("(456p) (999p) 555z 456p 22z", "4p", rules="harr-limit").fourth, "the fourth of no pung"


def test_an_original_hand_was_not_waiting_and_has_no_last_set():
    """Harr, Example 16; Babcock p.52, Fig. 26."""
    edge = "444m 777z 123p 678s 99s"
    assert _card(edge, "3p", by="draw", seat="E", rules="harr").only_place
    assert not _card(edge, "3p", by="draw", seat="E", rules="harr", opening="original").only_place
    card = _card("111z 555z 666z 777z 22z", "2z", by="draw", seat="E", rules="chinese", opening="original")
    assert card.last_set is None
    assert card.pungs == [0, 0, 0, 4]
    twins = "1155m 2288p 33s 5577z"
    for opening, last_set in ((None, "pair-major"), ("original", None)):
        card = _card(twins, "7z", by="draw", seat="E", rules="chinese", opening=opening, seven_twins=True)
        assert card.last_set == last_set


def test_a_tile_mixed_in_loses_what_depends_on_it():
    """Babcock p.33; the set is still concealed."""
    rules = load("babcock")
    win = Win("draw", None, False, True, None, "2m")
    card, counted, _ = analysis.winning(parse("(111p) (333z) (456s) 777m 22m"), win, "S", "E", rules, "S")
    assert card.only_place, "it was, which the count leaves out"
    assert [item.id for item in counted.items] == ["mahjong", "drawn", "pung", "pung", "pung"]
    assert card.pungs == [0, 1, 2, 0]


# ---- the only place to win ----


def test_places_over_every_arrangement():
    """Babcock p.46 Fig. 21, p.47 Fig. 22, p.50 Fig. 25, p.56 Fig. 29, p.72 Fig. 37."""
    assert _places("(789s) 67m 234p 22234s") == "5m 8m"
    assert _places("(567m) 89s 234p 22234s") == "7s"
    assert _places("(789s) 57m 234p 22234s") == "6m"
    assert _places("(567m) (789s) 34p 22234s") == "2p 5p"
    assert _places("(567m) (789s) 24p 22234s") == "3p"
    assert _places("(567m) (789s) 234p 2234s") == "2s 5s"
    assert _places("(9999p) [1111m] 2345678m") == "2m 5m 8m"
    assert _places("(555p) (123m) 4445678s") == "3s 5s 6s 8s 9s"
    assert _places("1112345678999m") == "1m 2m 3m 4m 5m 6m 7m 8m 9m"
    assert _places("(345p) (678s) (567p) 1234m") == "1m 4m"


def test_thirteen_tiles_with_one_over_in_every_suit_wait_for_nothing():
    assert _places("1m 1112p 1112s 1112z") == ""


def test_a_fifth_of_a_kind_completes_nothing():
    assert Concealed(parse("1111m 222p 333p 444p").counts).waits() == []


def test_places_of_pairs_and_single_tiles():
    assert _places("(123m) (456m) (789p) (111z) 5z") == "5z"
    assert _places("(123m) (456m) (789p) 11z 55z") == "1z 5z"
    assert _places("(123m) (456m) (789p) 11z 55s") == "5s 1z"
    assert _places("(123m) (456m) (789p) 11z 5s") == "", "not ready"
    assert _places("147m 258p 369s 1234z") == ""


def test_example_9_of_harr_waits_for_two():
    assert _places("(123m) (234m) (789m) 45m 11m") == "3m 6m"
    assert not _card("(123m) (234m) (789m) 345m 11m", "3m", rules="harr").only_place


def test_a_kind_of_which_the_hand_holds_four_is_no_place():
    """There is no fifth tile of a kind. Tiles on the table or in other hands do not matter (Babcock p.46)."""
    assert _places("[5555m] (111p) (222p) 34m 99s") == "2m"
    assert _card("[5555m] (111p) (222p) 234m 99s", "2m").only_place
    assert _places("(567m) 555m (222p) 34m 99s") == "2m 9s", "and no 5m"
    assert _places("(123m) (456m) (789m) 1111s") == "", "the fifth alone would do"


def test_the_only_place_is_entered_only_if_it_counts():
    """Babcock p.41, Fig. 16; in the Chinese game the shape counts instead (p.69)."""
    hand = "(444p) (567m) 999s 123m 44z"
    assert _card(hand, "4z").only_place
    assert _card(hand, "4z", rules="harr").only_place
    assert _card(hand, "4z", rules="chinese").last_set == "pair-major"
    assert not _card(hand, "4z", rules="chinese").only_place
    # The hand waits for two tiles: one makes the pung, the other the pair.
    assert not _card("(444p) (567m) 123m 999s 44z", "9s").only_place


def test_shapes_in_force_are_places_too():
    """Babcock p.60-61."""
    orphans, twins = "thirteen_orphans", "seven_twins"
    assert _places("19m 19p 19s 1234567z", orphans) == "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"
    assert _places("19m 19p 19s 1234567z") == ""
    assert _places("119m 1p 19s 1234567z", orphans) == "9p"
    assert _places("114488m 55p 33s 44z 1p", twins) == "1p"
    assert _places("114488m 55p 33s 44z 1p", orphans) == ""
    assert _places("112233m 445566p 7s", twins) == "7s"
    assert _places("112233m 44556p 77s") == "3p 6p"
    assert _places("112233m 44556p 77s", twins) == "3p 6p"
    assert _places("1111m 2222m 3333m 7p", twins) == "7p"
    assert _card("119m 19p 19s 1234567z", "9p", thirteen_orphans=True).only_place
    assert not _card("19m 19p 19s 12345677z", "7z", thirteen_orphans=True).only_place


def test_a_chow_whose_other_end_the_hand_holds_whole_has_one_place():
    assert _card("123m 234m 33m 456m 777p", "6m", by="draw").only_place
    assert _card("789m 678m 77m 456m 777p", "4m", by="draw").only_place
    assert not _card("123m 234m 33p 456m 777p", "6m", by="draw").only_place


def test_the_only_place_holds_for_all_arrangements():
    """Random hands of few kinds of tiles, with every tile as the winning tile."""
    state = 1923

    def chance(values):
        nonlocal state
        state = (state * 1103515245 + 12345) % 2147483648
        return values[(state >> 16) % len(values)]

    rules = load("babcock", {"seven_twins": True})
    only = 0
    for _ in range(60):
        counts = [0] * 27
        for _ in range(4):
            low = chance([0, 1, 2, 5, 6, 9, 10, 11, 15])
            for tile in chance([[low] * 3, [low, low + 1, low + 2], [low, low + 1, low + 2]]):
                counts[tile] += 1
        counts[chance([tile for tile in range(18) if counts[tile] < 3])] += 2
        if max(counts) > 4:
            continue
        hand = parse(" ".join([set_text(tile, counts[tile]) for tile in range(27) if counts[tile]]))
        for tile in range(27):
            if counts[tile]:
                win = Win("draw", None, False, False, None, name(tile))
                card, _, _ = analysis.winning(hand, win, "S", "E", rules, "S")
                expected = len(analysis.places(hand.without(tile), rules)) == 1
                assert card.only_place == expected, (hand.text(), name(tile))
                only += expected
    assert only > 60


# ---- losing hands ----


def test_losers_regroup_what_is_concealed():
    """Babcock p.24; p.49, Fig. 24."""
    assert _lost("345m 567m 456m 1p 4p 7s 2z").pungs == [0, 1, 0, 0]
    assert _lost("(345m) (567m) (456m) 1p 4p 7s 2z").pungs == [0, 0, 0, 0]
    card = _lost("(345p) 234p 44p 666p 67p")
    assert card.pungs == [0, 2, 0, 0]
    assert card.suit == "full"


def test_four_alike_that_were_never_declared_are_a_pung():
    """Babcock p.18-19, p.50."""
    card = _lost("6666p 1111z 2345s 9m")
    assert card.pungs == [0, 1, 0, 1]
    assert card.kongs == [0, 0, 0, 0]
    assert _lost("5555z 1m 4m 7m 2p 5p 8p 3s 6s 9s").pairs == []
    assert _card("1111m 23m 456p 789s 55z", "5z").pungs == [0, 0, 0, 1], "the winner's too: a pung and a chow"


def test_every_pair_that_scores_counts():
    """Rules, section 1; Babcock p.34, Harr p.66."""
    assert _lost("55z 66z 22z 11z 33z 4m 7m 1p").pairs == ["round", "seat", "dragon", "dragon"]
    assert _lost("55z 66z 22z 11z 33z 4m 7m 1p", seat="E").pairs == ["both", "dragon", "dragon"]
    assert _lost("11m 55p 99s 33z 44z 147m").pairs == []


def test_the_suit_of_a_losing_hand_is_that_of_all_its_tiles():
    """Babcock p.35, p.91: single tiles matter, flowers never do."""
    assert _lost("(222m) 333m 1357m 11z 3f").suit == "half"
    assert _lost("(222m) 333m 1357999m 3f").suit == "full"
    assert _lost("(222m) 333m 1357m 11z 1p").suit == "mixed"
    assert _lost("(111z) [2222z] 333z 4567z").suit == "honours"
    assert _lost("(123m) 5z").suit == "half"
    assert _lost("").suit == "mixed"


# ---- cards ----


def test_sets_by_class():
    """Babcock p.17-18, p.34."""
    card = _lost("(222p) (3333p) (444+4p) [5555p] 666p")
    assert card.pungs == [1, 1, 0, 0]
    assert card.kongs == [2, 1, 0, 0]
    assert card.claimed == 1
    card = _lost("(999p) (1111z) (555+5z) [1111s] 777z")
    assert card.pungs == [0, 0, 1, 1]
    assert card.kongs == [0, 0, 2, 1]
    assert card.claimed == 1
    assert card.dragons == 2


def test_winds():
    assert _winds("(111z) 222z", "S", "E") == (1, 1)
    assert _winds("(111z) [2222z]", "E", "E") == (1, 1)
    assert _winds("(333z) 444z", "S", "E") == (0, 0)
    assert _winds("22z", "S", "E") == (0, 0)


def _winds(text, seat, round_wind):
    card = _lost(text, seat, round_wind)
    return card.seat_wind, card.round_wind


def test_two_players_have_two_winds_each_for_sets_but_not_for_pairs():
    """Babcock p.84."""
    card = _card("(111z) (222z) 345m 678p 99s", "5m", seat="E", players=2)
    assert (card.seat_wind, card.round_wind) == (2, 1)
    assert _card("(111z) (777z) 345m 678p 22z", "5m", seat="E", players=2).pairs == []


def test_a_valid_win_takes_precedence_over_a_higher_score():
    """Babcock p.84: two players need two doublings. Of these two arrangements only the one with chows has them."""
    rules = load("babcock", {"limit": 50, "double_no_score": True}, 2)
    hand = parse("222333444m 678m 44z")
    win = Win("discard", None, False, False, None, "8m")
    card, counted, _ = analysis.winning(hand, win, "E", "E", rules, "ES")
    assert (card.pungs, counted.score, counted.points, counted.doublings) == ([0, 0, 0, 0], 50, 20, 2)


def test_faces_name_the_sets_and_the_pairs():
    card = _card("(666m) (2222z) [7777z] 222m 55z", "2m", by="loose", round_wind="S")
    assert card.faces == [["6m"], ["2m"], [], [], [], [], ["2z"], ["7z"], ["5z"]]
    assert card.pairs == ["dragon"]
    assert _lost("(222p) (666m) 1f").faces[0] == _lost("(666m) (222p) 1f").faces[0] == ["6m", "2p"]


def test_flowers_are_the_cards_in_order():
    assert _lost("8f 1f 5m 3f").flowers == [1, 3, 8]
    assert _card("(555p) (555z) (222s) 111m 44p 7f 1f", "1m", by="draw", flowers="seasons").flowers == [1, 7]


def test_an_arrangement_has_the_table_as_written_and_the_pair_last():
    assert _arranged("(333s) (222p) (777z) 666m 11p", "6m", by="draw") == "(333s) (222p) (777z) 666m 11p"
    hand = "[2222z] (3333m) (444+4p) 999s 11s"
    assert _arranged(hand, "1s") == hand
    assert _arranged("55z 789s 456p 123m 111m", "9s", by="draw") == "111m 123m 456p 789s 55z"


def test_of_arrangements_that_count_alike_the_first_is_named():
    assert _arranged("12355566677788m", "3m", by="draw") == "123m 555m 666m 777m 88m"


def test_only_the_set_of_a_claimed_tile_is_exposed_in_an_arrangement():
    assert _arranged("234m 789p 456s 222z 99s", "9s") == "234m 789p 456s 222z 99s", "a pair lies in the hand"
    assert _arranged("234m 789p 456s 222z 99s", "4s", by="draw") == "234m 789p 456s 222z 99s"
    assert _arranged("111m 789p 456s 222z 99s", "1m") == "(111m) 789p 456s 222z 99s"
    assert _arranged("123m 123m 456s 222z 99s", "1m") == "(123m) 123m 456s 222z 99s"
    assert _arranged("111m 123m 456s 222z 99s", "4s") == "(456s) 111m 123m 222z 99s"


def test_a_card_may_not_state_what_its_rules_do_not_ask_for():
    for hand, tile, rules in (
        ("111222333z 44z 555p", "5p", "harr"),
        ("111222333z 44z 999p", "9p", "harr"),
        ("1112345678999m 5m", "5m", "babcock"),
        ("[1111z] [2222p] 333s 444m 66p", "6p", "babcock"),
    ):
        card = _card(hand, tile, by="draw", seat="E", rules=rules)
        assert (card.special, card.last_set) == ([], None), hand
    twins = _card("1155m 2288p 33s 5577z", "7z", by="draw", seven_twins=True)
    assert (twins.special, twins.last_set) == (["seven_twins"], None)


def test_the_order_of_tiles_and_sets_changes_nothing():
    answers = []
    for text in ("(222p) (345m) 11s 234567m", "(345m) (222p) 7m6m1s5m4m3m1s2m", "(543m)(222p)1s765432m1s"):
        card, counted, arrangement = _won(text, "4m")
        answers.append((card.pungs, card.faces, card.only_place, counted.score, arrangement.split()[2:]))
    assert answers[0] == answers[1] == answers[2]


def test_the_card_scores_as_the_answer_says():
    """The count that the analysis returns is the count of its card."""
    for rules in ("harr", "harr-limit", "babcock", "chinese"):
        card, counted, _ = _won("(777z) 123m 456m 999m 11m", "1m", rules=rules)
        recount = count(card, "S", "E", Win("discard", None, False, False, None, "1m"), load(rules))
        assert (recount.score, recount.points, recount.doublings) == (
            counted.score,
            counted.points,
            counted.doublings,
        )


# ---- special hands ----


def test_four_winds_need_the_own_wind_by_babcock_and_not_by_harr():
    """Babcock p.53-54, Fig. 27; Harr p.63, 3 and 4."""
    hand = "(222z) (444z) (678p) 111z 33z"
    for seat in "ESN":
        assert "four_winds" in _card(hand, "1z", seat=seat, four_winds=True).special
    assert _card(hand, "1z", seat="W", four_winds=True).special == []
    assert _card(hand, "1z", seat="W", rules="chinese").special == []
    assert _card(hand, "1z", seat="W", rules="harr-limit").special == ["four_winds"]
    assert _card(hand, "1z", seat="S").special == [], "not agreed"
    assert _card("(222z) (444z) 111z 333z 55p", "1z", seat="W", four_winds=True).special == ["four_winds"]
    assert _card("(222z) (444z) (678p) 111z 55p", "1z", four_winds=True).special == []


def test_four_winds_of_two_players_need_the_own_wind_itself():
    """Babcock p.84: the second seat wind counts only for doublings."""
    hand = "(222z) (333z) (444z) 678p 11z"
    card = _card(hand, "8p", seat="E", players=2, four_winds=True, limit=2000)
    assert card.seat_wind == 1
    assert card.special == []


def test_all_majors():
    """Babcock p.55, Fig. 28; Harr p.63, 2."""
    hand = "(111z) (9999s) 999p 111m 55z"
    assert _card(hand, "1m", all_majors=True).special == ["all_majors"]
    assert "all_majors" in _card(hand, "1m", rules="harr-limit").special
    assert _card("(111z) (9999s) 999p 123m 55z", "1m", all_majors=True).special == []


def test_nine_gates():
    """Babcock p.56, Fig. 29: all concealed, and thirteen of them waiting for nine."""
    for rank in "123456789":
        hand = "".join(sorted("1112345678999" + rank)) + "m"
        assert "nine_gates" in _card(hand, rank + "m", nine_gates=True).special, rank
        assert "nine_gates" in _card(hand, rank + "m", by="draw", nine_gates=True).special, rank
    assert "nine_gates" not in _card("11123345678999m", "4m", nine_gates=True).special, "it waited for 3m and 4m"
    assert "nine_gates" not in _card("(111m) 22345678999m", "2m", nine_gates=True).special
    assert (
        "nine_gates" in _card("11123345678999m", "9m", by="draw", seat="E", opening="original", nine_gates=True).special
    )


def test_three_concealed():
    """Babcock p.58, Fig. 31: claiming the fourth tile keeps a concealed pung concealed, adding it does not."""
    assert _card("555s 111p 888m 345m 22z", "4m", three_concealed=True).special == ["three_concealed"]
    assert _card("(5555s) 111p 888m 345m 22z", "4m", three_concealed=True).special == ["three_concealed"]
    assert _card("[5555s] 111p 888m 345m 22z", "4m", three_concealed=True).special == ["three_concealed"]
    assert _card("[5555z] 111p 888m 345m 22z", "4m", three_concealed=True).special == ["three_concealed"]
    assert _card("(555+5s) 111p 888m 345m 22z", "4m", three_concealed=True).special == []
    assert _card("555s 111p 888m 345m 22z", "8m", three_concealed=True).special == [], "claimed, the pung is exposed"
    assert _card("555s 111p 888m 345m 22z", "8m", by="draw", three_concealed=True).special == ["three_concealed"]
    assert _card("555s 111p 888m 345m 22z", "4m").special == []


def test_four_concealed():
    """Babcock p.59, Fig. 32: the winner may claim the tile of the pair, but not a kong."""
    hand = "666m 444p 222s 999m 33z"
    assert _card(hand, "9m", by="draw", four_concealed=True).special == ["four_concealed"]
    assert _card(hand, "3z", four_concealed=True).special == ["four_concealed"]
    assert _card(hand, "9m", four_concealed=True).special == []
    assert _card("[6666m] 444p 222s 999m 33z", "3z", four_concealed=True).special == ["four_concealed"]
    assert _card("(6666m) 444p 222s 999m 33z", "3z", four_concealed=True).special == []


def test_four_concealed_beats_an_arrangement_in_chows():
    hand = "222333444m 777p 55z"
    assert _card(hand, "7p", by="draw", four_concealed=True).special == ["four_concealed"]
    assert _arranged(hand, "7p", by="draw", four_concealed=True) == "222m 333m 444m 777p 55z"


def test_thirteen_orphans_and_another_tile_are_no_hand():
    for spare in ("5m", "2p", "8s"):
        _refused(analysis.NotComplete, "19m 19p 19s 1234567z " + spare, spare, rules="harr-limit")


def test_thirteen_orphans():
    """Babcock p.60, Fig. 33; Harr p.62: the winning tile is claimed or drawn, in the pair or single."""
    for text, tile in (("19m 19p 19s 12345677z", "7z"), ("119m 19p 19s 1234567z", "9p")):
        for by in ("discard", "draw", "rob"):
            if by != "rob" or tile == "9p":
                card, counted, arrangement = _won(text, tile, by=by, thirteen_orphans=True)
                assert card.special == ["thirteen_orphans"]
                assert card.sets() == 0
                assert counted.special == "thirteen_orphans"
                assert arrangement == text
    assert _card("19m 19p 19s 12345677z", "7z", thirteen_orphans=True).pairs == ["dragon"]
    assert _card("19m 19p 19s 12345677z", "7z", rules="harr-limit").last_set == "pair-major"
    assert _card("19m 19p 19s 12345677z", "1m", rules="harr-limit").last_set is None
    assert _refused(analysis.NotComplete, "19m 19p 19s 12345677z", "7z") == "not complete"


def test_seven_twins():
    """Babcock p.61, Fig. 34; four equal tiles may be two pairs."""
    hand = "114488m 55p 33s 44z 11p"
    card, counted, arrangement = _won(hand, "8m", seven_twins=True)
    assert card.special == ["seven_twins"]
    assert (counted.score, counted.special) == (150, "seven_twins")
    assert arrangement == "11m 44m 88m 11p 55p 33s 44z"
    assert _arranged("1111m 2233p 44s 5566z", "1m", seven_twins=True) == "11m 11m 22p 33p 44s 55z 66z"
    assert _card("1111m 2233p 44s 5566z", "1m", seven_twins=True).pairs == ["dragon", "dragon"]
    _refused(analysis.NotComplete, hand, "8m")
    _refused(analysis.NotComplete, "(2222m) 1144m 33s 44z 11p", "1p", seven_twins=True)


def test_seven_twins_that_are_chows_too_are_taken_for_what_scores_more():
    """Half the limit, or an ordinary count above it (rules, section 1)."""
    hand = "112233m 445566p 77s"
    card, counted, arrangement = _won(hand, "7s", seven_twins=True)
    assert card.special == ["seven_twins"]
    assert counted.score == 150
    assert arrangement == "11m 22m 33m 44p 55p 66p 77s"
    card, counted, arrangement = _won("112233445566m 77m", "7m", seven_twins=True)
    assert counted.score >= 176
    assert _won(hand, "7s")[2] == "123m 123m 456p 456p 77s"


# ---- hands that do not win ----


def test_exposed_and_concealed_chows_count_together():
    for hand in ("(123m) 456p 777s 111z 99s", "123m 456p 777s 111z 99s", "(123m) (456p) 777s 111z 99s"):
        assert _refused(analysis.NotComplete, hand, "9s", rules="bmja") == "not complete"
    for hand in ("(123m) 444p 777s 111z 99s", "123m (444p) 777s 111z 99s"):
        assert _card(hand, "9s", rules="bmja").sets() == 3


def test_tiles_are_a_hand_or_not():
    for text, rules, makes in (
        ("(123m) 444p 777s 111z 99s", "bmja", True),
        ("(123m) 456p 777s 111z 99s", "bmja", False),
        ("123m 456p 777s 111z 99s", "bmja", False),
        ("(123m) 456p 789s 111z 99s", "babcock", True),
        ("123m 444p 777s 111z 99s", "bmja", True),
        ("(444p) 777s 111z 222z 3z 9s", "bmja", False),
        ("19m 19p 19s 12345677z", "bmja", True),
        ("11223344556677m", "bmja", False),
    ):
        assert analysis.makes_hand(parse(text), load(rules)) == makes, (text, rules)


def test_a_hand_waits_for_what_its_chows_allow():
    for text, waits in (
        ("(123m) 444p 777s 11z 99s", "9s 1z"),
        ("(123m) 444p 78s 111z 99s", ""),
        ("123m 444p 78s 111z 99s", ""),
        ("444p 78s 111z 222z 99s", "6s 9s"),
    ):
        assert " ".join([name(tile) for tile in analysis.places(parse(text), load("bmja"))]) == waits, text


def test_a_hand_is_concealed_without_exposed_sets():
    for hand, by, rules, concealed in (
        ("[1111z] 444p 777s 222z 99s", "draw", "dmjl", True),
        ("(1111z) 444p 777s 222z 99s", "draw", "dmjl", True),
        ("(1111z) 444p 777s 222z 99s", "draw", "bmja", False),
        ("(111+1z) 444p 777s 222z 99s", "draw", "dmjl", False),
        ("(111z) 444p 777s 222z 99s", "draw", "dmjl", False),
        ("111z 444p 777s 222z 99s", "discard", "dmjl", False),
    ):
        assert ("concealed_hand" in _card(hand, "9s", by=by, rules=rules).special) == concealed, (hand, rules)


def test_a_hand_that_is_not_complete():
    for text, tile in (
        ("(222p) (333s) (777z) 668m 11p", "6m"),
        ("(222p) (333s) 666m 11p", "6m"),
        ("(222p) (333s) (777z) (111z) 666m 11p", "6m"),
        ("(222p) (333s) (777z) 66m 11p 1z", "6m"),
        ("12z 12p 12s 12m 345678s", "8s"),
        ("123z 456m 789m 123p 55s", "5s"),
    ):
        assert _refused(analysis.NotComplete, text, tile) == "not complete"


def test_a_winning_tile_that_is_not_in_the_hand():
    hand = "(222p) (333s) (777z) 666m 11p"
    assert "5m" in _refused(analysis.WrongTile, hand, "5m")
    assert "2p" in _refused(analysis.WrongTile, hand, "2p"), "it lies on the table"
    assert _refused(analysis.WrongTile, hand, "8z") == "no tile: 8z. Use 1m-9m, 1p-9p, 1s-9s or 1z-7z."
    assert _refused(analysis.WrongTile, hand, None) == "the winning tile is missing. Add it."


def test_robbing_completes_a_chow():
    """Babcock p.22-23: the robbed player has the other three tiles, so the winner cannot make a pung or a pair."""
    assert _points("(456p) (567p) 789s 234m 99s", "2m", by="rob") == 30
    assert "6m" in _refused(analysis.WrongTile, "(222p) (333s) (777z) 666m 11p", "6m", by="rob")
    assert "1p" in _refused(analysis.WrongTile, "(222p) (333s) (777z) 456m 11p", "1p", by="rob")
    assert "3s" in _refused(analysis.WrongTile, "(222p) (234s) (777z) 345s 11p", "3s", by="rob")
