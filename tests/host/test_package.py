"""The contents of the wheel and the source archive: everything that runs, and nothing twice."""

from __future__ import annotations

import tarfile
import zipfile
from pathlib import Path

import mingg
import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from mingg_host.simulator import website

ROOT = Path(__file__).resolve().parents[2]
CACHES = {"__pycache__"}
SITE = {"quick-card.html", *(f"{name}.md" for name in website.DOCUMENTS)}  # beside the pictures


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    built = next(WheelBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("wheel")), versions=["standard"]))
    with zipfile.ZipFile(built) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not CACHES & set(path.parts)
    }


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
    assert f"{info}/licenses/LICENSE" in wheel
    assert {"mingg/py.typed", "mingg_host/py.typed", "mingg_scoring/py.typed"} <= set(wheel)


def test_a_wheel_can_be_made_from_the_source_archive(tmp_path: Path, wheel: dict[str, bytes]) -> None:
    built = next(SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"hatch_build.py", "pyproject.toml", "firmware/main.py", "LICENSE", "README.md", "Makefile"} <= names
    assert {f"firmware/{name}" for name in wheel if name.startswith("mingg/")} <= names
    assert not CACHES & {part for name in names for part in name.split("/")}
