"""Tile hands measured: how many a second, beside other engines.

`measure(folder, line)` is for bench.py; alone: python tile_speed.py. The other engines are optional:

- the PyPI package mahjong, Japanese rules: MINGG_MAHJONG names a python that has it (else this one is tried);
- Kajongg's, the Debian package kajongg: MINGG_KAJONGG names the folder into which it and what it depends on were
  unpacked (else / is tried, where apt installs it), MINGG_KAJONGG_PYTHON a python for it (else /usr/bin/python3).
  To unpack it: `apt-get install --simulate kajongg` lists the packages; `apt-get download` each of them, then
  `dpkg-deb -x PACKAGE.deb FOLDER`.

Beside the figure of each other engine: how many times as fast Mingg is.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import tile_hands

HERE = Path(__file__).resolve().parent / "tiles"
WARM_UP = 200  # as in tiles/passes.py
HANDS = 2_000
ROUNDS = 3  # the engines take turns, and the best of their rounds counts

# The rules with the most rows to count and the most hands of sets to compare.
EVERYTHING_AGREED: dict[str, Any] = {
    "rules": "chinese",
    "options": dict.fromkeys(
        [
            *("nine_gates", "four_kongs", "three_concealed", "thirteen_orphans", "seven_twins", "double_no_score"),
            *("double_loose", "double_no_chows", "double_rob", "double_last", "double_drawn_only", "round_wind"),
        ],
        True,
    ),
}

# The slowest deal by these rules that a search found: a concealed winner of one suit, and losers on whose hands many
# rows count.
SLOWEST: dict[str, Any] = {
    "winner": "E",
    "win": {"tile": "1m", "by": "discard", "from": "S"},
    "hands": {
        "E": {"tiles": "12233455578889m"},
        "S": {"tiles": "(111z) (222z) 333z 55z 66z"},
        "W": {"tiles": "(444z) (999p) 111p 55z 77z"},
        "N": {"tiles": "(999s) 111s 888p 777p 6z"},
    },
}


class Engine:
    """An engine that scores hands: a script for some Python. env: its environment. install: how to get it."""

    def __init__(
        self, name: str, description: str, command: list[str], env: dict[str, str] | None = None, install: str = ""
    ) -> None:
        self.name = name
        self.description = description
        self.install = install
        self.command = command
        self.env = env or {}
        self.best: dict[Path, int] = {}
        self.missing = ""

    def run(self, hands: Path) -> None:
        command = [*self.command[:2], str(hands), *self.command[2:]]
        try:
            result = subprocess.run(
                command, env={**os.environ, **self.env}, capture_output=True, text=True, check=False
            )
        except FileNotFoundError as error:
            self.missing = str(error)
            return
        if result.returncode:
            self.missing = result.stderr.strip().splitlines()[-1]
            return
        data = json.loads(result.stdout.splitlines()[-1])
        if data["wrong"]:
            raise SystemExit(f"{self.name}: {data['wrong']} of {hands} have another winner than expected")
        self.best[hands] = max(data["speed"], self.best.get(hands, 0))


def kajongg_environment(folder: Path) -> dict[str, str]:
    """Returns the environment variables for a Python that imports Kajongg's modules. Kajongg writes settings and a log
    into the folder."""
    root = Path(os.environ.get("MINGG_KAJONGG", "/"))
    libraries = sorted(map(str, root.glob("usr/lib/*-linux-gnu"))) if root != Path("/") else []
    return {
        "PYTHONPATH": f"{root / 'usr/share/kajongg'}:{root / 'usr/lib/python3/dist-packages'}",
        "LD_LIBRARY_PATH": ":".join([*libraries, os.environ.get("LD_LIBRARY_PATH", "")]),
        "QT_QPA_PLATFORM": "offscreen",
        "HOME": str(folder),
    }


def kajongg_python() -> str:
    return os.environ.get("MINGG_KAJONGG_PYTHON", "/usr/bin/python3")


def engines(folder: Path) -> list[Engine]:
    rules_text = json.dumps(EVERYTHING_AGREED)
    mingg = [sys.executable, str(HERE / "score_mingg.py"), rules_text]
    return [
        Engine(
            "Mingg",
            "score() of the library, payments too, the Chinese game with all agreed",
            mingg,
        ),
        Engine(
            "mahjong",
            "the PyPI package, Japanese rules, from its own numbers",
            [os.environ.get("MINGG_MAHJONG", sys.executable), str(HERE / "score_mahjong.py")],
            install="`pip install mahjong` into any environment, whose python MINGG_MAHJONG names",
        ),
        Engine(
            "Kajongg",
            "from text, Classical Chinese rules",
            [kajongg_python(), str(HERE / "score_kajongg.py")],
            kajongg_environment(folder),
            install="`apt install kajongg`, or unpack it into a folder, which MINGG_KAJONGG names (see tile_speed.py)",
        ),
    ]


def command_speed(folder: Path, files: Iterable[Path]) -> int:
    """Returns how many deals a second of processor time the command scores from JSON Lines."""
    path, deals = folder / "deals.jsonl", []
    for hand in (json.loads(text) for each in files for text in each.read_text(encoding="utf-8").splitlines()):
        win = {"by": hand["by"], "tile": hand["tile"]} if "tile" in hand else None
        winner = "S" if win else None
        deals.append({**EVERYTHING_AGREED, "winner": winner, "win": win, "hands": {"S": {"tiles": hand["text"]}}})
    path.write_text("".join(f"{json.dumps(deal)}\n" for deal in deals), encoding="utf-8")
    command = [str(Path(sys.executable).with_name("mingg")), "score", "--jsonl", str(path)]
    used = []
    for _ in range(ROUNDS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        used.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return int(len(deals) / min(used))


def measure(folder: Path, line: Callable[[str, str], None]) -> None:
    print(f"Tile hands scored per second, by each engine's rules, the same {HANDS:,} of a kind, CPython, one core")
    files = {}
    for kind in tile_hands.HANDS:
        path = folder / f"hands-{len(files)}.jsonl"
        hands = tile_hands.hands_of(kind, WARM_UP + HANDS)
        path.write_text(
            "".join(json.dumps({**hand, "text": tile_hands.text_of(hand)}) + "\n" for hand in hands), encoding="utf-8"
        )
        files[kind] = path
    running = engines(folder)
    for _ in range(ROUNDS):
        for path in files.values():
            for engine in running:
                if not engine.missing:
                    engine.run(path)
    measured = [engine for engine in running if not engine.missing]
    mingg, *others = measured
    line("", f"{mingg.name:>9}" + "".join(f"{engine.name:>18}" for engine in others))
    for kind, paths in [*((kind, [path]) for kind, path in files.items()), ("all of them", [*files.values()])]:
        own, *speeds = (int(len(paths) / sum(1 / engine.best[path] for path in paths)) for engine in measured)
        line(kind, f"{own:>9,}" + "".join(f"{speed:>9,} {own / speed:>6.2f} x" for speed in speeds))
    line("mingg score --jsonl, all of them", f"{command_speed(folder, files.values()):>9,}")
    for engine in running:
        missing = f"not measured, {engine.missing}. To have it: {engine.install}"
        print(f"  {engine.name}: {missing if engine.missing else engine.description}")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="mingg-bench-") as name:
        measure(Path(name), lambda label, value: print(f"  {label:<66}{value:>14}"))


if __name__ == "__main__":
    main()
