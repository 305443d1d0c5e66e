"""All differences between the editions of the rules. An evening keeps the edition that it began with."""

import json

from answers import ask, deal_of, score_of
from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Win
from mingg.core.explain import explain, sheet
from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.tables import read_session, write_session
from mingg.core.rules import EDITION, load
from mingg.core.rules.agreed import BadRules
from mingg.core.rules.books import BOOKS
from mingg.core.rules.options import in_force, load_keeping, offered
from mingg.core.table.session import Session
from mingg.evening.begin import begin, sit
from mingg.evening.change import undo
from mingg.evening.evening import UNREADABLE
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.lang import because
from mingg.records.line import seal
from mingg_scoring.interchange.sessions import SessionPlay
from stores import MemoryStore

FIRST = "0001-00.txt"

SEASONS = {"flowers": "seasons"}
BABCOCKS = ("babcock", "chinese")


def _deal(seat):
    return Deal(seat, Win("discard"), {seat: Card()})


def _counted(card, edition, **keys):
    hand = score_of(card, edition=edition, by="loose", **keys)
    return {item["id"]: item["points"] for item in hand["items"]}, {doubling["id"] for doubling in hand["doubled"]}


# ---- a loose tile ----


def test_a_loose_tile_for_a_flower_is_a_drawn_tile_like_another():
    card = {"pungs": [1, 0, 0, 0], "flowers": [3]}
    for rules in BABCOCKS:
        items, _ = _counted(card, 2, rules=rules, options=SEASONS)
        assert items == {"mahjong": 20, "drawn": 2, "pung": 2, "flower": 4}
        items, _ = _counted(card, 1, rules=rules, options=SEASONS)
        assert items == {"mahjong": 20, "loose": 10, "pung": 2, "flower": 4}


def test_a_loose_tile_after_a_kong_counts_10_whatever_else_the_hand_has():
    for rules in BABCOCKS:
        for slot in range(4):
            card = {"kongs": [0, 0, 0, 0], "flowers": [3]}
            card["kongs"][slot] = 1
            for edition in (1, 2):
                items, _ = _counted(card, edition, rules=rules, options=SEASONS)
                assert items["loose"] == 10
                assert "drawn" not in items


def test_by_harr_it_counts_alike_in_both_editions():
    card = {"pungs": [1, 0, 0, 0], "flowers": [3]}
    for rules in ("harr", "harr-limit"):
        counts = [_counted(card, edition, rules=rules, options={"flowers": "own"}) for edition in (1, 2)]
        assert counts[0] == counts[1]
        assert "loose" in (counts[0][0] if rules == "harr" else counts[0][1])


def test_the_doubling_in_place_of_the_10_needs_a_kong_too():
    options = {"flowers": "seasons", "double_loose": True}
    for rules in BABCOCKS:
        items, doubled = _counted({"flowers": [3]}, 2, rules=rules, options=options)
        assert (items, doubled) == ({"mahjong": 20, "drawn": 2, "flower": 4}, set())
        items, doubled = _counted({"flowers": [3]}, 1, rules=rules, options=options)
        assert (items, doubled) == ({"mahjong": 20, "no-score": 10, "flower": 4}, {"loose"})
        items, doubled = _counted({"kongs": [1, 0, 0, 0]}, 2, rules=rules, options=options)
        assert (items, doubled) == ({"mahjong": 20, "kong": 8}, {"loose"})


def test_only_drawn_doubles_where_the_tile_was_drawn_for_a_flower():
    options = {"flowers": "seasons", "double_drawn_only": True}
    assert _counted({"flowers": [3]}, 2, options=options)[1] == {"drawn-only"}
    assert _counted({"flowers": [3]}, 1, options=options)[1] == set()
    assert _counted({"kongs": [1, 0, 0, 0]}, 2, options=options)[1] == set()


def test_tiles_are_counted_as_cards_are():
    win = {"by": "loose", "tile": "5p"}
    for hand, ids in (("(123m) 456m 789s 555p 22s 7f", {"drawn"}), ("[1111m] 456m 789s 555p 22s 7f", {"loose"})):
        deal = {"rules": "babcock", "options": SEASONS, "winner": "S", "win": win, "hands": {"S": {"tiles": hand}}}
        items = {item["id"] for item in ask(deal)["hands"]["S"]["items"]}
        assert items & {"drawn", "loose"} == ids, hand
    deal["hands"] = {"S": {"tiles": "(123m) 456m 789s 555p 22s"}}
    assert ask(deal)["error"]["at"] == "/win/by", "no kong, no flower: no loose tile"


