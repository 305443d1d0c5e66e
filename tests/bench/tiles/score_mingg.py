"""Mingg, from the hand's text to its best card, count and arrangement: python score_mingg.py HANDS FIRMWARE RULES.

RULES: {"rules", "options"}, as JSON.
"""

import json
import sys

sys.path.insert(0, sys.argv[2])

from mingg.core.deal.deal import Win
from mingg.core.hand.analysis import losing, winning
from mingg.core.hand.hand import parse
from mingg.core.rules import load
from mingg.core.score.score import count
from passes import run

TOLD = json.loads(sys.argv[3])
RULES = load(TOLD["rules"], TOLD["options"])


def read(hand):
    return hand["text"], Win(hand["by"], tile=hand["tile"]) if "tile" in hand else None


def score(hand):
    text, win = hand
    if win is None:
        card = losing(parse(text), "S", "E", RULES)
        return count(card, "S", None, RULES).score < 0
    return winning(parse(text), win, "S", "E", RULES)[1].score > 0


run(read, score)
