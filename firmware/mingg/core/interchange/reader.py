"""Reads the JSON of one deal, by the table of its keys (keys.py).

read_deal() checks the form: each key and each word, and whether the rules in force know it. judge.py checks whether the
deal is possible; who trusts a text does without that.
"""

from typing import Any, Sequence

from mingg.core.deal.deal import ENDINGS, FALSE_WIN, SEATS, WAYS, Deal, Liable, Win
from mingg.core.deal.hand import (
    BOTH,
    CLAIMED,
    CLASSES,
    KONG,
    KONG_SHOWN,
    MAJOR,
    PAIR,
    PUNG,
    PUNG_SHOWN,
    ROUND,
    SEAT,
    SIMPLE,
    WIND,
    Hand,
)
from mingg.core.interchange import keys as table
from mingg.core.interchange.keys import COUNT, FLAG, FLOWERS, SCORE, TEXT, TILE, WORD, WORDS, write_set
from mingg.core.rules import Rules
from mingg.core.values import BadInput, Json, a_count, a_flag, a_list, a_word, an_object, is_count, there

DEAL_KEYS = tuple([row.key for row in table.DEAL])
_PLAIN = tuple([row for row in table.DEAL if row.kind in (COUNT, FLAG)])
_WIN_KEYS = tuple([row.key for row in table.WIN])
_HAND_KEYS = tuple([row.key for row in table.HAND])
_LIABLE_KEYS = tuple([row.key for row in table.LIABLE])
_KINDS = {"(pung": PUNG_SHOWN, "pung": PUNG, "(kong": KONG_SHOWN, "kong": KONG, "pair": PAIR}

MOST_PRICE = 9998  # points of a false win, as the device can ask for


# ---- sets ----


def read_set(value: object, pointer: str, seat: str, round_wind: str, rules: "Rules") -> int:
    """The number of a set, see hand.py."""
    words = str(value).rstrip(")").split(" ")
    way = CLAIMED if words[2:] else _KINDS.get(words[0], 0)
    of = 1 << CLASSES.index(words[1]) if words[1:] and words[1] in CLASSES else 0
    if not way or not of or write_set(of | way) != value:
        raise BadInput(
            pointer, "no such set. Write for example (pung simple), kong dragon, pair seat or (kong simple claimed)."
        )
    if way == CLAIMED and not rules.knows("three-concealed"):
        raise BadInput(pointer, "by these rules a claimed kong counts as any other. Leave claimed out.")
    own_round = seat == round_wind
    if of == WIND and not rules.table["winds"]:
        raise BadInput(pointer, "by these rules another wind counts as any 1 9 honour. Write major.")
    if of == BOTH and not own_round:
        raise BadInput(pointer, "the round wind is not the seat wind. Write seat or round.")
    if of == ROUND:
        if own_round:
            raise BadInput(pointer, "the round wind is the seat wind. Write both.")
        if not rules.counts_round:
            raise BadInput(pointer, "by these rules the round wind counts as any 1 9 honour. Write major.")
    if of == SEAT and own_round and (way == PAIR or len(rules.own_winds(seat)) == 1):
        of = BOTH
    if way == PAIR and of in (SIMPLE, MAJOR):
        raise BadInput(pointer, "this pair scores nothing. Leave it out.")
    return of | way


# ---- values ----


def _flowers(value: object, pointer: str) -> "list[int]":
    flowers = a_list(value, pointer)
    for i, flower in enumerate(flowers):
        if not is_count(flower) or not 1 <= flower <= 8 or flower in flowers[:i]:
            raise BadInput("%s/%d" % (pointer, i), "a flower must be a number from 1 to 8, and each only once")
    return list(flowers)


def _words(value: object, pointer: str, words: "Sequence[str]", noun: str) -> "list[str]":
    items = a_list(value, pointer)
    for i, item in enumerate(items):
        a_word(item, "%s/%d" % (pointer, i), tuple(words), noun)
        if item in items[:i]:
            raise BadInput("%s/%d" % (pointer, i), "this hand is named twice. Leave one out.")
    return list(items)


def _tile(value: object, pointer: str) -> str:
    from mingg.core.hand.hand import parse, tile_of

    try:
        text = value if isinstance(value, str) else ""
        if text[:1] >= "\U0001f000":
            text = parse(text).text()  # one tile as a character of Unicode
        tile_of(text)
    except ValueError:
        raise BadInput(pointer, "no such tile. Use 1m-9m, 1p-9p, 1s-9s or 1z-7z.")
    return text


