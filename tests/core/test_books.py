"""Every worked example of the two books that is entered by card, as the books count it."""

import json

from answers import ask
from mingg.core.rules import RULE_SETS, options_of
from mingg.core.settle import net, settle

BOOKS = __file__[: -len("core/test_books.py")] + "books/examples.jsonl"
DEAL_KEYS = ("rules", "options", "players", "round", "winner", "win", "hands", "kongs", "streak")


def _examples():
    with open(BOOKS) as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _is_ours(deal):
    """What this version scores: cards, four players, the two rule sets with their options."""
    return (
        deal["rules"] in RULE_SETS
        and deal.get("players", 4) == 4
        and all(option in options_of(deal["rules"]) for option in deal.get("options", {}))
        and all(key in DEAL_KEYS for key in deal)
        and not any("tiles" in hand for hand in deal["hands"].values())
    )


def _differences(expect, found):
    hand = found.get("hands", {}).get(expect.get("seat"), {})
    payments = {(p["from"], p["to"]): p["points"] for p in found.get("payments", [])}
    for key, value in expect.items():
        if key in ("score", "points", "doublings", "limit", "special"):
            if hand.get(key) != value:
                yield key, value, hand.get(key)
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
            if found["next"] != value:
                yield key, value, found["next"]
        else:
            assert key == "seat", key


def test_every_card_of_the_books_is_counted_as_the_books_count_it():
    asked = 0
    for example in _examples():
        deal = example.get("deal")
        if deal is not None and _is_ours(deal):
            asked += 1
            wrong = list(_differences(example["expect"], ask(deal)))
            assert not wrong, (example["id"], wrong)
    assert asked == 99, asked


def test_what_this_version_does_not_score_it_refuses_by_name():
    refused = 0
    for example in _examples():
        deal = example.get("deal")
        if deal is not None and not _is_ours(deal):
            found = ask(deal)
            assert found.get("error", {}).get("at"), example["id"]
            refused += 1
    assert refused > 0


def test_settlements_given_by_scores_alone():
    asked = 0
    for example in _examples():
        given = example.get("settle")
        if given and given["rules"] in RULE_SETS and not given.get("options"):
            payments = settle(given["scores"], "ESWN", given["winner"])
            expect = {(p["from"], p["to"]): p["points"] for p in example["expect"]["payments"]}
            assert {(p.source, p.to): p.points for p in payments} == expect, example["id"]
            assert net(payments, "ESWN") == example["expect"]["net"], example["id"]
            asked += 1
    assert asked == 6, asked
