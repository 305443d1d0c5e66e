"""Serves the simulator's page: only its own files, and only on this machine unless --host says otherwise."""

from __future__ import annotations

import errno
import ipaddress
import socket
import socketserver
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import PurePosixPath
from typing import cast
from urllib.parse import unquote, urlsplit

from mingg_host.common import places
from mingg_host.simulator.bounded_server import BoundedServer
from mingg_host.simulator.node import ensure_vm
from mingg_host.simulator.preset import MOST_BYTES, NAME, QUERY, NoScreenshot, Preset
from mingg_host.simulator.website import CONNECT, Site

HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
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


class _Server(BoundedServer):
    # On Windows, reuse would let two servers use one port.
    allow_reuse_address = sys.platform != "win32"

    def __init__(self, address: tuple[str, int], site: Site, preset: Preset | None = None) -> None:
        self.site = site
        self.preset = preset
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        # HTTPServer.server_bind() asks the name service for this machine's full name, which takes many seconds offline.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]

    def handle_error(self, request: object, client_address: object) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):  # a browser that disconnects is not an error
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.0"  # for a request without a version, so that its answer has a status line
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
            self.close_connection = True  # otherwise an unread body would be taken for the next request
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
        # Only our own page can send this type. For other pages the browser asks this server first.
        if self.headers.get("Content-Type") != TYPES[".json"]:
            self.send_error(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
            return
        size = self.headers.get("Content-Length", "")
        if not size.isdecimal():
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
            return
        if len(size) > len(str(MOST_BYTES)) or int(size) > MOST_BYTES:  # int() refuses thousands of digits
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
        """True if the browser uses an address that can only mean this machine. Otherwise the name of another site may
        point here, and that site would have the same origin as our page (DNS rebinding)."""
        if not ipaddress.ip_address(self._server.server_name).is_loopback:
            return True  # --host lets other machines in, and they may call this machine anything
        host = self.headers.get("Host")
        if host is None:
            return True  # not a browser
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
            # For example, an editor is just saving the file: the next load has it.
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)
            return
        if data is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        name = path if path != "/" else "/index.html"
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", TYPES[PurePosixPath(name).suffix])
        self.send_header("Content-Length", str(len(data)))
        # Files in an edition's folder never change. Each reload reads the other files again.
        self.send_header("Cache-Control", FOR_EVER if name.count("/") > 1 else "no-store")
        self.end_headers()
        if body:
            self.wfile.write(data)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, self._server.site.allowing(value))
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Prints nothing: the terminal shows the address and the keys, not a line for each file."""


def make_server(host: str, port: int, site: Site, preset: Preset | None = None) -> BoundedServer:
    """Returns a server bound to host and port (0: any free one), which does not serve yet. Raises OSError."""
    return _Server((host, port), site, preset)


def serve(
    host: str = HOST, port: int | None = None, say: Callable[[str], None] = print, preset: Preset | None = None
) -> None:
    """Fetches the VM if needed, prints the page's address and the keys, and serves the page until Ctrl-C.

    port: None for PORT, or the next free one. preset: the evening and the script for the printed address.
    Raises node.SetupError, and OSError if the port is used already.
    """
    site = Site(places.package(), ensure_vm(say))
    with _bind(host, port, site, say, preset) as server:
        for address in _addresses(host):
            say(f"Open http://{address}:{server.server_port}/{QUERY if preset else ''} in a browser.")
        say(KEYS)
        say("Ctrl-C ends it.")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("")


@contextmanager
def beside(host: str, port: int, site: Site) -> Iterator[BoundedServer]:
    """Serves the page in a thread, until the end of the block. Raises OSError if the port is used already."""
    with make_server(host, port, site) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def _addresses(host: str) -> list[str]:
    """Returns the addresses for a browser of a server that listens on host."""
    if host not in ("0.0.0.0", "::", ""):
        return [f"[{host}]" if ":" in host else host]
    addresses = [HOST]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only chooses the interface to other networks
            addresses.append(probe.getsockname()[0])
        except OSError:
            pass
    return addresses


def _bind(host: str, port: int | None, site: Site, say: Callable[[str], None], preset: Preset | None) -> BoundedServer:
    if port is not None:
        try:
            return make_server(host, port, site, preset)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise OSError(error.errno, f"port {port} is taken. Choose another one with --port.") from error
    for candidate in range(PORT, PORT + PORTS_TRIED):
        try:
            server = make_server(host, candidate, site, preset)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            continue
        if candidate != PORT and preset is None:
            # Browsers store the data of a page by its address, which includes the port.
            say(f"Port {PORT} is taken, so the page has another address. It does not show the evenings stored there.")
        return server
    raise OSError(
        errno.EADDRINUSE, f"ports {PORT} to {PORT + PORTS_TRIED - 1} are all taken. Choose another one with --port."
    )
