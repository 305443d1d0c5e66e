"""Serves the simulator's page: only its own files, and only on this machine unless --host says otherwise.

`mingg sim --open --keys` gives the page an evening to open and a key script to play. The page at /?given fetches both
as NAME. It posts each screenshot of the script to NAME as {"step": n, "pixels": "0101...", "lines": [...]}: 64 rows of
128 pixels, and the texts on the screen. The script decides where a picture is saved. The page does not.
"""

from __future__ import annotations

import asyncio
import errno
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from mingg_host.common import disk, places
from mingg_host.common.web import ALL, TYPES, Gate, Refusal, Server, in_url, json_body, listen, own_address
from mingg_host.device.headless import HEIGHT, WIDTH, shot
from mingg_host.device.keyscript import (
    SCREENSHOT,
    Step,
    check_links,
    one_by_one,
)
from mingg_host.evenings.sources import Copied
from mingg_host.simulator.website import INDEX, PAGES, WORKER, Site, given, reports_of_sample, step_of

QUERY = "?given"
NAME = "given.json"
HOST = "127.0.0.1"
PORT = 8000
PORTS_TRIED = 20
# A browser opens six connections to a server. Every system allows a process more open files than this number.
MOST_CONNECTIONS = 32
KEYS = (
    "Keys: arrows answer. Enter or A: yes, continue. Backspace or B: one step back; hold it for all keys and the menu."
)

# The page itself has another policy, of its own.
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
# The pages have scripts and styles inside them, and nothing of anybody else.
POLICY_OF_PAGES = (
    "default-src 'none'; script-src 'self' 'unsafe-inline' blob:; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class Preset:
    """An evening and a script. data: both as JSON for the page. say(line): gets each saved screenshot or the error."""

    def __init__(self, copied: Copied | None, script: list[Step] | None, say: Callable[[str], object]) -> None:
        steps = list(one_by_one(script or []))
        self._shots = {str(number): step for number, step in enumerate(steps) if step.kind == SCREENSHOT}
        self._say = say
        content = given([step_of(step) for step in steps])
        if copied is not None:
            files = {name: data.decode("latin-1") for name, data in copied.files.items()}
            content |= {"name": copied.name, "files": files}
        content["id"] = disk.digest(json.dumps(content, sort_keys=True).encode())[:16]
        self.data = json.dumps(content).encode()

    async def answer(self, request: Request) -> Response:
        if request.method == "POST":
            await run_in_threadpool(self.take, await json_body(request))
            return Response(status_code=204)
        return Response(self.data, headers={"Cache-Control": "no-store"}, media_type="application/json")

    def take(self, posted: bytes) -> None:
        """Writes a posted screenshot. Raises Refusal."""
        try:
            content = json.loads(posted)
            step, pixels, lines = self._shots[str(content["step"])], content["pixels"], content["lines"]
            if not isinstance(pixels, str) or len(pixels) != WIDTH * HEIGHT or set(pixels) - {"0", "1"}:
                raise ValueError
            if not isinstance(lines, list) or not "".join(lines).isprintable():
                raise ValueError
        except (ValueError, TypeError, KeyError, RecursionError):
            raise Refusal(400, "This is no screenshot of the script.") from None
        name = str(step.of)
        rows = [pixels[row : row + WIDTH] for row in range(0, len(pixels), WIDTH)]
        try:
            check_links(name)
            disk.put(Path(name), shot(name, rows, lines), make_folders=False)
        except OSError as error:
            self._say(f"line {step.line}, column {step.column}: {disk.why(error, name)}")
            raise Refusal(507, "The screenshot cannot be saved. The terminal says why.") from error
        self._say(f"screenshot {name}")


def _server(site: Site, preset: Preset | None = None, *, takes_signals: bool = False) -> Server:
    """Makes the server of a site, and of a preset if there is one."""

    def file(request: Request) -> Response:
        name = request.path_params["path"]
        try:
            data = site.file(name)
        except OSError:
            # For example, an editor is just saving the file: the next load has it.
            raise Refusal(503, "A file of this page cannot be read. Load the page again.") from None
        if data is None:
            raise Refusal(404, "There is no such file.")
        headers = {"Cache-Control": "no-store"}
        if name.startswith(PAGES) or name in reports_of_sample():
            headers["Content-Security-Policy"] = POLICY_OF_PAGES
        elif name in ("", INDEX, WORKER):
            headers["Content-Security-Policy"] = f"{site.edition().policy}; frame-ancestors 'none'"
        return Response(data, headers=headers, media_type=TYPES.guess_type(name or INDEX)[0])

    routes = [Route("/{path:path}", file)]
    if preset is not None:
        routes.insert(0, Route(f"/{NAME}", preset.answer, methods=["GET", "POST"]))
    return Server(Gate(routes, HEADERS), MOST_CONNECTIONS, takes_signals=takes_signals)


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
    ports = [port] if port is not None else range(PORT, PORT + PORTS_TRIED)
    for candidate in ports:
        try:
            listener = listen(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE and (port is not None or error.errno != errno.EACCES):
                raise
            continue
        if candidate != ports[0] and not is_given:
            # Browsers store the data of a page by its address, which includes the port.
            say(f"Port {PORT} is taken, so the page has another address. It does not show the evenings stored there.")
        return listener
    taken = f"port {port} is" if port is not None else f"ports {ports[0]} to {ports[-1]} are all"
    raise OSError(errno.EADDRINUSE, f"{taken} taken. Choose another one with --port.")
