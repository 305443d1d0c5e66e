"""The panel at rest: it dims, its picture moves, it goes dark; and what the next key then does. Table shows a low
battery."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from help.named_keys import SETTINGS
from help.playing import play
from help.selftesting import SELF_TEST
from mingg import lang
from mingg.hal.keys import KEY_NAMES
from mingg.hal.ticks import ticks_add
from mingg.settings import Settings
from mingg.ui.battery import Battery
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.rest import DIMMED, DIMS, FAR, LEVELS, PLACES, SLEEPS, move
from mingg_host.device.headless import Device, Headless
from mingg_host.device.vm.rig import SAMPLE_MS, Panel, Rig
from screens import goldens
from screens.goldens import LANGUAGES
from screens.test_settings import rig_of

MINUTE = 60_000
AWAKE = "awake: press again"
CARD = "up a right right right down right left up "
PERIOD = 1 << 30
NEVER_DIMS, NEVER_DARK = "left ", "x2 right "


STEP = 240  # ms of a wait in which the device looks at its clock once; the keys are looked at every 8 ms


class Patient(Headless):
    """A device for which minutes pass quickly while no key is pressed."""

    def wait(self, ms: int) -> None:
        for _ in range(ms // STEP):
            self.rig.now = ticks_add(self.rig.now, STEP - SAMPLE_MS)
            self.rig.run(0, SAMPLE_MS)
        super().wait(ms % STEP)


@pytest.fixture
def headless() -> Iterator[Headless]:
    with Patient() as device:
        yield device


@pytest.fixture
def device(headless: Headless) -> Headless:
    return headless


def minutes(device: Device, number: int) -> Device:
    """Waits some minutes without a key, and a second more."""
    device.wait(number * MINUTE + 1000)
    return device


def seen(rig: Rig) -> str:
    if rig.panel.asleep:
        return "dark"
    return "dim" if rig.panel.level == DIMMED else "bright"


def test_the_panel_dims_then_moves_then_goes_dark(headless: Headless) -> None:
    rig = rig_of(headless)
    states = []
    for _ in range(SLEEPS + 2):
        states.append(seen(rig))
        headless.wait(MINUTE)
    assert states == ["bright"] * DIMS + ["dim"] * (SLEEPS - DIMS) + ["dark"] * 2


def test_a_dim_picture_moves_every_minute(device: Device) -> None:
    own, texts = device.pixels(), device.text()
    assert minutes(device, DIMS).pixels() == own
    places = []
    for _ in range(SLEEPS - DIMS - 1):
        device.wait(MINUTE)
        places.append("".join(device.pixels()))
        assert device.text() == texts
    assert "".join(own) not in places
    assert set(places[:9]) == set(places)
    assert len(set(places)) == len(PLACES)  # Table has room on all sides
    device.press("a")  # Other
    device.press("b")
    assert device.pixels() == own


def test_a_key_acts_on_a_dim_panel(device: Device) -> None:
    minutes(device, DIMS + 2)
    assert "how?" in play(device, "up").text()
    assert "drew it" in device.text()


def test_a_key_makes_a_dim_panel_bright(headless: Headless) -> None:
    minutes(headless, DIMS)
    assert rig_of(headless).panel.level == DIMMED
    headless.press("up")
    assert rig_of(headless).panel.level == LEVELS["high"]
    headless.wait(DIMS * MINUTE - 2000)
    assert rig_of(headless).panel.level == LEVELS["high"]
    headless.wait(3000)
    assert rig_of(headless).panel.level == DIMMED


def only_woke(device: Device, before: list[str]) -> None:
    """The panel says that it is awake, until the next key; the screen is as before."""
    assert AWAKE in device.text()
    assert play(device, "hold:b b").text() == before


@pytest.mark.parametrize("key", KEY_NAMES)
def test_a_key_on_a_dark_panel_only_wakes_it_and_the_panel_says_so(headless: Headless, key: str) -> None:
    play(headless, CARD)
    before, pixels = headless.text(), headless.pixels()
    minutes(headless, SLEEPS)
    assert headless.text() == []
    assert not any("1" in row for row in headless.pixels())
    headless.press(key)
    only_woke(headless, before)
    assert headless.pixels() == pixels  # back in its own place


@pytest.mark.parametrize(("key", "ms"), [*((key, 600) for key in KEY_NAMES), ("a", 9000)])
def test_a_key_held_on_a_dark_panel_does_nothing_either(headless: Headless, key: str, ms: int) -> None:
    play(headless, CARD)
    before = headless.text()
    minutes(headless, SLEEPS)
    headless.hold(key, ms)
    headless.wait(1000)
    only_woke(headless, before)


def test_the_next_press_acts(headless: Headless) -> None:
    minutes(headless, SLEEPS)
    assert seen(rig_of(headless)) == "dark"
    headless.press("up")
    assert seen(rig_of(headless)) == "bright"
    assert "how?" not in headless.text()
    assert "how?" in play(headless, "up").text()


def test_another_key_acts_while_the_one_that_woke_it_is_still_down(headless: Headless) -> None:
    minutes(headless, SLEEPS)
    rig = rig_of(headless)
    left, up = 1 << 0, 1 << 2
    for mask, ms in ((left, 200), (left | up, 200), (left, 200), (0, 100)):
        rig.run(mask, ms)
    assert type(rig.app.screen).__name__ == "How"


def test_a_stuck_key_neither_keeps_it_awake_nor_wakes_it(headless: Headless) -> None:
    rig = rig_of(headless)
    up = 1 << 2
    rig.run(up, (SLEEPS + 1) * MINUTE)
    assert seen(rig) == "dark"
    screen = rig.app.screen
    rig.run(0, 1000)
    assert seen(rig) == "dark"
    headless.press("left")
    assert seen(rig) == "bright"
    assert rig.app.screen is screen


def test_a_key_that_was_down_before_it_went_dark_does_nothing_afterwards(headless: Headless) -> None:
    """The tap of B counts only when it is released."""
    play(headless, SETTINGS + "down down x3 left b b up right")
    rig = rig_of(headless)
    card = rig.app.screen
    rig.run(1 << 5, 40)
    rig.app.display.rest.minutes = Settings(rig.app.store).get("sleeps", SLEEPS) - 1
    rig.app.display.rest.since = (rig.now - MINUTE) % PERIOD
    rig.run(1 << 5, 16)
    assert seen(rig) == "dark"
    rig.run(0, 100)
    assert rig.app.screen is card
    assert seen(rig) == "dark"


def test_a_half_entered_deal_is_stored_before_it_is_dark_and_goes_on_afterwards(device: Device) -> None:
    card = play(device, CARD).text()
    minutes(device, SLEEPS)
    device.press("a")
    only_woke(device, card)
    minutes(device, SLEEPS)
    device.reboot()  # the power goes while it is dark
    assert "A go on" in device.text()
    assert play(device, "a").text() == card


def test_a_message_about_a_failed_draft_is_still_there_after_waking(
    headless: Headless, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = rig_of(headless)

    def broken(name: str, data: bytes) -> None:
        raise OSError(5, "broken")

    monkeypatch.setattr(rig.app.store, "replace", broken)
    play(headless, CARD + "wait:500")
    texts = headless.text()
    assert "draft not kept: failing" in texts
    minutes(headless, SLEEPS)
    headless.press("left")
    assert headless.text() == texts


def test_a_panel_that_nothing_burns_into_never_rests(headless: Headless, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Panel, "sleep")
    headless.reboot()
    own = headless.pixels()
    minutes(headless, 100)
    assert seen(rig_of(headless)) == "bright"
    assert headless.pixels() == own
    assert {"brightness", "sound"} <= set(play(headless, SETTINGS).text())
    assert not {"dims after", "dark after"} & set(headless.text())


def test_never_is_never(headless: Headless) -> None:
    play(headless, SETTINGS + "down " + NEVER_DIMS + "down " + NEVER_DARK + "b b")
    rig, own = rig_of(headless), headless.pixels()
    moved = 0
    for _ in range(100):
        headless.wait(MINUTE)
        assert seen(rig) == "bright"
        moved += headless.pixels() != own
    assert moved >= 90  # a picture that stays burns in all the more


def test_dark_before_dim(headless: Headless) -> None:
    play(headless, SETTINGS + "down x2 right down x3 left b b")
    rig = rig_of(headless)
    states = []
    for _ in range(7):
        states.append(seen(rig))
        headless.wait(MINUTE)
    assert states == ["bright"] * 5 + ["dark"] * 2


def test_brightness_set_low_comes_back_low(headless: Headless) -> None:
    play(headless, SETTINGS + "x2 left b b")
    minutes(headless, SLEEPS)
    headless.press("up")
    assert rig_of(headless).panel.level == LEVELS["low"] > DIMMED


@pytest.mark.parametrize("start", [0, 1, MINUTE // 2, PERIOD // 2 - 5000, PERIOD // 2, PERIOD - 5000])
def test_the_clock_can_start_anywhere_and_wrap(headless: Headless, start: int) -> None:
    rig = rig_of(headless)
    rig.now = start // 8 * 8
    headless.press("left")
    headless.press("b")
    headless.wait(DIMS * MINUTE - 1000)
    assert seen(rig) == "bright"
    headless.wait(2000)
    assert seen(rig) == "dim"
    headless.wait((SLEEPS - DIMS) * MINUTE)
    assert seen(rig) == "dark"


@pytest.mark.parametrize("start", [MINUTE // 2, 5 * MINUTE, PERIOD // 2 - 5000, PERIOD // 2, PERIOD - 5000])
def test_nothing_dims_early_without_a_key_since_power_on(headless: Headless, start: int) -> None:
    rig = rig_of(headless)
    rig.now = start // 8 * 8
    headless.wait((DIMS - 1) * MINUTE + MINUTE // 2 - 1000)
    assert seen(rig) == "bright"
    headless.wait(MINUTE)
    assert seen(rig) == "dim"


def test_after_days_in_the_dark_a_key_wakes_it(headless: Headless) -> None:
    minutes(headless, SLEEPS)
    rig = rig_of(headless)
    for _ in range(20):
        rig.now = (rig.now + PERIOD // 2 - 7 * MINUTE) % PERIOD
        rig.run(0, 40)
        assert seen(rig) == "dark"
    headless.press("left")
    assert seen(rig) == "bright"
    headless.wait(DIMS * MINUTE - 1000)
    assert seen(rig) == "bright"


def test_waking_makes_no_sound(headless: Headless) -> None:
    minutes(headless, SLEEPS)
    tones: list[int] = []
    rig_of(headless).signals.tone = lambda hz: tones.append(hz) if hz else None
    headless.press("up")
    assert tones == []
    headless.press("up")
    assert tones


# ---- where the picture can stand ----

Columns = list[int]  # columns of 64 pixels each, the topmost in bit 0
WHOLE = (1 << 64) - 1
INNER = (WHOLE << FAR) & (WHOLE >> FAR)


def _buffer(rows: list[str]) -> bytearray:
    """Returns a picture as the panel's buffer has it."""
    columns = [int("".join(column)[::-1], 2) for column in zip(*rows, strict=True)]
    return bytearray(columns[x] >> 8 * band & 0xFF for band in range(8) for x in range(128))


