"""Who is liable for what the others owe the winner, and why: insurance, feeding, or the discard to a big hand."""

from mingg.core.deal.deal import Liable
from mingg.core.rules.liability import FEEDING, why_not
from mingg.core.scoring.facts import Hand
from mingg.core.scoring.score import find
from mingg.hal.keys import DOWN, LEFT, UP, A
from mingg.lang import say
from mingg.ui.panel.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT
from mingg.ui.screen import link
from mingg.ui.screens import deal
from mingg.ui.screens.deal.card import CARD, LIABLE, go_back, go_on, show_page
from mingg.ui.widgets.rosette import People

MYPY = False
if MYPY:
    from mingg.core.deal.card import Card
    from mingg.ui.app import App
    from mingg.ui.entry.entry import Entry
    from mingg.ui.panel.canvas import Canvas
    from mingg.ui.screen import Act
    from mingg.ui.widgets.rosette import Lines

FULL, HALF, FED = "full", "half", "fed"


# ---- whether it is asked ----


def may_be(app: "App") -> bool:
    """True if a player may be liable by the rules in force. By Harr only the discarder can be (p.67)."""
    rules = app.playing.rules
    if rules.on("insurance") or rules.on("feeding"):
        return True
    return bool(rules.on("discarder_pays")) and app.entry.source is not None


def is_asked(app: "App") -> bool:
    """True if the page is shown without a request: if a player is liable already, or may be for such a hand as the
    winner's. Otherwise More leads to it.

    Drops a liability that is no longer possible.
    """
    entry, rules = app.entry, app.playing.rules
    if entry.liable:
        liable = [payer for payer in entry.liable if _share(entry, payer[0]) in shares_of(app, payer[0])]
        if liable != entry.liable:
            entry.liable = liable
            entry.feeding = entry.feeding and bool(liable)
            app.changed()
    if entry.liable or not may_be(app):
        return bool(entry.liable)
    table = app.playing.table
    card = entry.card(entry.winner, table)
    if card.score is not None:
        return True  # the kind of hand is unknown
    if rules.on("feeding") and _may_be_fed(app, card):
        return True
    if not rules.on("insurance") and (not rules.on("discarder_pays") or entry.source is None):
        return False
    # one suit, only majors, all dragons, all winds: the four kinds of hand in both books (Harr p.67-70; Babcock
    # p.75-76)
    if card.suit in ("full", "honours") or card.dragons == 3:
        return True
    hand = Hand(card, table.seat(entry.winner), table.round_wind(), entry.win(table), rules)
    return bool(find("all_majors")(hand) or find("four_winds")(hand))


# hands that stay concealed until the last tile
NEVER_FED = ("nine_gates", "four_concealed", "thirteen_orphans", "seven_twins")


def _may_be_fed(app: "App", card: "Card") -> bool:
    """True if four sets that were claimed from one player are exposed, so that the last tile made the pair and had only
    that place (Babcock p.78)."""
    if card.pungs[1] or card.pungs[3] or card.kongs[1] or card.kongs[3] or app.entry.opening:
        return False
    if any(hand in NEVER_FED for hand in card.special):
        return False
    rules = app.playing.rules
    if app.entry.hidden:
        return True  # nothing is known of the last tile
    if rules.table["shape_counts"]:
        return card.last_set is not None and card.last_set[:4] == "pair"
    return card.only_place or not rules.knows("only-place")


# ---- who may be liable for what ----


def shares_of(app: "App", player: int) -> "list[str]":
    """Returns what a player may be liable for, in the order of presses on their arrow."""
    entry, rules, table = app.entry, app.playing.rules, app.playing.table
    if player == entry.winner or player not in table.order:
        return []
    shares = []
    by_discard = rules.on("insurance") or (rules.on("discarder_pays") and entry.source is not None)
    source = None if entry.source is None else table.seat(entry.source)
    for share, offered in ((FULL, by_discard), (HALF, by_discard), (FED, rules.on("feeding"))):
        liable = Liable(table.seat(player), HALF if share == HALF else FULL, FEEDING if share == FED else None)
        if offered and not why_not(liable, table.seat(entry.winner), source, entry.drawn(), table.seats, rules):
            shares.append(share)
    return shares


