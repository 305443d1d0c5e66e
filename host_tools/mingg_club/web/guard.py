"""Who may direct a night: the key, sessions, and limits against guessing."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

GUESSES, GUESS_S = 5, 60.0  # wrong keys from one address, and for how long they count
MOST_ADDRESSES = 2000  # that are remembered
MOST_SESSIONS = 20


@dataclass
class Session:
    """A browser that knows the key. token: a page sends it with each action, which other sites cannot."""

    id: str
    token: str
    live: bool = True


class Guard:
    """key: what the director types once in a browser. clock: seconds that never go back."""

    def __init__(self, key: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = key.encode()
        self._clock = clock
        self._sessions: dict[str, Session] = {}
        self._wrong: dict[str, list[float]] = {}  # by address, when wrong keys came lately

    def wait(self, address: str) -> float:
        """Returns the seconds until this address may try a key again; 0 now."""
        times = [at for at in self._wrong.get(address, ()) if self._clock() - at < GUESS_S]
        return times[0] + GUESS_S - self._clock() if len(times) >= GUESSES else 0.0

    def enter(self, address: str, key: str) -> Session | None:
        """Returns a new session for the right key; None for a wrong one, which counts."""
        if self.wait(address):
            return None
        # Compares in constant time, so that the time tells nothing about the key.
        if not hmac.compare_digest(key.strip().encode("utf-8", "replace"), self._key):
            # It is the latest address now, and only its last wrong keys count.
            self._wrong[address] = [*self._wrong.pop(address, ())[1 - GUESSES :], self._clock()]
            while len(self._wrong) > MOST_ADDRESSES:
                del self._wrong[next(iter(self._wrong))]
            return None
        session = Session(secrets.token_urlsafe(32), secrets.token_urlsafe(32))
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
