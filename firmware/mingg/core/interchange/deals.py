"""Reads and writes one deal."""

from mingg.core.deal.deal import ENDINGS, FALSE_WIN, MUMMIES, OPENINGS, WASHING, WAYS, Deal, Win
from mingg.core.deal.winds import SEATS
from mingg.core.interchange.cards import read_card, write_card
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_word, an_object
from mingg.core.scoring import legality

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules

# Keys of rare deals, which endings.py reads.
SELDOM_KEYS = ("liable", "sitting_out", "goulash", "price") + ENDINGS
DEAL_KEYS = ("winner", "win", "hands", "kongs", "streak") + SELDOM_KEYS


# ---- the win ----


def _read_tile(value: object, pointer: str) -> str:
    if isinstance(value, str) and value[:1] >= "\U0001f000":
        from mingg.core.tiles.hand import parse

        # One tile as a character of Unicode.
        try:
            hand = parse(value)
            value = hand.text() if sum(hand.counts) == 1 and not hand.flowers else None
        except ValueError:
            value = None
    if (
        isinstance(value, str)
        and len(value) == 2
        and value[1] in "mpsz"
        and value[0] in ("1234567" if value[1] == "z" else "123456789")
    ):
        return value
    raise BadInput(pointer, "no such tile. Use 1m-9m, 1p-9p, 1s-9s or 1z-7z.")


def _read_win(value: object, pointer: str, winner: str, seats: "tuple[str, ...]", rules: "Rules") -> Win:
    more = rules.table.get("win_keys", ())
    keys = an_object(value, pointer, ("tile", "by", "from", "last", "hidden", "opening") + more)
    if "by" not in keys:
        raise BadInput(pointer + "/by", "how it was won is missing. Choose one of " + ", ".join(WAYS))
    by, source, opening = keys["by"], keys.get("from"), keys.get("opening")
    win = Win(a_word(by, pointer + "/by", WAYS, "way to win"))
    if source is not None:
        if win.drawn():
            raise BadInput(pointer + "/from", "a drawn tile comes from nobody. Leave this out.")
        if a_word(source, pointer + "/from", seats, "seat") == winner:
            raise BadInput(
                pointer + "/from", "the winner did not discard the tile or lose the kong. Name another seat."
            )
        win.source = source
    elif by == "rob":
        raise BadInput(pointer + "/from", "whose kong was robbed is missing. Add the seat.")
    elif opening == "first-discard":
        # East's discard. Below an East who wins in this way is refused.
        win.source = "E" if by == "discard" and winner != "E" else None
    elif by == "discard" and rules.on("new_method"):
        raise BadInput(pointer + "/from", "who discarded is missing, which matters by the New Method. Add the seat.")
    if more:
        from mingg.core.interchange.modern_deals import read_win

        keys = read_win(win, keys, pointer, rules)
    for key in ("last", "hidden"):
        if a_flag(keys.get(key, False), pointer + "/" + key):
            if not win.drawn():
                raise BadInput(pointer + "/" + key, "the winning tile was not drawn. Leave this out.")
            setattr(win, key, True)
    if win.hidden and rules.edition > 2 and not rules.knows_hidden():
        raise BadInput(pointer + "/hidden", "by these rules a hidden tile costs nothing. Leave this out.")
    if keys.get("tile") is not None:
        win.tile = _read_tile(keys["tile"], pointer + "/tile")
    if opening is not None:
        pointer += "/opening"
        win.opening = a_word(opening, pointer, OPENINGS, "opening hand")
        if opening == "original":
            if winner != "E":
                raise BadInput(pointer, "only East can win on the original hand. Leave this out.")
            if by != "draw":
                raise BadInput(pointer, "an original hand is drawn from the wall. Use draw.")
            if win.last or win.hidden:
                raise BadInput(pointer, "an original hand has no last tile and no hidden one. Leave both out.")
        elif opening == "first-discard":
            if winner == "E":
                raise BadInput(pointer, "East cannot win on East's first discard. Leave this out.")
            if by != "discard" or win.source not in (None, "E"):
                raise BadInput(pointer, "the first discard is claimed from East. Use discard.")
    return win


# ---- the hands ----


