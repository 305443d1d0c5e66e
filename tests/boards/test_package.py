"""The contents of the wheel and the source archive: everything that runs, nothing twice, and no stray files."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import mingg
import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from mingg_host.simulator import website

ROOT = Path(__file__).resolve().parents[2]
SITE = {"quick-card.html", *(f"{name}.md" for name in website.DOCUMENTS)}  # beside the pictures


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    built = next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"]))
    with zipfile.ZipFile(built) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tracked() -> list[str]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    return [name for name in names.split("\0") if name and (ROOT / name).is_file()]


def files(folder: Path) -> dict[str, bytes]:
    inside = folder.relative_to(ROOT).as_posix() + "/"
    return {name.removeprefix(inside): (ROOT / name).read_bytes() for name in tracked() if name.startswith(inside)}


def prefixed(prefix: str, packed: dict[str, bytes]) -> dict[str, bytes]:
    return {f"{prefix}/{name}": data for name, data in packed.items()}


def test_the_wheel_holds_packages_main_boards_and_the_documents_of_the_page_once(wheel: dict[str, bytes]) -> None:
    docs = {
        f"docs/{name}": data
        for name, data in files(ROOT / "docs").items()
        if name in SITE or (name.startswith("pictures/") and name.endswith(".png"))
    }
    boards = {name: data for name, data in files(ROOT / "board").items() if not name.startswith("case/")}
    wanted = (
        prefixed("mingg", files(ROOT / "firmware" / "mingg"))
        | prefixed("mingg_scoring", files(ROOT / "host_tools" / "mingg_scoring"))
        | prefixed("mingg_host", files(ROOT / "host_tools" / "mingg_host"))
        | prefixed("mingg_host/onboard/board", boards)
        | prefixed("mingg_host/onboard", docs)
        | {"mingg_host/onboard/main.py": (ROOT / "firmware" / "main.py").read_bytes()}
    )
    packed = {name: data for name, data in wheel.items() if ".dist-info/" not in name}
    assert packed == wanted


def test_the_wheel_says_what_it_is(wheel: dict[str, bytes]) -> None:
    info = f"mingg-{mingg.VERSION}.dist-info"
    assert b"mingg = mingg_host.entry:main" in wheel[f"{info}/entry_points.txt"]
    metadata = wheel[f"{info}/METADATA"].decode()
    assert "\nRequires-Python: >=3.10\n" in metadata
    assert "\nLicense-Expression: MIT\n" in metadata
    licenses = {name.removeprefix(f"{info}/licenses/") for name in wheel if name.startswith(f"{info}/licenses/")}
    assert licenses == {"LICENSE", "host_tools/mingg_host/simulator/micropython-license.txt"}
    assert {"mingg/py.typed", "mingg_host/py.typed", "mingg_scoring/py.typed"} <= set(wheel)


@pytest.mark.parametrize(
    ("part", "digest"),
    [("lib/re1.5, regular expressions", "4c5e247357f6998a"), ("lib/uzlib, compression", "d6b7dc8fc582c7ec")],
)
def test_a_licence_is_quoted_letter_by_letter(part: str, digest: str) -> None:
    """As in the LICENSE of github.com/pfalcon/re1.5, below the head of lib/re1.5/re1.5.h, and in lib/uzlib/tinflate.c
    of MicroPython."""
    text = (ROOT / "host_tools/mingg_host/simulator/micropython-license.txt").read_text("utf-8")
    quoted = text.split(f"----- {part} -----\n")[1].split("\n-----")[0].strip()
    assert hashlib.sha256(quoted.encode()).hexdigest()[:16] == digest


def test_a_wheel_can_be_made_from_the_source_archive(tmp_path: Path, wheel: dict[str, bytes]) -> None:
    built = next(SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"hatch_build.py", "pyproject.toml", "firmware/main.py", "LICENSE", "README.md", "Makefile"} <= names
    assert {f"firmware/{name}" for name in wheel if name.startswith("mingg/")} <= names
    assert names - {"PKG-INFO", ""} == set(tracked())


def test_only_what_is_listed_goes_in(tmp_path: Path, wheel: dict[str, bytes]) -> None:
    """In a clone git has the list. A tree without git, such as an unpacked source archive, has no other kinds."""
    tree = tmp_path / "tree"
    listed = [name for name in tracked() if not name.startswith("tests/")]
    for name in listed:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tree / name)
    odd = ("secret.pem", ".env", "id_rsa", "notes.py.orig", "__pycache__/a.py")
    for folder in ("firmware/mingg", "host_tools/mingg_scoring", "host_tools/mingg_host/club", "board/pico", "."):
        for name in odd:
            (tree / folder / name).parent.mkdir(exist_ok=True)
            (tree / folder / name).write_text("mine")

    def packed() -> set[str]:
        made = str(tmp_path / "dist")
        with zipfile.ZipFile(next(WheelBuilder(str(tree)).build(directory=made, versions=["standard"]))) as archive:
            in_wheel = set(archive.namelist())
        with tarfile.open(next(SdistBuilder(str(tree)).build(directory=made, versions=["standard"]))) as archive:
            return in_wheel | {name for name in archive.getnames() if Path(name).name in odd or "pycache" in name}

    assert packed() == wheel.keys()
    for command in (["init", "--quiet"], ["add", *listed]):
        subprocess.run(["git", *command], cwd=tree, check=True)
    (tree / "firmware/mingg/scratch.py").write_text("mine")
    (tree / "docs/pictures/scratch.png").write_text("mine")
    assert packed() == wheel.keys()
