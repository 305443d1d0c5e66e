"""Asks the core for answers with objects of the interchange format."""

from mingg.core.interchange.json_in import BadInput
from mingg_host.scoring.interchange.answers import answer_deal, read_standalone, write_answer


def ask(deal):
    """The answer to a deal, or {"error": {"at", "message"}}."""
    try:
        rules, round_wind, read = read_standalone(deal)
        return write_answer(answer_deal(read, rules, round_wind), read)
    except BadInput as error:
        return {"error": {"at": error.pointer, "message": error.message}}


def deal_of(card, rules="babcock", winner="N", by="discard", **more):
    """A deal that `winner` won with `card`; the other hands have nothing that counts."""
    win = {"by": by}
    for key in ("from", "last", "hidden", "opening", "tile"):
        if key in more:
            win[key] = more.pop(key)
    deal = {"rules": rules, "winner": winner, "win": win, "hands": {winner: {"card": card}}}
    deal.update(more)
    return deal


def ended(rules="chinese", options=None, **more):
    """A deal that nobody won."""
    deal = {"rules": rules, "winner": None, "hands": {}, "options": options or {}}
    deal.update(more)
    return deal


def score_of(card, **how):
    """The winner's score with `card`."""
    deal = deal_of(card, **how)
    answer = ask(deal)
    assert "error" not in answer, answer
    return answer["hands"][deal["winner"]]
