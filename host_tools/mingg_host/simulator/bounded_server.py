"""A web server that nobody can block: it limits the number of connections and the time of each."""

from __future__ import annotations

import errno
import socket
import time
from contextlib import suppress
from http.server import ThreadingHTTPServer
from typing import Any

from mingg_host.common.connections import Limits

# A browser opens six connections to a server. Every system allows a process more open files than this number.
MOST = 32
DRAIN_S = 1.0  # for a client to send the rest of a refused request
PAUSE_S = 0.1
STARVED = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class BoundedServer(ThreadingHTTPServer, Limits[socket.socket]):
    """A server with limits. Its handlers call asks() when they wait for a request, and answers() when one has come."""

    daemon_threads = True
    request_queue_size = 128  # if it is full, clients wait a second before they connect again
    most = MOST
    drain_s = DRAIN_S

    def server_activate(self) -> None:
        super().server_activate()
        # A client may disconnect before accept(), which must not wait for the next client then.
        self.socket.settimeout(1)
        Limits.__init__(self)

    def get_request(self) -> tuple[socket.socket, Any]:
        try:
            connection, address = super().get_request()
        except OSError as error:
            if error.errno in STARVED:
                # The connection stays in the queue: without a pause the loop would run at full speed.
                self.cut_longest()
                time.sleep(PAUSE_S)
            raise
        self.opened(connection)
        return connection, address

    def shutdown_request(self, request: Any) -> None:
        self.closed(request)
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
        self.overdue()

    def cut(self, connection: socket.socket) -> None:
        """Closes a connection. Its thread wakes up, notices that, and ends."""
        with suppress(OSError):  # the other side may have closed it first
            connection.shutdown(socket.SHUT_RDWR)
