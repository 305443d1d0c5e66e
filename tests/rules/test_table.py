"""Tables of two, three, four and five: seats, rounds, who sits out, when the game is over. test_settlement.py has when
East passes."""

from mingg.core.deal.deal import Deal, Win
from mingg.core.deal.hand import Hand
from mingg.core.interchange.json_in import BadInput
from mingg.core.interchange.tables import read_session, write_session
from mingg.core.rules import load
from mingg.core.table.session import PASSES, START, STAYS, Session, Standing, Table

NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]
ROUNDS = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWNE"}
SEATS = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWN"}


def _session(players=4, rules="babcock", **options):
    return Session(NAMES[:players], load(rules, options, players))


def _win(seat):
    return Deal(seat, Win("draw"), {seat: Hand()})


def _draw(kongs=0):
    deal = Deal()
    deal.kongs = kongs
    return deal


def _ended(ending, seat, majors=0):
    deal = Deal()
    deal.ending = ending, seat, majors
    return deal


def _east_and_round(session):
    return session.names[session.table.east], session.table.round_wind()


def _raises(call, *args):
    try:
        call(*args)
    except ValueError:
        return True
    return False


def test_seats_by_the_number_of_players():
    for players, seats in SEATS.items():
        session = _session(players)
        assert [session.table.seat(player) for player in range(len(seats))] == list(seats)
        assert [session.table.player(seat) for seat in seats] == list(range(len(seats)))


def test_a_game_is_as_many_rounds_as_it_has_and_every_player_is_east_once_in_each():
    for players, winds in ROUNDS.items():
        session = _session(players)
        in_play = len(SEATS[players])
        for number, wind in enumerate(winds):
            easts = []
            for _ in range(in_play):
                assert session.table.round_wind() == wind
                assert not session.table.over()
                easts.append(session.table.east)
                session.apply(_win(SEATS[players][-1]))
            first = number % 5 if players == 5 else 0
            assert easts == [(first + i) % players for i in range(in_play)], (players, number)
        assert session.table.over()
        balances = list(session.balances)
        assert _raises(session.apply, _win("E"))
        assert session.balances == balances
        assert session.table.round_wind() == winds[-1], "the last one's, once the game is over"


def test_each_of_five_players_sits_out_one_round():
    session = _session(5)
    out = []
    for _ in range(5):
        out.append(session.table.sitting_out())
        assert _raises(session.table.seat, session.table.sitting_out())
        # The first East of a round is the player after the one who sits out.
        assert session.table.east == (session.table.sitting_out() + 1) % 5
        for _ in range(4):
            assert session.table.sitting_out() == out[-1]
            session.apply(_win("N"))
    assert out == [4, 0, 1, 2, 3]


def test_with_fewer_than_five_nobody_sits_out():
    for players in (2, 3, 4):
        assert _session(players).table.sitting_out() is None


def test_the_player_who_sits_out_is_paid():
    session = _session(5)
    session.apply(_win("S"))  # Bo: 22; Eve, who sits out, 20 from Cy and Di and 40 from Ann
    assert session.balances == [START - 44 - 40, START + 88, START - 22 - 20, START - 22 - 20, START + 80]
    for _ in range(3):
        session.apply(Deal())
    assert sum(session.balances) == 5 * START
    # In the second round Ann sits out and Bo is its first East.
    for _ in range(3):
        session.apply(_win("S"))
    assert session.table.sitting_out() == 0
    assert _east_and_round(session) == ("Bo", "S")
    before = list(session.balances)
    session.apply(_win("E"))
    assert [session.balances[i] - before[i] for i in range(5)] == [60, 132, -64, -64, -64]


def test_east_stays_at_every_table_after_a_win_of_east_or_a_draw():
    for players in SEATS:
        session = _session(players, "harr")
        session.apply(_win("E"))
        session.apply(_draw(4))
        assert _east_and_round(session) == ("Ann", "E")
        assert session.table.streak == 0


def test_payments_of_an_ending_go_to_people():
    session = _session(rules="harr-limit")
    session.apply(_win("S"))
    session.apply(_ended("washing", "N", 9))  # Bo is East now and Ann North
    gains = [after - START for after in session.balances]
    # A drawn hand without other points: 20 points, East pays twice.
    assert gains == [-40 + 150, 80 - 50, -20 - 50, -20 - 50]


def test_the_winner_deals():
    session = _session(winner_deals=True)
    session.apply(_win("W"))
    assert _east_and_round(session) == ("Cy", "E")
    assert [session.table.seat(player) for player in range(4)] == ["W", "N", "E", "S"]
    session.apply(_win("E"))
    assert _east_and_round(session) == ("Cy", "E")
    session.apply(_win("S"))
    assert _east_and_round(session) == ("Di", "E")


def test_in_progressive_play_each_player_is_east_once_in_four_deals():
    for deal in (lambda: _win("E"), lambda: _win("S"), _draw, lambda: _ended("false_win", "E")):
        session = _session(east_passes=True)
        easts = []
        for _ in range(4):
            assert session.table.round_wind() == "E"
            easts.append(session.names[session.table.east])
            session.apply(deal())
        assert easts == ["Ann", "Bo", "Cy", "Di"]
        assert _east_and_round(session) == ("Ann", "S")


