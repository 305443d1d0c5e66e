"""What is released: the wheel and the source archive, and the files of a release page."""

from __future__ import annotations

import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import tarfile
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import mingg
import pytest
import site_of_pages
from click.testing import CliRunner
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from mingg_host.board.data import Board, firmware_of
from mingg_host.common import places
from mingg_host.common.output import Failure
from mingg_host.deploy import firmware
from release import __main__ as making
from release import images, printing, ready, rehearsal

BOARDS = places.boards()
# Nobody has checked the image of a Pico 2 yet.
TABLE = {
    board: images.Image(
        f"{board}.uf2",
        f"https://example.org/{board}.uf2",
        "" if board == "pico_2" else hashlib.sha256(f"{board}.uf2".encode()).hexdigest(),
    )
    for board in BOARDS
}


def wheel_that_needs(*lines: str) -> bytes:
    metadata = "".join(f"Requires-Dist: {line}\n" for line in lines)
    return making.zipped({"mingg-1.dist-info/METADATA": metadata.encode()})


WHEEL = {
    f"mingg-{mingg.VERSION}-py3-none-any.whl": wheel_that_needs(
        "click>=8.4", 'segno>=1.3; extra == "club"', 'XlsxWriter>=3.0.6; extra == "spreadsheet"'
    )
}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes everything that takes long in a moment. Other tests make firmware, packages, site and making."""

    def make(board: str, out: Path, stock: Path) -> None:
        out.mkdir()
        for name in (f"mingg-{board}.uf2", "manifest.json"):
            (out / name).write_bytes(stock.read_bytes() + name.encode())

    monkeypatch.setattr(firmware, "make", make)
    monkeypatch.setattr(making, "packages", lambda scratch: WHEEL)
    monkeypatch.setattr(making, "site", lambda *given: {f"mingg-{mingg.VERSION}-site.zip": making.zipped({"a": b"b"})})
    monkeypatch.setattr(making, "case", lambda: {"mingg-case.png": b"png"})
    monkeypatch.setattr(images, "table", lambda boards: {board: TABLE[board] for board in boards})


def release(out: Path, *words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(making.main, [str(out), *map(str, words)])
    return result.exit_code, result.output


def stock(folder: Path, *names: str) -> Path:
    folder.mkdir()
    for name in names:
        (folder / name).write_bytes(name.encode())
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_release_has_files_sums_and_notes_and_names_boards_without_an_image(quick: None, tmp_path: Path) -> None:
    folder = stock(tmp_path / "images", TABLE["pico"].name, TABLE["pico_2"].name)
    status, output = release(tmp_path / "out", "--images", folder)
    assert status == 0, output
    made = contents(tmp_path / "out")
    assert {"mingg-pico.uf2", "SHA256SUMS", "release-notes.md", "mingg-sbom.json"} <= made.keys()
    assert b"uzlib" in made["mingg-licenses.txt"]  # an image contains MicroPython
    listed = dict(line.split("  ")[::-1] for line in made["SHA256SUMS"].decode().splitlines())
    assert listed == {n: hashlib.sha256(data).hexdigest() for n, data in made.items() if n != "SHA256SUMS"}
    assert f"Missing: mingg-pico_w.uf2: no pico_w.uf2 in {folder}. It is at https://example.org/pico_w.uf2" in output
    unknown = hashlib.sha256(TABLE["pico_2"].name.encode()).hexdigest()
    assert f"images.toml has no hash of pico_2.uf2 yet. This one has {unknown}" in output, "nobody has checked it"
    for board in BOARDS.keys() - {"pico"}:
        assert (
            f"- {Board(BOARDS[board]).name}: see {firmware_of(BOARDS[board]).page}" in made["release-notes.md"].decode()
        )
    assert "| mingg-pico.uf2 | for a new Raspberry Pi Pico: hold BOOTSEL" in made["release-notes.md"].decode()


def test_two_runs_make_the_same_bytes(quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = stock(tmp_path / "images", TABLE["pico"].name)
    assert release(tmp_path / "out", "--images", folder)[0] == 0
    first = contents(tmp_path / "out")
    os.utime(folder / TABLE["pico"].name, (1, 1))
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + 100_000)
    assert release(tmp_path / "out", "--images", folder)[0] == 0, "a release is replaced"
    assert contents(tmp_path / "out") == first


def test_an_image_with_another_hash_is_refused(quick: None, tmp_path: Path) -> None:
    folder = stock(tmp_path / "images")
    (folder / TABLE["pico"].name).write_bytes(b"another")
    status, output = release(tmp_path / "out", "--images", folder)
    assert status == 1
    assert "this is another image than images.toml names" in output
    assert not (tmp_path / "out").exists()


def test_a_whole_release_downloads_images_and_names_all_that_is_missing(
    quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    got = list[str]()
    monkeypatch.setattr(images, "fetched", lambda address: got.append(address) or Path(address).name.encode())
    status, output = release(tmp_path / "out", "--images", tmp_path / "images", "--whole")
    assert status == 1
    assert got == [TABLE[board].address for board in BOARDS]
    assert "pico_2: images.toml has no hash" in output
    assert not (tmp_path / "out").exists()


def test_what_the_owner_forgot_is_named_before_anything_is_made(quick: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready, "address", lambda: "https://example.org/OWNER/mingg")
    dated = f"## {mingg.VERSION} (2026-12-01)\n"
    lines = [*ready.forgotten("v0.9", f"## {mingg.VERSION}, not yet released\n")]
    for line, part in zip(
        lines, ("ADDRESS is not", "no hash of pico_2.uf2", "has no date", "The tag is v0.9"), strict=True
    ):
        assert part in line
    assert "has no section" in [*ready.forgotten("", "# Changes\n")][-1]
    monkeypatch.setattr(ready, "address", lambda: "https://example.org/mingg/mingg")
    assert ["no hash" in line for line in ready.forgotten(f"v{mingg.VERSION}", dated)] == [True]
    assert CliRunner().invoke(ready.main, ["--whole"]).exit_code == 1
    assert CliRunner().invoke(ready.main, []).exit_code == 0


@pytest.mark.prove
def test_the_packages_are_the_same_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    first, second = making.packages(tmp_path / "1"), making.packages(tmp_path / "2")
    assert [name.partition("-")[0] for name in first] == ["mingg", "mingg", "mingg_scoring", "mingg_scoring"]
    assert first == second


@pytest.mark.e2e
@pytest.mark.prove
def test_site_manual_and_quick_card_are_the_same_twice(
    build_once: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    built = build_once("pages", site_of_pages.build)
    monkeypatch.setattr(places, "pages", lambda: built)
    pico = {"Raspberry Pi Pico": ("mingg-pico.uf2", b"uf2")}
    with ThreadPoolExecutor(1) as apart:  # tests of pages leave an event loop in their thread
        first = apart.submit(making.site, pico).result()
        time.sleep(1.1)  # a PDF names the second when it was made
        assert apart.submit(making.site, pico).result() == first
    with zipfile.ZipFile(io.BytesIO(first[f"mingg-{mingg.VERSION}-site.zip"])) as archive:
        assert archive.read("boards/mingg-pico.uf2") == b"uf2"
        assert b'<a href="boards/mingg-pico.uf2" download>Raspberry Pi Pico</a>' in archive.read("index.html")
        assert b"boards/" not in archive.read("files.json"), "no phone stores the files of boards"
    for name in ("mingg-manual.pdf", "mingg-quick-card.pdf"):
        assert first[name].startswith(b"%PDF-")
        assert b"/ModDate (D:20000101000000" in first[name]
        assert printing.ORIGIN.encode() not in first[name]
    assert first["mingg-quick-card.pdf"].count(b"/Type /Page\n") == 2


def test_a_folder_with_other_files_is_not_replaced(quick: None, tmp_path: Path) -> None:
    mine = stock(tmp_path / "out", "letters.txt")
    status, output = release(mine)
    assert status == 1
    assert "contains other files than a release. Name an empty or a new folder." in output
    assert contents(mine) == {"letters.txt": b"letters.txt"}


def test_an_image_that_cannot_be_used_is_named(quick: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(board: str, out: Path, stock: Path) -> None:
        raise firmware.FirmwareError(f"{stock}: The image is truncated.")

    monkeypatch.setattr(firmware, "make", fail)
    folder = stock(tmp_path / "images", TABLE["pico"].name)
    status, output = release(tmp_path / "out", "--images", folder)
    assert status == 1
    assert f"Error: {folder / TABLE['pico'].name}: The image is truncated." in output
    assert not (tmp_path / "out").exists()


def test_without_chromium_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "CHROMIUMS", ())
    monkeypatch.delenv("CHROMIUM", raising=False)
    with pytest.raises(Failure, match="Install it, or name one with CHROMIUM="):
        printing.chromium()


def test_an_archive_has_its_files_in_order_and_no_time(tmp_path: Path) -> None:
    files = {"b/c": b"2" * 1000, "a": b"1"}
    assert making.zipped(files) == making.zipped(dict(reversed(files.items())))
    (tmp_path / "archive.zip").write_bytes(making.zipped(files))
    with zipfile.ZipFile(tmp_path / "archive.zip") as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files
        assert archive.namelist() == ["a", "b/c"]
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_notes_are_the_section_of_the_version() -> None:
    changes = "# Changes\n\n## [2.0.0] - 2027-01-01\n\n- [new](docs/new.md)\n\n## 2.0, old\n\n- older\n"
    made = making.notes(changes, "2.0.0", ["mingg-2.0.0-site.zip"], {"pico": "there"})
    assert "\n- pico: see there\n" in made
    assert made.endswith(f"## What changed\n\n- [new]({making.address()}/blob/v2.0.0/docs/new.md)\n")
    assert "| mingg-2.0.0-site.zip | the page to play on, and all pages: unpack it and " in made
    with pytest.raises(Failure, match=r"no section of version 3\. Add one: ## 3"):
        making.notes(changes, "3", [], {})


def test_every_file_of_a_release_has_its_use() -> None:
    assert making.about("mingg-pico_2.uf2").startswith("for a new Raspberry Pi Pico 2:")
    with pytest.raises(ValueError, match=r"mingg-x\.exe: release/__main__\.py does not say"):
        making.about("mingg-x.exe")


def test_the_list_of_components_is_valid_and_has_packages_extras_and_micropython(tmp_path: Path) -> None:
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    image = stock(tmp_path / "images", "RPI_PICO-20250911-v1.26.1.uf2") / "RPI_PICO-20250911-v1.26.1.uf2"
    made = making.sbom(WHEEL, {"pico": image})[making.SBOM]
    assert making.sbom(WHEEL, {"pico": image})[making.SBOM] == made
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(made.decode()) is None
    listed = {each["name"]: each for each in json.loads(made)["components"]}
    assert listed["click"]["scope"] == "required"
    assert {listed[name]["scope"] for name in ("segno", "xlsxwriter")} == {"optional"}
    assert "pytest" not in listed
    assert listed["RPI_PICO"]["version"] == "1.26.1"
    assert listed["RPI_PICO"]["hashes"][0]["content"] == hashlib.sha256(image.read_bytes()).hexdigest()
    assert listed["micropython-webassembly-pyscript"]["purl"].startswith("pkg:npm/%40micropython/")


def test_every_board_has_an_image_with_its_place() -> None:
    for board, image in images.table(BOARDS).items():
        assert image.address == f"https://micropython.org/resources/firmware/{image.name}"
        assert image.name.startswith(firmware_of(BOARDS[board]).page.rstrip("/").rpartition("/")[2] + "-")


def rehearsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[str], str] = str) -> list[str]:
    """Rehearses the workflow with `make` that writes three files, and returns what it says."""
    workflow = tmp_path / "release.yml"
    text = (rehearsal.WORKFLOWS / "release.yml").read_text(encoding="utf-8")
    workflow.write_text(change(text), encoding="utf-8")
    (tmp_path / "root" / ".github").mkdir(parents=True)
    shutil.copytree(rehearsal.WORKFLOWS, tmp_path / "root" / ".github" / "workflows")
    out = tmp_path / "root" / "build" / "release"
    out.mkdir(parents=True)
    for name in ("mingg-1-py3-none-any.whl", "mingg-1.tar.gz", "mingg-pico.uf2", "release-notes.md"):
        (out / name).write_bytes(b"1")
    (out / "mingg-1-site.zip").write_bytes(making.zipped({"index.html": b"page"}))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "make").write_text("#!/bin/sh\necho made")
    (tmp_path / "bin" / "make").chmod(0o755)
    monkeypatch.setattr(rehearsal, "ROOT", tmp_path / "root")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    said = list[str]()
    rehearsal.rehearse(workflow, said.append, {})
    return said


def test_a_rehearsal_says_what_each_job_would_publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = rehearsed(tmp_path, monkeypatch)
    jobs = [line.split()[1] for line in said if line.startswith("== ")]
    assert jobs == ["ready", "gate", "files", "signatures", "page", "packages", "site"]
    assert "would sign for 5 files" in said
    assert f"  would run: gh release create v{mingg.VERSION}" in said
    assert said.count("    mingg-pico.uf2") == 1, "on the release page alone"
    index = said.index("would publish on the package index, as a trusted publisher:")
    assert said[index + 1 : index + 3] == ["  mingg-1-py3-none-any.whl", "  mingg-1.tar.gz"]
    assert "would put 1 files on the web, as this project's site" in said


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("actions/deploy-pages@", "someone/else@", "someone/else: release/rehearsal.py does not know"),
        ("github.ref_name", "github.actor", "does not know 'github.actor'"),
        ("release/*.whl", "release/*.exe", "Choose wheels and source archives: this step failed"),
        ("needs: gate", "needs: site", "some jobs need each other"),
        ("workflows/gate.yml", "workflows/none.yml", "there is no such workflow"),
    ],
)
def test_a_rehearsal_finds_a_workflow_that_cannot_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, fault: str
) -> None:
    with pytest.raises(Failure, match=re.escape(fault)):
        rehearsed(tmp_path, monkeypatch, lambda text: text.replace(old, new))


ROOT = Path(__file__).resolve().parents[2]
OF_LIBRARY = ("__init__.py", "core/", "evening/", "lang/", "records/")


def wheel_of(project: Path, folder: Path) -> dict[str, bytes]:
    built = next(WheelBuilder(str(project)).build(directory=str(folder), versions=["standard"]))
    with zipfile.ZipFile(built) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return wheel_of(ROOT, tmp_path_factory.mktemp("wheel"))


def tracked() -> list[str]:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout.decode()
    return [name for name in names.split("\0") if name and (ROOT / name).is_file()]


def files(folder: Path) -> dict[str, bytes]:
    inside = folder.relative_to(ROOT).as_posix() + "/"
    return {name.removeprefix(inside): (ROOT / name).read_bytes() for name in tracked() if name.startswith(inside)}


def prefixed(prefix: str, packed: dict[str, bytes]) -> dict[str, bytes]:
    return {f"{prefix}/{name}": data for name, data in packed.items()}


def relative_links(metadata: str) -> list[str]:
    """Returns the links and pictures of README.md, as a package index shows it, that would lead nowhere there."""
    text = metadata.partition("\n\n")[2]
    targets = re.findall(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"', text)
    assert targets
    return [link or source for link, source in targets if "://" not in (link or source)]


def test_the_wheel_holds_packages_main_boards_and_the_pages_that_were_built_once(wheel: dict[str, bytes]) -> None:
    built = ROOT / "build" / "pages"
    pages = {path.relative_to(built).as_posix(): path.read_bytes() for path in built.rglob("*") if path.is_file()}
    boards = {name: data for name, data in files(ROOT / "board").items() if not name.startswith("case/")}
    wanted = (
        prefixed("mingg_host/onboard", files(ROOT / "firmware"))
        | prefixed("mingg_host", files(ROOT / "host_tools" / "mingg_host"))
        | prefixed("mingg_club", files(ROOT / "host_tools" / "mingg_club"))
        | prefixed("mingg_host/onboard/board", boards)
        | prefixed("mingg_host/onboard/pages", pages)
    )
    packed = {name: data for name, data in wheel.items() if ".dist-info/" not in name}
    assert packed == wanted


def test_the_library_holds_the_core_and_needs_nothing(tmp_path: Path) -> None:
    wheel = wheel_of(ROOT / "library", tmp_path)
    core = {name: data for name, data in files(ROOT / "firmware" / "mingg").items() if name.startswith(OF_LIBRARY)}
    assert {name: data for name, data in wheel.items() if ".dist-info/" not in name} == (
        prefixed("mingg_scoring", files(ROOT / "host_tools" / "mingg_scoring"))
        | prefixed("mingg_scoring/onboard/mingg", core)
        | {"mingg_scoring/LICENSE.md": (ROOT / "LICENSE.md").read_bytes()}
    )
    metadata = wheel[f"mingg_scoring-{mingg.VERSION}.dist-info/METADATA"].decode()
    assert "\nRequires-Dist: " not in metadata
    assert relative_links(metadata) == []
    assert f"({making.address()}/blob/v{mingg.VERSION}/docs/api.md)" in metadata


def test_the_command_needs_the_library_of_its_version(
    tmp_path: Path, wheel: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checkout needs its own: no package index may have it yet."""
    info = f"mingg-{mingg.VERSION}.dist-info/METADATA"
    assert f"\nRequires-Dist: mingg-scoring @ {(ROOT / 'library').as_uri()}\n" in wheel[info].decode()
    monkeypatch.setenv("MINGG_PUBLISH", "1")
    assert f"\nRequires-Dist: mingg-scoring=={mingg.VERSION}\n" in wheel_of(ROOT, tmp_path)[info].decode()