def _columns(buffer: bytearray) -> Columns:
    return [int.from_bytes(buffer[x::128], "little") for x in range(128)]


def _aside(own: Columns, moved: Columns) -> tuple[int, int]:
    """Returns how far the picture has moved, apart from its edges."""
    for dy in range(-FAR, FAR + 1):
        lines = [column << dy if dy >= 0 else column >> -dy for column in own]
        for dx in range(-FAR, FAR + 1):
            if all(not (moved[x] ^ lines[x - dx]) & INNER for x in range(FAR, 128 - FAR)):
                return dx, dy
    raise AssertionError("not the same picture")


def _is_blank_or_bar(line: list[int]) -> bool:
    """True if a line has nothing to read: it is dark, or lit from the letter of a wind to the right edge at most. A
    picture that moved to the right may have brought it there."""
    return not any(line) or (all(line[12 : 128 - FAR]) and "".join(map(str, line)).count("01") <= 1)


# The self-test never rests, and its patterns go to the edges.
RESTING = [path for path in goldens.files() if f"{path.parent.name}/{path.stem}" not in SELF_TEST]


@pytest.mark.parametrize("subject", sorted({path.parent.name for path in RESTING}))
def test_a_screen_moves_without_losing_anything(subject: str) -> None:
    paths = [path for path in RESTING if path.parent.name == subject]
    parts = {(path.stem, language): part for path in paths for language, part in goldens.read(path).items()}
    for name, part in parts.items():
        buffer = _buffer(goldens.pixels(part))
        own = _columns(buffer)
        bars = own[0] & own[127]
        places = set()
        for place in range(1, len(PLACES) + 1):
            canvas = Canvas(bytearray(buffer))
            move(canvas, place)
            dx, dy = _aside(own, _columns(canvas.buffer))
            places.add((dx, dy))
            lost = range(128 - dx, 128) if dx > 0 else range(-dx)
            assert not any(own[x] & ~bars for x in lost), (name, place)
            for y in range(64 - dy, 64) if dy > 0 else range(-dy):
                assert _is_blank_or_bar([column >> y & 1 for column in own]), (name, place)
        message = own[0] & 1 and not own[64] & 1  # in place of the title, until the next key
        assert places != {(0, 0)} or message, (name, "it never moves")


