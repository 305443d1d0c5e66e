"""Exchanges of counters measured: counters moved in an evening, and the slowest exchange that a search has found.

`measure(folder, line)` is for bench.py; alone: python exchange_speed.py. To look for slower ones than those below:
python exchange_speed.py SECONDS.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from deals import deals
from help import on_vm
from help.answers import read_deal
from mingg.core.counters.bank import Bank
from mingg.core.counters.exchange import NoExchange, exchange
from mingg.core.counters.pairwise import Pairwise
from mingg.core.counters.sets import counters_of, worth
from mingg.core.rules import load
from mingg.core.table.session import Session
from mingg_host.common.output import Failure
from mingg_host.device.headless import find_vm

HERE = Path(__file__).resolve().parent
EVENINGS = 20
PICO = 180  # a Pico takes so many times as long as this VM; the tile benchmark found the same

Line = Callable[[str, str], None]


class Case(NamedTuple):
    values: list[int]
    trays: list[list[int]]
    net: list[int]
    box: list[int]


# Each is the slowest of about ten thousand exchanges that hill climbing tried: with the counters of Harr's set (twice
# as many if there is a box), or with up to sixty counters of each value of any set in CHAINS.
HARR = [1000, 500, 100, 10, 2]
SLOWEST = {
    "four players, Harr's set": Case(
        HARR,
        [[0, 3, 4, 5, 6], [0, 0, 0, 2, 6], [0, 0, 12, 10, 7], [4, 1, 0, 19, 1]],
        [-252, 968, 1846, -2562],
        [0, 0, 0, 0, 0],
    ),
    "four players and the box, Harr's set": Case(
        HARR,
        [[0, 4, 15, 11, 8], [4, 0, 0, 0, 0], [4, 0, 0, 0, 0], [0, 0, 0, 29, 0]],
        [3196, -3022, -2002, 1828],
        [0, 4, 17, 32, 32],
    ),
    "four players, any set": Case(
        HARR,
        [[22, 60, 18, 0, 13], [4, 16, 50, 0, 11], [0, 8, 20, 0, 14], [3, 5, 50, 2, 20]],
        [25978, -14222, -5122, -6634],
        [0, 0, 0, 0, 0],
    ),
    "four players and the box, any set": Case(
        HARR,
        [[16, 27, 0, 1, 34], [48, 59, 0, 0, 4], [2, 6, 0, 2, 17], [43, 6, 0, 39, 46]],
        [17758, -6112, 3756, -15402],
        [25, 21, 4, 46, 35],
    ),
    "five players, any set": Case(
        [5000, 500, 100, 10, 2],
        [[38, 0, 15, 47, 16], [4, 34, 0, 0, 22], [34, 0, 0, 21, 22], [38, 1, 41, 31, 34], [6, 34, 37, 31, 55]],
        [-41532, 90988, 64368, -172312, 58488],
        [0, 0, 0, 0, 0],
    ),
}
CHAINS = (
    *(HARR, [512, 128, 32, 8, 2], [720, 120, 24, 6, 2], [162, 54, 18, 6, 2]),
    *([32, 16, 8, 4, 2], [5000, 500, 100, 10, 2]),
)


# ---- an evening ----


def evening(number: int, played: list[dict[str, object]], box: list[int]) -> tuple[int, int, int]:
    """Returns figures of a game of four rounds with Babcock's counters: deals, counters moved, counters handled by
    pairs."""
    session = Session(["Ann", "Bo", "Cy", "Di"], load("babcock", {"limit": 300}))
    bank = Bank(counters_of("babcock", 4)._replace(box=box), 4)  # type: ignore[union-attr]
    trays, held_by_box = [list(tray) for tray in bank.trays], list(box)
    chance = random.Random(number)
    moved = handled = 0
    while not session.table.over():
        keys = chance.choice(played)
        deal = read_deal(
            {key: value for key, value in keys.items() if key != "rules"}, session.rules, session.table.round_wind()
        )
        players = {seat: session.player(seat) for seat in "ESWN"}
        before = list(session.balances)
        answer = session.apply(deal)
        moved += bank.apply([now - earlier for now, earlier in zip(session.balances, before, strict=True)]).moved
        payments = [(players[payment.source], players[payment.to], payment.points) for payment in answer.payments]
        paid = Pairwise(bank.values, payments, trays, held_by_box)
        handled += paid.handled
        trays, held_by_box = paid.trays, paid.box
    return session.deals, moved, handled


def evenings(line: Line) -> None:
    print(f"Counters that change hands, Babcock's set, {EVENINGS} evenings of four rounds")
    played = [deal for deal in deals(400) if deal["rules"] == "babcock"]
    for label, box in (("an empty box", [0, 0, 0, 0]), ("a second set in the box", [8, 36, 32, 40])):
        count = moved = handled = 0
        for number in range(EVENINGS):
            figures = evening(number, played, box)
            count, moved, handled = count + figures[0], moved + figures[1], handled + figures[2]
        line(f"{label}: a deal, paid by pairs", f"{handled / count:.1f}")
        line(f"{label}: a deal, by exchange", f"{moved / count:.1f}")
        line(f"{label}: saved in an evening of {count // EVENINGS} deals", f"{(handled - moved) // EVENINGS}")


# ---- the slowest exchange ----


def calls(case: Case) -> int:
    """Returns the number of function calls of an exchange, -1 if it is impossible. It is the same on every machine."""
    count = 0

    def seen(frame: object, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(seen)
    try:
        exchange(*case)
    except NoExchange:
        return -1
    finally:
        sys.setprofile(None)
    return count


def any_case(chance: random.Random, players: int, boxed: bool) -> Case:
    values = chance.choice(CHAINS)
    share = chance.choice((0.5, 1, 2, 4))
    trays = [[int(chance.random() ** share * 60) * (chance.random() < 0.7) for _ in values] for _ in range(players)]
    net = [0] * players
    for source in range(players):
        points = chance.randrange(worth(trays[source], values) // values[-1] + 1) * values[-1]
        points = min(points, chance.choice((200, 2000, 100000)))
        net[source] -= points
        net[chance.randrange(players)] += points
    return Case(values, trays, net, [int(chance.random() * 60) for _ in values] if boxed else [0] * len(values))


def changed(chance: random.Random, case: Case) -> Case:
    values, trays, net, box = case.values, [list(tray) for tray in case.trays], list(case.net), list(case.box)
    for _ in range(chance.choice((1, 1, 2, 3))):
        giver, partner = chance.sample(range(len(trays)), 2)
        index = chance.randrange(len(values))
        kind = chance.randrange(5)
        if kind == 0:
            trays[giver][index] = min(60, max(0, trays[giver][index] + chance.choice((-10, -5, -1, 1, 5, 10))))
        elif kind == 1:
            count = min(trays[giver][index], chance.choice((1, 2, 5, 100)))
            trays[giver][index] -= count
            trays[partner][index] = min(60, trays[partner][index] + count)
        elif kind == 2 and any(box):
            box[index] = min(60, max(0, box[index] + chance.choice((-10, -1, 1, 10))))
        else:
            points = chance.choice((chance.choice(values), values[-1] * chance.randrange(1, 60)))
            net[giver] -= points
            net[partner] += points
    return Case(values, trays, net, box)


def climbed(chance: random.Random, case: Case, tries: int) -> Case:
    """Returns the slowest exchange that small changes lead to, until so many tries bring no slower one. With a box, one
    that needs the box."""
    best, stale = calls(case), 0
    while stale < tries:
        candidate = changed(chance, case)
        short = any(
            worth(tray, candidate.values) < -gain for tray, gain in zip(candidate.trays, candidate.net, strict=True)
        )
        if short or (any(case.box) and calls(candidate._replace(box=[0] * len(candidate.box))) >= 0):
            stale += 1
            continue
        cost = calls(candidate)
        stale = stale + 1 if cost <= best else 0
        if cost >= best:
            case, best = candidate, cost
    return case


def search(seconds: float) -> None:
    for players, boxed in ((4, False), (4, True), (5, False), (5, True)):
        chance = random.Random(players)
        end = time.monotonic() + seconds
        best, slowest = 0, None
        while time.monotonic() < end:
            starts = []
            while len(starts) < 20:
                case = any_case(chance, players, boxed)
                if not boxed or calls(case._replace(box=[0] * len(case.values))) < 0:
                    starts.append(case)
            case = climbed(chance, max(starts, key=calls), 150)
            if calls(case) > best:
                best, slowest = calls(case), case
        print(players, boxed, best, slowest)


def slowest(folder: Path, line: Line) -> None:
    print(f"The slowest exchanges found, microseconds (a Pico: some {PICO} times the VM's; its words are half as long)")
    path = folder / "exchanges.jsonl"
    path.write_text("".join(json.dumps(case) + "\n" for case in SLOWEST.values()), encoding="utf-8")
    runs = {f"CPython {sys.version.split()[0]}": sys.executable}
    try:
        runs["MicroPython VM"] = str(find_vm())
    except Failure as error:
        print(f"  not measured: {error}")
    for name, interpreter in runs.items():
        command = [interpreter, str(HERE / "exchanges_vm.py"), str(on_vm.sources(folder)), str(path)]
        result = subprocess.run(command, check=True, capture_output=True, text=True)
        for label, row in zip(SLOWEST, result.stdout.splitlines(), strict=True):
            microseconds, allocated = row.split()
            line(f"{name}: {label}", f"{int(microseconds):,}")
            if int(allocated):
                line(f"{name}: {label}, bytes allocated", f"{int(allocated):,}")


def measure(folder: Path, line: Line) -> None:
    evenings(line)
    slowest(folder, line)


def main() -> None:
    if len(sys.argv) > 1:
        search(float(sys.argv[1]))
        return
    with tempfile.TemporaryDirectory(prefix="mingg-bench-") as name:
        measure(Path(name), lambda label, value: print(f"  {label:<66}{value:>14}"))


if __name__ == "__main__":
    main()
