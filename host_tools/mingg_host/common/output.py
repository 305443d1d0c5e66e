"""Makes standard output and standard error safe for every command, and says things in the form that people read.

`prepare()` runs before any command. Then `click.echo`, `print`, rich and `write` follow these rules:

- Text for people has the encoding of the user's environment. Characters that it does not have are replaced: blocks of a
  picture by ASCII characters, letters of a name by their code (`\\u674e`), so that two names stay different. No command
  ends with a UnicodeEncodeError.
- Data for other programs (CSV, JSON Lines, HTML, TOML) is always UTF-8, because the format says so. `write_data` sends
  it as bytes.
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
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO, TextIO

import click

from mingg_host.common.interrupts import STATUS

_ERRORS = "mingg-plain"
# What to do if a file cannot be read, by error number.
_TO_READ = {
    errno.ENOENT: "Check the name.",
    errno.ENOTDIR: "Check the name.",
    errno.EISDIR: "Name a file in it.",
    errno.EACCES: "Allow reading it, or name another file.",
    errno.EPERM: "Allow reading it, or name another file.",
    errno.EIO: "Check whether that disk is connected and works.",
}
_PLAIN = {"▀": '"', "▄": "_", "█": "#", "…": "~", "−": "-", "━": "-", "─": "-"}


# ---- the streams ----


def prepare() -> None:
    """Replaces sys.stdout and sys.stderr by streams with these rules. Other streams than Python's own stay."""
    codecs.register_error(_ERRORS, _replaced)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDONLY)  # gets the lowest free number, which is this one
    if sys.stdout is sys.__stdout__:
        sys.stdout = _stream(1, sys.stdout)
    if sys.stderr is sys.__stderr__:
        sys.stderr = _stream(2, sys.stderr)


def _stream(number: int, stream: TextIO | None) -> TextIO:
    """stream: Python's own for a file number; None if it was closed."""
    buffer: BinaryIO = io.BufferedWriter(_File(number, "wb", closefd=False))
    if stream is None:
        return _Text(buffer, "utf-8", _ERRORS)
    assert isinstance(stream, io.TextIOWrapper)
    stream.flush()
    if os.name == "nt" and stream.isatty():
        buffer = stream.buffer  # only Python's own file writes every character into a console of Windows
    return _Text(
        buffer,
        stream.encoding,
        _ERRORS,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


class _Text(io.TextIOWrapper):
    @property
    def encoding(self) -> str:  # type: ignore[override]  # click takes "ascii" for a mistake, and would write UTF-8
        name = super().encoding
        return "plain ASCII" if codecs.lookup(name).name == "ascii" else name


class _File(io.FileIO):
    """Standard output or standard error, when writing may fail."""

    def write(self, data: Any) -> int:
        try:
            return super().write(data)
        except OSError as error:
            # To nowhere: Python writes its buffers again when it exits.
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.fileno())
            os.close(nowhere)
            if self.fileno() == 2:
                return len(data)
            # Windows reports "invalid argument" for a pipe without a reader.
            if error.errno != errno.EPIPE and not (os.name == "nt" and error.errno == errno.EINVAL):
                reason = "closed" if error.errno == errno.EBADF else cause(error)
                sys.stderr.write(f"Error: standard output: {reason}\n")
                sys.stderr.flush()
            sys.exit(2)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    plain = (_PLAIN.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in missing)
    return "".join(plain), error.end


def write(text: str) -> None:
    """Writes text for people to standard output, and flushes it."""
    sys.stdout.write(text)
    sys.stdout.flush()


def write_data(data: bytes) -> None:
    """Writes data for other programs to standard output, and changes no byte."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


# ---- words ----


def not_read(error: OSError, place: object) -> str:
    """Returns a message about a file that cannot be read, in one line: place, problem, next step."""
    return f"{place}: {cause(error)}"


def cause(error: OSError, next_steps: Mapping[int, str] = _TO_READ) -> str:
    """Returns why a file cannot be read, and what to do. next_steps: by error number."""
    next_step = next_steps.get(error.errno or 0, "")
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


# ---- failures: what ends a command with a message ----


class Failure(click.ClickException):
    """Something did not work. The message says what, and what to do. lines: of the message; control characters in them
    are escaped. What a person can mend is a failure: no command has to catch it."""

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(printable, lines)))


class Refused(Failure):
    """An input is wrong, a file would be overwritten, or something does not answer."""

    exit_code = 2


class Stopped(Failure):
    """Raised after Ctrl-C. The message says what is left unfinished."""

    exit_code = STATUS