def test_where_east_passes_always_a_game_has_as_many_deals_as_rounds_and_seats():
    for players in SEATS:
        session = _session(players, east_passes=True)
        deals = 0
        while not session.table.over():
            session.apply(_win("E"))
            deals += 1
        assert deals == {2: 4, 3: 9, 4: 16, 5: 20}[players], players
        assert session.table.streak == 0


def test_who_sits_out_next_is_told_until_the_last_round():
    session = _session(5)
    table, rounds = session.table, 0
    while not table.over():
        told = []
        for _ in range(4):
            told.append(table.sits_out_next())
            session.apply(_win("S"))
        rounds += 1
        later = None if rounds == 5 else table.sitting_out()
        assert told == [None] * 4 if later is None else told == [(deals, later) for deals in (4, 3, 2, 1)], rounds
    assert rounds == 5
    assert _session(4).table.sits_out_next() is None


def test_rounds_are_not_counted_where_the_winner_deals():
    for players in SEATS:
        session = _session(players, winner_deals=True)
        for _ in range(40):
            for seat in SEATS[players][1:]:
                session.apply(_win(seat))
                assert session.table.round_wind() == "E"
                assert not session.table.over()


def test_where_the_winner_deals_east_never_passes_otherwise():
    """A draw with a kong passes East in the Chinese game, but not if the winner deals (B p.79)."""
    for end in (lambda: _draw(1), lambda: _ended("mummies", "E", 9), lambda: _ended("not_touching", "E")):
        session = _session(rules="chinese", winner_deals=True)
        for _ in range(20):
            east = session.table.east
            session.apply(end())
            assert session.table.round_wind() == "E"
            assert not session.table.over()
            assert session.table.east == east


def test_streaks():
    session = _session(nine_easts=True)
    for number in range(1, 10):
        result = session.apply(_win("E"))
        assert result.counts["E"].score == (300 if number == 9 else 22), number
    assert session.table.streak == 9
    assert session.apply(_win("E")).counts["E"].score == 22, "the ninth win alone"
    session = _session(nine_easts=True)
    for _ in range(8):
        session.apply(_win("E"))
    session.apply(_win("S"))
    assert session.apply(_win("E")).counts["E"].score == 22, "another East begins anew"


def test_a_streak_is_of_wins_running():
    for between in (_draw(), _ended("false_win", "S")):
        session = _session(rules="chinese", nine_easts=True)
        for _ in range(8):
            session.apply(_win("E"))
        session.apply(between)
        assert session.apply(_win("E")).counts["E"].limit is False


def test_going_on_from_how_things_stood():
    session = _session(5)
    session.resume(Standing(7, 3, 1, 2, [1900, 2000, 2100, 2000, 2000], None, False, None))
    assert _east_and_round(session) == ("Di", "S")
    assert session.table.sitting_out() == 0
    assert session.table.streak == 2
    assert [session.table.seat(player) for player in (1, 2, 3, 4)] == ["W", "N", "E", "S"]
    session.apply(_win("S"))
    session.apply(_win("S"))
    assert session.table.sitting_out() == 1
    assert _east_and_round(session) == ("Cy", "W")


def test_the_balances_of_every_table_add_up():
    for players in SEATS:
        session = _session(players)
        for turn in range(7):
            seats = SEATS[players]
            session.apply(_win(seats[turn % len(seats)]) if turn % 3 else Deal())
            assert sum(session.balances) == players * START


def test_east_passes_to_the_right_and_the_winds_go_with_it():
    session = _session()
    session.apply(_win("W"))
    assert session.table.east == 1
    assert [session.table.seat(player) for player in range(4)] == ["N", "E", "S", "W"]
    assert [session.table.player(seat) for seat in "ESWN"] == [1, 2, 3, 0]


def test_a_new_east_has_won_nothing_running():
    for deals_next in (PASSES, "W"):
        table = Table(4)
        table.streak = 3
        table.advance("E" if deals_next == "W" else "S", deals_next, True)
        assert (table.east, table.streak) == (1 if deals_next == PASSES else 2, 0)
        table.advance("E", STAYS, True)
        assert table.streak == 1


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
    for players in SEATS:
        line = {"mingg": 1, "rules": "babcock", "names": NAMES[:players]}
        for rounds in (1, len(ROUNDS[players])):
            assert read_session(dict(line, rounds=rounds)).rounds == rounds
        for keys in [{"rounds": rounds} for rounds in (0, len(ROUNDS[players]) + 1, True, 1.5, "2", None)] + [
            {"rounds": 1, "options": {"winner_deals": True}}
        ]:
            place = None
            try:
                read_session(dict(line, **keys))
            except BadInput as error:
                place = error.pointer
            assert place == "/rounds", (players, keys)


def test_five_sit_as_in_the_last_round_once_the_game_is_over():
    last, over = Table(5), Table(5)
    last.resume(4, 4, 0)
    over.resume(4, 5, 0)
    assert over.over()
    assert (over.order, over.sitting_out(), over.round_wind()) == (last.order, last.sitting_out(), last.round_wind())
    assert last.order != Table(5).order
