"""House rules: they change counts, leave all other rules as in the book, and stay with a session."""

from help.checks import refused
from help.texts import section
from mingg.core.explain import explain
from mingg.core.explain import sheet as score_sheet
from mingg.core.interchange.tables import read_session, write_session
from mingg.core.rules import MODERN, RULE_SETS, books, load, module_of, options_of
from mingg.core.rules.agreed import wrong
from mingg.core.rules.house import decides, known
from mingg.core.rules.options import option_of
from mingg.core.rules.rows import ADDED, DOUBLINGS, POINTS, SHAPELESS, SPECIAL, rows_in
from mingg.core.settle import settle
from mingg.lang import because
from mingg_scoring.interchange.answers import read_standalone, write_answer
from mingg_scoring.interchange.sessions import SessionPlay

ALL_SETS = RULE_SETS
TUESDAY = {
    "name": "Tuesday club",
    "points": {"mahjong": 30, "no-chows": 20, "pair": {"dragon": 4}, "rob": False},
    "factors": {"half-suit": 4, "round-wind": 2},
    "special": {"four_kongs": "half", "lucky_thirteen": False},
}


def _house(**changes):
    changes["name"] = "House"
    return changes


def _answer(deal, house=None, rules="babcock", **options):
    table = {"rules": rules, "options": options}
    table.update(deal)
    if house is not None:
        table["house"] = house
    in_force, _, read, _ = read_standalone(table)
    return write_answer(settle.answer(read, in_force), read)


def _winner(hand, **win):
    win = win or {"by": "draw"}
    return {"winner": "N", "win": win, "hands": {"N": dict({"sets": []}, **hand)}}


def _hand(answer, seat="N"):
    return answer["hands"][seat]


def _refused(house, rules="babcock"):
    error = refused(_answer, {"winner": None, "hands": {}, "house": house}, None, rules)
    return error.pointer, error.message


NO_CHOWS = _winner({"sets": ["(pung simple)", "pung simple", "(kong simple)", "pung dragon", "pair dragon"]})
HALF = _winner({"sets": ["(pung simple)"], "suit": "half"})


def test_a_figure_counts_as_the_house_has_it_and_the_rest_as_the_book():
    book, house = _hand(_answer(NO_CHOWS)), _hand(_answer(NO_CHOWS, TUESDAY))
    assert book["points"] == 20 + 10 + 2 + 2 + 4 + 8 + 8 + 2
    assert house["points"] == 30 + 20 + 2 + 2 + 4 + 8 + 8 + 4
    assert (book["doublings"], house["doublings"]) == (1, 1)
    assert {item["id"]: item["points"] for item in house["items"]}["no-chows"] == 20
    assert _hand(_answer(NO_CHOWS, _house(points={"pair": False})))["points"] == book["points"] - 2


def test_a_doubling_multiplies_by_what_the_house_says():
    assert [_hand(_answer(HALF, house))["doubled"] for house in (None, TUESDAY)] == [
        [{"id": "half-suit", "times": 1}],
        [{"id": "half-suit", "times": 2}],
    ]


def test_a_row_of_another_book_is_taken_over():
    robbed = _winner({"sets": ["(pung simple)"]}, by="rob")
    robbed["win"]["from"] = "E"
    plain, house = _hand(_answer(robbed, None, "harr")), _hand(_answer(robbed, _house(points={"rob": 12}), "harr"))
    assert house["points"] - plain["points"] == 12
    wind = _winner({"sets": ["(pung round)"]})
    assert refused(_answer, wind).pointer == "/hands/N/sets/0"
    assert _hand(_answer(wind, TUESDAY))["doublings"] == 1
    three = _winner({"sets": ["(pung dragon)", "(pung dragon)", "(pung dragon)"]})
    assert "special" not in _hand(_answer(three, None, limit=100000))
    assert _hand(_answer(three, _house(special={"three_dragons": "half"}), limit=100000))["special"] == "three_dragons"
    no_moon = {"players": 2, "winner": "W", "win": {"by": "draw", "tile": "1p"}, "hands": {"W": {"sets": []}}}
    assert refused(_answer, no_moon, _house(special={"moon": "half"})).pointer == "/winner", "not the last tile"


def test_no_other_score_is_asked_for_after_what_the_house_adds():
    robbed = _winner({}, by="rob")
    robbed["win"]["from"] = "E"
    house = _house(points={"rob": 4})
    assert [item["id"] for item in _hand(_answer(robbed, house, "harr"))["items"]] == ["mahjong", "rob"]
    claimed = _winner({}, by="discard")
    assert [item["id"] for item in _hand(_answer(claimed, house, "harr"))["items"]] == ["mahjong", "no-score"]


