"""Installs the distributions in dist/ into empty environments and tries them there, away from the checkout: for `make
package`. The library is alone in one environment, in the other it is what the command depends on.

First the wheels; then, over them, those that pip builds from the source archives, which must have the same contents.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).parents[2]
MYPY = [sys.executable, "-m", "mypy", "--strict", "--config-file="]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet"]
HAND = ["--rules", "babcock", "--winner", "N", "--by", "draw", "(222p) (345m) 678s 999s 55z"]

LANGUAGES = sorted(path.stem for path in (ROOT / "firmware/mingg/lang").glob("*.txt"))

# Said by the installed Python: where it has the library from, alone in its environment, and what it carries.
LIBRARY = """
import sys
from importlib import metadata
from pathlib import Path
import mingg_scoring
from mingg import lang

folder = Path(mingg_scoring.__file__).resolve().parent
assert folder.is_relative_to(Path(sys.prefix).resolve()), folder
assert {path.name.partition("-")[0] for path in folder.parent.iterdir()} <= {"mingg_scoring", "__pycache__"}
assert not metadata.requires("mingg-scoring")
assert (folder / "py.typed").is_file() and (folder / "mingg.schema.json").is_file()
assert "mingg_host" not in sys.modules
for language in sys.argv[1:]:
    assert lang.choose(language), language
"""

# The same for the command.
COMMAND = """
import sys
from pathlib import Path
import mingg_club, mingg_host, mingg, mingg_scoring
from click.testing import CliRunner
from mingg import lang
from mingg_host.common import places
from mingg_host.cli import main

for package in (mingg, mingg_club, mingg_host, mingg_scoring):
    assert Path(package.__file__).resolve().is_relative_to(Path(sys.prefix).resolve()), package
host, club = Path(mingg_host.__file__).parent, Path(mingg_club.__file__).parent
assert (host / "py.typed").is_file() and (club / "py.typed").is_file()
ours = {path.name.partition("-")[0] for path in host.parent.iterdir() if "mingg" in path.name}
assert ours == {"mingg", "mingg_club", "mingg_host", "mingg_scoring"} and not (host.parent / "mingg").exists(), ours
core, firmware = Path(mingg.__file__).parent, places.package()
for path in core.rglob("*.*"):  # both distributions have the core
    assert path.suffix == ".pyc" or path.read_bytes() == (firmware / path.relative_to(core)).read_bytes(), path
assert places.main_py().is_file()
assert {"pico", "pico_w", "pico_2", "pico_2_w"} <= set(places.boards())
assert sys.argv[1:]
for language in sys.argv[1:]:
    assert lang.choose(language), language
assert (host / "scoring" / "house_example.toml").is_file()
for page in ("index.html", "style.css", "sw.js", "device.js"):
    assert (host / "simulator" / "page" / page).is_file(), page
for page in ("room.html", "room.js", "room.css", "director.html", "director.js", "enter.html", "night.js", "icon.svg"):
    assert (club / "web" / "static" / page).is_file(), page
commands = main.list_commands(None)
assert len(commands) > 10, commands
for command in commands:
    assert CliRunner().invoke(main, [command, "--help"]).exit_code == 0, command
print(*commands)
"""

# Type-checked against what is installed: the last line of each, and no other, is wrong.
OF_COMMAND = """\
from pathlib import Path

from mingg_host.evenings.evening import Evening
from mingg_host.evenings.sources import find

evening: Evening = Evening(find(Path("evening.jsonl"))[0]).whole()
easts: list[str] = [deal.east for deal in evening.deals]
wrong: int = evening.name
"""
OF_LIBRARY = """\
from mingg_scoring import Deal, Hand, MinggError, Options, Session, SessionDeal, Win
from mingg_scoring import Line, SchemaName, SeatOrOut, SessionHead, Tray, Way, __version__
from mingg_scoring import explain, replay, rule_set, score

way: Way = "draw"
tray: Tray = (2, 9, 8, 10)
version: str = __version__
limit: int | None = rule_set("babcock", Options(four_winds=True)).limit.points
deal = Deal(rules="harr", winner="N", win=Win(by="draw"), hands={"N": Hand(sets=("(pung simple)", "pung dragon"))})
points: int = score(deal).hands["N"].score
whys: list[str | None] = [item.why for item in explain(deal).hands["N"].items]
drawn = SessionDeal(winner=None, hands={})
balances: dict[str, int] = dict(replay(Session(rules="harr", names=("Ann", "Bo"), lines=(drawn,))).balances)
try:
    Deal.from_json("{}")
except MinggError as error:
    place: str = error.at
