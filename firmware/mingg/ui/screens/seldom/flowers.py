"""The flowers of one hand. An arrow stands for a number; it points to the player whose wind has that number. A goes on
as A on the card does, so that the flowers take no press more than their own."""

from typing import Any

from mingg.entry.card_entry import hand_at
from mingg.entry.entry import Entry
from mingg.hal.keys import A
from mingg.lang import letters, say
from mingg.ui.kit.view import Arm, Centre, Key, Parts, Screen, Title, View
from mingg.ui.play import Play
from mingg.ui.screens.deal.card import finish
from mingg.ui.seating import SIDES

WINDS = "ESWN"
HELD_WORDS = ("", "green", "red", "both")


# ---- the flowers of a hand ----


def numbers(play: "Play") -> "dict[int, int]":
    """Returns the number of each arrow. The numbers of winds without a player take the free sides, from East's right
    on."""
    table = play.playing.table
    keys = {play.side(player) or 0: WINDS.index(table.seat(player)) + 1 for player in table.order}
    rest = [number for number in range(1, 5) if number not in keys.values()]
    start = SIDES.index(play.side(table.east) or 0)
    for side in SIDES[start:] + SIDES[:start]:
        if side not in keys:
            keys[side] = rest.pop(0)
    return keys


def held(entry: "Entry", player: int, number: int) -> int:
    """Returns which of the two flowers of a number a hand has: 1 green, 2 red, 3 both."""
    flowers = entry.hands[player].flowers
    return (number in flowers) + 2 * (number + 4 in flowers)


def after(entry: "Entry", player: int, number: int) -> "tuple[int, tuple[int, int] | None]":
    """Returns the next possible choice of green, red, both and none. If another hand has a flower of a choice that
    comes before, returns that player, and 1 for the green or 2 for the red one."""
    choice, taken = held(entry, player, number), None
    while True:
        choice = (choice + 1) % 4
        shared = [(other, choice & held(entry, other, number)) for other in range(len(entry.hands)) if other != player]
        holders = [holder for holder in shared if holder[1]]
        if not holders:
            return choice, taken
        taken = taken or holders[0]


# ---- the screen ----


class Flowers(Screen):
    words = ("cards",)

    def begin(self, turn: int) -> None:
        self.turn = turn
        play = self.play
        self.hand = hand_at(play.entry, play.playing, turn)
        self.numbers = numbers(play)
        # it does not lead back to the card, so it says where
        follows = turn == play.entry.at and turn + 1 < len(play.playing.table.order)
        self.done = "A next hand" if follows else "A done"
        self.score = str(play.entry.count(self.hand.player, play.playing).score)

    def view(self) -> "Parts":
        hand, entry = self.hand, self.play.entry
        arms: "list[Key]" = []
        for key, number in self.numbers.items():
            text = "%d %s" % (number, letters(hand.seat)) if WINDS[number - 1] == hand.seat else str(number)
            now = held(entry, hand.player, number)
            choice, taken = after(entry, hand.player, number)
            gone = message(self.play, number, taken) if choice == now and taken else None
            if now or not gone:
                arms.append(Arm(key, say(HELD_WORDS[now]) if now else "", gone or self.take, number, text))
            else:
                arms.append(Key(key, "", gone))
        wrong = hand.why_not_done()
        score = Centre(self.score)
        score.bold = True
        return View(
            Title(say("flowers of", "%s"), "", hand.seat, self.play.name(hand.player)),
            Key(A, self.done, "no " + wrong if wrong else self.finish),
            *arms,
            score,
        )

    def take(self, number: int) -> None:
        """Takes the next choice of a number."""
        entry, player = self.play.entry, self.hand.player
        choice, taken = after(entry, player, number)
        flowers = [flower for flower in entry.hands[player].flowers if flower % 4 != number % 4]
        flowers += [number + 4 * i for i in (0, 1) if choice >> i & 1]
        entry.hands[player].flowers = sorted(flowers)
        self.play.changed()
        self.hand.look()
        self.score = str(entry.count(player, self.play.playing).score)
        if taken:
            self.app.display.refuse(*message(self.play, number, taken))

    def finish(self) -> None:
        self.back()
        finish(self.app, self.turn)


def message(play: "Play", number: int, taken: "tuple[int, int]") -> "list[Any]":
    """Returns the message about a flower that another hand has."""
    return ["flower held", play.name(taken[0]), say(HELD_WORDS[taken[1]]), number]