def test_each_edition_is_explained_as_it_counts():
    for edition, key in ((1, "points loose"), (2, "points loose_kong")):
        rules = load("babcock", {"double_loose": True}, 4, None, edition)
        row = next(row for row in rules.doublings if row[0] == "loose")
        assert explain.of_doubling_row(row, rules).key == key.replace("points", "doubling")
        rules = load("babcock", None, 4, None, edition)
        row = next(row for row in rules.points if row[0] == "loose")
        why = explain.of_figure(row, next(explain.figures(row)), rules)
        assert why.key == key
        assert ("flower" in because(why.key)) == (edition == 1)


def test_the_rows_that_house_rules_take_from_babcock_are_of_the_same_edition():
    house = {"name": "Ours", "points": {"loose": 20}}
    for edition, counted in ((1, {"loose": 20}), (2, {"drawn": 2})):
        items, _ = _counted({"flowers": [3]}, edition, options=SEASONS, house=house)
        assert items == dict(counted, mahjong=20, flower=4)
    rules = load("harr-limit", None, 4, house, 1)
    assert [row[1] for row in rules.points if row[0] == "loose"] == ["loose"]
    rules = load("harr-limit", None, 4, house)
    assert [row[1] for row in rules.points if row[0] == "loose"] == ["loose_kong"]


# ---- feeding, washing, mummies ----


def test_feeding_cancels_the_losers_scores_since_the_second_edition():
    liable = [{"seat": "W", "share": "full", "why": "feeding"}]
    for edition, payments in ((1, 3), (2, 1)):
        for rules in BOOKS:
            deal = deal_of({}, rules=rules, edition=edition, liable=liable, options={"feeding": True})
            deal["hands"]["S"] = {"card": {"pungs": [0, 1, 0, 0]}}
            assert len(ask(deal)["payments"]) == payments, (rules, edition)
            deal["liable"] = [{"seat": "W", "share": "full", "why": "insurance"}]
            assert len(ask(deal)["payments"]) == 1, "insurance did so before"


def test_washing_is_played_in_harrs_limit_game_unless_it_is_switched_off():
    assert load("harr-limit").on("washing")
    assert not load("harr-limit", {"washing": False}).on("washing")
    assert not load("harr-limit", None, 4, None, 1).on("washing")
    assert load("harr-limit", {"washing": True}, 4, None, 1).on("washing")
    for rules in BOOKS:
        for edition in (1, 2):
            assert load(rules, None, 4, None, edition).on("discarder_pays") == (rules == "harr-limit")
            assert load(rules, None, 4, None, edition).on("washing") == ((rules, edition) == ("harr-limit", 2))


def test_nine_mummies_and_thirteen_orphans_exclude_each_other():
    for value in (True, "bonus"):
        for rules, options in (
            ("babcock", {"thirteen_orphans": True}),
            ("chinese", {"thirteen_orphans": True}),
            ("harr-limit", {}),
        ):
            options["nine_mummies"] = value
            deal = deal_of({}, rules=rules, options=options)
            assert ask(deal)["error"]["at"] == "/options/nine_mummies", (rules, value)
            deal["edition"] = 1
            assert "error" not in ask(deal)
            deal["edition"] = 2
            options["nine_mummies"] = False
            assert "error" not in ask(deal)
    for rules in ("harr", "babcock", "chinese"):
        assert "error" not in ask(deal_of({}, rules=rules, options={"nine_mummies": True}))


def test_so_they_do_where_the_house_plays_orphans_and_where_it_does_not():
    with_orphans = {"name": "Ours", "special": {"thirteen_orphans": "half"}}
    deal = deal_of({}, house=with_orphans, options={"nine_mummies": True})
    assert ask(deal)["error"]["at"] == "/options/nine_mummies"
    without = {"name": "Ours", "special": {"thirteen_orphans": False}}
    assert "error" not in ask(deal_of({}, rules="harr-limit", house=without, options={"nine_mummies": True}))