CORNER = range(56, 63)  # rows of the sign


class Powered(Headless):
    """A powered with a battery that is low below 3000 mV, from the first call of battery() until it is switched off."""

    def battery(self, mv: int) -> None:
        self.mv = mv
        if self.app.battery is None:
            self.app.battery = Battery(self.app, lambda: self.mv, 3000)


def lit(powered: Headless) -> int:
    return sum(row[:13].count("1") for y, row in enumerate(powered.pixels()) if y in CORNER)


@pytest.fixture
def powered() -> Iterator[Powered]:
    with Powered() as powered:
        play(powered, "a b")
        yield powered


def test_a_full_battery_shows_nothing(powered: Powered) -> None:
    before = powered.pixels()
    powered.battery(4500)
    play(powered, "a b")
    powered.wait(1000)
    assert powered.pixels() == before


def test_a_low_battery_is_said_once_and_then_a_sign(powered: Powered) -> None:
    powered.battery(2999)
    play(powered, "a b")
    powered.wait(1000)
    assert "battery low: all saved" in powered.text()
    play(powered, "a b")
    powered.wait(1000)
    assert "battery low: all saved" not in powered.text()
    assert lit(powered)


def test_a_voltage_near_the_limit_does_not_flicker(powered: Powered) -> None:
    for mv, low in ((3000, False), (2999, True), (3050, True), (3099, True), (3100, False), (3050, False)):
        powered.battery(mv)
        play(powered, "a b")
        powered.wait(1000)
        assert powered.app.battery.low == low, mv
        assert bool(lit(powered)) == low


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_warning_fits_in_every_language(powered: Powered, language: str) -> None:
    lang.choose(language)
    warning = lang.say("battery low")
    powered.battery(2500)
    play(powered, "a b")
    powered.wait(1000)
    assert warning in powered.text()


def test_a_low_battery_refuses_no_deal(powered: Powered) -> None:
    powered.battery(1900)
    play(powered, "a up a")
    assert powered.app.play.evening.session.deals == 1
    powered.reboot()
    assert powered.app.play.evening.session.deals == 1


def test_a_device_that_does_not_measure_loads_nothing(powered: Powered) -> None:
    assert powered.app.battery is None
