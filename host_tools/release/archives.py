"""Archives and checksums that depend on nothing but the files: not on the time, the machine or the disk."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping

DAY = (1980, 1, 1, 0, 0, 0)  # the first one that a zip file knows
_FILE = 0o100644 << 16


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Returns a zip file. files: by path."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(path, DAY)
            entry.external_attr = _FILE
            entry.create_system = 3
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
    return result.getvalue()


def sums(files: Mapping[str, bytes]) -> bytes:
    """Returns the content of SHA256SUMS, which `sha256sum --check` reads."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())).encode()