def test_nine_mummies_are_offered_only_where_they_may_be_agreed():
    def names(*rules):
        return [row[0] for row in offered(load(*rules))]

    assert "nine_mummies" not in names("harr-limit")
    assert "nine_mummies" in names("harr")
    assert "nine_mummies" in names("babcock", {"thirteen_orphans": True}), "there a reason is given"
    with_orphans = {"name": "Ours", "special": {"thirteen_orphans": "half"}}
    assert "nine_mummies" not in names("babcock", None, 4, with_orphans)


def test_another_rule_set_leaves_out_what_it_excludes():
    agreed = {"nine_mummies": "bonus", "feeding": True}
    assert load_keeping("harr-limit", agreed, 4).options == {"feeding": True}
    assert load_keeping("babcock", agreed, 4).options == agreed
    two_excluded = dict(agreed, winner_deals=True, east_passes=True)
    assert load_keeping("harr-limit", two_excluded, 4).options == {"feeding": True, "east_passes": True}
    with_orphans = {"name": "Ours", "special": {"thirteen_orphans": "half"}}
    assert load_keeping("babcock", agreed, 4, with_orphans).options == {"feeding": True}
    for wrong in ({"name": ""}, {"name": "Ours", "points": {"nothing": 2}}):
        results = ""
        try:
            load_keeping("babcock", agreed, 4, wrong)
        except BadRules as error:
            results = error.key
        assert results == "house"


# ---- since the third edition ----

ORPHANS = {"special": ["thirteen_orphans"]}
GATES = {"suit": "full", "pungs": [0, 0, 0, 1], "special": ["nine_gates"]}
WINDS = {"suit": "honours", "pungs": [0, 0, 4, 0], "seat_wind": 1, "special": ["four_winds"]}
CONCEALED = {"pungs": [0, 4, 0, 0]}
FIFTH = {"players": 5, "winner": "N", "by": "draw"}
LIABLE = "/liable/0/"


def _shown(answer):
    """Where the error is, or the score of the only hand that has one."""
    if "error" in answer:
        return answer["error"]["at"]
    return max([hand["score"] for hand in answer["hands"].values()])


