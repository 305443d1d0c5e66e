"""The ledger: a saved deal comes back, an unsaved one leaves a notice, a damaged one costs only itself."""

import json
import sys

from help.checks import refused
from help.stores import MemoryStore
from mingg.core.counters.sets import worth
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, PUNG_SHOWN, Hand
from mingg.core.rules import EDITION, load
from mingg.core.table.session import Session
from mingg.evening.beside import count, lend, pay
from mingg.evening.change import below, correct, swap, undo
from mingg.evening.counters import holdings
from mingg.evening.evening import DRAFT_LOST, TORN, TORN_MORE, UNCOUNTED, UNREADABLE, keep_draft, last_deal, room
from mingg.evening.evenings import begin, evenings, remove, sit, summary
from mingg.evening.lines import Lines, leaves
from mingg.evening.open import open_evening, read_draft
from mingg.evening.save import save
from mingg.records.kinds import MOST_POINTS
from mingg.records.ledger import Ledger
from mingg.records.line import FORMAT, LAST, parse, seal, segment_name
from mingg.records.parse import LOST, Reader, open_parts, records_in

FIRST = "0001-00.txt"


def _deal(seat="S", dragons=0):
    return Deal(seat, Win("discard"), {seat: Hand([PUNG_SHOWN | DRAGON] * dragons)})


def _played(*deals):
    """A store in which an evening was played."""
    store = MemoryStore()
    evening = open_evening(store)
    for deal in deals:
        save(evening, deal)
    return store


def _reopened(evening, notices=()):
    """The evening after a power cut, which costs nothing."""
    reopened = open_evening(evening.store)
    assert (_state(reopened), reopened.top, reopened.notices) == (_state(evening), evening.top, list(notices))
    return reopened


def _with(store, *lines):
    """A copy of the store, with more lines in the first file."""
    copy = MemoryStore()
    copy.files = dict(store.files)
    copy.files[FIRST] += b"".join(lines)
    return copy


def _harr():
    return Session(["Ann", "Bo", "Cy", "Di"], load("harr"))


def _state(evening):
    return evening.session.standing()


def _lines_of(evening):
    """(kind, number) of each line that stands."""
    return [(line.kind, line.number) for line in Lines(evening)]


def test_a_first_evening_needs_no_ledger_and_writes_none_before_a_deal():
    store = MemoryStore()
    evening = open_evening(store)
    assert evening.session.balances == [2000, 2000, 2000, 2000]
    assert (evening.session.rules.id, evening.notices, last_deal(evening), store.files) == ("babcock", [], None, {})


def test_the_ledger_is_the_interchange_format_a_record_a_line():
    lines = _played(_deal("S")).files[FIRST].decode().split("\n")
    head, deal = json.loads(lines[0][14:]), json.loads(lines[2][14:])
    assert lines[1] == lines[0], "of the first segment no damaged line may cost the evening"
    names = ["Ann", "Bo", "Cy", "Di"]
    assert head == dict(json.loads(_head(names=names)[14:]), rules="babcock", counters="none")
    assert deal == {
        "winner": "S",
        "win": {"by": "discard"},
        "hands": {"S": {"sets": []}},
        "before": {"deals": 0, "east": "Ann", "round": 0, "balances": [2000, 2000, 2000, 2000]},
        "after": {"deals": 1, "east": "Bo", "round": 0, "balances": [1940, 2120, 1970, 1970]},
    }
    assert "streak" not in _records(_played(_deal("E")))[0], "the standing before it says so"


SIT = sit, (1, ["Ann", "Eve", "Cy", "Di"])
CHANGES = (
    (save, (_deal("N"),)),
    (undo, ()),
    (correct, (1, _deal("N", 1))),
    (pay, ([(0, 1, 2)],)),
    SIT,
    (begin, (_harr(),)),
    (swap, (0, 3)),
)


def test_a_failed_write_changes_nothing_and_can_be_made_again():
    for (function, arguments), deals in [(change, 3) for change in CHANGES] + [(SIT, 0), (SIT, 1)]:
        played = (_deal("S"), _deal("E", 1), _deal("W"))[:deals]
        expected = open_evening(_played(*played))
        before = _state(expected), _lines_of(expected), expected.called, expected.ledger.number
        function(expected, *arguments)
        for moment in ("before", "torn", "after"):
            evening = open_evening(_played(*played))
            evening.store.fail = moment
            if moment != "after":
                refused(function, evening, *arguments, error=OSError)
                assert (_state(evening), _lines_of(evening), evening.called, evening.ledger.number) == before
                assert _state(open_evening(evening.store)) == before[0]
                evening.store.fail = None
            function(evening, *arguments)  # the flash took all of it, although it reports an error
            evening.store.fail = None
            assert _state(evening) == _state(expected), (function, moment)
            # No head says which records came before it.
            told = [(TORN, deals + 1)] if function == sit and moment == "torn" and deals else []
            reopened = _reopened(evening, told)
            assert (reopened.called, reopened.session.rules.id) == (expected.called, expected.session.rules.id)


def test_opening_an_evening_loads_nothing_that_scores():
    store, _ = _with_counters(_deal("S", 1), _deal("W"))
    hidden = {name: sys.modules.pop(name) for name in list(sys.modules) if (name + ".")[:6] == "mingg."}
    try:
        from mingg.evening.open import open_evening as open_afresh

        opened, loaded = open_afresh(store), list(sys.modules)
    finally:
        sys.modules.update(hidden)
    assert opened.session.deals == 2
    core = {name[11:] for name in loaded if name[:11] == "mingg.core."}
    assert not core & {"score.score", "settle.settle", "interchange.judge", "interchange.reader", "counters.exchange"}