def _share(entry: "Entry", player: int) -> "str | None":
    for payer, share in entry.liable:
        if payer == player:
            return FED if entry.feeding else str(share)
    return None


# ---- the screen ----


class Liability(People):
    """An arrow chooses the player who is liable. The same arrow again changes the share. A goes on.

    from_special: it was opened from More, and leads back to the card.
    """

    title = "liable?"
    hint = A
    rooms = 40, 70
    words = ("cards",)

    def __init__(self, app: "App", from_special: bool = False) -> None:
        super().__init__(app)
        self.link = link(deal.Liability, from_special)
        self.from_special = from_special
        self.shares = {player: shares_of(app, player) for player in self.answers.values() if player != app.entry.winner}

    def draw(self, canvas: "Canvas") -> None:
        app, entry = self.app, self.app.entry
        self.header(canvas)
        side = app.side(entry.winner)
        if side is not None:
            # the winner is no answer, and has no arrow
            across = side in (UP, DOWN)
            name = canvas.fit(app.name(entry.winner), 80 if across else 40)
            won = say("won", "").strip()
            if across:
                canvas.text(name + " " + won, 64, 12 if side == UP else 55, ALIGN_CENTRE)
            else:
                x, align = (2, ALIGN_LEFT) if side == LEFT else (125, ALIGN_RIGHT)
                canvas.text(name, x, 24, align)
                canvas.text(won, x, 33, align)
        self.draw_arms(canvas)
        for shares in self.shares.values():
            if len(shares) > 1:
                canvas.text(say("pressed again", say("pays " + shares[1])), 64, 45, ALIGN_CENTRE)
                break

    def arm(self, canvas: "Canvas", key: int, answer: int) -> "tuple[Lines, bool] | None":
        if not self.shares.get(answer):
            return None
        share = _share(self.app.entry, answer)
        lines = self.name(key, answer)
        if share is not None:
            lines.append((say("pays " + share), False))
        return lines, share is not None

    def back(self) -> None:
        if self.from_special:
            show_page(self.app, 0, CARD)
        else:
            go_back(self.app, 0, LIABLE)

    def accept(self) -> None:
        if self.from_special:
            show_page(self.app, 0, CARD)
        else:
            go_on(self.app, 0, LIABLE)

    def does(self, key: int, held: bool = False) -> "Act":
        app = self.app
        if key == A:
            return "A go on" if app.entry.liable else "A nobody", self.accept
        if key in self.answers:
            player = self.answers[key]
            if player not in self.shares:
                return "winner liable"
            if not self.shares[player]:
                return "only fed" if app.playing.rules.on("feeding") else "only discarder"
            if len(app.entry.liable) > 1 and _share(app.entry, player) is None:
                return "two liable"
        return super().does(key)

    def take(self, answer: int) -> None:
        entry = self.app.entry
        share = _share(entry, answer)
        others = [(other, str(other_share)) for other, other_share in entry.liable if other != answer]
        shares = self.shares[answer]
        if share is not None:
            # the second press on one of two players who pay half takes it back; a player who is liable alone goes on to
            # the next share, and at last to none
            after = shares.index(share) + 1
            liable = [(answer, shares[after])] if not others and after < len(shares) else others
        elif others and HALF in shares and HALF in self.shares[others[0][0]]:
            liable = [(others[0][0], HALF), (answer, HALF)]
        else:
            liable = [(answer, shares[0])]
        entry.feeding = any(other_share == FED for _, other_share in liable)
        entry.liable = [[other, FULL if other_share == FED else other_share] for other, other_share in liable]
        self.app.changed()
