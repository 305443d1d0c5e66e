"""Standard output and standard error, made safe in one place for every command.

`prepare()` runs before any command. From then on `click.echo`, `print`, rich and `files.write` share these rules:

- Text for people is in the encoding that the user's environment names. A sign that this encoding lacks is replaced: the
  blocks of a picture by plain signs, a letter of a name by its code (`\\u674e`), so that two names stay two. Nothing
  ends in a UnicodeEncodeError.
- What other programs read (CSV, JSON Lines, HTML, TOML) is UTF-8 whatever the environment names, because its format
  says so: `files.write_data` sends it as bytes.
- When the reader of a pipe is gone (`| head`), the command ends without a message. Any other failure of standard
  output, such as a full disk, is one line on standard error. The status is 2 both times.
- When standard error fails, the messages are dropped and the command goes on.
- A stream that was closed before the command began is one that fails. Its number stays taken: a ledger's file that got
  it would also get what is written to the stream.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from typing import NoReturn

_ERRORS = "mingg-plain"
# Click considers a stream in "ascii" a mistake and writes UTF-8 to it. It accepts the same encoding by another name.
_ASCII = "ascii_text"
_PLAIN = {"▀": '"', "▄": "_", "█": "#", "…": "~", "−": "-", "━": "-", "─": "-"}


def prepare() -> None:
    """Replaces sys.stdout and sys.stderr by streams that follow these rules. Streams that write to no file, as in
    tests, stay."""
    codecs.register_error(_ERRORS, _replaced)
    codecs.register(_plain_ascii)
    _take_closed()
    out, messages = _of_a_file(sys.stdout), _of_a_file(sys.stderr)
    if out is not None:
        sys.stdout = Output(out)
    if messages is not None:
        sys.stderr = Messages(messages)


def _take_closed() -> None:
    """Puts something in the place of the standard streams that are closed. Nothing can be written there, either."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)  # gets the lowest number that is free, which is this one
    # Python's own names for them keep them open: whoever takes their buffers lets go of them.
    if sys.stdout is None:
        sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)  # type: ignore[misc] # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = sys.__stderr__ = open(2, "w", encoding="utf-8", closefd=False)  # type: ignore[misc] # noqa: SIM115


def _of_a_file(stream: object) -> io.TextIOWrapper | None:
    if not isinstance(stream, io.TextIOWrapper) or isinstance(stream, Output):
        return None
    try:
        stream.fileno()
    except OSError:
        return None
    return stream


class Output(io.TextIOWrapper):
    """Standard output by the rules of this module."""

    def __init__(self, stream: io.TextIOWrapper) -> None:
        stream.flush()
        super().__init__(
            stream.buffer,
            _ASCII if codecs.lookup(stream.encoding).name == "ascii" else stream.encoding,
            _ERRORS,
            line_buffering=stream.line_buffering,
            write_through=stream.write_through,
        )

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as error:
            self.lost(error)
        return len(text)

    def write_data(self, data: bytes) -> None:
        """Writes bytes as they are, at once."""
        self.flush()
        try:
            self.buffer.write(data)
            self.buffer.flush()
        except OSError as error:
            self.lost(error)

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            self.lost(error)

    def lost(self, error: OSError) -> None:
        """Nothing more can be written. Ends the command."""
        self._to_nowhere()
        # Windows says "invalid argument" of a pipe that nobody reads.
        if error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL):
            sys.exit(2)
        give_up("standard output", OSError("closed") if error.errno == errno.EBADF else error)

    def _to_nowhere(self) -> None:
        """The buffers still hold what could not be written: Python must not try it again when it exits."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


class Messages(Output):
    """Standard error by the rules of this module."""

    def lost(self, error: OSError) -> None:
        self._to_nowhere()


def give_up(what: str, error: OSError) -> NoReturn:
    """Says in one line what could not be read or written, and ends with status 2."""
    if sys.stderr is not None:
        sys.stderr.write(printable(f"mingg: {what}: {error.strerror or error}") + "\n")
        sys.stderr.flush()
    sys.exit(2)


def printable(text: str) -> str:
    """The text on one line, with control characters escaped."""
    return "".join(ch if ch.isprintable() else json.dumps(ch)[1:-1] for ch in text)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    plain = (_PLAIN.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in missing)
    return "".join(plain), error.end


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    if name != _ASCII:
        return None
    known = codecs.lookup("ascii")
    return codecs.CodecInfo(
        known.encode,
        known.decode,
        known.streamreader,
        known.streamwriter,
        known.incrementalencoder,
        known.incrementaldecoder,
        name=_ASCII,
    )