def test_several_damaged_lines_at_the_end_are_reported_as_damage():
    deals = [_deal("S"), _deal("W"), _deal("E"), _deal("N")]
    for bad, notice in ((1, TORN), (2, TORN_MORE), (3, TORN_MORE)):
        store = _without(_played(*deals), *range(5 - bad, 5))
        evening = open_evening(store)
        assert (evening.session.deals, evening.notices) == (4 - bad, [(notice, 5 - bad)])
        assert _state(evening) == _state(open_evening(_played(*deals[: 4 - bad])))
        save(evening, _deal("W"))
        assert _reopened(evening).session.deals == 5 - bad, "told once"


def test_a_sealed_record_that_makes_no_sense_is_lost():
    store, evening = _with_counters(_deal("E"))
    state, points = _state(evening), _points(evening)
    sound = {"deals": 1, "east": "Ann", "round": 0, "balances": state.balances}
    around, drawn, paid = (
        {"before": sound, "after": dict(sound, deals=2)},
        {"winner": None, "hands": {}},
        {"points": 20},
    )
    paid.update({"from": "Ann", "to": "Bo"})
    texts = ["{}", "[]", '{"winner": "Q"}', "nonsense"]
    for wrong in (
        {"east": "Eve"},
        {"round": 5},
        {"balances": [9000, 2000, 2000, 2000]},
        {"balances": [8000]},
        {"held": {"trays": [SHARE] * 3, "box": SHARE}},
        {"held": {"trays": [SHARE] * 4, "box": [-1, 0, 0, 0]}},
        {"held": None},
        {"held": []},
        {"held": {"trays": [SHARE] * 4, "box": SHARE, "open": [0.0] * 4}},
        {"held": {"trays": [SHARE] * 4, "box": SHARE, "open": [0] * 3}},
        {"held": {"trays": [SHARE] * 4, "box": SHARE, "lent": [[2, 3, 1], [3, 2, 4]]}},
        {"balances": [2000.0] * 4},
        {"deals": None},
    ):
        for key in around:
            texts.append(json.dumps(dict(drawn, **dict(around, **{key: dict(around[key], **wrong)}))))
    for on in ("1", 2, -1, None, True):
        texts.append(json.dumps(dict(drawn, on=on, **around)))
    for line in (drawn, {"pay": paid}, {"swap": ["Ann", "Bo"]}, {"count": {"Ann": SHARE}}):
        for key in around:
            texts.append(json.dumps(dict(line, **{key: around[key]})))  # one of the two is missing
    texts += [json.dumps(dict(keys, **around)) for keys in ({"hands": {}}, {"swap": ["Ann", "Ann"]}, {"pay": {}})]
    texts.append(json.dumps({"undo": 1, "before": sound}))
    texts += [json.dumps(dict(around, swap=names)) for names in (["Ann"], ["Ann", "Bo", "Cy"])]
    for more in ({"undo": True}, {"undo": 2}, {"more": 1}):
        texts.append(json.dumps(dict({"undo": 1, "on": 0, "after": sound}, **more)))
    for line in ({"correct": 1, "deal": drawn}, {"pay": paid}, {"count": {"Ann": SHARE}}):
        texts.append(json.dumps(dict(line, more=1, **around)))
    texts.append(json.dumps(dict({"pay": paid}, back=0, **around)))
    texts.append(json.dumps(dict(drawn, before=sound, after=dict(sound, deals=3))))  # more deals than records
    for text in texts:
        reopened = open_evening(_with(store, seal(2, text)))
        assert (reopened.notices, _state(reopened), _points(reopened)) == ([(LOST, 2)], state, points), text
    assert open_evening(_with(store, seal(3, texts[4]))).notices == [(LOST, 2), (LOST, 3)]
    # Another spelling of a key is still that key.
    undone = json.dumps({"un": 1, "before": sound, "after": sound}).replace('"un"', '"\\u0075ndo"')
    drawn = json.dumps({"winner": None, "hands": {}, "before": sound, "after": dict(sound, deals=2)})
    evening = open_evening(_with(store, seal(2, undone), seal(3, drawn)))
    assert _lines_of(evening) == [("deal", 1), (LOST, 0), ("deal", 2)]


def test_a_record_with_loans_and_a_balance_as_large_as_can_be_is_read():
    store, evening = _with_counters(_deal("E"))
    counters = {"trays": [SHARE] * 4, "box": SHARE, "lent": [[0, 1, 20], [2, 0, 20]]}
    after = {"deals": 1, "east": "Ann", "round": 0, "held": counters}
    after["balances"] = [-MOST_POINTS, MOST_POINTS, 0, 8000]
    paid = {"from": "Ann", "to": "Bo", "points": 20}
    text = json.dumps({"pay": paid, "back": 1, "before": after, "after": after})
    reopened = open_evening(_with(store, seal(2, text)))
    assert (reopened.notices, reopened.session.balances) == ([], after["balances"])
    assert holdings(reopened).lent == [(0, 1, 20), (2, 0, 20)]
    count(evening, {1: SHARE}, None, (0, 1, 20))
    assert _lines_of(_reopened(evening)) == [("deal", 1), ("loan", 0)]


def _head(**keys):
    """The line of a head. keys: what is in the place of the usual; None: it lacks this key."""
    head = {"mingg": 1, "edition": EDITION, "ledger": FORMAT, "rules": "harr", "names": ["a", "b", "c", "d"]}
    head.update(keys)
    return seal(0, json.dumps({key: head[key] for key in head if head[key] is not None}))


