"""Makes standard output and standard error safe for every command.

`prepare()` runs before any command. Then `click.echo`, `print`, rich and `files.write` follow these rules:

- Text for people has the encoding of the user's environment. Characters that it does not have are replaced: blocks of a
  picture by ASCII characters, letters of a name by their code (`\\u674e`), so that two names stay different. No command
  ends with a UnicodeEncodeError.
- Data for other programs (CSV, JSON Lines, HTML, TOML) is always UTF-8, because the format says so. `files.write_data`
  sends it as bytes.
- If the reader of a pipe has ended (`| head`), the command ends without a message. Any other failure of standard
  output, such as a full disk, prints one line on standard error. The status is 2 in both cases.
- If standard error fails, messages are dropped and the command continues.
- A stream that was closed before the command began counts as one that fails. Its file number stays in use. Otherwise a
  file of a ledger could get that number, and with it the output of the stream.
"""

from __future__ import annotations

import codecs
import errno
import io
import json
import os
import sys
from collections.abc import Iterable

import click

_ERRORS = "mingg-plain"
# Click takes a stream in "ascii" for a mistake, and writes UTF-8 to it. It accepts the encoding by another name.
_ASCII = "ascii_text"
# What to do if a file cannot be read, by error number.
_NEXT = {
    errno.ENOENT: "Check the name.",
    errno.ENOTDIR: "Check the name.",
    errno.EISDIR: "Name a file in it.",
    errno.EACCES: "Allow reading it, or name another file.",
    errno.EPERM: "Allow reading it, or name another file.",
    errno.EIO: "Check whether that disk is connected and works.",
}
_PLAIN = {"▀": '"', "▄": "_", "█": "#", "…": "~", "−": "-", "━": "-", "─": "-"}


def prepare() -> None:
    """Replaces sys.stdout and sys.stderr by streams with these rules. Streams without a file, as in tests, stay."""
    codecs.register_error(_ERRORS, _replaced)
    codecs.register(_plain_ascii)
    _take_closed()
    out, messages = _of_a_file(sys.stdout), _of_a_file(sys.stderr)
    if out is not None:
        sys.stdout = Output(out)
    if messages is not None:
        sys.stderr = Messages(messages)


def _take_closed() -> None:
    """Replaces closed standard streams by streams that fail on every write."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)  # gets the lowest free number, which is this one
    # sys.__stdout__ and sys.__stderr__ keep the streams open when Output takes their buffers.
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
    """Standard output with the rules of this module."""

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
        """Writes bytes unchanged, and flushes them."""
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
        """Ends the command after a failed write."""
        self._to_nowhere()
        # Windows reports "invalid argument" for a pipe without a reader.
        if error.errno == errno.EPIPE or (os.name == "nt" and error.errno == errno.EINVAL):
            sys.exit(2)
        if sys.stderr is not None:
            reason = "closed" if error.errno == errno.EBADF else cause(error)
            sys.stderr.write(f"Error: standard output: {reason}\n")
            sys.stderr.flush()
        sys.exit(2)

    def _to_nowhere(self) -> None:
        """Redirects the stream to nowhere. Otherwise Python would try to write its buffers again when it exits."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self.fileno())
        os.close(nowhere)


class Messages(Output):
    """Standard error with the rules of this module."""

    def lost(self, error: OSError) -> None:
        self._to_nowhere()


def not_read(error: OSError, place: object) -> str:
    """Returns a message about a file that cannot be read, in one line: place, problem, next step."""
    return f"{place}: {cause(error)}"


def cause(error: OSError) -> str:
    """Returns why a file cannot be read, and what to do."""
    next_step = _NEXT.get(error.errno or 0, "")
    return f"{error.strerror or error}{'. ' + next_step if next_step else ''}"


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun: "1 deal", "2 deals"."""
    return f"{count} {noun}{'s' * (count != 1)}"


def meant(word: str, words: Iterable[str]) -> str:
    """Returns the word that was probably meant instead of an unknown one, as a remark: " (do you mean babcock?)"."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(words), 1)
    return f" (do you mean {close[0]}?)" if close else ""


def columns() -> int:
    """Returns the width of the terminal in columns, or 80 if there is no terminal."""
    # shutil.get_terminal_size does the same, but `mingg score` needs nothing else of shutil, which takes 3 ms to load.
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    try:
        return os.get_terminal_size(1).columns or 80
    except OSError:
        return 80


def styled(text: str, style: str) -> str:
    """Returns text in a style of click, such as "bold red", if standard output is a terminal that has colours."""
    if not style or not text or not _has_colours():
        return text
    words = style.split()
    colour = next((word for word in words if word not in ("bold", "dim")), None)
    return click.style(text, colour, bold="bold" in words or None, dim="dim" in words or None)


def _has_colours() -> bool:
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")
    )


def printable(text: str) -> str:
    """Returns the text on one line, with control characters escaped."""
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
