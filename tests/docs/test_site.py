"""The site: every page and every link in it is there, and each has the four tabs, search and the change of colours."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import site_of_pages


@pytest.fixture(scope="module")
def built(build_once: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "pages"
    shutil.copytree(build_once("pages", site_of_pages.build), folder)
    (folder.parent / "index.html").write_text("")  # the simulator's page is above
    return folder


def test_every_link_of_the_site_leads_to_a_file(built: Path) -> None:
    broken = []
    texts = {path: path.read_text(encoding="utf-8") for path in built.rglob("*.html")}
    for path, text in texts.items():
        for address in re.findall(r'(?:src|href)="?([^"\s>]+)', text):
            if re.match(r"[a-z]+:", address):
                continue
            name, _, part = address.partition("#")
            linked = Path(os.path.normpath(path.parent / name)) if name else path
            if not linked.is_file() or (
                part and linked in texts and not re.search(rf'(?:id|name)="?{re.escape(part)}\b', texts[linked])
            ):
                broken.append(f"{path.relative_to(built)}: {address}")
    assert len(texts) > 25
    assert built / "LICENSE.html" in texts, "a browser shows it, and does not download it"
    assert broken == []


def test_a_page_loads_nothing_from_another_host(built: Path) -> None:
    texts = [path.read_text(encoding="utf-8") for path in built.rglob("*.html")]
    assert [
        found
        for text in texts
        for found in re.findall(r'<(?:script|img|iframe|link)[^>]*?(?:src|href)="?https?:[^ >]*', text)
    ] == []


def test_a_page_has_four_tabs_search_and_dark_colours(built: Path) -> None:
    text = (built / "docs" / "manual.html").read_text(encoding="utf-8")
    tabs = re.findall(r'<a href="?[^>]*class="?md-tabs__link"?[^>]*>\s*([^<]*?)\s*</a>', text)
    assert tabs == ["Play", "PC and library", "Build", "Develop"]
    assert 'data-md-color-scheme="slate"' in text
    assert "md-search" in text
    assert (built / "search.js").exists()


def test_the_reference_is_made_of_the_rules_and_the_dataclasses(built: Path) -> None:
    assert "mingg club" in (built / "docs" / "reference" / "commands.html").read_text(encoding="utf-8")
    assert 'id="deal"' in (built / "docs" / "reference" / "keys.html").read_text(encoding="utf-8")


def test_a_broken_link_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    files = site_of_pages.tree()
    wrong = files | {"docs/rules.md": files["docs/rules.md"] + b"\n[a](no-such-page.md)\n"}
    monkeypatch.setattr(site_of_pages, "tree", lambda: wrong)
    with pytest.raises(site_of_pages.subprocess.CalledProcessError):
        site_of_pages.build(tmp_path / "out")
