"""The ledger: a saved deal comes back, an unsaved one leaves a notice, a damaged one costs only itself."""

import json

from mingg.core.counters.sets import worth
from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Win
from mingg.core.interchange.kept import SETS
from mingg.core.rules import EDITION, load
from mingg.core.table.session import Session
from mingg.evening.evening import Evening
from mingg.evening.history.evenings import summary
from mingg.evening.state import DRAFT, DRAFT_LOST, LOST, TORN, TORN_MORE, UNREADABLE
from mingg.ledger.reader import Opened
from mingg.ledger.seal import seal, segment_name
from stores import MemoryStore

FIRST = "0001-00.txt"


def _deal(seat="S", dragons=0):
    card = Card()
    card.pungs[2] = card.dragons = dragons
    return Deal(seat, Win("discard"), {seat: card})


def _played(*deals):
    """A store in which an evening was played."""
    store = MemoryStore()
    evening = Evening(store)
    for deal in deals:
        evening.save(deal)
    return store


def _refused(error, function, *arguments):
    """Calls a function that must raise; returns the error."""
    try:
        function(*arguments)
    except error as refused:
        return refused
    raise AssertionError("said nothing")


def _harr():
    return Session(["Ann", "Bo", "Cy", "Di"], load("harr"))


def _state(evening):
    session = evening.session
    return session.standing()


def _lines_of(evening):
    """Returns the lines in force, each as (kind, number, value)."""
    return [(line.kind, line.number, line.value) for line in evening.lines()]


def test_a_first_evening_needs_no_ledger_and_writes_none_before_a_deal():
    store = MemoryStore()
    evening = Evening(store)
    assert evening.session.balances == [2000, 2000, 2000, 2000]
    assert (evening.session.rules.id, evening.notices, evening.last, store.files) == ("babcock", [], None, {})


def test_a_saved_deal_survives_a_power_cut():
    store = _played(_deal("S", 1), _deal("E"))
    evening = Evening(store)
    assert evening.session.deals == 2
    assert evening.session.balances == [2000 - 96 - 60, 2000 + 192 + 180, 2000 - 48 - 60, 2000 - 48 - 60]
    assert evening.session.table.east == 1
    assert evening.last.deal.winner == "E"
    assert evening.last.players["E"] == 1, "who sat where in that deal, not now"
    assert evening.notices == []


def test_the_ledger_is_the_interchange_format_a_record_a_line():
    lines = _played(_deal("S")).files[FIRST].decode().split("\n")
    head, deal = json.loads(lines[0][14:]), json.loads(lines[2][14:])
    assert lines[1] == lines[0], "of the first segment no damaged line may cost the evening"
    names = ["Ann", "Bo", "Cy", "Di"]
    assert head == {"mingg": 1, "edition": EDITION, "ledger": 2, "rules": "babcock", "names": names, "counters": "none"}
    before = deal.pop("before")
    assert deal == {"winner": "S", "win": {"by": "discard"}, "hands": {"S": {"card": {}}}}
    assert before == {"deals": 0, "east": "Ann", "round": 0, "balances": [2000, 2000, 2000, 2000]}


def test_a_deal_that_could_not_be_written_did_not_happen():
    for moment in ("before", "torn"):
        store = _played(_deal("S"))
        evening = Evening(store)
        before = list(evening.session.balances)
        store.fail = moment
        _refused(OSError, evening.save, _deal("N"))
        assert (evening.session.balances, evening.session.deals) == (before, 1)
        store.fail = None
        evening.save(_deal("N"))
        assert Evening(store).session.deals == 2, moment
        assert Evening(store).notices == [], moment
        assert Evening(store).session.balances == evening.session.balances


def test_an_error_after_all_was_written_is_a_saved_deal():
    store = _played(_deal("S"))
    evening = Evening(store)
    store.fail = "after"
    evening.save(_deal("N"))
    store.fail = None
    assert evening.session.deals == 2
    assert Evening(store).session.balances == evening.session.balances


def test_a_torn_last_line_is_dropped_and_reported_wherever_it_is_torn():
    sound = _played(_deal("S")).files[FIRST]
    data = _played(_deal("S"), _deal("N")).files[FIRST]
    for length in range(len(sound) + 1, len(data) - 1):
        store = MemoryStore()
        store.files[FIRST] = data[:length]
        evening = Evening(store)
        assert (evening.session.deals, evening.notices) == (1, [(TORN, 2)]), length
        evening.save(_deal("W"))
        reopened = Evening(store)
        assert (reopened.session.deals, reopened.notices) == (2, []), "told once; the next record stands alone"
        assert reopened.session.balances == evening.session.balances


def test_several_damaged_lines_at_the_end_are_reported_as_damage():
    deals = [_deal("S"), _deal("W"), _deal("E"), _deal("N")]
    lines = _played(*deals).files[FIRST].split(b"\n")[:-1]
    for bad, notice in ((1, TORN), (2, TORN_MORE), (3, TORN_MORE)):
        store = MemoryStore()
        damaged = [b"x" + line[1:] for line in lines[-bad:]]
        store.files[FIRST] = b"\n".join(lines[:-bad] + damaged) + b"\n"
        evening = Evening(store)
        assert (evening.session.deals, evening.notices) == (4 - bad, [(notice, 5 - bad)])
        assert _state(evening) == _state(Evening(_played(*deals[: 4 - bad])))
        evening.save(_deal("W"))
        assert (Evening(store).session.deals, Evening(store).notices) == (5 - bad, []), "told once"


def test_a_lost_deal_costs_no_more_than_itself():
    """The winner of the lost deal is unknown. The next record has balances, East and round after it."""
    store = _played(_deal("E"), _deal("S", 1), _deal("W"), _deal("E"))
    undamaged = Evening(store).session
    lines = store.files[FIRST].split(b"\n")
    for lost in (1, 2, 3):
        damaged = list(lines)
        damaged[lost + 1] = b"x" + damaged[lost + 1][1:]
        store.files[FIRST] = b"\n".join(damaged)
        evening = Evening(store)
        assert evening.notices == [(LOST, lost)]
        assert evening.session.balances == undamaged.balances
        assert (evening.session.table.east, evening.session.deals) == (undamaged.table.east, 4)
        assert evening.deal_number() == 5


