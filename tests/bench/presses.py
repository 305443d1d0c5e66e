"""Key presses a deal on the real firmware: a thousand played deals, and every worked example of the books."""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from help.answers import by_sets, read_deal
from mingg.core.interchange.json_in import BadInput
from mingg.core.table.session import Session
from mingg.evening.evening import last_deal
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse as steps_of
from mingg_host.device.keyscript import perform
from mingg_scoring.interchange.answers import TABLE_KEYS, read_standalone

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from help.named_keys import NEXT, SAVE  # noqa: E402 - the paths come first
from help.pressing import Pressing  # noqa: E402

Deal = dict[str, Any]

PLAYED = TESTS / "oracles" / "deals.jsonl"
BOOKS = TESTS / "oracles" / "examples.jsonl"
NAMES = ["Ann", "Bo", "Cy", "Di", "Eve"]


def _lines(path: Path) -> Iterator[Any]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield json.loads(line)


def played() -> Iterator[Deal]:
    for deal in _lines(PLAYED):
        yield {"rules": "babcock", **deal}


def examples() -> Iterator[Deal]:
    """Returns the deals that end in a win. A dead hand takes no presses of a winner."""
    for example in _lines(BOOKS):
        deal = example.get("deal", {})
        if deal.get("winner") and "error" not in example["expect"] and example["id"].endswith("-tiles"):
            yield deal


def in_sets(deal: Deal) -> tuple[Deal, Session] | None:
    """Returns the deal as a scorer reads it from the table, and its session; None if it is no first deal."""
    rules, round_wind, _ = read_standalone(deal)
    read = read_deal(deal, rules, round_wind, TABLE_KEYS)
    session = Session(NAMES[: rules.players], rules)
    if session.table.round_wind() != round_wind or read.streak:
        return None
    return {**deal, "hands": {seat: by_sets(hand) for seat, hand in read.hands.items()}}, session


def presses(device: Headless, deal: Deal, held: bool = True) -> int | None:
    """Returns the presses from Table to the next Table; None if it is no first deal. Checks that the core gives the
    saved deal. held: uses the shortcuts of held keys."""
    taken = in_sets(deal)
    if taken is None:
        return None
    of_sets, session = taken
    entered = Pressing(of_sets, session, useless=False, held=held)
    keys = [*entered.whole(), *SAVE.split(), *NEXT.split()]
    app = device.app
    from mingg.ui.begin import new_session  # after the device, which brings framebuf

    new_session(app, session, 0)
    perform(steps_of(" ".join(keys)), device)
    last = last_deal(app.play.evening)
    expected = session.answer(read_deal(deal, session.rules, "E", TABLE_KEYS))
    if last is None or last.answer.net != expected.net or type(app.screen).__name__ != "TableScreen":
        raise SystemExit(f"entered otherwise: {deal}\n{keys}\n{device.text()}")
    return len(keys)


def counted(deals: Iterator[Deal], held: bool) -> list[int]:
    """Returns the presses of each deal, sorted."""
    counts: list[int] = []
    with tempfile.TemporaryDirectory() as folder, Headless(Path(folder)) as device:
        for deal in deals:
            try:
                count = presses(device, deal, held)
            except BadInput as error:
                raise SystemExit(f"{error}: {deal}") from error
            if count is not None:
                counts.append(count)
            for ledger in Path(folder).glob("*-00.txt"):
                ledger.unlink()
    return sorted(counts)


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


def measure(line: Callable[[str, str], None]) -> None:
    print("Key presses of deals of sets on the real firmware, from Table to the next deal's Table")
    for label, deals in (("a thousand played deals", played), ("the books' examples", examples)):
        for note, held in (("", True), (", no key held as a shortcut", False)):
            counts = counted(deals(), held)
            mean, median, p95 = statistics.mean(counts), statistics.median(counts), counts[len(counts) * 95 // 100]
            line(f"{label}{note}: mean, median, 95%", f"{mean:.2f} {median:.0f} {p95}")
            line("  one after the other: the payments take the next winner's arrow", f"{mean - 1:.2f}")


if __name__ == "__main__":
    measure(lambda label, value: print(f"  {label:<66}{value:>14}"))
