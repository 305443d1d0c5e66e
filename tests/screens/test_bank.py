"""The counters, by keys: which move after a deal, the trays, trays that are counted again, own sets."""

from __future__ import annotations

from pathlib import Path

import pytest
from help.intent import DRAGON, HAND, SIMPLE, TABLE, pay, tray, won
from help.named_keys import (
    DEALS,
    DRAW,
    LAST_DEAL,
    LEAVE_LIST,
    LEAVE_PART,
    LOAN,
    MENU,
    NEXT,
    PAYMENT_BESIDE_COUNTERS,
    RECEIVES,
)
from help.playing import WIDE, Box, apart, head, play, records, replayed, text_after
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg.evening.begin import begin
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg.ui.kit.canvas import BOLD, TEXT
from mingg_host.device.headless import Device, Headless
from mingg_scoring.interchange.sessions import answer_exchange
from screens.screens_bank import (
    BABCOCK,
    BEGIN,
    FIVE,
    FOUR,
    INTO_COUNTERS,
    LARGE,
    LENT,
    LOSES,
    NO_TWOS,
    OPEN,
    OWN,
    PICTURED,
    POOR,
    POOR_FIVE,
    PROPOSED,
    SETUP,
    THREE,
    TRAYS,
)
from screens.screens_bank import session as session_with
from screens.screens_setup import COUNTERS, OPTIONS, agree
from screens.screens_setup import row as into

# the deal of the pictures, and on to Table
PLAYED = f"{FOUR}{PICTURED}{NEXT} {NEXT} "
# in a tray: another value, one counter less or more
BELOW, LESS, MORE = "down", "left", "right"
TAKE_BACK = f"{DEALS}hold:a"  # takes back the newest line; shows what that changes
NAMES = ["Ann", "Bo", "Cy", "Di"]
SHARE = [2, 9, 8, 10]
HALF_A_DEAL = won("Cy").from_("Bo").pung(SIMPLE, TABLE)
SECOND = HALF_A_DEAL.pung(SIMPLE, HAND).done().pung(DRAGON, TABLE)
BELOW_ROWS = ("- in", "- puts in", "in pairs", "owed", "lends", "repays")  # in lines that are no rows