def test_a_ledger_without_its_head_or_of_another_format_or_edition_is_left_alone():
    lines = _played(_deal("E")).files[FIRST].split(b"\n")
    lines[0] = lines[1] = b"?" + lines[0][1:]
    damaged = b"\n".join(lines)
    heads = [damaged, seal(0, "{}"), seal(0, "[]"), _head(mingg=99), _head(mingg=None), _head(rules="riichi")]
    heads += [_head(names=names) for names in (["a"], ["a", "b", "c", "a"], [1, 2, 3, 4])]
    heads.append(_head(house={"name": "House", "points": {"mahjong": 31}}))
    for key, now in (("ledger", FORMAT), ("edition", EDITION)):
        heads += [_head(**{key: other}) for other in (now + 1, 0, str(now), True, None)]
    for head in heads:
        store = MemoryStore()
        store.files[FIRST] = head
        evening = open_evening(store)
        assert evening.notices[-1] == (UNREADABLE, 1), head
        assert evening.session.deals == 0
        assert summary(evening, 1) is None
        save(evening, _deal("S"))
        assert store.files[FIRST] == head
        assert open_evening(store).session.deals == 1


def test_a_seat_in_a_head_that_the_table_does_not_have_is_the_first():
    store = MemoryStore()
    for players, turns in ((4, (0, 1, 3)), (3, (1, 11))):
        for turn in turns + (4 if players == 4 else 12, -1, True, "1", None):
            store.files[FIRST] = _head(names=["a", "b", "c", "d"][:players], turn=turn)
            evening = open_evening(store)
            expected = turn if type(turn) is int and turn in turns else 0
            assert (evening.turn, evening.notices) == (expected, []), (players, turn)


def test_the_club_that_began_an_evening_stays_in_its_head():
    evening = open_evening(MemoryStore())
    begin(evening, _harr(), 0, ["friday", 2, "t1"])
    sit(evening, 1, ["Zo", "Bo", "Cy", "Di"])
    assert _reopened(evening).club == evening.club == ["friday", 2, "t1"]
    for club in ("friday", {"friday": 2}, 1, None):
        evening.store.files[FIRST] = _head(club=club)
        assert (open_evening(evening.store).club, open_evening(evening.store).notices) == (None, []), club


def test_a_head_is_found_where_the_first_page_of_flash_is_erased():
    """The first 256 bytes hold both heads at the start of a ledger. There is a third one beyond 1024 bytes."""
    for names in (["A", "B", "C", "D"], ["Wilhelma", "Xerxes", "Yvonne", "Zoe"]):
        store = MemoryStore()
        evening = open_evening(store)
        begin(evening, Session(names, load("harr")), 2)
        erased = 0
        for i in range(12):
            save(evening, _wide(LONG[i], i % 3))
            if list(store.files) != [FIRST]:
                break  # the next segment has a head of its own
            data = store.files[FIRST]
            if len(data) > 1024:
                damaged = MemoryStore()
                damaged.files[FIRST] = b"\xff" * 256 + data[256:]
                assert data.find(b"\n0000 ") < 256
                reopened = open_evening(damaged)
                assert (reopened.session.names, reopened.session.rules.id, reopened.turn) == (names, "harr", 2)
                assert (_state(reopened), reopened.notices) == (_state(evening), [])
                assert len(Lines(reopened)) == i + 1
                erased += 1
        assert erased >= 2


def test_an_unreadable_ledger_is_reported_and_another_begins():
    """A sector cannot be read: the evening is not used, and its files are not changed."""
    store = MemoryStore()
    begin(open_evening(store), _harr(), 2)
    _, first = _long(12, store)
    sound = dict(store.files)
    last = "0001-01.txt"
    assert sorted(sound) == [FIRST, last]
    # An earlier segment is read if the last one has lost its head, or all records.
    beheaded = b"x" + sound[last][1:]
    emptied = sound[last].split(b"\n")[0] + b"\nno line\n"
    for broken, instead in ((last, sound[last]), (FIRST, beheaded), (FIRST, emptied)):
        files = dict(sound)
        files[last] = instead
        for another in (None, Session(["A", "B", "C"], load("babcock", None, 3))):
            store.files, store.broken = dict(files), [broken]
            evening = open_evening(store)
            assert (evening.notices, evening.session.rules.id, evening.turn) == ([(UNREADABLE, 1)], "babcock", 0)
            assert (evening.session.balances, evening.session.deals) == ([2000] * 4, 0)
            assert (last_deal(evening), read_draft(evening)) == (None, None)
            if another is not None:
                begin(evening, another)
            save(evening, _deal("N"))
            reopened = _reopened(evening)
            assert evenings(reopened) == [(1, False), (2, True)]
            assert {name: store.files[name] for name in files} == files
            assert sorted(store.files) == sorted(list(files) + ["0002-00.txt"])
        store.files, store.broken = dict(sound), []
        assert open_evening(store, 1).session.balances == first.session.balances


def test_after_ledger_9999_comes_10000():
    for old in (9999, 999999999):
        store = MemoryStore()
        files = [segment_name(old, 0), segment_name(old + 1, 0)]
        store.files[files[0]] = _played(_deal("S")).files[FIRST]
        evening = open_evening(store)
        assert (evening.ledger.number, evening.session.deals) == (old, 1)
        begin(evening, _harr())
        assert sorted(store.files) == sorted(files)
        for i, seat in enumerate("NES"):
            save(evening, _deal(seat))
            keep_draft(evening, {"winner": i})
            evening = _reopened(evening)
            assert (evening.ledger.number, evening.session.rules.id, evening.session.deals) == (old + 1, "harr", i + 1)
            assert (read_draft(evening), evening.notices) == ({"winner": i}, [])
        assert evenings(evening) == [(old, False), (old + 1, True)]
        assert [summary(evening, number)[2] for number in (old, old + 1)] == [1, 3]
        assert summary(evening, old + 2) is None
        refused(remove, evening, old + 1)
        remove(evening, old)
        assert (evenings(evening), open_evening(store).session.deals) == ([(old + 1, True)], 3)


