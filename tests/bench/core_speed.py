"""How many card deals the core scores and settles in a second: python core_speed.py FIRMWARE DEALS, or micropython.

DEALS holds deals in the interchange format, one a line. Prints deals done and milliseconds taken.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])

from mingg.core.answer import answer
from mingg.core.interchange import read_standalone
from mingg.hal.ticks import ticks_diff, ticks_ms

LONG_ENOUGH_MS = 2000


def main(path):
    played = []
    with open(path) as lines:
        for line in lines:
            rules, round_wind, players, deal = read_standalone(json.loads(line))
            played.append((deal, rules, round_wind, players))
    done = 0
    start = ticks_ms()
    while ticks_diff(ticks_ms(), start) < LONG_ENOUGH_MS:
        for each in played:
            answer(*each)
        done += len(played)
    print(done, ticks_diff(ticks_ms(), start))


main(sys.argv[2])
