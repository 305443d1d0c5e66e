"""The programs of `make prove` start. The gate does not wait for their results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROVE = Path(__file__).parent


def test_the_tests_that_find_mutants_can_be_loaded(tmp_path: Path) -> None:
    code = f"import sys; sys.path.insert(0, {str(PROVE)!r}); import mutants; print(*mutants.tests())"
    result = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    modules = {name.split(".")[1] for name in result.stdout.split() if "." in name}
    assert {"test_counts", "test_settlement", "test_explanations", "test_arrangements"} <= modules


def test_the_turns_of_the_gate_reach_each_proof_and_each_part_of_the_slow_tests() -> None:
    import prove

    turns = {prove.turn_of(commit) for commit in range(prove.PARTS * len(prove.PROOFS))}
    assert {proof for proof, _ in turns} == set(prove.PROOFS)
    assert {words for _, words in turns} >= {f"--prove {part}/{prove.PARTS}" for part in range(1, prove.PARTS + 1)}
    named = {word for proof, _ in turns for word in proof.command.split() if word.startswith("tests/")}
    assert [path for path in sorted(named) if not (PROVE.parents[1] / path).exists()] == []


def test_the_comparison_with_kajongg_says_what_it_lacks() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "MINGG_KAJONGG"}
    command = [sys.executable, PROVE / "kajongg" / "compare.py"]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("Not compared with Kajongg: MINGG_KAJONGG names no folder.")


def test_the_deals_for_kajongg_can_be_arranged() -> None:
    code = f"""import sys; sys.path.insert(0, {str(PROVE / "kajongg")!r}); import compare
for seed in range(10):
    for rules in ("bmja", "dmjl"):
        hands = compare.asked(compare.Dealer(seed).possible(rules))["hands"]
        assert any(hand["arrangements"] for hand in hands), seed
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
