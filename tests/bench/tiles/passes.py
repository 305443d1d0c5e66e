"""One engine over a file of hands: reads them, warms up, scores each once, prints how many a second.

Each is scored once, for engines remember; a slow one is stopped when there is enough to tell its speed.

Runs under whatever Python the engine needs, so on its own.
"""

import json
import sys
import time

WARM_UP = 200
AT_ONCE = 20  # hands
ENOUGH = 1.0  # seconds, of the processor: others may be busy on it


def run(read, score):
    """Measures an engine. read(hand): converts a hand before the time runs; score(it): returns True if it has won."""
    with open(sys.argv[1], encoding="utf-8") as lines:
        deals = [json.loads(line) for line in lines]
    hands = [read(hand) for hand in deals]
    for hand in hands[:WARM_UP]:
        score(hand)
    said = []
    start = time.process_time()
    for hand in hands[WARM_UP:]:
        said.append(score(hand))
        # To read the clock takes a part of what the fastest engines take for a hand.
        if len(said) % AT_ONCE == 0 and time.process_time() - start > ENOUGH:
            break
    took = time.process_time() - start
    asked = deals[WARM_UP : WARM_UP + len(said)]
    wrong = sum(bool(won) != ("tile" in hand) for won, hand in zip(said, asked, strict=True))
    print(json.dumps({"speed": int(len(said) / took), "wrong": wrong}))
