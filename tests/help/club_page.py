"""Acts on the director's page of a host that runs, as a browser does."""

from __future__ import annotations

import json
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener


def act(port: int, key: str, *actions: dict[str, Any]) -> list[str]:
    """Returns what was done. Raises HTTPError, also if an action is impossible."""
    page = f"http://127.0.0.1:{port}"
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    opener.open(Request(f"{page}/director/enter", urlencode({"key": key}).encode(), {"origin": page})).close()
    headers = {"origin": page, "content-type": "application/json"}
    done = []
    for action in actions:
        with opener.open(Request(f"{page}/director/act", json.dumps(action).encode(), headers)) as answer:
            done.append(json.loads(answer.read())["done"])
    return done
