"""Makes the site of the pages: `python docs/tools/site_of_pages.py FOLDER`.

`make site`, `make run`, wheels and PDF files take it from build/pages. docs/site.toml has its parts. The pages stand in
it as in the checkout, so one link serves both. docs/reference is made here alone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":  # also where Mingg is not installed: while its wheel is built
    sys.path[:0] = [str(ROOT / "firmware"), str(ROOT / "host_tools")]

from mingg_host.art import icons  # noqa: E402
from reference import REFERENCE  # noqa: E402

# What the site has, beside what is made for it.
SHOWN = (
    "*.md",
    "docs/*.md",
    "docs/*.html",
    "docs/*.css",
    "docs/*.js",
    "docs/pictures/*",
    "board/*.md",
    "board/*.csv",
    "board/*/*.svg",
)
# The word behind a block's language is for docs/tools/pages.py alone.
_MARK = re.compile(rb"^( *```[a-z]+) .*$", re.MULTILINE)
# Without a server, search needs this script; the pages load nothing from another host.
_SHIM, SHIM = "https://unpkg.com/iframe-worker/shim", "docs/iframe-worker.js"
# Titles of the reference in the search: they are longer with the name of their page, so those of the manual come first.
_REFERENCE = re.compile(r'("location":"docs/reference/(\w+)\.html#[^"]*","level":\d+,"title":")')
# A link to a folder. Without a server a browser lists what is in it.
_FOLDER = re.compile(r'(?<=href=")(?:\./)?\.\.(?:/\.\.)*(?=")')
# They contain addresses from the top of a server, and the site may be in any folder.
LEFT_OUT = {"sitemap.xml", "404.html"}


def tree() -> dict[str, bytes]:
    """Returns the files that the site is made of, by path."""
    paths = sorted(path for pattern in SHOWN for path in ROOT.glob(pattern))
    files = {
        path.relative_to(ROOT).as_posix(): _MARK.sub(rb"\1", path.read_bytes())
        if path.suffix == ".md"
        else path.read_bytes()
        for path in paths
    }
    made = {f"docs/reference/{name}.md": make().encode() for name, make in REFERENCE.items()}
    return {**files, **made, "docs/icon.svg": icons.svg()}


def build(folder: Path) -> None:
    """Writes the site into a folder, in place of an earlier one. Raises CalledProcessError if a link is broken."""
    with TemporaryDirectory() as temporary:
        scratch = Path(temporary)
        shutil.copy(ROOT / "docs" / "site.toml", scratch / "zensical.toml")
        for name, data in tree().items():
            path = scratch / "tree" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        environment = {**os.environ, "NO_COLOR": "1"}
        done = subprocess.run(
            command, cwd=scratch, env=environment, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command, done.stdout.decode())
        for path in (scratch / "site").rglob("*.html"):
            up = os.path.relpath(scratch / "site" / SHIM, path.parent)
            text = _FOLDER.sub(r"\g<0>/index.html", path.read_text(encoding="utf-8").replace(_SHIM, up))
            path.write_text(text, encoding="utf-8")
        for path in (scratch / "site").glob("search.js*"):
            path.write_text(
                _REFERENCE.sub(r"\1In the reference, \2: ", path.read_text(encoding="utf-8")), encoding="utf-8"
            )
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(scratch / "site", folder, ignore=lambda _, names: LEFT_OUT.intersection(names))


def main() -> None:
    try:
        build(Path(sys.argv[1]))
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"zensical refuses the pages:\n{error.output}") from None


if __name__ == "__main__":
    main()
