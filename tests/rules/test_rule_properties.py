"""Invariants of hands of tiles and of sets in every rule set, with any options."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

from help.answers import by_sets
from help.checks import check_payments
from hypothesis import assume, given
from hypothesis import strategies as st
from mingg.core.deal.deal import OPENINGS
from mingg.core.rules import RULE_SETS, agreed, module_of, options_of
from mingg.core.values import BadInput
from mingg_scoring.interchange.answers import play_standalone, read_standalone, write_answer

RULES = ("harr", "harr-limit", "babcock", "chinese")
SEATS = {2: "EW", 3: "ESN", 4: "ESWN", 5: "ESWN"}
SUITED = [digit + suit for suit in "mps" for digit in "123456789"]
TILES = [*SUITED, *(digit + "z" for digit in "1234567")]

BABCOCKS = tuple(option.name for option in agreed.BABCOCKS)
# What is on or off. `east_passes` is impossible with `winner_deals`.
SWITCHES = {
    name: tuple(
        option.name
        for option in options_of(module_of(name))
        if option.choices is agreed.SWITCH and option.name != "east_passes"
    )
    for name in RULE_SETS
}
# Options that change no hand's count.
OF_THE_SETTLEMENT = [option.name for option in agreed.AGREED if not option.effects and option.name in SWITCHES["harr"]]


def ask(deal: dict[str, Any]) -> dict[str, Any]:
    _, read, answer = play_standalone(deal)
    return write_answer(answer, read)


def refusal(deal: dict[str, Any]) -> BadInput | None:
    """Returns the error."""
    try:
        ask(deal)
    except BadInput as error:
        return error
    return None


def legal(deal: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer. Skips impossible deals."""
    try:
        return ask(deal)
    except BadInput:
        assume(False)
        raise


# ---- deals of tiles ----

CHOWS = [tile for tile in SUITED if tile[0] <= "7"]
MAJORS = [tile for tile in TILES if tile[1] == "z" or tile[0] in "19"]


MAHJONG = {"harr-limit": [10, 20], "babcock": [20, 30, 50, 100], "chinese": [10, 20, 30, 50, 100]}


class Wall:
    """The remaining tiles. Returns the requested tiles, or nothing."""

    def __init__(self, players: int, rules: str) -> None:
        self.left = dict.fromkeys(TILES, 4)
        if players == 3 and rules in ("babcock", "chinese"):
            self.left["3z"] = 0

    def take(self, tiles: list[str]) -> bool:
        if any(self.left[tile] < tiles.count(tile) for tile in tiles):
            return False
        for tile in tiles:
            self.left[tile] -= 1
        return True


def chow(low: str) -> list[str]:
    return [str(int(low[0]) + i) + low[1] for i in range(3)]


