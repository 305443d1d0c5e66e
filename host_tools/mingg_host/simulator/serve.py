"""A local web server for the simulator's page: only files of its own, only on this machine unless told otherwise."""

from __future__ import annotations

import errno
import ipaddress
import socket
import socketserver
import sys
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import PurePosixPath
from typing import cast
from urllib.parse import unquote, urlsplit

from mingg_host.common import places
from mingg_host.simulator.bounded_server import BoundedServer
from mingg_host.simulator.node import ensure_vm
from mingg_host.simulator.preset import MOST_BYTES, NAME, QUERY, NoScreenshot, Preset
from mingg_host.simulator.website import Site

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
KEYS = "Keys: the arrows answer; Enter or A: yes, go on; Backspace or B: one step back, held: all keys, and the menu."

# Every kind of file there is to serve. Browsers refuse modules and WebAssembly under any other type, and some
# machines' own tables have .js or .mjs wrong.
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}

# The browser itself holds the page to its own origin. The page says the first part too, for hosts that say nothing.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY + "; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOR_EVER = "public, max-age=31536000, immutable"


class _Server(BoundedServer):
    # On Windows reuse would let two servers share a port.
    allow_reuse_address = sys.platform != "win32"

    def __init__(self, address: tuple[str, int], site: Site, preset: Preset | None = None) -> None:
        self.site = site
        self.preset = preset
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        # HTTPServer's own asks the name service for this machine's full name, which may take many seconds offline.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):  # a browser that went away is no error
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"  # for a request that names none: the answer then has a status line too
    server_version = "mingg"
    sys_version = ""

    @property
    def _server(self) -> _Server:
        return cast(_Server, self.server)

    def handle_one_request(self) -> None:
        self._server.asks(self.connection)
        super().handle_one_request()

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        self._server.answers(self.connection)
        if "Content-Length" in self.headers or "Transfer-Encoding" in self.headers:
            self.close_connection = True  # a body that is not read must not be taken for another request
        return True

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_POST(self) -> None:
        preset = self._server.preset
        self.close_connection = True
        if not self._asked_of_us():
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        if preset is None or self.path != f"/{NAME}":
            self.send_error(HTTPStatus.NOT_IMPLEMENTED)
            return
        # Only our own page can say so: for any other one the browser would have to ask first.
        if self.headers.get("Content-Type") != TYPES[".json"]:
            self.send_error(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
            return
        size = self.headers.get("Content-Length", "")
        if not size.isdecimal():
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
            return
        if len(size) > len(str(MOST_BYTES)) or int(size) > MOST_BYTES:  # Python refuses to read thousands of digits
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        try:
            preset.take(self.rfile.read(int(size)))
        except NoScreenshot:
            self.send_error(HTTPStatus.BAD_REQUEST)
        except OSError:
            self.send_error(HTTPStatus.INSUFFICIENT_STORAGE)
        else:
            self.send_response(HTTPStatus.NO_CONTENT)
            self.end_headers()

    def _asked_of_us(self) -> bool:
        """Whether the browser knows the page by an address that can only be this machine's: a site elsewhere may have a
        name that leads here, and then our page would be of one origin with it (DNS rebinding)."""
        if not ipaddress.ip_address(self._server.server_name).is_loopback:
            return True  # it was told to listen for others, who may call this machine anything
        host = self.headers.get("Host")
        if host is None:
            return True  # no browser
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name == "localhost" or bool(ipaddress.ip_address(name))
        except ValueError:
            return False

    def _answer(self, *, body: bool) -> None:
        server = self._server
        if not self._asked_of_us():
            self.send_error(HTTPStatus.FORBIDDEN)
            return
        try:
            path = unquote(urlsplit(self.path).path)
        except ValueError:
            self.send_error(HTTPStatus.BAD_REQUEST)
            return
        try:
            data = server.preset.data if server.preset and path == f"/{NAME}" else server.site.file(path)
        except OSError:
            # Such as a file that is just being saved: the next load has it.
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        if data is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        name = path if path != "/" else "/index.html"
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", TYPES[PurePosixPath(name).suffix])
        self.send_header("Content-Length", str(len(data)))
        # What lies in an edition's folder never changes; the rest shows at each reload what is there.
        self.send_header("Cache-Control", FOR_EVER if name.count("/") > 1 else "no-store")
        self.end_headers()
        if body:
            self.wfile.write(data)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: the terminal shows the address and the keys, not a line a file."""


def make_server(host: str, port: int, site: Site, preset: Preset | None = None) -> BoundedServer:
    """A server bound to host and port (0: any free one), not yet serving. Raises OSError."""
    return _Server((host, port), site, preset)


def serve(
    host: str = HOST, port: int | None = None, say: Callable[[str], None] = print, preset: Preset | None = None
) -> None:
    """Fetch the VM if need be, then serve the page until interrupted, saying its address and the keys.

    port None: PORT, or the next free one. preset: what the page opens and plays at the address that is said.
    Raises node.SetupError, OSError (a port asked for is taken).
    """
    site = Site(places.package(), ensure_vm(say))
    with _bind(host, port, site, say, preset) as server:
        for address in _addresses(host):
            say(f"Mingg is on http://{address}:{server.server_port}/{QUERY if preset else ''}")
        say(KEYS)
        say("Ctrl-C ends it.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("")


def _addresses(host: str) -> list[str]:
    """What to type into a browser to reach a server that listens on host."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"[{host}]" if ":" in host else host]
    found = [HOST]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only picks the interface that leads out
            found.append(probe.getsockname()[0])
        except OSError:
            pass
    return found


def _bind(host: str, port: int | None, site: Site, say: Callable[[str], None], preset: Preset | None) -> BoundedServer:
    if port is not None:
        try:
            return make_server(host, port, site, preset)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise OSError(error.errno, f"port {port} is taken; --port names another one") from error
    for candidate in range(PORT, PORT + PORTS_TRIED):
        try:
            server = make_server(host, candidate, site, preset)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            continue
        if candidate != PORT and preset is None:
            # Browsers keep what a page stores by its address, port included.
            say(f"Port {PORT} is taken. The page at another address has a ledger of its own.")
        return server
    raise OSError(errno.EADDRINUSE, f"ports {PORT} to {PORT + PORTS_TRIED - 1} are all taken")