def test_each_hand_counts_as_in_its_edition():
    half = {"limit": 600, "double_drawn_only": True, "nine_gates": True, "thirteen_orphans": True}
    for rules, card, keys, earlier, now in (
        # a tile mixed in
        ("babcock", {}, {"by": "draw", "hidden": True, "options": half}, 44, 22),
        ("babcock", {"only_place": True}, {"by": "draw", "options": half}, 24, 24),
        ("babcock", GATES, {"by": "draw", "options": half}, 600, 600),
        ("babcock", GATES, {"by": "draw", "hidden": True, "options": half}, 600, "/hands/N/card/special/0"),
        ("harr", {}, {"by": "draw", "hidden": True}, 22, "/win/hidden"),
        # three players without West Winds
        ("babcock", ORPHANS, {"players": 3, "options": half}, 600, "/hands/N/card/special/0"),
        ("babcock", ORPHANS, {"players": 4, "options": half}, 600, 600),
        ("chinese", WINDS, {"players": 3}, 600, "/hands/N/card/special/0"),
        ("harr-limit", ORPHANS, {"players": 3}, 300, 300),
        # four concealed, drawn
        ("chinese", CONCEALED, {"options": {"four_concealed_drawn": True}}, 300, 46),
        ("chinese", CONCEALED, {"by": "draw", "options": {"four_concealed_drawn": True}}, 300, 300),
        ("babcock", CONCEALED, {"options": {"four_concealed_drawn": True, "four_concealed": True}}, 300, 46),
        ("babcock", CONCEALED, {"options": {"four_concealed_drawn": True}}, 46, 46),
        # Harr's limit game without a limit
        ("harr-limit", {}, {"winner": "E", "by": "draw", "opening": "original", "options": {"limit": None}}, 20, 160),
        ("harr-limit", {}, {"winner": "E", "by": "draw", "opening": "original"}, 300, 300),
        (
            "harr-limit",
            {},
            {
                "winner": "E",
                "by": "draw",
                "opening": "original",
                "options": {"limit": None},
                "house": {"name": "Ours", "doublings": {"original": 4}},
            },
            80,
            80,
        ),
        # two players
        ("babcock", ORPHANS, {"winner": "W", "players": 2, "options": half}, "/winner", 600),
        # a known score: what the win earns, and if the fifth player gets nothing
        ("babcock", {"score": 60}, {"opening": "first-discard"}, 60, 150),
        ("harr-limit", {"score": 60}, {"opening": "first-discard"}, 60, "/win/opening"),
        ("babcock", {"score": 60}, {"winner": "W", "players": 2}, 60, "/hands/W/card/score"),
        ("harr", {"score": 60}, {"players": 5}, "/hands/N/card/score", 60),
        ("babcock", {"score": 60}, {"players": 5}, "/hands/N/card/score", "/hands/N/card/score"),
        # who is liable, winner N
        ("harr-limit", {}, {"from": "W", "liable": [{"seat": "W"}]}, 20, 20),
        ("harr-limit", {}, {"liable": [{"seat": "W"}]}, 20, 20),
        ("harr-limit", {}, {"from": "W", "liable": [{"seat": "S"}]}, 20, LIABLE + "seat"),
        ("harr-limit", {}, {"from": "W", "liable": [{"seat": "W", "share": "half"}]}, 20, LIABLE + "share"),
        ("harr-limit", {}, {"by": "draw", "liable": [{"seat": "W"}]}, 20, LIABLE + "seat"),
        ("dmjl", {}, {"liable": [{"seat": "W", "share": "half"}]}, 40, LIABLE + "share"),
        ("dmjl", {}, {"liable": [{"seat": "W", "share": "half", "why": "insurance"}]}, 40, 40),
        ("dmjl", {}, {"liable": [{"seat": "W", "share": "half"}], "options": {"insurance": True}}, 40, 40),
        ("bmja", {"pungs": [3, 0, 0, 0]}, {"by": "draw", "liable": [{"seat": "W", "share": "half"}]}, 28, 28),
        ("babcock", {}, {"liable": [{"seat": "W", "why": "feeding"}]}, 30, 30),
        ("babcock", {}, {"liable": [{"seat": "W", "share": "half", "why": "feeding"}]}, 30, LIABLE + "share"),
        ("babcock", {}, {"liable": [{"seat": "S", "why": "feeding"}]}, 30, LIABLE + "seat"),
        ("babcock", {}, {"players": 3, "liable": [{"seat": "S", "why": "feeding"}]}, 30, 30),
        ("babcock", {"pungs": [0, 4, 0, 0]}, {"liable": [{"seat": "W", "why": "feeding"}]}, 46, LIABLE + "why"),
    ):
        for edition, shown in ((2, earlier), (EDITION, now)):
            answer = ask(deal_of(card, rules=rules, edition=edition, **dict(keys)))
            assert _shown(answer) == shown, (rules, card, keys, edition, answer)


def test_a_hidden_tile_proves_no_nine_gates_in_tiles():
    tiles, win = "1112345678999m 5m", {"by": "draw", "tile": "5m", "hidden": True}
    deal = {"rules": "babcock", "options": {"nine_gates": True, "limit": 1000}, "winner": "S", "win": win}
    deal["hands"] = {"S": {"tiles": tiles}}
    assert ask(dict(deal, edition=2))["hands"]["S"]["special"] == "nine_gates"
    assert "special" not in ask(deal)["hands"]["S"]


def test_three_players_have_twelve_majors():
    for rules, earlier, now in (("babcock", 13, 12), ("chinese", 13, 12), ("harr-limit", 13, 13)):
        for key in ("washing", "mummies"):
            for edition, most in ((2, earlier), (EDITION, now)):
                for majors in (9, most, most + 1):
                    ending = {"winner": None, "hands": {}, "rules": rules, "players": 3, "edition": edition}
                    ending[key] = {"seat": "S", "majors": majors}
                    assert ("error" in ask(ending)) == (majors > most), (rules, key, edition, majors)


def test_three_players_are_not_offered_what_needs_west_winds():
    agreed = {"thirteen_orphans": True, "four_winds": True}
    for edition, there in ((2, True), (EDITION, False)):
        rules = load("babcock", agreed, 3, None, edition)
        for name in agreed:
            assert (name in rules.hands) == (in_force(rules, name) is True) == there
            assert (name in [row[0] for row in offered(rules)]) == there
        assert "error" not in ask(deal_of({}, players=3, options=agreed, edition=edition))
    assert "four_winds" not in load("babcock", None, 3, {"name": "Ours", "special": {"four_winds": "half"}}).hands
    assert load("harr-limit", None, 3).hands.issuperset(agreed)


