"""One engine over a file of hands: reads them, warms up, scores each once, prints how many a second and how many won.

Runs under whatever Python the engine needs, so on its own.
"""

import json
import sys
import time

WARM_UP = 200


def run(read, score):
    """read(hand) makes what the engine takes of a hand, before the time runs; score(it) tells whether it has won."""
    with open(sys.argv[1], encoding="utf-8") as lines:
        hands = [read(json.loads(line)) for line in lines]
    for hand in hands[:WARM_UP]:
        score(hand)
    hands = hands[WARM_UP:]
    won = 0
    start = time.perf_counter()
    for hand in hands:
        if score(hand):
            won += 1
    took = time.perf_counter() - start
    print(json.dumps({"speed": int(len(hands) / took), "hands": len(hands), "won": won}))
