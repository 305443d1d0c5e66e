"""Reads, checks and writes one deal.

check_deal() checks a deal that was made without JSON. If it accepts a deal, read_deal() reads what write_deal() writes
of it.
"""

from typing import Any

from mingg.core.deal.deal import ENDINGS, FALSE_WIN, MUMMIES, OPENINGS, SEATS, WASHING, WAYS, Deal, Win
from mingg.core.interchange.cards import check_values, read_card, write_card
from mingg.core.interchange.json_in import BadInput, Json, a_count, a_flag, a_word, an_object
from mingg.core.rules import Rules
from mingg.core.score import legality

# Keys of rare deals, which endings.py reads.
SELDOM_KEYS = ("liable", "sitting_out", "goulash", "price") + ENDINGS
DEAL_KEYS = ("winner", "win", "hands", "kongs", "streak") + SELDOM_KEYS
WIN_FLAGS = ("last", "hidden")
SELDOM_FLAGS = ("call", "twofold")  # only some rule sets know these (win_keys in their table)
_WIN_KEYS = ("tile", "by", "from") + WIN_FLAGS + ("opening",)


# ---- reading ----


def _read_win(value: object, rules: "Rules") -> Win:
    win = Win("")
    for key, item in an_object(value, "/win", _WIN_KEYS + rules.table["win_keys"]).items():
        setattr(win, "source" if key == "from" else key, item)
    if isinstance(win.tile, str) and win.tile[:1] >= "\U0001f000":
        from mingg.core.hand.hand import parse

        # One tile as a character of Unicode.
        try:
            hand = parse(win.tile)
            win.tile = hand.text() if sum(hand.counts) == 1 and not hand.flowers else ""
        except ValueError:
            win.tile = ""
    return win


def _read_hands(value: object, deal: Deal, rules: "Rules") -> None:
    for seat, keys in an_object(value, "/hands", SEATS[rules.players]).items():
        place = "/hands/" + seat
        hand = an_object(keys, place, ("tiles", "card", "score", "dead"))
        dead = hand.get("dead", False)
        if dead is not False:
            # "dead" is the word of this program for true.
            deal.dead[seat] = "dead" if dead is True else "" if dead == "dead" else dead
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


def read_deal(value: object, rules: "Rules", round_wind: str = "E", more_keys: "tuple[str, ...]" = ()) -> Deal:
    """Reads a deal from its object, and checks it by `rules`. more_keys: keys that the caller reads. Raises
    BadInput."""
    keys = an_object(value, "", DEAL_KEYS + tuple(more_keys))
    if "winner" not in keys:
        raise BadInput("/winner", "who won is missing. Add a seat, or null for a draw.")
    deal = Deal(keys["winner"])
    if keys.get("win") is not None:
        deal.win = _read_win(keys["win"], rules)
    _check_win(deal, rules)
    if "hands" not in keys:
        raise BadInput("/hands", "the hands are missing. Add an object with a hand for each seat.")
    _read_hands(keys["hands"], deal, rules)
    deal.kongs = keys.get("kongs", 0)
    deal.streak = keys.get("streak", 0)
    if any(keys.get(key) is not None for key in SELDOM_KEYS):
        from mingg.core.interchange.endings import read_endings

        read_endings(keys, deal, rules)
    _check(deal, rules, round_wind)
    return deal


# ---- checking ----


def check_deal(deal: Deal, rules: "Rules", round_wind: str = "E") -> None:
    """Checks a deal by the rules in force, and completes it: adds the cards of hands in tiles, and that East discarded
    the first discard. Raises BadInput with the wrong place in the object that write_deal() makes of the deal."""
    _check_win(deal, rules)
    for hands in (deal.cards, deal.tiles, deal.dead):
        an_object(hands, "/hands", SEATS[rules.players])
    for seat, card in deal.cards.items():
        if seat not in deal.tiles:
            check_values(card, "/hands/%s/card" % seat, rules)
    _check(deal, rules, round_wind)