def test_the_fifth_player_is_paid_in_babcocks_games():
    """The points for mah-jong, doubled like the hand, up to the limit (B p.85, 28)."""
    plain, doubled = {"pungs": [3, 0, 0, 0]}, {"pungs": [1, 0, 2, 1], "dragons": 3, "suit": "half"}
    for rules, card, options, earlier, now in (
        ("babcock", plain, {}, 80, 80),
        ("babcock", plain, {"mahjong": 50}, 80, 200),
        ("chinese", plain, {"mahjong": 50}, 80, 200),
        ("babcock", plain, {"mahjong": 100, "limit": 60}, 80, 240),
        ("babcock", doubled, {}, 1280, 1200),
        ("babcock", doubled, {"limit": None}, 1280, 1280),
        ("harr", plain, {}, 80, 0),
        ("harr-limit", plain, {}, 80, 0),
        ("bmja", plain, {}, 80, 0),
        ("dmjl", plain, {}, 80, 0),
    ):
        for edition, points in ((2, earlier), (EDITION, now)):
            net = ask(deal_of(card, rules=rules, options=options, edition=edition, **FIFTH))["net"]
            assert net["out"] == points, (rules, options, edition, net)
            assert sum(net.values()) == 0


def test_a_winner_who_deals_is_the_only_one_to_whom_east_passes():
    draws = (
        ("chinese", {"kongs": 1}, "passes"),
        ("babcock", {"kongs": 4, "options": {"four_kongs_draw": True}}, "passes"),
        ("chinese", {"not_touching": "E"}, "passes"),
        ("chinese", {"mummies": {"seat": "E", "majors": 9}}, "passes"),
        ("chinese", {"mummies": {"seat": "S", "majors": 9}}, "stays"),
        ("babcock", {}, "stays"),
    )
    for rules, keys, earlier in draws:
        options = dict(keys.get("options", {}), winner_deals=True)
        deal = {"rules": rules, "winner": None, "hands": {}}
        deal.update(keys)
        deal["options"] = options
        assert ask(dict(deal, edition=2))["next"]["deal"] == earlier, keys
        assert ask(deal)["next"]["deal"] == "stays", keys
    ninth = deal_of({}, rules="dmjl", winner="E", streak=9, options={"winner_deals": True})
    assert ask(dict(ninth, edition=2))["next"]["deal"] == "passes"
    assert ask(ninth)["next"]["deal"] == "stays"
    assert ask(deal_of({}, winner="S", options={"winner_deals": True}))["next"]["deal"] == "S"


def test_a_hand_may_be_dead_for_another_reason_in_the_chinese_game():
    """A short hand counts what it has, any other dead hand nothing (B p.31-33, 73)."""
    pung = {"card": {"pungs": [0, 0, 0, 1]}}
    for dead, score in (("short", 8), ("long", 0), (True, 0)):
        deal = deal_of({}, rules="chinese")
        deal["hands"]["S"] = dict(pung, dead=dead)
        assert ask(deal)["hands"]["S"]["score"] == score, dead
    for rules in BOOKS:
        for wrong in ("dead", "other", 1, None, []):
            deal = deal_of({}, rules=rules)
            deal["hands"]["S"] = dict(pung, dead=wrong)
            assert ask(deal)["error"]["at"] == "/hands/S/dead", (rules, wrong)
    deal["rules"], deal["hands"]["S"] = "chinese", {"tiles": "111m 5s", "dead": True}
    assert ask(deal)["hands"]["S"]["score"] == 0, "of any number of tiles"


# ---- which edition ----


def test_a_deal_or_a_session_that_names_none_is_counted_by_the_present_one():
    assert ask(deal_of({})) == ask(deal_of({}, edition=EDITION))
    head = {"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"]}
    assert read_session(head).rules.edition == EDITION
    assert read_session(dict(head, edition=1)).rules.edition == 1
    fed = {"winner": "N", "win": {"by": "discard"}, "liable": [{"seat": "W", "why": "feeding"}]}
    fed["hands"] = {"N": {"card": {}}, "S": {"card": {"pungs": [0, 1, 0, 0]}}}
    for edition, deal in ((1, 4), (2, 0)):
        replay = SessionPlay(dict(head, edition=edition))
        replay.line(fed)
        replay.line({"correct": 1, "deal": fed})
        net = replay.stands()["balances"]
        assert net["Bo"] == 2000 + 3 * deal, edition


