"""Limits for a web server, so that nobody can block it: of the number of connections, and of the time of each."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Hashable
from typing import Generic, TypeVar

REQUEST_S = 10.0  # to send a whole request, also the next one on an open connection
ANSWER_S = 120.0  # to receive an answer: enough for the largest file at 10 kB a second

Connection = TypeVar("Connection", bound=Hashable)


class Limits(Generic[Connection]):
    """The open connections of a server. If there are too many, the one that has waited longest is closed. overdue()
    closes those whose time is over; the server calls it again and again.

    asking     the start of waiting for a whole request, the longest first
    answering  the start of waiting for the other side to receive, the longest first
    """

    most: int
    request_s = REQUEST_S
    answer_s = ANSWER_S

    def __init__(self) -> None:
        self.asking: dict[Connection, float] = {}
        self.answering: dict[Connection, float] = {}
        self._lock = threading.Lock()

    def cut(self, connection: Connection) -> None:
        """Closes a connection."""
        raise NotImplementedError

    def opened(self, connection: Connection) -> None:
        with self._lock:
            if len(self.asking) + len(self.answering) >= self.most:
                self._cut_longest()
            self.asking[connection] = time.monotonic()

    def closed(self, connection: Connection) -> None:
        with self._lock:
            self.asking.pop(connection, None)
            self.answering.pop(connection, None)

    def asks(self, connection: Connection) -> None:
        """Notes that this connection waits for a request now."""
        self._move(connection, self.answering, self.asking, time.monotonic())

    def answers(self, connection: Connection, is_timed: bool = True) -> None:
        """Notes that the whole request has come, and is answered now. is_timed: see receives()."""
        self._move(connection, self.asking, self.answering, time.monotonic() if is_timed else math.inf)

    def receives(self, connection: Connection, is_timed: bool) -> None:
        """Notes whether the time counts now: the other side is slow to receive what was sent."""
        self._move(connection, self.answering, self.answering, time.monotonic() if is_timed else math.inf)

    def overdue(self) -> None:
        now = time.monotonic()
        with self._lock:
            for waiting, limit in ((self.asking, self.request_s), (self.answering, self.answer_s)):
                for connection in [late for late, since in waiting.items() if now - since > limit]:
                    self._cut(waiting, connection)

    def cut_longest(self) -> None:
        with self._lock:
            self._cut_longest()

    def _move(
        self, connection: Connection, source: dict[Connection, float], target: dict[Connection, float], since: float
    ) -> None:
        with self._lock:
            if source.pop(connection, None) is not None:  # otherwise it is closed or new
                target[connection] = since

    def _cut_longest(self) -> None:
        waiting = self.asking or self.answering
        if waiting:
            self._cut(waiting, next(iter(waiting)))

    def _cut(self, waiting: dict[Connection, float], connection: Connection) -> None:
        del waiting[connection]
        self.cut(connection)
