"""`mingg doctor`: each line of what works on a machine, and of what to do."""

from __future__ import annotations

import json
import webbrowser
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from help.commands import run
from mingg_host.commands import doctor
from mingg_host.common.output import Failure

PORT = SimpleNamespace(device="/dev/null", description="Pico 2")
CLOSED = SimpleNamespace(device="/dev/not-there", description="Pico 2")


def says(value: object) -> Callable[..., Any]:
    def answer(*_words: object) -> object:
        if isinstance(value, Exception):
            raise value
        return value

    return answer


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Returns a function that replaces what this machine has. At first it has everything."""

    def have(**parts: object) -> None:
        for module, name in (
            (webbrowser, "get"),
            (doctor, "look_at_terminal"),
            (doctor, "get_terminal_size"),
            (doctor.ports, "serial_ports"),
            (doctor.ports, "in_bootsel"),
            (doctor.brokers, "find"),
            (doctor, "find_vm"),
            (doctor.extras, "present"),
        ):
            if name in parts:
                monkeypatch.setattr(module, name, says(parts[name]))

    have(
        get=SimpleNamespace(name="firefox"),
        look_at_terminal=None,
        get_terminal_size=(140, 40),
        serial_ports=[PORT],
        in_bootsel="",
        find=Path("/usr/sbin/mosquitto"),
        find_vm=Path("/bin/micropython"),
        present=list(doctor.extras.MODULES),
    )
    return have


def findings() -> dict[str, tuple[bool, str]]:
    _, output, _ = run("doctor", "--json")
    return {finding["name"]: (finding["works"], finding["text"]) for finding in json.loads(output)["findings"]}


def test_where_everything_is_there_every_line_says_so(machine: Callable[..., None]) -> None:
    status, output, errors = run("doctor")
    lines = output.splitlines()[2:]
    assert (status, errors) == (0, "")
    assert all(line.startswith("works  ") for line in lines)
    assert len(lines) == len(findings()) == 10


@pytest.mark.parametrize(
    ("part", "value", "name", "text"),
    [
        ("get", webbrowser.Error("none"), "browser", "mingg sim --host 0.0.0.0"),
        ("look_at_terminal", click.ClickException("TERM=dumb"), "terminal", "TERM=dumb"),
        ("get_terminal_size", (50, 12), "terminal", "This terminal is 50 x 12"),
        ("serial_ports", [], "board", "with a cable that carries data"),
        ("serial_ports", [CLOSED], "board", "There is no port /dev/not-there"),
        ("serial_ports", ModuleNotFoundError(name="serial"), "board", "of the extra board. Run: "),
        ("find", None, "broker", "sudo apt install mosquitto"),
        ("find_vm", Failure("No MicroPython VM was found."), "MicroPython", "No MicroPython VM"),
        ("present", ["report"], "extra club", "club,report]"),
    ],
)
def test_what_is_missing_is_named_with_what_to_do(
    machine: Callable[..., None], part: str, value: object, name: str, text: str
) -> None:
    machine(**{part: value})
    works, said = findings()[name]
    assert not works
    assert text in said
    assert run("doctor")[0] == 0, "there is still a way to play"


def test_a_board_that_waits_for_its_image_is_told_how_to_get_one(machine: Callable[..., None]) -> None:
    machine(serial_ports=[], in_bootsel="/media/RP2350")
    works, said = findings()["board"]
    assert not works
    assert "waits for an image (/media/RP2350)" in said
    assert "https://micropython.org/download" in said


def test_without_browser_and_terminal_nobody_can_play(machine: Callable[..., None]) -> None:
    machine(get=webbrowser.Error("none"), get_terminal_size=(20, 5))
    assert run("doctor")[0] == 1
    assert run("doctor", "--json")[0] == 1
