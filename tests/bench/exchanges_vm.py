"""How long exchanges take: python exchanges_vm.py FIRMWARE CASES, or micropython.

CASES holds [values, trays, net, box], one a line. Prints microseconds, and on MicroPython the bytes allocated.
"""

import gc
import json
import sys

sys.path.insert(0, sys.argv[1])

from mingg.core.counters.exchange import exchange

if sys.implementation.name == "micropython":
    from time import ticks_diff, ticks_us
else:
    from time import perf_counter_ns

    def ticks_us():
        return perf_counter_ns() // 1000

    def ticks_diff(end, start):
        return end - start


RUNS = 9  # the fastest counts: other programs slow some of them down


def main(path):
    with open(path) as lines:
        cases = [json.loads(line) for line in lines]
    for case in cases:
        best = None
        for _ in range(RUNS):
            gc.collect()
            start = ticks_us()
            exchange(*case)
            elapsed_us = ticks_diff(ticks_us(), start)
            best = elapsed_us if best is None or elapsed_us < best else best
        allocated = 0
        if hasattr(gc, "mem_alloc"):
            gc.collect()
            gc.disable()
            before = gc.mem_alloc()
            exchange(*case)
            allocated = gc.mem_alloc() - before
            gc.enable()
        print(best, allocated)


main(sys.argv[2])
