"""Who may direct a night: the key, sessions, and limits against guessing and flooding."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

GUESSES, GUESS_S = 5, 60.0  # wrong keys from one address, and for how long they count
MOST_ADDRESSES = 2000  # that are remembered
MOST_SESSIONS = 20
ACTIONS, ACTION_S = 30, 10.0  # of one session


class Bucket:
    """Counts what happened in the last seconds."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self._times: list[float] = []

    def wait(self) -> float:
        """Returns the seconds until one more is allowed; 0 now."""
        now = self.clock()
        self._times = [at for at in self._times if now - at < self.seconds]
        return self._times[0] + self.seconds - now if len(self._times) >= self.most else 0.0

    def add(self) -> None:
        self._times.append(self.clock())


@dataclass
class Session:
    """A browser that knows the key. token: a page sends it with each action, which other sites cannot."""

    id: str
    token: str
    actions: Bucket
    live: bool = field(default=True)


class Guard:
    """key: what the director types once in a browser. clock: seconds that never go back."""

    def __init__(self, key: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = key.encode()
        self._clock = clock
        self._sessions: dict[str, Session] = {}
        self._wrong: dict[str, Bucket] = {}

    def wait(self, address: str) -> float:
        """Returns the seconds until this address may try a key again; 0 now."""
        bucket = self._wrong.get(address)
        return bucket.wait() if bucket else 0.0

    def enter(self, address: str, key: str) -> Session | None:
        """Returns a new session for the right key; None for a wrong one, which counts."""
        if self.wait(address):
            return None
        # Compares in constant time, so that the time tells nothing about the key.
        if not hmac.compare_digest(key.strip().encode("utf-8", "replace"), self._key):
            bucket = self._wrong.pop(address, None) or Bucket(GUESSES, GUESS_S, self._clock)
            bucket.add()
            self._wrong[address] = bucket  # now the latest one
            while len(self._wrong) > MOST_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
            return None
        session = Session(secrets.token_urlsafe(32), secrets.token_urlsafe(32), Bucket(ACTIONS, ACTION_S, self._clock))
        self._sessions[session.id] = session
        while len(self._sessions) > MOST_SESSIONS:
            self.leave(next(iter(self._sessions.values())))
        return session

    def session(self, id: str | None) -> Session | None:
        """Returns the session of a cookie; None if there is none. The id is 256 random bits."""
        return self._sessions.get(id or "")

    def leave(self, session: Session) -> None:
        session.live = False
        self._sessions.pop(session.id, None)


def is_token(session: Session, given: str | None) -> bool:
    """True if a page sent the token of its session."""
    return hmac.compare_digest((given or "").encode("utf-8", "replace"), session.token.encode())
