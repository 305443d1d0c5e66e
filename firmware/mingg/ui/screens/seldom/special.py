"""What few hands need: a list of what can be said of one; who is liable; and a hand that was counted at the table."""

from typing import Any

from mingg.core.score.check import highest, lowest
from mingg.entry.card_entry import CARD, hand_at
from mingg.entry.card_entry import LIABLE as LIABLE_PAGE
from mingg.entry.entry import BIG_WINDS, CLAIMED_KONG, LITTLE_WINDS
from mingg.entry.liability import choose, fed, share_of, shares_of
from mingg.entry.sayable import KNOWN, LIABLE, Sayable
from mingg.hal.keys import DOWN, LEFT, RIGHT, UP, A, B
from mingg.lang import named, say
from mingg.ui.app import App
from mingg.ui.kit.canvas import Canvas
from mingg.ui.kit.forms import draw_figure
from mingg.ui.kit.lists import Choices
from mingg.ui.kit.view import HOLD, NOTHING, Arm, Centre, Foot, Key, Otherwise, Parts, Picture, Screen, Title, View

SCREEN, BESIDE = "deal.card.Card", "deal.card.go_beside"
ROWS_OF_A_SCORE = ("concealed_hand", "last-discard", LITTLE_WINDS, BIG_WINDS, "call")  # named as in the result
_WIDE, _PITCH, _GAP = 9, 13, 3  # tiles of a line; pixels of a tile, and between two sets
STEPS = ((UP, 2), (DOWN, -2), (LEFT, -10), (RIGHT, 10))


class Special(Screen):
    """A list: an arrow enters the current row, takes it back, or opens it. Where players know special hands by name,
    the tiles of one stand below the list."""

    words = ("cards",)

    def begin(self, turn: int) -> None:
        self.turn = turn
        entry, session = self.play.entry, self.play.playing
        self.named = session.rules.table["hands_named"]
        self.hand = Sayable(entry, entry.player(turn, session.table), session)
        self.items = self.hand.items
        self.places = len(self.items)

    def view(self) -> "Parts":
        hand, item = self.hand, self.items[self.current]
        reason = hand.why_not(item)
        parts: "list[Any]" = [Foot("", ""), Picture(self.draw_tiles, item)] if self.named else []
        return View(
            Title(self.play.name(hand.player), "", hand.seat),
            Key(A, "A done", SCREEN, self.turn),
            *parts,
            Choices(self, len(self.items), self.row, "no " + reason if reason else self.step),
        )

    def row(self, index: int) -> "tuple[str, str]":
        item = self.items[index]
        said = self.hand.said(item)
        right = "" if item == KNOWN else str(said) if item == CLAIMED_KONG else say("yes" if said else "no")
        if item in ROWS_OF_A_SCORE:
            return say("by " + item.replace("_", "-")), right
        return named("special", "otherwise" if item == "dead" and "long" in self.items else item), right

    def step(self, step: int) -> None:
        item = self.items[self.current]
        if item == LIABLE:
            self.show("seldom.special.Liability")
        elif item == KNOWN:
            self.show("seldom.special.enter_score", self.turn)
        else:
            self.hand.change(item)
            self.play.changed()
            self.hand.look()

    def draw_tiles(self, canvas: "Canvas", item: str) -> None:
        """Draws the tiles of a special hand in two lines at the bottom."""
        from mingg.core.hand.examples import EXAMPLES
        from mingg.core.hand.hand import parse

        text = EXAMPLES.get(item, "")
        patterns = self.hand.rules.table["patterns"]
        if item in patterns:
            from mingg.core.hand.made import example

            text = example(patterns[item])
        sets = [parse(group).held() for group in text.split()]
        left, drawn, pitch = sum([sum(held) for held in sets]), 0, _PITCH
        x, y = 1, 46
        for held in sets:
            drawn += sum(held)
            if drawn > _WIDE and y == 46:
                x, y = 1, 55
                if left > _WIDE:  # ten tiles, of two kongs and a pair, stand closer
                    pitch -= 1
            left -= sum(held)
            for tile, number in enumerate(held):
                for _ in range(number):
                    canvas.face(tile, x, y)
                    x += pitch
            x += _GAP


