"""What a report says about deals, in a language of the device: how they ended, and the tiles of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mingg.core.hand.hand import ADDED, CHOW, CONCEALED, KINDS, KONG, name, parse
from mingg.lang import ENGLISH
from mingg_scoring.interchange.score_sheet import ScoreSheet, capital
from mingg_scoring.interchange.tiles import arrangement, tile_of
from mingg_scoring.texts import Words

from mingg_host.evenings.evening import Gap, PlayedDeal, Swapped

BACK = "back"  # of a tile with its face down


class Group(NamedTuple):
    """Tiles that lie together. tiles: names or BACK, as drawn. words: read aloud. table: True if they are declared."""

    tiles: list[str]
    words: str
    table: bool = True


class Told(ScoreSheet):
    """Says what a report has about deals."""

    def __init__(self, language: str = ENGLISH) -> None:
        super().__init__(Words(language))
        self.language = language

    def ended(self, deal: PlayedDeal) -> str:
        """Says how a deal ended, with the players' names, and what the winner scored."""
        words = capital(self.ending(deal.deal, deal.players))
        winner = deal.deal.winner
        return words if winner is None else f"{words}: {self.say('n points', deal.answer.counts[winner].score)}"

    def goes_on(self, deal: PlayedDeal) -> str:
        """Says who is liable, and who deals next."""
        following = self.following(deal.answer.deals_next, deal.players)
        return " ".join([*self.liable(deal.deal, deal.players), following])

    def why(self, deal: PlayedDeal, seat: str) -> str:
        """Says why a hand scored so much: its special hand, or its doublings."""
        count, hand = deal.answer.counts[seat], deal.deal.hands.get(seat)
        words = [self.special(count.special)] if count.special else []
        words += [self.doubling(doubling, tile_of(doubling, hand)) for doubling in count.doubled]
        return "; ".join(words) or str(self.say("not doubled"))

    def event(self, event: Gap | Swapped) -> str:
        """Says what happened beside deals and payments."""
        return capital(event.told(self.say))

    def groups(self, deal: Any, seat: str) -> list[Group]:
        """Returns the groups of a hand: declared sets, tiles in the hand, flowers; of a hand of sets, its known
        tiles. deal: of the core.

        A winner's hand is grouped by sets, as it was arranged. A set that was completed with a claimed tile is
        declared."""
        of = deal.hands[seat]
        text, arranged = of.tiles or of.named or "", arrangement(of)
        try:
            hands = list(map(parse, arranged.split() if arranged else [text]))
        except ValueError:  # tiles beside sets are not checked before
            return []
        found = [group for hand in hands for group in self._groups_of(hand)]
        flowers = [f"{number}f" for number in sorted(parse(text).flowers)]
        return [*found, Group(flowers, ", ".join(map(self.tile, flowers)))] if flowers else found

    def _groups_of(self, hand: Any) -> Iterator[Group]:
        say = self.say
        for meld in hand.melds:
            is_chow, hidden = meld.kind == CHOW, meld.lie == CONCEALED
            tiles = [name(meld.tile + (i if is_chow else 0)) for i in range(4 if meld.kind == KONG else 3)]
            of_tile, first = "chow from" if is_chow else "of tile", self.tile(tiles[0])
            words = say(of_tile, say("chow" if is_chow else "kong" if meld.kind == KONG else "pung"), first)
            lies = say("hand" if hidden else "table") + (f", {say('added to pung')}" if meld.lie == ADDED else "")
            yield Group([BACK, *tiles[1:3], BACK] if hidden else tiles, f"{words}, {lies}")
        held = [name(tile) for tile in range(KINDS) for _ in range(hand.counts[tile])]
        if held:
            yield Group(held, f"{say('hand')}: {', '.join(map(self.tile, held))}", table=False)
