"""Players turn the compass or change names during an evening: the ledger keeps it, and no deal changes."""

from help.stores import MemoryStore
from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import DRAGON, PUNG_SHOWN, Hand
from mingg.evening.change import swap, undo
from mingg.evening.evenings import sit
from mingg.evening.lines import Lines
from mingg.evening.open import open_evening
from mingg.evening.save import save
from mingg.records.line import seal

NAMES = ["Ann", "Bo", "Cy", "Di"]
OTHERS = ["Bo", "Ann", "Zoë", "Di"]


def _deal(seat="S"):
    return Deal(seat, Win("discard"), {seat: Hand([PUNG_SHOWN | DRAGON])})


def _evening(deals=2):
    store = MemoryStore()
    evening = open_evening(store)
    for _ in range(deals):
        save(evening, _deal())
    return store, evening


def _seated(store):
    evening = open_evening(store)
    return evening.turn, evening.called, evening.session.balances, evening.deal_number(), evening.notices


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


def test_where_only_the_head_with_new_names_is_left_the_deals_before_it_are_lost():
    store, evening = _evening()
    name = evening.ledger.name()
    lost = len(store.files[name])
    sit(evening, 1, OTHERS)
    save(evening, _deal())
    store.files[name] = store.files[name][lost:]
    assert _seated(store) == (1, OTHERS, evening.session.balances, 4, [("lost", 1), ("lost", 2)])


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


def test_invalid_names_are_replaced_by_the_default_names():
    for called in (["Ann", "Bo", "Cy"], ["Ann", "Ann", "Cy", "Di"], ["", "Bo", "Cy", "Di"], [1, 2, 3, 4], "ABCD", None):
        store, evening = _evening()
        sit(evening, 0, called)
        assert _seated(store)[1] == NAMES, called
