"""The form of a ledger: one record a line, readable by people, each with its number and a checksum.

    0003 5f0d8a1c {"winner": "N", ...}

The checksum is the CRC-32 of number and text. A file is only ever added to, so a torn last line is what a power cut
leaves: it is dropped, the next record starts on a line of its own, and the numbers go on without a gap.
"""

from binascii import crc32

_HEAD = 14  # "0003 5f0d8a1c "


def _checksum(number: int, text: str) -> int:
    return crc32(("%04d %s" % (number, text)).encode()) & 0xFFFFFFFF  # type: ignore[no-any-return]  # stub lacks it


def seal(number: int, text: str) -> bytes:
    """The line of a record."""
    return ("%04d %08x %s\n" % (number, _checksum(number, text), text)).encode()


def _open(line: bytes) -> "tuple[int, str] | None":
    """(number, text) of a whole line, or None."""
    try:
        words = line.decode()
        number, text = int(words[:4]), words[_HEAD:]
    except (ValueError, UnicodeError):
        return None
    # Compared as written, so that no other spelling of the same line passes.
    return (number, text) if seal(number, text) == line + b"\n" else None


class Opened:
    """What a ledger's bytes hold.

    records  [(number, text)], numbers rising
    torn     the last line is damaged: it was dropped
    lost     numbers of records that were there and are damaged or gone
    ends     the bytes end with a whole line: the next record may follow at once
    """

    def __init__(self, data: bytes) -> None:
        self.records: "list[tuple[int, str]]" = []
        self.lost: "list[int]" = []
        self.torn = False
        self.ends = not data or data[-1:] == b"\n"
        expected = 0
        for line in data.split(b"\n"):
            if not line:
                continue
            record = _open(line)
            if record is None or record[0] < expected:
                self.torn = True
                continue
            # A torn line that the same number follows was dropped when it happened: nothing is missing.
            self.torn = False
            self.lost.extend(range(expected, record[0]))
            self.records.append(record)
            expected = record[0] + 1

    def next_number(self) -> int:
        return self.records[-1][0] + 1 if self.records else 0
