"""The stand-in for framebuf compared with the real one in the MicroPython VM: same programs, same bytes."""

from __future__ import annotations

import json
import random
import subprocess
import textwrap
from pathlib import Path
from typing import Any

import mingg_host.device  # noqa: F401 - brings framebuf
import pytest

Op = list[Any]

# Runs one program; the same text here and in the VM. Bytes travel as lists of numbers.
RUN = textwrap.dedent("""
    def picture(parts):
        data, width, height = parts
        return (bytes(data), width, height, framebuf.MONO_VLSB)

    def run(program):
        width, height, ground, ops = program
        buffer = bytearray(ground)
        target = framebuf.FrameBuffer(buffer, width, height, framebuf.MONO_VLSB)
        seen = []
        for name, *args in ops:
            if name == "blit":
                args[0] = picture(args[0])
                if len(args) > 4:
                    args[4] = picture(args[4])
            seen.append(getattr(target, name)(*args))
        return [list(buffer), seen]
""")


def bytes_for(dice: random.Random, width: int, height: int) -> list[int]:
    return [dice.randrange(256) for _ in range((height + 7) // 8 * width)]


def picture(dice: random.Random) -> list[Any]:
    width, height = dice.randint(1, 20), dice.randint(1, 30)
    return [bytes_for(dice, width, height), width, height]


def operation(dice: random.Random) -> Op:
    x, y = dice.randint(-40, 60), dice.randint(-40, 80)
    w, h = dice.randint(-3, 50), dice.randint(-3, 50)
    c = dice.choice([0, 1, 1, 5])
    name = dice.choice(["fill", "fill_rect", "rect", "scroll", *["blit"] * 5])
    if name == "fill":
        return [name, c]
    if name == "scroll":
        return [name, dice.choice([x, dice.randint(-2, 2)]), dice.choice([y, dice.randint(-2, 2)])]
    if name in ("rect", "fill_rect"):
        return [name, x, y, w, h, c]
    palette = [[dice.randrange(2), dice.randrange(2)], 2, 1]
    arguments = dice.choice([[], [-1], [0], [1], [0, palette], [1, palette], [-1, palette]])
    return ["blit", picture(dice), x, y, *arguments]


def program(seed: int) -> list[Any]:
    dice = random.Random(seed)
    width, height = dice.choice([(128, 64), (dice.randint(1, 40), dice.randint(1, 40))])
    ops = [operation(dice) for _ in range(12)]
    return [width, height, bytes_for(dice, width, height), ops]


@pytest.mark.vm
def test_random_programs_leave_the_same_bytes(micropython: Path, tmp_path: Path):
    programs = [program(seed) for seed in range(400)]
    script = tmp_path / "programs.py"
    script.write_text(
        "import framebuf, json, sys\n" + RUN + "for line in sys.stdin:\n    print(json.dumps(run(json.loads(line))))\n"
    )
    result = subprocess.run(
        [micropython, script],
        input="".join(json.dumps(operations) + "\n" for operations in programs),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.returncode == 0, result.stdout[-500:] + result.stderr
    import framebuf

    namespace: dict[str, Any] = {"framebuf": framebuf}
    exec(RUN, namespace)
    answers = result.stdout.splitlines()
    assert len(answers) == len(programs)
    for seed, (operations, answer) in enumerate(zip(programs, answers, strict=True)):
        assert namespace["run"](operations) == json.loads(answer), f"program {seed}: {operations[-1]}"


REFUSED = [
    "FrameBuffer(bytearray(1023), 128, 64, 0)",  # a byte short
    "FrameBuffer(bytearray(127), 128, 1, 0)",
    "FrameBuffer(bytearray(1024), 0, 64, 0)",
    "FrameBuffer(bytearray(1024), 128, 64, 99)",
    "FrameBuffer(bytearray(1024), 128, 64, 0).blit((b'', 5, 8, 0), 0, 0)",
]


@pytest.mark.parametrize("code", REFUSED)
def test_impossible_input_is_a_value_error(code: str):
    import framebuf

    with pytest.raises(ValueError, match=r"^$"):
        eval(f"framebuf.{code}", {"framebuf": framebuf})


@pytest.mark.vm
def test_and_on_micropython_too(micropython: Path):
    code = "import framebuf\n" + "".join(
        f"try:\n    framebuf.{call}\n    print('taken')\nexcept ValueError:\n    print('refused')\n" for call in REFUSED
    )
    result = subprocess.run([micropython, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.split() == ["refused"] * len(REFUSED)
