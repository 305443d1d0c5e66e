"""Makes the site of the pages: `python docs/tools/site_of_pages.py FOLDER`.

`make site`, `make run`, wheels and PDF files take it from build/pages. docs/site.toml has its parts. The pages stand in
it as in the checkout, so one link serves both. docs/reference is made here alone.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

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
# What the pages have in place of addresses of other hosts. Without a server, search needs the first, a script.
INSTEAD = {
    "https://unpkg.com/iframe-worker/shim": "docs/iframe-worker.js",
    "https://spdx.org/licenses/MIT.html": "LICENSE.html",
}
# In what other words players ask for what is in a section.
PLAYERS_WORDS = {
    "manual#what-you-need": "keys buttons",
    "manual#switch-on": "start turn power battery",
    "manual#the-first-deal": "enter score hand winner mahjong",
    "manual#the-hands-of-the-losers": "loser nothing zero",
    "manual#a-wrong-entry": "typo erase mistake fix backspace",
    "manual#why-the-score": "explain dispute argue doubt reason wrong high low",
    "manual#nobody-won": "draw wall exhausted game",
    "manual#keys-and-menu": "help lost stuck buttons",
    "manual#switch-off": "turn shut save power lose stop",
    "manual#the-suit": "flush clean one purity",
    "manual#special-hands-known-scores-dead-hands": "dead hand invalid short long",
    "manual#rare-ways-to-win": "last tile robbing kong heaven",
    "manual#questions-of-some-rules": "flowers seasons bouquet",
    "manual#who-is-liable": "pays dangerous discard insurance penalty",
    "manual#bmja-and-dmjl": "goulash waiting british german",
    "manual#what-a-false-mah-jong-costs": "false win wrong call mahjong penalty price fine mistake pay error",
    "manual#what-a-result-is-made-of": "explain calculate breakdown points",
    "manual#undo-and-correct-a-mistake": "fix edit change delete remove cancel wrong winner score deal hand result "
    "error entered earlier previous",
    "manual#the-seats-are-wrong": "swap change places players sit",
    "manual#counters": "chips sticks money tokens",
    "manual#a-new-evening": "start begin restart reset game session",
    "manual#other-rules-in-the-middle": "switch during mid game limit",
    "manual#rules-options-limit": "change set choose raise lower higher maximum cap no without rule variant",
    "manual#players": "number add three five two",
    "manual#names": "change rename edit player wrong spelling",
    "manual#a-draw-for-seats": "choose places lots",
    "manual#open-the-wall": "break dice roll",
    "manual#a-payment-by-hand": "bet debt fine penalty pay transfer money adjust manual points",
    "manual#another-player-holds-mingg": "turn rotate compass device direction",
    "manual#the-balances-for-a-phone": "scores standings share scan",
    "manual#settings": "change language sound volume mute quiet turn off brightness screen dark sleep",
    "manual#charging-the-cells": "charge recharge battery batteries empty low replace power",
    "manual#the-end-of-a-game-and-old-evenings": "continue resume last week previous finish history saved delete",
    "manual#messages-and-what-to-do": "error broken damaged full memory",
    "build": "solder make assemble",
    "club": "tournament league championship many tables",
    "evenings#export-and-import": "excel csv spreadsheet",
    "evenings#copy-evenings-to-a-pc": "save download transfer archive",
}
# What splits words for the search, beside blanks and signs: every word that is left must be in a section that is found.
_SMALL = (
    "a an and are at be can do does did for from how i if in is it me my of on or our should so that the their "
    "there this to too was we what when where which who why with you your"
)
_REFERENCE = re.compile(r"docs/reference/(\w+)\.html#")
# A link to a folder. Without a server a browser lists what is in it.
_FOLDER = re.compile(r'(?<=href=")(?:\./)?\.\.(?:/\.\.)*(?=")')
# Where a long name in a table may go on in the next line.
_CELL, _NAME, _JOINT = (
    re.compile(pattern, re.DOTALL) for pattern in (r"<td.*?</td>", r"<code>.*?</code>", r"(?<=\w[/_=.])(?=[^<])")
)
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
            text = _FOLDER.sub(r"\g<0>/index.html", path.read_text(encoding="utf-8"))
            for address, name in INSTEAD.items():
                text = text.replace(address, os.path.relpath(scratch / "site" / name, path.parent))
            path.write_text(_CELL.sub(_with_joints, text), encoding="utf-8")
        found = scratch / "site" / "search.json"
        index = json.dumps(_in_players_words(json.loads(found.read_text(encoding="utf-8"))))
        found.write_text(index, encoding="utf-8")
        found.with_suffix(".js").write_text(f"var __index = {index};", encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(scratch / "site", folder, ignore=lambda _, names: LEFT_OUT.intersection(names))


def _with_joints(cell: re.Match[str]) -> str:
    return _NAME.sub(lambda name: _JOINT.sub("<wbr>", name[0]), cell[0])


def _in_players_words(index: dict[str, Any]) -> dict[str, Any]:
    """Changes the index of the search: sections are also found in players' words, and the manual before the reference.

    The search ranks by how many words of a title it finds, then by how early they stand. It strips attributes, but not
    elements, and browsers do not show a `datalist`.
    """
    small = "|".join(f"[{word[0].upper()}{word[0]}]{word[1:]}" for word in _SMALL.split())
    index["config"]["separator"] += rf"|\b(?:{small})\b(?!['-])"
    words = {re.sub(r"(\w+)", r"docs/\1.html", name, count=1): text for name, text in PLAYERS_WORDS.items()}
    for item in index["items"]:
        if reference := _REFERENCE.match(item["location"]):
            item["title"] = f"In the reference, {reference[1]}: <datalist>{'late ' * 9}</datalist>{item['title']}"
        elif text := words.pop(item["location"], None):
            item["title"] += f" <datalist>{text}</datalist>"
    if words:
        raise KeyError(f"no such sections: {', '.join(words)}")
    return index


def main() -> None:
    try:
        build(Path(sys.argv[1]))
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"zensical refuses the pages:\n{error.output}") from None


if __name__ == "__main__":
    main()
