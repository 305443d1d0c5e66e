"""Deals as rows: rule sets | who won and how, and the table | the hand | what comes of it.

    N draw last       the winner, and how: drawn, the last tile; a claimed tile unless it is named
    S lost            the hand of a loser; the first of the other hands won, or one that has nothing
    tile=9s  from=S  opening=thirteen  round=N  players=3  streak=9       keys of the interchange format
    +limit=400  +seven_twins                                              options of the rules
    2 (pung simple), pair dragon, only_place, suit=half     a hand of sets; - has none
    (222p) 345m 678s 999s 55z               tiles
    ... ; S (777m) 1s 2s ...                another hand of the deal

What comes of it: all that counts besides mah-jong, each doubling with its factor, the score, ! at the limit, the
special hand; or the place of the error, and the reason of the core.
"""

from help.answers import ask
from help.checks import check_payments
from mingg.core.interchange import keys
from mingg_scoring.interchange.answers import REASONS

BOOKS = ("harr", "harr-limit", "babcock", "chinese")
WAYS = ("discard", "draw", "loose", "rob")
KINDS = ("pung", "kong", "pair ")
OPENINGS = ("original", "first-discard", "thirteen")
OF_WIN = tuple([row.key for row in keys.WIN])


def value(text):
    """An amount, a switch or a word."""
    return int(text) if text.lstrip("-").isdigit() else {"": True, "no": False, "none": None}.get(text, text)


def hand(text):
    """A hand in the interchange format."""
    if text[0] in "([123456789" and not any(kind in text for kind in KINDS):
        return {"tiles": text}
    sets = []
    held = {"sets": sets}
    for item in () if text == "-" else text.split(", "):
        key, _, of = item.partition("=")
        if any(kind in key for kind in KINDS):
            number = int(key[0]) if key[0].isdigit() else 1
            sets += [key.lstrip("23456789 ")] * number
        elif key == "flowers":
            held[key] = [int(digit) for digit in of]
        else:
            held[key] = of.split(",") if key == "special" else value(of)
    if not sets and "score" in held:
        del held["sets"]
    return held


def deal(rules, how, hands):
    """A deal in the interchange format, and the seat that its row is about."""
    seat, *words = how.split()
    own, *others = [part.strip() for part in hands.split(";")]
    winner = seat
    if "lost" in words:
        winner = others[0][0] if others else "NE"[seat == "N"]
    win = {"by": "discard"}
    result = {"rules": rules, "winner": winner, "win": win, "options": {}, "hands": {winner: {"sets": []}}}
    result["hands"][seat] = hand(own)
    for other in others:
        result["hands"][other[0]] = hand(other[2:])
    for word in words:
        key, _, text = word.partition("=")
        if word[0] == "+":
            result["options"][key[1:]] = value(text)
        elif word in WAYS:
            win["by"] = word
        elif word in OPENINGS:
            win["opening"] = word
        elif key in OF_WIN:
            win[key] = value(text)
        elif word != "lost":
            result[key] = value(text)
    return result, seat


def outcome(rules, how, hands):
    """What comes of a row by a rule set."""
    asked, seat = deal(rules, how, hands)
    answer = ask(asked)
    if "error" in answer:
        place, reason = answer["error"]["at"], answer["error"]["message"]
        assert reason
        return " ".join([place] + [key for key in REASONS if REASONS[key] == reason])
    check_payments(answer)
    counted = answer["hands"][seat]
    items = {}
    for item in counted["items"]:
        items[item["id"]] = items.get(item["id"], 0) + item["points"]
    parts = [str(items[key]) + " " + key for key in sorted(items) if key != "mahjong"]
    times = {}
    for doubling in counted["doubled"]:
        times[doubling["id"]] = times.get(doubling["id"], 0) + doubling["times"]
    parts += ["x" + str(1 << times[key]) + " " + key for key in sorted(times)]
    score = str(counted["score"]) + ("!" if counted["limit"] else "")
    return " ".join([", ".join(parts), "=", score, counted.get("special", "")]).strip()


def rows(name):
    """The rows of a file beside this folder, each with one rule set: rule set, how, hand, what comes of it."""
    with open(__file__.rpartition("help")[0] + name) as lines:
        for line in lines:
            if line[0] != "#":
                sets, how, hands, expected = [part.strip() for part in line.split("|")]
                for rules in of(sets):
                    yield rules, how, hands, expected


def of(sets):
    """The rule sets that a row names."""
    return sets.replace("ALL", "BOOKS bmja dmjl").replace("BOOKS", " ".join(BOOKS)).split()
