"""Random deals by the modern rule sets, against the plain count of plain_living.py."""

from __future__ import annotations

import random
from typing import Any

import pytest
from help import plain_living as plain
from help.answers import by_sets, read_deal
from help.seeds import TIMES
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mingg.core.interchange.keys import write_deal
from mingg.core.rules import MODERN
from mingg.core.settle import settle
from mingg.core.values import BadInput
from mingg_scoring.interchange.answers import play_standalone, read_standalone, write_answer
from mingg_scoring.json_answers import play
from mingg_scoring.score_sheet import text
from rules.test_rule_properties import MAJORS, TILES, Dealer, Wall, figures

SHAPES = (
    "twins",
    "knitting",
    "triple",
    "snake",
    "orphans",
    "gates",
    "winding",
    "jade",
    "green",
    "terminals",
    "honours",
)
SHAPES += ("pure", "dragons", "winds", "half", "alike")


class ModernDealer(Dealer):
    """Makes a possible deal. Half of the hands come near to a special one."""

    def special(self, wall: Wall) -> list[str]:
        """Returns fourteen tiles of a special hand, or [] if the wall lacks some."""
        suit, other = self.random.sample("mps", 2)
        shape = self.random.choice(SHAPES)
        number = [str(digit) for digit in range(1, 10)]
        if shape == "twins":
            tiles = [tile for tile in self.random.choices(MAJORS, k=7) for _ in range(2)]
        elif shape == "knitting":
            tiles = [digit + each for digit in self.random.choices(number, k=7) for each in (suit, other)]
        elif shape == "triple":
            tiles = [digit + each for digit in self.random.choices(number, k=4) for each in "mps"]
            more = self.random.choice(number)
            tiles += [more + suit, more + other]
        elif shape == "snake":
            tiles = [digit + suit for digit in "1123456789"] + ["1z", "2z", "3z", "4z"]
        elif shape == "orphans":
            tiles = [*MAJORS, self.random.choice(MAJORS)]
        elif shape == "gates":
            tiles = [digit + suit for digit in "1112345678999" + self.random.choice(number)]
        elif shape == "winding":
            tiles = [digit + suit for digit in "1119992345678" + self.random.choice("258")]
        elif shape == "jade":
            one, two, three = self.random.sample(["6s", "8s", "6z"], 3)
            tiles = ["2s", "3s", "4s"] * 2 + [one] * 3 + [two] * 3 + [three] * 2
        elif shape == "alike":
            winds = self.random.sample(["1z", "2z", "3z", "4z"], 4)
            dragons = [*self.random.sample(["5z", "6z", "7z"], 3), self.random.choice(TILES)]
            one, two, three, four = self.random.choice([winds, dragons])
            tiles = [one] * 4 + [two] * 3 + [three] * 3 + [four] * 2 + self.random.choices(TILES, k=2)
        else:
            pool = {
                "green": ["2s", "3s", "4s", "6s", "8s", "6z"],
                "terminals": [digit + each for each in "mps" for digit in "19"],
                "honours": [digit + "z" for digit in "1234567"],
                "pure": [digit + suit for digit in number],
                "dragons": ["5z", "6z", "7z", *self.random.sample(TILES[:31], 2)],
                "winds": ["1z", "2z", "3z", "4z", self.random.choice([*TILES[:27], *TILES[31:]])],
                "half": [*(digit + suit for digit in number), *(digit + "z" for digit in "1234567")],
            }[shape]
            kinds = self.random.sample(pool, 5)
            tiles = [tile for tile in kinds[:4] for _ in range(3)] + kinds[4:] * 2
        return tiles if wall.take(tiles) else []

    def hand(self, wall: Wall, winner: bool) -> tuple[list[str], list[str]]:
        """Returns the declared sets, and the concealed tiles."""
        tiles = self.special(wall) if self.chance(5) else []
        if not tiles:
            if winner:
                return self.complete(wall, [])
            number = self.random.randrange(5)
            declared, tiles = self.sets(wall, self.pool(), number)
            left = [tile for tile in TILES for _ in range(wall.left[tile])]
            rest = self.random.sample(left, 13 - 3 * number)
            wall.take(rest)
            return declared, tiles + rest
        if not winner:
            back = tiles.pop(self.random.randrange(14))
            wall.left[back] += 1
        return self.declared(tiles, wall)

    def declared(self, tiles: list[str], wall: Wall) -> tuple[list[str], list[str]]:
        """Declares a few of the pungs among the tiles, a few of them as kongs."""
        declared = []
        for tile in sorted(set(tiles)):
            if tiles.count(tile) == 3 and self.chance(4):
                tiles = [other for other in tiles if other != tile]
                text = tile[0] * 3
                ways = ["({0}{1})"]
                if self.chance(5) and wall.take([tile]):
                    ways = ["({0}{2}{1})", "({0}+{2}{1})", "[{0}{2}{1}]"]
                declared.append(self.random.choice(ways).format(text, tile[1], tile[0]))
        return declared, tiles

    def modern(self) -> dict[str, Any]:
        rules = self.random.choice(MODERN)
        wall = Wall(4, rules)
        winner = self.random.choice("ESWN")
        flowers = self.random.sample(range(1, 9), 8)

        def written(melds: list[str], tiles: list[str]) -> dict[str, Any]:
            mine = [flowers.pop() for _ in range(min(len(flowers), self.random.choice([0, 0, 1, 2, 4])))]
            return {"tiles": " ".join([*melds, *tiles, *(f"{number}f" for number in mine)])}

        declared, concealed = self.hand(wall, True)
        hands = {winner: written(declared, concealed)}
        for seat in "ESWN":
            if seat != winner and not self.chance(2):
                hands[seat] = written(*self.hand(wall, False))
        win = self.win(winner, "ESWN", hands, concealed, rules)
        win.pop("hidden", None)
        if win["by"] == "discard":
            win["last"] = self.chance(2)
        if win["by"] == "loose" and self.chance(3):
            win["twofold"] = True
        if not declared and self.chance(2) and not win.get("opening"):
            win["call"] = True
        deal = {"rules": rules, "winner": winner, "win": win, "hands": hands, "round": self.random.choice("ESWN")}
        return deal


