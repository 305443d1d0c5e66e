"""Deals as the interchange format has them: read with every mistake named by its place, and written.

A place is a JSON Pointer (RFC 6901) into what was read.
"""

from mingg.core import legality
from mingg.core.card import LAST_SETS, PAIRS, SPECIAL_HANDS, SUITS, Card
from mingg.core.deal import OPENINGS, WAYS, Deal, Win
from mingg.core.rules import RULE_SETS, load, options_of
from mingg.core.rules.options import is_count
from mingg.core.session import Session
from mingg.core.winds import SEATS, WINDS

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.answer import Answer
    from mingg.core.rules import Rules
    from mingg.core.score import Count, Item

    Json = dict[str, Any]  # an object, as the json module has it

FORMAT = 1
BEFORE = "before"  # in a ledger's record of a deal, beside the deal
SESSION_KEYS = ("mingg", "rules", "options", "names", "counters")
TABLE_KEYS = ("rules", "options", "players", "round")
DEAL_KEYS = ("winner", "win", "hands", "kongs", "streak")
WIN_KEYS = ("tile", "by", "from", "last", "hidden", "opening")
HAND_KEYS = ("card", "dead")
COUNTS = ("dragons", "seat_wind", "round_wind", "claimed")
FLAGS = ("only_place", "fourth")


class BadInput(ValueError):
    """at: a JSON Pointer to what is wrong; message: what is wrong with it."""

    def __init__(self, at: str, message: str) -> None:
        super().__init__(message)
        self.at = at
        self.message = message


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _object(value: object, at: str, keys: "str | tuple[str, ...]") -> "Json":
    if not isinstance(value, dict):
        raise BadInput(at, "an object is wanted here")
    for key in value:
        if key not in tuple(keys):
            raise BadInput(at + "/" + _escape(key), "unknown key")
    return value


def _word(value: object, at: str, words: "str | tuple[str, ...]", what: str) -> str:
    if not isinstance(value, str) or value not in tuple(words):
        raise BadInput(at, "no %s: %s are" % (what, ", ".join(words)))
    return value


def _flag(value: object, at: str) -> bool:
    if not isinstance(value, bool):
        raise BadInput(at, "true or false is wanted here")
    return value


def _count(value: object, at: str) -> int:
    if not is_count(value):
        raise BadInput(at, "a whole number is wanted here, 0 or more")
    return value


def _list(value: object, at: str) -> "list[Any]":
    if not isinstance(value, list):
        raise BadInput(at, "a list is wanted here")
    return value


def _words(value: object, at: str, words: "str | tuple[str, ...]", what: str) -> "list[str]":
    items = _list(value, at)
    for i, item in enumerate(items):
        _word(item, "%s/%d" % (at, i), words, what)
    return list(items)


def _four_counts(value: object, at: str) -> "list[int]":
    items = _list(value, at)
    if len(items) != 4:
        raise BadInput(at, "four counts: simple exposed, simple concealed, major exposed, major concealed")
    return [_count(item, "%s/%d" % (at, i)) for i, item in enumerate(items)]


def read_card(value: object, at: str = "") -> Card:
    """A card from its object; whether it can be is not asked here."""
    card = Card()
    keys = ("pungs", "kongs", "pairs", "suit", "flowers", "no_chows", "last_set", "special") + COUNTS + FLAGS
    for key, item in _object(value, at, keys).items():
        place = at + "/" + key
        if key in ("pungs", "kongs"):
            item = _four_counts(item, place)
        elif key in COUNTS:
            item = _count(item, place)
        elif key in FLAGS or key == "no_chows":
            item = _flag(item, place)
        elif key == "pairs":
            item = _words(item, place, PAIRS, "scoring pair")
        elif key == "suit":
            _word(item, place, SUITS, "suit of a hand")
        elif key == "special":
            item = _words(item, place, SPECIAL_HANDS, "special hand")
        elif key == "last_set":
            item = None if item is None else _word(item, place, LAST_SETS, "last set")
        else:
            for i, flower in enumerate(_list(item, place)):
                if not is_count(flower) or not 1 <= flower <= 8 or flower in item[:i]:
                    raise BadInput("%s/%d" % (place, i), "flowers are numbered 1 to 8, one of each")
        setattr(card, key, item)
    return card


