"""Key presses a deal on the real firmware: a thousand played deals by sets, and with the winner's hand tile by
tile."""

from __future__ import annotations

import itertools
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from help.answers import by_sets, read_deal
from mingg.core.hand.hand import TileHand, parse, tile_of
from mingg.core.table.session import Session
from mingg.core.values import BadInput
from mingg.evening.evening import last_deal
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from mingg_scoring.interchange.answers import TABLE_KEYS, read_standalone

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from help.named_keys import NEXT, SAVE  # noqa: E402 - the paths come first
from help.pressing import Pressing  # noqa: E402
from help.tiling import START, Entry, cell_after, entries_of, path, to_last  # noqa: E402

Deal = dict[str, Any]

BY_TILES = 250  # of the played deals
PLAYED = TESTS / "oracles" / "deals.jsonl"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]


def _lines(path: Path) -> Iterator[Any]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def played() -> Iterator[Deal]:
    for deal in _lines(PLAYED):
        yield {"rules": "babcock", **deal}


def in_sets(deal: Deal) -> tuple[Deal, Session] | None:
    """Returns the deal as a scorer reads it from the table, and its session; None if it is no first deal."""
    rules, round_wind, _, _ = read_standalone(deal)
    read = read_deal(deal, rules, round_wind, TABLE_KEYS)
    session = Session(NAMES[: rules.players], rules)
    if session.table.round_wind() != round_wind or read.streak:
        return None
    return {**deal, "hands": {seat: by_sets(hand) for seat, hand in read.hands.items()}}, session


def entered(device: Headless, keys: Pressing, session: Session, deal: Deal) -> int:
    """Returns the presses from Table to the next Table. Checks that the core gives the saved deal."""
    script = [*keys.whole(), *SAVE.split(), *NEXT.split()]
    app = device.app
    from mingg.ui.begin import new_session  # after the device, which brings framebuf

    new_session(app, session, 0)
    perform(steps_of(" ".join(script)), device)
    last = last_deal(app.play.evening)
    expected = session.answer(read_deal(deal, session.rules, "E", TABLE_KEYS))
    if last is None or last.answer.net != expected.net or type(app.screen).__name__ != "TableScreen":
        raise SystemExit(f"entered otherwise: {deal}\n{script}\n{device.text()}")
    return len(script)


def presses(device: Headless, deal: Deal) -> int | None:
    """The presses of a deal; None if it is no first deal."""
    taken = in_sets(deal)
    if taken is None:
        return None
    of_sets, session = taken
    return entered(device, Pressing(of_sets, session, useless=False, held=True), session, deal)


class Shortest(Pressing):
    """arrangements: how the hands are arranged; their sets are said in the order of the fewest presses, with the way to
    the tile that was the last."""

    arrangements: dict[str, str]

    def order(self, seat: str, hand: TileHand) -> list[Entry]:
        groups = self.tiles[seat].split()
        table = [group for group in groups if group[0] in "(["]
        # The arrangement shows the set of a claimed tile as exposed, but the player enters it with the concealed tiles.
        sets = [group.strip("()") for group in self.arrangements[seat].split()[len(table) :]]
        entries = [entry for group in table + sets for entry in entries_of(group)]
        if len(entries) > 6:
            return entries  # single tiles: trying all orders would take too long
        last, claimed = tile_of(self.win["tile"]), self.win["by"] in ("discard", "rob")
        ends = {cell_after(entry): len(to_last(hand, last, cell_after(entry), claimed=claimed)) for entry in entries}

        begins = [START, *(cell_after(entry) for entry in entries)]
        moves_of = {(cell, tile): len(path(cell, tile)) for cell in begins for tile, _ in entries}

        def way(order: tuple[Entry, ...]) -> int:
            cells = [START, *(cell_after(entry) for entry in order)]
            moves = sum(moves_of[cell, tile] for cell, (tile, _) in zip(cells, order, strict=False))
            return moves + ends[cells[-1]] - (order[-1][1] == "pair")  # a pair at the end needs one key less

        return list(min(itertools.permutations(entries), key=way))


def by_tiles(device: Headless, deal: Deal) -> int | None:
    """The same, the winner's whole hand in tiles; None for what `played` seldom has."""
    taken = in_sets(deal)
    winner = deal["winner"]
    if taken is None or "tiles" not in deal["hands"].get(winner, {}):
        return None
    of_sets, session = taken
    if parse(deal["hands"][winner]["tiles"]).flowers or deal["win"].get("opening") or deal["win"]["by"] == "rob":
        return None
    of_sets["hands"][winner].pop("only_place", None)  # the device derives it from the tiles
    keys = Shortest(of_sets, session, tiles={winner: deal["hands"][winner]["tiles"]}, held=True)
    read = read_deal(deal, session.rules, "E", TABLE_KEYS)
    keys.arrangements = {seat: hand.arrangement or "" for seat, hand in read.hands.items()}
    return entered(device, keys, session, deal)


def without_extras(deal: Deal, rules: str) -> Deal | None:
    """Returns a deal of sets that needs nothing extra by these rules; None if it does, or if they refuse it."""
    try:
        taken = in_sets({**deal, "rules": rules})
    except BadInput:
        return None
    if taken is None:
        return None
    hands = taken[0]["hands"].values()
    extra = ("special", "fishing", "flowers", "last_set")
    if any(hand.get(key) for hand in hands for key in extra if not str(hand.get(key)).startswith("chow")):
        return None
    if any("claimed" in item for hand in hands for item in hand.get("sets", ())):
        return None
    return taken[0]


def wind_sets(deal: Deal) -> int:
    """Returns how many sets and pairs of a deal are of a seat wind or of the round wind. If both winds count, each
    takes a press more: it is asked which of the two it is."""
    sets = [item for hand in deal["hands"].values() for item in hand.get("sets", ())]
    return sum(any(wind in item for wind in ("seat", "round", "both")) for item in sets)


def beside_babcock(device: Headless, rules: str, deals: Iterator[Deal]) -> Iterator[tuple[Deal, int, int]]:
    """Yields each deal that needs nothing extra by these rules, with its presses by Babcock's rules and by these."""
    for deal in deals:
        taken = without_extras(deal, rules)
        if taken is not None:
            first, second = presses(device, deal), presses(device, taken)
            if first is not None and second is not None:
                yield taken, first, second


def counted(deals: Iterable[Deal], press: Callable[[Headless, Deal], int | None]) -> str:
    """Returns figures of the presses."""
    counts: list[int] = []
    with tempfile.TemporaryDirectory() as folder, Headless(Path(folder)) as device:
        for deal in deals:
            try:
                count = press(device, deal)
            except BadInput as error:
                raise SystemExit(f"{error}: {deal}") from error
            if count is not None:
                counts.append(count)
            for ledger in Path(folder).glob("*-00.txt"):
                ledger.unlink()
    counts.sort()
    mean, median, p95 = statistics.mean(counts), statistics.median(counts), counts[len(counts) * 95 // 100]
    return f"{mean:.2f} {median:.0f} {p95}"


def measure(line: Callable[[str, str], None]) -> None:
    print("Key presses on the real firmware, from Table to the next deal's Table: mean, median, 95%")
    line("a thousand played deals", counted(played(), presses))
    line(f"{BY_TILES} of them, the winner's hand tile by tile", counted(itertools.islice(played(), BY_TILES), by_tiles))


if __name__ == "__main__":
    measure(lambda label, value: print(f"  {label:<66}{value:>14}"))
