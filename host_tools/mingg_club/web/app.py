"""The web pages as an ASGI application.

    GET  /                    the room page; /events: its stream
    GET  /static/NAME         scripts and styles
    GET  /director            the director's page, or the page that asks for the key; /director/events: its stream
    POST /director/enter      the key, as a form; /director/leave
    POST /director/act        an action as JSON, see view.Night.act; the answer has "done" or "error"
    GET  /director/part/NAME  a part that is shown on demand, as JSON: see view.Night.part
    GET  /director/page/NAME.html  a page of its own, to print or to publish: see view.Night.page
    GET  /director/join/3.svg the link with which a phone joins table 3, as a QR code

A page that sends an action needs two things: the cookie of a session, which browsers do not send from other sites, and
this server as the origin. So another site cannot act through the director's browser. Every request must name this
computer as its host.
"""

from __future__ import annotations

import asyncio
import hmac
import html
import io
import secrets
from dataclasses import asdict
from importlib import import_module
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlsplit

import segno
from mingg_host.common.web import TYPES, Gate, Refusal, body, json_body
from mingg_scoring.json_text import MinggError, parse
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from mingg_club.view import ActionError, Night
from mingg_club.web.feed import Channel, Feed

COOKIE = "mingg-director"
MOST_SESSIONS = 20
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; "
        "trusted-types 'none'"
    ),
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
# Of a page to print, which has a policy of its own inside.
OF_PAGE = "frame-ancestors 'none'"


class Pages:
    """The pages of a night. feed: runs beside them. key: what the director types once in a browser; it has too many
    random bits to be guessed."""

    def __init__(self, night: Night, feed: Feed, key: str) -> None:
        self.night = night
        self.feed = feed
        self._key = key.encode()
        self._sessions: list[str] = []  # cookies of browsers that know the key
        self.files = {
            entry.name: entry.read_bytes() for entry in (files(__package__) / "static").iterdir() if entry.is_file()
        }

    def app(self) -> Gate:
        routes = [
            Route("/", self._room),
            Route("/events", self._room_events),
            Route("/static/{name}", self._static),
            Route("/director", self._director),
            Route("/director/events", self._director_events),
            Route("/director/enter", self._enter, methods=["POST"]),
            Route("/director/leave", self._leave, methods=["POST"]),
            Route("/director/act", self._act, methods=["POST"]),
            Route("/director/part/{name}", self._part),
            Route("/director/page/{name}.html", self._print),
            Route("/director/join/{table}.svg", self._join),
        ]
        return Gate(routes, HEADERS)

    # ---- everyone ----

    async def _room(self, _: Request) -> Response:
        return self._file("room.html")

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in self.files or name.endswith(".html"):
            raise Refusal(404, "There is no such file.")
        return self._file(name)

    def _file(self, name: str, status: int = 200, **values: str) -> Response:
        data = self.files[name]
        for key, value in values.items():
            data = data.replace(f"{{{{{key}}}}}".encode(), html.escape(value).encode())
        return Response(data, status, {"cache-control": "no-cache"}, TYPES.guess_type(name)[0])

    async def _room_events(self, request: Request) -> Response:
        return self._stream(request, self.feed.room)

    def _stream(self, request: Request, channel: Channel, session: str = "") -> Response:
        if request.method == "HEAD":
            return Response()  # a stream would keep the connection busy for ever
        lives = (lambda: session in self._sessions) if session else (lambda: True)
        return StreamingResponse(self.feed.stream(channel, lives), media_type="text/event-stream")

    # ---- the director ----

    def _session(self, request: Request) -> str:
        """Returns the session of a request. Raises Refusal."""
        session: str = request.cookies.get(COOKIE, "")
        if session not in self._sessions:
            raise Refusal(401, "Enter the key again.")
        return session

    def _page_of_key(self, text: str, status: int = 200) -> Response:
        return self._file("enter.html", status, said=text)

    async def _director(self, request: Request) -> Response:
        is_known = request.cookies.get(COOKIE) in self._sessions
        return self._file("director.html") if is_known else self._page_of_key("")

    async def _director_events(self, request: Request) -> Response:
        return self._stream(request, self.feed.director, self._session(request))

    async def _enter(self, request: Request) -> Response:
        _check_origin(request)
        try:
            fields = parse_qs((await body(request)).decode("utf-8", "replace"), max_num_fields=4)
        except ValueError:
            raise Refusal(400, "Send the key alone.") from None
        # Compares in constant time, so that the time tells nothing about the key.
        if not hmac.compare_digest(fields.get("key", [""])[0].strip().encode("utf-8", "replace"), self._key):
            return self._page_of_key("This key is wrong. `mingg club run` prints it when it starts.", 403)
        session = secrets.token_urlsafe(32)
        self._sessions = [*self._sessions, session][-MOST_SESSIONS:]
        response = RedirectResponse("/director", 303)
        is_secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, session, path="/director", httponly=True, samesite="strict", secure=is_secure)
        return response

    async def _leave(self, request: Request) -> Response:
        self._sessions.remove(self._acting(request))
        response = JSONResponse({"done": "Signed out"})
        response.delete_cookie(COOKIE, path="/director", httponly=True, samesite="strict")
        return response

    def _acting(self, request: Request) -> str:
        """Returns the session of a request that changes something. Raises Refusal."""
        _check_origin(request)
        return self._session(request)

    async def _act(self, request: Request) -> Response:
        self._acting(request)
        action = await _json(request)
        try:
            done = await self.night.act(action)
        except ActionError as error:
            raise Refusal(409, str(error)) from None
        return JSONResponse({"done": done})

    async def _part(self, request: Request) -> Response:
        self._session(request)
        part = self.night.part(request.path_params["name"])
        if part is None:
            raise Refusal(404, "There is no such part.")
        return JSONResponse(asdict(part))

    async def _print(self, request: Request) -> Response:
        self._session(request)
        await asyncio.to_thread(import_module, "mingg_club.report")  # its library takes a second to load
        made = self.night.page(request.path_params["name"])
        if made is None:
            raise Refusal(404, "There is no such page.")
        return HTMLResponse(made, headers={"content-security-policy": OF_PAGE})

    async def _join(self, request: Request) -> Response:
        self._session(request)
        code = self.night.part(f"code-{request.path_params['table']}")
        if code is None:
            raise Refusal(404, "No page serves this table.")
        picture = io.BytesIO()
        # White around it, as scanners need, also on a dark page.
        segno.make(code.links[0][1], error="m", micro=False).save(picture, kind="svg", light="white", border=4, scale=8)
        return Response(picture.getvalue(), media_type="image/svg+xml")


def _check_origin(request: Request) -> None:
    """Refuses what another site sends. Browsers name the origin of every POST."""
    origin = request.headers.get("origin", "")
    try:
        sender = urlsplit(origin).netloc
    except ValueError:
        raise Refusal(400, "The origin of this request is no address.") from None
    if sender != request.headers.get("host") or not origin.startswith(("http://", "https://")):
        raise Refusal(403, "Another site sent this. It was not done.")


async def _json(request: Request) -> dict[str, Any]:
    try:
        value = parse(await json_body(request))
    except MinggError as error:
        raise Refusal(400, f"This cannot be read: {error.message}") from None
    if not isinstance(value, dict):
        raise Refusal(400, "Send an object.")
    return value
