"""Sound and light. Runs under pytest and, unchanged, on MicroPython."""

from mingg.hal.signals import CLICK, REFUSED, SAVED, Signals
from mingg.hal.ticks import ticks_add

STEP = 5


class Rig:
    """A buzzer and a light that log what they do, and when."""

    def __init__(self, now=1000, tone=True, light=True):
        self.now = now
        self.past = 0
        self.tones = []  # (ms, Hz)
        self.lights = []  # (ms, on)
        self.signals = Signals(self.tone if tone else None, self.light if light else None)

    def tone(self, hz):
        if not self.tones or self.tones[-1][1] != hz:
            self.tones.append((self.past, hz))

    def light(self, on):
        if not self.lights or self.lights[-1][1] != on:
            self.lights.append((self.past, on))

    def run(self, ms):
        for _ in range(0, ms, STEP):
            self.signals.step(self.now)
            self.now = ticks_add(self.now, STEP)
            self.past += STEP


def heard(signal):
    """The tones of a signal: (ms, Hz) of each change."""
    time_ms, changes = 0, []
    for hz, ms in signal:
        changes.append((time_ms, hz))
        time_ms += ms
    return changes + [(time_ms, 0)]


def test_each_signal_sounds_and_ends_by_itself():
    for name, signal in (("click", CLICK), ("saved", SAVED), ("refused", REFUSED)):
        rig = Rig()
        getattr(rig.signals, name)()
        rig.run(600)
        assert rig.tones == heard(signal), name
        assert rig.lights == [(time_ms, 1 if hz else 0) for time_ms, hz in heard(signal)], name


def test_saved_goes_up_and_an_error_is_low():
    tones = [hz for hz, _ in SAVED if hz]
    assert len(tones) == 2
    assert tones[0] < tones[1]
    assert max(hz for hz, _ in REFUSED) < min(tones) // 2


def test_starting_a_signal_does_not_wait():
    rig = Rig()
    rig.signals.saved()
    assert rig.tones == []  # the next step plays it


def test_the_next_signal_cuts_off_the_one_before():
    rig = Rig()
    rig.signals.refused()
    rig.run(50)
    rig.signals.click()
    rig.run(100)
    assert rig.tones == [(0, REFUSED[0][0]), (50, CLICK[0][0]), (60, 0)]


def test_of_signals_started_at_once_the_last_counts():
    rig = Rig()
    rig.signals.click()
    rig.signals.refused()
    rig.signals.saved()
    rig.run(600)
    assert rig.tones == heard(SAVED)


def test_a_step_that_comes_late_ends_a_tone_late_but_ends_it():
    rig = Rig()
    rig.signals.click()
    rig.run(STEP)
    rig.now = ticks_add(rig.now, 300)  # a pause while flash is erased
    rig.run(STEP)
    assert rig.tones[-1][1] == 0


def test_the_clock_may_wrap():
    rig = Rig(now=ticks_add(0, -60))
    rig.signals.saved()
    rig.run(600)
    assert rig.tones == heard(SAVED)


def test_without_sound_there_is_light_and_the_other_way_round():
    rig = Rig()
    rig.signals.sounds = False
    rig.signals.saved()
    rig.run(600)
    assert [hz for _, hz in rig.tones] == [0]
    assert len(rig.lights) == 4
    rig = Rig()
    rig.signals.shines = False
    rig.signals.saved()
    rig.run(600)
    assert [on for _, on in rig.lights] == [0]
    assert len(rig.tones) == 4


def test_sound_taken_away_in_the_middle_of_a_tone_is_silence():
    rig = Rig()
    rig.signals.refused()
    rig.run(50)
    rig.signals.sounds = False
    rig.run(300)
    assert rig.tones[-1][1] == 0


def test_a_board_may_have_one_of_them_alone():
    for tone, light in ((True, False), (False, True)):
        rig = Rig(tone=tone, light=light)
        rig.signals.click()
        rig.run(100)
        assert len(rig.tones) == (2 if tone else 0)
        assert len(rig.lights) == (2 if light else 0)
