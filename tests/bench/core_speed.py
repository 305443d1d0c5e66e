"""How many card deals the core scores and settles in a second: python core_speed.py FOLDERS DEALS, or micropython.

FOLDERS: where the packages are, separated by colons. DEALS: a file of deals in the interchange format, one a line.
Prints the number.
"""

import json
import sys

sys.path.extend(sys.argv[1].split(":"))

from mingg.core.settle.settle import answer
from mingg.hal.ticks import ticks_diff, ticks_ms
from mingg_scoring.interchange.answers import read_standalone

WINDOWS = 8  # the fastest counts: other programs slow some of them down
WINDOW_MS = 250


def main(path):
    deals = []
    with open(path) as lines:
        for line in lines:
            rules, _, deal = read_standalone(json.loads(line))
            deals.append((deal, rules))
    best = 0
    for _ in range(WINDOWS):
        count = elapsed_ms = 0
        start = ticks_ms()
        while elapsed_ms < WINDOW_MS:
            for deal_and_rules in deals:
                answer(*deal_and_rules)
            count += len(deals)
            elapsed_ms = ticks_diff(ticks_ms(), start)
        best = max(best, count * 1000 // elapsed_ms)
    print(best)


main(sys.argv[2])
