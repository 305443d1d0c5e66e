"""A web server that nobody can block: it limits the number of connections and the time of each."""

from __future__ import annotations

import errno
import socket
import threading
import time
from contextlib import suppress
from http.server import ThreadingHTTPServer
from typing import Any

# A browser opens six connections to a server. Every system allows a process more open files than this number.
MOST = 32
REQUEST_S = 10.0  # to send a whole request, also the next one on an open connection
ANSWER_S = 120.0  # to receive an answer: enough for the largest file at 10 kB a second
DRAIN_S = 1.0  # for a client to send the rest of a refused request
PAUSE_S = 0.1
STARVED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class BoundedServer(ThreadingHTTPServer):
    """A server with limits. Its handlers call asks() when they wait for a request, and answers() when one has come.

    It closes a connection whose time is over. If there are too many, it closes the one that has waited longest.
    """

    daemon_threads = True
    request_queue_size = 128  # if it is full, clients wait a second before they connect again
    most = MOST
    request_s = REQUEST_S
    answer_s = ANSWER_S
    drain_s = DRAIN_S

    def server_activate(self) -> None:
        super().server_activate()
        # A client may disconnect before accept(), which must not wait for the next client then.
        self.socket.settimeout(1)
        self._lock = threading.Lock()
        self.asking: dict[socket.socket, float] = {}  # the start of waiting, the longest first
        self.answering: dict[socket.socket, float] = {}

    def asks(self, connection: socket.socket) -> None:
        """Notes that this connection waits for a request now."""
        self._move(connection, self.answering, self.asking)

    def answers(self, connection: socket.socket) -> None:
        """Notes that the whole request has come, and is answered now."""
        self._move(connection, self.asking, self.answering)

    def _move(
        self, connection: socket.socket, source: dict[socket.socket, float], target: dict[socket.socket, float]
    ) -> None:
        with self._lock:
            if source.pop(connection, None) is not None:  # otherwise it is closed or new
                target[connection] = time.monotonic()

    def get_request(self) -> tuple[socket.socket, Any]:
        try:
            connection, address = super().get_request()
        except OSError as error:
            if error.errno in STARVED:
                # The connection stays in the queue: without a pause the loop would run at full speed.
                with self._lock:
                    self._cut_longest()
                time.sleep(PAUSE_S)
            raise
        with self._lock:
            if len(self.asking) + len(self.answering) >= self.most:
                self._cut_longest()
            self.asking[connection] = time.monotonic()
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        with self._lock:
            self.asking.pop(request, None)
            self.answering.pop(request, None)
        self._drain(request)
        super().shutdown_request(request)

    def _drain(self, connection: socket.socket) -> None:
        """Reads what the client still sends. Closing a connection with unread bytes would discard the answer."""
        end = time.monotonic() + self.drain_s
        with suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(self.drain_s)
            while connection.recv(2**16) and time.monotonic() < end:
                pass

    def service_actions(self) -> None:
        super().service_actions()
        now = time.monotonic()
        with self._lock:
            for waiting, limit in ((self.asking, self.request_s), (self.answering, self.answer_s)):
                for connection in [overdue for overdue, since in waiting.items() if now - since > limit]:
                    self._cut(waiting, connection)

    def _cut_longest(self) -> None:
        waiting = self.asking or self.answering
        if waiting:
            self._cut(waiting, next(iter(waiting)))

    def _cut(self, waiting: dict[socket.socket, float], connection: socket.socket) -> None:
        """Closes a connection. Its thread wakes up, notices that, and ends."""
        del waiting[connection]
        with suppress(OSError):  # the other side may have closed it first
            connection.shutdown(socket.SHUT_RDWR)
