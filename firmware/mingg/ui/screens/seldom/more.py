"""More, behind A held on Card: suits; the tiles themselves; and a list of the rest."""

from mingg.core.deal.hand import ANY, CLAIMED
from mingg.entry.card_entry import SUIT_ROWS
from mingg.entry.sayable import KNOWN, Sayable, hands_of
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import say
from mingg.ui.app import App
from mingg.ui.kit.view import Act, Arm, Key, Parts, Screen, Title, View

CARD, SPECIAL = "deal.card.Card", "seldom.special.Special"


def more(app: "App", turn: int) -> None:
    """Shows the screen behind A held: for a loser the list, if it is long and no suit counts for a loser."""
    rules = app.play.playing.rules
    suits = any(row.id in SUIT_ROWS.values() for row in rules.doublings_of[not turn])
    app.show(SPECIAL if turn and rules.table["hands_named"] and not suits else "seldom.more.More", turn)


class More(Screen):
    """An arrow chooses a suit, or the list."""

    words = ("cards",)
    next = SPECIAL

    def begin(self, turn: int) -> None:
        self.turn = turn
        entry, session = self.play.entry, self.play.playing
        self.hand = Sayable(entry, entry.player(turn, session.table), session)

    def view(self) -> "Parts":
        entry, hand, turn = self.play.entry, self.hand, self.turn
        rules, entered = hand.rules, hand.entered
        act = SPECIAL
        if turn:
            words, stands = "or dead", entered.dead is not None
        else:
            more = hands_of(rules) or rules.knows("three-concealed") or rules.knows("fourth")
            words = "or special" if more else "or known"
            stands = bool(
                entry.liable or entered.number(ANY, CLAIMED) or any(w != entered.suit for w in entered.words())
            )
        if hand.items == [KNOWN]:  # no list of one line
            reason = hand.why_not(KNOWN)
            words, act = "special known", "no " + reason if reason else "seldom.special.enter_score"
        return View(
            Title(self.play.name(hand.player), "", hand.seat),
            Key(B, "B back", CARD, turn),
            *[self.suit_key(key, suit) for key, suit in ((LEFT, "half"), (UP, "full"), (RIGHT, "honours"))],
            Arm(DOWN, say(words), act, turn, "", stands),
            Key(A, "A tiles", "deal.board.Board", turn),
        )

    def suit_key(self, key: int, suit: str) -> Key:
        entry, hand = self.play.entry, self.hand
        chosen, whole = suit == hand.entered.suit, entry.whole(hand.player)
        after = "mixed" if chosen else suit  # the same arrow again takes a suit back
        reason = "tiles-tell" if whole else hand.why_not_suit(after)
        act: "Act" = "no " + reason if reason else self.take
        if chosen or not reason:
            return Arm(key, say(suit), act, after, self._worth(suit), chosen, True)
        return Key(key, "", act)

    def _worth(self, suit: str) -> str:
        rules = self.hand.rules
        limited = "all_honours" in rules.hands or "winds_and_dragons" in rules.hands
        if suit == "honours" and rules.limit is not None and limited:
            return say("limit")
        rows = (SUIT_ROWS[suit], "purity") if suit == "full" else (SUIT_ROWS[suit],)
        times = [row.worth for row in rules.doublings if row.id in rows]
        return "x%d" % (1 << times[0]) if times else ""

    def take(self, suit: str) -> None:
        self.hand.entered.put("suit", suit)
        self.play.changed()
        self.show(CARD, self.turn)