def _check(deal: Deal, rules: "Rules", round_wind: str) -> None:
    """Checks a deal whose win is possible, and whose hands have seats and possible values."""
    seats = SEATS[rules.players]
    for seat, kind in deal.dead.items():
        kinds = rules.table["dead_hands"]
        if kind not in kinds:
            raise BadInput(
                "/hands/%s/dead" % seat,
                "this must be true" + (', "short" or "long"' if len(kinds) > 1 else ", or left out"),
            )
        if seat == deal.winner:
            raise BadInput("/hands/%s/dead" % seat, "a dead hand cannot win. Name another winner, or leave this out.")
    if deal.winner is not None and deal.winner not in deal.cards and deal.winner not in deal.tiles:
        raise BadInput("/hands/" + deal.winner, "the winner's hand is missing. Add its tiles or its card.")
    if a_count(deal.kongs, "/kongs") > 4 * len(seats):
        raise BadInput("/kongs", "too many kongs: a hand has at most four. Check the number.")
    if deal.kongs and deal.winner is not None:
        raise BadInput("/kongs", "only a draw counts kongs. Leave this out.")
    a_count(deal.streak, "/streak")
    if deal.liable or deal.ending is not None or deal.goulash is not False:
        from mingg.core.interchange.endings import check_endings

        check_endings(deal, seats, rules)
    if deal.tiles:
        from mingg.core.interchange.tile_hands import make_cards

        make_cards(deal, rules, round_wind)
    _check_cards(deal, seats, rules, round_wind)


def _check_win(deal: Deal, rules: "Rules") -> None:
    winner, win, seats = deal.winner, deal.win, SEATS[rules.players]
    if winner is None:
        if win is not None:
            raise BadInput("/win", "a draw has no win. Leave this out, or name the winner.")
        return
    a_word(winner, "/winner", seats, "seat")
    if win is None:
        raise BadInput("/win", "how it was won is missing. Add the win.")
    by, opening = win.by, win.opening
    if not by:
        raise BadInput("/win/by", "how it was won is missing. Choose one of " + ", ".join(WAYS))
    a_word(by, "/win/by", WAYS, "way to win")
    if win.source is not None:
        if win.drawn():
            raise BadInput("/win/from", "a drawn tile comes from nobody. Leave this out.")
        if a_word(win.source, "/win/from", seats, "seat") == winner:
            raise BadInput("/win/from", "the winner did not discard the tile or lose the kong. Name another seat.")
    elif by == "rob":
        raise BadInput("/win/from", "whose kong was robbed is missing. Add the seat.")
    elif opening == "first-discard":
        # East's discard. Below an East who wins in this way is refused.
        win.source = "E" if by == "discard" and winner != "E" else None
    elif by == "discard" and rules.on("new_method"):
        raise BadInput("/win/from", "who discarded is missing, which matters by the New Method. Add the seat.")
    for key in SELDOM_FLAGS:
        if getattr(win, key, False) is not False:
            a_flag(getattr(win, key), "/win/" + key)
            an_object({key: True}, "/win", _WIN_KEYS + rules.table["win_keys"])
            if key == "twofold" and by != "loose":
                raise BadInput("/win/twofold", "the winning tile was no loose tile. Leave this out.")
    for key in WIN_FLAGS:
        claimed = key == "last" and by == "discard" and rules.knows("last-discard")
        if a_flag(getattr(win, key), "/win/" + key) and not win.drawn() and not claimed:
            raise BadInput("/win/" + key, "the winning tile was not drawn. Leave this out.")
    if win.hidden and not rules.knows_hidden():
        raise BadInput("/win/hidden", "by these rules a hidden tile costs nothing. Leave this out.")
    tile = win.tile
    if tile is not None and not (
        isinstance(tile, str)
        and len(tile) == 2
        and tile[1] in "mpsz"
        and tile[0] in ("1234567" if tile[1] == "z" else "123456789")
    ):
        raise BadInput("/win/tile", "no such tile. Use 1m-9m, 1p-9p, 1s-9s or 1z-7z.")
    if opening is None:
        return
    pointer, east = "/win/opening", winner == "E"
    a_word(opening, pointer, OPENINGS, "opening hand")
    if opening == "original" and not east:
        raise BadInput(pointer, "only East can win on the original hand. Leave this out.")
    if opening == "original" and by != "draw":
        raise BadInput(pointer, "an original hand is drawn from the wall. Use draw.")
    if opening == "original" and (win.last or win.hidden):
        raise BadInput(pointer, "an original hand has no last tile and no hidden one. Leave both out.")
    if opening == "first-discard" and east:
        raise BadInput(pointer, "East cannot win on East's first discard. Leave this out.")
    if opening == "first-discard" and (by != "discard" or win.source not in (None, "E")):
        raise BadInput(pointer, "the first discard is claimed from East. Use discard.")