def _dead(value: object, pointer: str, rules: "Rules") -> "str | None":
    kinds = rules.table["dead_hands"]
    if value is False:
        return None
    # "dead" is the word of this program for true.
    if value is True or (value != "dead" and value in kinds):
        return "dead" if value is True else str(value)
    raise BadInput(pointer, "this must be true" + (', "short" or "long"' if len(kinds) > 1 else ", or left out"))


_NOUNS = {"suit": "suit of a hand", "last_set": "last set", "by": "way to win", "opening": "opening hand"}
_NOUNS.update({"fishing": "special hand to wait for", "share": "share"})


def _value(row: "Any", value: object, pointer: str, rules: "Rules") -> "Any":
    """Checks the value of a key, except sets, and returns it as the core has it."""
    kind = row.kind
    if kind == TEXT:
        if not isinstance(value, str):
            raise BadInput(pointer, "this must be a string of tiles" if row.key == "tiles" else "this must be a word")
        return value
    if kind == WORD:
        words = table.words_of(row, rules)
        return a_word(value, pointer, words, _NOUNS[row.key]) if words else True  # _put() refuses it
    if kind == TILE:
        return _tile(value, pointer)
    if kind == FLAG:
        return a_flag(value, pointer)
    if kind in (COUNT, SCORE):
        return a_count(value, pointer)
    if kind == WORDS:
        return _words(value, pointer, table.words_of(row, rules), "special hand")
    if kind == FLOWERS:
        return _flowers(value, pointer)
    if kind == table.SEAT:
        return a_word(value, pointer, SEATS[rules.players], "seat")
    return _dead(value, pointer, rules)


# ---- parts ----


def _put(thing: "Any", row: "Any", value: object, pointer: str, rows: "Sequence[Any]", rules: "Rules") -> None:
    """Reads the value of a key into an object. Raises BadInput if it has no meaning by the rules in force. rows: of the
    object."""
    value = _value(row, value, pointer, rules)
    if value and (row.rows or not isinstance(row.words, tuple)) and not table.is_known(row, rules):
        instead = [other.key for other in rows if other.key == row.instead and table.is_known(other, rules)]
        raise BadInput(
            pointer,
            "by these rules %s counts for nothing. %s"
            % (row.key, "Write %s instead." % instead[0] if instead else "Leave it out."),
        )
    setattr(thing, row.name, value)


def _read_win(value: object, rules: "Rules") -> Win:
    win = Win("")
    keys = an_object(value, "/win", _WIN_KEYS)
    for row in table.WIN:
        item = keys.get(row.key)
        if item is not None:
            _put(win, row, item, "/win/" + row.key, table.WIN, rules)
    if not win.by:
        raise BadInput("/win/by", "how it was won is missing. Choose one of " + ", ".join(WAYS))
    if win.opening and not any(rules.knows(item) for item in table.OPENING_ROWS[win.opening]):
        raise BadInput("/win/opening", "by these rules this opening hand counts as any other. Leave it out.")
    return win


def _read_hand(value: object, place: str, seat: str, round_wind: str, winner: bool, rules: "Rules") -> Hand:
    keys = an_object(value, place, _HAND_KEYS)
    if ("tiles" in keys) + ("sets" in keys) + ("score" in keys) > 1:
        raise BadInput(place, "a hand has tiles, sets or a score. Leave the others out.")
    hand = Hand()
    for row in table.HAND:
        if row.key not in keys:
            continue
        item, pointer = keys[row.key], place + "/" + row.key
        if item is None and row.key in ("last_set", "fishing"):
            continue
        if row.kind == table.SETS:
            hand.sets = [
                read_set(each, "%s/%d" % (pointer, i), seat, round_wind, rules)
                for i, each in enumerate(a_list(item, pointer))
            ]
            continue
        if "sets" not in keys and row.key not in ("tiles", "score", "dead"):
            raise BadInput(
                pointer,
                "the tiles tell this. Leave it out."
                if "tiles" in keys
                else "a score is known without this. Leave it out."
                if "score" in keys
                else "the sets are missing: [] for a hand of chows. Add them.",
            )
        if row.of != table.ALL and (row.of == table.WINNER) != winner and _value(row, item, pointer, rules):
            raise BadInput(
                pointer,
                "only a winner's hand has this. Leave it out."
                if row.of == table.WINNER
                else "only a losing hand waits for a special hand. Leave this out.",
            )
        _put(hand, row, item, pointer, table.HAND, rules)
    if not keys or (hand.dead is None and "dead" in keys and len(keys) == 1):
        raise BadInput(place, "a hand is empty. Add its tiles, its sets or its score, or mark it as dead.")
    return hand


