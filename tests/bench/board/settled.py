"""main.py of a board that scores and settles the deal in deal.json, {"rules", "options", "deal"}, and prints how many
microseconds the slowest of some tries took, with all modules loaded."""

import gc
import json
import time

from mingg.core.hand.complete import complete
from mingg.core.interchange.reader import read_deal
from mingg.core.rules import load
from mingg.core.settle.settle import answer
from mingg.hal import clock

import board

clock.start(*board.CLOCK)

TRIES = 3

with open("/deal.json") as file:
    case = json.load(file)
rules = load(case["rules"], case["options"])
slowest_us = 0
for attempt in range(TRIES + 1):
    deal = read_deal(case["deal"], rules, "E")
    complete(deal, rules, "E")
    gc.collect()
    start = time.ticks_us()
    answer(deal, rules)
    elapsed_us = time.ticks_diff(time.ticks_us(), start)
    if attempt:
        slowest_us = max(slowest_us, elapsed_us)
print("settled", slowest_us)