def test_a_long_evening_continues_as_after_a_full_replay():
    store = MemoryStore()
    evening = Evening(store)
    seats = "ESWNNWSEEESW"
    for seat in seats:
        evening.save(_deal(seat, 1))
        reopened = Evening(store)
        for name in ("balances", "deals"):
            assert getattr(reopened.session, name) == getattr(evening.session, name)
        for name in ("east", "round"):
            assert getattr(reopened.session.table, name) == getattr(evening.session.table, name)
        assert reopened.last.answer.net == evening.last.answer.net
        assert reopened.last.players == evening.last.players


def test_a_record_with_impossible_sums_is_not_trusted():
    store = _played(_deal("E"))
    for before in (
        None,
        {"east": "Eve", "round": 0, "balances": [2000, 2000, 2000, 2000]},
        {"east": "Ann", "round": 4, "balances": [2000, 2000, 2000, 2000]},
        {"east": "Ann", "round": 0, "balances": [9000, 2000, 2000, 2000]},
        {"east": "Ann", "round": 0, "balances": [8000]},
    ):
        deal = {"winner": None, "hands": {}, "before": before}
        store.files[FIRST] = _played(_deal("E")).files[FIRST] + seal(3, json.dumps(deal))
        evening = Evening(store)
        assert evening.notices == [(LOST, 2), (LOST, 3)], before
        assert sum(evening.session.balances) == 8000


def test_a_sealed_record_that_is_no_deal_is_named():
    store = _played(_deal("E"))
    for text in ("{}", "[]", '{"winner": "Q"}', "nonsense"):
        store.files[FIRST] = _played(_deal("E")).files[FIRST] + seal(2, text)
        assert Evening(store).notices == [(LOST, 2)], text


def test_a_ledger_without_its_head_is_left_alone():
    lines = _played(_deal("E")).files[FIRST].split(b"\n")
    lines[0] = lines[1] = b"?" + lines[0][1:]
    damaged = b"\n".join(lines)
    for head in (
        damaged,
        seal(0, "{}"),
        seal(0, "[]"),
        seal(0, '{"mingg": 99, "rules": "harr", "names": ["a", "b", "c", "d"]}'),
        seal(0, '{"mingg": 1, "ledger": 3, "rules": "harr", "names": ["a", "b", "c", "d"]}'),
        seal(0, '{"mingg": 1, "rules": "harr", "names": ["a"]}'),
        seal(0, '{"mingg": 1, "rules": "harr", "names": ["a", "b", "c", "a"]}'),
        seal(0, '{"mingg": 1, "rules": "harr", "names": [1, 2, 3, 4]}'),
        seal(0, '{"mingg": 1, "rules": "riichi", "names": ["a", "b", "c", "d"]}'),
    ):
        store = MemoryStore()
        store.files[FIRST] = head
        evening = Evening(store)
        assert evening.notices[-1] == (UNREADABLE, 1), head
        assert evening.session.deals == 0
        assert summary(evening, 1) is None
        evening.save(_deal("S"))
        assert store.files[FIRST] == head
        assert Evening(store).session.deals == 1


def test_a_damaged_head_is_read_from_its_copies():
    store = _played(_deal("E"))
    sound = store.files[FIRST]
    for line in (0, 1):
        lines = sound.split(b"\n")
        lines[line] = b"?" + lines[line][1:]
        store.files[FIRST] = b"\n".join(lines)
        assert (Evening(store).session.deals, Evening(store).notices) == (1, [])


def test_a_head_is_found_where_the_first_page_of_flash_is_erased():
    """The first 256 bytes hold both heads at the start of a ledger. There is a third one beyond 1024 bytes."""
    # The heads of the first edition are the shortest: a record fits on the same page.
    for names, edition, lost in (
        (["A", "B", "C", "D"], 1, [(LOST, 1)]),
        (["A", "B", "C", "D"], 2, []),
        (["Wilhelma", "Xerxes", "Yvonne", "Zoe"], 1, []),
    ):
        store = MemoryStore()
        evening = Evening(store)
        evening.begin(Session(names, load("harr", None, 4, None, edition)), 2)
        erased = 0
        for i in range(12):
            evening.save(_wide(LONG[i], i % 3))
            if list(store.files) != [FIRST]:
                break  # the next segment has a head of its own
            data = store.files[FIRST]
            if len(data) > 1024:
                damaged = MemoryStore()
                damaged.files[FIRST] = b"\xff" * 256 + data[256:]
                assert data.find(b"\n0000 ") < 256
                reopened = Evening(damaged)
                assert (reopened.session.names, reopened.session.rules.id, reopened.turn) == (names, "harr", 2)
                assert (_state(reopened), reopened.notices) == (_state(evening), lost)
                assert len(reopened.lines()) == i + 1
                erased += 1
        assert erased >= 2


def test_an_unreadable_ledger_is_reported_and_another_begins():
    """A sector cannot be read: the evening is not used, and its files are not changed."""
    store = MemoryStore()
    Evening(store).begin(_harr(), 2)
    _, first, _ = _long(12, store)
    sound = dict(store.files)
    last = "0001-01.txt"
    assert sorted(sound) == [FIRST, last]
    # An earlier segment is read if the last one has lost its head, or all records.
    beheaded = b"x" + sound[last][1:]
    emptied = sound[last].split(b"\n")[0] + b"\nno line\n"
    for broken, instead in ((last, sound[last]), (FIRST, beheaded), (FIRST, emptied)):
        files = dict(sound)
        files[last] = instead
        for begin in (None, Session(["A", "B", "C"], load("babcock", None, 3))):
            store.files, store.broken = dict(files), [broken]
            evening = Evening(store)
            assert (evening.notices, evening.session.rules.id, evening.turn) == ([(UNREADABLE, 1)], "babcock", 0)
            assert (evening.session.balances, evening.session.deals) == ([2000] * 4, 0)
            assert (evening.last, evening.draft()) == (None, None)
            if begin is not None:
                evening.begin(begin)
            evening.save(_deal("N"))
            reopened = Evening(store)
            assert (_state(reopened), reopened.notices) == (_state(evening), [])
            assert reopened.evenings() == [(1, False), (2, True)]
            assert {name: store.files[name] for name in files} == files
            assert sorted(store.files) == sorted(list(files) + ["0002-00.txt"])
        store.files, store.broken = dict(sound), []
        assert Evening(store, 1).session.balances == first.session.balances