def test_the_wheel_says_what_it_is(wheel: dict[str, bytes]) -> None:
    info = f"mingg-{mingg.VERSION}.dist-info"
    assert b"mingg = mingg_host.entry:main" in wheel[f"{info}/entry_points.txt"]
    metadata = wheel[f"{info}/METADATA"].decode()
    assert "\nRequires-Python: >=3.10\n" in metadata
    assert "\nLicense-Expression: MIT\n" in metadata
    licenses = {name.removeprefix(f"{info}/licenses/") for name in wheel if name.startswith(f"{info}/licenses/")}
    assert relative_links(metadata) == []
    card = f"{making.address()}/releases/download/v{mingg.VERSION}/{making.PDFS['quick-card.html']}"
    assert f"]({card})" in metadata, "an address of the source would show HTML"
    assert f'<img src="{making.address()}/raw/v{mingg.VERSION}/docs/pictures/case.png"' in metadata
    assert licenses == {"LICENSE.md", "host_tools/mingg_host/simulator/micropython-license.txt"}
    assert "mingg_host/py.typed" in wheel


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


def test_pages_name_the_version_and_one_file_alone_the_address(wheel: dict[str, bytes]) -> None:
    version = re.escape(mingg.VERSION)
    for page, line in {
        "CITATION.cff": f"version: {version}",
        "CHANGELOG.md": rf"## \[?{version}\b.*",
    }.items():
        assert re.search(f"(?m)^{line}$", (ROOT / page).read_text("utf-8")), f"{page} lacks {line}"
    found = re.search('(?m)^ADDRESS = "(.+)"$', (ROOT / "library/hatch_build.py").read_text("utf-8"))
    assert found
    metadata = wheel[f"mingg-{mingg.VERSION}.dist-info/METADATA"].decode()
    assert f"\nProject-URL: Issues, {found[1]}/issues\n" in metadata
    kinds = {".cff", ".md", ".py", ".toml", ".yml"}
    texts = {name: (ROOT / name).read_text("utf-8") for name in tracked() if Path(name).suffix in kinds}
    assert [name for name, text in texts.items() if found[1] in text] == ["library/hatch_build.py"]