class Dealer:
    """Makes a possible deal from a number, for which hypothesis searches."""

    def __init__(self, number: int) -> None:
        self.random = random.Random(number)

    def chance(self, of_ten: int) -> bool:
        return self.random.randrange(10) < of_ten

    def pool(self) -> list[str]:
        """Returns the kinds of tiles for sets. Few kinds make many arrangements and doublings."""
        suit = self.random.choice("mps")
        ranks = self.random.choice(["1234", "6789", "2345"])
        return self.random.choice(
            [
                TILES,
                [tile for tile in TILES if tile[1] in suit + "z"],
                [tile for tile in TILES if tile[1] == suit],
                [tile for tile in TILES if tile[1] == suit and tile[0] in ranks],
                [tile for tile in TILES if tile[1] == "z"],
                MAJORS,
            ]
        )

    def sets(self, wall: Wall, pool: list[str], wanted: int) -> tuple[list[str], list[str]]:
        """Returns so many sets: the declared ones in the format, and the tiles of those in the hand."""
        declared: list[str] = []
        concealed: list[str] = []
        open_sets = self.random.randrange(11)
        tries = 0
        while wanted:
            tries += 1
            tile = self.random.choice(pool if tries < 50 else TILES)
            kind = self.random.choice(["chow", "chow", "pung", "pung", "kong"] if open_sets else ["chow", "pung"])
            if kind == "chow" and tile not in CHOWS:
                continue
            tiles = chow(tile) if kind == "chow" else [tile] * (4 if kind == "kong" else 3)
            if not wall.take(tiles):
                continue
            wanted -= 1
            digits = "".join(tile_name[0] for tile_name in tiles)
            if kind == "kong":
                way = self.random.choice(["({0}{1})", "({0}+{1})", "[{0}{1}]"])
                declared.append(way.format(digits[:3], digits[3] + tile[1]))
            elif self.chance(open_sets):
                declared.append(f"({digits}{tile[1]})")
            else:
                concealed += tiles
        return declared, concealed

    def complete(self, wall: Wall, shapes: list[str]) -> tuple[list[str], list[str]]:
        shape = self.random.choice(["sets"] * 8 + shapes)
        if shape == "seven_twins":
            pool = self.random.choice([TILES, self.pool() * 4])
            pairs: list[str] = []
            while len(pairs) < 14:
                tile = self.random.choice(pool if self.chance(8) else TILES)
                if wall.take([tile, tile]):
                    pairs += [tile, tile]
            return [], pairs
        if shape == "thirteen_orphans" and wall.left["3z"]:
            orphans = [*MAJORS, self.random.choice(MAJORS)]
            wall.take(orphans)
            return [], orphans
        pool = self.pool()
        pair = self.random.choice([tile for tile in pool if wall.left[tile]] or ["5m"])
        wall.take([pair, pair])
        declared, concealed = self.sets(wall, pool, 4)
        return declared, [*concealed, pair, pair]

    def options(self, rules: str) -> dict[str, Any]:
        switches = self.random.sample(SWITCHES[rules], self.random.randrange(6))
        options: dict[str, Any] = dict.fromkeys(switches, True)
        if self.chance(5):
            options["limit"] = self.random.choice([None, 100, 300, 302, 600, 10000])
        if self.chance(5):
            options["flowers"] = self.random.choice(["off", "own", "seasons", "shanghai"])
        if rules in MAHJONG and self.chance(4):
            options["mahjong"] = self.random.choice(MAHJONG[rules])
        return options

    def win(
        self, winner: str, seats: str, hands: dict[str, dict[str, Any]], concealed: list[str], rules: str
    ) -> dict[str, Any]:
        """Returns a possible way to win."""
        tiles = hands[winner]["tiles"]
        ways = ["discard", "draw"]
        if "f" in tiles or "[" in tiles or "+" in tiles or any(len(group) == 7 for group in tiles.split()):
            ways.append("loose")
        single = [tile for tile in concealed if self.everywhere(hands).count(tile) == 1]
        if single:
            ways.append("rob")
        by = self.random.choice(ways)
        win: dict[str, Any] = {"by": by, "tile": self.random.choice(single if by == "rob" else concealed)}
        if by in ("discard", "rob"):
            win["from"] = self.random.choice([seat for seat in seats if seat != winner])
        if by == "rob":
            hands.pop(win["from"], None)
        if by in ("draw", "loose"):
            win["last"], win["hidden"] = self.chance(2), self.chance(2)
        if not any(sign in tiles for sign in "([") and self.chance(5):
            self.open(win, winner, rules)
        return win

    def open(self, win: dict[str, Any], winner: str, rules: str) -> None:
        known = {"harr": OPENINGS[:1], "babcock": OPENINGS, "chinese": OPENINGS}.get(rules, OPENINGS[:2])
        if winner == "E" and win["by"] == "draw" and "original" in known and self.chance(6):
            win.update(opening="original", last=False, hidden=False)
        elif winner != "E" and win["by"] == "discard" and win["from"] == "E" and "first-discard" in known:
            win["opening"] = "first-discard"
        elif "thirteen" in known:
            win["opening"] = "thirteen"

    @staticmethod
    def everywhere(hands: dict[str, dict[str, Any]]) -> list[str]:
        return [tile for hand in hands.values() for tile in tiles_of(hand["tiles"])]

    def deal(self) -> dict[str, Any]:
        rules = self.random.choice(RULES)
        players = self.random.choice([4, 4, 4, 4, 3, 5, 2])
        seats = SEATS[players]
        options = self.options(rules)
        wall = Wall(players, rules)
        winner = self.random.choice(seats)
        shapes = [shape for shape in ("seven_twins", "thirteen_orphans") if options.get(shape)]
        if rules == "harr-limit":
            shapes.append("thirteen_orphans")
        flowers = self.random.sample(range(1, 9), 8) if options.get("flowers", "off") != "off" else []

        def written(melds: list[str], tiles: list[str]) -> dict[str, Any]:
            mine = [flowers.pop() for _ in range(min(len(flowers), self.random.randrange(5)))]
            return {"tiles": " ".join([*melds, *tiles, *(f"{number}f" for number in mine)])}

        declared, concealed = self.complete(wall, shapes)
        hands = {winner: written(declared, concealed)}
        for seat in seats:
            if seat == winner or self.chance(3):
                continue
            number = self.random.randrange(4)
            melds, tiles = self.sets(wall, self.pool(), number)
            unused = [tile for tile in TILES for _ in range(wall.left[tile])]
            drawn = self.random.sample(unused, 13 - 3 * number)
            wall.take(drawn)
            hands[seat] = written(melds, tiles + drawn)
        win = self.win(winner, seats, hands, concealed, rules)
        if rules not in ("babcock", "chinese"):
            win.pop("hidden", None)
        deal = {"rules": rules, "options": options, "players": players, "winner": winner, "win": win, "hands": hands}
        deal["round"] = self.random.choice(seats)
        return deal