def test_an_older_evening_that_is_unreadable_does_not_go_on_in_a_later_one():
    store = _played(_deal("S"))
    begin(open_evening(store), _harr())
    save(open_evening(store), _deal("N"))
    store.files[FIRST] = b"damaged"
    before = dict(store.files)
    older = open_evening(store, 1)
    assert older.notices[-1] == (UNREADABLE, 1)
    save(older, _deal("E"))
    assert {name: store.files[name] for name in before} == before
    assert open_evening(store).ledger.number == 3


def test_an_evening_is_deleted_from_its_end():
    """A power cut leaves a shorter evening."""
    store, evening = _long(40)
    begin(evening, _harr())
    removed = []
    store.remove = removed.append
    remove(evening, 1)
    assert removed == sorted(store.files)[-2::-1]


def test_a_new_session_whose_write_failed_is_removed_before_play_continues():
    store = _played(_deal("S"))
    evening = open_evening(store)
    store.fail, store.broken = "after", {"0002-00.txt"}
    refused(begin, evening, _harr(), error=OSError)
    assert "0002-00.txt" in store.files
    for function, *arguments in ((save, _deal("N")), (sit, 1, ["A", "B", "C", "D"]), (begin, _harr())):
        refused(function, evening, *arguments, error=OSError)
        assert "0002-00.txt" in store.files
    store.fail = None
    sit(evening, 1, ["A", "B", "C", "D"])
    assert (sorted(store.files), open_evening(store).called[0]) == ([FIRST], "A")
    save(evening, _deal("N"))
    assert open_evening(store).session.deals == 2
    store.fail, store.fail_once = "after", True
    refused(begin, evening, _harr(), error=OSError)
    assert sorted(store.files) == [FIRST], "removed at once: the power may be cut now"
    store.fail = "after"
    refused(begin, evening, _harr(), error=OSError)
    store.fail = None
    begin(evening, _harr())
    assert sorted(store.files) == [FIRST, "0002-00.txt"], "it has the number of the one that failed"


def test_a_text_that_could_not_be_read_back_is_not_written():
    rich = _deal("S")
    rich.hands["S"].score = MOST_POINTS + 1
    for rules, function, argument in (
        ("harr", save, rich),
        ("harr", pay, [(0, 1, MOST_POINTS - 1)]),
    ):
        store = MemoryStore()
        evening = open_evening(store)
        begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load(rules)))
        before = dict(store.files)
        refused(function, evening, argument)
        assert (store.files, _state(evening)) == (before, _state(open_evening(store)))
    evening.ledger.records = LAST
    pay(evening, [(0, 1, 2)])
    refused(pay, evening, [(0, 1, 2)], error=OSError)
    assert _reopened(evening).session.balances[1] == 2002


HALF = {"winner": 2, "at": 3}
AGAIN = {"winner": 2, "at": -1}  # how it was won is asked again
CORRECTING = {"winner": 1, "at": 4, "correcting": 1}
# A draft; what is done then, until the power is cut before the draft is written again; and what comes back.
DRAFTS = (
    (HALF, (), HALF),
    (HALF, ((save, (_deal("N"),)),), None),
    (HALF, ((pay, ([(0, 1, 20)],)), (undo, ()), (undo, ())), AGAIN),
    (HALF, ((undo, ()), (save, (_deal("N"),))), None),
    (HALF, ((begin, (_harr(),)),), None),
    (dict(CORRECTING, shelved=HALF), ((correct, (1, _deal("N"))),), AGAIN),
    (CORRECTING, ((correct, (1, _deal("N"))),), None),
)


def test_a_draft_comes_back_to_its_own_deal_and_no_other():
    for draft, changes, expected in DRAFTS:
        evening = open_evening(_played(_deal("S"), _deal("W")))
        assert read_draft(evening) is None
        evening.set_up = set_up = {"stretch": [1, 2]}
        keep_draft(evening, draft)
        for function, arguments in changes:
            function(evening, *arguments)
        reopened = _reopened(evening)
        assert (read_draft(reopened), reopened.notices) == (expected, []), (draft, changes)
        still = evening.ledger.number == 1 and evening.session.deals == 2  # the set-up is for the deal after them
        assert evening.kept_set_up() == reopened.set_up == (set_up if still else None), changes


def test_the_entry_of_a_saved_deal_comes_back_once_the_deal_is_taken_back():
    evening = open_evening(_played(_deal("S")))
    keep_draft(evening, HALF, (evening.ledger.number, evening.top))
    assert read_draft(_reopened(evening)) is None
    undo(evening)
    assert read_draft(_reopened(evening)) == AGAIN


def test_a_draft_from_before_the_first_session_is_of_no_other():
    evening = open_evening(MemoryStore())
    keep_draft(evening, HALF)
    begin(evening, _harr())
    assert read_draft(open_evening(evening.store)) is None


def test_a_draft_that_is_newer_than_its_ledger_tells_what_the_ledger_cannot():
    """A ledger that lost its last lines looks complete, but the draft was written when it was longer."""
    for lost in (1, 2):
        store = _played(_deal("S"), _deal("W"), _deal("E"))
        evening = open_evening(store)
        state = _state(open_evening(_played(*[_deal(seat) for seat in "SWE"[: 3 - lost]])))
        keep_draft(evening, {"winner": 2})
        data = store.files[FIRST]
        store.files[FIRST] = data[: data.find(b"%04d " % (4 - lost))]
        reopened = open_evening(store)
        assert (_state(reopened), reopened.notices) == (state, [])
        assert read_draft(reopened) is None
        assert reopened.notices == [(TORN_MORE, 4 - lost), (DRAFT_LOST, 4 - lost)]


