"""Four-handed tile deals read, scored and settled on MicroPython: micropython deals_vm.py FIRMWARE DEALS.

DEALS: {"rules", "options", "deal"} a line. Prints, a line each, microseconds (the best of some) and bytes allocated.
"""

import gc
import json
import sys
import time

sys.path.insert(0, sys.argv[1])

from mingg.core.interchange.judge import judge
from mingg.core.interchange.reader import read_deal
from mingg.core.rules import load
from mingg.core.settle.settle import answer

TRIES = 5


def play(deal, rules):
    read = read_deal(deal, rules, "E")
    judge(read, rules, "E")
    answer(read, rules)


with open(sys.argv[2]) as lines:
    for line in lines:
        case = json.loads(line)
        rules = load(case["rules"], case["options"])
        deal = case["deal"]
        play(deal, rules)
        best = 1 << 29
        for _ in range(TRIES):
            gc.collect()
            start = time.ticks_us()
            play(deal, rules)
            best = min(best, time.ticks_diff(time.ticks_us(), start))
        gc.collect()
        gc.disable()
        before = gc.mem_alloc()
        play(deal, rules)
        allocated = gc.mem_alloc() - before
        gc.enable()
        print(best, allocated)