def test_after_ledger_9999_comes_10000():
    store = MemoryStore()
    store.files["9999-00.txt"] = _played(_deal("S")).files[FIRST]
    evening = Evening(store)
    assert (evening.ledger.number, evening.session.deals) == (9999, 1)
    evening.begin(_harr())
    assert sorted(store.files) == ["10000-00.txt", "9999-00.txt"]
    for i, seat in enumerate("NES"):
        evening.save(_deal(seat))
        evening.keep_draft({"winner": i})
        evening = Evening(store)
        assert (evening.ledger.number, evening.session.rules.id, evening.session.deals) == (10000, "harr", i + 1)
        assert (evening.draft(), evening.notices) == ({"winner": i}, [])
    assert evening.evenings() == [(9999, False), (10000, True)]
    assert [summary(evening, number)[2] for number in (9999, 10000)] == [1, 3]
    evening.remove(9999)
    assert (evening.evenings(), Evening(store).session.deals) == ([(10000, True)], 3)


def _played_up_to(record):
    """A store with an evening that has reached this record number; only its first and last records are there."""
    store = _played(_deal("E"))
    head, _, line = store.files[FIRST].decode().split("\n")[:3]
    head, record_object = json.loads(head[14:]), json.loads(line[14:])
    head["first"] = record
    record_object["before"]["deals"] = record - 1
    store.files["0001-01.txt"] = seal(0, json.dumps(head)) + seal(record, json.dumps(record_object))
    return store


def test_an_evening_continues_past_record_9999():
    store = _played_up_to(9998)
    evening = Evening(store)
    states = {}
    for number in range(9999, 10004):
        assert evening.deal_number() == number
        evening.save(_deal("ESWN"[number % 4], number % 3))
        states[number] = _state(evening)
        evening.keep_draft({"winner": number % 4})
        evening = Evening(store)
        assert (_state(evening), evening.notices, evening.ledger.records) == (states[number], [], number + 1)
        assert evening.draft() == {"winner": number % 4}
        assert evening.last.deal.winner == "ESWN"[number % 4]
        assert evening.deal(number)[0].winner == "ESWN"[number % 4]
    assert [line.number for line in evening.lines()[-6:]] == [9998, 9999, 10000, 10001, 10002, 10003]
    preview = evening.after_undo().balances
    evening.undo()
    assert (evening.session.balances, _state(evening)) == (preview, states[10002])
    evening.undo()
    evening.correct(10000, _deal("W", 2))
    evening.pay([(0, 1, 20)])
    reopened = Evening(store)
    assert (_state(reopened), reopened.notices, reopened.top) == (_state(evening), [], evening.top)
    assert reopened.deal(10000)[0].winner == "W"
    for back in (10001, 10001, 10001, 10000, 9999):
        assert reopened.session.deals == back
        reopened.undo()
        assert _state(Evening(store)) == _state(reopened)


def test_a_torn_record_beyond_9999_costs_itself_alone():
    store = _played_up_to(9999)
    Evening(store).save(_deal("S"))
    state = _state(Evening(store))
    Evening(store).save(_deal("E", 1))
    data = store.files["0001-01.txt"]
    store.files["0001-01.txt"] = data[:-9]
    evening = Evening(store)
    assert (_state(evening), evening.notices) == (state, [(TORN, 10001)])
    evening.save(_deal("W"))
    assert (Evening(store).notices, Evening(store).session.deals) == ([], 10001)


def test_after_segment_99_comes_100():
    """A board reads the last file into memory: an evening in one growing file would not fit."""
    store = _played(_deal("S"))
    store.files["0001-99.txt"] = _played_up_to(5000).files["0001-01.txt"]
    for segment in range(1, 99):
        store.files[segment_name(1, segment)] = store.files["0001-99.txt"][:1] + b"\n"
    evening = Evening(store)
    for i in range(60):
        evening.save(_wide("E", i % 3))
        if i == 40:
            evening.sit(1, ["Dee", "Bo", "Cy", "Di"])
    names = sorted([name for name in store.files if len(name) > len(FIRST)])
    assert names[:2] == ["0001-100.txt", "0001-101.txt"]
    assert max([len(store.files[name]) for name in store.files]) <= 4096
    reopened = Evening(store)
    assert (_state(reopened), reopened.called[0], reopened.turn) == (_state(evening), "Dee", 1)
    assert reopened.ledger.parts[-1] == (99 + len(names), names[-1])
    assert reopened.ledger.whole()
    reopened.undo()
    reopened.begin(_harr())
    reopened.remove(1)
    assert sorted(store.files) == ["0002-00.txt"]


def test_an_older_evening_that_is_unreadable_does_not_go_on_in_a_later_one():
    store = _played(_deal("S"))
    Evening(store).begin(_harr())
    Evening(store).save(_deal("N"))
    store.files[FIRST] = b"damaged"
    before = dict(store.files)
    older = Evening(store, 1)
    assert older.notices[-1] == (UNREADABLE, 1)
    older.save(_deal("E"))
    assert {name: store.files[name] for name in before} == before
    assert Evening(store).ledger.number == 3


def test_after_the_largest_number_of_nine_digits_comes_the_next():
    store = MemoryStore()
    store.files["999999999-00.txt"] = _played(_deal("S")).files[FIRST]
    evening = Evening(store)
    evening.begin(_harr())
    evening.save(_deal("N"))
    evening.keep_draft({"winner": 1})
    reopened = Evening(store)
    assert (reopened.ledger.number, reopened.session.rules.id, reopened.session.deals) == (1000000000, "harr", 1)
    assert (reopened.draft(), reopened.evenings()) == ({"winner": 1}, [(999999999, False), (1000000000, True)])