def test_only_drawn_is_what_drawing_counts_here():
    drawn = _winner({})
    for house in (None, _house(points={"drawn": 6}), _house(points={"mahjong": 40, "drawn": 10})):
        assert _hand(_answer(drawn, house, double_drawn_only=True))["doublings"] == 1, house


def test_a_special_hand_scores_the_share_of_the_house():
    kongs = _winner({"sets": ["(kong simple)", "(kong simple)", "(kong simple)", "(kong simple)"]})
    house = _hand(_answer(kongs, TUESDAY, limit=1000))
    assert (house["score"], house["special"]) == (500, "four_kongs")
    first = {"winner": "S", "win": {"by": "discard", "from": "E", "opening": "first-discard"}, "hands": {}}
    first["hands"] = {"S": {"sets": []}}
    plain = _answer(first, None, "harr-limit")["hands"]["S"]["score"]
    assert plain == _answer(first, _house(added={"first-discard": "third"}), "harr-limit")["hands"]["S"]["score"] + 50


def test_the_greatest_special_hand_counts_and_the_first_of_two_equal_ones():
    kongs = _winner({"sets": ["(kong seat)", "(kong major)", "(kong major)", "(kong major)"], "suit": "honours"})
    agreed = {"four_winds": True, "all_majors": True, "four_kongs": True}  # in this order
    for winds, majors, four_kongs, expected in (
        ("half", "third", "third", (5000, "four_winds")),
        ("third", "half", "third", (5000, "all_majors")),
        ("third", "third", "half", (5000, "four_kongs")),
        ("third", "half", "limit", (10000, "four_kongs")),
        ("limit", "half", "limit", (10000, "four_winds")),
        ("third", "half", "half", (5000, "all_majors")),
    ):
        house = _house(special={"four_winds": winds, "all_majors": majors, "four_kongs": four_kongs})
        result = _hand(_answer(kongs, house, limit=10000, **agreed))
        assert (result["score"], result["special"]) == expected, house


def test_a_pair_that_may_be_of_dragons_makes_no_four_winds():
    sets = ["(pung seat)", "(pung major)", "(pung major)", "(pung dragon)"]
    filled = _winner({"sets": sets, "suit": "honours", "last_set": "pair-major"})
    house = _house(special={"all_majors": "third"})
    assert _hand(_answer(filled, house, "harr-limit", limit=10000))["special"] == "all_majors"


def test_mahjong_of_the_house_sets_the_limit_where_the_book_has_it_so():
    assert load("harr-limit", None, 4, _house(points={"mahjong": 20})).limit == 400
    assert load("harr-limit", {"limit": 600}, 4, _house(points={"mahjong": 20})).limit == 600
    assert load("babcock", None, 3, TUESDAY).limit == 600


def test_house_rules_that_say_what_the_book_says_change_nothing():
    for name in ALL_SETS:
        rules = load(name)
        house = {"name": "Same", POINTS: {}, DOUBLINGS: {}, SPECIAL: {}, ADDED: {}}
        for item, _, worth, _, _, _ in module_of(name).POINTS:
            if (name, item) != ("harr-limit", "pung"):  # for the winner, and for losers
                house[POINTS][item] = list(worth) if isinstance(worth, tuple) else worth
        for item, _, times, _, _, _ in module_of(name).DOUBLINGS:
            house[DOUBLINGS][item] = 1 << times
        for table, rows in ((SPECIAL, module_of(name).SPECIAL), (ADDED, module_of(name).ADDED)):
            for item, _, divisor, _, _, _ in rows:
                house[table][item] = ("", "limit", "half", "third")[divisor]
        with_house = load(name, None, 4, house)
        assert with_house.tables == rules.tables, name
        assert (with_house.limit, with_house.mahjong, with_house.hands) == (rules.limit, rules.mahjong, rules.hands)


