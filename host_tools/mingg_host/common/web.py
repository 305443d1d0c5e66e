"""The web server of the simulator's page and of a club's pages: uvicorn, with limits, so that nobody can block it.

The limits: the number of connections, the time of each, the size of a request, and the hosts that a request may name.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import math
import mimetypes
import socket
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

import uvicorn
from h11 import LocalProtocolError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 10.0  # to send a whole request, also the next one on an open connection
ANSWER_S = 120.0  # to receive an answer: enough for the largest file at 10 kB a second
END_S = 2  # for open answers when the server ends
MOST_BODY = 64 * 1024
MOST_HEAD = 16 * 1024  # the first line and all headers of a request
# asyncio takes so many new connections before it lets the server close one that is too many. Each needs an open file.
ACCEPTED_AT_ONCE = 4
QUEUE = 2048  # of the system, for new connections: if it is full, clients wait a second before they connect again

# Not an error of ours: the other side has left or sends no HTTP, or does not receive its answer when the server ends.
# A stranger could fill the terminal with such lines.
_OF_STRANGERS = ("ASGI callable returned", "Cancel %s running task")
logging.getLogger("uvicorn.error").addFilter(lambda record: not str(record.msg).startswith(_OF_STRANGERS))


# ---- connections ----


class Connections:
    """The open connections of a server, with the time when each is closed. If there are too many, the one whose time is
    over first is closed. overdue() closes those whose time is over; the server calls it again and again."""

    request_s = REQUEST_S
    answer_s = ANSWER_S

    def __init__(self, most: int) -> None:
        self.most = most
        self.until: dict[asyncio.Transport, float] = {}

    def opened(self, connection: asyncio.Transport) -> None:
        if len(self.until) >= self.most:
            self._cut(min(self.until, key=lambda each: self.until[each]))
        self.until[connection] = time.monotonic() + self.request_s

    def closed(self, connection: asyncio.Transport) -> None:
        self.until.pop(connection, None)

    def gets(self, connection: asyncio.Transport, seconds: float) -> None:
        """Gives a connection so much time from now on."""
        if connection in self.until:  # otherwise it is closed
            del self.until[connection]  # of those with the same time, the first one has waited longest
            self.until[connection] = time.monotonic() + seconds

    def overdue(self) -> None:
        now = time.monotonic()
        for connection in [each for each, until in self.until.items() if until < now]:
            self._cut(connection)

    def _cut(self, connection: asyncio.Transport) -> None:
        del self.until[connection]
        connection.abort()


def _limited(connections: Connections) -> type[H11Protocol]:
    """Returns uvicorn's protocol with limits. uvicorn alone waits for ever for the first request of a connection."""

    class Limited(H11Protocol):
        answered: object = None  # the latest request that has come as a whole

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn does
            super().connection_made(transport)
            connections.opened(transport)

        def connection_lost(self, exc: Exception | None) -> None:
            connections.closed(self.transport)
            super().connection_lost(exc)

        def handle_events(self) -> None:
            super().handle_events()
            cycle = self.cycle
            if cycle is None or cycle is self.answered or cycle.more_body:
                return
            self.answered = cycle
            if not cycle.response_complete:
                connections.gets(self.transport, math.inf)  # a stream may last for ever

        def on_response_complete(self) -> None:
            if not self.flow.write_paused:  # otherwise a part of the answer still waits for the other side
                connections.gets(self.transport, connections.request_s)
            super().on_response_complete()

        def pause_writing(self) -> None:  # the other side is slow to receive what was sent
            connections.gets(self.transport, connections.answer_s)
            super().pause_writing()

        def resume_writing(self) -> None:
            is_over = self.cycle is not None and self.cycle.response_complete
            connections.gets(self.transport, connections.request_s if is_over else math.inf)
            super().resume_writing()

    return Limited


# ---- the server ----


def listen(host: str, port: int) -> socket.socket:
    """Opens a port; 0: any free one. Raises OSError, whose strerror says why."""
    try:
        host.encode("idna")
    except UnicodeError:  # a label is empty or too long
        raise OSError(errno.EINVAL, "this is no address") from None
    is_all = host == "::" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=is_all)
    except OSError as error:
        why = str(error.strerror).partition(" (while")[0]  # create_server() adds the address
        raise OSError(error.errno, why) from None