def test_after_the_largest_number_no_session_begins_and_the_evening_continues():
    store = MemoryStore()
    store.files["999999999999999-00.txt"] = _played(_deal("S")).files[FIRST]
    evening = Evening(store)
    _refused(OSError, evening.begin, _harr())
    assert (evening.session.rules.id, evening.ledger.number) == ("babcock", 999999999999999)
    evening.save(_deal("N"))
    assert sorted(store.files) == ["999999999999999-00.txt"]
    assert Evening(store).session.deals == 2
    # The next start could not read it and would begin another one: so nothing may count as saved.
    store.files["999999999999999-00.txt"] = b"no ledger\n"
    evening = Evening(store)
    assert evening.notices == [(UNREADABLE, 999999999999999)]
    for _ in range(2):
        _refused(OSError, evening.save, _deal("N"))
    assert (evening.session.deals, sorted(store.files)) == (0, ["999999999999999-00.txt"])


def test_a_new_session_has_a_ledger_of_its_own():
    store = _played(_deal("S"))
    evening = Evening(store)
    own = {"values": [500, 100, 20, 2], "start": [2, 8, 9, 10], "box": [0, 0, 0, 0]}
    names = ["\u5f20\u4e09 the elder", "B", "C"]
    evening.begin(Session(names, load("harr", {"limit": 400}, 3), own), 3)
    assert (evening.session.rules.id, evening.session.deals, evening.last, evening.turn) == ("harr", 0, None, 3)
    for _ in range(2):
        assert Evening(store).session.names == names
        assert (Evening(store).session.counters, Evening(store).turn) == (own, 3)
        assert (Evening(store).session.rules.limit, Evening(store).session.rules.players) == (400, 3)
        evening.save(_deal("N"))
    assert sorted(store.files) == [FIRST, "0002-00.txt"]
    assert (Evening(store).session.rules.id, Evening(store).session.deals) == ("harr", 2)


def test_the_first_session_may_be_another_than_the_one_proposed():
    store = MemoryStore()
    evening = Evening(store)
    evening.keep_draft({"winner": 1})
    assert Evening(store).draft() == {"winner": 1}
    evening.begin(_harr())
    assert sorted(store.files) == [FIRST, DRAFT]
    assert (Evening(store).session.rules.id, Evening(store).draft()) == ("harr", None)


def test_a_new_session_that_cannot_be_written_leaves_the_old_one():
    for moment in ("before", "torn"):
        store = _played(_deal("S"))
        evening = Evening(store)
        store.fail = moment
        _refused(OSError, evening.begin, _harr())
        assert (evening.session.rules.id, evening.session.deals) == ("babcock", 1)
        store.fail = None
        evening.save(_deal("N"))
        assert Evening(store).session.deals == 2


def test_a_new_session_whose_write_failed_is_removed_before_play_continues():
    store = _played(_deal("S"))
    evening = Evening(store)
    store.fail, store.broken = "after", {"0002-00.txt"}
    _refused(OSError, evening.begin, _harr())
    assert "0002-00.txt" in store.files
    _refused(OSError, evening.save, _deal("N"))
    store.fail = None
    evening.save(_deal("N"))
    assert (sorted(store.files), Evening(store).session.deals) == ([FIRST], 2)


def test_a_text_that_could_not_be_read_back_is_not_written():
    store = _played(_deal("S"))
    before = store.files[FIRST]
    deal = _deal("S")
    deal.cards["S"].dragons = 3
    evening = Evening(store)
    try:
        evening.save(deal)
    except ValueError:
        pass
    else:
        raise AssertionError("an impossible deal was saved")
    assert store.files[FIRST] == before


def test_a_deal_is_not_saved_twice_if_its_write_failed_after_all_was_written():
    """An append failed, and the file could not be read back: the next try reads again before it writes."""
    store = _played(_deal("S"))
    evening = Evening(store)
    store.fail = "after"
    store.unreadable = True
    _refused(OSError, evening.save, _deal("N"))
    store.fail, store.unreadable = None, False
    evening.save(_deal("N"))
    assert (Evening(store).session.deals, Evening(store).notices) == (2, [])
    assert Evening(store).session.balances == evening.session.balances


def test_a_stray_file_is_no_ledger():
    store = _played(_deal("S"))
    store.files["\xb2\xb2\xb2\xb2.txt"] = store.files["notes.txt"] = b"hello"
    assert Evening(store).session.deals == 1


def test_a_draft_comes_back_to_its_own_deal_and_no_other():
    store = _played(_deal("S"))
    evening = Evening(store)
    assert evening.draft() is None
    evening.keep_draft({"winner": 2})
    assert Evening(store).draft() == {"winner": 2}
    evening.save(_deal("N"))  # and the power is cut before the draft is deleted
    reopened = Evening(store)
    assert reopened.draft() is None
    assert reopened.notices == []


def test_a_draft_outlasts_what_is_no_deal():
    """The power is cut after a payment or an undo, before the draft is written again: the deal is still half
    entered."""
    store = _played(_deal("S"), _deal("W"))
    evening = Evening(store)
    evening.keep_draft({"winner": 2, "at": 3})
    evening.pay([(0, 1, 20)])
    evening.undo()
    evening.undo()
    assert Evening(store).draft() == {"winner": 2, "at": -1}, "how it was won is asked again"
    evening.save(_deal("N"))
    assert Evening(store).draft() is None


def test_an_unfinished_entry_survives_a_correction():
    store = _played(_deal("S"), _deal("W"))
    evening = Evening(store)
    evening.keep_draft({"winner": 1, "at": 4, "correcting": 1, "shelved": {"winner": 2, "at": 3}})
    evening.correct(1, _deal("N"))
    assert Evening(store).draft() == {"winner": 2, "at": -1}
    evening.keep_draft({"winner": 1, "at": 4, "correcting": 1})
    evening.correct(1, _deal("S"))
    assert Evening(store).draft() is None


def test_a_draft_of_another_session_is_over():
    store = _played()
    evening = Evening(store)
    evening.keep_draft({"winner": 2})
    evening.begin(_harr())
    assert Evening(store).draft() is None


def test_a_damaged_draft_is_reported():
    store = _played(_deal("S"))
    Evening(store).keep_draft({"winner": 2})
    store.files[DRAFT] = store.files[DRAFT][:-5]
    evening = Evening(store)
    assert evening.draft() is None
    assert evening.notices == [(DRAFT_LOST, 2)]


