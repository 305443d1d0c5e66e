"""JSON that is no deal: the error names its place, and there is no answer. oracles/hands.txt has
deals that cannot be. Half of a character is refused where it stands; a ledger that has one still opens."""

import json

from help.answers import ask, error_at
from help.stores import MemoryStore
from mingg.core.interchange.tables import read_session
from mingg.evening.beside import pay
from mingg.evening.open import open_evening
from mingg.records.line import seal
from mingg_scoring.interchange.text_check import half_in

WHOLE = "(222p) (333s) 555z 666m 11p"
THIRTEEN = "123m 456m 789m 1s 4s 7s 9p"
DEAL = {"rules": "babcock", "winner": "N", "win": {"by": "draw", "tile": "1p"}, "hands": {"N": {"tiles": WHOLE}}}
GONE = "gone"
NO_TEXT = (None, 7, [], ["1m"], {}, True, 1.5)

# where in the deal | the values there | the place of the error, if it is another one
WRONG = (
    ("extra", (1,)),
    ("a/b~c", (1,), "/a~1b~0c"),
    ("rules", (GONE, "riichi", None, ["harr"], "nts2002", "", 5)),
    ("options", ([], "x")),
    ("options aces", (True,)),
    ("options a~b", (True,), "/options/a~0b"),
    ("options limit", (True, "300", 300.0, [300], 10**30)),
    ("options mahjong", ("20", None, 20.0, 0)),
    ("options flowers", (True, None, 1, "harr")),
    ("options nine_gates", (1, None)),
    ("players", (True, 6, "4")),
    ("round", ("X", None, 1)),
    ("winner", (GONE, "X", "", "ES", 1)),
    ("win", (GONE, [], "draw")),
    ("win by", (GONE, "steal", 1)),
    ("win x", (1,)),
    ("win from", ("X", "", "ES", 1, [], True, "out", "E")),
    ("win tile", (GONE, None, "", " 1p", "1p ", 1, [], {}, True)),
    ("win tile", ("0m", "8z", "1f", "11p", "1P", "p1", "\U0001f02b", "\U0001f022")),
    ("win tile", ("\U0001f019\U0001f019", "\U0001f019\U0001f022")),
    ("win last", (1, 0, "yes", [])),
    ("win hidden", (1, 0, "yes", [])),
    ("win opening", ("dealt", "", 1, True, [])),
    ("kongs", (1,)),
    ("streak", (-1, "1", True, 1.0, [])),
    ("sitting_out", ("Eve",)),
    ("hands", (GONE, [], "N")),
    ("hands", ({"E": {"sets": []}},), "/hands/N"),
    ("hands X", ({"sets": []},)),
    ("hands ES", ({"sets": []},)),
    ("hands out", ({"tiles": THIRTEEN},)),
    ("hands E", ([], {}, {"dead": False}, {"tiles": THIRTEEN, "sets": []}, {"score": 24, "sets": []})),
    ("hands E cards", ({},)),
    ("hands E tile", (THIRTEEN,)),
    ("hands E dead", ("no", 1)),
    ("hands E score", (23, "24", -2)),
    ("hands N dead", (True,)),
    ("hands N notes", ("",)),
    ("hands N tiles", NO_TEXT),
    ("hands N tiles", ("", " ", "\ufeff1m", "1m\x00", "\u0661m", "\U0001f02a", "222p;", WHOLE + " (1f)")),
    ("hands E tiles", NO_TEXT),
    ("hands E sets", (7, {}, "pung simple", None)),
    ("hands E sets", (["pung simple", 4], ["pung simple", None], ["kong simple", ["pung simple"]]), "/hands/E/sets/1"),
    ("hands E", ({"sets": [], "suit": None},), "/hands/E/suit"),
    ("hands N", ({"sets": [], "only_place": 1},), "/hands/N/only_place"),
    ("hands N", ({"sets": [], "special": "nine_gates"},), "/hands/N/special"),
    ("hands N", ({"suit": "half"}, {"tiles": WHOLE, "suit": "half"}, {"score": 24, "suit": "half"}), "/hands/N/suit"),
)


def _changed(path, value):
    """The deal with a value at a place, whose objects are made if needed."""
    deal = json.loads(json.dumps(DEAL))
    *way, key = path.split(" ")
    inside = deal
    for name in way:
        inside = inside.setdefault(name, {})
    if value == GONE:
        del inside[key]
    else:
        inside[key] = value
    return deal


def _valid(deal):
    answer = ask(deal)
    assert "error" not in answer, answer
    return answer


