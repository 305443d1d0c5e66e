"""The page as files: editions that are never mixed, the folder for a static host, and the documents on it."""

from __future__ import annotations

import ast
import base64
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from help.killing import in_a_process, killed_before_each_change
from mingg_club import phone
from mingg_host.art import icons
from mingg_host.commands.sim import site as site_command
from mingg_host.common import disk, places
from mingg_host.common.output import Failure
from mingg_host.common.web import TYPES
from mingg_host.deploy.contents import LINK
from mingg_host.simulator import website
from mingg_host.simulator.website import BESIDE, PAGE, Edition, Site, write
from PIL import Image
from screens.goldens import LANGUAGES


@pytest.fixture(scope="module")
def real() -> Edition:
    """The edition of the installed firmware."""
    return Site(places.package()).edition()


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "mingg"
    shutil.copytree(places.package() / "lang", folder / "lang")
    (folder / "__init__.py").write_text("")
    return folder


def machine(edition: Edition) -> str:
    """Returns the script beside the page."""
    name = re.search(r'data-machine="(.*?)"', edition.files["index.html"].decode())
    assert name is not None
    return edition.files[name[1]].decode()


def contained(edition: Edition, name: str) -> bytes:
    """Returns what that script contains: wasm, or sources."""
    packed = re.search(rf"{name}: '(.*?)'", machine(edition))
    assert packed is not None
    return gzip.decompress(base64.b64decode(packed[1]))


def sources(edition: Edition) -> dict[str, str]:
    firmware_files: dict[str, str] = json.loads(contained(edition, "sources"))
    return firmware_files


