"""How many card deals the core scores and settles in a second: python core_speed.py FOLDERS DEALS, or micropython.

FOLDERS: where the packages are, separated by colons. DEALS: a file of deals in the interchange format, one a line.
Prints the number.
"""

import json
import sys

sys.path.extend(sys.argv[1].split(":"))

from mingg.core.settlement.settle import answer
from mingg.hal.ticks import ticks_diff, ticks_ms
from mingg_host.scoring.interchange.answers import read_standalone

WINDOWS = 8  # the best one counts: in the others the machine was busy with something else
WINDOW_MS = 250


def main(path):
    played = []
    with open(path) as lines:
        for line in lines:
            rules, round_wind, deal = read_standalone(json.loads(line))
            played.append((deal, rules, round_wind))
    best = 0
    for _ in range(WINDOWS):
        done = took = 0
        start = ticks_ms()
        while took < WINDOW_MS:
            for each in played:
                answer(*each)
            done += len(played)
            took = ticks_diff(ticks_ms(), start)
        best = max(best, done * 1000 // took)
    print(best)


main(sys.argv[2])
