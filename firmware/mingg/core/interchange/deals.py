"""One deal, read and written."""

from mingg.core.deal.deal import ENDINGS, MUMMIES, OPENINGS, WASHING, WAYS, Deal, Liable, Win
from mingg.core.deal.winds import SEATS
from mingg.core.interchange.cards import read_card, write_card
from mingg.core.interchange.json_in import BadInput, a_count, a_flag, a_word, an_object
from mingg.core.scoring import legality

MYPY = False
if MYPY:
    from typing import Any

    from mingg.core.interchange.json_in import Json
    from mingg.core.rules import Rules

SELDOM_KEYS = ("liable", "sitting_out") + ENDINGS
DEAL_KEYS = ("winner", "win", "hands", "kongs", "streak") + SELDOM_KEYS
WIN_KEYS = ("tile", "by", "from", "last", "hidden", "opening")
HAND_KEYS = ("tiles", "card", "dead")


# ---- how it was won ----


def _read_tile(value: object, at: str) -> str:
    if isinstance(value, str) and value[:1] >= "\U0001f000":
        value = _tile_of_unicode(value)
    sound = (
        isinstance(value, str)
        and len(value) == 2
        and value[1] in "mpsz"
        and value[0] in ("1234567" if value[1] == "z" else "123456789")
    )
    if not sound:
        raise BadInput(at, "no tile: 1m-9m, 1p-9p, 1s-9s, 1z-7z are")
    return str(value)


def _tile_of_unicode(sign: str) -> "str | None":
    """The name of one tile written as Unicode has it, or None."""
    from mingg.core.tiles.hand import parse
    from mingg.core.tiles.tiles import name

    try:
        hand = parse(sign)
    except ValueError:
        return None
    tiles = [tile for tile, number in enumerate(hand.counts) if number]
    return name(tiles[0]) if sum(hand.counts) == 1 and not hand.flowers else None


def _read_source(value: object, at: str, win: Win, winner: str, seats: "tuple[str, ...]") -> str:
    if win.drawn():
        raise BadInput(at, "a drawn tile comes from nobody")
    source = a_word(value, at, seats, "seat")
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


def _read_win(value: object, at: str, winner: str, seats: "tuple[str, ...]", rules: "Rules") -> Win:
    keys = an_object(value, at, WIN_KEYS)
    if "by" not in keys:
        raise BadInput(at + "/by", "how it was won is missing")
    win = Win(a_word(keys["by"], at + "/by", WAYS, "way to win"))
    if keys.get("from") is not None:
        win.source = _read_source(keys["from"], at + "/from", win, winner, seats)
    elif win.by == "rob":
        raise BadInput(at + "/from", "whose kong was robbed is missing")
    elif keys.get("opening") == "first-discard":
        win.source = "E" if win.by == "discard" and winner != "E" else None  # East's, and nobody else's
    elif win.by == "discard" and rules.on("new_method"):
        raise BadInput(at + "/from", "by the New Method it matters who discarded")
    for key in ("last", "hidden"):
        if a_flag(keys.get(key, False), at + "/" + key):
            if not win.drawn():
                raise BadInput(at + "/" + key, "a tile that was not drawn")
            setattr(win, key, True)
    if keys.get("tile") is not None:
        win.tile = _read_tile(keys["tile"], at + "/tile")
    if keys.get("opening") is not None:
        win.opening = a_word(keys["opening"], at + "/opening", OPENINGS, "opening hand")
        _check_opening(win, winner, at + "/opening")
    return win


# ---- the hands ----


def _read_dead(value: object, at: str, rules: "Rules") -> "str | None":
    """The kind of dead hand, or None."""
    if value is False:
        return None
    kinds: "tuple[str, ...]" = rules.table["dead_hands"]
    if kinds == ("dead",):
        if value is not True:
            raise BadInput(at, "true is wanted here")
        return "dead"
    return a_word(value, at, kinds, "kind of dead hand")