def _refuse(pointer: str, wrong: "tuple[str, str] | None") -> None:
    """Raises BadInput if legality.py has found something wrong: a reason, whose sentence the host package has, and a
    key."""
    if wrong:
        raise BadInput(pointer + "/" + wrong[1] if wrong[1] else pointer, wrong[0])


def _check_cards(deal: Deal, seats: "tuple[str, ...]", rules: "Rules", round_wind: str) -> None:
    """Checks whether the cards are possible, alone, together and with the win."""
    for seat in seats:
        if seat in deal.cards and seat not in deal.tiles:
            card, winner = deal.cards[seat], seat == deal.winner
            wrong = legality.check_card(card, seat, round_wind, winner, rules)
            if wrong and wrong[0] in ("five-sets", "too-many-tiles") and deal.dead.get(seat, "short") != "short":
                wrong = None  # this is what makes it dead
            if not wrong and winner and (card.special or card.last_set):
                from mingg.core.score.named import check_named

                wrong = check_named(card, deal.win, rules)
            if wrong:
                _refuse("/hands/%s/card" % seat, wrong)
    together = legality.check_together(deal.cards, round_wind, rules, deal.goulash)
    if together:
        reason, seat, key = together
        tiles = seat in deal.tiles
        _refuse("/hands/%s/%s" % (seat, "tiles" if tiles else "card"), (reason, "" if tiles else key))
    if deal.winner is not None:
        card, text = deal.cards[deal.winner], deal.tiles.get(deal.winner, "")
        if not text:
            _refuse("/win", legality.check_win(deal.win, card, rules))
        if card.score is None:
            _refuse("/win", legality.check_call(deal.win, card, "(" in text or "[" in text))
            if card.special and rules.table["patterns"]:
                from mingg.core.score.pattern_cards import lacks_flowers

                if lacks_flowers(card, rules):
                    raise BadInput("/hands/%s/%s" % (deal.winner, "tiles" if text else "card"), "hand-flowers")
        robbed: "str | None" = None
        if deal.win.source not in deal.dead:
            robbed = legality.check_robbed(deal.win, deal.cards, card, rules)
        _refuse("/win/from", (robbed, "") if robbed else None)
        if rules.players == 2:
            from mingg.core.score.score import count, may_win

            of = deal.cards[deal.winner], deal.winner, round_wind, deal.win, rules
            if not may_win(count(*of), *of):
                raise BadInput(
                    "/winner", "of two players, a hand wins with two doublings or a special hand. Check the hand."
                )
        if deal.liable and deal.liable[0].why == "feeding":
            from mingg.core.settle.seldom import may_be_fed

            _refuse("/liable/0", None if may_be_fed(card, deal.win, rules, text) else ("not-fed", "why"))


# ---- writing ----


def write_deal(deal: Deal) -> "Json":
    """The object of a deal, which read_deal() reads."""
    hands: "dict[str, Any]" = {}
    for seat, card in deal.cards.items():
        hands[seat] = {"tiles": deal.tiles[seat]} if seat in deal.tiles else {"card": write_card(card)}
    for seat, kind in deal.dead.items():
        hands.setdefault(seat, {})["dead"] = True if kind == "dead" else kind
    keys: "Json" = {"winner": deal.winner, "hands": hands}
    win = deal.win
    if win is not None:
        keys["win"] = _filled({"by": win.by, "from": win.source, "last": win.last, "hidden": win.hidden})
        keys["win"].update(_filled({key: getattr(win, key, None) for key in ("opening", "tile") + SELDOM_FLAGS}))
    keys.update(_filled({"kongs": deal.kongs, "streak": deal.streak, "goulash": deal.goulash}))
    if deal.liable:
        keys["liable"] = [_filled({"seat": seat, "share": share, "why": why}) for seat, share, why in deal.liable]
    if deal.ending is not None:
        ending, seat, number = deal.ending
        keys[ending] = {"seat": seat, "majors": number} if ending in (WASHING, MUMMIES) else seat
        keys.update(_filled({"price": ending == FALSE_WIN and number}))
    return keys


def _filled(keys: "Json") -> "Json":
    """The keys whose values are not None, False or 0."""
    return {key: value for key, value in keys.items() if value or value == ""}