def dealt(number: int) -> dict[str, Any]:
    return ModernDealer(number).modern()


def modern_deals() -> st.SearchStrategy[dict[str, Any]]:
    return st.integers(0, 2**32 - 1).map(dealt)


def ask(deal: dict[str, Any]) -> dict[str, Any]:
    _, read, answer = play_standalone(deal)
    return write_answer(answer, read)


def plain_scores(deal: dict[str, Any]) -> dict[str, int]:
    scores = dict.fromkeys("ESWN", 0)
    for seat, hand in deal["hands"].items():
        held = plain.read(hand["tiles"])
        if seat == deal["winner"]:
            scores[seat] = plain.Winner(deal["rules"], held, deal["win"], seat, deal["round"]).score()
        else:
            scores[seat] = plain.loser_score(deal["rules"], held, seat, deal["round"])
    return scores


def is_possible(deal: dict[str, Any]) -> bool:
    """Whether the winner's tiles make a hand, and two loose tiles may follow each other."""
    held = plain.read(deal["hands"][deal["winner"]]["tiles"])
    kongs = sum(group.is_kong for group in held.groups)
    if deal["win"].get("twofold") and kongs + len(held.flowers) < 2:
        return False
    return plain_scores(deal)[deal["winner"]] >= 0


@settings(max_examples=400 * TIMES)
@given(modern_deals())
def test_every_hand_counts_as_it_does_plainly(deal: dict[str, Any]) -> None:
    if not is_possible(deal):
        with pytest.raises(BadInput):
            ask(deal)
        return
    answer = ask(deal)
    assert {seat: hand["score"] for seat, hand in answer["hands"].items()} == plain_scores(deal)
    assert sum(answer["net"].values()) == 0
    for hand in answer["hands"].values():
        assert hand["points"] == sum(item["points"] for item in hand["items"])
        assert hand["doublings"] == sum(doubling["times"] for doubling in hand["doubled"])


@given(modern_deals())
def test_sets_count_as_their_tiles_and_survive_being_written(deal: dict[str, Any]) -> None:
    assume(is_possible(deal))
    rules, round_wind, read, _ = read_standalone(deal)
    answer = write_answer(settle.answer(read, rules), read)
    again = read_deal(write_deal(read), rules, round_wind)
    assert write_answer(settle.answer(again, rules), again) == answer
    sets = dict(deal, hands={seat: by_sets(read.hands[seat]) for seat in deal["hands"]})
    assert figures(ask(sets)) == figures(answer)


@given(modern_deals(), st.randoms(use_true_random=False))
def test_the_order_of_tiles_changes_nothing(deal: dict[str, Any], order: random.Random) -> None:
    assume(is_possible(deal))
    answer = ask(deal)
    for hand in deal["hands"].values():
        groups = hand["tiles"].split()
        order.shuffle(groups)
        hand["tiles"] = " ".join(groups)
    assert figures(ask(deal)) == figures(answer)


@given(modern_deals())
def test_every_line_of_a_count_is_explained(deal: dict[str, Any]) -> None:
    assume(is_possible(deal))
    hands = play(deal).to_json(explained=True)["hands"]
    for hand in hands.values():
        for each in [*hand["items"], *hand["doubled"], *hand.get("added", [])]:
            assert each["why"]
            assert each["source"].startswith(("BMJA, ", "DMJL, "))
        if "special" in hand:
            assert hand["why"]
    assert text(play(deal), explained=True)
