"""main.py of a board that scores and settles the deals in deals.jsonl, {"rules", "options", "deal"} a line, and prints
for each how many microseconds the slowest of some tries took, what it needs being loaded."""

import gc
import json
import time

from mingg.core.interchange.deals import read_deal
from mingg.core.rules import load
from mingg.core.settlement.settle import answer
from mingg.hal import clock

import board

clock.start(*board.CLOCK)

TRIES = 3

with open("/deals.jsonl") as lines:
    for line in lines:
        told = json.loads(line)
        rules = load(told["rules"], told["options"])
        most = 0
        for again in range(TRIES + 1):
            deal = read_deal(told["deal"], rules, "E")
            gc.collect()
            start = time.ticks_us()
            answer(deal, rules, "E")
            took = time.ticks_diff(time.ticks_us(), start)
            if again:
                most = max(most, took)
        print("settled", most)
print("done")
