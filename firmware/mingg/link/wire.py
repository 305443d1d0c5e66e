"""A TCP connection that never blocks."""

import errno
import select  # type: ignore[import-not-found, unused-ignore]
import socket  # type: ignore[import-not-found, unused-ignore]
from typing import Any

# What a connection that is being made reports.
_BUSY = (errno.EINPROGRESS, errno.EAGAIN, errno.EALREADY)
ECONNRESET = 104


class Wire:
    """One connection. Every method returns at once, and raises OSError if the connection is broken."""

    def __init__(self, address: str, port: int) -> None:
        """Begins to connect. address: numeric, since looking up a name blocks."""
        self._socket: "Any" = socket.socket()
        self._socket.setblocking(False)
        try:
            self._socket.connect(socket.getaddrinfo(address, port)[0][-1])
        except OSError as error:
            if error.errno not in _BUSY:
                self._socket.close()
                raise
        self._poll: "Any" = select.poll()
        self._poll.register(self._socket, select.POLLOUT)
        # MicroPython's own methods return None if nothing can be read or written; CPython raises an error.
        self._quiet = hasattr(self._socket, "readinto")

    def ready(self) -> bool:
        """Whether the connection is made."""
        for _, events in self._poll.poll(0):
            if events & (select.POLLERR | select.POLLHUP):
                raise OSError(ECONNRESET)
            if events & select.POLLOUT:
                self._poll.unregister(self._socket)
                return True
        return False

    def receive(self, buffer: bytearray) -> int:
        """Reads what has come into the buffer; the number of bytes, 0 if there are none."""
        if self._quiet:
            count = self._socket.readinto(buffer)
            if count is None:
                return 0
        else:
            try:
                count = self._socket.recv_into(buffer)
            except BlockingIOError:  # type: ignore[name-defined, unused-ignore]
                return 0
        if not count:
            raise OSError(ECONNRESET)
        return int(count)

    def send(self, data: "bytes | memoryview") -> int:
        """Sends as much as can be sent now; the number of bytes."""
        if self._quiet:
            return int(self._socket.write(data) or 0)
        try:
            return int(self._socket.send(data))
        except BlockingIOError:  # type: ignore[name-defined, unused-ignore]
            return 0

    def close(self) -> None:
        self._socket.close()