def _read_hands(value: object, at: str, deal: Deal, seats: "tuple[str, ...]", rules: "Rules") -> "dict[str, str]":
    """Puts cards and dead hands into the deal; returns the hands written tile by tile."""
    for seat, given in an_object(value, at, seats).items():
        place = at + "/" + seat
        hand = an_object(given, place, HAND_KEYS)
        dead = _read_dead(hand.get("dead", False), place + "/dead", rules)
        if dead is not None:
            if seat == deal.winner:
                raise BadInput(place + "/dead", "a dead hand cannot win")
            deal.dead[seat] = dead
        if "card" in hand and "tiles" in hand:
            raise BadInput(place, "a hand is tiles, or a card")
        if "card" in hand:
            deal.cards[seat] = read_card(hand["card"], place + "/card")
        elif "tiles" in hand:
            deal.tiles[seat] = hand["tiles"]
        elif dead is None:
            raise BadInput(place, "a hand is tiles, a card, or dead")
    if deal.winner is not None and deal.winner not in deal.cards and deal.winner not in deal.tiles:
        raise BadInput(at + "/" + deal.winner, "the winner's hand is missing")
    return deal.tiles


def _refuse(at: str, key: str, reason: str) -> None:
    from mingg.core.interchange.reasons import REASONS

    raise BadInput(at + "/" + key if key else at, REASONS[reason])


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
        seat = together[1]
        if seat in deal.tiles:
            _refuse("/hands/%s/tiles" % seat, "", together[0])
        _refuse("/hands/%s/card" % seat, together[2], together[0])
    if deal.winner is not None:
        if deal.winner not in deal.tiles:
            wrong = legality.check_win(deal.win, deal.cards[deal.winner])
            if wrong:
                _refuse("/win", wrong[1], wrong[0])
        alive = {seat: card for seat, card in deal.cards.items() if seat not in deal.dead}
        robbed = legality.check_robbed(deal.win, alive)
        if robbed:
            _refuse("/win/from", "", robbed)


def _check_doublings(deal: Deal, rules: "Rules", round_wind: str) -> None:
    """Two players win only with two doublings (B p.84)."""
    wanted = rules.table["doublings_to_win"]
    if rules.players == 2 and wanted and deal.winner is not None and deal.cards[deal.winner].score is None:
        from mingg.core.scoring.score import count

        counted = count(deal.cards[deal.winner], deal.winner, round_wind, deal.win, rules)
        if counted.doublings < wanted:
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
    tiles = _read_hands(keys["hands"], "/hands", deal, seats, rules)
    deal.kongs = a_count(keys.get("kongs", 0), "/kongs")
    if deal.kongs > 4 * len(seats):
        raise BadInput("/kongs", "more kongs than hands can hold")
    if deal.kongs and deal.winner is not None:
        raise BadInput("/kongs", "kongs are counted for a draw")
    deal.streak = a_count(keys.get("streak", 0), "/streak")
    if any(keys.get(key) is not None for key in SELDOM_KEYS):
        from mingg.core.interchange.endings import read_endings

        read_endings(keys, deal, seats, rules.players)
    if tiles:
        from mingg.core.interchange.tile_hands import make_cards, read_tiles

        make_cards(deal, {seat: read_tiles(tiles[seat], seat) for seat in tiles}, rules, round_wind)
    _check_cards(deal, rules, round_wind)
    _check_doublings(deal, rules, round_wind)
    return deal


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


def _write_ending(deal: Deal, keys: "Json") -> None:
    if deal.ending is not None:
        ending, seat, majors = deal.ending
        keys[ending] = {"seat": seat, "majors": majors} if ending in (WASHING, MUMMIES) else seat


def write_deal(deal: Deal) -> "Json":
    """A deal as an object that `read_deal` reads."""
    hands: "dict[str, Any]" = {}
    for seat in deal.cards:
        hands[seat] = {"tiles": deal.tiles[seat]} if seat in deal.tiles else {"card": write_card(deal.cards[seat])}
    for seat, kind in deal.dead.items():
        hands.setdefault(seat, {})["dead"] = True if kind == "dead" else kind
    keys: "Json" = {"winner": deal.winner, "hands": hands}
    if deal.win is not None:
        keys["win"] = _write_win(deal.win)
    for key in ("kongs", "streak"):
        if getattr(deal, key):
            keys[key] = getattr(deal, key)
    if deal.liable:
        keys["liable"] = [_write_liable(each) for each in deal.liable]
    _write_ending(deal, keys)
    return keys


def _write_liable(each: Liable) -> "Json":
    keys = {"seat": each.seat, "share": each.share}
    if each.why is not None:
        keys["why"] = each.why
    return keys