# ---- undo, correction, payments ----


def test_the_last_deal_is_known_after_everything():
    store = _played(_deal("S", 1), _deal("E", 1), _deal("W", 2))
    evening = open_evening(store)
    third = last_deal(evening).answer.net
    pay(evening, [(0, 1, 20)])
    assert last_deal(evening).answer.net == last_deal(open_evening(store)).answer.net == third
    undo(evening)
    undo(evening)
    second = last_deal(open_evening(store))
    assert last_deal(evening).deal.winner == second.deal.winner == "E"
    assert last_deal(evening).answer.net == second.answer.net
    assert last_deal(evening).players == second.players == {"E": 1, "S": 2, "W": 3, "N": 0}
    correct(evening, 1, _deal("E", 1))
    assert last_deal(evening).players == last_deal(open_evening(store)).players == {"E": 1, "S": 2, "W": 3, "N": 0}
    correct(evening, 2, _deal("N", 2))
    assert last_deal(evening).deal.winner == last_deal(open_evening(store)).deal.winner == "N"


def test_the_last_deal_is_not_known_where_it_is_lost():
    store = _played(_deal("S"), _deal("E"))
    evening = open_evening(store)
    pay(evening, [(0, 1, 2)])
    store.files[FIRST] = store.files[FIRST].replace(b'"by": "discard"', b'"by": "discord"')
    assert last_deal(open_evening(store)) is None
    assert open_evening(store).session.balances == evening.session.balances


def test_no_deal_follows_the_last_of_a_game_and_a_correction_names_one_that_was_played():
    """Four deals end a game of two."""
    evening = open_evening(MemoryStore())
    begin(evening, Session(["A", "B"], load("harr", None, 2)))
    for seat in "EWWWW":
        save(evening, _deal(seat, 2))
    assert evening.session.table.over()
    refused(save, evening, _deal("E", 2))
    for number in (0, 6):
        refused(correct, evening, number, _deal("E", 2))
        refused(Lines(evening).deal, number)


def test_a_correction_says_whether_the_next_deal_keeps_an_east_to_whom_it_does_not_lead():
    evening = open_evening(_played(_deal("S"), _deal("W")))
    keeps = [leaves(evening, number, _deal(seat))[1] for number in (1, 2) for seat in "EN"]
    assert keeps == [True, False, False, False]


def test_impossible_payments_are_refused():
    store = _played(_deal("S"))
    evening = open_evening(store)
    before = dict(store.files)
    for case in ([(0, 0, 2)], [(0, 1, 3)], [(0, 1, 0)], [(0, 1, -2)], [(0, 1, 2), (1, 2, 1)]):
        refused(pay, evening, case)
    pay(evening, [])
    assert store.files == before


def test_payments_that_were_entered_together_are_taken_back_together():
    evening = open_evening(_played(_deal("S")))
    start = _state(evening)
    pay(evening, [(0, 1, 2), (1, 2, 4)])
    pay(evening, [(1, 0, 2), (2, 1, 4)], 1)
    assert _lines_of(evening) == [("deal", 1), ("pay", 0), ("pay", 0), ("pay", 1), ("pay", 2)]
    assert _state(evening) == start
    assert Lines(evening).deal(1)[0].winner == "S"
    save(evening, _deal("W"))
    for left in (5, 3, 1, 0):
        undo(evening)
        assert len(Lines(_reopened(evening))) == left
    taken = [data.count(b'"undo"') for data in evening.store.files.values()]
    assert sum(taken) == 6, "each line has its own, as other programs play them"


# ---- segments ----


LONG = "EEWEESEEENEE"


def _wide(seat, dragons=0):
    """A deal of the usual length."""
    deal = _deal(seat, dragons)
    deal.hands[seat].named = "(222p) 345m 678s 999s 55z" * 3
    return deal


def _long(deals, store=None):
    """An evening of many deals."""
    store = store or MemoryStore()
    evening = open_evening(store)
    for i in range(deals):
        save(evening, _wide(LONG[i % 12], i % 3))
    return store, evening


class Noting(MemoryStore):
    """A store that notes the last call: what was prepared, or how a file was written."""

    noted = None

    def prepare(self, name, start=b"", blank=1):
        self.noted = name, len(start), blank

    def append(self, name, data):
        self.noted = "append", name
        MemoryStore.append(self, name, data)

    def replace(self, name, data):
        self.noted = "replace", name
        MemoryStore.replace(self, name, data)


# Bytes of the last segment, what prepare() says, and lengths of lines that are added, with how the last one was.
LAST_PART, NEXT_PART, THEN = "0001-02.txt", "0001-03.txt", "0001-04.txt"
ADDED = (
    (113, (LAST_PART, 0, 400), (), None),
    (115, (LAST_PART, 0, 399), (), None),
    (600, (LAST_PART, 0, 1), (100,), ("append", LAST_PART)),
    (3106, (LAST_PART, 0, 1), (590,), ("replace", NEXT_PART)),
    (3106, (LAST_PART, 0, 1), (589,), ("append", LAST_PART)),
    (3095, (LAST_PART, 0, 1), (600,), ("append", LAST_PART)),
    (3096, (LAST_PART, 0, 1), (600,), ("replace", NEXT_PART)),
    (1000, (LAST_PART, 0, 1), (100,) * 10 + (1685,), ("append", LAST_PART)),
    (1000, (LAST_PART, 0, 1), (100,) * 10 + (1686,), ("replace", NEXT_PART)),
    (3107, (NEXT_PART, 27, 400), (100, 3567), ("append", NEXT_PART)),
    (3107, (NEXT_PART, 27, 400), (100, 3568), ("replace", THEN)),
    (3107, (NEXT_PART, 27, 400), (20,), ("replace", NEXT_PART)),
)


