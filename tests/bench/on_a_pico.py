"""Measured on an emulated Pico, with a genuine MicroPython: each figure beside its budget.

`measure(line)` is for bench.py; alone: python on_a_pico.py, with MINGG_UF2 naming MicroPython's image for the Pico.
--kept: deals of the evening that are on its flash when the power comes; --played: deals entered then, key by key; to
emulate one takes some minutes. --cached: a model of the cache between chip and flash; the emulation then takes three
times as long. Without it, the program never waits for the flash. --spi: a display on SPI instead of I2C; --fast: on I2C
at 1 MHz.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

from evenings import DEALS, play
from mingg.evening.evening import Evening
from mingg.hal.store import Store
from mingg.settings import FAST_WIRE, Settings
from mingg_host.device.headless import Headless

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "emulated"), str(HERE.parent / "ui")]

from named_keys import to_table  # noqa: E402 - the path comes first

PLAYED = 1
KEPT = DEALS - PLAYED
DEAL = to_table("up a right right right down right left up a right left a up left right a", 2)
PACE_MS = 250  # to the next key: quick, and hardly time for the draft between
ASIDE_MS = 100  # after the heap was asked for: the board is at rest again
PHASES = 5  # a finger comes at any moment between two readings of the keys
DOWN_MS = 120  # an ordinary finger
SLOW_MS = 2000  # no key takes as long
STEP_MS = 2
QUIET_MS = 40  # by then another part of the picture would have come
LONG_MS = 20_000
FRAME = 1024
ASK = 22  # a pin that no board of ours uses: it asks what board/watched.py prints
ASKED = f"PIN = {ASK}\n".encode()

# What the figures should stay below: ms, and shares.
TABLE_MS, FIRST_MS, MEAN_MS, WORST_MS, SETTLE_MS, COMMIT_MS = 600, 14, 30, 65, 5, 40
FREE, OF_A_FRAME = 0.5, 0.65

Line = Callable[[str, str], None]


class Press(NamedTuple):
    """A key. ms: until all it changed was on the glass, None if it changed nothing. first: until the first change was
    there. size: bytes over the wire by then."""

    key: str
    ms: float | None
    first: float
    size: int


class Measured(NamedTuple):
    """table: ms from power to Table; free: shares of the heap, after the boot and after each key; commits: ms each;
    mhz: the chip's clock."""

    mhz: float
    table: float
    presses: list[Press]
    free: list[float]
    commits: list[float]


def evening(folder: Path, deals: int) -> Path:
    """Returns a flash with an evening of so many deals."""
    lasting = Evening(Store(str(folder), None))
    for i in range(deals):
        play(lasting, i)
    return folder


def source(name: str) -> bytes:
    return (HERE / "board" / f"{name}.py").read_bytes()


class Options(NamedTuple):
    """kept, played, cached, spi, fast: the options of the command."""

    kept: int = KEPT
    played: int = PLAYED
    cached: bool = False
    spi: bool = False
    fast: bool = False


USUAL = Options()


def on_the_board(files: dict[str, bytes], options: Options) -> Measured:
    import pico

    with tempfile.TemporaryDirectory() as folder:
        ledger = evening(Path(folder), options.kept)
        if options.fast:
            Settings(Store(folder)).put(FAST_WIRE, True)
        with Headless(ledger) as device:
            table = device.pixels()
        lies = pico.file_system(
            {**files, "start.py": files["main.py"], "main.py": source("watched"), "ask.py": ASKED}, ledger
        )
    on = pico.Pico(lies, spi=options.spi, cached=options.cached)
    asked = on.chip.mcu.gpio[ASK]
    asked.set_input_value(True)
    wait(on, lambda: on.picture() == table)
    from_power = on.oled.drawn_at
    tell(f"Table after {from_power:.0f} ms")
    on.settle(PACE_MS)

    def free() -> float:
        before = len(said(on, "heap"))
        asked.set_input_value(False)
        wait(on, lambda: len(said(on, "heap")) > before)
        asked.set_input_value(True)
        on.chip.run(STEP_MS)
        left, used = map(int, said(on, "heap")[-1])
        return left / (left + used)

    shares, presses = [free()], []
    for at, key in enumerate(DEAL.split() * options.played):
        on.chip.run(ASIDE_MS + at % PHASES)
        presses.append(timed(on, key))
        shares.append(free())
        took = presses[-1].ms
        tell(f"{key}: {'nothing drawn' if took is None else f'{took:.0f} ms'}, {100 * shares[-1]:.0f}% free")
    on.settle(PACE_MS)
    complained = [line for line in on.chip.printed.splitlines() if line.split()[:1] not in ([b"heap"], [b"wrote"])]
    if complained:
        raise SystemExit(b"the emulated Pico printed:\n" + b"\n".join(complained))
    commits = [int(us) / 1000 for name, us in said(on, "wrote") if not name.startswith("draft")]
    return Measured(on.chip.time.mhz, from_power, presses, shares, commits)


def wait(on: Any, until: Callable[[], bool]) -> None:
    """Lets time pass. Does not wait for a board that has stopped."""
    end = on.chip.ms + LONG_MS
    while not until():
        if on.chip.ms > end:
            raise SystemExit(f"the emulated Pico has stopped; it printed:\n{on.chip.printed.decode(errors='replace')}")
        on.chip.run(STEP_MS)