def _read_liable(value: object, place: str, rules: "Rules") -> Liable:
    keys = an_object(value, place, _LIABLE_KEYS)
    there(keys, "seat", place + "/seat", "who is liable is missing. Add a seat.")
    keys = dict({"share": "full"}, **keys)
    return Liable(
        *[
            None
            if row.key == "why" and keys.get("why") is None
            else _value(row, keys[row.key], place + "/" + row.key, rules)
            for row in table.LIABLE
        ]
    )


def _read_ending(keys: "Json", deal: Deal, rules: "Rules") -> None:
    for ending in ENDINGS:
        value = keys.get(ending)
        if value is None:
            continue
        if deal.ending is not None or deal.winner is not None:
            raise BadInput("/" + ending, "a deal ends in one way. Leave the winner or all endings but one out.")
        number, pointer = 0, "/" + ending
        if ending in table.SHOWN:
            details = an_object(value, pointer, ("seat", "majors"))
            value, number = [there(details, key, pointer + "/" + key) for key in ("seat", "majors")]
            if a_count(number, pointer + "/majors") not in rules.majors_shown():
                raise BadInput(
                    pointer + "/majors",
                    "this must be a number from 9 to %d: how many different 1 9 honours" % rules.majors_shown()[-1],
                )
            pointer += "/seat"
        deal.ending = (ending, a_word(value, pointer, SEATS[rules.players], "seat"), number)
    price = keys.get("price")
    if price is not None:
        ending, seat, _ = deal.ending or ("", "", 0)
        if ending != FALSE_WIN:
            raise BadInput("/price", "only a false win has a price. Leave this out, or add false_win.")
        if not price:
            raise BadInput("/price", "a false win costs something. Leave this out, or write points.")
        _check_price(price, rules)
        deal.ending = FALSE_WIN, seat, price
    word = keys.get("sitting_out")
    if word is not None:
        if rules.players != 5:
            raise BadInput("/sitting_out", "only with five players one sits out. Leave this out.")
        if not isinstance(word, str):
            raise BadInput("/sitting_out", "this must be a word")


def _check_price(price: "Any", rules: "Rules") -> None:
    """Checks what this false win costs, at a table that agreed no price."""
    from mingg.core.rules import agreed

    if rules.options.get(FALSE_WIN, rules.table[FALSE_WIN]):
        raise BadInput("/price", "the rules in force have a price. Leave this out.")
    if (
        isinstance(price, bool)
        or agreed.wrong(agreed.FALSE_WIN, price)
        or (price not in ("half", "limit") and price > MOST_PRICE)
    ):
        raise BadInput("/price", 'this must be an even number of points up to %d, "half" or "limit"' % MOST_PRICE)


def read_deal(value: object, rules: "Rules", round_wind: str = "E", more_keys: "tuple[str, ...]" = ()) -> Deal:
    """Reads a deal from its object. more_keys: keys that the caller reads. Raises BadInput."""
    return read_keys(an_object(value, "", DEAL_KEYS + tuple(more_keys)), rules, round_wind)


def read_keys(keys: "Json", rules: "Rules", round_wind: str) -> Deal:
    """Reads a deal from its keys, which are known. Raises BadInput."""
    seats = SEATS[rules.players]
    winner = there(keys, "winner", "/winner", "who won is missing. Add a seat, or null for a draw.")
    if winner is not None:
        a_word(winner, "/winner", seats, "seat")
    deal = Deal(winner)
    if keys.get("win") is not None:
        deal.win = _read_win(keys["win"], rules)
    if winner is not None and deal.win is None:
        raise BadInput("/win", "how it was won is missing. Add the win.")
    hands = there(keys, "hands", "/hands", "the hands are missing. Add an object with a hand for each seat.")
    for seat, hand in an_object(hands, "/hands", seats).items():
        deal.hands[seat] = _read_hand(hand, "/hands/" + seat, seat, round_wind, seat == winner, rules)
    if winner is not None and winner not in deal.hands:
        raise BadInput("/hands/" + winner, "the winner's hand is missing. Add its tiles or its sets.")
    for row in _PLAIN:
        if keys.get(row.key) is not None:
            _put(deal, row, keys[row.key], "/" + row.key, table.DEAL, rules)
    liable = keys.get("liable")
    for i, item in enumerate(a_list([] if liable is None else liable, "/liable")):
        payer = _read_liable(item, "/liable/%d" % i, rules)
        if payer.seat == winner or any(other.seat == payer.seat for other in deal.liable):
            raise BadInput("/liable/%d/seat" % i, "only a loser is liable, and only once. Name another seat.")
        deal.liable.append(payer)
    _read_ending(keys, deal, rules)
    return deal
