"""More, behind A held on Card: what few hands need. Suits; the tiles themselves; and a list of the rest."""

from mingg.entry.card_entry import SUIT_ROWS, hand_at
from mingg.entry.entry import CLAIMED, FOURTH
from mingg.entry.modern_marks import BIG_WINDS, CALL, LITTLE_WINDS
from mingg.entry.sayable import KNOWN, LIABLE, Sayable, sayable_of_winner
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import named, say
from mingg.ui.kit.lists import Rows
from mingg.ui.kit.view import Arm, Foot, Key, Picture, Screen, Title, View

MYPY = False
if MYPY:
    from typing import Any

    from mingg.ui.app import App
    from mingg.ui.kit.canvas import Canvas
    from mingg.ui.kit.view import Parts

CARD = "deal.card.Card"
# The words of a row, where they are not the name of a special hand.
WORDS = {CLAIMED: "claimed kongs", FOURTH: "fourth of", LIABLE: "liable", KNOWN: "count known"}
WORDS.update({"dead": "is dead", "short": "is short", "long": "is long", "concealed_hand": "by concealed-hand"})
WORDS.update({LITTLE_WINDS: "by little-winds", BIG_WINDS: "by big-winds"})
WORDS.update({CALL: "by call", "last-discard": "by last-discard"})
_WIDE, _PITCH, _GAP = 9, 13, 3  # tiles of a line; pixels of a tile, and between two sets


def more(app: "App", turn: int) -> None:
    """Shows the screen behind A held: for a loser the list, if it is long and no suit counts for a loser."""
    rules = app.play.playing.rules
    suits = any(row.id in SUIT_ROWS.values() for row in rules.doublings_of(not turn))
    app.show("seldom.more.Special" if turn and "modern" in rules.table and not suits else "seldom.more.More", turn)


class _OfHand(Screen):
    """turn: 0 for the winner's hand, then the losers' from the winner's right."""

    words = ("cards",)

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app)
        self.turn = turn
        self.player = self.play.entry.player(turn, self.play.playing.table)


class More(_OfHand):
    """An arrow chooses a suit, or the list."""

    next = "seldom.more.Special"

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app, turn)
        self.hand = hand_at(self.play.entry, self.play.playing, turn)

    def view(self) -> "Parts":
        play, turn = self.play, self.turn
        entry = play.entry
        if turn:
            words, entered = "or dead", entry.dead[self.player] is not None
        else:
            words = "or special" if sayable_of_winner(play.playing.rules) else "or known"
            entered = bool(entry.special or entry.claimed or entry.fourth or entry.liable or entry.marks)
        return View(
            Title(play.name(self.player), "", self.hand.seat),
            Key(B, "B back", CARD, turn),
            *[self.suit_key(key, suit) for key, suit in ((LEFT, "half"), (UP, "full"), (RIGHT, "honours"))],
            Arm(DOWN, say(words), "seldom.more.Special", turn, "", entered),
            Key(A, "A tiles", "tiles.board.Board", turn),
        )

    def suit_key(self, key: int, suit: str) -> Key:
        entry, hand = self.play.entry, self.hand
        chosen, whole = suit == entry.suits[self.player], entry.whole(self.player)
        after = "mixed" if chosen else suit  # the same arrow again takes a suit back
        reason = "tiles-tell" if whole else hand.why_not_suit(after)
        if chosen if whole else not hand.why_not_suit(suit):
            return Suit(key, say(suit), "no " + reason if reason else self.take, after, self._worth(suit), chosen)
        return Key(key, "", "no %s" % reason)

    def _worth(self, suit: str) -> str:
        rules = self.hand.rules
        limited = "all_honours" in rules.hands or "winds_and_dragons" in rules.hands
        if suit == "honours" and rules.limit is not None and limited:
            return say("limit")
        rows = (SUIT_ROWS[suit], "purity") if suit == "full" else (SUIT_ROWS[suit],)
        times = [row.worth for row in rules.doublings if row.id in rows]
        return "x%d" % (1 << times[0]) if times else ""

    def take(self, suit: str) -> None:
        self.play.entry.suits[self.player] = suit
        self.play.changed()
        self.show(CARD, self.turn)


class Suit(Arm):
    """An answer whose bold text, what it is worth, comes last."""

    last = True


class Special(_OfHand):
    """A list: A enters the current row, takes it back, or opens it. By a modern rule set, the tiles of a special hand
    stand below the list."""

    def __init__(self, app: "App", turn: int) -> None:
        super().__init__(app, turn)
        of_hand = self.play.entry, self.player, self.play.playing
        self.modern = "modern" in self.play.playing.rules.table
        if self.modern:
            from mingg.entry.modern_sayable import ModernSayable

            self.hand: "Sayable" = ModernSayable(*of_hand)
        else:
            self.hand = Sayable(*of_hand)
        self.items = self.hand.items

    def view(self) -> "Parts":
        item = self.items[self.current]
        reason = self.hand.why_not(item)
        parts: "list[Any]" = [Foot("", ""), Picture(self.draw_tiles, item)] if self.modern else []
        return View(
            Title(self.play.name(self.player), "", self.hand.seat),
            Key(A, "A choose", "no " + reason if reason else self.choose, item, False, True),
            Key(B, "B done", CARD, self.turn),
            *parts,
            Rows(self, len(self.items), self.row),
        )

    def row(self, index: int) -> "tuple[str, str]":
        item, hand = self.items[index], self.hand
        words = "is otherwise" if item == "dead" and "long" in self.items else WORDS.get(item)
        said = hand.said(item)
        if item == KNOWN:
            right = ""
        elif item == CLAIMED:
            right = str(said)
        else:
            right = say("yes" if said else "no")
        return say(words) if words else named("special", item), right

    def choose(self, item: str) -> None:
        if item == LIABLE:
            self.show("seldom.liable.Liability", True)
        elif item == KNOWN:
            self.show("seldom.known.begin", self.turn)
        else:
            self.hand.change(item)
            self.play.changed()
            self.hand.look()

    def draw_tiles(self, canvas: "Canvas", item: str) -> None:
        """Draws the tiles of a special hand in two lines at the bottom."""
        from mingg.core.tiles.examples import EXAMPLES
        from mingg.core.tiles.hand import parse

        text = EXAMPLES.get(item)
        patterns = self.hand.rules.table.get("patterns", {})
        if item in patterns:
            from mingg.core.tiles.patterns import example

            text = example(patterns[item]["tiles"])
        if text is None:
            return
        lines: "list[list[list[int]]]" = [[], []]
        drawn = 0
        for group in text.split():
            held = parse(group).held()
            tiles = [tile for tile in range(len(held)) for _ in range(held[tile])]
            drawn += len(tiles)
            lines[drawn > _WIDE].append(tiles)
        y = 46
        for groups in lines:
            # ten tiles, of two kongs and a pair, stand closer
            pitch = _PITCH - (sum([len(tiles) for tiles in groups]) > _WIDE)
            x = 1
            for tiles in groups:
                for tile in tiles:
                    canvas.face(tile, x, y)
                    x += pitch
                x += _GAP
            y += 9
