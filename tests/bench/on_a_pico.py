"""Measured on an emulated Pico, with a genuine MicroPython: each figure beside its budget.

`measure(line)` is for bench.py; alone: python on_a_pico.py, with MINGG_UF2 naming MicroPython's image for the Pico, and
--spi for a display on SPI instead of I2C. The program never waits for the emulated flash.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from evenings import DEALS, play
from mingg.evening.open import open_evening
from mingg.hal.store import Store
from mingg_host.device.headless import Headless

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from help.named_keys import to_table  # noqa: E402 - the path comes first

KEPT = DEALS - 1  # one more is entered key by key
DEAL = to_table("up a right right right down right left up a right left a up left right a", 2)
PACE_MS = 250  # to the next key: a fast player, so the draft has little time between two keys
ASIDE_MS = 100  # the board needs this time to become idle after it has measured its heap
PHASES = 5  # a key can go down at any moment between two readings of the keys
DOWN_MS = 120  # how long a finger usually stays on a key
SLOW_MS = 2000  # longer than any key takes
STEP_MS = 2
QUIET_MS = 40  # the parts of one picture follow each other faster than this
LONG_MS = 20_000
FRAME = 1024
ASK = 22  # a pin that no board uses: while it is low, board/watched.py prints the heap
ASKED = f"PIN = {ASK}\n".encode()

# What the figures should stay below: ms, and shares.
TABLE_MS, FIRST_MS, MEAN_MS, WORST_MS, SETTLE_MS, COMMIT_MS = 550, 20, 40, 90, 5, 10
FREE, OF_A_FRAME = 0.45, 0.65

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
    lasting = open_evening(Store(str(folder), None))
    for i in range(deals):
        play(lasting, i)
    return folder


def source(name: str) -> bytes:
    return (HERE / "board" / f"{name}.py").read_bytes()


def on_the_board(files: dict[str, bytes], spi: bool) -> Measured:
    from help import pico

    with tempfile.TemporaryDirectory() as folder:
        ledger = evening(Path(folder), KEPT)
        with Headless(ledger) as device:
            table = device.pixels()
        lies = pico.file_system(
            {**files, "start.py": files["main.py"], "main.py": source("watched"), "ask.py": ASKED}, ledger
        )
    board = pico.Pico(lies, spi=spi)
    ask_pin = board.chip.mcu.gpio[ASK]
    ask_pin.set_input_value(True)
    wait(board, lambda: board.picture() == table)
    from_power = board.oled.drawn_at
    tell(f"Table after {from_power:.0f} ms")
    board.settle(PACE_MS)

    def free() -> float:
        before = len(printed(board, "heap"))
        ask_pin.set_input_value(False)
        wait(board, lambda: len(printed(board, "heap")) > before)
        ask_pin.set_input_value(True)
        board.chip.run(STEP_MS)
        unused, used = map(int, printed(board, "heap")[-1])
        return unused / (unused + used)

    shares, presses = [free()], []
    for number, key in enumerate(DEAL.split()):
        board.chip.run(ASIDE_MS + number % PHASES)
        presses.append(timed(board, key))
        shares.append(free())
        ms = presses[-1].ms
        tell(f"{key}: {'nothing drawn' if ms is None else f'{ms:.0f} ms'}, {100 * shares[-1]:.0f}% free")
    board.settle(PACE_MS)
    complained = [line for line in board.chip.printed.splitlines() if line.split()[:1] not in ([b"heap"], [b"wrote"])]
    if complained:
        raise SystemExit(b"the emulated Pico printed:\n" + b"\n".join(complained))
    commits = [int(us) / 1000 for name, us in printed(board, "wrote") if not name.startswith("draft")]
    return Measured(board.chip.time.mhz, from_power, presses, shares, commits)


def wait(board: Any, until: Callable[[], bool]) -> None:
    """Lets time pass. Does not wait for a board that has stopped."""
    end = board.chip.ms + LONG_MS
    while not until():
        if board.chip.ms > end:
            raise SystemExit(
                f"the emulated Pico has stopped; it printed:\n{board.chip.printed.decode(errors='replace')}"
            )
        board.chip.run(STEP_MS)


def tell(text: str) -> None:
    """Prints the progress on a terminal, because the emulation is slow."""
    if sys.stderr.isatty():
        print(f"    {text}", file=sys.stderr, flush=True)


def printed(board: Any, word: str) -> list[list[str]]:
    """Returns the printed lines that begin with this word, each as the list of its other words."""
    lines = board.chip.printed.decode(errors="replace").split("\n")[:-1]
    return [words[1:] for words in map(str.split, lines) if words[:1] == [word]]


def timed(board: Any, key: str) -> Press:
    """Returns the moment from which a key is measured: when it goes down, or when it is released if a hold means
    something else."""
    chip, oled = board.chip, board.oled
    begun = chip.ms
    board.buttons.down(key)
    while oled.drawn_at < begun and chip.ms < begun + DOWN_MS:
        chip.run(STEP_MS)
    board.buttons.up(key)
    if oled.drawn_at < begun:
        begun = chip.ms
    until = begun + PACE_MS
    while chip.ms < max(until, oled.drawn_at + QUIET_MS) or (oled.drawn_at < begun and chip.ms < begun + SLOW_MS):
        chip.run(STEP_MS)
    if oled.drawn_at < begun:
        return Press(key, None, 0.0, 0)
    first = next(moment for moment in oled.changes if moment >= begun)
    size = sum(begun <= moment <= oled.drawn_at for moment in oled.arrived)
    return Press(key, oled.drawn_at - begun, first - begun, size)


def settle(files: dict[str, bytes], case: dict[str, Any]) -> float:
    """ms to score and settle a deal."""
    from help import pico

    deal = json.dumps(case).encode()
    board = pico.Pico(pico.file_system({**files, "main.py": source("settled"), "deal.json": deal}))
    wait(board, lambda: bool(printed(board, "settled")))
    return int(printed(board, "settled")[0][0]) / 1000


def measure(line: Line, spi: bool = False) -> None:
    if not Path(os.environ.get("MINGG_UF2", "")).is_file():
        print("On an emulated Pico")
        print("  not measured: no MicroPython image for the Pico; name one with MINGG_UF2")
        return
    import tile_speed
    from help import pico

    files = pico.built(*(HERE / "board").glob("*.py"), spi=spi)
    result = on_the_board(files, spi)
    print(
        f"On an emulated Pico at {result.mhz:.0f} MHz, {'SPI' if spi else 'I2C'}, an evening of {DEALS} deals "
        "(in brackets what each should stay below)"
    )
    row(line, "power to Table, ms", result.table, TABLE_MS)
    drawn = [press for press in result.presses if press.ms is not None]
    times = [press.ms for press in drawn if press.ms is not None]
    if times:
        worst = max(drawn, key=lambda press: press.ms or 0)
        row(line, "key to the first changed pixel, ms: mean", statistics.mean(press.first for press in drawn), FIRST_MS)
        row(line, f"key to the last pixel, ms: mean of {len(drawn)} keys", statistics.mean(times), MEAN_MS)
        row(line, "key to the last pixel, ms: median", statistics.median(times), MEAN_MS)
        row(
            line,
            f"key to the last pixel, ms: the worst, key {place(result.presses, worst)} of a deal, {worst.key}",
            max(times),
            WORST_MS,
        )
    settled = settle(files, {**tile_speed.EVERYTHING_AGREED, "deal": tile_speed.SLOWEST})
    row(line, "score and settle of the slowest tile deal, ms", settled, SETTLE_MS)
    if result.commits:
        row(
            line,
            f"a commit to the ledger, ms: the slowest of {len(result.commits)}",
            max(result.commits),
            COMMIT_MS,
        )
    else:
        line("a commit to the ledger", "not measured: the deal did not come to it")
    share(line, "heap free after the boot", result.free[0], FREE)
    share(line, "heap free at the least, after any key", min(result.free), FREE)
    if times:
        sizes = [press.size / FRAME for press in drawn]
        share(line, "bytes over the wire a key, of a frame: median", statistics.median(sizes), OF_A_FRAME)
        share(line, "bytes over the wire a key, of a frame: the most", max(sizes), OF_A_FRAME)


def place(presses: list[Press], press: Press) -> int:
    return presses.index(press) + 1


def row(line: Line, label: str, value: float, budget: float) -> None:
    line(label, f"{value:,.0f}  [{budget:,}]")


def share(line: Line, label: str, value: float, budget: float) -> None:
    line(label, f"{100 * value:.0f}%  [{100 * budget:.0f}%]")


def main() -> None:
    measure(lambda label, value: print(f"  {label:<66}{value:>14}", flush=True), "--spi" in sys.argv)


if __name__ == "__main__":
    main()