def test_every_row_that_any_book_knows_can_be_taken_away_or_set_and_is_explained_and_on_the_sheet():
    known_rows = {POINTS: {}, DOUBLINGS: {}, SPECIAL: {}, ADDED: {}}
    for name in ALL_SETS:
        module = module_of(name)
        for table in known_rows:
            for row in rows_in(module)[table]:
                known_rows[table][row[0]] = row
            for option in options_of(module):
                for _, into, row in option[3]:
                    if into == table:
                        known_rows[table][row[0]] = row
    count, of_house = 0, set()
    for name in ALL_SETS:
        flowers = {} if name in MODERN else {"flowers": "seasons"}  # which modern rule sets always play
        for table, rows in known_rows.items():
            for item, row in rows.items():
                value = 8 if table in (POINTS, DOUBLINGS) else ("limit", "half", "third")[count % 3]
                if isinstance(row[2], tuple):
                    value = [6, 8, 6, 8]
                elif isinstance(row[2], dict):
                    value = {sorted(row[2])[0]: 2}
                if item not in ("mahjong", "pung", "kong"):
                    without_row = load(name, flowers, 4, {"name": "House", table: {item: False}})
                    assert item not in [row[0] for row in without_row.tables[table]], (name, item)
                if item[:5] == "fill-":
                    continue
                rules = load(name, dict(flowers, limit=500), 4, {"name": "House", table: {item: value}})
                there = [row for row in rules.tables[table] if row[0] == item]
                assert there, (name, item)
                count += 1
                for page in score_sheet.pages(rules):
                    for line in score_sheet.lines(rules, page):
                        if line.row and line.row[0] == item:  # test_sheet.py asks for the others
                            why = score_sheet.why(line, rules)
                            assert why is None or 0 < len(because(why.key, why.figures)) <= 55
                            if why is not None and "house" in why.key.split():
                                of_house.add(why.key)
                house = [
                    explain.of_figure(row, figure, rules).source
                    for row in there
                    if table == POINTS
                    for figure in explain.figures(row)
                ]
                if table == POINTS and item not in ("pung", "kong", "pair"):
                    assert house == ["House"], (name, item)
    assert count > 150, count
    assert of_house == {key for key in section("why") if " house " in key}


def test_a_figure_that_stands_in_a_changed_row_is_still_the_books():
    rules = load("babcock", None, 4, TUESDAY)
    row = next(row for row in rules.points if row[0] == "pair")
    places = {figure.word: explain.of_figure(row, figure, rules).source for figure in explain.figures(row)}
    assert places == {"dragon": "Tuesday club", "seat": "Babcock p.34", "both": "Babcock p.34"}


BAD_NAMES = ("", " a", "a\n", "a\nb", "fifteen letters", 7)
# The part, the key in it, the place of the mistake, and values that are wrong
BAD_FIGURES = (
    ("points", "pungs", "pungs", (2,)),
    ("points", "a/b~", "a~1b~0", (2,)),
    ("points", "rob", "rob", (3, -2, 202, True, 0.0, "10", None)),
    ("points", "mahjong", "mahjong", (False, 0)),
    ("points", "pung", "pung", (False, [2, 4, 4], "2448")),
    ("points", "pung", "pung/0", ([0, 2, 4, 8],)),
    ("points", "pung", "pung/1", ([4, 2, 4, 8],)),
    ("points", "kong", "kong/2", ([8, 16, 0, 32],)),
    ("points", "kong", "kong/3", ([8, 16, 16, 31],)),
    ("points", "pair", "pair", (2, {"seat": 6})),
    ("points", "pung", "pair", ([2, 2, 2, 2],)),
    ("points", "pair", "pair/wind", ({"wind": 2},)),
    ("points", "pair", "pair/seat", ({"seat": 3},)),
    ("points", "fill-pair", "fill-pair", ({"pair-simple": 2},)),
    ("factors", "dragon", "dragon", (3, 16, True, 0)),
    ("factors", "wind", "wind", (2,)),
    ("special", "heaven", "heaven", ("most", 1)),
    ("special", "hell", "hell", ("limit",)),
    ("added", "heaven", "heaven", ("limit",)),
)


def test_invalid_house_rules_are_refused_and_located():
    for houses, place in (
        ((None, []), ""),
        ([{}] + [{"name": bad} for bad in BAD_NAMES], "/name"),
        ((_house(rules="harr"),), "/rules"),
        ((_house(points=[]),), "/points"),
    ):
        for house in houses:
            assert _refused(house)[0] == "/house" + place, house
    for part, key, place, values in BAD_FIGURES:
        for value in values:
            assert _refused(_house(**{part: {key: value}}))[0] == f"/house/{part}/{place}", (key, value)
    assert _refused(_house(points={"fill-pair": {"chow-end": 2}}), "chinese")[0] == "/house/points/fill-pair/chow-end"
    assert _refused(_house(factors={"mahjong": False}))[1].startswith("no book has this id")
    for option, value, message in (
        ("flowers", True, "this must be off, seasons, shanghai or own"),
        ("limit", "none", "this must be null or an even number"),
        ("limit", 1000002, "this must be at most 1000000"),
        ("false_win", 3, "this must be an even number: the smallest counter is 2"),
        ("false_win", None, "this must be false, half, limit or an even number"),
        ("nine_mummies", 1, "this must be true, false or bonus"),
        ("washing", 1, "this must be true or false"),
    ):
        assert wrong(option_of("babcock", option).choices, value) == message


