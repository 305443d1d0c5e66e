"""The panel at rest: it dims, its picture moves, it goes dark; and what the next key then does. Table shows a low
battery."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from help.named_keys import SETTINGS
from help.playing import play
from help.selftesting import SELF_TEST
from help.walking import Check, Walk, go, walks
from mingg.hal.ticks import ticks_add
from mingg.settings import Settings
from mingg.ui.battery import Battery
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.moved import FAR, move
from mingg.ui.kit.rest import DIMMED, DIMS, LEVELS, PLACES, SLEEPS
from mingg_host.device.headless import Headless
from mingg_host.device.vm.rig import SAMPLE_MS, Panel
from screens import goldens
from screens.test_settings import tones

MINUTE = 60_000
PERIOD = 1 << 30
STEP = 240  # ms of a wait in which the device looks at its clock once; the keys are looked at every 8 ms
KEYS = {"MINUTE": "wait:60s", "CARD": "up a right right right down right left up", "LONG": "hold a 9s"}
KEYS |= {"TO_DIM": f"wait:{60 * DIMS + 1}s", "BEFORE_DIM": f"wait:{60 * DIMS - 1}s"}
KEYS |= {"TO_DARK": f"wait:{60 * SLEEPS + 1}s", "DIM": f"wait:{60 * (SLEEPS - DIMS) - 2}s"}


class Patient(Headless):
    """A device for which minutes pass quickly while no key is pressed. Its battery is low below 3000 mV, from the first
    call of battery() until it is switched off."""

    def wait(self, ms: int) -> None:
        for _ in range(ms // STEP):
            self.rig.now = ticks_add(self.rig.now, STEP - SAMPLE_MS)
            self.rig.run(0, SAMPLE_MS)
        super().wait(ms % STEP)

    def minutes(self, number: int) -> None:
        """Waits some minutes without a key, and a second more."""
        self.wait(number * MINUTE + 1000)

    def battery(self, mv: int) -> bool:
        self.mv = mv
        if self.app.battery is None:
            self.app.battery = Battery(self.app, lambda: self.mv, 3000)
        return True


@pytest.fixture
def patient() -> Iterator[Patient]:
    with Patient() as device:
        yield device


def seen(device: Headless) -> str:
    panel = device.rig.panel
    return "dark" if panel.asleep else "dim" if panel.level == DIMMED else "bright"


def has_sign(device: Headless) -> bool:
    """Whether the sign of a low battery is in its corner."""
    return any("1" in row[:13] for row in device.pixels()[56:63])


CHECKS: dict[str, Check] = {
    "seen": lambda device, state: seen(device) == state,
    "level": lambda device, level: device.rig.panel.level == LEVELS[level],
    "blank": lambda device, _: (device.text(), "1" in "".join(device.pixels())) == ([], False),
    "mv": lambda device, mv: device.battery(int(mv)),
    "sign": lambda device, _: device.app.battery.low and has_sign(device),
    "unsigned": lambda device, _: not (device.app.battery and device.app.battery.low) and not has_sign(device),
}


@walks("""
The panel dims and then goes dark
    BEFORE_DIM | seen bright
    wait:2s | seen dim
    DIM | seen dim
    wait:2s | seen dark
    MINUTE | seen dark
A key acts on a dim panel and makes it bright
    TO_DIM x2 MINUTE | seen dim
    up | how? ; drew it ; seen bright ; level high
    BEFORE_DIM | seen bright
    wait:3s | seen dim
A key on a dark panel only wakes it, and the panel says so until the next key
    CARD | keep card
    TO_DARK | seen dark ; blank
    KEY wait:1s | awake: press again ; seen bright
    hold:b b | is card
    = KEY
    = left
    = right
    = up
    = down
    = a
    = b
    = hold:left
    = hold:right
    = hold:up
    = hold:down
    = hold:a
    = hold:b
    = LONG
The next press acts
    TO_DARK up | seen bright ; ! how?
    up | how?
A half-entered deal is stored before it is dark and goes on afterwards
    CARD | keep card
    TO_DARK a hold:b b | is card
    TO_DARK REBOOT | A go on # the power goes while it is dark
    a | is card
Dark before dim
    SETTINGS down x2 right down x3 left b b x4 MINUTE | seen bright
    x2 MINUTE | seen dark
Brightness set low comes back low
    SETTINGS x2 left b b TO_DARK up | level low
A full battery shows nothing
    a b | keep table
    a b wait:1s | mv 4500
    a b wait:1s | is table
A low battery is said once and then a sign
    a b | mv 2999
    a b wait:1s | battery low: all saved
    a b wait:1s | ! battery low: all saved ; sign
A voltage near the limit does not flicker
    a b | mv 3000
    a b wait:1s | unsigned ; mv 2999
    a b wait:1s | sign ; mv 3099
    a b wait:1s | sign ; mv 3100
    a b wait:1s | unsigned ; mv 3050
    a b wait:1s | unsigned
A low battery refuses no deal
    a b | mv 1900
    a up a REBOOT a b | stands 2000 2000 2000 2000 ; record winner null
