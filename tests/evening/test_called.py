"""Players turn the compass or change names during an evening: the ledger keeps it, and no deal changes."""

from help.stores import MemoryStore
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, PUNG_SHOWN, Hand
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.beside import pay
from mingg.evening.change import correct, swap, undo
from mingg.evening.evenings import begin, sit
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.records.line import parse, seal
from mingg.records.reader import Reader, records_in
from mingg_scoring.interchange.sessions import SessionPlay

NAMES = ["Ann", "Bo", "Cy", "Di"]
OTHERS = ["Bo", "Ann", "Zoë", "Di"]
# Keys that the interchange format does not have.
OURS = ("before", "after", "on", "ledger", "turn", "called", "first")


def _deal(seat="S"):
    return Deal(seat, Win("discard"), {seat: Hand([PUNG_SHOWN | DRAGON])})


def _interchange(text):
    keys = parse(text)
    return {key: keys[key] for key in keys if key not in OURS}


def _evening(deals=2):
    store = MemoryStore()
    evening = open_evening(store)
    for _ in range(deals):
        save(evening, _deal())
    return store, evening


def _seated(store):
    evening = open_evening(store)
    return evening.turn, evening.called, evening.session.balances, evening.deal_number(), evening.notices


def test_seats_and_names_survive_a_power_cut():
    store, evening = _evening()
    before = evening.session.balances
    sit(evening, 3, OTHERS)
    assert _seated(store) == (3, OTHERS, before, 3, [])
    assert open_evening(store).session.names == NAMES, "as the records know them"
    save(evening, _deal())
    sit(evening, 0, NAMES)
    assert _seated(store) == (0, NAMES, evening.session.balances, 4, [])
    assert open_evening(store).notices == []


def test_an_evening_in_which_nothing_was_played_is_begun_by_it():
    store, evening = _evening(0)
    sit(evening, 1, OTHERS)
    assert _seated(store) == (1, OTHERS, [2000] * 4, 1, [])


def test_older_evenings_are_read_and_undone_as_before():
    store, evening = _evening()
    pay(evening, [(0, 1, 20)])
    sit(evening, 1, OTHERS)
    reopened = open_evening(store)
    assert [line.kind for line in Lines(reopened)] == ["deal", "deal", "pay"]
    assert Lines(reopened).deal(1)[0].winner == "S"
    undo(reopened)
    correct(reopened, 1, _deal("E"))
    pay(reopened, [(2, 3, 40)])
    last = open_evening(store)
    assert (last.called, last.session.balances) == (OTHERS, reopened.session.balances)


def test_every_later_segment_repeats_it_and_damage_to_one_costs_only_a_name():
    store, evening = _evening()
    sit(evening, 2, OTHERS)
    while len(store.files) < 3:
        save(evening, _deal("E"))
    assert _seated(store) == (2, OTHERS, evening.session.balances, evening.deal_number(), [])
    names = sorted(store.files)
    sit(evening, 3, NAMES)
    data = store.files[names[-1]]
    start = data.rfind(b"0000 ")
    store.files[names[-1]] = data[: start + 20] + b"#" + data[start + 21 :]
    turn, called, balances, _, _ = _seated(store)
    assert (turn, called, balances) == (2, OTHERS, evening.session.balances), "as it was before"


def test_a_segment_that_is_full_is_followed_by_another():
    store, evening = _evening()
    turn = 0
    while len(store.files) < 4:
        turn = (turn + 1) % 4
        sit(evening, turn, OTHERS if turn % 2 else NAMES)
    assert _seated(store)[:2] == (evening.turn, evening.called)
    save(evening, _deal())
    assert _seated(store) == (evening.turn, evening.called, evening.session.balances, 4, [])
    assert len(Lines(open_evening(store))) == 3


