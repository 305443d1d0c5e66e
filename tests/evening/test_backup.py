"""Evenings copied from a board and back: complete, compared with the firmware's own reading, and never over another
one."""

from __future__ import annotations

import json
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from help import evening_files
from help.boards import Boards, a_serial_board
from help.evening_files import Files, MemoryStore
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mingg.settings import Settings
from mingg_host import cli
from mingg_host.evenings import backup
from mingg_host.evenings.backup import Backup
from mingg_host.evenings.ledger import EveningError


def evening(deals: int, number: int = 1) -> Files:
    return evening_files.evening(*[evening_files.DRAWN] * deals, number=number)


def kept_settings(**more: Any) -> Files:
    store = MemoryStore()
    settings = Settings(store)
    for key, value in ({"brightness": "low"} | more).items():
        settings.put(key, value)
    return store.files


def backup_of(files: Files, made: str = "2026-11-21T20:15:00+01:00", number: str = "01020304") -> Backup:
    return Backup(made, "pico", "0.1.0", number, files)


WHOLE = backup_of(evening(3) | evening(5, 2) | kept_settings() | {"crash.txt": b"Traceback\n"})


def spoil(path: Path, name: str, data: bytes | None, but: str = "") -> Path:
    """Returns the archive with another text in one of its files; None: without that file."""
    with zipfile.ZipFile(path) as archive:
        files = {entry_name: archive.read(entry_name) for entry_name in archive.namelist()}
    if data is None:
        del files[name]
    else:
        files[name] = data
    out = path.with_name("spoilt.zip")
    with zipfile.ZipFile(out, "w") as archive:
        for entry_name, content in files.items():
            archive.writestr(entry_name, content)
    return out


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    return backup.write(WHOLE, tmp_path / "evenings.zip")


def test_an_archive_gives_back_what_was_put_into_it(archive: Path) -> None:
    assert backup.read(archive) == WHOLE
    assert WHOLE.ledgers == {1: evening(3), 2: evening(5, 2)}
    assert str(WHOLE) == "2 evenings of 8 records"
    with zipfile.ZipFile(archive) as read:
        assert read.read("ledger/0001-00.txt") == WHOLE.files["0001-00.txt"]
        assert json.loads(read.read("backup.json"))["made"] == WHOLE.made


def test_a_folder_gets_a_file_of_its_own_and_the_same_evenings_only_once(tmp_path: Path) -> None:
    first = backup.write(WHOLE, tmp_path / "kept")
    assert first.name.startswith("mingg-2026-11-21-201500-")
    assert backup.write(WHOLE._replace(made="2026-11-22T20:15:00+01:00"), tmp_path / "kept") == first
    other = backup.write(backup_of(evening(4), "2026-11-22T20:15:00+01:00"), tmp_path / "kept")
    assert sorted((tmp_path / "kept").iterdir()) == sorted([first, other])


# ---- damage ----


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("ledger/0001-00.txt", None, r"ledger/0001-00\.txt is missing"),
        ("ledger/0003-00.txt", b"", r"ledger/0003-00\.txt does not belong to the backup"),
        ("ledger/0001-00.txt", evening(2)["0001-00.txt"], r"ledger/0001-00\.txt is damaged"),
        ("ledger/settings.txt", b"0000 00000000 {}\n", r"ledger/settings\.txt is damaged"),
        ("backup.json", None, "not a complete backup of Mingg"),
        ("backup.json", b"{}", "not a complete backup of Mingg"),
        ("backup.json", b"[", "not a complete backup of Mingg"),
    ],
)
def test_a_changed_backup_is_refused(name: str, data: bytes | None, message: str, archive: Path) -> None:
    with pytest.raises(EveningError, match=message):
        backup.read(spoil(archive, name, data))


@pytest.mark.parametrize("name", ["../main.py", "house-a\nAAAA", ".new", "a/b.txt", "C:a.txt", "a" * 256])
def test_a_name_that_leads_elsewhere_is_refused(name: str, archive: Path) -> None:
    contents = json.loads(zipfile.ZipFile(archive).read("backup.json"))
    contents["files"][0]["path"] = f"ledger/{name}"
    with zipfile.ZipFile(archive) as read:
        data = read.read("ledger/0001-00.txt")
    spoilt = spoil(archive, "ledger/0001-00.txt", None)
    spoilt = spoil(spoilt, "backup.json", json.dumps(contents).encode())
    with pytest.raises(EveningError, match="cannot be in a backup"):
        backup.read(spoil(spoilt, f"ledger/{name}", data))


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_backup_that_is_compressed_in_a_rare_way_is_refused(way: int, archive: Path) -> None:
    with zipfile.ZipFile(archive) as old:
        contents = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(archive, "w", way) as new:
        for name, data in contents.items():
            new.writestr(name, data)
    with pytest.raises(EveningError, match="few zip programs know"):
        backup.read(archive)


