"""The long proofs of docs/promises.md: `python tests/prove/prove.py [--turn COMMIT]`.

Each proof is a row of PROOFS. At the end a table shows the promise, the figure and the target. With --turn only one
proof runs, and a short form of it: the commit chooses which. So the gate runs every proof within some fifty commits.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PARTS = 4  # the tests marked prove run in so many parts, by turns


class Proof(NamedTuple):
    """A proof.

    promise, target: for the table; command: behind `python`; long, short: the variables of the environment, and more
    words of the command, in `make prove` and in a turn of the gate; figure: a regular expression that finds the figure
    in what the command prints.
    """

    promise: str
    target: str
    command: str
    long: str
    short: str
    figure: str = r"\d+ passed"


def _tests(files: str, also: str = "") -> str:
    return f"-m pytest -q -n auto --dist worksteal {' '.join(f'tests/{file}' for file in files.split())} {also}".strip()


PROOFS = (
    Proof(
        "A question is answered, or refused with its place",
        "no traceback, no wrong answer",
        _tests("rules/test_fuzz.py"),
        "MINGG_TIMES=200",
        "MINGG_TIMES=20",
    ),
    Proof(
        "A ledger that was changed loses only what is damaged",
        "no traceback, nothing else lost",
        _tests("evening/test_records.py evening/test_ledger_properties.py"),
        "MINGG_TIMES=200",
        "MINGG_TIMES=20",
    ),
    Proof(
        "Hands count as they do by plain code, special ones too, and arrangements are the best",
        "no difference from brute force",
        _tests("oracles/test_living_deals.py oracles/test_arrangements.py"),
        "MINGG_TIMES=30",
        "MINGG_TIMES=6",
    ),
    Proof(
        "Any deal can be entered by keys, and scores as the library scores it",
        "no difference",
        _tests("evening/test_device_deals.py"),
        "MINGG_TIMES=100",
        "MINGG_TIMES=3",
    ),
    Proof(
        "An exchange moves few counters; a movement seats as the book says",
        "at most two counters more than the fewest",
        _tests("oracles/test_exchanges.py club/test_club_movements.py"),
        "MINGG_TIMES=25",
        "MINGG_TIMES=3",
    ),
    Proof(
        "A reader takes time in proportion to its bytes",
        "ten times the bytes, at most eleven times the steps",
        _tests("evening/test_costs.py"),
        "MINGG_TIMES=25",
        "MINGG_TIMES=5",
    ),
    Proof(
        "A power cut at any operation of the flash, in any way, loses nothing",
        "no loss",
        _tests("test_on_micropython.py", '-k "vm_littlefs or vm_evening or vm_power"'),
        "MINGG_TIMES=49",
        "MINGG_TIMES=7",
        r"power cut \d+ times",
    ),
    Proof(
        "The heap does not grow during an evening",
        "0 bytes after the second evening",
        _tests("test_on_micropython.py", "-k vm_trouble"),
        "MINGG_TIMES=17",
        "MINGG_TIMES=3",
        r"heap after .*",
    ),
    Proof(
        "No sequence of keys ends the program or loses a deal",
        "opened again 0 times",
        _tests("screens/test_monkey.py"),
        "MINGG_PRESSES=120000",
        "MINGG_PRESSES=10000",
        r"monkey, MINGG_SEED=\d.*",
    ),
    Proof(
        "Back leads over every screen, whatever changed below it",
        "no failure",
        _tests("screens/test_way_back.py"),
        "MINGG_TIMES=400",
        "MINGG_TIMES=5",
        r"way back: .*",
    ),
    Proof(
        "A club night loses no record, whatever fails",
        "0 records lost",
        _tests(
            "club/test_club_device.py club/test_club_faults.py club/test_club_season.py club/test_club_broker.py"
            " club/test_club_fold.py",
            "--prove 1/1",
        ),
        "MINGG_TIMES=30",
        "MINGG_TIMES=3",
        r"\d+ faults in .*|\d+ tables, .*|\d+ nights on .*",
    ),
    Proof(
        "What is slow or rare holds, too",
        "all pass",
        _tests("", "--dist loadgroup --no-loadscope-reorder"),
        "--prove 1/1",
        "--prove {turn}",
    ),
    Proof(
        "A release has all its files, and its workflow publishes them",
        "no step fails",
        "-m release.rehearsal",
        "",
        "",
        r"Mingg .* files",
    ),
    Proof(
        "Deals are scored as Kajongg scores them",
        "known differences only",
        "tests/prove/kajongg/compare.py",
        "",
        "",
        r"Not compared.*|\w+, [\d,]+ deals: .*",
    ),
    Proof(
        "The tests notice a fault",
        "95 % of a sample are noticed, or survive with a reason",
        "tests/prove/mutants.py core records evening",
        "--sample 2000 --least 95",
        "--sample 150 --seed {commit} --least 85",
        r"\d+ mutants.*",
    ),
)


def run(proof: Proof, more: str) -> tuple[bool, str]:
    """Runs a proof. Returns whether it passed, and its figure. Prints what its command prints."""
    words = more.split()
    set_to = dict(word.split("=") for word in words if "=" in word)
    command = [sys.executable, *shlex.split(proof.command), *(word for word in words if "=" not in word)]
    began = time.monotonic()
    print(f"\n== {proof.promise}\n   {' '.join((*(word for word in words if '=' in word), *command[1:]))}", flush=True)
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | set_to, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    figures = []
    for line in process.stdout:
        print(line, end="", flush=True)
        if found := re.search(proof.figure, line):
            figures.append(found[0])
    passed = process.wait() == 0
    return passed, f"{'; '.join(figures) or 'no figure'}; {time.monotonic() - began:.0f} s"


def turn_of(commit: int) -> tuple[Proof, str]:
    """Returns the proof whose turn it is at a commit, and the words that make it short."""
    proof = PROOFS[commit % len(PROOFS)]
    part = commit // len(PROOFS) % PARTS + 1
    return proof, proof.short.format(turn=f"{part}/{PARTS}", commit=commit % 10_000)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turn", metavar="COMMIT", help="one proof, which this hash chooses, in its short form")
    commit = parser.parse_args().turn
    chosen = [turn_of(int(commit, 16))] if commit else [(proof, proof.long) for proof in PROOFS]
    results = [(proof, *run(proof, more)) for proof, more in chosen]
    print("\n| promise | figure | target | |\n|---|---|---|---|")
    for proof, passed, figure in results:
        print(f"| {proof.promise}. | {figure} | {proof.target} | {'' if passed else 'FAILED'} |")
    return not all(passed for _, passed, _ in results)


if __name__ == "__main__":
    sys.exit(main())
