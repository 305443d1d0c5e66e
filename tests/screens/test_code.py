"""The QR code, read from the pixels of the panel by an independent decoder."""

from __future__ import annotations

from typing import Any

import pytest
import zxingcpp
from help.named_keys import CODE
from help.playing import play
from mingg import lang
from mingg.ui.kit import qr
from mingg_host.device.headless import Device, Headless
from PIL import Image
from screens.goldens import LANGUAGES
from screens.screens_deals import CY_FROM_BO, FIVE, GAME

WIDTH, HEIGHT = 128, 64


def read(device: Device) -> list[tuple[str, str]]:
    """Returns the text and the level of each code on the panel."""
    picture = Image.new("L", (WIDTH, HEIGHT))
    picture.putdata([255 * int(pixel) for row in device.pixels() for pixel in row])
    return [(code.text, code.ec_level) for code in zxingcpp.read_barcodes(picture)]


def beside(device: Device) -> list[str]:
    """Returns the words beside the code: all texts but the title and what B does."""
    return [text for _, y, text in device.texts if y > 1]


def show(device: Headless, balances: list[int]) -> Any:
    """Shows the code of these balances."""
    app = device.app
    app.play.evening.session.balances[:] = balances
    app.show("history.code.Code")
    device.wait(100)
    return app.screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_code_says_who_has_what_and_the_seats_stand_beside_it(language: str) -> None:
    with Headless() as device:
        lang.choose(language)
        play(device, CY_FROM_BO + CODE)
        ((text, level),) = read(device)
        assert level == "L"
        evening = device.app.play.evening
        session, said = evening.session, []
        for letter, seat, word in zip(lang.letters("ESWN"), "ESWN", beside(device), strict=True):
            player = session.player(seat)
            gain = session.balances[player] - 2000
            figures = f"{session.balances[player]}{gain:+d}"
            assert word == f"{letter}{'*' if gain > 0 else ''}{figures}"
            said.append(f"{evening.called[player].upper()}{'*' if gain > 0 else ' '}{figures}")
        assert text == " ".join(said)


@pytest.mark.parametrize("script", [CODE, FIVE + CODE, GAME + "a down"])
def test_the_code_is_read_before_a_deal_of_five_players_and_at_the_end(script: str) -> None:
    with Headless() as device:
        play(device, script)
        ((text, level),) = read(device)
        assert level == "L"
        names = device.app.play.evening.called
        assert sorted(text.replace("*", " ").split(" ")[::2]) == sorted(name.upper() for name in names)


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["Anna-Lou", "Bo", "Cy", "Di"], "ANNA-LOU 2000 BO 2000 CY 2000 DI 2000"),
        (["Zoë", "Şule", "Jürgen", "ßø"], "ZOE 2000 SULE 2000 JURGEN 2000 SO 2000"),
        (["Anneliese", "Bartholomew", "Christina", "Dorothea"], "ANNEL 2000 BARTH 2000 CHRIS 2000 DOROT 2000"),
        (["Ann", "李", "Cy", "Di"], "ANN 2000 S 2000 CY 2000 DI 2000"),
    ],
)
def test_names_are_cut_and_folded_to_what_a_code_can_say(names: list[str], text: str) -> None:
    with Headless() as device:
        device.app.play.evening.called[:] = names
        assert show(device, [2000] * 4).text == text
        assert read(device) == [(text, "L")]


def test_b_leads_back_to_the_menu_and_to_the_end_of_the_game() -> None:
    with Headless() as device:
        play(device, CODE + " b")
        assert "standings as QR code" in device.text()
    with Headless() as device:
        play(device, GAME + "a down b")
        assert "game over" in device.text()


@pytest.mark.parametrize("text", ["A", "E*2204+512 S1700-128 W1700-128 N1096-256", qr.LETTERS, "X" * qr.ROOM])
def test_a_decoder_reads_every_mask(text: str) -> None:
    with Headless() as device:
        app = device.app
        app.show("history.code.Code")
        device.wait(100)
        for mask in range(qr.MASKS):
            app.screen.rows = qr.symbol(text, mask)
            app.display.stale = True
            device.wait(100)
            assert read(device) == [(text, "L")], mask


def test_a_code_without_room_leaves_out_the_deal_but_no_balance() -> None:
    with Headless() as device:
        play(device, CY_FROM_BO)
        for wide in (10**4, 10**6, 10**8):
            balances = [wide - 1, -wide + 1, 2000, 6000]
            screen = show(device, balances)
            assert read(device) == [(screen.text, "L")]
            assert len(screen.text) <= qr.ROOM
            assert all(str(balance) in screen.text for balance in balances)
            assert beside(device) == screen.players
            assert ("*" in screen.text) == (wide == 10**4)


def test_balances_too_long_for_a_code_are_shown_without_one() -> None:
    with Headless() as device:
        screen = show(device, [10**13, -(10**13), 10**12, -(10**12)])
        assert screen.text == ""
        assert read(device) == []
        assert "too long" in device.text()