def test_an_unknown_edition_is_refused_and_located():
    for wrong in (0, EDITION + 1, -1, 1.0, True, "1", None, [1]):
        answer = ask(deal_of({}, edition=wrong))["error"]
        assert answer["at"] == "/edition", wrong
        assert "1 to " + str(EDITION) in answer["message"]
        place = ""
        try:
            read_session({"mingg": 1, "edition": wrong, "rules": "harr", "names": ["Ann", "Bo"]})
        except BadInput as error:
            place = error.pointer
        assert place == "/edition"


def test_an_old_evening_keeps_the_first_edition_whatever_is_added():
    """Firmware older than the editions continues such an evening, and does not change evenings of later editions."""
    store = MemoryStore()
    evening = open_evening(store)
    begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock", None, 4, None, 1)))
    sit(evening, 1, ["Ann", "Eve", "Cy", "Di"])
    for _ in range(30):
        save(evening, _deal("E"))
    undo(evening)
    assert len(store.files) > 1
    for data in store.files.values():
        heads = [json.loads(line[14:]) for line in data.decode().split("\n") if line[:5] == "0000 "]
        assert heads
        assert all("edition" not in head for head in heads)
    assert open_evening(store).session.rules.edition == 1
    evening = open_evening(MemoryStore())
    save(evening, _deal("S"))
    assert json.loads(evening.ledger.head)["edition"] == EDITION


def test_an_evening_of_a_later_edition_is_left_as_it_is():
    store = MemoryStore()
    evening = open_evening(store)
    save(evening, _deal("S"))
    head = json.loads(evening.ledger.head)
    for edition in (EDITION + 1, 0, "2"):
        head["edition"] = edition
        store.files = {FIRST: seal(0, json.dumps(head)) * 2}
        before = dict(store.files)
        reopened = open_evening(store)
        assert reopened.notices == [(UNREADABLE, 1)]
        save(reopened, _deal("S"))
        assert store.files[FIRST] == before[FIRST]


def test_a_head_is_read_back_as_written():
    for edition in (1, 2):
        for house in (None, {"name": "Ours", "points": {"loose": 20}}):
            rules = load("chinese", {"feeding": True}, 4, house, edition)
            head = write_session(Session(["Ann", "Bo", "Cy", "Di"], rules))
            read_again = read_session(head, (), 1).rules
            assert (read_again.edition, read_again.points, read_again.options) == (edition, rules.points, rules.options)


# ---- the score sheet ----


def test_a_pair_of_the_own_wind_in_its_own_round_has_a_line_only_where_it_counts_otherwise():
    def pairs(*rules):
        lines = sheet.lines(load(*rules), sheet.SETS)
        return [line.figure.word for line in lines if line.row[0] == "pair"]

    for rules in ("harr", "babcock", "chinese"):
        assert pairs(rules) == ["dragon", "seat"]
    assert [line.figure.word for line in sheet.lines(load("chinese"), sheet.LAST) if line.row[0] == "fill-pair"] == [
        "pair-major",
        "pair-simple",
    ]
    limit = [line.figure for line in sheet.lines(load("harr-limit"), sheet.SETS_WON) if line.row[0] == "pair"]
    assert ("both", 4) in [(figure.word, figure.points) for figure in limit]
    assert pairs("babcock", None, 4, {"name": "Ours", "points": {"pair": {"both": 4}}}) == ["both", "dragon", "seat"]
    assert pairs("babcock", None, 4, {"name": "Ours", "points": {"pair": {"seat": 4}}}) == ["both", "dragon", "seat"]


def test_a_pair_of_the_own_and_round_wind_is_explained_as_a_pair_of_the_own_wind():
    for rules, word in (("babcock", "seat"), ("harr", "seat"), ("harr-limit", "both")):
        in_force = load(rules)
        row = next(row for row in in_force.points if row[0] == "pair")
        figure = next(figure for figure in explain.figures(row) if figure.word == "both")
        assert explain.of_figure(row, figure, in_force).key == "points pairs " + word
