"""A web server that nobody can block: it limits the number of connections and the time of each."""

from __future__ import annotations

import errno
import socket
import threading
import time
from contextlib import suppress
from http.server import ThreadingHTTPServer
from typing import Any

# A browser opens six connections to a server; every system allows a process more open files than this.
MOST = 32
REQUEST_S = 10.0  # until a request has come as a whole, also the next one on a connection that stays open
ANSWER_S = 120.0  # until an answer has been taken: the largest file, at 10 kB a second
DRAIN_S = 1.0  # until the client has sent the rest of a request that is refused
PAUSE_S = 0.1
STARVED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class BoundedServer(ThreadingHTTPServer):
    """Its handlers call asks() where they wait for a request, and answers() once one has come.

    A connection whose time is over is cut off. If there are too many, so is the one that has waited longest.
    """

    daemon_threads = True
    request_queue_size = 128  # if it is full, clients wait a second before they connect again
    most = MOST
    request_s = REQUEST_S
    answer_s = ANSWER_S
    drain_s = DRAIN_S

    def server_activate(self) -> None:
        super().server_activate()
        # A client may hang up before accept(), which then must not wait for the next client.
        self.socket.settimeout(1)
        self._lock = threading.Lock()
        self.asking: dict[socket.socket, float] = {}  # since when, the longest first
        self.answering: dict[socket.socket, float] = {}

    def asks(self, connection: socket.socket) -> None:
        """This connection waits for a request from now on."""
        self._changes(connection, self.answering, self.asking)

    def answers(self, connection: socket.socket) -> None:
        """The request is here: what is left is to answer it."""
        self._changes(connection, self.asking, self.answering)

    def _changes(
        self, connection: socket.socket, left: dict[socket.socket, float], to: dict[socket.socket, float]
    ) -> None:
        with self._lock:
            if left.pop(connection, None) is not None:  # else it was cut off, or is new
                to[connection] = time.monotonic()

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
        """Reads what the client still sends. A connection closed with unread bytes discards the answer."""
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
                for connection in [each for each, since in waiting.items() if now - since > limit]:
                    self._cut(waiting, connection)

    def _cut_longest(self) -> None:
        waiting = self.asking or self.answering
        if waiting:
            self._cut(waiting, next(iter(waiting)))

    def _cut(self, waiting: dict[socket.socket, float], connection: socket.socket) -> None:
        """Its thread wakes up, finds it closed, and ends."""
        del waiting[connection]
        with suppress(OSError):  # the other side may have been faster
            connection.shutdown(socket.SHUT_RDWR)
