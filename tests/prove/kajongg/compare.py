"""Compares the rule sets bmja and dmjl with Kajongg's: python compare.py [DEALS]. DEALS: how many for each rule set.

Kajongg is the Debian package kajongg. MINGG_KAJONGG names the folder into which it was unpacked, as for
tests/bench/tile_speed.py. Without it nothing is compared.

The deals are random: see Dealer. Each hand is counted twice: with the limit of the rules, and with one that no ordinary
hand reaches. count.py asks Kajongg, in every arrangement of a winner, and puts right where Kajongg is known to leave
the rules. A difference that then remains is a fault, and so is a different payment. Everything else is counted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# ruff: noqa: E402 - the paths come first
TESTS = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TESTS), str(TESTS / "bench")]

import tile_speed
from help import plain_living as plain
from help.brute_force import ways
from oracles.test_living_deals import ModernDealer, ask, is_possible
from rules.test_rule_properties import MAJORS

COUNT = Path(__file__).resolve().parent / "count.py"
DEALS = 2000
UNREACHED = 1_000_000  # the highest limit that may be agreed
LIES = {plain.OPEN: "", plain.CLAIMED: "claimed", plain.HIDDEN: "concealed"}
OF_THE_WIN = (("loose", "5p"), ("draw", "1p"), ("rob", "2s"))  # tiles that make a special hand


class Dealer(ModernDealer):
    """Prefers winning tiles that matter."""

    def possible(self, rules: str) -> dict[str, Any]:
        while True:
            deal = self.modern()
            deal["rules"] = rules
            win = deal["win"]
            if win["by"] == "loose":
                win.pop("last")  # Kajongg has one source for a tile
            if win["by"] == "discard" and rules == "dmjl" and self.chance(2):
                deal["liable"] = [{"seat": win["from"], "share": "full"}]
            if is_possible(deal):
                return deal

    def win(
        self, winner: str, seats: str, hands: dict[str, dict[str, Any]], concealed: list[str], rules: Any
    ) -> dict[str, Any]:
        win = super().win(winner, seats, hands, concealed, rules)
        digits = "".join(sorted(tile[0] for tile in concealed))
        for by, tile in OF_THE_WIN:
            if win["by"] == by and tile in concealed and (by != "rob" or self.everywhere(hands).count(tile) == 1):
                win["tile"] = self.random.choice([win["tile"], tile])
        if len({tile[1] for tile in concealed}) == 1 and win["by"] in ("draw", "discard"):
            nine_gates = [digit for digit in digits if digits.replace(digit, "", 1) == "1112345678999"]
            win["tile"] = self.random.choice([win["tile"][0], *nine_gates]) + concealed[0][1]
        return win


def without_sets(tiles: list[str]) -> Iterator[list[list[str]]]:
    """Yields the groups of a special hand that is not four sets and a pair, in Kajongg's way."""
    counts = Counter(tiles)
    suits = {suit: sorted(tile[0] for tile in tiles if tile[1] == suit) for suit in "mps"}
    used = [suit for suit in "mps" if suits[suit]]
    if set(tiles) <= set(MAJORS) and len(counts) < 13:
        yield [[tile] * 2 for tile, number in counts.items() for _ in range(number // 2)]
    elif len(used) == 2:
        yield [[digit + suit for suit in used] for digit in suits[used[0]]]
    elif len(used) == 3 and len(counts) < 13:
        for tile in counts:
            for other in used:
                rest = {suit: suits[suit][:] for suit in used}
                if other > tile[1] and tile[0] in rest[other]:
                    rest[tile[1]].remove(tile[0])
                    rest[other].remove(tile[0])
                    if rest["m"] == rest["p"] == rest["s"]:
                        yield [[tile, tile[0] + other], *([digit + suit for suit in used] for digit in rest["m"])]
    else:
        yield [[tile] * number for tile, number in counts.items()]


def arrangements(held: plain.Held, rules: str) -> list[list[list[str]]]:
    found = [[*map(list, sets), [pair, pair]] for pair, sets in ways(held.tiles) if len(sets) + len(held.groups) == 4]
    if not held.groups and (plain.shapeless_of(held.tiles) or (rules == "bmja" and plain.is_gates(held))):
        found += without_sets(held.tiles)
    return found


def asked(deal: dict[str, Any]) -> dict[str, Any]:
    """Returns what count.py reads: a deal with its hands, their scores by Mingg, and its payments."""
    rules = deal["rules"]
    limits = (plain.LIMIT[rules], UNREACHED)
    answers = {limit: ask({**deal, "options": {"limit": limit}}) for limit in limits}
    hands = []
    for seat, hand in deal["hands"].items():
        held = plain.read(hand["tiles"])
        win = deal["win"] if seat == deal["winner"] else None
        hands.append(
            {
                "seat": seat,
                "text": hand["tiles"],
                "table": [(group.tiles, LIES[group.lie]) for group in held.groups],
                "tiles": held.tiles,
                "flowers": held.flowers,
                "win": win,
                "arrangements": arrangements(held, rules) if win else [],
                "mingg": {limit: answer["hands"][seat]["score"] for limit, answer in answers.items()},
            }
        )
    answer = answers[limits[0]]
    return {
        "round": deal["round"],
        "winner": deal["winner"],
        "liable": deal["liable"][0]["seat"] if "liable" in deal else None,
        "hands": hands,
        "scores": {seat: answer["hands"][seat]["score"] if seat in deal["hands"] else 0 for seat in "ESWN"},
        "net": answer["net"],
    }


def judged(rules: str, deals: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """Returns what count.py says about each deal."""
    path = folder / "deals.jsonl"
    path.write_text("".join(json.dumps(deal) + "\n" for deal in deals), encoding="utf-8")
    environment = tile_speed.kajongg_environment(folder)
    environment["PYTHONPATH"] += f":{tile_speed.HERE}"
    command = [tile_speed.kajongg_python(), str(COUNT), rules, str(path)]
    result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    if result.returncode:
        raise SystemExit(result.stderr)
    return [json.loads(line) for line in result.stdout.splitlines()]


def compare(rules: str, number: int, folder: Path) -> int:
    """Prints what was compared, and returns how many faults there are."""
    deals = [asked(Dealer(seed).possible(rules)) for seed in range(number)]
    counts: Counter[str] = Counter()
    needs: Counter[str] = Counter()
    faults = 0
    for seed, (deal, verdict) in enumerate(zip(deals, judged(rules, deals, folder), strict=True)):
        if verdict["net"] != deal["net"]:
            faults += 1
            print(f"  deal {seed}: Mingg pays {deal['net']}, Kajongg {verdict['net']}")
        pairs = [(hand, limit) for hand in deal["hands"] for limit in hand["mingg"]]
        reasons: dict[str, set[str]] = {hand["seat"]: set() for hand in deal["hands"]}
        for (hand, limit), result in zip(pairs, verdict["judgements"], strict=True):
            score = hand["mingg"][limit]
            if result.get("right", score) != score:
                faults += 1
                print(f"  deal {seed}, {hand['seat']}, limit {limit}: {hand['text']}, won by {hand['win']}")
                print(f"    Mingg {score}, Kajongg {result['kajongg']}, put right {result['right']}")
            elif "right" in result:
                reasons[hand["seat"]].update(result["needs"] or ["any of several"])
        for hand in deal["hands"]:
            who = "winners" if hand["win"] else "losers"
            counts[who] += 1
            counts[f"different {who}"] += bool(reasons[hand["seat"]])
            needs.update(reasons[hand["seat"]])
    print(f"{rules}, {number:,} deals: " + ", ".join(f"{count:,} {name}" for name, count in counts.items()))
    for name, count in needs.most_common():
        print(f"  {count:>6,} {name}")
    return faults


def main() -> None:
    if "MINGG_KAJONGG" not in os.environ:
        print("Not compared with Kajongg: MINGG_KAJONGG names no folder. See tests/bench/tile_speed.py.")
        return
    number = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    with tempfile.TemporaryDirectory(prefix="mingg-kajongg-") as name:
        faults = sum([compare(rules, number, Path(name)) for rules in plain.LIMIT])
    if faults:
        raise SystemExit(f"{faults} faults")


if __name__ == "__main__":
    main()
