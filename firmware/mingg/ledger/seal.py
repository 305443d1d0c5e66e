"""A line of a ledger, written: see ledger.py, which reads it."""

from binascii import crc32

FIRST = "first"  # in a head: the record its segment begins with; 1 where nothing is said

ON = "on"  # in a record: which one stood last before it, where that is not the one before


def _checksum(number: int, text: str) -> int:
    return crc32(("%04d %s" % (number, text)).encode()) & 0xFFFFFFFF  # type: ignore[no-any-return]  # stub lacks it


def seal(number: int, text: str) -> bytes:
    """The line of a record."""
    return ("%04d %08x %s\n" % (number, _checksum(number, text), text)).encode()


def segment_name(ledger: int, segment: int) -> str:
    """The name of a file. OSError if a number has more digits than ledger.segment_of reads: the file would not be found
    again."""
    name = "%04d-%02d.txt" % (ledger, segment)
    if len(name) > 22 or segment > 9999:
        raise OSError(28)  # ENOSPC
    return name
