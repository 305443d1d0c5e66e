"""All worked examples of the two books, as tiles and as sets, with the counts of the books."""

import json

from help.answers import ask
from help.checks import differences
from mingg.core.deal.deal import Deal, Win
from mingg.core.rules import load
from mingg.core.settle.settle import net, settle

BOOKS = __file__.rpartition("rules")[0] + "oracles/examples.jsonl"


def _examples():
    with open(BOOKS) as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def test_every_example_of_the_books_is_counted_as_the_books_count_it():
    examples = 0
    for example in _examples():
        if "deal" in example:
            examples += 1
            wrong = list(differences(example["expect"], ask(example["deal"])))
            assert not wrong, (example["id"], wrong)
    assert examples == 388, examples


def test_settlements_given_by_scores_alone():
    examples = 0
    for example in _examples():
        scores = example.get("settle")
        if scores:
            rules = load(scores["rules"], scores.get("options"))
            payments = settle(scores["scores"], Deal(scores["winner"], Win("draw")), rules, "ESWN")
            expect = {(p["from"], p["to"]): p["points"] for p in example["expect"]["payments"]}
            assert {(p.source, p.to): p.points for p in payments} == expect, example["id"]
            assert net(payments, tuple("ESWN")) == example["expect"]["net"], example["id"]
            examples += 1
    assert examples == 8, examples
