"""The firmware gets every tapped key, however unevenly a busy browser runs the page's main loop."""

from __future__ import annotations

import random

from help.page_node import ask
from help.seeds import SEED
from mingg.hal.keys import PRESS, TAP, Keys

Run = list[tuple[float, int | None]]

# ms between two turns. A turn that comes late is followed by one that comes at its time: right after it.
GAPS = [0.2, 1, 2, 3, 3.5, 4, 5, 10, 10, 10, 15, 19, 20, 30, 80, 400]
ENOUGH = 40  # turns to be through with a tap


def heard(runs: list[Run]) -> list[list[int]]:
    """Returns the key events of the firmware in each run."""
    results = []
    for run in ask("page_keys.mjs", runs):
        keys = Keys()
        events = []
        for now, mask in run:
            keys.sample(mask, int(now))
            while (event := keys.get()) >= 0:
                events.append(event)
        results.append(events)
    return results


def taps(run: Run) -> list[int]:
    """Returns the expected events."""
    return [key | kind << 3 for _, key in run if key is not None for kind in (PRESS, TAP)]


def test_a_tap_is_heard_where_every_other_turn_comes_late() -> None:
    run: Run = [(1.0, None), (20.0, 4)]
    for turn in range(2, 12):
        run += [(20.0 * turn - 1, None), (20.0 * turn, None)]
    assert heard([run]) == [taps(run)]


def test_every_tap_is_heard_however_unevenly_the_turns_come() -> None:
    chance = random.Random(SEED)
    runs: list[Run] = []
    for _ in range(500):
        gaps = chance.choices(GAPS, k=chance.choice([1, 2, 3, 5, 8]))  # over and over: a busy browser has a rhythm
        now, run = 1000.0, []
        for turn in range(6 * ENOUGH + 60):
            now += chance.choice(gaps)
            run.append((now, chance.randrange(6) if turn % ENOUGH == 7 and turn < 5 * ENOUGH else None))
        if sum(gaps) / len(gaps) >= 2:  # else all of it is over before a finger moves
            runs.append(run)
    assert len(runs) > 300
    for run, events in zip(runs, heard(runs), strict=True):
        assert events == taps(run), [now for now, _ in run[:30]]