def test_a_wrong_value_is_refused_at_its_place():
    _valid(DEAL)
    wrong = []
    for path, values, *place in WRONG:
        for value in values:
            expected = place[0] if place else "/" + path.replace(" ", "/")
            found = error_at(_changed(path, value))
            if found != expected:
                wrong.append((path, value, found))
    for value in ([], None, 7, "deal"):
        assert error_at(value) == "", value
    assert not wrong, wrong


def test_a_key_that_counts_for_nothing_is_refused_with_what_to_write_instead():
    for rules, key, advice in (
        ("harr-limit", "only_place", "Write last_set instead."),
        ("harr", "last_set", "Write only_place instead."),
        ("harr", "fourth", "Leave it out."),
        ("bmja", "last_set", "Leave it out."),
    ):
        hand = {"sets": [], key: "pair-major" if key == "last_set" else True}
        error = ask(dict(DEAL, rules=rules, hands={"N": hand}))["error"]
        assert error["message"] == "by these rules " + key + " counts for nothing. " + advice, rules


def test_a_deal_that_nobody_won_is_refused_where_it_is_wrong():
    draw = {"rules": "chinese", "winner": None, "hands": {}}
    for key, values in (
        ("win", ({"by": "draw"},)),
        ("kongs", (-1, "1", True, 1.0, [])),
        ("streak", (-1, "1")),
    ):
        for value in values:
            assert error_at(dict(draw, **{key: value})) == "/" + key, (key, value)
    for wrong in (1, True, [], {}):
        assert error_at(dict(draw, players=5, sitting_out=wrong)) == "/sitting_out"
    for players, most in ((2, 8), (3, 12), (4, 16), (5, 16)):
        _valid(dict(draw, players=players, kongs=most))
        assert error_at(dict(draw, players=players, kongs=most + 1)) == "/kongs", players


def test_a_kong_in_a_hand_was_declared():
    """By the Chinese rules East passes after a draw with a declared kong."""
    for hand in ({"tiles": "[1111m] 456m 789m 1s 4s 7s 9p"}, {"sets": ["kong simple"]}):
        draw = {"rules": "chinese", "winner": None, "hands": {"S": hand}}
        for deal in (draw, dict(draw, kongs=0), dict(draw, kongs=1)):
            assert _valid(deal)["next"] == {"deal": "passes"}, deal


def test_a_dead_hand_may_have_any_number_of_tiles_but_four_of_each():
    for rules, kind, tiles in (
        ("babcock", True, "1m"),
        ("harr", True, THIRTEEN + " 9p"),
        ("harr-limit", True, THIRTEEN),
        ("chinese", "short", "123m"),
        ("chinese", "long", THIRTEEN + " 8p 9p"),
    ):
        deal = dict(_changed("hands S", {"dead": kind, "tiles": tiles}), rules=rules)
        assert _valid(deal)["hands"]["S"]["score"] == 0
    for tiles in ("11111m", "0m", "1f", "(222p) 3m"):
        assert error_at(_changed("hands S", {"dead": True, "tiles": tiles})) in ("/hands/S/tiles", "/hands/N/tiles")


HEAD = '{"mingg": 1, "rules": "babcock", "names": ["Ann", %s, "Cy", "Di"], "counters": "none"}'
HALVES = ('"\\ud800"', '"\\udfff"', '"a\\udc00b"', '"\\ud83d\\ud83d\\ude00"', '"\\ude00\\ud83d"', '"\\uDBFF!"')
WELL = (
    '"\\ud83d\\ude00"',
    '"\\uD83D\\uDE00"',
    '"\U0001f600"',
    '"\\ud7ff\\ue000"',
    '"\\u0000\\u202e"',
    '"\\\\ud800"',
)


def test_half_of_a_character_is_found_where_its_escape_begins():
    for half in HALVES:
        text = HEAD % half
        assert half_in(text) == text.index("\\"), half
    assert half_in('{"\\ud800": ["\\ud83d\\ude00"]}') == 2
    assert half_in('["\\ud83d\\ude00", "\\ud83d", "\\ude00"]') == 18


def test_whole_characters_are_names_however_json_writes_them():
    for name in WELL:
        assert read_session(json.loads(HEAD % name)).names[1] == json.loads(name), name
        assert half_in(HEAD % name) == -1, name


def test_an_evening_is_not_lost_for_a_name():
    """A version that took such a name wrote it into the ledger."""
    store = MemoryStore()
    store.files["0001-00.txt"] = seal(0, (HEAD % '"\\ud800"')[:-1] + ', "edition": 1, "ledger": 1}') * 2
    evening = open_evening(store)
    assert (evening.notices, evening.session.names[1]) == ([], "\ud800")
    pay(evening, [(0, 2, 20)])
    assert open_evening(store).session.balances == [1980, 2000, 2020, 2000]