def tiles_of(text: str) -> list[str]:
    """Returns the tiles of a hand one by one, and the flowers."""
    results: list[str] = []
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        elif sign in "mpszf":
            results += [digit + sign for digit in digits if sign != "f"]
            digits = ""
    return results


def dealt(number: int) -> dict[str, Any]:
    """Returns a possible deal. Two players may lack the necessary doublings."""
    dealer = Dealer(number)
    while True:
        deal = dealer.deal()
        refused = refusal(deal)
        if refused is None:
            return deal
        assert (refused.pointer, deal["players"]) == ("/winner", 2), (refused.message, deal)


def tile_deals() -> st.SearchStrategy[dict[str, Any]]:
    return st.integers(0, 2**32 - 1).map(dealt)


def in_sets(deal: dict[str, Any]) -> dict[str, Any]:
    """Returns the same deal with the sets that its tiles make."""
    _, _, read, _ = read_standalone(deal)
    variant = copy.deepcopy(deal)
    variant["hands"] = {seat: by_sets(read.hands[seat]) for seat in deal["hands"]}
    return variant


def figures(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns an answer without the names of tiles and arrangements."""
    answer = copy.deepcopy(answer)
    for hand in answer["hands"].values():
        hand.pop("arrangement", None)
        for item in [*hand["items"], *hand["doubled"]]:
            if item["id"] != "flower":
                item.pop("tile", None)
        hand["items"].sort(key=lambda item: json.dumps(item, sort_keys=True))
        hand["doubled"].sort(key=lambda item: json.dumps(item, sort_keys=True))
    return answer


# ---- the two ways agree ----


@given(tile_deals())
def test_the_sets_of_the_best_arrangement_count_as_the_tiles_do(deal: dict[str, Any]) -> None:
    assert figures(ask(in_sets(deal))) == figures(ask(deal))


# ---- what an answer always is ----


@given(tile_deals())
def test_scores_are_even_and_within_the_limit(deal: dict[str, Any]) -> None:
    answer = ask(deal)
    rules, _, _, _ = read_standalone(deal)
    for seat, hand in answer["hands"].items():
        assert hand["score"] % 2 == 0
        assert hand["points"] == sum(item["points"] for item in hand["items"])
        assert hand["doublings"] == sum(doubling["times"] for doubling in hand["doubled"])
        assert all(item["points"] > 0 for item in hand["items"])
        ordinary = hand["points"] << hand["doublings"]
        if rules.limit is None or (seat != deal["winner"] and deal["rules"] == "harr-limit"):
            assert hand["score"] == ordinary
            assert not hand["limit"]
            assert "special" not in hand
            continue
        assert min(ordinary, rules.limit) <= hand["score"] <= rules.limit
        assert hand["limit"] is (hand["score"] == rules.limit)
        if "special" in hand:
            assert seat == deal["winner"]
        elif not (deal["rules"] == "harr-limit" and deal["win"].get("opening") == "first-discard"):
            assert hand["score"] == min(ordinary, rules.limit)


@given(tile_deals())
def test_the_winning_hand_consists_of_the_held_tiles(deal: dict[str, Any]) -> None:
    """The arrangement has the same tiles, and the sets on the table as they were written."""
    answer = ask(deal)
    check_payments(answer)
    arranged = answer["hands"][deal["winner"]]["arrangement"]
    tiles = deal["hands"][deal["winner"]]["tiles"]
    assert sorted(tiles_of(arranged)) == sorted(tiles_of(tiles))
    for meld in tiles.split():
        if meld[0] in "([":
            assert meld in arranged.split()


# ---- what changes nothing ----


def respelled(deal: dict[str, Any], change: Any) -> dict[str, Any]:
    changed = copy.deepcopy(deal)
    for hand in changed["hands"].values():
        hand["tiles"] = change(hand["tiles"])
    return changed


@given(tile_deals(), st.randoms(use_true_random=False))
def test_the_order_of_tiles_and_sets_changes_nothing(deal: dict[str, Any], order: Any) -> None:
    def shuffled(text: str) -> str:
        groups = text.split()
        order.shuffle(groups)
        return " ".join(groups)

    assert figures(ask(respelled(deal, shuffled))) == figures(ask(deal))


@given(tile_deals(), st.permutations("mps"))
def test_renaming_the_suits_changes_nothing(deal: dict[str, Any], names: list[str]) -> None:
    table = str.maketrans("mps", "".join(names))
    renamed = respelled(deal, lambda text: text.translate(table))
    renamed["win"]["tile"] = deal["win"]["tile"].translate(table)
    assert figures(ask(renamed)) == figures(ask(deal))


@given(tile_deals(), st.permutations("567"))
def test_renaming_the_dragons_changes_nothing(deal: dict[str, Any], names: list[str]) -> None:
    def renamed(text: str) -> str:
        groups = [
            group.translate(str.maketrans("567", "".join(names))) if "z" in group else group for group in text.split()
        ]
        return " ".join(groups)

    changed = respelled(deal, renamed)
    changed["win"]["tile"] = renamed(deal["win"]["tile"])
    assert figures(ask(changed)) == figures(ask(deal))


@given(tile_deals(), st.sampled_from(OF_THE_SETTLEMENT))
def test_options_of_the_settlement_change_no_hand(deal: dict[str, Any], option: str) -> None:
    changed = copy.deepcopy(deal)
    changed["options"][option] = not deal["options"].get(option, False)
    assert figures(legal(changed))["hands"] == figures(ask(deal))["hands"]


# Options, and what a winner's hand has (an id, or a shape) where they may speak of it.
SPEAKS_OF = {
    "double_no_score": "no-score",
    "double_loose": "loose",
    "double_no_chows": "no-chows",
    "double_rob": "rob",
    "double_last": "last",
    "double_drawn_only": "drawn",
}


@given(tile_deals(), st.sampled_from([*BABCOCKS, "round_wind", "nine_easts"]))
def test_no_option_changes_an_unrelated_hand(deal: dict[str, Any], option: str) -> None:
    assume(option in SWITCHES[deal["rules"]])
    without, with_it = copy.deepcopy(deal), copy.deepcopy(deal)
    without["options"].pop(option, None)
    with_it["options"][option] = True
    plain, agreed = figures(legal(without)), figures(legal(with_it))
    winner = deal["winner"]
    if option != "round_wind":
        for seat in plain["hands"]:
            if seat != winner:
                assert agreed["hands"][seat] == plain["hands"][seat]
    before, after = plain["hands"][winner], agreed["hands"][winner]
    if before == after:
        return
    held = {item["id"] for item in [*before["items"], *before["doubled"]]}
    gained = {item["id"] for item in after["doubled"]} - held
    special = after.get("special", "").replace("nine_easts", "")
    if option in SPEAKS_OF:
        # A hand that had nothing of it may be arranged anew for the doubling.
        assert SPEAKS_OF[option] in held or gained, (before, after)
    elif option == "round_wind":
        assert any(item["id"] == "round-wind" for item in after["doubled"])
    elif option == "three_concealed":
        assert any(item["id"] == "three-concealed" for item in after["doubled"])
    elif option == "four_concealed_drawn":
        assert special == "four_concealed"
    elif option in ("seven_twins", "thirteen_orphans") and "only-place" in held:
        # One shape more that may complete the hand is one place more.
        assert special in (option, "") or before.get("special") == after.get("special")
    else:
        assert special == option, (before, after)


@given(tile_deals())
def test_an_option_that_is_off_is_no_option(deal: dict[str, Any]) -> None:
    off = copy.deepcopy(deal)
    for option in SWITCHES[deal["rules"]]:
        off["options"].setdefault(option, False)
    assert ask(off) == ask(deal)


# ---- what never lowers a score ----


@given(tile_deals(), st.sampled_from(["own", "seasons", "shanghai"]), st.permutations(range(1, 9)))
def test_a_flower_never_lowers_a_score(deal: dict[str, Any], way: str, flowers: list[int]) -> None:
    deal = respelled(deal, lambda text: " ".join(group for group in text.split() if not group.endswith("f")))
    assume(deal["win"]["by"] != "loose")
    deal["options"]["flowers"] = way
    score = 0
    for flower in ["", *(f" {number}f" for number in flowers)]:
        deal["hands"][deal["winner"]]["tiles"] += flower
        before, score = score, legal(deal)["hands"][deal["winner"]]["score"]
        assert score >= before


# ---- never a traceback ----


@given(st.text(st.sampled_from("0123456789mpszf()[]+ \U0001f000\U0001f010\U0001f021\U0001f029"), max_size=40))
def test_a_string_of_signs_is_a_hand_or_refused_in_words(text: str) -> None:
    deal = {"rules": "babcock", "winner": "N", "win": {"by": "draw", "tile": "1m"}, "hands": {"N": {"tiles": text}}}
    refused = refusal(deal)
    if refused is not None:
        assert refused.pointer in ("/hands/N/tiles", "/win/tile")
        assert refused.message