def test_the_source_archive_of_the_command_has_all_sources(tmp_path: Path) -> None:
    built = next(SdistBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"]))
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "library/hatch_build.py",
        "pyproject.toml",
        "firmware/main.py",
        "LICENSE.md",
        "README.md",
        "Makefile",
    } <= names
    built_pages = {name for name in names if name.startswith("build/pages/")}
    assert names - built_pages - {"PKG-INFO", ""} == set(tracked())


def test_only_what_is_listed_goes_in(tmp_path: Path, wheel: dict[str, bytes]) -> None:
    """In a clone git has the list. A tree without git, such as an unpacked source archive, has no other kinds."""
    tree = tmp_path / "tree"
    listed = [name for name in tracked() if not name.startswith("tests/")]
    for name in listed:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, tree / name)
    odd = ("secret.pem", ".env", "id_rsa", "notes.py.orig", "__pycache__/a.py")
    for folder in ("firmware/mingg", "host_tools/mingg_scoring", "host_tools/mingg_club", "board/pico", "."):
        for name in odd:
            (tree / folder / name).parent.mkdir(exist_ok=True)
            (tree / folder / name).write_text("mine")

    def packed() -> set[str]:
        made = str(tmp_path / "dist")
        with zipfile.ZipFile(next(WheelBuilder(str(tree)).build(directory=made, versions=["standard"]))) as archive:
            in_wheel = set(archive.namelist())
        with tarfile.open(next(SdistBuilder(str(tree)).build(directory=made, versions=["standard"]))) as archive:
            return in_wheel | {name for name in archive.getnames() if Path(name).name in odd or "pycache" in name}

    listed_ones = {name for name in wheel if not name.startswith("mingg_host/onboard/pages/")}
    assert packed() == listed_ones
    for command in (["init", "--quiet"], ["add", *listed]):
        subprocess.run(["git", *command], cwd=tree, check=True)
    (tree / "firmware/mingg/scratch.py").write_text("mine")
    (tree / "docs/pictures/scratch.png").write_text("mine")
    assert packed() == listed_ones
