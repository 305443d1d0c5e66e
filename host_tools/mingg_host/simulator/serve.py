"""Serves the simulator's page: only its own files, and only on this machine unless --host says otherwise."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mingg_host.common import places
from mingg_host.common.web import (
    ALL,
    App,
    Gate,
    Refusal,
    Server,
    in_url,
    json_body,
    listen,
    own_address,
    refused,
)
from mingg_host.simulator.preset import NAME, QUERY, NoScreenshot, Preset
from mingg_host.simulator.website import CONNECT, Site

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
# A browser opens six connections to a server. Every system allows a process more open files than this number.
MOST_CONNECTIONS = 32
KEYS = (
    "Keys: arrows answer. Enter or A: yes, continue. Backspace or B: one step back; hold it for all keys and the menu."
)

# The type of every file to serve. Browsers refuse modules and WebAssembly of any other type, and the system tables of
# some machines have a wrong type for .js or .mjs.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}

# Makes the browser refuse all other origins. The page has the first part, too, for hosts that send no headers.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    f"{CONNECT}; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY + "; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOR_EVER = "public, max-age=31536000, immutable"


class _Pages:
    """Answers the requests for a site, and for a preset if there is one."""

    def __init__(self, site: Site, preset: Preset | None) -> None:
        self.site = site
        self.preset = preset

    def app(self) -> App:
        routes = [Route("/{path:path}", self._file)]
        if self.preset is not None:
            routes.insert(0, Route(f"/{NAME}", self._screenshot, methods=["POST"]))
            routes.insert(0, Route(f"/{NAME}", self._preset))
        headers = {name: self.site.allowing(value) for name, value in HEADERS.items()}
        return Gate(Starlette(routes=routes, exception_handlers={Refusal: refused}), headers)

    def _file(self, request: Request) -> Response:
        path = f"/{request.path_params['path']}"
        try:
            data = self.site.file(path)
        except OSError:
            # For example, an editor is just saving the file: the next load has it.
            raise Refusal(503, "A file of this page cannot be read. Load the page again.") from None
        if data is None:
            raise Refusal(404, "There is no such file.")
        # Files in an edition's folder never change. Each reload reads the other files again.
        kept = FOR_EVER if path.count("/") > 1 else "no-store"
        kind = TYPES[PurePosixPath(path).suffix or ".html"]
        return Response(data, headers={"Cache-Control": kept}, media_type=kind)

    async def _preset(self, _: Request) -> Response:
        assert self.preset is not None
        return Response(self.preset.data, headers={"Cache-Control": "no-store"}, media_type=TYPES[".json"])

    async def _screenshot(self, request: Request) -> Response:
        assert self.preset is not None
        posted = await json_body(request)
        try:
            await run_in_threadpool(self.preset.take, posted)
        except NoScreenshot:
            raise Refusal(400, "This is no screenshot of the script.") from None
        except OSError:
            raise Refusal(507, "The screenshot cannot be saved. The terminal says why.") from None
        return Response(status_code=204)


def _server(site: Site, preset: Preset | None = None, *, takes_signals: bool = False) -> Server:
    return Server(_Pages(site, preset).app(), MOST_CONNECTIONS, takes_signals=takes_signals)


def serve(
    host: str = HOST, port: int | None = None, say: Callable[[str], None] = print, preset: Preset | None = None
) -> None:
    """Prints the page's address and the keys, and serves the page until Ctrl-C.

    port: None for PORT, or the next free one. preset: the evening and the script for the printed address.
    Raises OSError if the port is used already.
    """
    server = _server(Site(places.package()), preset, takes_signals=True)
    with _listen(host, port, say, preset is not None) as listener:
        for address in dict.fromkeys([HOST, own_address()] if host in ALL else [host]):
            say(f"Open http://{in_url(address)}:{listener.getsockname()[1]}/{QUERY if preset else ''} in a browser.")
        say(KEYS)
        say("Ctrl-C ends it.")
        try:
            asyncio.run(server.serve([listener]))
        except KeyboardInterrupt:
            say("")


@contextmanager
def beside(host: str, port: int, site: Site, preset: Preset | None = None) -> Iterator[int]:
    """Serves the page in a thread, until the end of the block. Yields the port: 0 takes a free one. Raises OSError if
    the port is used already."""
    server = _server(site, preset)
    with listen(host, port) as listener:
        number: int = listener.getsockname()[1]
        thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])), daemon=True)
        thread.start()
        try:
            yield number
        finally:
            server.should_exit = True
            thread.join()


def _listen(host: str, port: int | None, say: Callable[[str], None], is_given: bool) -> socket.socket:
    if port is not None:
        try:
            return listen(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise OSError(error.errno, f"port {port} is taken. Choose another one with --port.") from error
    for candidate in range(PORT, PORT + PORTS_TRIED):
        try:
            listener = listen(host, candidate)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            continue
        if candidate != PORT and not is_given:
            # Browsers store the data of a page by its address, which includes the port.
            say(f"Port {PORT} is taken, so the page has another address. It does not show the evenings stored there.")
        return listener
    raise OSError(
        errno.EADDRINUSE, f"ports {PORT} to {PORT + PORTS_TRIED - 1} are all taken. Choose another one with --port."
    )