def _is_tile(tile: object) -> bool:
    return (
        isinstance(tile, str)
        and len(tile) == 2
        and tile[1] in "mpsz"
        and tile[0] in ("1234567" if tile[1] == "z" else "123456789")
    )


def _read_source(value: object, at: str, win: Win, winner: str, seats: str) -> str:
    if win.drawn():
        raise BadInput(at, "a drawn tile comes from nobody")
    source = _word(value, at, seats, "seat")
    if source == winner:
        raise BadInput(at, "nobody wins from himself")
    return source


def _check_opening(win: Win, winner: str, at: str) -> None:
    if win.opening == "original":
        if winner != "E":
            raise BadInput(at, "only East can win on the original hand")
        if win.by != "draw":
            raise BadInput(at, "an original hand is drawn from the wall")
        if win.last or win.hidden:
            raise BadInput(at, "an original hand has no last tile and nothing to mix in")
    elif win.opening == "first-discard":
        if winner == "E":
            raise BadInput(at, "East cannot win on East's first discard")
        if win.by != "discard" or win.source not in (None, "E"):
            raise BadInput(at, "the first discard is claimed from East")


def _read_win(value: object, at: str, winner: str, seats: str) -> Win:
    keys = _object(value, at, WIN_KEYS)
    if "by" not in keys:
        raise BadInput(at + "/by", "how it was won is missing")
    win = Win(_word(keys["by"], at + "/by", WAYS, "way to win"))
    if keys.get("from") is not None:
        win.source = _read_source(keys["from"], at + "/from", win, winner, seats)
    elif win.by == "rob":
        raise BadInput(at + "/from", "whose kong was robbed is missing")
    for key in ("last", "hidden"):
        if _flag(keys.get(key, False), at + "/" + key):
            if not win.drawn():
                raise BadInput(at + "/" + key, "a tile that was not drawn")
            setattr(win, key, True)
    if keys.get("tile") is not None:
        if not _is_tile(keys["tile"]):
            raise BadInput(at + "/tile", "no tile: 1m-9m, 1p-9p, 1s-9s, 1z-7z are")
        win.tile = keys["tile"]
    if keys.get("opening") is not None:
        win.opening = _word(keys["opening"], at + "/opening", OPENINGS, "opening hand")
        _check_opening(win, winner, at + "/opening")
    return win


def _read_hand(value: object, at: str) -> "tuple[Card | None, bool]":
    """(card or None, dead)."""
    hand = _object(value, at, HAND_KEYS + ("tiles",))
    if "tiles" in hand:
        raise BadInput(at + "/tiles", "this version reads cards, not tiles")
    dead = hand.get("dead", False)
    if not isinstance(dead, bool):
        raise BadInput(at + "/dead", "true is wanted here")
    if "card" not in hand and not dead:
        raise BadInput(at, "a hand is a card, or dead")
    return (read_card(hand["card"], at + "/card") if "card" in hand else None), dead


def _read_hands(value: object, at: str, deal: Deal, seats: str) -> None:
    for seat, hand in _object(value, at, seats).items():
        place = at + "/" + seat
        card, dead = _read_hand(hand, place)
        if dead:
            if seat == deal.winner:
                raise BadInput(place + "/dead", "a dead hand cannot win")
            deal.dead += (seat,)
        if card is not None:
            deal.cards[seat] = card
    if deal.winner is not None and deal.winner not in deal.cards:
        raise BadInput(at + "/" + deal.winner, "the winner's hand is missing")


