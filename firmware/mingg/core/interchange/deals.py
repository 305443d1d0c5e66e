"""One deal, read and written."""

from mingg.core.deal.deal import ENDINGS, MUMMIES, OPENINGS, WASHING, WAYS, Deal, Win
from mingg.core.deal.winds import SEATS
from mingg.core.interchange.cards import read_card, write_card
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_word, an_object
from mingg.core.scoring import legality

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules

# In few deals; endings.py reads them.
SELDOM_KEYS = ("liable", "sitting_out") + ENDINGS
DEAL_KEYS = ("winner", "win", "hands", "kongs", "streak") + SELDOM_KEYS


# ---- how it was won ----


def _read_tile(value: object, at: str) -> str:
    if isinstance(value, str) and value[:1] >= "\U0001f000":
        from mingg.core.tiles.hand import parse

        # One tile, written as a sign of Unicode.
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
    raise BadInput(at, "no tile: 1m-9m, 1p-9p, 1s-9s, 1z-7z are")


def _read_win(value: object, at: str, winner: str, seats: "tuple[str, ...]", rules: "Rules") -> Win:
    keys = an_object(value, at, ("tile", "by", "from", "last", "hidden", "opening"))
    if "by" not in keys:
        raise BadInput(at + "/by", "how it was won is missing")
    by, source, opening = keys["by"], keys.get("from"), keys.get("opening")
    win = Win(a_word(by, at + "/by", WAYS, "way to win"))
    if source is not None:
        if win.drawn():
            raise BadInput(at + "/from", "a drawn tile comes from nobody")
        if a_word(source, at + "/from", seats, "seat") == winner:
            raise BadInput(at + "/from", "nobody wins from himself")
        win.source = source
    elif by == "rob":
        raise BadInput(at + "/from", "whose kong was robbed is missing")
    elif opening == "first-discard":
        win.source = "E" if by == "discard" and winner != "E" else None  # East's, and nobody else's
    elif by == "discard" and rules.on("new_method"):
        raise BadInput(at + "/from", "by the New Method it matters who discarded")
    for key in ("last", "hidden"):
        if a_flag(keys.get(key, False), at + "/" + key):
            if not win.drawn():
                raise BadInput(at + "/" + key, "a tile that was not drawn")
            setattr(win, key, True)
    if keys.get("tile") is not None:
        win.tile = _read_tile(keys["tile"], at + "/tile")
    if opening is not None:
        at += "/opening"
        win.opening = a_word(opening, at, OPENINGS, "opening hand")
        if opening == "original":
            if winner != "E":
                raise BadInput(at, "only East can win on the original hand")
            if by != "draw":
                raise BadInput(at, "an original hand is drawn from the wall")
            if win.last or win.hidden:
                raise BadInput(at, "an original hand has no last tile and nothing to mix in")
        elif opening == "first-discard":
            if winner == "E":
                raise BadInput(at, "East cannot win on East's first discard")
            if by != "discard" or win.source not in (None, "E"):
                raise BadInput(at, "the first discard is claimed from East")
    return win


# ---- the hands ----


