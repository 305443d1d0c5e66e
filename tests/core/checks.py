"""What tests of the core share: refusals, and the facts that the books state."""

import json

BOOKS = __file__.rpartition("core")[0] + "books/examples.jsonl"


def refuses(call, *arguments):
    """Whether a call raises a ValueError."""
    try:
        call(*arguments)
    except ValueError:
        return True
    return False


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