# ---- who is liable ----


class Liability(Screen):
    """Asks who is liable for what the others owe the winner, and why: insurance, feeding, or the discard to a big hand.
    An arrow chooses the player. The same arrow again changes the share. A goes on; if the list led here, to the card.
    """

    words = ("cards",)

    def begin(self) -> None:
        session = self.play.playing
        self.shares = {player: shares_of(self.play.entry, session, player) for player in session.table.order}
        self.reason = "only discarder"  # why the others are not liable
        if session.rules.on("feeding"):
            self.reason = "only fed" if fed(self.play.entry, session) else "no not-fed"

    def view(self) -> "Parts":
        play, entry = self.play, self.play.entry
        parts: "list[Any]" = [
            Title(say("liable?")),
            Key(A, "A go on" if entry.liable else "A nobody", self.go_to, 1),
            Key(B, "B back", self.go_to, -1),
        ]
        for player, shares in self.shares.items():
            side, share, name = play.side(player) or 0, share_of(entry, player), play.name(player)
            if shares:
                act: "Any" = self.take if share is not None or len(entry.liable) < 2 else "two liable"
                pays = "" if share is None else say("pays " + share)
                parts.append(Arm(side, pays, act, player, name, share is not None))
            elif player == entry.winner:
                parts.append(Arm(side, say("won", "").strip(), "winner liable", NOTHING, name))
            else:
                parts.append(Key(side, "", self.reason))
        again = [shares[1] for shares in self.shares.values() if len(shares) > 1]
        if again:
            parts.append(Centre(say("pressed again", say("pays " + again[0]))))
        return View(*parts, Otherwise("nobody there"))

    def go_to(self, step: int) -> None:
        if self.app.navigator.on_path("seldom.special.Special"):
            self.show(SCREEN, 0)
        else:
            self.show(BESIDE, 0, LIABLE_PAGE, step)

    def take(self, player: int) -> None:
        choose(self.play.entry, self.play.playing, player)
        self.play.changed()


# ---- a hand that was counted at the table ----


def enter_score(app: "App", turn: int) -> None:
    """Goes from a card to its score alone. The dial begins at what the card counts so far."""
    play = app.play
    entry = play.entry
    player = entry.player(turn, play.playing.table)
    entry.hands[player].put("dead", None)
    entry.hands[player].score = entry.count(player, play.playing).score
    app.navigator.leave(SCREEN)
    app.show("deal.card.show_page", turn, CARD)


class Known(Screen):
    """The page of a hand whose score the players dial, in place of its card: the device does not count it. A held goes
    back to the sets."""

    words = ("cards",)

    def begin(self, turn: int) -> None:
        self.turn = turn
        self.hand = hand_at(self.play.entry, self.play.playing, turn)

    def view(self) -> "Parts":
        hand = self.hand
        score = hand.entered.score or 0
        least, most = lowest(hand.winner, hand.rules), highest(hand.winner, hand.rules)
        wrong = hand.why_not_done()
        arms = []
        for key, step in STEPS:
            after = max(score + step, least)  # a step that would lead beyond an end ends there
            if most is not None:
                after = min(after, most)
            act: "Any" = self.dial
            if after == score:
                act = ["limit is", after] if step > 0 else ["mahjong is", after] if hand.winner else "no more"
            arm = Arm(key, "" if after == score else "%+d" % (after - score), act, after)
            arm.repeats = True
            arms.append(arm)
        return View(
            Title("%s", "", hand.seat, self.play.name(hand.player)),
            Key(A, "A done", "no " + wrong if wrong else BESIDE, (self.turn, CARD, 1)),
            Key(B, "B back", BESIDE, (self.turn, CARD, -1)),
            Key(HOLD | A, "enter sets", self.enter_sets, (), False, True),
            Picture(draw_figure, str(score)),
            Foot(say("counted so")),
            *arms,
        )

    def dial(self, score: int) -> None:
        self.hand.entered.score = score
        self.hand.look()
        self.play.changed()

    def enter_sets(self) -> None:
        self.hand.entered.score = None
        self.back()
        self.show("deal.card.show_page", self.turn, CARD)
