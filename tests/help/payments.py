"""A check of payments, for tests of several folders."""


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