def _check_cards(deal: Deal, rules: "Rules", round_wind: str) -> None:
    for seat in deal.cards:
        wrong: "tuple[str, ...] | None" = legality.check_card(
            deal.cards[seat], seat, round_wind, seat == deal.winner, rules
        )
        if wrong and seat not in deal.dead:
            _refuse("/hands/%s/card" % seat, wrong[1], wrong[0])
    alive = {seat: card for seat, card in deal.cards.items() if seat not in deal.dead}
    wrong = legality.check_together(alive, round_wind)
    if wrong:
        _refuse("/hands/%s/card" % wrong[1], wrong[2], wrong[0])
    if deal.winner is not None:
        wrong = legality.check_win(deal.win, deal.cards[deal.winner])
        if wrong:
            _refuse("/win", wrong[1], wrong[0])


def _refuse(at: str, key: str, reason: str) -> None:
    raise BadInput(at + "/" + key if key else at, legality.REASONS[reason])


def _read_seat(value: object, at: str, seats: str) -> "str | None":
    return None if value is None else _word(value, at, seats, "seat")


def read_deal(
    value: object, rules: "Rules", round_wind: str = "E", players: int = 4, more_keys: "tuple[str, ...]" = ()
) -> Deal:
    """A deal from its object, legal by `rules`; BadInput says where it is not. `more_keys` are read by the caller."""
    keys = _object(value, "", DEAL_KEYS + tuple(more_keys))
    seats = SEATS[players]
    if "winner" not in keys:
        raise BadInput("/winner", "who won is missing; null is a draw")
    deal = Deal(_read_seat(keys["winner"], "/winner", seats))
    if deal.winner is None:
        if keys.get("win") is not None:
            raise BadInput("/win", "a draw is not won")
    elif keys.get("win") is None:
        raise BadInput("/win", "how it was won is missing")
    else:
        deal.win = _read_win(keys["win"], "/win", deal.winner, seats)
    if "hands" not in keys:
        raise BadInput("/hands", "the hands are missing")
    _read_hands(keys["hands"], "/hands", deal, seats)
    deal.kongs = _count(keys.get("kongs", 0), "/kongs")
    if deal.kongs and deal.winner is not None:
        raise BadInput("/kongs", "kongs are counted for a draw")
    deal.streak = _count(keys.get("streak", 0), "/streak")
    _check_cards(deal, rules, round_wind)
    return deal


def read_rules(keys: "Json") -> "Rules":
    """The rule set in force that an object's `rules` and `options` name."""
    if "rules" not in keys:
        raise BadInput("/rules", "the rule set is missing")
    name = _word(keys["rules"], "/rules", RULE_SETS, "rule set of this version")
    options = keys.get("options", {})
    known = options_of(name)
    if not isinstance(options, dict):
        raise BadInput("/options", "an object is wanted here")
    for option, setting in options.items():
        at = "/options/" + _escape(option)
        if option not in known:
            raise BadInput(at, "%s has no such option in this version" % name)
        wrong = known[option][0](setting)
        if wrong:
            raise BadInput(at, wrong)
    return load(name, options)


def read_standalone(value: object) -> "tuple[Rules, str, int, Deal]":
    """A deal that names its own table: (rules, round wind, players, deal)."""
    if not isinstance(value, dict):
        raise BadInput("", "a deal is an object")
    for key in value:
        if key not in TABLE_KEYS + DEAL_KEYS:
            raise BadInput("/" + _escape(key), "unknown key")
    rules = read_rules(value)
    players = value.get("players", 4)
    if not is_count(players) or players not in SEATS:
        raise BadInput("/players", "this version plays four")
    round_wind = _word(value.get("round", "E"), "/round", WINDS, "wind")
    return rules, round_wind, players, read_deal(value, rules, round_wind, players, TABLE_KEYS)


def read_session(value: object) -> Session:
    """A session from the first line of its file."""
    keys = _object(value, "", SESSION_KEYS)
    if keys.get("mingg") != FORMAT:
        raise BadInput("/mingg", "this version reads format %d" % FORMAT)
    rules = read_rules(keys)
    names = _list(keys.get("names"), "/names")
    if len(names) not in SEATS:
        raise BadInput("/names", "this version plays four")
    for i, name in enumerate(names):
        if not isinstance(name, str) or not name or name in names[:i]:
            raise BadInput("/names/%d" % i, "a name of his own for every player")
    _word(keys.get("counters", "none"), "/counters", ("none",), "set of counters of this version")
    return Session(names, rules)