def table(device: Device) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Returns what a screen of columns shows: the heads, and the first text and the cells of each row."""
    texts_drawn = device.texts
    heads = {x + TEXT.width(text): text for x, y, text in texts_drawn if y == 10}
    rows: list[tuple[str, list[str]]] = []
    for y in sorted({y for _, y, _ in texts_drawn if y > 10}):
        texts = sorted((x, text) for x, text_y, text in texts_drawn if text_y == y)
        if any(words in text for _, text in texts for words in BELOW_ROWS):
            continue
        cells = {x + face.width(text): text for x, text in texts for face in (TEXT, BOLD)}
        rows.append((texts[0][1], [cells.get(edge, "") for edge in sorted(heads)]))
    return [heads[edge] for edge in sorted(heads)], rows


def shown(device: Device) -> dict[str, dict[int, int]]:
    """Returns the exchange on the screen: by name, what the player puts (below zero) and takes of each value."""
    heads, rows = table(device)
    return {
        name: {int(head): int(cell) for head, cell in zip(heads, cells, strict=True) if cell and head.isdigit()}
        for name, cells in rows
    }


def computed(device: Device) -> dict[str, dict[int, int]]:
    """Returns the exchange as `mingg exchange` computes it, from the trays before the last deal."""
    head, *_, last = records(device)
    values = [500, 100, 10, 2] if head["counters"] == "babcock" else [1000, 500, 100, 10, 2]
    held = last["before"]["held"]
    replay = replayed(device)["deals"][-1]
    east = head["names"].index(replay["east"])
    names = [head["names"][(east + i) % 4] for i in range(4)]
    exchanged = answer_exchange(
        {
            "values": values,
            "trays": dict(zip(head["names"], held["trays"], strict=True)),
            "box": held["box"],
            "net": {name: replay["net"].get(seat, 0) for seat, name in zip("ESWN", names, strict=True)},
        }
    )
    zeros = [0] * len(values)
    return {
        name: {
            value: take - put
            for value, put, take in zip(
                values, exchanged["put"].get(name, zeros), exchanged["take"].get(name, zeros), strict=True
            )
            if take != put
        }
        for name in head["names"]
    }


LEAVE_TRAYS = f"b {LEAVE_PART}"  # to the screen below the menu


def trays(device: Device) -> dict[str, list[int]]:
    """Reads the trays from the screen, and leaves it. By the first two letters of a name."""
    play(device, TRAYS)
    heads, rows = table(device)
    counts = [cells for _, cells in rows if all(cells)]  # rows below may show open payments
    by_name = {
        "box" if head == "bank" else head[:2]: [int(cells[index]) for cells in counts]
        for index, head in enumerate(heads)
    }
    play(device, LEAVE_TRAYS)
    return by_name


def same_as_replay(device: Device) -> None:
    replay = replayed(device)
    assert trays(device) == {**{name[:2]: tray for name, tray in replay["trays"].items()}, "box": replay["box"]}


# ---- after a deal ----


def test_after_a_deal_the_counters_that_move_are_shown(device: Device) -> None:
    play(device, FOUR + PICTURED)
    assert {"saved", "A counters"} <= set(device.text())
    play(device, "a")
    assert shown(device) == computed(device)
    assert "to move: 14" in device.text()
    same_as_replay(play(device, NEXT))


def test_payments_are_shown_again_on_the_way_back_and_from_table(device: Device) -> None:
    play(device, FOUR + PICTURED + NEXT)
    exchange = device.picture()[6:25]
    play(device, "b")
    assert device.text()[0] == "saved"
    play(device, f"a {NEXT} {LAST_DEAL} a")
    assert device.picture()[6:25] == exchange
    assert "2736" in play(device, NEXT).text(), "Table"


def test_the_order_of_the_books_is_another_page(device: Device) -> None:
    play(device, f"{FOUR}{PICTURED}{NEXT} right")
    assert {"in pairs", "1/2"} <= set(device.text())
    rows = dict(table(device)[1])
    assert {"Ann>Cy", "Bo>Cy", "Di>Cy"} <= set(rows)
    assert sum(int(cell) * value for cell, value in zip(rows["Ann>Cy"], (500, 100, 10, 2), strict=True) if cell) == 368
    play(device, "down")
    assert "2/2" in device.text()
    play(device, "left")
    assert "to move: 14" in device.text()
    assert "1640" in play(device, "a").text()


def test_without_counters_no_screen_mentions_them(device: Device) -> None:
    play(device, PICTURED)
    assert device.text()[:2] == ["saved", "B undo"]
    play(device, f"a {MENU} up")
    assert not any("counters" in text for text in device.text())
    assert "held" not in records(device)[-1]["before"]


def test_a_draw_moves_no_counters_and_asks_no_more_presses(device: Device) -> None:
    play(device, FOUR + DRAW)
    assert "2000" in device.text()
    assert set(map(tuple, trays(device).values())) == {tuple(SHARE), (0, 0, 0, 0)}


def test_the_counters_are_shown_after_a_power_cut(device: Device) -> None:
    play(device, FOUR + PICTURED)
    device.reboot()
    same_as_replay(device)
    play(device, f"{LAST_DEAL} a")
    assert shown(device) == computed(device)


def test_the_fifth_player_who_sits_out_is_paid(device: Device) -> None:
    play(device, FIVE + won("Cy").from_("Bo").to_table())
    exchange = shown(device)
    replay = replayed(device)
    assert list(exchange) == [*NAMES, "5"]
    assert sum(value * count for value, count in exchange["5"].items()) == replay["balances"]["5"] - 2000 > 0
    same_as_replay(play(device, NEXT))
    play(device, f"{TRAYS}{tray('5')} {MORE} a")
    assert records(device)[-1]["count"] == {
        "5": [count + (index == 0) for index, count in enumerate(replay["trays"]["5"])]
    }


# ---- who cannot pay ----


def test_the_box_lends_and_is_repaid_first(device: Device) -> None:
    play(device, LENT)
    assert "bank lends Cy 2352" in device.text()
    assert sum(value * count for value, count in shown(device)["Cy"].items()) == -2000
    play(device, f"{NEXT} {TRAYS}")
    assert "Cy owes 2352" in " ".join(device.text())
    play(device, tray("Cy"))
    assert {"owes bank 2352", "-2352", "0"} <= set(device.text())
    play(device, f"b {LEAVE_TRAYS} {PAYMENT_BESIDE_COUNTERS}{pay('Ann', 'Cy', tens=2)}")
    assert "Cy repays 20" in device.text()
    same_as_replay(play(device, NEXT))


def test_a_player_with_too_little_pays_all_they_have_and_the_rest_stays_open(device: Device) -> None:
    play(device, POOR)
    assert "7056 owed" in device.text()
    for name in NAMES[1:]:
        assert sum(value * count for value, count in shown(device)[name].items()) == -2000
    play(device, "down")
    assert device.text()[3] == "Not enough to pay with."
    assert device.text()[5:14] == ["Bo", "Ann", "2352", "Cy", "Ann", "2352", "Di", "Ann", "2352"]
    assert "7056 owed" in play(device, "b").text()
    same_as_replay(play(device, NEXT))
    play(device, TRAYS)
    assert "B>A 2352  C>A 2352 .." in device.text()
    play(device, tray("Cy"))
    assert {"owed -2352", "0"} <= set(device.text())
    device.reboot()
    same_as_replay(device)


def test_less_than_a_counter_stays_open_until_the_next_deal(device: Device) -> None:
    play(device, OPEN)
    assert {"Ann", "Bo", "Cy", "Di"} == set(shown(device))
    assert "6 owed" in device.text()
    texts = play(device, "down").text()
    assert texts[3:] == [
        "Less than 10 is left.",
        "Left for the next deal:",
        *("Bo", "Cy", "4"),
        *("Di", "Cy", "2"),
    ]
    assert play(device, "up").text()[0] == "to move: 11"
    play(device, f"{NEXT} {TRAYS}")
    assert "Bo>Cy 4  Di>Cy 2" in device.text()
    same_as_replay(play(device, LEAVE_TRAYS))
    play(device, f"{PAYMENT_BESIDE_COUNTERS}{pay('Bo', 'Cy', tens=1, ones=4)}")
    assert shown(device) == {"Ann": {}, "Bo": {10: -2}, "Cy": {10: 2}, "Di": {}}
    assert play(device, "down").text()[5:] == ["Di", "Bo", "2"]
    same_as_replay(play(device, NEXT))


def test_a_payment_without_change_stays_open(device: Device) -> None:
    play(device, f"{SETUP}{INTO_COUNTERS}{LARGE}a {BEGIN}{PICTURED}a")
    assert {name: moves for name, moves in shown(device).items() if moves} == {"Ann": {500: -1}, "Cy": {500: 1}}
    texts = play(device, "down").text()
    assert texts[3] == "Nobody has change."
    same_as_replay(play(device, NEXT))


def test_without_room_for_a_hint_a_leads_to_the_open_payments_first(device: Device) -> None:
    play(device, POOR_FIVE)
    assert "bank" in play(device, "down").text()
    play(device, "up")
    assert play(device, "a").text()[3] == "Not enough to pay with."
    assert "Bo" in shown(play(device, "b"))
    assert play(device, "right a").text()[3] == "Not enough to pay with."
    same_as_replay(play(device, NEXT))


def test_open_payments_are_taken_back_with_their_deal(device: Device) -> None:
    play(device, OPEN + f"{NEXT} {TAKE_BACK} a {NEXT} {LEAVE_LIST}")
    replay = replayed(device)
    assert "open" not in replay
    same_as_replay(device)
    assert not any("open" in text for text in play(device, TRAYS).text())


WIDEST = {"values": [5000, 1000, 500, 100, 50, 10], "start": [0, 1, 1, 3, 3, 5], "box": [1, 0, 1, 0, 3, 1]}


def test_six_values_and_the_widest_names_are_shown_completely(tmp_path: Path, boxes: list[Box]) -> None:
    """The screen shows loans, open and missing points, with another page for the columns and one for the open
    payments."""
    session = Session(WIDE[:4], load("babcock", {"limit": None}), WIDEST)
    begin(open_evening(Store(str(tmp_path), None)), session)
    with Headless(tmp_path) as device:
        play(device, LOSES + NEXT)
        apart(boxes)
        heads = table(device)[0] + table(play(device, "down"))[0]
        apart(boxes)
        assert heads == ["5000", "1000", "500", "100", "50", "10"]
        assert "Not enough to pay with." in play(device, "down").text()
        apart(boxes)
        texts = [row[0] for row in table(play(device, "b right"))[1]]
        apart(boxes)
        assert texts[:4] == ["M>W", "b>W", "N>W", "Q>W"], "of whom to whom"
        play(device, f"{NEXT} {TRAYS}")
        apart(boxes)
        assert {"bank -1890", "owed -462"} <= set(play(device, "up").text())
        apart(boxes)
        assert {"bank -1890", "+5000"} <= set(play(device, "right").text())
        apart(boxes)


# ---- taken back and corrected ----


def test_undo_puts_the_counters_back(device: Device) -> None:
    play(device, FOUR + PICTURED + NEXT)
    moves_before = shown(device)
    play(device, f"{NEXT} {TAKE_BACK} a")
    assert shown(device) == {name: {value: -n for value, n in moves.items()} for name, moves in moves_before.items()}
    play(device, f"a {LEAVE_LIST}")
    assert trays(device)["An"] == SHARE
    same_as_replay(device)


def test_a_correction_shows_the_counters_that_still_have_to_move(device: Device) -> None:
    play(device, PLAYED + SECOND.to_table(3) + NEXT)
    before = trays(device)
    play(device, f"{DEALS}down hold:a a")  # the first deal counts as a draw
    moves = shown(device)
    play(device, f"a {LEAVE_LIST}")
    after = trays(device)
    for name in NAMES:
        changes = [new - old for old, new in zip(before[name[:2]], after[name[:2]], strict=True)]
        assert [moves[name].get(value, 0) for value in (500, 100, 10, 2)] == changes
    same_as_replay(device)


def test_a_payment_by_hand_moves_counters(device: Device) -> None:
    play(device, FOUR + f"{PAYMENT_BESIDE_COUNTERS}{pay('Cy', 'Bo', tens=2)}")
    assert shown(device) == {"Ann": {}, "Bo": {10: 2}, "Cy": {10: -2}, "Di": {}}
    assert "1980" in play(device, "a").text()
    same_as_replay(device)


def test_the_pool_at_the_end_moves_counters(device: Device) -> None:
    deals = " ".join(won(side).drew().to_table(3) + NEXT for side in ("right", "left", "down") * 3)
    last = won("Ann").from_("Di").kong(SIMPLE, TABLE).to_table(3) + NEXT
    play(device, session_with(BABCOCK, "up", "left") + deals.rsplit("down down", 1)[0] + last)
    assert "game over" in device.text()
    play(device, "up right a")
    takes = shown(device)
    assert sum(sum(value * n for value, n in moves.items()) for moves in takes.values()) == 0
    play(device, "a")
    assert "game over" in device.text()
    replay = replayed(device)
    assert sorted(balance % 100 for balance in replay["balances"].values()) == [0, 0, 0]
    play(device, "b")
    same_as_replay(device)


def test_no_message_covers_the_counters_of_five_players(device: Device) -> None:
    play(device, f"{FIVE}{PAYMENT_BESIDE_COUNTERS}{pay('Ann', 'Bo', tens=2)}")
    assert any("saved" in text for text in device.text())
    assert shown(device) == {"Ann": {10: -2}, "Bo": {10: 2}, "Cy": {}, "Di": {}, "5": {}}


# ---- trays counted ----


def test_players_lend_to_each_other_in_one_entry_and_give_it_back(device: Device) -> None:
    play(device, f"{FOUR}{LOAN}down right left x2 up a")
    assert {"to move: 2", "200 lent: saved"} <= set(device.text())
    play(device, f"a {TRAYS}")
    assert "Bo owes Ann 200" in device.text()
    assert not any(text.endswith("+200") or text.endswith("-200") for text in device.text()), "no tray is wrong"
    replay = replayed(device)
    assert replay["balances"] == dict.fromkeys(NAMES, 2000)
    assert replay["lent"] == [{"from": "Ann", "to": "Bo", "points": 200}]
    assert replay["trays"]["Bo"] == [2, 11, 8, 10]
    play(device, f"x5 b {LOAN}right down left up a a {DEALS}")
    assert device.text()[2:4] == ["Bo lent Ann", "100"]
    assert replayed(device)["lent"] == [{"from": "Ann", "to": "Bo", "points": 100}]
    assert "undo loan" in play(device, "hold:a").text()
    assert "to move: 1" in play(device, "a").text(), "the counters go back"
    assert replayed(device)["trays"]["Bo"] == [2, 11, 8, 10], "a loan is taken back like any line"


def test_nobody_lends_more_than_they_have(device: Device) -> None:
    play(device, f"{FOUR}{LOAN}down right left left x3 up a")
    assert "no counters for that" in device.text()
    assert len(records(device)) == 1


def test_an_empty_bank_can_be_stocked_where_somebody_has_too_little(device: Device) -> None:
    play(device, f"{FOUR}{LOAN}down right left left x2 up a a {PAYMENT_BESIDE_COUNTERS}down left left up a")
    assert "Not enough to pay with." in device.text()
    assert "stock the bank" in device.text()
    assert "bank" in play(device, "down").text()
    play(device, "right a")
    assert records(device)[-1]["box"] == [1, 0, 0, 0]


def test_a_tray_is_counted_and_balances_stay(device: Device) -> None:
    play(device, PLAYED + TRAYS + tray("Cy"))
    assert {"2736", "balance"} <= set(device.text())
    play(device, f"{LESS} {LESS} {BELOW} {MORE}")
    assert {"1836", "900 less than balance"} <= set(device.text())
    play(device, "a")
    assert "counted: saved" in device.text()
    assert {"count": {"Cy": [1, 12, 11, 13]}}.items() <= records(device)[-1].items()
    assert "2736" in play(device, "b").text()
    same_as_replay(device)
    device.reboot()
    assert trays(device)["Cy"] == [1, 12, 11, 13]
    assert "Cy -900" in " ".join(play(device, TRAYS).text())


def test_b_does_not_change_a_tray(device: Device) -> None:
    play(device, FOUR + DRAW + f"{TRAYS}{tray('Cy')} {LESS} b {LEAVE_TRAYS}")
    assert trays(device)["Cy"] == SHARE
    assert len(records(device)) == 2
    play(device, TRAYS + tray("Cy") + "a")
    assert "nothing has changed" in device.text()
    assert len(records(device)) == 2


def test_the_box_is_counted_and_a_count_is_taken_back(device: Device) -> None:
    play(device, FOUR + DRAW + f"{TRAYS}{tray('bank')} {MORE} a {LEAVE_LIST}")
    assert trays(device)["box"] == [1, 0, 0, 0]
    same_as_replay(device)
    assert "bank counted" in play(device, DEALS).text()
    play(device, f"hold:a a {LEAVE_LIST}")
    assert trays(device)["box"] == [0, 0, 0, 0]
    same_as_replay(device)


def test_a_correction_of_a_deal_before_a_count_is_paid_after_the_count(device: Device) -> None:
    play(device, f"{PLAYED}{TRAYS}{tray('Bo')} {BELOW} {MORE} a b {DRAW}")
    counted = trays(device)
    play(device, f"{DEALS}down down hold:a a")  # the first deal counts as a draw
    moves = shown(device)
    replay = replayed(device)
    assert replay["balances"]["Cy"] == 2000
    assert sum(value * count for value, count in moves["Cy"].items()) == -736
    play(device, f"a {LEAVE_LIST}")
    held = trays(device)
    assert [sum(row) for row in zip(*held.values(), strict=True)] == [
        sum(row) for row in zip(*counted.values(), strict=True)
    ]
    same_as_replay(device)


def test_a_half_entered_deal_waits_while_a_tray_is_counted(device: Device) -> None:
    play(device, f"{FOUR}{HALF_A_DEAL} wait:1000 {TRAYS}{tray('Bo')} {LESS} a wait:1000")
    device.reboot()
    assert "begun" in device.text()


def test_a_tray_shows_its_arrows_and_the_difference_to_the_balance(device: Device) -> None:
    texts = text_after(device, PLAYED + TRAYS + tray("Cy"))
    assert texts[:3] == ["count Cy", "B <", "A confirm"]
    assert texts[-1] == "which"
    assert "500 less than balance" in text_after(device, LESS)
    assert "500 more than balance" in text_after(device, f"{MORE} {MORE}")


# ---- what each receives ----


def test_a_new_session_first_shows_the_counters_that_each_receives(device: Device) -> None:
    shown = text_after(device, SETUP + INTO_COUNTERS + BABCOCK + PROPOSED)
    assert shown[0] == "each gets"
    texts = [text for text in shown[3:] if text not in ("2000", "bank", "0")]
    assert texts == ["500", "2", "100", "9", "10", "8", "2", "10"]
    assert {"bank", "0"} < set(shown), "the box is empty"
    assert "2000" in shown, "and what that is worth"
    assert not list(device.ledger.glob("*-*.txt")), "nothing is begun yet"
    assert {"evening", "Babcock's"} <= set(text_after(device, f"b x{COUNTERS} down")), "the proposal is as it was"
    play(device, PROPOSED + "a")
    assert head(device)["counters"] == "babcock"


def test_the_menu_shows_what_each_receives_and_what_the_box_has(device: Device) -> None:
    texts = text_after(device, THREE + RECEIVES)
    assert texts[0] == "each gets"
    assert {"bank", "2000"} < set(texts), "the fourth share of the set"
    assert text_after(device, "a")[0] == "menu"


# ---- sets of the players' own ----


def test_players_define_a_set_of_their_own(device: Device) -> None:
    play(device, SETUP + INTO_COUNTERS + OWN)
    assert "each has 2000" in device.text()
    play(device, "right up x3 right down right x3 down x2 right up")  # 3 of 500; for 100 there are 6 of 50, red
    assert device.text().count("red") == 2
    play(device, "a")
    assert "own set" in device.text()
    play(device, BEGIN + DRAW)
    assert head(device)["counters"] == {
        "values": [500, 50, 10, 2],
        "start": [3, 6, 8, 10],
        "box": [0, 0, 0, 0],
        "marks": ["", "red", "", ""],
    }
    same_as_replay(device)


def test_a_set_without_small_counters_warns_of_open_payments(device: Device) -> None:
    play(device, SETUP + INTO_COUNTERS + NO_TWOS)
    assert "2000; below 10 owed" in device.text()
    assert "below 10 stays owed" in play(device, "a").text()


def test_with_payments_rounded_to_ten_tens_are_small_enough(device: Device) -> None:
    play(device, f"{SETUP}{into(OPTIONS)}{agree('round_to_ten')}b x{OPTIONS - COUNTERS} up a {NO_TWOS}")
    assert "each has 2000" in device.text()
    assert not any("open" in text for text in play(device, "a").text())
    play(device, BEGIN + PICTURED + "a")
    assert not any("open" in text for text in device.text())


@pytest.mark.parametrize(
    ("keys", "message"),
    [("x4 right up a", "200 does not fit 500"), ("x4 right x2 up a", "largest first"), ("x5 down a", "largest first")],
)
def test_an_impossible_set_is_refused(device: Device, keys: str, message: str) -> None:
    play(device, SETUP + INTO_COUNTERS + OWN + keys)
    assert message in device.text()


def test_leaving_the_editor_changes_nothing(device: Device) -> None:
    text = play(device, SETUP + INTO_COUNTERS + OWN + "right up b b").text()
    assert text[text.index("counters") + 1] == "none"