def read(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def said_by_vm(text: str) -> str:
    """Returns a catalogue without the sections that only pages and reports say."""
    return "\n[".join(part for part in text.split("\n[") if not part.startswith(("page]", "report]")))


def test_the_firmware_is_the_installed_one_and_all_of_it_but_a_club(real: Edition, untyped: Path) -> None:
    expected = {
        f"/lib/mingg/{path.relative_to(untyped / 'mingg').as_posix()}": said_by_vm(path.read_text(encoding="utf-8"))
        for path in (untyped / "mingg").rglob("*.*")
    }
    assert len(expected) > 150
    of_club = {path for path in expected if path.startswith(tuple(f"/lib/mingg/{name}" for name in LINK))}
    assert len(of_club) > 5
    beside = {f"/lib/browser/{path.name}" for path in (PAGE / "browser").glob("*.py")}
    beside |= {f"/lib/{name}" for name in BESIDE}
    in_club = phone.site("ws://127.0.0.1:9001/mqtt").edition()
    for edition, without, more in ((real, of_club, set()), (in_club, set(), {"/lib/browser/club.py"})):
        result = sources(edition)
        ours = {path: text for path, text in result.items() if path.startswith("/lib/mingg/")}
        assert ours == {path: text for path, text in expected.items() if path not in without}
        assert result.keys() - ours.keys() == beside | more
        assert (b"new WebSocket" in edition.files["index.html"]) == bool(more)


def test_the_page_gets_what_its_programs_import_of_other_packages(real: Edition) -> None:
    result = sources(real)
    programs = {
        path: ast.parse(text) for path, text in result.items() if path.endswith(".py") and "mingg_scoring" in text
    }
    assert any(path.startswith("/lib/browser/") for path in programs)
    for path, tree in programs.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("mingg_scoring"):
                assert f"/lib/{str(node.module).replace('.', '/')}.py" in result, path


def test_micropython_is_the_file_that_npm_publishes_with_its_license(real: Edition) -> None:
    """To take another version: npm pack @micropython/micropython-webassembly-pyscript, and the hash that npm view
    prints as dist.integrity."""
    digest = base64.b64encode(hashlib.sha512(website.MICROPYTHON.read_bytes()).digest()).decode()
    assert digest == "DnXx4EqxgkeaFESrS3uKrL7mLMk4mRTd0mMzaOd3HUSiZUOAE7t11uLnjf3ftF87N2xm4knHnWEKcVK4IYIUDA=="
    assert contained(real, "wasm").startswith(b"\0asm")
    assert "loadMicroPython" in machine(real)
    assert len(gzip.compress(real.files["index.html"])) < 60_000  # a slow phone shows the page after a second
    license_text = real.files["license.txt"]
    # MicroPython's own, with its list of parts, and those of the parts that are in this build
    for holder in (b"Damien P. George", b"/uzlib (Zlib)", b"Russ Cox", b"Joergen Ibsen", b"Brad Conte", b"Rich Felker"):
        assert holder in license_text


def test_a_link_out_of_the_firmware_is_not_followed(firmware: Path, tmp_path: Path) -> None:
    outside = tmp_path / "secret.py"
    outside.write_text("secret = 1")
    try:
        (firmware / "linked.py").symlink_to(outside)
    except OSError:
        pytest.skip("this machine makes no links")
    result = sources(Site(firmware).edition())
    assert "/lib/mingg/__init__.py" in result
    assert not any("linked" in path or "secret" in text for path, text in result.items())


def test_an_edition_stays_the_same_until_something_changes(firmware: Path) -> None:
    site = Site(firmware)
    first = site.edition()
    assert site.edition() is first
    assert Site(firmware).edition().version == first.version
    (firmware / "added.py").write_text("x = 1")
    second = site.edition()
    assert second.version != first.version
    assert sources(second)["/lib/mingg/added.py"] == "x = 1"


def test_the_list_names_every_file_with_its_hash(firmware: Path) -> None:
    edition = Site(firmware).edition()
    listed = json.loads(edition.files["files.json"])
    assert listed["version"] == edition.version
    index = listed["files"].pop("./")
    assert index == hashlib.sha256(edition.files["index.html"]).hexdigest()
    # The browser keeps the worker itself; the list is what is compared.
    assert set(listed["files"]) == set(edition.files) - {"index.html", "sw.js", "files.json"}
    for name, digest in listed["files"].items():
        assert digest == hashlib.sha256(edition.files[name]).hexdigest()


def test_all_files_named_by_the_page_and_the_manifest_exist(firmware: Path) -> None:
    edition = Site(firmware).edition()
    manifest = json.loads(edition.files["manifest.webmanifest"])
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    purposes = {(icon["sizes"], icon.get("purpose", "any")) for icon in manifest["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"), ("any", "any")} <= purposes
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            picture = Image.open(io.BytesIO(edition.files[icon["src"]]))
            assert "{}x{}".format(*picture.size) == icon["sizes"]
        else:
            assert icon["src"] in edition.files
    named = re.findall(r' (?:href|src)="([^"?]+)"', edition.files["index.html"].decode())
    assert {name.partition("#")[0] for name in named} - {"./", "", places.on_the_web()} <= set(edition.files)
    assert len(named) >= 5


def test_a_maskable_icon_shows_all_of_the_device_in_the_circle_that_is_left() -> None:
    icon = Image.open(io.BytesIO(icons.png(512, 11, whole=True))).convert("RGBA")
    cloth = icon.getpixel((0, 0))
    for x in range(0, 512, 3):
        for y in range(0, 512, 3):
            if (x - 256) ** 2 + (y - 256) ** 2 > (0.4 * 512) ** 2:
                assert icon.getpixel((x, y)) == cloth
    other = Image.open(io.BytesIO(icons.png(512, 16))).convert("RGBA")
    assert other.getpixel((0, 0))[3] == 0
    assert other.getpixel((256, 256))[3] == 255


def small_edition(letter: str) -> Edition:
    version = letter * 12
    own = f"pages/{letter}.html", f"machine-{version}.js"
    files = {name: letter.encode() for name in ("index.html", "sw.js", "pictures/a.svg", *own)}
    listed = json.dumps({"version": version, "files": dict.fromkeys(files, "")}).encode()
    return Edition(version, files | {"files.json": listed}, "")


def test_a_site_is_written_and_its_next_edition_takes_its_place(tmp_path: Path) -> None:
    out, first, second = tmp_path / "public" / "mingg", small_edition("a"), small_edition("b")
    write(first, out)
    assert everything(out) == first.files
    (out / "CNAME").write_text("example.org")
    for _ in range(2):
        write(second, out)
        assert everything(out) == second.files | {"CNAME": b"example.org"}


def test_a_site_that_is_killed_at_any_moment_is_written_by_the_next_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run may also write another edition. Nothing is left of the interrupted one."""
    monkeypatch.setattr("os.fsync", lambda _: None)  # it takes long, and only a power cut needs it
    first, second, third = (small_edition(letter) for letter in "abc")
    out = tmp_path / "site"
    for before in (None, first):
        start_again(out, before)
        killed = 0
        for number in killed_before_each_change(lambda: write(second, out), every=5):
            killed += 1
            if before is not None:
                assert_readable(out, before, second)
                there = read(out)
                is_old = json.loads(there["files.json"])["version"] == before.version
                assert is_old or second.files.items() <= there.items()  # else a browser keeps the old files
            new = third if number % 2 else second
            write(new, out)
            assert everything(out) == new.files
            start_again(out, before)
        assert killed > 4
        assert everything(out) == second.files


def everything(folder: Path) -> dict[str, bytes]:
    """Returns all files. Checks that no folder is empty."""
    assert all(any(path.iterdir()) for path in folder.rglob("*") if path.is_dir())
    return read(folder)


def start_again(out: Path, before: Edition | None) -> None:
    shutil.rmtree(out, ignore_errors=True)
    if before is not None:
        write(before, out)


def assert_readable(out: Path, *editions: Edition) -> None:
    """Checks that each file is whole, of one of these editions. The page needs no other one."""
    written = read(out)
    for name in ("index.html", "sw.js", "pictures/a.svg"):
        assert written[name] in [edition.files[name] for edition in editions]


def test_other_files_beside_an_interrupted_site_stay(tmp_path: Path) -> None:
    out, edition = tmp_path / "site", small_edition("a")
    assert in_a_process(lambda: write(edition, out), kill_before=40) == -signal.SIGKILL
    (out / "CNAME").write_text("example.org")
    write(edition, out)
    assert everything(out) == edition.files | {"CNAME": b"example.org"}


def test_while_one_run_writes_a_site_another_one_is_refused(tmp_path: Path) -> None:
    with disk.held(tmp_path / "site", 0), pytest.raises(disk.Busy):
        write(small_edition("a"), tmp_path / "site")
    assert everything(tmp_path / "site") == {}
    write(small_edition("a"), tmp_path / "site")


@pytest.mark.parametrize("fails", ["fsync", "replace"])
@pytest.mark.parametrize("earlier", [False, True])
def test_a_site_on_a_full_disk_leaves_what_was_there(earlier: bool, fails: str, tmp_path: Path) -> None:
    first, second, real = small_edition("a"), small_edition("b"), getattr(os, fails)
    for room in range(5):  # files
        out, calls = tmp_path / str(room) / "site", iter(range(room))
        if earlier:
            write(first, out)

        def full(*words: Any, calls: Iterator[int] = calls) -> None:
            if next(calls, None) is None:
                raise OSError(28, "No space left on device")
            real(*words)

        with pytest.MonkeyPatch.context() as full_disk:
            full_disk.setattr(os, fails, full)
            with pytest.raises(OSError, match="No space left"):
                write(second, out)
        if earlier:
            assert_readable(out, first, second)
            write(second, out)
            assert everything(out) == second.files
        else:
            assert list(tmp_path.iterdir()) == []


def test_a_folder_of_something_else_is_left_alone(firmware: Path, tmp_path: Path) -> None:
    edition = Site(firmware).edition()
    for content in ("", "[]", '{"version": "../../../home"}', '{"version": 12}'):
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        (tmp_path / "out").mkdir()
        (tmp_path / "out" / "files.json").write_text(content)
        with pytest.raises(Failure, match="contains other files"):
            write(edition, tmp_path / "out")
        assert read(tmp_path / "out") == {"files.json": content.encode()}


def test_the_command_writes_the_site_and_says_where(
    real: Edition, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    out = tmp_path / "out"
    result = CliRunner().invoke(site_command, ["-o", str(out)])
    assert result.exit_code == 0, result.output
    assert f"Wrote version {real.version} to {out}" in result.output
    assert read(out) == real.files
    assert "no manual" in result.output
    assert re.search("no files for new boards.*/releases\n", result.output)
    assert "no sample report" not in result.output
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine")
    result = CliRunner().invoke(site_command, ["-o", str(tmp_path / "notes"), "--force"])
    assert result.exit_code == 1
    assert "contains other files" in result.output


def test_the_command_says_how_to_add_reports_of_the_sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda _: None)
    monkeypatch.setattr(website, "reports_of_sample", dict)
    result = CliRunner().invoke(site_command, ["-o", str(tmp_path / "out")])
    assert re.search(r"no sample report: .* Run: .*\breport\b", result.output), result.output


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    disk.put(folder / "docs" / "manual.html", b"<h1>Mingg: the manual</h1>")
    disk.put(folder / "docs" / "old.html", b"")
    return folder


def test_an_edition_has_the_site_of_the_pages_and_loses_what_is_no_longer_in_it(
    firmware: Path, pages: Path, tmp_path: Path
) -> None:
    site = Site(firmware, pages=pages)
    write(site.edition(), tmp_path / "out")
    assert site.file("pages/docs/manual.html") == b"<h1>Mingg: the manual</h1>"
    (pages / "docs" / "old.html").unlink()
    write(site.edition(), tmp_path / "out")
    assert [path.name for path in (tmp_path / "out" / "pages" / "docs").iterdir()] == ["manual.html"]


def test_help_links_to_pages_that_are_there(firmware: Path, pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert b'href="pages/docs/manual.html"' in Site(firmware, pages=pages).edition().files["index.html"]
    monkeypatch.setattr(places, "pages", lambda: None)
    alone = Site(firmware).edition().files["index.html"].decode()
    assert "pages/" not in alone.partition("<script")[0]
    assert "The manual: a first evening" in alone


def test_the_page_has_each_text_in_every_language_and_says_each() -> None:
    page = (PAGE / "index.html").read_text("utf-8")
    folders = (PAGE, Path(phone.__file__).parent)
    programs = "".join(path.read_text("utf-8") for folder in folders for path in folder.glob("*.js"))
    languages = website.texts_of_page(places.package())
    english = languages["en"]
    assert set(languages) == set(LANGUAGES)
    for language, texts in languages.items():
        assert set(texts) == set(english), language
        for key, text in texts.items():
            places_for_words = {form.count("%s") for form in (*text.split(" ~ "), *english[key].split(" ~ "))}
            assert len(places_for_words) == 1, (language, key)
    placed = set(re.findall(r'data-(?:say|label|alt)="([^"]+)"', page))
    assert placed <= set(english)
    said = set(re.findall(r'(?<=[ (])"([^"\n]+)"', programs)) & set(english)
    families = "|".join(["language|without scripts|book .+|.+ text", *re.findall(r"say\(`([^`$]+ )\$\{", programs)])
    assert [key for key in english if key not in placed | said and not re.match(families, key)] == []
    # Nothing else is written in the page, apart from names, signs, and what replaces its scripts.
    body = re.sub(r"<(noscript|svg).*?</\1>|MINGG_\w+", "", page.partition("<body>")[2], flags=re.DOTALL)
    words = re.findall(r"[A-Za-z]{2,}", re.sub(r"<[^>]*>|&\w+;", " ", body))
    assert set(words) == {"Mingg", "mingg", "Enter", "Backspace"}


def test_the_server_knows_the_type_of_every_file(real: Edition) -> None:
    assert [name for name in real.files if not TYPES.guess_type(name)[0]] == []