def test_a_record_is_prepared_and_written_where_it_has_room():
    for size, prepared, lengths, written in ADDED:
        store = Noting()
        parts = [(segment, segment_name(1, segment)) for segment in range(3)]
        for _, name in parts:
            store.files[name] = seal(0, "{}") + seal(1, "x" * (size - 32))
        ledger = Ledger(store, 1, parts)
        open_parts(ledger)
        ledger.head = "{}"
        ledger.prepare()
        assert (len(store.files[LAST_PART]), store.noted) == (size, prepared)
        store.noted = None
        for length in lengths:
            ledger.append(["x" * (length - 15)])
        assert store.noted == written, (size, lengths)
    ledger.append(["one", "two"])
    assert store.noted == ("replace", NEXT_PART), "an append could write one of them"
    store.fail, store.unreadable = "after", True
    refused(ledger.append, ["three"], error=OSError)
    ledger.prepare()
    assert store.noted == ("append", NEXT_PART), "nothing is prepared while nobody knows what the file has"


class NoNewFiles(MemoryStore):
    """A store that fails at the start of each segment."""

    def __init__(self, moment, unreadable):
        MemoryStore.__init__(self)
        self.moment, self.then_unreadable = moment, unreadable
        self.failed = []

    def replace(self, name, data):
        if name not in self.failed:
            self.failed.append(name)
            self.fail, self.unreadable = self.moment, self.then_unreadable
        MemoryStore.replace(self, name, data)


def test_a_new_segment_that_could_not_be_written_did_not_happen():
    for moment in ("before", "after"):
        for unreadable in (False, True):
            store = NoNewFiles(moment, unreadable)
            evening = open_evening(store)
            for i in range(30):
                try:
                    save(evening, _wide("E"))
                except OSError:
                    store.fail, store.unreadable = None, False
                    assert (moment, unreadable) != ("after", False), "it had landed"
                    assert evening.session.deals == i
                    save(evening, _wide("E"))
                store.fail = None
                assert _reopened(evening).session.deals == i + 1
            assert len(store.failed) >= 3


def test_a_missing_segment_is_reported_and_only_its_records_are_lost():
    store, evening = _long(40)
    names = sorted(store.files)
    for missing in names[:-1]:
        damaged = MemoryStore()
        damaged.files = {name: store.files[name] for name in names if name != missing}
        numbers = [number for number, _ in records_in(Reader().read(store.lines(missing)))]
        reopened = open_evening(damaged)
        assert reopened.notices == [(LOST, numbers[-1])], missing
        assert _state(reopened) == _state(evening)
        lost = [line.number for line in Lines(reopened) if line.kind == "lost"]
        assert lost == numbers
        assert [line.number for line in Lines(reopened)] == list(range(1, 41))
        refused(Lines(reopened).deal, numbers[-1])
        undo(reopened)
        save(reopened, _deal("S"))
        assert _state(open_evening(damaged)) == _state(reopened)


# ---- lost records in the middle ----


def _without(store, *records):
    """The store with these records damaged."""
    damaged = MemoryStore()
    for name in store.files:
        lines = store.files[name].split(b"\n")
        for i, line in enumerate(lines):
            if line[:4] in [b"%04d" % record for record in records]:
                lines[i] = line[:20] + b"?" + line[21:]
        damaged.files[name] = b"\n".join(lines)
    return damaged


def test_what_a_deal_gave_is_read_without_scoring_it():
    store = _played(_deal("S", 1), _deal("S"), _deal("E", 1), _deal("W"))
    for evening in (open_evening(store), open_evening(_without(store, 2))):
        pay(evening, [(3, 0, 50)])
        for changed in ((), ((2, "N"),), ((4, "S"), (2, "W"))):
            for number, seat in changed:
                correct(evening, number, _deal(seat))
            lines = Lines(evening)
            numbers = [number for kind, number in _lines_of(evening) if kind == "deal"] + [
                number for number, _ in changed
            ]
            for number in numbers:
                deal, before = lines.deal(number)
                keys, session, gains = lines.result(number)
                lines.close()
                assert (keys["winner"], session.standing()) == (deal.winner, before.standing())
                assert gains == lines.gained(number)[1], (number, changed)


class ReadToTheEnd(MemoryStore):
    """A store that knows which files are not read to their end. A file system keeps a list of its open files, and
    MicroPython closes those that nobody reads to the end only when it collects garbage."""

    open = 0

    def lines(self, name):
        self.open += 1
        yield from MemoryStore.lines(self, name)
        self.open -= 1


def test_no_file_stays_open():
    played = _long(40)[0]
    for files in (played.files, _without(played, 20, 39).files):
        store = ReadToTheEnd()
        store.files = dict(files)
        evening = open_evening(store)
        for action, arguments in (
            (lambda of: Lines(of).deal(5), ()),
            (last_deal, ()),
            (leaves, (7, _deal("S"))),
            (correct, (9, _deal("W"))),
            (undo, ()),
            (undo, ()),
            (undo, ()),
            (below, ()),
            (save, (_deal("N"),)),
            (summary, (1,)),
        ):
            action(evening, *arguments)
            assert store.open == 0, action


def test_a_lost_deal_can_be_entered_again():
    store = _played(_deal("S", 1), _deal("W", 1), _deal("N", 1))
    undamaged = open_evening(store)
    damaged = open_evening(_without(store, 2))
    correct(damaged, 2, _deal("W", 1))
    assert _state(damaged) == _state(undamaged)
    assert Lines(damaged).deal(2)[0].winner == "W"