def test_the_greatest_figures_are_taken_and_a_row_goes_where_it_counts():
    rules = load("bmja", None, 4, _house(waiting={"knitting": 1000000}))
    assert [row.worth for row in rules.waiting if row.id == "knitting"] == [(1000000,)]
    rules = load("babcock", {"double_no_score": True}, 4, _house(points={"rob": 200, "pair": {"dragon": False}}))
    assert [row.worth for row in rules.points if row.id in ("rob", "pair")] == [200, {"seat": 2, "both": 2}]
    rules = load("babcock", {"double_no_score": True}, 4, _house(factors={"purity": 4}))
    assert [row.id for row in rules.doublings][-2:] == ["no-score", "purity"]
    for worth, named in (("limit", True), (False, False)):
        table = load("babcock", None, 4, _house(special={"knitting": worth})).table
        assert [table[key] for key in ("hands_named", "winds", "shapeless")] == [
            named,
            named,
            SHAPELESS if named else (),
        ]
    assert not load("babcock", None, 4, _house(special={"four_kongs": "half"})).table["winds"]


def test_flowers_count_by_the_house_rules_if_they_are_played():
    house = _house(points={"flower": 10})
    held = _winner({"flowers": [1, 2]})
    assert _hand(_answer(held, house, flowers="seasons"))["points"] == 22 + 20
    assert not load("babcock", None, 4, house).knows("flower")


def test_an_option_that_the_house_speaks_of_is_the_houses():
    options = {row[0]: row for row in options_of(module_of("chinese"))}
    assert decides({"points": {"mahjong": 30}}, options["mahjong"])
    assert decides({"special": {"four_kongs": False}}, options["four_kongs"])
    assert decides({"points": {"rob": 20}}, options["double_rob"])
    assert decides({"factors": {"rob": 2}}, options["double_rob"])
    assert not decides({"points": {"flower": 6}}, options["flowers"])
    assert not decides({"points": {"rob": 20}}, options["double_last"])
    assert known(POINTS, "rob", books("harr"))[0][2] == 10
    assert known(POINTS, "robbery", books("harr"))[0] is None


# ---- a kong worth more doublings than a pung ----

KONGS = _house(factors={"dragon": {"pung": 2, "kong": 4}, "seat-wind": {"pung": 2, "kong": 8}})


def _doubled(hand, **deal):
    answer = _hand(_answer(dict(_winner({}), hands={"N": hand}, **deal), KONGS))
    return [(doubling["id"], doubling["times"]) for doubling in answer["doubled"]]


def test_a_kong_doubles_more_often_than_a_pung_where_the_house_says_so():
    won = {"win": {"by": "draw", "tile": "9p"}}
    for tiles, doubled in (
        ("[5555z] (666z) 123m 456p 99p", [("dragon", 1), ("dragon", 2)]),
        ("(555z) (666z) 123m 456p 99p", [("dragon", 1), ("dragon", 1)]),
        ("[4444z] (666z) 123m 456p 99p", [("dragon", 1), ("seat-wind", 3)]),
        ("(1111m) (444z) 234m 456p 99p", [("seat-wind", 1)]),
    ):
        assert _doubled({"tiles": tiles}, **won) == doubled, tiles


def test_a_set_doubles_as_the_pung_or_the_kong_that_it_is():
    for sets, doubled in (
        (["(pung dragon)", "(pung dragon)", "kong major", "kong major"], [("dragon", 1), ("dragon", 1)]),
        (["(pung dragon)", "(pung major)", "kong dragon", "kong major"], [("dragon", 1), ("dragon", 2)]),
        (["(pung dragon)", "kong dragon", "(kong dragon)"], [("dragon", 1), ("dragon", 2), ("dragon", 2)]),
        (["kong dragon"], [("dragon", 2)]),
        (["pung dragon", "kong major"], [("dragon", 1)]),
        (["(kong seat)"], [("seat-wind", 3)]),
    ):
        assert _doubled({"sets": sets}) == doubled, sets


