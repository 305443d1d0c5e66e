"""Writes the lines of a ledger. reader.py describes and reads them."""

from binascii import crc32

FIRST = "first"  # in a head: the first record of its segment; 1 if the key is missing

ON = "on"  # in a record: the record that it follows, if that is not the record before it


def _checksum(number: int, text: str) -> int:
    return crc32(("%04d %s" % (number, text)).encode()) & 0xFFFFFFFF  # type: ignore[no-any-return]  # stub lacks it


def seal(number: int, text: str) -> bytes:
    """The line of a record, with its checksum and line end."""
    return ("%04d %08x %s\n" % (number, _checksum(number, text), text)).encode()


def segment_name(ledger: int, segment: int) -> str:
    """The file name of a segment. OSError if a number has more digits than reader.segment_of accepts: nothing would
    find the file again."""
    name = "%04d-%02d.txt" % (ledger, segment)
    if len(name) > 22 or segment > 9999:
        raise OSError(28)  # ENOSPC
    return name
