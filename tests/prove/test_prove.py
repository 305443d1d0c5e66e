"""The programs of `make prove` start. The gate does not wait for their results."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import mutants
from help.seeds import SEED

PROVE = Path(__file__).parent


MUTANTS = """
import random
import sys
import mutants

chance = random.Random(int(sys.argv[1]))

def fates():
    test = next(iter(mutants.ALL))
    for part in mutants.PARTS:
        modules = [module for module in mutants.MODULES if mutants.MODULES[module][1] is part]
        # the test finds 93 of 100 mutants of the last one
        settles = ["core/settle/settle"] * 3 if "core/settle/settle" in modules else []
        for module in chance.sample(modules, min(len(modules), 5)) + settles:
            inside = [each for each in mutants.mutants(module) if each.functions]
            every = [each for each in inside if mutants.LEFT_OUT not in each.functions[-1]]
            for mutant in chance.sample(every, min(len(every), 1)):
                lines = dict.fromkeys(((module, line) for line in range(mutant.line, mutant.last + 1)), [test])
                print(part.modules, mutants.fate(mutant, lines, {test: 1.0})[0])

mutants.collect(["tests/rules/test_settlement.py"], fates)
"""


def test_mutants_of_each_part_are_made_and_tested() -> None:
    command = [sys.executable, "-c", MUTANTS, str(SEED)]
    environment = os.environ | {"PYTHONPATH": str(PROVE)}
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    fates = [line.split() for line in result.stdout.splitlines() if line.endswith(("killed", "survived"))]
    assert {part for part, _ in fates} == {part.modules for part in mutants.PARTS}
    assert {"killed", "survived"} <= {fate for _, fate in fates}
    assert [test for part in mutants.PARTS for test in part.tests if not (PROVE.parents[1] / test).exists()] == []


def test_a_name_means_a_module_or_a_folder_from_its_beginning() -> None:
    assert "link/records" in mutants.MODULES
    assert {module.partition("/")[0] for module in mutants.modules_of(["records"])} == {"records"}
    assert mutants.modules_of(["records/parse"]) == ["records/parse"]
    assert mutants.modules_of(["rec", "parse"]) == []
    assert mutants.modules_of([]) == [*mutants.MODULES]


def test_each_reason_is_of_a_mutant_that_there_is() -> None:
    there = {mutants.unnumbered(mutant) for module in mutants.MODULES for mutant in mutants.mutants(module)}
    assert mutants.explained_survivors().keys() - there == set()


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
