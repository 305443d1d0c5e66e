"""What tests of the core share: refusals, and the facts that the books state."""

import json

BOOKS = __file__.rpartition("help")[0] + "oracles/examples.jsonl"


def refused(call, *arguments, error=ValueError):
    """The error with which a call refuses its arguments."""
    try:
        call(*arguments)
    except error as refusal:
        return refusal
    raise AssertionError(arguments)


def facts():
    """The facts of the books' examples, by id."""
    results = {}
    with open(BOOKS) as lines:
        for line in lines:
            if line.strip():
                example = json.loads(line)
                if "fact" in example:
                    results[example["id"]] = example["fact"]
    return results


def differences(expect, found):
    """Yields where an answer differs from what an example expects: key, expected, found."""
    hand = found.get("hands", {}).get(expect.get("seat"), {})
    payments = {(p["from"], p["to"]): p["points"] for p in found.get("payments", [])}
    for key, value in expect.items():
        if key in ("score", "points", "doublings", "limit", "special"):
            if hand.get(key) != value:
                yield key, value, hand.get(key)
        elif key == "error":
            place = found.get("error", {}).get("at")
            if place is None or (value is not True and value["at"] != place):
                yield key, value, found
        elif key == "scores":
            for seat, score in value.items():
                if found["hands"][seat]["score"] != score:
                    yield seat, score, found["hands"][seat]["score"]
        elif key == "payments":
            if payments != {(p["from"], p["to"]): p["points"] for p in value}:
                yield key, value, found["payments"]
        elif key == "net":
            if found["net"] != value:
                yield key, value, found["net"]
        elif key == "next":
            if found["next"] != (value if isinstance(value, dict) else {"deal": value}):
                yield key, value, found["next"]
        else:
            assert key == "seat", key


def check_payments(answer):
    """Checks the payments of an answer: they are positive and even, name each pair once, and add up to `net`."""
    gains = dict.fromkeys(answer["net"], 0)
    pairs = []
    for payment in answer["payments"]:
        assert payment["points"] > 0, payment
        assert payment["points"] % 2 == 0, payment
        pair = {payment["from"], payment["to"]}
        assert pair not in pairs, answer["payments"]
        pairs.append(pair)
        gains[payment["from"]] -= payment["points"]
        gains[payment["to"]] += payment["points"]
    assert gains == answer["net"], answer
    assert sum(gains.values()) == 0