""")
def test_rest(patient: Patient, walk: Walk) -> None:
    go(patient, walk, KEYS, CHECKS)


def test_a_dim_picture_moves_every_minute(patient: Patient) -> None:
    own, texts = patient.pixels(), patient.text()
    patient.minutes(DIMS)
    assert patient.pixels() == own
    places = []
    for _ in range(SLEEPS - DIMS - 1):
        patient.wait(MINUTE)
        places.append("".join(patient.pixels()))
        assert patient.text() == texts
    assert "".join(own) not in places
    assert set(places[:9]) == set(places)
    assert len(set(places)) == len(PLACES)  # Table has room on all sides
    patient.press("a", "b")  # to Other
    assert patient.pixels() == own


def test_another_key_acts_while_the_one_that_woke_it_is_still_down(patient: Patient) -> None:
    patient.minutes(SLEEPS)
    left, up = 1 << 0, 1 << 2
    for mask, ms in ((left, 200), (left | up, 200), (left, 200), (0, 100)):
        patient.rig.run(mask, ms)
    assert type(patient.app.screen).__name__ == "How"


def test_a_stuck_key_neither_keeps_it_awake_nor_wakes_it(patient: Patient) -> None:
    patient.rig.run(1 << 2, (SLEEPS + 1) * MINUTE)
    assert seen(patient) == "dark"
    screen = patient.app.screen
    patient.rig.run(0, 1000)
    assert seen(patient) == "dark"
    patient.press("left")
    assert seen(patient) == "bright"
    assert patient.app.screen is screen


def test_a_key_that_was_down_before_it_went_dark_does_nothing_afterwards(patient: Patient) -> None:
    """The tap of B counts only when it is released."""
    play(patient, SETTINGS + "down down x3 left b b up right")
    rig, card = patient.rig, patient.app.screen
    rig.run(1 << 5, 40)
    rig.app.display.rest.minutes = Settings(rig.app.store).get("sleeps", SLEEPS) - 1
    rig.app.display.rest.since = (rig.now - MINUTE) % PERIOD
    rig.run(1 << 5, 16)
    assert seen(patient) == "dark"
    rig.run(0, 100)
    assert rig.app.screen is card
    assert seen(patient) == "dark"


def test_a_message_about_a_failed_draft_is_still_there_after_waking(
    patient: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, data: bytes) -> None:
        raise OSError(5, "broken")

    monkeypatch.setattr(patient.app.store, "replace", broken)
    texts = play(patient, f"{KEYS['CARD']} wait:500").text()
    assert "draft not kept: failing" in texts
    patient.minutes(SLEEPS)
    assert play(patient, "left").text() == texts


def test_a_panel_that_nothing_burns_into_never_rests(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Panel, "sleep")
    patient.reboot()
    own = patient.pixels()
    patient.minutes(100)
    assert (seen(patient), patient.pixels()) == ("bright", own)
    assert {"brightness", "sound"} <= set(play(patient, SETTINGS).text())
    assert not {"dims after", "dark after"} & set(patient.text())


def test_never_is_never(patient: Patient) -> None:
    play(patient, SETTINGS + "down left down x2 right b b")
    own, moved = patient.pixels(), 0
    for _ in range(100):
        patient.wait(MINUTE)
        assert seen(patient) == "bright"
        moved += patient.pixels() != own
    assert moved >= 90  # a picture that stays burns in all the more


@pytest.mark.parametrize("pressed", [True, False], ids=["after a key", "since power on"])
@pytest.mark.parametrize("start", [0, 1, MINUTE // 2, 5 * MINUTE, PERIOD // 2 - 5000, PERIOD // 2, PERIOD - 5000])
def test_the_clock_can_start_anywhere_and_wrap(patient: Patient, start: int, pressed: bool) -> None:
    patient.rig.now = start // 8 * 8
    if pressed:
        patient.press("left", "b")
    early = MINUTE // 2 * (not pressed)  # nobody knows when the power came on
    patient.wait(DIMS * MINUTE - 1000 - early)
    assert seen(patient) == "bright"
    patient.wait(2000 if pressed else MINUTE)
    assert seen(patient) == "dim"
    patient.wait((SLEEPS - DIMS) * MINUTE)
    assert seen(patient) == "dark"


def test_after_days_in_the_dark_a_key_wakes_it(patient: Patient) -> None:
    patient.minutes(SLEEPS)
    for _ in range(20):
        patient.rig.now = (patient.rig.now + PERIOD // 2 - 7 * MINUTE) % PERIOD
        patient.rig.run(0, 40)
        assert seen(patient) == "dark"
    patient.press("left")
    assert seen(patient) == "bright"
    patient.wait(DIMS * MINUTE - 1000)
    assert seen(patient) == "bright"


def test_waking_makes_no_sound(patient: Patient) -> None:
    patient.minutes(SLEEPS)
    heard = tones(patient)
    patient.press("up")
    assert heard == []
    patient.press("up")
    assert heard


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