def test_a_draft_that_is_newer_than_its_ledger_tells_what_the_ledger_cannot():
    """A ledger that lost its last lines looks complete, but the draft was written when it was longer."""
    for lost in (1, 2):
        store = _played(_deal("S"), _deal("W"), _deal("E"))
        evening = Evening(store)
        state = _state(Evening(_played(*[_deal(seat) for seat in "SWE"[: 3 - lost]])))
        evening.keep_draft({"winner": 2})
        lines = store.files[FIRST].split(b"\n")
        store.files[FIRST] = b"\n".join(lines[: -1 - lost]) + b"\n"
        reopened = Evening(store)
        assert (_state(reopened), reopened.notices) == (state, [])
        assert reopened.draft() is None
        assert reopened.notices == [(TORN_MORE, 4 - lost), (DRAFT_LOST, 4 - lost)]


# ---- undo, correction, payments ----


def test_undo_takes_back_the_last_entry_of_any_kind():
    store = _played(_deal("S", 1))
    evening = Evening(store)
    states = [_state(evening)]
    evening.pay([(0, 1, 20)])
    states.append(_state(evening))
    evening.save(_deal("E"))
    states.append(_state(evening))
    evening.correct(1, _deal("W"))
    evening.pay([(3, 2, 100), (2, 0, 4)])
    for back in (None, None, 2, 1, 0):
        preview = evening.after_undo().balances
        evening.undo()
        assert evening.session.balances == preview
        if back is not None:
            assert _state(evening) == states[back]
        assert _state(Evening(store)) == _state(evening)
        assert Evening(store).top == evening.top
    evening.undo()
    assert (evening.session.balances, evening.session.deals, evening.lines()) == ([2000] * 4, 0, [])
    assert evening.last is None
    assert Evening(store).last is None
    _refused(ValueError, evening.undo)
    _refused(ValueError, evening.after_undo)
    before = dict(store.files)
    assert (_state(Evening(store)), store.files) == (_state(evening), before)
    evening.save(_deal("N"))
    assert (Evening(store).session.deals, _lines_of(Evening(store))) == (1, [("deal", 1, None)])


def test_undo_is_a_record():
    store = _played(_deal("S"), _deal("E"))
    before = store.files[FIRST]
    evening = Evening(store)
    evening.undo()
    added = store.files[FIRST][len(before) :].decode()
    assert store.files[FIRST][: len(before)] == before
    record = json.loads(added[14:])
    assert (added[:4], record["undo"], record["on"]) == ("0003", 1, 1)
    assert record["after"]["deals"] == 1


def test_the_last_deal_is_known_after_everything():
    store = _played(_deal("S", 1), _deal("E", 1), _deal("W", 2))
    evening = Evening(store)
    third = evening.last.answer.net
    evening.pay([(0, 1, 20)])
    assert evening.last.answer.net == Evening(store).last.answer.net == third
    evening.undo()
    evening.undo()
    second = Evening(store).last
    assert evening.last.deal.winner == second.deal.winner == "E"
    assert evening.last.answer.net == second.answer.net
    assert evening.last.players == second.players == {"E": 1, "S": 2, "W": 3, "N": 0}
    evening.correct(1, _deal("E", 1))
    assert evening.last.players == Evening(store).last.players == {"E": 1, "S": 2, "W": 3, "N": 0}
    evening.correct(2, _deal("N", 2))
    assert evening.last.deal.winner == Evening(store).last.deal.winner == "N"


def test_the_last_deal_is_not_known_where_it_is_lost():
    store = _played(_deal("S"), _deal("E"))
    evening = Evening(store)
    evening.pay([(0, 1, 2)])
    store.files[FIRST] = store.files[FIRST].replace(b'"by": "discard"', b'"by": "discord"')
    assert Evening(store).last is None
    assert Evening(store).session.balances == evening.session.balances


def test_a_later_deal_stays_where_it_was_played():
    """South won the first deal and East passed. If East won it after all, the second deal is still Cy's."""
    store = _played(_deal("S"), _deal("S"), _deal("E"))
    evening = Evening(store)
    evening.pay([(3, 0, 50)])
    before = evening.session.standing()
    preview = evening.after_correct(1, _deal("E"))
    evening.correct(1, _deal("E"))
    # Bo had won 60 from Ann and 30 from each of the others. Now Ann has won 60 from each.
    gains = [180 + 60, -60 - 120, -60 + 30, -60 + 30]
    after = [balance + gain for balance, gain in zip(before.balances, gains)]  # noqa: B905
    assert evening.session.balances == preview.balances == after
    assert (evening.session.table.east, evening.session.deals) == (before.east, 3)
    assert [evening.deal(number)[1].table.east for number in (1, 2, 3)] == [0, 1, 2]
    assert _state(evening) == _state(Evening(store))
    assert _lines_of(evening) == [
        ("deal", 1, None),
        ("deal", 2, None),
        ("deal", 3, None),
        ("pay", 0, (3, 0, 50)),
        ("correct", 1, None),
    ]


def test_only_a_correction_of_the_last_deal_changes_who_is_east():
    evening = Evening(_played(_deal("S"), _deal("W")))
    assert evening.session.table.east == 2
    for number, seat, east in ((1, "E", 2), (2, "E", 1), (2, "S", 2)):
        assert evening.after_correct(number, _deal(seat)).east == east, (number, seat)


def test_the_last_deal_of_a_game_can_be_corrected_and_later_deals_are_never_in_the_way():
    """Four deals end a game of two."""
    store = MemoryStore()
    evening = Evening(store)
    evening.begin(Session(["A", "B"], load("harr", None, 2)))
    card = Card()
    card.pungs[2] = card.dragons = 2

    def deal(seat):
        return Deal(seat, Win("discard"), {seat: card})

    for seat in "EWWWW":
        evening.save(deal(seat))
    assert evening.session.table.over()
    over = _state(evening)
    _refused(ValueError, evening.save, deal("E"))
    evening.correct(1, deal("W"))
    assert Evening(store).session.table.over()
    evening.undo()
    for number in (0, 6):
        _refused(ValueError, evening.correct, number, deal("E"))
        _refused(ValueError, evening.deal, number)
    evening.correct(5, deal("E"))
    assert not Evening(store).session.table.over()
    evening.undo()
    assert _state(Evening(store)) == over
    evening.pay([(0, 1, 2)])
    assert Evening(store).session.balances == evening.session.balances