wrong: int = score(deal).net["N"].name
"""


class Failed(Exception):
    """A check failed."""


def run(*words: str | Path, cwd: Path, status: int = 0) -> str:
    """Returns the output of a command. Its environment has nothing of the checkout or of the user."""
    env = {"PATH": os.environ["PATH"], "HOME": str(cwd), "COLUMNS": "80"}
    done = subprocess.run([*map(str, words)], cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise Failed(f"{' '.join(map(str, words))}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def install(python: Path, wheels: list[Path], *options: str) -> None:
    subprocess.run([*PIP, "--python", str(python), "install", *options, *map(str, wheels)], check=True)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def of_the_source(archive: Path, folder: Path) -> Path:
    """Builds a wheel from a source archive with pip."""
    words = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(archive)]
    subprocess.run([*PIP, *words], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def made_again(wheel: Path, archive: Path, folder: Path) -> Path:
    """Returns the wheel that a source archive makes. It must be the same."""
    rebuilt = of_the_source(archive, folder)
    if contents(rebuilt) != contents(wheel):
        raise Failed(f"{archive.name} makes another wheel than the checkout")
    return rebuilt


def tried(bin_folder: Path, elsewhere: Path) -> Iterator[str]:
    """Tries an installation in an empty folder. Yields each step."""
    mingg, python = bin_folder / "mingg", bin_folder / "python"
    yield f"{len(run(python, '-I', '-c', COMMAND, *LANGUAGES, cwd=elsewhere).split())} commands"
    (elsewhere / "table.keys").write_text("up\nscreenshot table.png\n", encoding="utf-8")
    for words, expected in (
        (["score", *HAND], "East pays North"),
        (["rules", "harr-limit"], "Points, for the winner"),
        (["press", "up", "-o", "screen.png"], ""),
        (["press", "--keys", "table.keys"], ""),
        (["site", "-o", "site"], "Wrote version"),
    ):
        if expected not in run(mingg, *words, cwd=elsewhere):
            raise Failed(f"mingg {words[0]} does not say {expected}")
        yield f"mingg {words[0]}"
    for picture in ("screen.png", "table.png"):
        if (elsewhere / picture).read_bytes()[1:4] != b"PNG":
            raise Failed(f"there is no picture {picture}")


def club_tried(bin_folder: Path, elsewhere: Path, wheel: Path) -> Iterator[str]:
    """Tries a night of a club without the extra, which must be named, and with it. Yields each step."""
    mingg = bin_folder / "mingg"
    try:
        run(mingg, "club", "new", "-o", "friday.toml", cwd=elsewhere, status=1)
    except Failed:
        raise Failed("mingg club does not ask for its extra") from None
    yield "mingg club asks for its extra"
    install(bin_folder / "python", [Path(f"{wheel}[club]")])
    run(mingg, "club", "new", "-o", "friday.toml", cwd=elsewhere)
    yield "mingg club new"
    if shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin"):
        night = ("--tables", "2", "--sittings", "1", "--pace", "0.05", "--page-port", "0")
        if "Rehearsal" not in run(mingg, "club", "rehearse", *night, cwd=elsewhere):
            raise Failed("mingg club rehearse does not print the standing")
        yield "mingg club rehearse"
    else:
        yield "no Mosquitto here: mingg club rehearse NOT tried"


def examples(python: Path, elsewhere: Path) -> str:
    """Runs and type-checks the programs of docs/api.md, and compares what they print with the page."""
    sys.path[:0] = [str(ROOT / "docs" / "tools"), str(ROOT / "tests")]
    from pages import blocks

    of_page = blocks((ROOT / "docs" / "api.md").read_text(encoding="utf-8"))
    programs = [(block, after) for block, after in pairwise(of_page) if block.language == "python"]
    for block, after in programs:
        if run(python, "-I", "-c", block.text, cwd=elsewhere).rstrip() != after.text.rstrip():
            raise Failed(f"docs/api.md, line {block.line} prints something else")
        (elsewhere / f"line_{block.line}.py").write_text(block.text, encoding="utf-8")
    if len(programs) < 5:
        raise Failed("docs/api.md has no programs")
    run(*MYPY, "--python-executable", python, *elsewhere.glob("line_*.py"), cwd=elsewhere)
    return f"{len(programs)} programs"


def types(python: Path, elsewhere: Path, program: str) -> None:
    """Type-checks a program that uses an installed package."""
    (elsewhere / "consumer.py").write_text(program, encoding="utf-8")
    last = program.count("\n")
    words = (*MYPY, "--no-error-summary", "--python-executable", python, "consumer.py")
    result = run(*words, cwd=elsewhere, status=1).splitlines()
    if len(result) != 1 or not result[0].startswith(f"consumer.py:{last}: error: "):
        raise Failed("mypy should find fault with the last line alone:\n" + "\n".join(result))


def environment(folder: Path) -> Path:
    """Makes an empty environment. Returns its folder of programs."""
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", str(folder)], check=True)
    return folder / "bin"


def main(dist: Path, environments: Path) -> None:
    (library,), (of_library,) = dist.glob("mingg_scoring-*.whl"), dist.glob("mingg_scoring-*.tar.gz")
    (command,), (of_command,) = dist.glob("mingg-*.whl"), dist.glob("mingg-*.tar.gz")
    alone, together = environment(environments / "library"), environment(environments / "command")
    with tempfile.TemporaryDirectory() as folder:
        again = made_again(library, of_library, Path(folder) / "library")
        for name, packed in ((library.name, library), (of_library.name, again)):
            elsewhere = Path(folder) / name
            elsewhere.mkdir()
            install(alone / "python", [packed], "--no-index", "--force-reinstall")
            run(alone / "python", "-I", "-c", LIBRARY, *LANGUAGES, cwd=elsewhere)
            types(alone / "python", elsewhere, OF_LIBRARY)
            print(f"{name}: types, {examples(alone / 'python', elsewhere)}")
        rebuilt = made_again(command, of_command, Path(folder) / "command")
        for name, packed, options in (
            (command.name, command, ()),
            (of_command.name, rebuilt, ("--no-deps", "--force-reinstall")),
        ):
            elsewhere = Path(folder) / name
            elsewhere.mkdir()
            install(together / "python", [library, packed], *options)
            types(together / "python", elsewhere, OF_COMMAND)
            print(f"{name}: types, {', '.join(tried(together, elsewhere))}")
        print(f"{command.name}: {', '.join(club_tried(together, Path(folder), command))}")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
    except Failed as error:
        sys.exit(str(error))
