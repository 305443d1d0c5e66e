"""`mingg doctor`: each line of what works on a machine, and of what to do. The extras: what is missing, and the
command that adds it and drops nothing."""

from __future__ import annotations

import json
import re
import sys
import webbrowser
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from help.commands import run
from mingg_host.commands import doctor
from mingg_host.common import extras
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
            (doctor.programs, "find"),
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


if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
FOLDER = json.dumps({"url": "file:///my%20tiles/mingg", "dir_info": {}})
SOURCES = json.dumps({"url": "file:///tiles", "dir_info": {"editable": True}})
WHEEL = json.dumps({"url": "file:///w/mingg-1.0-py3-none-any.whl", "archive_info": {}})
GIT = json.dumps({"url": "https://example.org/mingg.git", "vcs_info": {"vcs": "git", "commit_id": "1"}})


@pytest.mark.parametrize(
    ("mark", "origin", "installer", "command"),
    [
        ("pipx_metadata.json", FOLDER, "pip", "pipx install --force '/my tiles/mingg[board,club]'"),
        ("pipx_metadata.json", SOURCES, "uv", "pipx install --force --editable '/tiles[board,club]'"),
        (
            "uv-receipt.toml",
            WHEEL,
            "uv",
            "uv tool install --force '/w/mingg-1.0-py3-none-any.whl[board,club]' --find-links /w",
        ),
        (
            "pipx_metadata.json",
            WHEEL,
            "pip",
            "pipx install --force '/w/mingg-1.0-py3-none-any.whl[board,club]' '--pip-args=--find-links /w'",
        ),
        ("uv-receipt.toml", "", "uv", "uv tool install --force 'mingg[board,club]'"),
        ("", GIT, "uv", f"uv pip install --python {PYTHON} 'git+https://example.org/mingg.git[board,club]'"),
        ("", SOURCES, "pip\n", f"{PYTHON} -m pip install --editable '/tiles[board,club]'"),
        ("", "", "", f"{PYTHON} -m pip install 'mingg[board,club]'"),
    ],
)
def test_an_extra_is_added_as_mingg_was_installed_and_all_others_stay(
    tmp_path: Path, mark: str, origin: str, installer: str, command: str
) -> None:
    if mark:
        (tmp_path / mark).touch()
    assert extras.installing(["club", "board", "club"], tmp_path, origin, installer) == command


def test_the_command_names_the_extras_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "present", lambda: ["board", "report"])
    assert "[board,club,report]" in extras.command("club")


def test_each_extra_has_its_modules_and_each_module_its_extra() -> None:
    """Of the modules that are installed here."""
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert extras.MODULES.keys() == listed.keys()
    packages = metadata.packages_distributions()
    for extra, requirements in listed.items():
        names = {re.split("[<>=! ;]", requirement)[0].lower() for requirement in requirements}
        here = [module for module in extras.MODULES[extra] if module in packages]
        found = {module: {name.lower().replace("_", "-") for name in packages[module]} for module in here}
        assert found or extra == "panel"
        assert {module: owners for module, owners in found.items() if not owners & names} == {}


@pytest.mark.parametrize(
    ("module", "extra"),
    [("jinja2", "report"), ("xlsxwriter", "spreadsheet"), ("mpremote.transport", "board"), ("segno", "club")],
)
def test_the_extra_of_a_missing_module_is_named(module: str, extra: str) -> None:
    assert extras.advice(module).startswith(
        f"This needs the module {module.partition('.')[0]}, of the extra {extra}. Run: "
    )


@pytest.mark.parametrize("module", ["mingg.core.tea", "clicks", None])
def test_of_other_modules_nothing_is_said(module: str | None) -> None:
    assert extras.advice(module) == ""


@pytest.mark.parametrize(("module", "command", "extra"), [("serial", "pull", "board"), ("board", "panel", "panel")])
def test_a_command_without_its_library_says_how_to_add_it(
    monkeypatch: pytest.MonkeyPatch, module: str, command: str, extra: str
) -> None:
    for loaded in [name for name in sys.modules if name.partition(".")[0] == module]:
        monkeypatch.delitem(sys.modules, loaded)
    monkeypatch.setitem(sys.modules, module, None)
    status, output, errors = run(command)
    assert (status, output) == (1, "")
    assert f"This needs the module {module}, of the extra {extra}. Run: " in errors
    assert extra in re.split(r"[\[\],]", errors)
    assert errors.count("\n") == 1