def test_a_restored_deal_equals_the_entered_deal():
    store = MemoryStore()
    evening = Evening(store)
    evening.save(_deal("S"))
    entered = _deal("E", 1)
    entered.laid = {"E": [15, 0], "S": [4]}
    evening.save(entered)
    evening.save(_deal("N"))
    for opened in (evening, Evening(store)):
        deal, session = opened.deal(2)
        assert (deal.winner, deal.laid) == ("E", {"E": [15, 0], "S": [4]})
        assert (session.deals, session.table.east) == (1, 1)
        assert session is not opened.session
    entered.laid = {"W": [19]}
    evening.correct(2, entered)
    assert evening.deal(2)[0].laid == {"W": [19]}
    evening.undo()
    assert evening.deal(2)[0].laid == {"E": [15, 0], "S": [4]}


def test_impossible_sets_make_a_damaged_record():
    store = _played(_deal("S"))
    for laid in (3, {"Q": []}, {"S": 3}, {"S": [SETS]}, {"S": [-1]}, {"S": [True]}, {"S": ["1"]}, {"S": None}):
        before = {"deals": 1, "east": "Bo", "round": 0, "balances": [2000] * 4}
        record = {"winner": None, "hands": {}, "laid": laid, "before": before}
        damaged = MemoryStore()
        damaged.files[FIRST] = store.files[FIRST] + seal(2, json.dumps(record))
        assert Evening(damaged).notices == [(LOST, 2)], laid


def test_impossible_payments_are_refused():
    store = _played(_deal("S"))
    evening = Evening(store)
    before = dict(store.files)
    for case in ([(0, 0, 2)], [(0, 1, 3)], [(0, 1, 0)], [(0, 1, -2)], [(0, 1, 2), (1, 2, 1)]):
        _refused(ValueError, evening.pay, case)
    evening.pay([])
    assert store.files == before


def test_a_failed_write_changes_nothing():
    store = _played(_deal("S"), _deal("E"))
    evening = Evening(store)
    state = _state(evening), evening.lines()
    for moment in ("before", "torn"):
        for function, arguments in (
            (evening.undo, ()),
            (evening.correct, (1, _deal("N"))),
            (evening.pay, ([(0, 1, 2)],)),
        ):
            store.fail = moment
            _refused(OSError, function, *arguments)
            store.fail = None
            assert (_state(evening), evening.lines()) == state
            assert _state(Evening(store)) == state[0]
            assert evening.last.deal.winner == "E"
    evening.undo()
    assert Evening(store).notices == []
    assert _state(Evening(store)) == _state(evening)


# ---- segments ----


LONG = "EEWEESEEENEE"


def _wide(seat, dragons=0):
    """A deal of the usual length."""
    deal = _deal(seat, dragons)
    deal.laid = {seat: [0, 6, 16, 19] * 3 for seat in "ESWN"}
    return deal


def _long(deals, store=None):
    """An evening of many deals, and the standing before each."""
    store = store or MemoryStore()
    evening = Evening(store)
    states = []
    for i in range(deals):
        states.append(_state(evening))
        evening.save(_wide(LONG[i % 12], i % 3))
    return store, evening, states


def test_segments_follow_each_other_without_a_gap():
    store, evening, states = _long(40)
    names = sorted(store.files)
    assert names == [segment_name(1, i) for i in range(len(names))]
    assert len(names) >= 3
    expected = 1
    for name in names:
        opened = Opened(store.files[name])
        assert (opened.first, opened.lost, opened.torn) == (expected, [], False)
        assert len(store.files[name]) <= 4096
        expected = opened.next_number()
    reopened = Evening(store)
    assert (reopened.notices, _state(reopened)) == ([], _state(evening))
    assert [line.number for line in reopened.lines()] == list(range(1, 41))
    for number in (1, 17, 40):
        deal, session = reopened.deal(number)
        assert (session.standing(), deal.winner) == (
            states[number - 1],
            LONG[(number - 1) % 12],
        )


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
            evening = Evening(store)
            for i in range(30):
                try:
                    evening.save(_wide("E"))
                except OSError:
                    store.fail, store.unreadable = None, False
                    assert (moment, unreadable) != ("after", False), "it had landed"
                    assert evening.session.deals == i
                    evening.save(_wide("E"))
                store.fail = None
                assert _state(Evening(store)) == _state(evening)
                assert (Evening(store).session.deals, Evening(store).notices) == (i + 1, [])
            assert len(store.failed) >= 3


def test_a_missing_segment_is_reported_and_only_its_records_are_lost():
    store, evening, _ = _long(40)
    names = sorted(store.files)
    for missing in names[:-1]:
        damaged = MemoryStore()
        damaged.files = {name: store.files[name] for name in names if name != missing}
        last = Opened(store.files[missing]).next_number() - 1
        reopened = Evening(damaged)
        assert reopened.notices == [(LOST, last)], missing
        assert _state(reopened) == _state(evening)
        lost = [line.number for line in reopened.lines() if line.kind == "lost"]
        assert lost == [number for number, _ in Opened(store.files[missing]).records]
        assert [line.number for line in reopened.lines()] == list(range(1, 41))
        _refused(ValueError, reopened.deal, last)
        reopened.undo()
        reopened.save(_deal("S"))
        assert _state(Evening(damaged)) == _state(reopened)


def test_a_last_segment_of_nothing_but_damage_gives_way_to_the_one_before():
    store, _, _ = _long(40)
    names = sorted(store.files)
    last = Opened(store.files[names[-1]])
    for damage in (b"\xff" * 200, b"\n".join(store.files[names[-1]].split(b"\n")[:1]) + b"\nno line\n"):
        damaged = MemoryStore()
        damaged.files = dict(store.files)
        damaged.files[names[-1]] = damage
        reopened = Evening(damaged)
        assert (reopened.session.deals, reopened.notices) == (last.first - 1, [(TORN, last.first)])
        reopened.save(_deal("N"))
        third = Evening(damaged)
        assert (_state(third), third.notices) == (_state(reopened), [])
        assert [line.kind for line in third.lines()] == ["deal"] * last.first


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


