"""How East passes, rounds, the end of a game, and the balances."""

from checks import refuses
from mingg.core.deal.card import Card
from mingg.core.deal.deal import Deal, Win
from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.tables import read_session, write_session
from mingg.core.rules import load
from mingg.core.table.session import PASSES, START, STAYS, Session, Table

NAMES = ["Ann", "Bo", "Cy", "Di"]


def _session(rules="babcock"):
    return Session(NAMES, load(rules))


def _win(seat):
    return Deal(seat, Win("draw"), {seat: Card()})


def test_east_stays_after_a_win_of_east_or_a_draw():
    session = _session()
    session.apply(_win("E"))
    session.apply(Deal())
    assert (session.table.east, session.table.round_wind()) == (0, "E")


def test_east_passes_to_the_right_and_the_winds_go_with_it():
    session = _session()
    session.apply(_win("W"))
    assert session.table.east == 1
    assert [session.table.seat(player) for player in range(4)] == ["N", "E", "S", "W"]
    assert [session.table.player(seat) for seat in "ESWN"] == [1, 2, 3, 0]


def test_a_round_ends_when_the_last_player_has_lost_as_east():
    session = _session()
    for _ in range(3):
        session.apply(_win("S"))
    session.apply(_win("E"))
    assert (session.table.east, session.table.round_wind()) == (3, "E")
    session.apply(_win("S"))
    assert (session.table.east, session.table.round_wind()) == (0, "S")


def test_four_rounds_make_a_game_and_nothing_is_played_after_it():
    session = _session("harr")
    for wind in "ESWN":
        for _ in range(4):
            assert session.table.round_wind() == wind
            assert not session.table.over()
            session.apply(_win("N"))
    assert session.table.over()
    balances = list(session.balances)
    try:
        session.apply(_win("N"))
    except ValueError:
        pass
    else:
        raise AssertionError("a deal after the game")
    assert session.balances == balances


def test_balances_follow_the_people_and_add_up():
    session = _session()
    session.apply(_win("S"))  # Bo wins 22: East pays twice
    assert session.balances == [START - 44, START + 88, START - 22, START - 22]
    session.apply(_win("N"))  # Bo is East now, Ann is North
    assert session.balances == [START - 44 + 88, START + 88 - 44, START - 22 - 22, START - 22 - 22]
    assert sum(session.balances) == 4 * START


def test_streaks_count_easts_wins_running():
    session = _session()
    session.apply(_win("E"))
    session.apply(_win("E"))
    assert session.table.streak == 2
    session.apply(Deal())
    assert session.table.streak == 0


def test_a_new_east_has_won_nothing_running():
    for deals_next in (PASSES, "W"):
        table = Table(4)
        table.streak = 3
        table.advance("E" if deals_next == "W" else "S", deals_next, True)
        assert (table.east, table.streak) == (1 if deals_next == PASSES else 2, 0)
        table.advance("E", STAYS, True)
        assert table.streak == 1


def test_no_game_has_other_rounds_than_there_are_winds():
    for players, most in ((2, 2), (3, 3), (4, 4), (5, 5)):
        line = {"mingg": 1, "rules": "babcock", "names": list("abcde")[:players]}
        for rounds in (1, most):
            line["rounds"] = rounds
            assert read_session(line).rounds == rounds
        for rounds in (0, most + 1, True, 1.5, "2", None):
            line["rounds"] = rounds
            assert refuses(read_session, line), (players, rounds)


def test_a_game_has_as_many_rounds_as_were_agreed():
    for rounds in (1, 2, 3):
        session = read_session({"mingg": 1, "rules": "babcock", "names": list("abcde"), "rounds": rounds})
        for number in range(4 * rounds):
            assert not session.table.over(), number
            session.apply(_win("S"))
        last = session.copy()
        last.table.resume(last.table.east, rounds - 1, 0)
        assert session.table.over()
        assert session.copy().table.over()
        assert (session.table.sitting_out(), session.table.round_wind()) == (
            last.table.sitting_out(),
            last.table.round_wind(),
        )
        assert write_session(session)["rounds"] == rounds


def test_a_number_of_rounds_that_cannot_be_is_refused():
    for keys in (
        {"rounds": 0},
        {"rounds": 5},
        {"rounds": True},
        {"rounds": "2"},
        {"rounds": None},
        {"rounds": 2, "options": {"winner_deals": True}},
    ):
        place = None
        try:
            read_session(dict(keys, mingg=1, rules="babcock", names=["a", "b", "c", "d"]))
        except BadInput as error:
            place = error.pointer
        assert place == "/rounds", keys


def test_five_sit_as_in_the_last_round_once_the_game_is_over():
    last, over = Table(5), Table(5)
    last.resume(4, 4, 0)
    over.resume(4, 5, 0)
    assert over.over()
    assert (over.order, over.sitting_out(), over.round_wind()) == (last.order, last.sitting_out(), last.round_wind())
    assert last.order != Table(5).order
