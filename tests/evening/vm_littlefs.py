"""The store on littlefs in memory, with power cuts, and with the flash full.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import os

import vfs
from help.scratch import Flash, every_cut, mount, unmount
from mingg.hal.store import Store


def _old_or_new(cut, image, name, do, new, others):
    """Cuts the power during do(store): the file is old or new, all others unchanged. Returns the image afterwards."""

    def change(flash, on):
        path = mount(flash)
        store = Store(path, None, True)
        on(flash)
        try:
            do(store)
        except OSError:
            assert flash.operations_left == -2
        unmount(path, flash, store)

    def check(left, _, moment):
        flash = Flash(data=left)
        path = mount(flash)
        store = Store(path, None, True)
        found = store.read(name)
        assert found == new or (moment and found == old), (moment, found)
        for other in others:
            assert store.read(other) == others[other], (moment, other)
        if found != new:  # the change is still possible
            do(store)
            assert store.read(name) == new, moment
        unmount(path, flash, store)

    path = mount(Flash(data=image))
    old = Store(path).read(name)
    vfs.umount(path)
    return cut(image, change, check)


def _filled(files):
    flash = Flash()
    path = mount(flash, new=True)
    store = Store(path)
    for name in files:
        store.append(name, files[name])
    vfs.umount(path)
    return bytes(flash.data)


def _line(number, length):
    return ((str(number) + " ") * length)[: length - 1].encode() + b"\n"


@every_cut
def test_append_leaves_old_or_new(cut):
    other, line = {"other": b"kept" * 30}, _line(2, 150)
    for size in (0, 40, 400, 4000, 4090, 9000):  # inside the directory entry, in a block, over the edge of one
        old = _line(1, size) if size else b""
        image = _filled(dict(other, ledger=old) if size else other)
        _old_or_new(cut, image, "ledger", lambda store: store.append("ledger", line), old + line, other)


@every_cut
def test_a_prepared_append_leaves_old_or_new(cut):
    """The draft is written between the two, as in play."""
    for size in (40, 400, 4000, 4090, 9000):
        image = _filled({"other": b"kept" * 30, "ledger": _line(1, size), "draft": b"half"})
        old, line = _line(1, size), _line(2, 150)

        def change(store, line=line):
            store.prepare("ledger")
            store.replace("draft", b"half")
            store.append("ledger", line)

        _old_or_new(cut, image, "ledger", change, old + b"\n" + line, {"other": b"kept" * 30, "draft": b"half"})


@every_cut
def test_a_prepared_new_file_is_complete_or_absent(cut):
    """The draft is written between the two, as in play."""
    image = _filled({"other": b"kept" * 30, "draft": b"half"})
    start, line = _line(1, 140), _line(2, 150)

    def change(store):
        store.prepare("ledger", start, 400)
        store.replace("draft", b"half")
        store.replace("ledger", start + line)

    new = start + b"\n" * 400 + line
    _old_or_new(cut, image, "ledger", change, new, {"other": b"kept" * 30, "draft": b"half"})


def test_a_prepared_new_file_erases_nothing():
    start, line = _line(1, 140), _line(2, 600)
    flash = Flash(data=_filled({"other": b"kept"}))
    path = mount(flash)
    store = Store(path, None, True)
    before = flash.erased
    store.prepare("ledger", start, 400)
    assert flash.erased > before
    assert store.names() == ["other"], "nothing is committed yet"
    before = flash.erased
    store.prepare("ledger", start, 400)
    store.replace("ledger", start + line)
    assert flash.erased == before
    assert store.read("ledger") == start + b"\n" * 400 + line
    vfs.umount(path)


def test_a_new_file_may_begin_otherwise_than_prepared():
    path = mount(Flash(data=_filled({"other": b"kept"})))
    store = Store(path, None, True)
    for number in (1, 2):
        store.prepare("ledger", _line(number, 140), 400)
    store.replace("ledger", _line(3, 140))
    assert store.read("ledger") == _line(3, 140)
    store.prepare("new", _line(4, 140), 400)
    store.prepare("other")
    store.append("other", b"too")
    assert store.read("other") == b"kept\ntoo"
    assert sorted(os.listdir(path)) == ["ledger", "other"], "what was begun is gone"
    vfs.umount(path)


def test_a_prepared_append_erases_nothing_and_writes_little():
    image = _filled({"ledger": _line(1, 3000)})
    flash = Flash(data=image)
    path = mount(flash)
    store = Store(path, None, True)
    before = flash.erased
    store.prepare("ledger")
    assert flash.erased == before + 1
    store.prepare("ledger")
    assert store.read("ledger") == _line(1, 3000), "nothing is committed yet"
    store.append("ledger", _line(2, 150))
    assert flash.erased == before + 1
    assert store.read("ledger") == _line(1, 3000) + b"\n" + _line(2, 150)
    store.append("ledger", _line(3, 150))
    assert store.read("ledger") == _line(1, 3000) + b"\n" + _line(2, 150) + _line(3, 150)
    vfs.umount(path)


def test_a_prepared_file_may_be_replaced_or_removed():
    path = mount(Flash(data=_filled({"ledger": _line(1, 3000), "other": _line(2, 3000)})))
    store = Store(path, None, True)
    store.prepare("ledger")
    store.replace("ledger", b"new")
    assert store.read("ledger") == b"new"
    store.prepare("ledger")
    store.prepare("other")
    assert store.read("ledger") == b"new\n", "only one file at a time"
    store.remove("other")
    assert store.names() == ["ledger"]
    store.prepare("other")
    assert store.names() == ["ledger"]
    vfs.umount(path)


@every_cut
def test_replace_leaves_old_or_new(cut):
    other = {"ledger": _line(9, 3000)}
    for size, next_size in ((30, 50), (30, 700), (700, 30), (5000, 600)):
        new = _line(2, next_size)
        image = _filled(dict(other, draft=_line(1, size)))
        _old_or_new(cut, image, "draft", lambda store, new=new: store.replace("draft", new), new, other)


@every_cut
def test_remove_leaves_old_or_nothing(cut):
    other = {"ledger": _line(9, 3000)}
    image = _filled(dict(other, draft=b"entered half"))
    _old_or_new(cut, image, "draft", lambda store: store.remove("draft"), None, other)