def _read_hands(value: object, deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    """Reads cards, tile hands and dead hands into the deal."""
    kinds: "tuple[str, ...]" = rules.table["dead_hands"]
    for seat, hand_keys in an_object(value, "/hands", seats).items():
        place = "/hands/" + seat
        hand = an_object(hand_keys, place, ("tiles", "card", "score", "dead"))
        dead = hand.get("dead", False)
        if dead is not False:
            if dead is True:
                dead = "dead"
            elif dead == "dead" or dead not in kinds:
                raise BadInput(
                    place + "/dead",
                    "this must be true" + (', "short" or "long"' if len(kinds) > 1 else ", or left out"),
                )
            deal.dead[seat] = dead
            if seat == deal.winner:
                raise BadInput(place + "/dead", "a dead hand cannot win. Name another winner, or leave this out.")
        if ("tiles" in hand) + ("card" in hand) + ("score" in hand) > 1:
            raise BadInput(place, "a hand has tiles, a card or a score. Leave the others out.")
        if "card" in hand:
            deal.cards[seat] = read_card(hand["card"], place + "/card", rules)
        elif "score" in hand:
            deal.cards[seat] = read_card({"score": hand["score"]}, place, rules)
        elif "tiles" in hand:
            deal.tiles[seat] = hand["tiles"]
        elif dead is False:
            raise BadInput(place, "a hand is empty. Add its tiles, its card or its score, or mark it as dead.")
    if deal.winner is not None and deal.winner not in deal.cards and deal.winner not in deal.tiles:
        raise BadInput("/hands/" + deal.winner, "the winner's hand is missing. Add its tiles or its card.")


def _refuse(pointer: str, key: str, reason: str) -> None:
    """Raises BadInput with a reason of legality.py. The host package has its sentence."""
    raise BadInput(pointer + "/" + key if key else pointer, reason)


def _check_cards(deal: Deal, rules: "Rules", round_wind: str, hands: "Json") -> None:
    """hands: as they were written, for pointers."""
    for seat in SEATS[4]:
        if seat in deal.cards and seat not in deal.tiles:
            card, winner = deal.cards[seat], seat == deal.winner
            wrong = legality.check_card(card, seat, round_wind, winner, rules)
            if wrong and wrong[0] in ("five-sets", "too-many-tiles") and deal.dead.get(seat, "short") != "short":
                wrong = None  # this is what makes it dead
            if not wrong and winner and (card.special or card.last_set):
                from mingg.core.scoring.special_hands import check_named

                wrong = check_named(card, deal.win, rules)
            if wrong:
                _refuse("/hands/" + seat + ("" if "score" in hands[seat] else "/card"), wrong[1], wrong[0])
    together = legality.check_together(deal.cards, round_wind, rules, deal.goulash)
    if together:
        reason, seat, key = together
        if seat in deal.tiles:
            _refuse("/hands/%s/tiles" % seat, "", reason)
        _refuse("/hands/%s/card" % seat, key, reason)
    if deal.winner is not None:
        if deal.winner not in deal.tiles:
            wrong = legality.check_win(deal.win, deal.cards[deal.winner])
            if wrong:
                _refuse("/win", wrong[1], wrong[0])
        robbed = None if deal.win.source in deal.dead else legality.check_robbed(deal.win, deal.cards)
        if "modern" in rules.table:
            from mingg.core.interchange.modern_deals import check

            robbed = check(deal, robbed, rules)
        if robbed:
            _refuse("/win/from", "", robbed)
        if rules.players == 2:
            from mingg.core.scoring.score import count, may_win

            of = deal.cards[deal.winner], deal.winner, round_wind, deal.win, rules
            if not may_win(count(*of), *of):
                raise BadInput(
                    "/winner", "of two players, a hand wins with two doublings or a special hand. Check the hand."
                )


# ---- the deal ----


def read_deal(value: object, rules: "Rules", round_wind: str = "E", more_keys: "tuple[str, ...]" = ()) -> Deal:
    """Reads a deal from its object, and checks it by `rules`. more_keys: keys that the caller reads. Raises
    BadInput."""
    keys = an_object(value, "", DEAL_KEYS + tuple(more_keys))
    seats = SEATS[rules.players]
    if "winner" not in keys:
        raise BadInput("/winner", "who won is missing. Add a seat, or null for a draw.")
    winner = keys["winner"]
    deal = Deal(None if winner is None else a_word(winner, "/winner", seats, "seat"))
    if deal.winner is None:
        if keys.get("win") is not None:
            raise BadInput("/win", "a draw has no win. Leave this out, or name the winner.")
    elif keys.get("win") is None:
        raise BadInput("/win", "how it was won is missing. Add the win.")
    else:
        deal.win = _read_win(keys["win"], "/win", deal.winner, seats, rules)
    if "hands" not in keys:
        raise BadInput("/hands", "the hands are missing. Add an object with a hand for each seat.")
    _read_hands(keys["hands"], deal, seats, rules)
    deal.kongs = a_count(keys.get("kongs", 0), "/kongs")
    if deal.kongs > 4 * len(seats):
        raise BadInput("/kongs", "too many kongs: a hand has at most four. Check the number.")
    if deal.kongs and deal.winner is not None:
        raise BadInput("/kongs", "only a draw counts kongs. Leave this out.")
    deal.streak = a_count(keys.get("streak", 0), "/streak")
    if any(keys.get(key) is not None for key in SELDOM_KEYS):
        from mingg.core.interchange.endings import read_endings

        read_endings(keys, deal, seats, rules)
    if deal.tiles:
        from mingg.core.interchange.tile_hands import make_cards

        make_cards(deal, rules, round_wind)
    _check_cards(deal, rules, round_wind, keys["hands"])
    return deal


def write_deal(deal: Deal) -> "Json":
    """The object of a deal, which read_deal() reads."""
    hands: "dict[str, Any]" = {}
    for seat in deal.cards:
        hands[seat] = {"tiles": deal.tiles[seat]} if seat in deal.tiles else {"card": write_card(deal.cards[seat])}
    for seat, kind in deal.dead.items():
        hands.setdefault(seat, {})["dead"] = True if kind == "dead" else kind
    keys: "Json" = {"winner": deal.winner, "hands": hands}
    win = deal.win
    if win is not None:
        keys["win"] = _filled({"by": win.by, "from": win.source, "last": win.last, "hidden": win.hidden})
        keys["win"].update(_filled({"opening": win.opening, "tile": win.tile}))
        keys["win"].update(_filled({key: getattr(win, key, False) for key in ("call", "twofold")}))
    keys.update(_filled({"kongs": deal.kongs, "streak": deal.streak, "goulash": deal.goulash}))
    if deal.liable:
        keys["liable"] = [
            _filled({"seat": liable.seat, "share": liable.share, "why": liable.why}) for liable in deal.liable
        ]
    if deal.ending is not None:
        ending, seat, number = deal.ending
        keys[ending] = {"seat": seat, "majors": number} if ending in (WASHING, MUMMIES) else seat
        keys.update(_filled({"price": number if ending == FALSE_WIN else 0}))
    return keys


def _filled(keys: "Json") -> "Json":
    """The keys whose values are not None, False or 0."""
    return {key: value for key, value in keys.items() if value or value == ""}