def tell(text: str) -> None:
    """Prints the progress on a terminal, because the emulation is slow."""
    if sys.stderr.isatty():
        print(f"    {text}", file=sys.stderr, flush=True)


def said(on: Any, word: str) -> list[list[str]]:
    """Returns the printed lines that begin with this word, each as the list of its other words."""
    lines = on.chip.printed.decode(errors="replace").split("\n")[:-1]
    return [words[1:] for words in map(str.split, lines) if words[:1] == [word]]


def timed(on: Any, key: str) -> Press:
    """Returns the moment from which a key is measured: when it goes down, or when it is released if a hold means
    something else."""
    chip, oled = on.chip, on.oled
    begun = chip.ms
    on.buttons.down(key)
    while oled.drawn_at < begun and chip.ms < begun + DOWN_MS:
        chip.run(STEP_MS)
    on.buttons.up(key)
    if oled.drawn_at < begun:
        begun = chip.ms
    until = begun + PACE_MS
    while chip.ms < max(until, oled.drawn_at + QUIET_MS) or (oled.drawn_at < begun and chip.ms < begun + SLOW_MS):
        chip.run(STEP_MS)
    if oled.drawn_at < begun:
        return Press(key, None, 0.0, 0)
    first = next(at for at in oled.changes if at >= begun)
    sent = sum(begun <= at <= oled.drawn_at for at in oled.arrived)
    return Press(key, oled.drawn_at - begun, first - begun, sent)


def settle(files: dict[str, bytes], deals: Iterable[dict[str, Any]], cached: bool) -> list[float]:
    """ms to score and settle each."""
    import pico

    lines = "".join(json.dumps(deal) + "\n" for deal in deals).encode()
    on = pico.Pico(pico.file_system({**files, "main.py": source("settled"), "deals.jsonl": lines}), cached=cached)
    wait(on, lambda: bool(said(on, "done")))
    return [int(us) / 1000 for (us,) in said(on, "settled")]


def measure(line: Line, options: Options = USUAL) -> None:
    if not Path(os.environ.get("MINGG_UF2", "")).is_file():
        print("On an emulated Pico")
        print("  not measured: no MicroPython image for the Pico; name one with MINGG_UF2")
        return
    import pico
    import tile_speed

    files = pico.built(*(HERE / "board").glob("*.py"), spi=options.spi)
    wire = "SPI" if options.spi else "I2C at 1 MHz" if options.fast else "I2C"
    on = on_the_board(files, options)
    print(
        f"On an emulated Pico at {on.mhz:.0f} MHz, {wire}, {'with' if options.cached else 'without'} a model of its "
        f"cache, an evening of {options.kept + options.played} deals (in brackets what each should stay below)"
    )
    row(line, "power to Table, ms", on.table, TABLE_MS)
    took = [press for press in on.presses if press.ms is not None]
    times = [each.ms for each in took if each.ms is not None]
    if times:
        worst = max(took, key=lambda each: each.ms or 0)
        row(line, "key to the first changed pixel, ms: mean", statistics.mean(each.first for each in took), FIRST_MS)
        row(line, f"key to the last pixel, ms: mean of {len(took)} keys", statistics.mean(times), MEAN_MS)
        row(line, "key to the last pixel, ms: median", statistics.median(times), MEAN_MS)
        row(
            line,
            f"key to the last pixel, ms: the worst, key {place(on.presses, worst)} of a deal, {worst.key}",
            max(times),
            WORST_MS,
        )
    deals = [{**tile_speed.EVERYTHING_AGREED, "deal": deal} for deal in tile_speed.slowest_deals()]
    settled = max(settle(files, deals, options.cached))
    row(line, "score and settle of the slowest tile deal, ms", settled, SETTLE_MS)
    if on.commits:
        row(line, f"a commit to the ledger, ms: the slowest of {len(on.commits)}", max(on.commits), COMMIT_MS)
    else:
        line("a commit to the ledger", "not measured: the deal did not come to it")
    share(line, "heap free after the boot", on.free[0], FREE)
    share(line, "heap free at the least, after any key", min(on.free), FREE)
    if times:
        sizes = [each.size / FRAME for each in took]
        share(line, "bytes over the wire a key, of a frame: median", statistics.median(sizes), OF_A_FRAME)
        share(line, "bytes over the wire a key, of a frame: the most", max(sizes), OF_A_FRAME)


def place(presses: list[Press], one: Press) -> int:
    return presses.index(one) % len(DEAL.split()) + 1


def row(line: Line, what: str, value: float, budget: float) -> None:
    line(what, f"{value:,.0f}  [{budget:,}]")


def share(line: Line, what: str, value: float, budget: float) -> None:
    line(what, f"{100 * value:.0f}%  [{100 * budget:.0f}%]")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kept", type=int, default=KEPT)
    parser.add_argument("--played", type=int, default=PLAYED)
    parser.add_argument("--cached", action="store_true")
    parser.add_argument("--spi", action="store_true")
    parser.add_argument("--fast", action="store_true")
    options = Options(**vars(parser.parse_args()))
    measure(lambda what, value: print(f"  {what:<66}{value:>14}", flush=True), options)


if __name__ == "__main__":
    main()
