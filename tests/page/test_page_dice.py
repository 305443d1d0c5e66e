"""The page takes its dice from the browser: the firmware in the page's VM, with known random numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from help.named_keys import FIRST_WALL
from help.page_node import run
from mingg.hal.dice import STIRRED
from mingg_host.simulator.website import PAGE, micropython


@pytest.fixture(scope="module")
def vm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vm")
    for name, data in micropython().items():
        (folder / name).write_bytes(data)
    return folder


def say_after(vm: Path, sources: Path, keys: str, source: list[int]) -> list[str]:
    """Returns the lines of the screen after these keys, and the number of random bytes used. Each number of `source` is
    the last of eight bytes."""
    values = [value for last in source for value in (*(STIRRED - 1) * [0], last)]
    arguments = [vm, PAGE, sources, ",".join(map(str, values)), *keys.split()]
    return run("page_dice.mjs", *arguments).splitlines()


@pytest.mark.parametrize(
    ("source", "header", "requests"),
    [
        ([0], "2 + 2 B back A Table", 4),
        ([255, 2, 252, 253, 3, 4, 254, 5], "7 + 11 B back A Table", 8),  # what is not fair is taken again
    ],
)
def test_the_dice_follow_the_browser(vm: Path, untyped: Path, source: list[int], header: str, requests: int) -> None:
    screen = say_after(vm, untyped, f"{FIRST_WALL} a a", source)
    assert screen[0] == header
    assert screen[-1] == str(STIRRED * requests)


def test_a_browser_without_randomness_throws_no_die(vm: Path, untyped: Path) -> None:
    screen = say_after(vm, untyped, f"{FIRST_WALL} a", [255])
    assert screen[0] == "deal 1 no dice here: enter B back A roll"
