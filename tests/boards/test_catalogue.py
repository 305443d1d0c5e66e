"""Catalogues on a board: shorter, with every message."""

from __future__ import annotations

from pathlib import Path

import pytest
from help.messages import section
from mingg import lang
from mingg_host.common import places
from mingg_host.common.output import Failure
from mingg_host.deploy.contents import catalogue

CATALOGUES = sorted((places.package() / "lang").glob("*.txt"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_board_finds_every_message_in_a_shortened_catalogue(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = path.read_bytes()
    (tmp_path / path.name).write_bytes(catalogue(text))
    assert lang.choose(path.stem)
    names = [line[1:-1] for line in text.decode().splitlines() if line.startswith("[")]
    messages = {name: section(name) for name in names}
    monkeypatch.setattr(lang, "HERE", f"{tmp_path}/")
    assert lang.choose(path.stem)
    try:
        for name in names:
            lang.use((name,) if name != lang.RESIDENT else ())
            for key, message in messages[name].items():
                if name == lang.RESIDENT or key not in messages[lang.RESIDENT]:
                    assert lang._message(key) == message, (name, key)
                assert lang._catalogue.find(name, key) == message, (name, key)
        lang.use(("cards",))
        assert lang.at_hand("nonsense") == ""
    finally:
        lang.use(())
        monkeypatch.undo()
        lang.choose(lang.ENGLISH)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_shortened_catalogue_is_a_third_smaller(path: Path) -> None:
    text = path.read_bytes()
    assert len(catalogue(text)) < len(text) * 0.7


def test_comments_and_empty_lines_stay_on_the_pc() -> None:
    short = catalogue(b"; a comment\n\nlanguage = X\n\n[deal]\nkong = k\n; another\n[keys]\npage = p = q\n").decode()
    kong, page = (lang.code(key).decode() for key in ("kong", "page"))
    assert short == f"language = X\n[deal]\n{kong}k\n[keys]\n{page}p = q\n"


def test_two_keys_with_the_same_code_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mingg_host.deploy.contents.code", lambda key: b"abc=")
    with pytest.raises(Failure, match=r"\[keys\]: the keys 'page' and 'line' have the same code\. Rename one"):
        catalogue(b"language = X\n[keys]\npage = p\nline = l\n")
