"""Mingg, from the hand's text to its best card, count and arrangement: python score_mingg.py HANDS FIRMWARE."""

import sys

sys.path.insert(0, sys.argv[2])

from mingg.core.analysis import winning
from mingg.core.deal import Win
from mingg.core.hand import parse
from mingg.core.rules import load
from passes import run

RULES = load("babcock")


def read(hand):
    return hand["text"], Win(hand["by"], tile=hand["tile"])


def score(hand):
    text, win = hand
    return winning(parse(text), win, "S", "E", RULES)[1].score > 0


run(read, score)
