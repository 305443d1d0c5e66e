"""Writes a page of the golden screens, before and after, for reviewers of a change of screens:
build/screens/index.html.

`make screens` runs it, with a git revision: "before" is that revision (HEAD), "after" the work tree. Changed screens
come first, in every language that changed; the others follow in English. Languages without golden screens have no
"before".
"""

from __future__ import annotations

import base64
import html
import io
import subprocess
import sys
import tarfile
from pathlib import Path, PurePosixPath

from mingg_host.common import png
from screens import goldens

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "build" / "screens" / "index.html"
SCALE = 2
STYLE = """
  body { font: 16px system-ui, sans-serif; margin: 2em; background: #fff; color: #222; }
  figure { display: inline-block; margin: 0 1em 1em 0; vertical-align: top; }
  figcaption { font-size: 14px; margin-bottom: 4px; }
  img, .none { width: 256px; height: 128px; border: 4px solid #000; image-rendering: pixelated; }
  .none { display: inline-block; border-color: #ccc; text-align: center; line-height: 128px; color: #777; }
"""

Screens = dict[str, dict[str, str]]  # by name, then by language


def recorded() -> Screens:
    """Returns the golden screens of the work tree, and the screens in other languages that --record drew."""
    return {path.stem: {**goldens.read(path), **goldens.drawn_anew(path)} for path in goldens.files()}


def recorded_at(revision: str) -> Screens:
    """Returns the golden screens of a git revision. Ends the program if the revision does not exist, or has none."""
    folder = goldens.GOLDEN.relative_to(ROOT).as_posix()
    command = ["git", "-C", str(ROOT), "archive", "--format=tar", revision, folder]
    git = subprocess.run(command, capture_output=True, check=False)
    if git.returncode:
        sys.exit(f"BEFORE={revision}: {git.stderr.decode().strip()}. Name a revision of git that has {folder}.")
    screens: Screens = {}
    with tarfile.open(fileobj=io.BytesIO(git.stdout)) as files:
        for member in files:
            file = files.extractfile(member)
            if file is not None:
                screens[PurePosixPath(member.name).stem] = goldens.parts(file.read().decode("utf-8"))
    return screens


def page(before: Screens, after: Screens, revision: str) -> str:
    """Returns the page as HTML."""
    changed, unchanged = [], []
    for name in sorted({*before, *after}):
        old, new = before.get(name, {}), after.get(name, {})
        languages = [language for language in goldens.LANGUAGES if old.get(language) != new.get(language)]
        changed += [_pair(f"{name}, {language}", old.get(language), new.get(language)) for language in languages]
        if not languages:
            unchanged.append(_figure(name, new[goldens.ENGLISH]))
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">',
            f"<title>Screens</title>\n<style>{STYLE}</style>",
            f"<h1>Screens: {html.escape(revision)} and the work tree</h1>",
            f"<h2>{len(changed)} changed</h2>",
            *changed,
            f"<h2>{len(unchanged)} unchanged</h2>",
            *unchanged,
            "</html>\n",
        ]
    )


def _pair(title: str, before: str | None, after: str | None) -> str:
    return f"<h3>{html.escape(title)}</h3>\n<div>{_figure('before', before)}{_figure('after', after)}</div>"


def _figure(caption: str, part: str | None) -> str:
    return f"<figure><figcaption>{html.escape(caption)}</figcaption>{_image(part)}</figure>"


def _image(part: str | None) -> str:
    if part is None:
        return '<span class="none">none</span>'
    picture = base64.b64encode(png.encode(goldens.pixels(part), SCALE)).decode()
    text = html.escape(", ".join(part.split("\n\n")[0].split("\n")))
    return f'<img src="data:image/png;base64,{picture}" alt="{text}">'


def main() -> None:
    revision = sys.argv[1] if len(sys.argv) > 1 else "HEAD"
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(page(recorded_at(revision), recorded(), revision), encoding="utf-8")
    print(PAGE)


if __name__ == "__main__":
    main()
