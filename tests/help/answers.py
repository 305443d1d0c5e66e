"""Asks the core for answers with objects of the interchange format."""

from mingg.core.interchange import reader
from mingg.core.interchange.judge import judge
from mingg.core.interchange.keys import write_hand
from mingg.core.values import BadInput
from mingg_scoring.interchange.answers import play_standalone, write_answer


def read_deal(keys, rules, round_wind="E", more_keys=()):
    """A deal that is read and judged. Raises BadInput with the reasons of the core."""
    deal = reader.read_deal(keys, rules, round_wind, more_keys)
    judge(deal, rules, round_wind)
    return deal


def by_sets(hand):
    """The keys of a hand of tiles, written as the sets that they make."""
    hand.tiles = None
    return write_hand(hand)


def ask(deal):
    """The answer to a deal, or {"error": {"at", "message"}}."""
    try:
        _, read, answer = play_standalone(deal)
        return write_answer(answer, read)
    except BadInput as error:
        return {"error": {"at": error.pointer, "message": error.message}}


def deal_of(hand, rules="babcock", winner="N", by="discard", **keys):
    """A deal that `winner` won with a hand of sets; the other hands have nothing that counts."""
    win = {"by": by}
    for key in ("from", "last", "hidden", "opening", "tile"):
        if key in keys:
            win[key] = keys.pop(key)
    hand = hand if "score" in hand else dict({"sets": []}, **hand)
    deal = {"rules": rules, "winner": winner, "win": win, "hands": {winner: hand}}
    deal.update(keys)
    return deal


def ended(rules="chinese", options=None, **keys):
    """A deal that nobody won."""
    deal = {"rules": rules, "winner": None, "hands": {}, "options": options or {}}
    deal.update(keys)
    return deal


def error_at(deal):
    """Returns the place of the error that the deal has. Checks that the answer has an error with a message only."""
    answer = ask(deal)
    assert sorted(answer) == ["error"], answer
    assert sorted(answer["error"]) == ["at", "message"], answer
    assert answer["error"]["message"], answer
    assert isinstance(answer["error"]["message"], str), answer
    return answer["error"]["at"]
