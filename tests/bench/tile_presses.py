"""Key presses of hands entered tile by tile on the real firmware: played deals, and the books' examples."""

from __future__ import annotations

import itertools
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from help.answers import read_deal
from mingg.core.hand.hand import TileHand, parse, tile_of
from mingg.evening.evening import last_deal
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from mingg_scoring.interchange.answers import TABLE_KEYS
from presses import Deal, examples, in_sets, played

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from help.named_keys import NEXT, SAVE
from help.pressing import Pressing
from help.tiling import START, Entry, cell_after, entries_of, path, to_last

PLAYED = 250  # of the played deals


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


def presses(device: Headless, deal: Deal) -> int | None:
    """From Table to the next deal's Table, the winner's whole hand in tiles; None for what `played` seldom has."""
    taken = in_sets(deal)
    winner = deal["winner"]
    if taken is None or "tiles" not in deal["hands"].get(winner, {}):
        return None
    of_sets, session = taken
    rules = session.rules
    read = read_deal(deal, rules, "E", TABLE_KEYS)
    if parse(deal["hands"][winner]["tiles"]).flowers or deal["win"].get("opening") or deal["win"]["by"] == "rob":
        return None
    of_sets["hands"][winner].pop("only_place", None)  # the device derives it from the tiles
    keys = Shortest(of_sets, session, tiles={winner: deal["hands"][winner]["tiles"]}, held=True)
    keys.arrangements = {seat: hand.arrangement or "" for seat, hand in read.hands.items()}
    script = [*keys.whole(), *SAVE.split(), *NEXT.split()]
    app = device.app
    from mingg.ui.begin import new_session  # after the device, which brings framebuf

    new_session(app, session, 0)
    perform(steps_of(" ".join(script)), device)
    last = last_deal(app.play.evening)
    if last is None or last.answer.net != session.answer(read).net or type(app.screen).__name__ != "TableScreen":
        raise SystemExit(f"entered otherwise: {deal}\n{script}\n{device.text()}")
    return len(script)


def measure(line: Callable[[str, str], None]) -> None:
    print("Key presses on the real firmware where the winner's whole hand is entered tile by tile")
    for label, deals in (("played deals", itertools.islice(played(), PLAYED)), ("the books' examples", examples())):
        counts: list[int] = []
        with tempfile.TemporaryDirectory() as folder, Headless(Path(folder)) as device:
            for deal in deals:
                count = presses(device, deal)
                if count is not None:
                    counts.append(count)
                for ledger in Path(folder).glob("*-00.txt"):
                    ledger.unlink()
        counts.sort()
        mean, median, p95 = statistics.mean(counts), statistics.median(counts), counts[len(counts) * 95 // 100]
        line(f"{label}, {len(counts)}: mean, median, 95%", f"{mean:.1f} {median:.0f} {p95}")


if __name__ == "__main__":
    measure(lambda label, value: print(f"  {label:<66}{value:>14}"))
