"""What is kept: a saved deal comes back, an unsaved one is said, a damaged one costs itself and no more."""

import json

from mingg.core.card import Card
from mingg.core.deal import Deal, Win
from mingg.core.ledger import seal
from mingg.evening import DRAFT, DRAFT_LOST, LOST, TORN, UNREADABLE, Evening
from stores import MemoryStore

FIRST = "0001.txt"


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


def test_a_first_evening_needs_no_ledger_and_writes_none_before_a_deal():
    store = MemoryStore()
    evening = Evening(store)
    assert evening.session.balances == [2000, 2000, 2000, 2000]
    assert (evening.session.rules.id, evening.notices, evening.last, store.files) == ("babcock", [], None, {})


def test_a_saved_deal_is_there_after_the_power_went():
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
    head, deal = json.loads(lines[0][14:]), json.loads(lines[1][14:])
    assert head == {"mingg": 1, "rules": "babcock", "names": ["Ann", "Bo", "Cy", "Di"], "counters": "none"}
    before = deal.pop("before")
    assert deal == {"winner": "S", "win": {"by": "discard"}, "hands": {"S": {"card": {}}}}
    assert before == {"east": "Ann", "round": 0, "balances": [2000, 2000, 2000, 2000]}


def test_a_deal_that_could_not_be_written_did_not_happen():
    for how in ("before", "torn"):
        store = _played(_deal("S"))
        evening = Evening(store)
        before = list(evening.session.balances)
        store.fail = how
        try:
            evening.save(_deal("N"))
        except OSError:
            pass
        else:
            raise AssertionError("said nothing")
        assert (evening.session.balances, evening.session.deals) == (before, 1)
        store.fail = None
        evening.save(_deal("N"))
        assert Evening(store).session.deals == 2, how
        assert Evening(store).notices == [], how
        assert Evening(store).session.balances == evening.session.balances


def test_an_error_after_all_was_written_is_a_saved_deal():
    store = _played(_deal("S"))
    evening = Evening(store)
    store.fail = "after"
    evening.save(_deal("N"))
    store.fail = None
    assert evening.session.deals == 2
    assert Evening(store).session.balances == evening.session.balances


def test_a_torn_last_line_is_dropped_and_told_wherever_it_tore():
    whole = _played(_deal("S")).files[FIRST]
    data = _played(_deal("S"), _deal("N")).files[FIRST]
    for length in range(len(whole) + 1, len(data) - 1):
        store = MemoryStore()
        store.files[FIRST] = data[:length]
        evening = Evening(store)
        assert (evening.session.deals, evening.notices) == (1, [(TORN, 2)]), length
        evening.save(_deal("W"))
        again = Evening(store)
        assert (again.session.deals, again.notices) == (2, []), "told once; the next record stands alone"
        assert again.session.balances == evening.session.balances


def test_a_lost_deal_costs_no_more_than_itself():
    """Who won the lost deal is gone; what it did to balances, East and round stands in the record after it."""
    store = _played(_deal("E"), _deal("S", 1), _deal("W"), _deal("E"))
    whole = Evening(store).session
    lines = store.files[FIRST].split(b"\n")
    for lost in (1, 2, 3):
        damaged = list(lines)
        damaged[lost] = b"x" + damaged[lost][1:]
        store.files[FIRST] = b"\n".join(damaged)
        evening = Evening(store)
        assert evening.notices == [(LOST, lost)]
        assert evening.session.balances == whole.balances
        assert (evening.session.table.east, evening.session.deals) == (whole.table.east, 4)
        assert evening.deal_number() == 5


def test_a_long_evening_goes_on_as_if_every_deal_had_been_played_again():
    store = MemoryStore()
    evening = Evening(store)
    seats = "ESWNNWSEEESW"
    for seat in seats:
        evening.save(_deal(seat, 1))
        again = Evening(store)
        for what in ("balances", "deals"):
            assert getattr(again.session, what) == getattr(evening.session, what)
        for what in ("east", "round"):
            assert getattr(again.session.table, what) == getattr(evening.session.table, what)
        assert again.last.answer.net == evening.last.answer.net
        assert again.last.players == evening.last.players


def test_a_record_whose_sums_cannot_be_is_not_believed():
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
    damaged = b"?" + _played(_deal("E")).files[FIRST][1:]
    for head in (
        damaged,
        seal(0, "{}"),
        seal(0, '{"mingg": 99, "rules": "harr", "names": ["a", "b", "c", "d"]}'),
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
        evening.save(_deal("S"))
        assert store.files[FIRST] == head
        assert Evening(store).session.deals == 1


def test_a_new_session_has_a_ledger_of_its_own_and_the_same_people():
    store = _played(_deal("S"))
    evening = Evening(store)
    evening.begin("harr")
    assert (evening.session.rules.id, evening.session.deals, evening.last) == ("harr", 0, None)
    assert evening.session.names == ["Ann", "Bo", "Cy", "Di"]
    evening.save(_deal("N"))
    assert sorted(store.files) == [FIRST, "0002.txt"]
    assert (Evening(store).session.rules.id, Evening(store).session.deals) == ("harr", 1)


def test_a_new_session_that_cannot_be_written_leaves_the_old_one():
    store = _played(_deal("S"))
    evening = Evening(store)
    store.fail = "before"
    try:
        evening.begin("harr")
    except OSError:
        pass
    else:
        raise AssertionError("said nothing")
    assert (evening.session.rules.id, evening.session.deals) == ("babcock", 1)
    store.fail = None
    evening.save(_deal("N"))
    assert Evening(store).session.deals == 2


def test_what_could_not_be_read_again_is_not_written():
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


def test_a_new_session_that_failed_leaves_nothing_that_the_next_start_would_open():
    store = _played(_deal("S"))
    evening = Evening(store)
    store.fail, store.fail_once = "torn", True
    try:
        evening.begin("harr")
    except OSError:
        pass
    else:
        raise AssertionError("said nothing")
    assert sorted(store.files) == [FIRST]
    assert Evening(store).session.deals == 1


def test_a_deal_that_landed_unseen_is_not_saved_twice():
    """The append failed, and so did looking whether it is there: the next try looks again before it writes."""
    store = _played(_deal("S"))
    evening = Evening(store)
    store.fail = "after"
    store.unreadable = True
    try:
        evening.save(_deal("N"))
    except OSError:
        pass
    else:
        raise AssertionError("said nothing")
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
    evening.save(_deal("N"))  # and the power goes before the draft is dropped
    again = Evening(store)
    assert again.draft() is None
    assert again.notices == []


def test_a_draft_of_another_session_is_over():
    store = _played()
    evening = Evening(store)
    evening.keep_draft({"winner": 2})
    evening.begin("harr")
    assert Evening(store).draft() is None


def test_a_damaged_draft_is_told():
    store = _played(_deal("S"))
    Evening(store).keep_draft({"winner": 2})
    store.files[DRAFT] = store.files[DRAFT][:-5]
    evening = Evening(store)
    assert evening.draft() is None
    assert evening.notices == [(DRAFT_LOST, 2)]
