"""The canvas: where things are drawn, what happens without a letter or without room, and what drawing costs."""

from __future__ import annotations

import subprocess
import textwrap
from collections.abc import Callable
from pathlib import Path

import mingg_host.device  # noqa: F401 - brings framebuf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mingg.hal import keys
from mingg.ui.kit import canvas as kit
from mingg.ui.kit.canvas import ALIGN_CENTRE, ALIGN_LEFT, ALIGN_RIGHT, Canvas
from mingg_host.device.vm.rig import Watching

Box = tuple[int, int, int, int]


def new() -> Canvas:
    return Canvas(bytearray(1024))


def lit(canvas: Canvas) -> set[tuple[int, int]]:
    return {
        (index % 128, index // 128 * 8 + bit)
        for index, byte in enumerate(canvas.buffer)
        for bit in range(8)
        if byte >> bit & 1
    }


def extent(canvas: Canvas) -> Box:
    """Returns the first and last column and row that are lit: left, top, right, bottom."""
    xs, ys = zip(*lit(canvas), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def drawing(canvas: Canvas, box: Box) -> list[str]:
    left, top, right, bottom = box
    pixels = lit(canvas)
    return ["".join(".#"[(x, y) in pixels] for x in range(left, right + 1)) for y in range(top, bottom + 1)]


# ---- text and figures ----


def test_an_empty_text_takes_no_room():
    canvas = new()
    assert canvas.width("") == canvas.figures_width("") == 0
    assert canvas.text("", 7, 7) == canvas.figures("", 7, 7) == 7
    canvas.twice("", 7, 7)
    assert lit(canvas) == set()


def test_a_character_without_a_letter_is_a_hollow_box():
    canvas = new()
    canvas.text("\u4e2d", 10, 20)
    assert drawing(canvas, (10, 20, 14, 27)) == ["#####", *["#...#"] * 5, "#####", "....."]
    canvas.clear()
    canvas.figures("x", 10, 20, big=False)
    assert extent(canvas) == (10, 20, 16, 32)


def test_a_letter_is_made_once_and_all_missing_letters_share_one_glyph():
    face = kit.Face((2, "a\u00dc\u00e9", b"\1\3\0\1\1\0\2\3\1\1\2\0"), 1)
    assert face.width("a\u00dc\u00e9\u4e2d\u4e2e") == 1 + 2 + 1 + 1 + 1 + 4
    met = dict(face.met)
    assert met.keys() == {ord("a"), 0xDC, 0xE9, 0}
    assert bytes(met[0xDC][0]) == b"\3\1"
    assert bytes(met[0][0]) == b"\3"
    assert face.width("\u4e2f\u00e9") == 3
    assert all(face.met[code] is glyph for code, glyph in met.items())
    assert face.met.keys() == met.keys()


def test_a_letter_of_more_rows_grows_upwards(monkeypatch: pytest.MonkeyPatch):
    dotted = (b"\x05\xfc\x05\x01\x01\x01", 3, 10, 0)  # a dot, a blank row, a stem of eight
    monkeypatch.setitem(kit.TEXT.met, 0x130, dotted)
    canvas = new()
    canvas.text("\u0130H", 10, 20)
    assert extent(canvas) == (10, 18, 18, 26)
    assert canvas.width("\u0130H") == 9
    canvas.clear()
    canvas.twice("\u0130H", 10, 20)
    assert extent(canvas) == (10, 16, 27, 33)


@settings(deadline=None)
@given(st.text("aglI.iı İÜçģ\u4e2d", min_size=1, max_size=12), st.booleans())
def test_a_text_is_its_letters_one_after_the_other(s: str, bold: bool):
    face = kit.BOLD if bold else kit.TEXT
    together, apart = new(), new()
    face.written.clear()
    end = together.text(s, 2, 20, bold=bold)
    assert end == 2 + together.width(s, bold) == 2 + face.width(s)
    x = 2
    for ch in s:
        x = apart.text(ch, x, 20, bold=bold) + face.gap
    assert lit(together) == lit(apart)


def test_said_lists_the_texts_since_the_last_clear():
    canvas = new()
    canvas.text("unheard", 0, 0)
    canvas.texts = []
    canvas.text("Cy", 20, 3, bold=True)
    canvas.figures("12", 100, 30, ALIGN_RIGHT)
    canvas.twice("E", 64, 20, ALIGN_CENTRE)
    assert canvas.texts == [(20, 3, "Cy"), (78, 30, "12"), (59, 20, "E")]
    canvas.clear()
    assert canvas.texts == []


# ---- shapes ----


@given(st.binary(min_size=1024, max_size=1024), *[st.integers(-70, 140)] * 2, st.integers(0, 140), st.integers(0, 70))
def test_invert_turns_every_pixel_of_the_rectangle_and_no_other(ground: bytes, x: int, y: int, w: int, h: int):
    canvas = Canvas(bytearray(ground))
    before = lit(canvas)
    canvas.invert(x, y, w, h)
    inside = {(i, j) for i in range(max(x, 0), min(x + w, 128)) for j in range(max(y, 0), min(y + h, 64))}
    assert lit(canvas) == before ^ inside


def test_another_header_is_told_before_the_rest_is_drawn():
    canvas = new()
    told: list[bytes] = []
    canvas.begun = lambda: told.append(bytes(canvas.buffer))
    shown = 0
    for title, expected in (("Ann", 1), ("Ann", 0), ("Bo", 1), ("", 0), ("Bo", 1), ("Ann", 1)):
        canvas.clear()
        if title:
            canvas.header(title, "B back", "A done")
        header = bytes(canvas.buffer)
        canvas.text("sum", 20, 40)
        shown += expected
        assert len(told) == shown
        assert not expected or told[-1] == header


# ---- beyond the edge ----

ANYWHERE = st.integers(-60, 160)


@settings(max_examples=40)
@given(ANYWHERE, ANYWHERE, st.sampled_from([0, 1]), st.sampled_from([ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT]))
def test_drawing_outside_the_panel_is_cut_off(x: int, y: int, ink: int, align: int):
    """The same drawing in the middle, shifted, lights the same pixels that are still on the panel."""
    draw: list[Callable[[Canvas, int, int], object]] = [
        lambda c, x, y: c.text("Wq,", x, y, align, True, ink),
        lambda c, x, y: c.figures("47", x, y, align, True, ink),
        lambda c, x, y: c.figures("-5", x, y, align, False, ink),
        lambda c, x, y: c.twice("g", x, y, align),
        lambda c, x, y: c.box(x, y, 9, 13, ink),
        lambda c, x, y: c.frame(x, y, 11, 10, ink),
        lambda c, x, y: c.arrow(keys.UP, x, y, ink),
        lambda c, x, y: c.tick(x, y, ink),
    ]
    for draw_one in draw:
        shifted, middle = new(), new()
        for canvas in (shifted, middle):
            if not ink:
                canvas.box(0, 0, 128, 64)
        draw_one(shifted, x, y)
        draw_one(middle, 64, 30)
        touched = lit(middle) ^ (set() if ink else {(i, j) for i in range(128) for j in range(64)})
        expected = {(i + x - 64, j + y - 30) for i, j in touched}
        changed = lit(shifted) ^ (set() if ink else {(i, j) for i in range(128) for j in range(64)})
        assert changed == {(i, j) for i, j in expected if 0 <= i < 128 and 0 <= j < 64}


@pytest.mark.parametrize(
    ("draw", "misses"),
    [
        (lambda c: c.text("Ann", 2, 57), False),  # only the blank row below the line hangs over
        (lambda c: c.text("gap", 2, 57), True),
        (lambda c: c.text("gap", 2, 56), False),
        (lambda c: c.text("H", 127, 0, ALIGN_RIGHT), False),
        (lambda c: c.text("H", 128, 0, ALIGN_RIGHT), True),
        (lambda c: c.text("H", -1, 0), True),
        (lambda c: c.text(" ", 126, 0), False),
        (lambda c: c.figures("8", 116, 43), False),
        (lambda c: c.figures("8", 117, 43), True),
        (lambda c: c.figures("8", 116, 44, ink=0), True),
        (lambda c: c.box(120, 60, 8, 4), False),
        (lambda c: c.box(120, 60, 9, 4), True),
        (lambda c: c.box(120, 60, 0, 9), False),
        (lambda c: c.frame(-1, 0, 5, 5), True),
        (lambda c: c.twice("E", 120, 0), True),
        (lambda c: c.key("A", 119, 55), False),
        (lambda c: c.key("A", 120, 55), True),
        (lambda c: c.invert(120, 0, 8, 64), False),
        (lambda c: c.invert(120, 1, 8, 64), True),
    ],
)
def test_the_watching_canvas_notes_ink_beyond_the_edge(draw: Callable[[Canvas], object], misses: bool):
    outside: list[Box] = []
    watching, plain = Watching(bytearray(1024), [], outside), new()
    draw(watching)
    draw(plain)
    assert bool(outside) == misses
    assert watching.buffer == plain.buffer


# ---- on MicroPython ----

DRAWINGS = [
    "clear()",
    "text('Ann draws 12', 3, 4)",
    "text('\\u4e2d\\u011f', 3, 4)",
    "text('Ann', 120, 4, align=kit.ALIGN_RIGHT, bold=True, ink=0)",
    "figures('+1840', 3, 4)",
    "figures('-1840', 100, 4, kit.ALIGN_RIGHT, big=False, ink=0)",
    "twice('E', 64, 20, kit.ALIGN_CENTRE)",
    "box(3, 4, 20, 30)",
    "frame(3, 4, 20, 30)",
    "invert(3, 4, 20, 30)",
    "arrow(1, 3, 4)",
    "tick(3, 4)",
    "key('A', 3, 4)",
    "wind('E', 3, 4, True)",
    "header('Cy won', 'A done', 'W', '1/3')",
]


@pytest.mark.vm
def test_drawing_allocates_next_to_nothing_and_draws_the_same_on_micropython(
    micropython: Path, untyped: Path, tmp_path: Path
):
    """A text allocates its codes, twice if its width is asked too: two or three blocks of 32 bytes each. twice() also
    cuts its letters out of the font."""
    script = tmp_path / "draw.py"
    script.write_text(
        textwrap.dedent("""
            import binascii, gc, sys
            sys.path[:] = [sys.argv[1]]
            from mingg.ui.kit import canvas as kit
            c = kit.Canvas(bytearray(1024))
            def cost(draw):
                draw()
                c.fb.fill(0)
                gc.collect()
                gc.disable()
                before = gc.mem_alloc()
                draw()
                used = gc.mem_alloc() - before
                gc.enable()
                print(used, binascii.hexlify(c.buffer).decode())
        """)
        + "".join(f"cost(lambda: c.{drawing})\n" for drawing in DRAWINGS)
    )
    result = subprocess.run([micropython, script, untyped], capture_output=True, text=True, check=False, timeout=60)
    assert result.returncode == 0, result.stdout + result.stderr
    lines = [line.split() for line in result.stdout.splitlines()]
    for drawing, (used, pixels) in zip(DRAWINGS, lines, strict=True):
        canvas = new()
        canvas.texts = []
        eval(f"c.{drawing}", {"c": canvas, "kit": kit})
        assert int(used) <= 224 * len(canvas.texts), drawing
        assert canvas.buffer.hex() == pixels, drawing


def test_a_very_long_text_is_measured_only_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    measured: list[int] = []
    width = kit.Face.width

    def counted(face: kit.Face, s: str) -> int:
        measured.append(len(s))
        return width(face, s)

    monkeypatch.setattr(kit.Face, "width", counted)
    assert new().cut("l" * 1000, 40) == new().cut("l" * 60, 40)
    assert max(measured) <= 40