def _undo_all(damaged):
    """Takes back all lines one by one, and those of a gap together, which ends at the start; below() foresees each
    step."""
    stand = sorted({line.record for line in Lines(damaged)})
    while stand:
        standing, on = below(damaged)
        stand.pop()
        assert [on] == (stand[-1:] or [0])
        undo(damaged)
        assert damaged.session.balances == standing.balances
        reopened = open_evening(damaged.store)
        assert _state(reopened) == _state(damaged)
        assert Lines(reopened).deals() == damaged.session.deals
    assert (damaged.session.balances, damaged.session.deals) == ([2000] * 4, 0)
    refused(undo, damaged)
    refused(below, damaged)


def test_the_next_record_tells_the_state_after_any_loss():
    """Damages each record of a session with all kinds of lines: if the next record is intact, so is the standing."""
    store = _played(_deal("S", 1), _deal("E"))
    evening = open_evening(store)
    pay(evening, [(0, 1, 20)])
    undo(evening)
    save(evening, _deal("W", 1))
    correct(evening, 1, _deal("N"))
    undo(evening)
    undo(evening)
    correct(evening, 2, _deal("N", 2))
    save(evening, _deal("E", 2))
    pay(evening, [(2, 3, 100)])
    last, whole = evening.ledger.records - 1, list(Lines(evening))
    for lost in range(1, last):
        damaged = open_evening(_without(store, lost))
        assert _state(damaged) == _state(evening), lost
        lines = Lines(damaged)
        assert [notice for notice, _ in damaged.notices] == [line.kind for line in lines if line.kind == LOST], lost
        assert [line.number for line in lines if line.kind in ("deal", "lost") and line.number] == [1, 2, 3], lost
        _undo_all(damaged)
    for lost in range(1, last):
        for second in range(lost + 1, last):
            damaged = open_evening(_without(store, lost, second))
            assert _state(damaged) == _state(evening), (lost, second)
            lines = list(Lines(damaged))
            assert [line for line in lines if line.kind != LOST] == [
                line for line in whole if line.record not in (lost, second)
            ]
            assert [line.number for line in lines if line.kind in ("deal", "lost") and line.number] == [1, 2, 3]
            _undo_all(damaged)


def test_the_last_file_says_how_far_an_evening_is():
    """A file that holds a copy of an earlier record, and no head: so records of other files stand no more."""
    store = _played(*[_deal(seat) for seat in "SWNES"])
    second = store.files[FIRST].split(b"\n")[3]
    store.files["0001-01.txt"] = second + b"\n"
    reopened = open_evening(store)
    assert (reopened.top, reopened.session.deals, _lines_of(reopened)) == (2, 2, [("deal", 1), ("deal", 2)])


# ---- other evenings ----


def test_free_room_is_reported_if_it_is_known():
    store = _played(_deal("S"))
    evening = open_evening(store)
    assert room(evening) is None
    for blocks, deals in ((0, 0), (5, 0), (11, 4), (352, 1368)):
        store.room = blocks * 4096
        assert room(open_evening(store)) == deals
    save(evening, _deal("S"))
    store.room = 20 * 4096
    assert room(evening) == 40
    store.room = 0
    assert room(evening) == 40, "asked once between two records"
    save(evening, _deal("S"))
    assert room(evening) == 0


def test_players_may_be_called_anything():
    store = MemoryStore()
    evening = open_evening(store)
    begin(evening, Session(["undo", "pay", "on", 'the "correct"'], load("babcock")))
    for seat in "ESWN":
        save(evening, _deal(seat))
    pay(evening, [(0, 3, 20)])
    correct(evening, 1, _deal("S"))
    undo(evening)
    reopened = _reopened(evening)
    assert [line.kind for line in Lines(reopened)] == ["deal"] * 4 + ["pay"]
    payment = Lines(reopened).record(5)
    assert payment.what[0] == (0, 3, 20)
    assert reopened.session.names == evening.session.names


# ---- players turn the compass, change names, or swap places ----

NAMES, OTHERS = ["Ann", "Bo", "Cy", "Di"], ["Bo", "Ann", "Zoë", "Di"]


def test_every_later_segment_repeats_the_seats_and_damage_to_one_costs_only_a_name():
    store, evening = _long(2)
    sit(evening, 2, OTHERS)
    while len(store.files) < 3:
        save(evening, _deal("E"))
    reopened = _reopened(evening)
    assert (reopened.turn, reopened.called) == (2, OTHERS)
    name = sorted(store.files)[-1]
    sit(evening, 3, NAMES)
    data = store.files[name]
    start = data.rfind(b"0000 ")
    store.files[name] = data[: start + 20] + b"#" + data[start + 21 :]
    reopened = open_evening(store)
    assert (reopened.turn, reopened.called, _state(reopened)) == (2, OTHERS, _state(evening)), "as it was before"


def test_where_only_the_head_with_new_names_is_left_the_deals_before_it_are_lost():
    store, evening = _long(2)
    lost = len(store.files[FIRST])
    sit(evening, 1, OTHERS)
    save(evening, _deal())
    store.files[FIRST] = store.files[FIRST][lost:]
    reopened = open_evening(store)
    assert (reopened.turn, reopened.called, _state(reopened)) == (1, OTHERS, _state(evening))
    assert reopened.notices == [(LOST, 1), (LOST, 2)]


def test_a_record_that_seats_nobody_or_two_on_one_place_is_lost():
    for sits in ("[0, 0, 2, 3]", "[0, 1, 2]", "[0, 1, 2, 4]", '["0", 1, 2, 3]', "[true, 0, 2, 3]", "1"):
        store, evening = _long(2)
        swap(evening, 0, 1)
        lines = store.files[FIRST].split(b"\n")
        text = lines[-2][14:].decode().replace("[1, 0, 2, 3]", sits)
        store.files[FIRST] = b"\n".join(lines[:-2]) + b"\n" + seal(3, text)
        reopened = open_evening(store)
        assert (reopened.called, reopened.top, reopened.notices) == (NAMES, 2, [(LOST, 3)]), sits