def test_a_correction_keeps_what_a_lost_deal_did():
    store = _played(_deal("S", 1), _deal("W", 1), _deal("N", 1), _deal("E", 1))
    undamaged = Evening(store)
    damaged = Evening(_without(store, 2))
    assert damaged.notices == [(LOST, 2)]
    assert [(line.kind, line.number) for line in damaged.lines()] == [
        ("deal", 1),
        ("lost", 2),
        ("deal", 3),
        ("deal", 4),
    ]
    for number in (1, 3, 4):
        for seat in "SWN":
            assert damaged.after_correct(number, _deal(seat)) == undamaged.after_correct(number, _deal(seat))


def test_a_lost_deal_can_be_entered_again():
    store = _played(_deal("S", 1), _deal("W", 1), _deal("N", 1))
    undamaged = Evening(store)
    damaged = Evening(_without(store, 2))
    damaged.correct(2, _deal("W", 1))
    assert _state(damaged) == _state(undamaged)
    assert damaged.deal(2)[0].winner == "W"


def test_the_next_record_tells_the_state_after_any_loss():
    """Damages each record of a session with all kinds of lines: if the next record is intact, so is the standing."""
    store = _played(_deal("S", 1), _deal("E"))
    evening = Evening(store)
    evening.pay([(0, 1, 20)])
    evening.undo()
    evening.save(_deal("W", 1))
    evening.correct(1, _deal("N"))
    evening.undo()
    evening.undo()
    evening.correct(2, _deal("N", 2))
    evening.save(_deal("E", 2))
    evening.pay([(2, 3, 100)])
    last = evening.ledger.records - 1
    for lost in range(1, last):
        damaged = Evening(_without(store, lost))
        assert _state(damaged) == _state(evening), lost
        assert [notice for notice, _ in damaged.notices] == [LOST], lost
        lines = damaged.lines()
        assert [line.number for line in lines if line.kind in ("deal", "lost") and line.number] == [1, 2, 3], lost
        # Taking back all lines one by one ends at the start; after_undo() foresees each step.
        while damaged.top:
            preview = damaged.after_undo().balances
            damaged.undo()
            assert damaged.session.balances == preview
            assert _state(Evening(damaged.store)) == _state(damaged)
        assert (damaged.session.balances, damaged.session.deals) == ([2000] * 4, 0)
    for lost in range(1, last):
        for second in range(lost + 1, last):
            damaged = Evening(_without(store, lost, second))
            assert _state(damaged) == _state(evening), (lost, second)
            damaged.lines()


# ---- the first format ----


def _first_format():
    store = MemoryStore()
    folder = __file__.replace("\\", "/").rsplit("/", 1)[0] if "/" in __file__ else "."
    with open(folder + "/../ledgers/format1/0001.txt", "rb") as file:
        store.files["0001.txt"] = file.read()
    return store


def test_a_ledger_of_the_first_format_is_gone_on_with():
    store = _first_format()
    old = store.files["0001.txt"]
    evening = Evening(store)
    assert (evening.notices, evening.session.deals, evening.turn) == ([], 6, 0)
    assert evening.session.balances == [1548, 3184, 1546, 1722]
    assert (evening.last.deal.winner, evening.session.table.east) == ("N", 3)
    assert [(line.kind, line.number) for line in evening.lines()] == [("deal", number) for number in range(1, 7)]
    assert evening.deal(3)[1].balances == [1696, 2872, 1716, 1716]
    evening.save(_deal("S"))
    evening.correct(2, _deal("W"))
    assert (sorted(store.files), store.files["0001.txt"]) == (["0001-01.txt", "0001.txt"], old)
    reopened = Evening(store)
    assert (_state(reopened), reopened.notices) == (_state(evening), [])
    for deals in (7, 6, 5):
        reopened.undo()
        assert reopened.session.deals == deals
    assert reopened.session.balances == [1570, 3096, 1590, 1744]
    assert reopened.evenings() == [(1, True)]


def test_damage_to_a_ledger_of_the_first_format_is_reported_as_before():
    store = _without(_first_format(), 3)
    evening = Evening(store)
    assert (evening.notices, evening.session.balances) == ([(LOST, 3)], [1548, 3184, 1546, 1722])
    store = _first_format()
    store.files["0001.txt"] = store.files["0001.txt"][:-9]
    evening = Evening(store)
    assert (evening.notices, evening.session.deals) == ([(TORN, 6)], 5)
    evening.save(_deal("S"))
    assert (Evening(store).notices, Evening(store).session.deals) == ([], 6)


# ---- other evenings ----


def test_old_evenings_are_kept_until_they_are_deleted():
    store, first, _ = _long(20)
    evening = Evening(store)
    evening.begin(_harr())
    evening.save(_deal("E"))
    assert evening.evenings() == [(1, False), (2, True)]
    names, title, deals, balances, over = summary(evening, 1)
    assert (names, deals, balances, over) == (first.session.names, 20, first.session.balances, False)
    assert title == first.session.rules.title
    assert summary(evening, 2)[2] == 1
    assert summary(evening, 3) is None
    _refused(ValueError, evening.remove, 2)
    evening.remove(1)
    assert (evening.evenings(), sorted(store.files)) == ([(2, True)], ["0002-00.txt"])
    assert Evening(store).session.deals == 1


def test_an_evening_deleted_by_half_is_a_shorter_one_that_can_be_deleted():
    store, first, states = _long(40)
    evening = Evening(store)
    evening.begin(_harr())
    parts = len(first.ledger.parts)
    remove = store.remove
    for removed in range(1, parts):
        removals = [removed]

        def failing(name, left=removals):
            if not left[0]:
                raise OSError(5)
            left[0] -= 1
            remove(name)

        copy = dict(store.files)
        store.remove = failing
        _refused(OSError, evening.remove, 1)
        store.remove = remove
        reopened = Evening(store)
        assert (reopened.notices, reopened.evenings()) == ([], [(1, False), (2, True)])
        _, _, deals, balances, _ = summary(reopened, 1)
        assert deals < 40
        assert (balances, deals) == (states[deals].balances, deals)
        reopened.remove(1)
        assert reopened.evenings() == [(2, True)]
        store.files = copy


