"""Measures one engine: reads a file of hands, warms up, scores each hand once and prints how many a second.

Each hand is scored once, because engines cache results. A slow engine stops early, as soon as its speed is clear.

This module imports nothing of Mingg: it runs under the Python that the engine needs.
"""

import gc
import json
import sys
import time

WARM_UP = 200
AT_ONCE = 20  # hands between two looks at the clock
ENOUGH = 1.0  # seconds of processor time, which other programs do not change


def run(read, score):
    """Measures an engine. read(hand): converts a hand before the time runs; score(it): returns True if it has won."""
    with open(sys.argv[1], encoding="utf-8") as lines:
        deals = [json.loads(line) for line in lines]
    hands = [read(hand) for hand in deals]
    for hand in hands[:WARM_UP]:
        score(hand)
    gc.collect()
    gc.freeze()  # the hands are no engine's garbage
    verdicts = []
    start = time.process_time()
    for hand in hands[WARM_UP:]:
        verdicts.append(score(hand))
        # Not after each hand: reading the clock would slow down the fastest engines.
        if len(verdicts) % AT_ONCE == 0 and time.process_time() - start > ENOUGH:
            break
    elapsed = time.process_time() - start
    scored = deals[WARM_UP : WARM_UP + len(verdicts)]
    wrong = sum(bool(won) != ("tile" in hand) for won, hand in zip(verdicts, scored, strict=True))
    print(json.dumps({"speed": int(len(verdicts) / elapsed), "wrong": wrong}))
