"""Prints pages of the site as PDF.

Chromium lays them out as the site shows them, and the tests of the site need it anyway. Playwright, which these tests
use, starts it. A PDF names the time when it was made: that is replaced, so the same page makes the same bytes.
"""

from __future__ import annotations

import mimetypes
import os
import re
import shutil
from collections.abc import Iterable, Mapping
from typing import Any

from mingg_host.common.output import Failure

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_TIME = re.compile(rb"(/(?:CreationDate|ModDate) \(D:)\d{14}")
_THEN = b"20000101000000"
A4: Any = {"top": "16mm", "bottom": "16mm", "left": "16mm", "right": "16mm"}
ORIGIN = "https://mingg.invalid/"  # no server: Chromium gets the files from here
# A PDF alone has no other pages: links to them become plain text.
NO_FILES = """() => document.querySelectorAll("a").forEach((link) => {
  if (link.origin === location.origin && link.pathname !== location.pathname) link.replaceWith(...link.childNodes);
})"""


def chromium() -> str:
    """Returns the path of Chromium. Raises Failure."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if found is None:
        raise Failure("There is no Chromium to print the manual. Install it, or name one with CHROMIUM=")
    return found


def printed(files: Mapping[str, bytes], pages: Iterable[str]) -> list[bytes]:
    """Returns each of these pages as a PDF. files: what the pages need, by path. Raises Failure."""
    from playwright.sync_api import Error, Route, sync_playwright

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path in files:
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            route.fulfill(body=files[path], content_type=kind)
        else:
            route.abort()

    results = []
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
            for path in pages:
                page = browser.new_page()
                page.route("**/*", serve)
                page.goto(ORIGIN + path)
                page.evaluate(NO_FILES)
                results.append(page.pdf(format="A4", margin=A4, prefer_css_page_size=True, print_background=True))
                page.close()
            browser.close()
    except Error as error:
        raise Failure(f"Chromium cannot print {', '.join(pages)}: {error.message}") from error
    return [timeless(data) for data in results]


def timeless(pdf: bytes) -> bytes:
    """Replaces the times in a PDF by one of the same length: places in the file stay right."""
    return _TIME.sub(rb"\g<1>" + _THEN, pdf)
