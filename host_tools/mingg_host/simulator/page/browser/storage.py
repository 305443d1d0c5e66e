"""The flash of the page: files in the VM's memory. Each commit copies a file to the browser's storage."""

import errno
from typing import Callable

import page
import vfs

ROOT = "/flash"  # mounted over the folder of this name, which JavaScript fills before the firmware starts

# The VM's C library has WASI's error numbers. The names in errno have Linux's numbers.
_NUMBERS = {
    2: errno.EACCES,
    20: errno.EEXIST,
    28: errno.EINVAL,
    29: errno.EIO,
    31: errno.EISDIR,
    44: errno.ENOENT,
    48: errno.ENOMEM,
    51: 28,  # ENOSPC, which this errno does not name
    54: 20,  # ENOTDIR
    55: 39,  # ENOTEMPTY
    63: errno.EPERM,
}


class Flash:
    """A file system for vfs.mount(): the files below ROOT, with the errors of a board's file system."""

    def __init__(self) -> None:
        # Has no root of its own: with one, VfsPosix confuses the two names of a rename.
        self._files = vfs.VfsPosix()  # type: ignore[attr-defined]  # missing in the stubs of a board

    def mount(self, readonly: bool, mkfs: bool) -> None:
        pass

    def umount(self) -> None:
        pass

    def __getattr__(self, name: str) -> "Callable[..., object]":
        """Returns open(), remove(), rename() and the others. Their paths begin with a slash."""

        def call(*words: str) -> object:
            try:
                return getattr(self._files, name)(*[ROOT + word if word[:1] == "/" else word for word in words])
            except OSError as error:
                raise OSError(_NUMBERS.get(error.errno or 0, errno.EIO)) from None

        return call


def mount() -> None:
    """Put Flash over ROOT. Raises OSError if it is mounted already."""
    vfs.mount(Flash(), ROOT)


def sync(path: str) -> None:
    """Store.sync: copy a committed file, or forget it if it is gone.

    Raises OSError when the browser refuses: no room, or no storage at all.
    """
    error = page.sync(path)  # a number: what JavaScript throws would end the VM
    if error:
        raise OSError(error)