def write_session(session: Session) -> "Json":
    """The first line of a session's file."""
    keys: "Json" = {"mingg": FORMAT, "rules": session.rules.id, "names": session.names, "counters": "none"}
    if session.rules.options:
        keys["options"] = session.rules.options
    return keys


def read_before(record: object, session: Session) -> "tuple[int, int, list[int]]":
    """What stood before a deal, from its record: East (a player's number), the round, the balances."""
    told = record.get(BEFORE) if isinstance(record, dict) else None
    keys = _object(told, "/" + BEFORE, ("east", "round", "balances"))
    at = "/%s/" % BEFORE
    east = _word(keys.get("east"), at + "east", tuple(session.names), "player")
    round_wind = _word(keys.get("round"), at + "round", WINDS, "wind")
    balances = _list(keys.get("balances"), at + "balances")
    if len(balances) != len(session.names) or not all(isinstance(balance, int) for balance in balances):
        raise BadInput(at + "balances", "a balance for every player")
    if sum(balances) != sum(session.balances):
        raise BadInput(at + "balances", "balances add up to what was dealt out")
    return session.names.index(east), WINDS.index(round_wind), balances


def write_before(session: Session) -> "Json":
    """What stands before a deal."""
    table = session.table
    return {"east": session.names[table.east], "round": table.round_wind(), "balances": session.balances}


def write_card(card: Card) -> "Json":
    """What a card says, its defaults left out."""
    plain = Card()
    keys: "Json" = {}
    for key in ("pungs", "kongs", "pairs", "suit", "flowers", "no_chows", "last_set", "special") + COUNTS + FLAGS:
        if getattr(card, key) != getattr(plain, key):
            keys[key] = getattr(card, key)
    return keys


def _write_win(win: Win) -> "Json":
    keys: "Json" = {"by": win.by}
    if win.source is not None:
        keys["from"] = win.source
    for key in ("last", "hidden"):
        if getattr(win, key):
            keys[key] = True
    for key in ("opening", "tile"):
        if getattr(win, key) is not None:
            keys[key] = getattr(win, key)
    return keys


def write_deal(deal: Deal) -> "Json":
    """A deal as an object that `read_deal` reads."""
    hands: "Json" = {}
    for seat in deal.cards:
        hands[seat] = {"card": write_card(deal.cards[seat])}
    for seat in deal.dead:
        hands.setdefault(seat, {})["dead"] = True
    keys: "Json" = {"winner": deal.winner, "hands": hands}
    if deal.win is not None:
        keys["win"] = _write_win(deal.win)
    if deal.kongs:
        keys["kongs"] = deal.kongs
    if deal.streak:
        keys["streak"] = deal.streak
    return keys


def _write_item(item: "Item") -> "Json":
    keys: "Json" = {"id": item.id, "points": item.points}
    if item.slot >= 0:
        keys["major"] = item.slot >= 2
        keys["exposed"] = item.slot % 2 == 0
    elif item.face is not None:
        keys["of"] = item.face
    return keys


def _write_count(count: "Count") -> "Json":
    keys: "Json" = {
        "score": count.score,
        "points": count.points,
        "doublings": count.doublings,
        "limit": count.limit,
        "items": [_write_item(item) for item in count.items],
        "doubled": [{"id": doubling.id, "times": doubling.times} for doubling in count.doubled],
    }
    if count.special is not None:
        keys["special"] = count.special
    return keys


def write_answer(answer: "Answer") -> "Json":
    """An answer as the object that the interchange format describes."""
    return {
        "hands": {seat: _write_count(count) for seat, count in answer.counts.items()},
        "payments": [{"from": p.source, "to": p.to, "points": p.points} for p in answer.payments],
        "net": answer.net,
        "next": {"deal": "stays" if answer.stays else "passes"},
    }
