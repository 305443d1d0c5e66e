"""Words: no text has one that docs/glossary.md bans; commands, reports and messages use those of the device's
catalogue."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from mingg_host.common import places

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
START, END = "<!-- banned -->", "<!-- /banned -->"
FOLDERS = ("docs", "board", "firmware", "host_tools", "tests")
KINDS = (".md", ".py", ".txt", ".html", ".js", ".css", ".toml")
SKIPPED = ("golden", "ledgers", "oracles", "__pycache__")
# Between two words of a text: blanks, a new line of a comment or a quotation, a string that continues another one.
GAP = r"""(?:\s|[#>*]|f?["'])+"""
CODE = "~"  # stands for each character of code
PROSE = ("COMMENT", "STRING", "FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END")


def banned(glossary: str) -> dict[str, str]:
    """Returns the replacement of each banned word."""
    table = glossary.partition(START)[2].partition(END)[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.split("\n") if line[:1] == "|"]
    return dict(rows[2:])


def prose(path: Path, text: str) -> str:
    """Returns a text without code, and without names in backticks. Lines and columns stay."""
    return re.sub(r"`\w+`", lambda name: CODE * len(name[0]), _without_code(path, text))


def _without_code(path: Path, text: str) -> str:
    if path.suffix == ".txt":  # a catalogue: the key comes first
        return re.sub(r"(?m)^[^=\n]* = ", lambda key: CODE * len(key[0]), text)
    if path.suffix != ".py":
        return text
    sources = text.split("\n")
    lines = [re.sub(r"\S", CODE, line) for line in sources]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if tokenize.tok_name[token.type] not in PROSE:
            continue
        (first, start), (last, end) = token.start, token.end
        for row in range(first - 1, last):
            left = start if row == first - 1 else 0
            right = end if row == last - 1 else len(sources[row])
            lines[row] = lines[row][:left] + sources[row][left:right] + lines[row][right:]
    return "\n".join(lines)


def found(path: Path, text: str, words: Mapping[str, str]) -> Iterator[str]:
    """Yields a message for each banned word: file, line, word, replacement."""
    readable = prose(path, text)
    lowered = readable.lower()
    for word, better in words.items():
        if not all(part in lowered for part in word.split()):
            continue
        pattern = r"\b" + GAP.join(map(re.escape, word.split())) + r"s?\b"
        for match in re.finditer(pattern, readable, re.IGNORECASE):
            line = readable.count("\n", 0, match.start()) + 1
            yield f"{path}, line {line}: {word!r} is banned. Write {better!r}."


def files() -> list[Path]:
    texts = [*ROOT.glob("*.md"), ROOT / "Makefile"]
    for folder in FOLDERS:
        texts += [path for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    return sorted(path for path in texts if path != GLOSSARY and not set(path.parts) & set(SKIPPED))


WORDS = banned(GLOSSARY.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.md", "Fine.\n\nThe old  word is here.", 3),
        ("a.md", "> Wrapped, an Old\n> word.", 1),
        ("a.md", "Several old words.", 1),
        ("a.py", "x = 1  # an old word", 1),
        ("a.py", "# A comment of two lines, an old\n# word", 1),
        ("a.py", 'def f():\n    """An old word."""\n', 2),
        ("a.py", 'raise E(f"{x}: the old "\n  f"word")', 1),
        ("a.py", 'option(help="An old word")', 1),
        ("a.txt", "[s]\nkey = an old word", 2),
    ],
)
def test_a_banned_word_is_reported_with_its_place_and_its_replacement(name: str, text: str, line: int) -> None:
    words = banned(f"{START}\n\n| not | but |\n|---|---|\n| old word | new word |\n\n{END}")
    assert list(found(Path(name), text, words)) == [f"{name}, line {line}: 'old word' is banned. Write 'new word'."]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "An older word, oldest words, old, word."),
        ("a.py", "old, word = old_word('old', 'word')"),
        ("a.py", "# `strange` is a name"),
        ("a.txt", "an old word = text"),
    ],
)
def test_names_in_code_and_other_words_pass(name: str, text: str) -> None:
    words = {"old word": "new word", "strange": "plain"}
    assert list(found(Path(name), text, words)) == []


def test_the_table_is_read() -> None:
    assert len(WORDS) > 10
    assert WORDS["prevailing" + " wind"] == "round wind"


@pytest.mark.lint
def test_every_kind_of_text_is_checked() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in files()}
    assert names > {
        *("README.md", "CONTRIBUTING.md", "Makefile", "docs/manual.md", "board/wiring.md"),
        *("firmware/mingg/lang/en.txt", "firmware/main.py", "host_tools/mingg_host/cli.py", "tests/conftest.py"),
    }


@pytest.mark.lint
def test_no_text_has_a_banned_word() -> None:
    hits = [hit for path in files() for hit in found(path.relative_to(ROOT), path.read_text("utf-8"), WORDS)]
    assert not hits, "\n".join(["", *hits])


HOST = Path(__file__).parents[2] / "host_tools"
# The firmware's core has the messages on bad input, which only a computer prints.
SOURCES = sorted([*HOST.glob("mingg_*/**/*.py"), *(places.package() / "core").rglob("*.py")])
PAGES = sorted([*HOST.rglob("*.html"), *HOST.rglob("*.js")])
# "major" itself is the class of a set in the interchange format.
OLD = re.compile(r"(?<!-)\bmajors\b|\bon the table\b|\bthe box (lends|gives|pays)\b", re.IGNORECASE)


def printed(source: str) -> list[str]:
    """Returns the strings of a module with words, and the help of commands. A string without a blank may be a key of
    the interchange format; other docstrings are for developers."""
    tree = ast.parse(source)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and isinstance(node.body[0], ast.Expr)
        and not getattr(node, "decorator_list", None)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and " " in node.value
        and id(node) not in docstrings
    ]


def outdated(text: str) -> list[str]:
    return [match[0] for match in OLD.finditer(text)]


def test_the_check_reads_help_and_messages_and_leaves_keys_alone() -> None:
    source = '@command\ndef f():\n    "Of majors here."\n    raise X("/majors", f"{n} on the table")\n'
    source += 'def g():\n    "on the table"\n'
    assert [outdated(text) for text in printed(source)] == [["majors"], ["on the table"]]


def test_no_message_no_help_and_no_page_has_an_outdated_word() -> None:
    texts = {path: printed(path.read_text(encoding="utf-8")) for path in SOURCES}
    texts |= {path: [path.read_text(encoding="utf-8")] for path in PAGES}
    assert {path.name: text for path, found in texts.items() for text in found if outdated(text)} == {}
