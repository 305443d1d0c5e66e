"""The fonts: drawings are read correctly, mistakes in them are reported, and the firmware has what it needs."""

from __future__ import annotations

import shutil
import string
from pathlib import Path
from typing import Any

import mingg_host.device  # noqa: F401 - brings framebuf
import pytest
from click.testing import CliRunner
from mingg.ui.kit import canvas, glyphs
from mingg.ui.kit.canvas import BIG, BOLD, FIGURES, TEXT, Face
from mingg_host.art import fonts
from mingg_host.common import places
from mingg_host.common.output import Failure

Columns = bytes | memoryview  # the same, apart from the type

NO_LETTER = "\u4e2d"
BEYOND = "".join(line[0] for line in (places.package() / "ui" / "letters.txt").read_text("utf-8").splitlines())
LETTERS = {
    TEXT: fonts.ASCII + BEYOND,
    BOLD: fonts.ASCII + BEYOND,
    FIGURES: glyphs.FIGURES[1],
    BIG: glyphs.BIG[1],
}


def drawn(glyph: tuple[Columns, int, int, int]) -> list[str]:
    columns, width, height, _ = glyph
    return ["".join(".#"[columns[y // 8 * width + x] >> y % 8 & 1] for x in range(width)) for y in range(height)]


def write(folder: Path, art: str) -> Path:
    path = folder / "face.txt"
    path.write_text(art, encoding="utf-8")
    return path


def test_the_firmware_has_the_fonts_of_the_drawings():
    ui = places.package() / "ui"
    assert (ui / "kit" / "glyphs.py").read_text(encoding="utf-8") == fonts.module()
    assert (ui / "letters.txt").read_text(encoding="utf-8") == fonts.letters()


def test_a_stale_font_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(places, "package", lambda: tmp_path)
    (tmp_path / "ui").mkdir()
    run = CliRunner().invoke
    assert run(fonts.main, ["--check"]).exit_code == 1
    assert run(fonts.main, []).exit_code == 0
    assert run(fonts.main, ["--check"]).exit_code == 0
    for name, old, new in (("kit/glyphs.py", "x7f", "x7e"), ("letters.txt", "7c", "7d")):
        target = tmp_path / "ui" / name
        text = target.read_text(encoding="utf-8")
        target.write_text(text.replace(old, new, 1), encoding="utf-8")
        stale = run(fonts.main, ["--check"])
        assert stale.exit_code == 1
        assert f"{name} is stale" in stale.output
        target.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("face", "file"), [(TEXT, "text.txt"), (BOLD, "bold.txt"), (FIGURES, "figures.txt"), (BIG, "big.txt")]
)
def test_the_columns_say_what_the_drawing_says(face: Face, file: str):
    art = fonts.read(fonts.ART / file)
    assert face.rows == art.rows
    assert art.glyphs.keys() == {"", *LETTERS[face]}
    for ch, glyph in art.glyphs.items():
        assert drawn(face.meet(ord(ch or NO_LETTER))) == list(glyph.rows), ch


def test_the_format_is_the_one_framebuf_calls_mono_vlsb():
    import framebuf

    assert {glyphs.TICK[3], glyphs.KEY[3], TEXT.meet(ord("A"))[3], TEXT.meet(ord(NO_LETTER))[3]} == {framebuf.MONO_VLSB}


@pytest.mark.parametrize("face", [TEXT, BOLD])
def test_all_of_ascii_has_letters_that_differ(face: Face):
    printable = string.digits + string.ascii_letters + string.punctuation + " "
    assert set(printable) <= set(LETTERS[face])
    letters: dict[bytes, str] = {}
    for ch in printable:
        twin = letters.setdefault(bytes(face.meet(ord(ch))[0]), ch)
        assert twin == ch, f"{twin} and {ch} look the same"


ALPHABETS = {
    "Turkish": "abcçdefgğhıijklmnoöprsştuüvyzABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ",
    "German": string.ascii_letters + "äöüßÄÖÜ",
    "French": string.ascii_letters + "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ",
    "Spanish": string.ascii_letters + "áéíñóúüÁÉÍÑÓÚÜ¿¡",
    "Portuguese": string.ascii_letters + "áâãàçéêíóôõúÁÂÃÀÇÉÊÍÓÔÕÚ",
    "Polish": string.ascii_letters + "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ",
    "Czech and Slovak": string.ascii_letters + "áäčďéěíľĺňóôřšťúůýžÁÄČĎÉĚÍĽŇÓÔŘŠŤÚŮÝŽ",
    "Hungarian": string.ascii_letters + "áéíóöőúüűÁÉÍÓÖŐÚÜŰ",
    "Romanian": string.ascii_letters + "ăâîșțĂÂÎȘȚ",
    "Latvian": string.ascii_letters + "āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽ",
    "Lithuanian": string.ascii_letters + "ąčęėįšųūžĄČĘĖĮŠŲŪŽ",
    "Maltese and Welsh": string.ascii_letters + "ċġħżâêîôûŵŷĊĠĦŻÂÊÎÔÛŴŶ",
    "Croatian": string.ascii_letters + "čćđšžČĆĐŠŽ",
    "Nordic": string.ascii_letters + "åäöæøðþéÅÄÖÆØÐÞÉ",
}


@pytest.mark.parametrize("face", [TEXT, BOLD])
def test_the_letters_of_a_language_differ(face: Face):
    for language, alphabet in ALPHABETS.items():
        shapes = {ch: tuple(drawn(face.meet(ord(ch)))) for ch in alphabet + NO_LETTER}
        assert len(set(shapes.values())) == len(shapes), language


@pytest.mark.parametrize("face", [TEXT, BOLD])
def test_a_turkish_i_has_a_dot_or_none_in_both_cases(face: Face):
    def ink(ch: str) -> list[str]:
        return [row for row in drawn(face.meet(ord(ch))) if "#" in row]

    for with_dot, without in ("iı", "İI"):
        rows = drawn(face.meet(ord(with_dot)))
        dot = next(y for y, row in enumerate(rows) if "#" in row)
        assert rows[dot].count("#") <= 2, "a dot"
        assert "#" not in rows[dot + 1], "and below it nothing"
        assert ink(without)[0] == ink(with_dot)[1], "where the letter begins"
        assert len(ink(without)) >= len(ink(with_dot)) - 1


@pytest.mark.parametrize(("face", "rows"), [(FIGURES, 13), (BIG, 21)])
def test_figures_are_of_one_height(face: Face, rows: int):
    figures = [face.meet(ord(ch)) for ch in LETTERS[face] + NO_LETTER]
    assert set(LETTERS[face]) == {" ", "+", "-", *string.digits}
    assert {glyph[2] for glyph in figures} == {rows}
    assert len({bytes(glyph[0]) for glyph in figures}) == len(figures)


def test_every_message_can_be_written():
    # whole lines: keys and other parts of the file have the same letters
    letters = set(
        "".join(
            path.read_text(encoding="utf-8").partition("\n[page]")[0]  # what follows only a PC says
            for path in (places.package() / "lang").glob("*.txt")
        )
    ) - set("\n")
    assert letters >= set(string.ascii_lowercase)
    assert letters - set(LETTERS[TEXT]) == letters - set(LETTERS[BOLD]) == set()


def test_a_letter_is_added_by_drawing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    art = tmp_path / "art"
    shutil.copytree(fonts.ART, art)
    tall = ["#.#", "...", *["#.#"] * 6, "###", "..."]
    for file in ("text.txt", "bold.txt"):
        with (art / file).open("a", encoding="utf-8") as text:
            text.write("\n= \u0166\n" + "\n".join(tall) + "\n")
    beyond = tmp_path / "letters.txt"
    beyond.write_text(fonts.letters(art), encoding="utf-8")
    monkeypatch.setattr(canvas, "LETTERS", str(beyond))
    face = Face(glyphs.TEXT, 1, 1)
    assert drawn(face.meet(ord("\u0166"))) == tall
    assert fonts.module(art) == fonts.module(), "the board's memory holds no more than it did"


def test_a_letter_that_only_one_face_has_is_reported(tmp_path: Path):
    art = tmp_path / "art"
    shutil.copytree(fonts.ART, art)
    with (art / "bold.txt").open("a", encoding="utf-8") as bold:
        bold.write("\n= \u0114 E breve\n")
    with pytest.raises(Failure, match="\u0114 is drawn only in one of"):
        fonts.letters(art)


def test_letters_that_cannot_be_read_are_hollow_boxes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(canvas, "LETTERS", "nowhere/letters.txt")
    face = Face(glyphs.TEXT, 1, 1)
    assert drawn(face.meet(ord("\u00e7"))) == drawn(TEXT.meet(ord(NO_LETTER)))


def test_a_mark_stands_on_a_small_letter_and_shortens_a_tall_one(tmp_path: Path):
    face = fonts.read(
        write(
            tmp_path,
            "rows 8\n= missing\n" + "#\n" * 8 + "above dots\n#.#\n...\nbelow hook\n.#\n"
            "= x\n...\n...\n#.#\n#.#\n.#.\n#.#\n#.#\n...\n"
            "= E\n###\n#..\n#..\n##.\n#..\n#..\n###\n...\n"
            "= \u1e8d x dots\n= \u00cb E dots\n= \u0228 E hook\n",
        )
    ).glyphs
    assert face["\u1e8d"].rows == ("#.#", "...", "#.#", "#.#", ".#.", "#.#", "#.#", "...")
    assert face["\u00cb"].rows == ("#.#", "...", "###", "#..", "#..", "##.", "#..", "###", "...")
    assert face["\u0228"].rows == ("###", "#..", "#..", "##.", "#..", "#..", "###", ".#.")


def test_a_large_mark_is_drawn(tmp_path: Path):
    art = tmp_path / "art"
    shutil.copytree(fonts.ART, art)
    wide = ["#" * 16, *["#" + "." * 14 + "#"] * 14, "#" * 16]
    with (art / "marks.txt").open("a", encoding="utf-8") as marks:
        marks.write("\n= big-frame\n" + "\n".join(wide) + "\n")
    module: dict[str, Any] = {}
    exec(fonts.module(art), module)
    assert drawn(module["BIG_FRAME"]) == wide


@pytest.mark.parametrize(
    ("art", "message"),
    [
        ("rows 2\n= A\n##\n", "face.txt:2: A has 1 rows. It needs at least 2"),
        ("rows 2\n= A\n##\n#\n", "face.txt:4: the row has 1 columns, but the first row has 2"),
        ("rows 2\n= A\n##\n#x\n", "face.txt:4: this is not a row"),
        ("rows 2\n##\n", "face.txt:2: this is not a row"),
        ("rows two\n", "face.txt:1: this is not a row"),
        ("rows 1\n= A\n#\n= A\n#\n", "face.txt:4: A is drawn twice"),
        ("rows 1\n= AB\n#\n", "face.txt:2: AB is not a single character"),
        ("rows 1\n= A\n#\n", "face.txt: the letter 'missing' is not drawn"),
        ("= tick\n", "face.txt:1: tick has 0 rows. It needs at least 1"),
        ("rows 1\n= \u00e9 e acute\n", "face.txt:2: write '= \u00e9 e acute': a letter and a mark"),
        ("rows 1\nabove acute\n#\n= \u00e9 e acute\n", "face.txt:4: e is not drawn"),
    ],
)
def test_a_mistake_in_a_drawing_is_reported(tmp_path: Path, art: str, message: str):
    with pytest.raises(Failure) as caught:
        fonts.read(write(tmp_path, art))
    assert str(caught.value).startswith(message)


def test_a_drawing_of_a_letter_that_has_a_meaning_elsewhere(tmp_path: Path):
    face = fonts.read(
        write(tmp_path, "; a comment\nrows 1\n\n= =\n#.\n\n= ;\n.#\n\n= #\n##\n= space\n..\n= missing\n#.\n")
    )
    assert {ch: glyph.rows[0] for ch, glyph in face.glyphs.items()} == {
        "=": "#.",
        ";": ".#",
        "#": "##",
        " ": "..",
        "": "#.",
    }
