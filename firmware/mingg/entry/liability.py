"""Who may be liable in an entry for what the others owe the winner, and for how much: insurance, feeding, or the
discard to a big hand."""

from mingg.core.deal.deal import Liable
from mingg.core.deal.hand import DRAGON, SETS, Hand
from mingg.core.rules import Rules
from mingg.core.score.facts import Seated
from mingg.core.score.find import holds
from mingg.core.settle.seldom import FEEDING, may_be_fed, why_not
from mingg.core.table.session import Session
from mingg.entry.entry import Entry

FULL, HALF, FED = "full", "half", "fed"


def may_be(entry: "Entry", rules: "Rules") -> bool:
    """True if a player may be liable by the rules in force."""
    return bool(rules.on("feeding")) or _for_discard(entry, rules)


def _for_discard(entry: "Entry", rules: "Rules") -> bool:
    """True if a player may be liable otherwise than for feeding. By Harr only the discarder can be (p.67)."""
    return bool(rules.on("insurance") or (rules.on("discarder_pays") and entry.source is not None))


def is_asked(entry: "Entry", session: "Session") -> bool:
    """True if players are asked without a request: if a player is liable already, or may be for such a hand as the
    winner's. Drops a liability that is no longer possible."""
    rules, table = session.rules, session.table
    entry.liable = [payer for payer in entry.liable if share_of(entry, payer[0]) in shares_of(entry, session, payer[0])]
    entry.feeding = entry.feeding and bool(entry.liable)
    if entry.liable or not may_be(entry, rules):
        return bool(entry.liable)
    hand = entry.won().plain()
    if hand.score is not None:
        return True  # the kind of hand is unknown
    if rules.on("feeding") and fed(entry, session) and _made_pair(entry, hand, rules):
        return True
    if not _for_discard(entry, rules):
        return False
    # one suit, only majors, all dragons, all winds: the four kinds of hand in both books (Harr p.67-70; Babcock
    # p.75-76)
    if hand.suit in ("full", "honours") or hand.number(DRAGON, SETS) == 3:
        return True
    seated = Seated(hand, table.seat(entry.winner), entry.win(table), rules)
    return bool(holds("all_majors", seated) or holds("four_winds", seated))


def fed(entry: "Entry", session: "Session") -> bool:
    """True if a player may have fed the winner."""
    table, player = session.table, entry.winner
    tiles = " ".join(entry.hands[player].in_tiles()) if entry.whole(player) else ""
    return may_be_fed(entry.won().plain(), entry.win(table), session.rules, tiles)


def _made_pair(entry: "Entry", hand: "Hand", rules: "Rules") -> bool:
    """True if the last tile may have made the pair and had only that place, as of a hand that was fed."""
    if entry.hidden:
        return True  # nothing is known of the last tile
    if rules.table["shape_counts"]:
        return hand.last_set is not None and hand.last_set[:4] == "pair"
    return hand.only_place or not rules.knows("only-place")


def shares_of(entry: "Entry", session: "Session", player: int) -> "list[str]":
    """Returns what a player may be liable for: FULL, HALF or FED, in the order in which they are chosen."""
    rules, table = session.rules, session.table
    if player == entry.winner or player not in table.order:
        return []
    shares = []
    by_discard = _for_discard(entry, rules)
    source = None if entry.source is None else table.seat(entry.source)
    by_feeding = rules.on("feeding") and fed(entry, session)
    for share, offered in ((FULL, by_discard), (HALF, by_discard), (FED, by_feeding)):
        liable = Liable(table.seat(player), HALF if share == HALF else FULL, FEEDING if share == FED else None)
        if offered and not why_not(liable, table.seat(entry.winner), source, entry.drawn(), table.seats, rules):
            shares.append(share)
    return shares


def share_of(entry: "Entry", player: int) -> "str | None":
    """Returns what a player is liable for, or None."""
    for payer, share in entry.liable:
        if payer == player:
            return FED if entry.feeding else str(share)
    return None


def choose(entry: "Entry", session: "Session", player: int) -> None:
    """Makes a player liable; one who is liable already, for the next share, and at last for none."""
    share, shares = share_of(entry, player), shares_of(entry, session, player)
    others = [other for other in entry.liable if other[0] != player]
    if share is not None:
        # one of two players who pay half is no longer liable; a player who is liable alone goes on to the next share
        after = shares.index(share) + 1
        if others or after == len(shares):
            entry.liable, entry.feeding = others, False
            return
        share = shares[after]
    elif others and HALF in shares and HALF in shares_of(entry, session, others[0][0]):
        share, others = HALF, [[others[0][0], HALF]]
    else:
        share, others = shares[0], []
    entry.liable = others + [[player, FULL if share == FED else share]]
    entry.feeding = share == FED