def test_free_room_is_reported_if_it_is_known():
    store = _played(_deal("S"))
    evening = Evening(store)
    assert evening.room() is None
    for blocks, deals in ((0, 0), (5, 0), (11, 4), (352, 1368)):
        store.room = blocks * 4096
        assert Evening(store).room() == deals
    evening.save(_deal("S"))
    store.room = 20 * 4096
    assert evening.room() == 40
    store.room = 0
    assert evening.room() == 40, "asked once between two records"
    evening.save(_deal("S"))
    assert evening.room() == 0


def test_players_may_be_called_anything():
    store = MemoryStore()
    evening = Evening(store)
    evening.begin(Session(["undo", "pay", "on", 'the "correct"'], load("babcock")))
    for seat in "ESWN":
        evening.save(_deal(seat))
    evening.pay([(0, 3, 20)])
    evening.correct(1, _deal("S"))
    evening.undo()
    reopened = Evening(store)
    assert _state(reopened) == _state(evening)
    assert [line.kind for line in reopened.lines()] == ["deal"] * 4 + ["pay"]
    assert reopened.lines()[-1].value == (0, 3, 20)
    assert reopened.session.names == evening.session.names


def test_a_correction_that_could_not_be_written_can_be_made_again():
    for fail in ("before", "torn"):
        store = _played(_deal("S"), _deal("E"), _deal("W"))
        evening = Evening(store)
        deal = _deal("N", 1)
        before, after = _state(evening), evening.after_correct(1, deal)
        store.fail = fail
        _refused(OSError, evening.correct, 1, deal, after)
        assert _state(evening) == before
        store.fail = None
        evening.correct(1, deal, after)
        assert _state(evening) == after == _state(Evening(store))


# ---- counters ----

SHARE = [2, 9, 8, 10]


def _with_counters(*deals):
    store = MemoryStore()
    evening = Evening(store)
    evening.begin(Session(["Ann", "Bo", "Cy", "Di"], load("babcock"), "babcock"))
    for deal in deals:
        evening.save(deal)
    return store, evening


def _points(evening):
    return [worth(tray, [500, 100, 10, 2]) for tray in evening.holdings()[0]]


def _records(store):
    """The records of the first segment."""
    return [json.loads(line[14:]) for line in store.files[FIRST].split(b"\n")[2:-1]]


def test_without_counters_nobody_holds_any():
    store = _played(_deal("S"))
    assert Evening(store).holdings() is None
    assert "held" not in _records(store)[0]["before"]


def test_counters_are_in_every_record_as_balances_are():
    store, evening = _with_counters(_deal("S", 1), _deal("W"))
    assert _points(evening) == evening.session.balances
    evening.pay([(0, 1, 20), (1, 2, 40)])
    evening.correct(1, _deal("S", 2))
    evening.count(1, [2, 9, 8, 9])
    evening.undo()
    evening.undo()
    for record in _records(store):
        for key in ("before", "after"):
            assert (key in record) == ("held" in record.get(key, {})), record
    assert _records(store)[0]["before"]["held"] == {"trays": [SHARE] * 4, "box": [0, 0, 0, 0]}
    reopened = Evening(store)
    assert reopened.holdings() == evening.holdings()
    assert _points(reopened) == reopened.session.balances


def test_a_counted_tray_stays_when_an_earlier_deal_is_corrected():
    _, evening = _with_counters(_deal("S", 1), _deal("W"))
    evening.count(1, [2, 9, 8, 9])
    before = evening.holdings()
    balances = list(evening.session.balances)
    evening.correct(1, Deal())
    after = evening.holdings()
    for player in range(4):
        moved = worth(after[0][player], [500, 100, 10, 2]) - worth(before[0][player], [500, 100, 10, 2])
        assert moved == evening.session.balances[player] - balances[player]
    evening.undo()
    assert evening.holdings() == before


def test_a_ledger_without_holdings_is_replayed():
    store, evening = _with_counters(_deal("S", 1), _deal("W"))
    evening.pay([(0, 1, 20)])
    evening.save(_deal("N", 1))
    lies = evening.holdings()
    lines = store.files[FIRST].split(b"\n")[:-1]
    for index in range(2, len(lines)):
        record = json.loads(lines[index][14:])
        for key in ("before", "after"):
            record.get(key, {}).pop("held", None)
        lines[index] = seal(index - 1, json.dumps(record))[:-1]
    store.files[FIRST] = b"\n".join(lines) + b"\n"
    reopened = Evening(store)
    assert (reopened.holdings(), reopened.notices) == (lies, [])
    reopened.save(_deal("E"))
    assert "held" in _records(store)[-1]["before"], "known from here on"


def test_impossible_counters_are_not_trusted():
    store, evening = _with_counters(_deal("S", 1))
    balances = evening.session.balances
    for held in ({"trays": [SHARE] * 3, "box": SHARE}, {"trays": [SHARE] * 4, "box": [-1, 0, 0, 0]}, None, []):
        record = _records(store)[0]
        record["before"]["deals"] = 1
        record["before"]["held"] = held
        damaged = MemoryStore()
        damaged.files[FIRST] = store.files[FIRST] + seal(2, json.dumps(record))
        reopened = Evening(damaged)
        assert reopened.notices == [(LOST, 2)], held
        assert (reopened.session.balances, _points(reopened)) == (balances, balances)


def test_an_impossible_tray_is_not_counted():
    store, evening = _with_counters(_deal("S", 1))
    for player, tray in ((0, [1, 2, 3]), (0, [-1, 0, 0, 0]), (None, [1])):
        _refused(ValueError, evening.count, player, tray)
    store.fail = "before"
    lies = evening.holdings()
    _refused(OSError, evening.count, 0, [1, 1, 1, 1])
    assert evening.holdings() == lies == Evening(store).holdings()