def test_the_sheet_has_a_line_for_pungs_and_one_for_kongs():
    rules = load("babcock", None, 4, KONGS)
    lines = [line for line in score_sheet.lines(rules, score_sheet.DOUBLED) if line.row.id in ("dragon", "seat-wind")]
    assert [(line.row.id, score_sheet.set_word(line), line.figure) for line in lines] == [
        ("dragon", "pung", 1),
        ("dragon", "kong", 2),
        ("seat-wind", "pung", 1),
        ("seat-wind", "kong", 3),
    ]


def test_wrong_figures_for_kongs_and_for_losers_who_wait_are_refused():
    for value in (
        {},
        {"pung": 2},
        {"pung": 2, "kong": 3},
        {"pung": 4, "kong": 2},
        {"pung": 2, "kong": True},
        {"pung": 2.0, "kong": 4},
    ):
        assert _refused(_house(factors={"dragon": value}))[0] == "/house/factors/dragon", value
    assert _refused(_house(factors={"half-suit": {"pung": 2, "kong": 4}}))[0] == "/house/factors/half-suit"
    assert load("babcock", None, 4, _house(factors={"dragon": {"pung": 4, "kong": 4}})).doublings[0].worth == 2
    for value in (3, -2, "half", True, None, 1000002):
        assert _refused(_house(waiting={"knitting": value}), "bmja")[0] == "/house/waiting/knitting", value
    assert _refused(_house(waiting={"purity": 100}), "bmja")[0] == "/house/waiting/purity"
    assert _refused(_house(waiting={"knitting": 100}), "dmjl")[0] == "/house/waiting"


def test_a_loser_who_waits_for_a_hand_of_the_book_scores_what_the_house_says():
    lost = {"winner": "E", "win": {"by": "draw"}, "hands": {"E": {"sets": []}}}
    lost["hands"]["N"] = {"tiles": "1m1p 2m2p 3m3p 4m4p 5m5p 6m6p 9m"}
    for waiting, score in (({}, 200), ({"knitting": 100}, 100), ({"knitting": 0}, 0), ({"knitting": False}, 0)):
        lost["hands"]["E"] = {"sets": ["(pung simple)", "pung simple", "(pung major)"]}
        assert _hand(_answer(lost, _house(waiting=waiting), "bmja"))["score"] == score, waiting


# ---- words of special hands, in every rule set ----


def test_all_chows_are_a_hand_of_every_rule_set_by_tiles_and_by_sets():
    house = {"name": "House", "hands": {"All chows": {"tiles": "chow chow chow chow pair", "score": 160}}}
    for rules in ALL_SETS:
        limit = {"limit": 500}
        for tiles in ("123m 456m 789p 345s 99p", "(123m) (456m) 789p 345s 99p", "(123m) 123m 789p 345s 99p"):
            won = {"winner": "N", "win": {"by": "draw", "tile": "9p"}, "hands": {"N": {"tiles": tiles}}}
            hand = _hand(_answer(won, house, rules, **limit))
            assert (hand["score"], hand["special"]) == (160, "All chows"), (rules, tiles)
        hand = _hand(_answer(_winner({"special": ["All chows"]}), house, rules, **limit))
        assert (hand["score"], hand["special"]) == (160, "All chows"), rules
        wrong = _winner({"sets": ["(pung simple)"], "special": ["All chows"]})
        assert refused(_answer, wrong, house, rules).pointer == "/hands/N/special/0", rules


# ---- with a session ----

HEAD = {"mingg": 1, "edition": 1, "rules": "babcock", "options": {"limit": 500}, "house": TUESDAY}
HEAD["names"] = ["Ann", "Bo", "Cy", "Di"]
HEAD["counters"] = "none"
DEAL = {"winner": "E", "win": {"by": "draw"}, "hands": {"E": {"sets": ["(pung simple)"]}}}


def test_house_rules_travel_in_the_first_line_of_a_session():
    session = read_session(HEAD)
    assert session.rules.title == "Tuesday club"
    assert write_session(session) == HEAD
    assert "house" not in write_session(read_session({key: HEAD[key] for key in HEAD if key != "house"}))
    replay = SessionPlay(HEAD)
    replay.line(DEAL)
    assert replay.stands()["balances"]["Ann"] == 2000 + 3 * 2 * 34