class Server(uvicorn.Server):
    """Serves an application to at most so many connections: await serve([listener]), which closes what listen() opened.

    takes_signals: Ctrl-C ends it, and raises KeyboardInterrupt afterwards. Otherwise its caller handles signals.
    """

    def __init__(self, app: ASGIApp, most: int, *, takes_signals: bool) -> None:
        self.limits = Connections(most)
        self.takes_signals = takes_signals
        config = uvicorn.Config(
            app,
            log_level="error",  # what strangers send wrong would fill the terminal
            access_log=False,
            server_header=False,
            proxy_headers=False,  # anyone could claim another address in them
            http=_limited(self.limits),
            h11_max_incomplete_event_size=MOST_HEAD,
            backlog=ACCEPTED_AT_ONCE,
            timeout_graceful_shutdown=END_S,
            lifespan="off",
            ws="none",
        )
        super().__init__(config)

    def capture_signals(self) -> AbstractContextManager[None]:  # type: ignore[override]  # a context manager there, too
        return super().capture_signals() if self.takes_signals else nullcontext()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(QUEUE)  # asyncio has only one figure for the queue and for what it takes at once

    async def on_tick(self, counter: int) -> bool:
        self.limits.overdue()
        return await super().on_tick(counter)


# ---- addresses ----

ALL = ("0.0.0.0", "::", "")  # listen at every address


def own_address() -> str:
    """Returns this computer's numeric address in its network; 127.0.0.1 without one. It sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation; UDP connects without a packet
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def in_url(address: str) -> str:
    """Returns an address as a URL has it."""
    return f"[{address}]" if ":" in address else address


def is_own_name(host: str) -> bool:
    """True if a browser that sends this host means this computer: a numeric address, or its name.

    A stranger's site may point its own name to this computer (DNS rebinding). Its scripts could then read the pages. A
    numeric address cannot be such a name.
    """
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    except ValueError:
        return False
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    if name in ("localhost", own, short, f"{short}.local"):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


# ---- requests ----


# Browsers refuse modules and WebAssembly of a wrong type, and the tables of some machines have wrong ones. These are
# Python's own, of which older ones have another name for JavaScript.
TYPES = mimetypes.MimeTypes(filenames=())
for _suffix in (".js", ".mjs"):
    TYPES.add_type("text/javascript", _suffix)

HEADERS = {  # of every answer: nothing of it belongs to another site
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Gate:
    """An application of these routes. It adds headers to every answer, also to errors, answers what raises Refusal, and
    refuses requests for another host."""

    def __init__(self, routes: Sequence[Route], headers: Mapping[str, str]) -> None:
        self.app = Starlette(routes=routes, exception_handlers={Refusal: _refused})
        self.headers = [(name.lower().encode(), value.encode()) for name, value in (HEADERS | dict(headers)).items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = list(message.get("headers", []))
                known = {name for name, _ in own}
                message["headers"] = own + [header for header in self.headers if header[0] not in known]
            await send(message)

        if scope["type"] != "http":
            return  # no page opens a websocket
        host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        if is_own_name(host):
            with suppress(ClientDisconnect, LocalProtocolError):  # it has left, or what it sends is no HTTP any more
                await self.app(scope, receive, with_headers)
        else:
            refusal = PlainTextResponse("Open this page with the numeric address that Mingg prints.", 421)
            await refusal(scope, receive, with_headers)


class Refusal(HTTPException):
    """A request is refused: status of HTTP, a text for the person at the page, headers."""


async def _refused(_: Request, error: Exception) -> Response:
    """Answers a request that raised Refusal, as Starlette calls it."""
    assert isinstance(error, Refusal)
    return JSONResponse({"error": error.detail}, error.status_code, error.headers)


async def body(request: Request) -> bytes:
    """Returns the body of a request. Raises Refusal as soon as it is too large."""
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BODY:
            raise Refusal(413, "This is too large.", {"connection": "close"})
    return data


async def json_body(request: Request) -> bytes:
    """Returns the body of a request that says it is JSON. A page of another site cannot send this type without asking
    this server first. Raises Refusal."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise Refusal(415, "Send JSON.")
    return await body(request)