def _read_hands(value: object, deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> None:
    """Puts into the deal its cards, the hands written tile by tile, and which are dead."""
    kinds: "tuple[str, ...]" = rules.table["dead_hands"]
    for seat, given in an_object(value, "/hands", seats).items():
        place = "/hands/" + seat
        hand = an_object(given, place, ("tiles", "card", "dead"))
        dead = hand.get("dead", False)
        if dead is not False:
            if kinds == ("dead",):
                if dead is not True:
                    raise BadInput(place + "/dead", "true is wanted here")
                dead = "dead"
            deal.dead[seat] = a_word(dead, place + "/dead", kinds, "kind of dead hand")
            if seat == deal.winner:
                raise BadInput(place + "/dead", "a dead hand cannot win")
        if "card" in hand:
            if "tiles" in hand:
                raise BadInput(place, "a hand is tiles, or a card")
            deal.cards[seat] = read_card(hand["card"], place + "/card")
        elif "tiles" in hand:
            deal.tiles[seat] = hand["tiles"]
        elif dead is False:
            raise BadInput(place, "a hand is tiles, a card, or dead")
    if deal.winner is not None and deal.winner not in deal.cards and deal.winner not in deal.tiles:
        raise BadInput("/hands/" + deal.winner, "the winner's hand is missing")


def _refuse(at: str, key: str, reason: str) -> None:
    """reason: a key of legality.py. The host package has the sentences."""
    raise BadInput(at + "/" + key if key else at, reason)


def _check_cards(deal: Deal, rules: "Rules", round_wind: str) -> None:
    for seat in SEATS[4]:
        if seat in deal.cards and seat not in deal.tiles:
            card, winner = deal.cards[seat], seat == deal.winner
            wrong = legality.check_card(card, seat, round_wind, winner, rules)
            if wrong and wrong[0] in ("five-sets", "too-many-tiles") and deal.dead.get(seat, "short") != "short":
                wrong = None  # that is why it is dead
            if not wrong and winner and (card.special or card.last_set):
                from mingg.core.scoring.special_hands import check_named

                wrong = check_named(card, deal.win, rules)
            if wrong:
                _refuse("/hands/%s/card" % seat, wrong[1], wrong[0])
    together = legality.check_together(deal.cards, round_wind, rules)
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
        alive = {seat: card for seat, card in deal.cards.items() if seat not in deal.dead}
        robbed = legality.check_robbed(deal.win, alive)
        if robbed:
            _refuse("/win/from", "", robbed)
        # Two players win only with two doublings (B p.84).
        wanted = rules.table["doublings_to_win"]
        winning = deal.cards[deal.winner]
        if rules.players == 2 and wanted and winning.score is None:
            from mingg.core.scoring.score import count

            if count(winning, deal.winner, round_wind, deal.win, rules).doublings < wanted:
                raise BadInput("/winner", "two players win only with two doublings")


# ---- the whole ----


def read_deal(value: object, rules: "Rules", round_wind: str = "E", more_keys: "tuple[str, ...]" = ()) -> Deal:
    """A deal from its object, legal by `rules`; BadInput says where it is not. `more_keys` are read by the caller."""
    keys = an_object(value, "", DEAL_KEYS + tuple(more_keys))
    seats = SEATS[rules.players]
    if "winner" not in keys:
        raise BadInput("/winner", "who won is missing; null is a draw")
    winner = keys["winner"]
    deal = Deal(None if winner is None else a_word(winner, "/winner", seats, "seat"))
    if deal.winner is None:
        if keys.get("win") is not None:
            raise BadInput("/win", "a draw is not won")
    elif keys.get("win") is None:
        raise BadInput("/win", "how it was won is missing")
    else:
        deal.win = _read_win(keys["win"], "/win", deal.winner, seats, rules)
    if "hands" not in keys:
        raise BadInput("/hands", "the hands are missing")
    _read_hands(keys["hands"], deal, seats, rules)
    deal.kongs = a_count(keys.get("kongs", 0), "/kongs")
    if deal.kongs > 4 * len(seats):
        raise BadInput("/kongs", "more kongs than hands can hold")
    if deal.kongs and deal.winner is not None:
        raise BadInput("/kongs", "kongs are counted for a draw")
    deal.streak = a_count(keys.get("streak", 0), "/streak")
    if any(keys.get(key) is not None for key in SELDOM_KEYS):
        from mingg.core.interchange.endings import read_endings

        read_endings(keys, deal, seats, rules.players)
    if deal.tiles:
        from mingg.core.interchange.tile_hands import make_cards

        make_cards(deal, rules, round_wind)
    _check_cards(deal, rules, round_wind)
    return deal


def write_deal(deal: Deal) -> "Json":
    """A deal as an object that `read_deal` reads."""
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
    keys.update(_filled({"kongs": deal.kongs, "streak": deal.streak}))
    if deal.liable:
        keys["liable"] = [_filled({"seat": each.seat, "share": each.share, "why": each.why}) for each in deal.liable]
    if deal.ending is not None:
        ending, seat, majors = deal.ending
        keys[ending] = {"seat": seat, "majors": majors} if ending in (WASHING, MUMMIES) else seat
    return keys


def _filled(keys: "Json") -> "Json":
    """What is not left out: neither None nor false nor 0."""
    return {key: value for key, value in keys.items() if value or value == ""}