def test_invalid_names_are_replaced_by_the_default_names():
    for called in (["Ann", "Bo", "Cy"], ["Ann", "Ann", "Cy", "Di"], ["", "Bo", "Cy", "Di"], [1, 2, 3, 4], "ABCD", None):
        store, evening = _long(2)
        sit(evening, 0, called)
        assert open_evening(store).called == NAMES, called


# ---- counters ----

SHARE = [2, 9, 8, 10]


def _with_counters(*deals):
    store = MemoryStore()
    evening = open_evening(store)
    begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock"), "babcock"))
    for deal in deals:
        save(evening, deal)
    return store, evening


def _points(evening):
    return [worth(tray, [500, 100, 10, 2]) for tray in holdings(evening)[0]]


def _records(store):
    """The records of the first segment."""
    return [parse(text) for _, text in records_in(Reader().read(store.lines(FIRST)))]


def test_the_counters_after_a_deal_are_known_where_the_lines_after_it_are_lost():
    store, evening = _with_counters()
    count(evening, {1: [2, 9, 7, 15]}, None)
    save(evening, _deal("S", 1))
    lies = holdings(evening)
    for seat in "WN":
        save(evening, _deal(seat, 1))
    for lost, undone in (((3,), 2), ((3, 4), 0)):
        damaged = open_evening(_without(store, *lost))
        for _ in range(undone):
            undo(damaged)
        reopened = open_evening(damaged.store)
        assert (holdings(damaged), holdings(reopened)) == (lies, lies), lost
        assert UNCOUNTED not in [notice for notice, _ in reopened.notices]


def test_an_impossible_tray_is_not_counted():
    store, evening = _with_counters(_deal("S", 1))
    for trays, box in (({0: [1, 2, 3]}, None), ({0: [-1, 0, 0, 0]}, None), ({}, [1])):
        refused(count, evening, trays, box)
    store.fail = "before"
    lies = holdings(evening)
    refused(count, evening, {0: [1, 1, 1, 1]}, None, error=OSError)
    assert holdings(evening) == lies == holdings(open_evening(store))


def test_a_loan_counts_what_moved_and_the_box_only_if_it_made_change():
    evening = _with_counters()[1]
    nothing = [0, 0, 0, 0]
    count(evening, {0: [0, 1, 7, 0], 1: nothing, 2: nothing, 3: nothing}, [0, 0, 9, 5])
    for points, trays, box in (
        (20, {0: [0, 1, 5, 0], 1: [0, 0, 2, 0]}, None),
        (60, {0: [0, 0, 8, 5], 1: [0, 0, 8, 0]}, [0, 1, 0, 0]),
    ):
        lend(evening, [(0, 1, points)])
        assert Lines(evening).record(evening.top).what == (trays, box, (0, 1, points))
        _reopened(evening)


# ---- an evening that goes on from another ----


def _goes_on(evening, rules="harr"):
    """Lets an evening go on by another rule set, as the players stand."""
    now, held = evening.session, holdings(evening)
    session = Session(list(evening.called), load(rules, None, now.rules.players), now.counters)
    session.resume(now.standing())
    session.sits = None
    session.begin_at(session.standing(held))
    begin(evening, session, evening.turn)


def test_an_evening_goes_on_where_another_stands():
    for counters in ("none", "babcock"):
        store = MemoryStore()
        evening = open_evening(store)
        begin(evening, Session(["Ann", "Bo", "Cy", "Di"], load("babcock"), counters), 2)
        for seat in "SESW":
            save(evening, _deal(seat))
        swap(evening, 0, 3)
        before, names = _state(evening), evening.called
        trays = holdings(evening)
        _goes_on(evening)
        after = _state(evening)
        assert after[1:5] == before[1:5], counters
        assert (after.deals, after.sits, evening.called, evening.turn) == (4, None, names, 2)
        assert holdings(_reopened(evening)) == trays
        assert (last_deal(evening), Lines(evening).deals()) == (None, 4), "the deals before have another ledger"
        save(evening, _deal("S"))
        assert _reopened(evening).session.rules.id == "harr"
        refused(correct, evening, 4, _deal("E"))
        correct(evening, 5, _deal("E"))
        assert [line.number for line in Lines(_reopened(evening))] == [5, 5]
        undo(evening)
        undo(evening)
        assert (_state(_reopened(evening))[1:5], holdings(evening)) == (before[1:5], trays)
        refused(undo, evening)


def test_a_line_that_is_lost_after_the_start_is_one_after_the_deals_before():
    evening = open_evening(_played(_deal("S"), _deal("W")))
    _goes_on(evening)
    pay(evening, [(0, 1, 2)])
    save(evening, _deal("N"))
    assert open_evening(_without(evening.store, 1)).notices == [(LOST, 2)]


def test_an_evening_that_begins_nowhere_is_left_unread():
    evening = open_evening(_played(_deal("S")))
    _goes_on(evening)
    text = evening.ledger.head
    for wrong in (
        text.replace('"deals": 1', '"deals": 1, "sits": [1, 0, 2, 3]'),
        text.replace('"east": "Bo"', '"east": "Eve"'),
        text.replace('"round": 0', '"round": 4'),
        text.replace('"balances": [', '"balances": [2, '),
        text.replace('"start": {', '"start": [], "other": {'),
    ):
        assert wrong != text
        store = MemoryStore()
        store.files["0002-00.txt"] = seal(0, wrong) * 2
        assert open_evening(store).notices == [(UNREADABLE, 2)], wrong