def test_a_backup_of_gigabytes_is_refused_before_they_are_unpacked(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", len(archive.read_bytes()))
    assert backup.read(archive).files == WHOLE.files
    monkeypatch.setattr(backup, "MOST_BYTES", 2 * len(WHOLE.files["0001-00.txt"]))
    with pytest.raises(EveningError, match="no board has so many bytes"):
        backup.read(archive)


@pytest.mark.parametrize(
    ("made", "year"),
    [
        ("1970-01-01T00:00:00+00:00", 1980),
        ("2200-01-01T00:00:00+00:00", 2107),
        ("2026-11-26T14:00:00", 2026),
    ],
)
def test_a_computer_without_a_clock_can_back_up(made: str, year: int, tmp_path: Path) -> None:
    path = backup.write(backup_of(evening(1), made), tmp_path / "b.zip")
    assert {entry.date_time[0] for entry in zipfile.ZipFile(path).infolist()} == {year}
    assert backup.read(path).made == made


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(offset=st.integers(0, 1 << 20), bit=st.integers(0, 7), cut=st.booleans())
def test_any_damage_is_refused_or_is_none(offset: int, bit: int, cut: bool, archive: Path, tmp_path: Path) -> None:
    data = bytearray(archive.read_bytes())
    if cut:
        del data[offset % len(data) :]
    else:
        data[offset % len(data)] ^= 1 << bit
    path = tmp_path / "damaged.zip"
    path.write_bytes(data)
    with suppress(EveningError):
        assert backup.read(path).files == WHOLE.files


def test_a_ledger_that_was_damaged_on_the_board_is_kept_as_it_is(tmp_path: Path) -> None:
    torn = {"0001-00.txt": evening(3)["0001-00.txt"][:-10]}
    damaged_backup = backup_of(torn)
    assert damaged_backup.damaged == {"0001-00.txt": [5]}
    assert backup.read(backup.write(damaged_backup, tmp_path / "a.zip")) == damaged_backup


# ---- what a restore would do ----


def restoring(new: Files, old: Files) -> tuple[dict[str, bytes | None], list[str]]:
    return backup_of(new).restoring(backup_of(old))


def test_evenings_that_the_board_lacks_are_added_and_the_others_stay() -> None:
    assert restoring(evening(3), evening(5, 2)) == (evening(3), [])
    assert restoring(evening(3), evening(3) | evening(5, 2)) == ({}, [])


def test_more_of_the_same_evening_is_no_other_evening() -> None:
    files, overwrites = restoring(evening(5), evening(3))
    assert list(files) == ["0001-00.txt"]
    assert overwrites == []


def test_a_shorter_evening_is_reported_and_extra_files_are_removed() -> None:
    long = evening(40)
    assert len(long) > 1
    files, overwrites = restoring(evening(3), long)
    assert overwrites == ["evening 1: 40 records on the board, 3 records in the backup"]
    assert files == dict.fromkeys(long) | evening(3)


def test_other_settings_are_reported_and_the_crash_file_stays() -> None:
    other = {"settings.txt": b"other", "crash.txt": b"other"}
    plan = restoring(kept_settings() | {"crash.txt": b"old"}, other)
    assert plan == ({"settings.txt": kept_settings()["settings.txt"]}, ["the settings"])


FAST = {"fast wire": True}  # on another board the display may stay dark


@pytest.mark.parametrize(
    ("own", "has", "same", "stays"),
    [
        ({"device": "5f0d8a1c"}, {}, False, {}),
        ({"device": "5f0d8a1c"}, {}, True, {"device": "5f0d8a1c"}),
        ({"device": "5f0d8a1c"}, {"brightness": "high"}, False, {}),
        ({"device": "5f0d8a1c"}, {"device": "0badf00d"}, False, {"device": "0badf00d"}),
        ({"device": "5f0d8a1c"}, {"device": "0badf00d", "brightness": "high"}, True, {"device": "0badf00d"}),
        (FAST, {}, True, FAST),
        (FAST, {}, False, {}),
        (FAST, {"brightness": "high"}, False, {}),
        (FAST, FAST, False, FAST),
    ],
)
def test_what_belongs_to_one_board_stays_with_it(
    own: dict[str, Any], has: dict[str, Any], same: bool, stays: dict[str, Any]
) -> None:
    kept = backup_of(kept_settings(**{"brightness": "mid"} | own))
    number = kept.number if same else "ffffffff"
    on_board = backup_of(kept_settings(**has) if has else {}, number=number)
    files, _ = kept.restoring(on_board)
    [(name, data)] = files.items()
    assert (name, data is not None) == ("settings.txt", True)
    again = backup_of({"settings.txt": data or b""}, number=number)
    assert again.settings == {"brightness": "mid"} | stays
    assert kept.restoring(again) == ({}, [])


# ---- with a board ----


@pytest.fixture(autouse=True)
def backups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mingg_host.common.places.data", lambda name: tmp_path / name)


def mingg(*words: object, answer: str | None = None, fails: bool = False) -> str:
    result = CliRunner().invoke(cli.main, [str(word) for word in words], input=answer)
    assert (result.exit_code != 0) == fails, result.output
    return result.output


@pytest.mark.vm
@a_serial_board
def test_a_backup_restored_onto_another_board_is_the_same_again(board_with: Boards, tmp_path: Path) -> None:
    files = WHOLE.files | evening(40, 7)
    with board_with(files) as board:
        output = mingg("backup", "-o", tmp_path / "a.zip", "--port", board.port)
        assert "3 evenings of 48 records in " in output
        board.wait_for_reset()
        assert board.stored == files
    with board_with({}) as board:
        mingg("restore", tmp_path / "a.zip", "--port", board.port)
        board.wait_for_reset()
        del files["crash.txt"]
        assert board.stored == files
        assert board.files["main.py"] == b"pass\n"
        assert not [path for path in board.files if path.startswith(("update", ".new"))]
        assert "has all of it already" in mingg("restore", tmp_path / "a.zip", "--port", board.port)


@pytest.mark.vm
@a_serial_board
def test_the_password_of_a_club_stays_on_the_board(board_with: Boards, tmp_path: Path) -> None:
    files = evening(3) | {"club.txt": b"secret"}
    with board_with(files) as board:
        mingg("backup", "-o", tmp_path / "a.zip", "--port", board.port)
        board.wait_for_reset()
        mingg("restore", tmp_path / "a.zip", "--port", board.port)
        assert board.stored == files
    assert backup.read(tmp_path / "a.zip").files == evening(3)


@pytest.mark.vm
@a_serial_board
def test_another_evening_is_replaced_only_when_that_is_said_and_is_copied_first(
    board_with: Boards, tmp_path: Path, archive: Path
) -> None:
    other = evening(9) | evening(2, 4)
    with board_with(other) as board:
        output = mingg("restore", archive, "--port", board.port, answer="n\n", fails=True)
        assert "evening 1: 9 records on the board, 3 records in the backup" in output
        assert board.stored == other
        mingg("restore", archive, "--port", board.port, "--force")
        expected = {name: data for name, data in WHOLE.files.items() if name != "crash.txt"}
        assert board.stored == expected | evening(2, 4)
        (copy,) = (tmp_path / "backups").glob("*.zip")
        assert backup.read(copy).files == other


@pytest.mark.vm
@a_serial_board
def test_damage_on_the_board_is_told_and_copied(board_with: Boards, tmp_path: Path) -> None:
    torn = evening(3)["0001-00.txt"][:-10]
    with board_with({"0001-00.txt": torn}) as board:
        output = mingg("backup", "-o", tmp_path / "a.zip", "--port", board.port)
    assert "Warning: 0001-00.txt, line 5: damaged on the board" in output
    assert backup.read(tmp_path / "a.zip").files == {"0001-00.txt": torn}


@pytest.mark.vm
@a_serial_board
def test_files_that_the_firmware_does_not_store_are_not_copied(board_with: Boards, tmp_path: Path) -> None:
    """A file that was being written when the power went, and what a user put there by hand."""
    with board_with(evening(2) | {".new": b"half", "mine/notes.txt": b"notes"}) as board:
        mingg("backup", "-o", tmp_path / "a.zip", "--port", board.port)
    assert backup.read(tmp_path / "a.zip").files == evening(2)


@pytest.mark.vm
@a_serial_board
def test_an_empty_board_has_nothing_to_keep(board_with: Boards, tmp_path: Path) -> None:
    with board_with({}) as board:
        assert "There is nothing to back up" in mingg("backup", "--port", board.port, fails=True)
    assert not (tmp_path / "backups").exists()


def test_a_damaged_archive_is_refused_before_a_board_is_looked_for(archive: Path) -> None:
    spoilt = spoil(archive, "ledger/0001-00.txt", WHOLE.files["0001-00.txt"][:-5])
    assert "ledger/0001-00.txt is damaged" in mingg("restore", spoilt, fails=True)