def test_a_failed_write_changes_nothing():
    for deals in (0, 1, 3):  # after two, half of what is written would be a whole head: its copy goes before it
        for fail in ("before", "torn"):
            store, evening = _evening(deals)
            store.fail = fail
            try:
                sit(evening, 1, OTHERS)
            except OSError:
                pass
            else:
                raise AssertionError("said nothing")
            store.fail = None
            assert (evening.turn, evening.called) == (0, NAMES)
            save(evening, _deal())
            turn, called, balances, number, notices = _seated(store)
            assert (turn, called, balances, number) == (0, NAMES, evening.session.balances, deals + 2), fail
            assert notices == []


def test_an_error_after_all_was_written_is_a_change():
    for deals in (0, 2):
        store, evening = _evening(deals)
        store.fail, store.fail_once = "after", True
        sit(evening, 1, OTHERS)
        assert _seated(store)[:2] == (1, OTHERS)
        save(evening, _deal())
        assert _seated(store) == (1, OTHERS, evening.session.balances, deals + 2, [])


def test_two_people_who_swap_places_do_so_in_all_deals_until_it_is_taken_back():
    for deals in (0, 2):
        store, evening = _evening(deals)
        before = evening.session.balances
        swap(evening, 0, 2)
        assert _seated(store) == (0, ["Cy", "Bo", "Ann", "Di"], before, deals + 1, [])
        sit(evening, 1, ["Cyd", "Bo", "Ann", "Di"])
        swap(evening, 2, 3)
        assert _seated(store) == (1, ["Cyd", "Bo", "Di", "Ann"], before, deals + 1, [])
        undo(evening)
        undo(evening)
        assert evening.called == ["Ann", "Bo", "Cyd", "Di"], "a new name stays with its person"
        assert _seated(store) == (1, evening.called, before, deals + 1, [])


def test_a_swap_that_cannot_be_written_changes_nothing():
    for fail in ("before", "torn"):
        store, evening = _evening()
        store.fail = fail
        try:
            swap(evening, 0, 1)
        except OSError:
            pass
        else:
            raise AssertionError("said nothing")
        store.fail = None
        assert (evening.called, evening.session.sits, _seated(store)[1]) == (NAMES, None, NAMES)


def test_a_record_that_seats_nobody_or_two_on_one_place_is_lost():
    for sits in ("[0, 0, 2, 3]", "[0, 1, 2]", "[0, 1, 2, 4]", '["0", 1, 2, 3]', "[true, 0, 2, 3]", "1"):
        store, evening = _evening()
        swap(evening, 0, 1)
        name = evening.ledger.name()
        lines = store.files[name].split(b"\n")
        text = lines[-2][14:].decode().replace("[1, 0, 2, 3]", sits)
        store.files[name] = b"\n".join(lines[:-2]) + b"\n" + seal(3, text)
        reopened = open_evening(store)
        assert (reopened.called, reopened.top, reopened.notices) == (NAMES, 2, [("lost", 3)]), sits


def test_a_new_session_has_its_own_names():
    store, evening = _evening()
    sit(evening, 1, OTHERS)
    begin(evening, Session(["Eve", "Fay"], load("harr"), "none"), 2)
    assert evening.called == ["Eve", "Fay"]
    assert _seated(store)[:2] == (2, ["Eve", "Fay"])


def test_invalid_names_are_replaced_by_the_default_names():
    for called in (["Ann", "Bo", "Cy"], ["Ann", "Ann", "Cy", "Di"], ["", "Bo", "Cy", "Di"], [1, 2, 3, 4], "ABCD", None):
        store, evening = _evening()
        sit(evening, 0, called)
        assert _seated(store)[1] == NAMES, called


def test_the_ledger_is_a_session_of_the_interchange_format_all_the_same():
    _, evening = _evening()
    sit(evening, 3, OTHERS)
    save(evening, _deal("W"))
    replay = SessionPlay(_interchange(evening.ledger.head))
    _, name = evening.ledger.parts[0]
    for _, text in records_in(Reader().read(evening.store.lines(name))):
        replay.line(_interchange(text))
    assert replay.evening.session.balances == evening.session.balances
    assert replay.evening.session.names == NAMES
