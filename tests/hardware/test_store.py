"""The store on a healthy file system. Runs under pytest and, unchanged, on MicroPython (there on littlefs)."""

import errno
import os
import sys

from help.checks import refused
from help.scratch import folder
from mingg.hal import store as store_module
from mingg.hal.store import Store, is_name


def test_written_files_are_read_back():
    store = Store(folder())
    assert store.read("a") is None
    store.append("a", b"one\n")
    store.append("a", b"two\n")
    store.replace("b", b"\x00\xff")
    assert store.read("a") == b"one\ntwo\n"
    assert store.read("b") == b"\x00\xff"
    store.replace("a", b"three")
    assert store.read("a") == b"three"
    store.append("a", b"")
    store.replace("empty", b"")
    assert store.read("empty") == b""
    assert store.names() == ["a", "b", "empty"]


def test_a_line_without_an_end_comes_in_parts():
    """Otherwise the store would copy it once for each piece that it reads."""
    store = Store(folder())
    most, store_module._LONGEST = store_module._LONGEST, 2048
    try:
        for size in (2047, 2048, 3 * 2048 + 7):
            data = b"a\n" + b"x" * size + b"\nb\nc"
            store.replace("a", data)
            lines = list(store.lines("a"))
            assert b"".join(lines) == data, size
            assert max([len(line) for line in lines]) <= 2048 + store_module._PIECE, size
            assert (lines[0], lines[-2:]) == (b"a\n", [b"b\n", b"c"]), size
    finally:
        store_module._LONGEST = most


def test_another_store_on_the_same_folder_sees_it():
    root = folder()
    Store(root).append("a", b"1")
    Store(root).append("a", b"2")
    assert Store(root).read("a") == b"12"


def test_remove():
    store = Store(folder())
    store.replace("a", b"1")
    store.remove("a")
    store.remove("a")
    assert store.read("a") is None
    assert store.names() == []


def test_the_folder_is_made_when_something_is_written():
    root = folder() + "/ledger"
    store = Store(root)
    assert store.names() == []
    assert store.read("a") is None
    store.remove("a")
    store.append("a", b"1")
    assert Store(root).names() == ["a"]


def test_free_room_is_reported_if_the_file_system_reports_it():
    root = folder()
    store = Store(root)
    before = store.free()
    if hasattr(os, "statvfs"):
        assert before > 0
    else:
        assert before is None
    if sys.implementation.name == "micropython":
        store.append("a", b"x" * 9000)
        assert before - store.free() == 3 * 4096
    else:
        assert Store(root + "/not").free() is None, "not there yet"


def test_names_are_sorted_and_leave_out_what_was_not_finished():
    root = folder()
    store = Store(root)
    for name in ("c", "a", "b.txt"):
        store.replace(name, b"1")
    with open(root + "/.new", "wb") as file:
        file.write(b"power went here")
    assert store.names() == ["a", "b.txt", "c"]
    store.replace("a", b"2")
    assert store.read("a") == b"2"


NAMES = ("0007-00.txt", "draft.txt", "house-a.txt", "Jürgen 2.txt", "a" * 255)
NO_NAMES = ("", ".", "..", ".new", "a/b", "/a", "a\\b", "C:a", "house-a\nAAAA", "a\tb", "a\0", "a\x7f", "ü" * 128)


def test_no_name_leads_elsewhere_or_to_another_line():
    store = Store(folder())
    for name in NAMES:
        assert is_name(name)
    for name in NO_NAMES:
        assert not is_name(name)
        for use in (
            store.read,
            store.remove,
            lambda name: store.append(name, b""),
            lambda name: store.replace(name, b""),
        ):
            assert refused(use, name, error=OSError).errno == 22
    assert store.names() == []


def test_a_foreign_file_is_not_seen():
    root = folder()
    for name in ("0001-00.txt", ".hidden", "house-a\nb.txt"):
        with open(root + "/" + name, "wb") as file:
            file.write(b"1")
    assert Store(root).names() == ["0001-00.txt"]


def test_nothing_is_written_through_a_link():
    if not hasattr(os, "symlink"):
        return  # no links
    root = folder()
    store = Store(root)
    store.replace("other", b"1")
    for name in (".new", "a"):
        os.symlink("other", root + "/" + name)
    for write in (store.append, store.replace):
        assert refused(write, "a", b"2", error=OSError).errno == errno.ELOOP
    assert store.read("other") == b"1"


def test_getting_ready_leaves_nothing_and_hides_nothing():
    root = folder()
    store = Store(root)
    store.get_ready()  # the folder does not exist yet
    store.replace("a", b"1")
    store.get_ready()
    assert os.listdir(root) == ["a"]
    assert store.read("a") == b"1"

    def full(path, mode, data, file=None):
        raise OSError(28, "full")

    write, store_module.write_file = store_module.write_file, full
    try:
        store.get_ready()
        assert refused(store.replace, "a", b"2", error=OSError).errno == 28
    finally:
        store_module.write_file = write
    assert store.read("a") == b"1"


def test_sync_is_called_after_each_commit():
    calls = []
    root = folder()

    def sync(path):
        try:
            with open(path, "rb") as file:
                calls.append((path, file.read()))
        except OSError:
            calls.append((path, None))

    store = Store(root, sync)
    store.append("a", b"1")
    store.append("a", b"2")
    store.replace("a", b"3")
    store.read("a")
    store.remove("a")
    store.remove("a")
    path = root + "/a"
    assert calls == [(path, b"1"), (path, b"12"), (path, b"3"), (path, None)]


def test_errors_go_through():
    root = folder()
    os.mkdir(root + "/a")  # a folder with the name of the file
    store = Store(root)
    refused(store.read, "a", error=OSError)
    refused(store.append, "a", b"1", error=OSError)
    refused(store.replace, "a", b"1", error=OSError)
    nowhere = Store(root + "/not/there")
    assert nowhere.read("a") is None
    refused(nowhere.append, "a", b"1", error=OSError)
    refused(nowhere.replace, "a", b"1", error=OSError)


class HalfWritten:
    """A file whose write() takes one byte less, and returns that number."""

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def write(self, data):
        return len(data) - 1


def test_a_short_write_is_an_error_and_leaves_the_old_file():
    store = Store(folder())
    store.append("a", b"1")
    store_module.open = lambda path, mode, **how: HalfWritten()
    try:
        assert refused(store.append, "a", b"2", error=OSError).errno == 5
        assert refused(store.replace, "a", b"2", error=OSError).errno == 5
    finally:
        del store_module.open
    assert store.read("a") == b"1"


def test_a_failing_sync_is_not_hidden():
    def broken(path):
        raise OSError(5)

    store = Store(folder(), broken)
    refused(store.append, "a", b"1", error=OSError)
    refused(store.replace, "a", b"1", error=OSError)
