"""Asks the core for answers, in the words of the interchange format."""

from mingg.core.interchange.json_in import BadInput
from mingg_host.scoring.interchange.answers import answer_deal, read_standalone, write_answer


def ask(deal):
    """The answer to a deal, or {"error": {"at", "message"}}."""
    try:
        rules, round_wind, read = read_standalone(deal)
        return write_answer(answer_deal(read, rules, round_wind), read)
    except BadInput as error:
        return {"error": {"at": error.at, "message": error.message}}


def deal_of(card, rules="babcock", winner="N", by="discard", **more):
    """A deal in which `winner` won with `card`, the others holding nothing."""
    win = {"by": by}
    for key in ("from", "last", "hidden", "opening", "tile"):
        if key in more:
            win[key] = more.pop(key)
    deal = {"rules": rules, "winner": winner, "win": win, "hands": {winner: {"card": card}}}
    deal.update(more)
    return deal


def score_of(card, **how):
    """What the winner scores with `card`."""
    deal = deal_of(card, **how)
    found = ask(deal)
    assert "error" not in found, found
    return found["hands"][deal["winner"]]
