"""Mingg's library, from a deal with the hand's text to its answer: python score_mingg.py HANDS RULES.

RULES: {"rules", "options"}, as JSON.
"""

import json
import sys

import mingg_scoring
from mingg_scoring import Deal, Hand, Options, Win
from passes import run

AGREED = json.loads(sys.argv[2])
OPTIONS = Options(**AGREED["options"])


def read(hand):
    win = Win(by=hand["by"], tile=hand["tile"]) if "tile" in hand else None
    return Deal(
        rules=AGREED["rules"], options=OPTIONS, winner="S" if win else None, win=win, hands={"S": Hand(hand["text"])}
    )


def score(deal):
    return mingg_scoring.score(deal).net["S"] > 0


run(read, score)
