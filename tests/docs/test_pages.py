"""README.md, CONTRIBUTING.md and docs/ are correct: every command runs, and every link, path, `make` target and
option exists; tables and the picture of the parts are up to date."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import architecture
import click
import differences
import pages
import pytest
from docs.test_imports import MAY_IMPORT
from mingg.core.rules import load
from mingg_host.cli import main
from mingg_host.common.extras import MODULES
from pages import PAGES, ROOT
from reference import REFERENCE

WITH_COMMANDS = [path for path in PAGES if any(map(pages.is_run, pages.blocks(path.read_text())))]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z]+):.*## ", MAKEFILE, re.MULTILINE))
# Folders of the source tree: a path in backticks that begins with one of them is there.
TREE = ("firmware/", "host_tools/", "tests/", "docs/", "requirements/", ".ci/", "board/")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def of_pages(find: Callable[[Path, str], Any]) -> dict[str, Any]:
    """Returns what a function finds in the pages, given the path and the text, by page."""
    found = {path.relative_to(ROOT).as_posix(): find(path, _text(path)) for path in PAGES}
    return {name: result for name, result in found.items() if result}


# ---- links ----


def anchors(page: str) -> set[str]:
    """Returns the anchors that GitHub gives to the headings of a page."""
    titles = re.findall(r"^#+ (.*)$", pages.prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(path: Path, text: str) -> list[str]:
    """Returns the broken links of a page: missing files, and headings that their pages do not have."""

    def text_of(wanted_path: Path) -> str:
        return text if wanted_path == path else _text(wanted_path)

    results = []
    for link in re.findall(r'\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"', pages.prose(text)):
        target = link[0] or link[1]
        if "://" in target:
            continue
        file, _, anchor = target.partition("#")
        linked = path.parent / file if file else path
        if linked.parent.name == "reference" and linked.stem in REFERENCE:
            continue  # made with the site, whose maker looks for the anchor
        if not linked.exists() or (anchor and linked.suffix == ".md" and anchor not in anchors(text_of(linked))):
            results.append(target)
    return results


def test_every_link_leads_somewhere() -> None:
    assert of_pages(broken) == {}


def test_a_broken_link_is_found() -> None:
    text = "# A title: one\n[a](no-such-page.md) [b](#a-title-one) [c](#two) [d](README.md#three)"
    assert broken(ROOT / "docs" / "manual.md", text) == ["no-such-page.md", "#two", "README.md#three"]


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    named = set(re.findall(r'"([\w./-]+\.(?:md|html))"', _text(ROOT / "docs" / "site.toml")))
    made = {f"docs/reference/{name}.md" for name in REFERENCE}
    there = {path.relative_to(ROOT).as_posix() for path in (*PAGES, *(ROOT / "docs").glob("*.html"))}
    assert there | made | {"CHANGELOG.md", "board/wiring.md", "../index.html"} == named


# ---- commands ----


def _lines(text: str) -> list[str]:
    """Returns the command lines in `sh` blocks and in backticks."""
    results = []
    for block in pages.blocks(text):
        if block.language == "sh":
            results += block.text.replace("\\\n", " ").split("\n")
    return results + re.findall(r"`((?:mingg|make) [^`\n]+)`", pages.prose(text))


def unknown(line: str) -> list[str]:
    """Returns the commands, options and targets in a command line that `mingg` and the Makefile do not have."""
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        return []  # a part of a text over several lines
    results: list[str] = []
    for index, word in enumerate(words):
        if word in ("|", "&&"):
            continue
        if word == "make" and index == 0:
            results += [
                candidate
                for candidate in words[1:]
                if "=" not in candidate and not candidate.startswith("-") and candidate not in TARGETS
            ]
        elif word in ("mingg", ".venv/bin/mingg") and (
            index == 0 or "=" in words[index - 1] or words[index - 1] == "|"
        ):
            results += _unknown_to_mingg(words[index + 1 :])
    return results


def _unknown_to_mingg(words: list[str]) -> list[str]:
    command: click.Command = main
    results = []
    for word in words:
        if word in ("|", ">", ">>", "&&"):
            break
        context = click.Context(command)
        if word.startswith("-") and word != "-":
            results += [] if word.partition("=")[0] in _options(command, context) else [word]
        elif isinstance(command, click.Group):
            inner = command.get_command(context, word)
            if inner is not None:
                command = inner
            elif command is main and word != "COMMAND":
                results.append(word)
    return results


def _options(command: click.Command, context: click.Context) -> set[str]:
    """Returns the options of a command, and of a hidden one that runs by default: `mingg rules` alone."""
    options = {name for param in command.get_params(context) for name in (*param.opts, *param.secondary_opts)}
    if isinstance(command, click.Group):
        inner = [command.get_command(context, name) for name in command.list_commands(context)]
        return options.union(
            *(_options(candidate, context) for candidate in inner if candidate is not None and candidate.hidden)
        )
    return options


def test_every_command_and_option_that_is_named_is_there() -> None:
    assert of_pages(lambda _, text: {line: words for line in _lines(text) if (words := unknown(line))}) == {}


def test_a_command_that_is_not_there_is_found() -> None:
    assert unknown("mingg tea") == ["tea"]
    assert unknown("mingg score --milk") == ["--milk"]
    assert unknown("cat deal.json | mingg score --json --sugar # --no") == ["--sugar"]
    assert unknown("mingg rules check --cup tuesday.toml") == ["--cup"]
    assert unknown("make tea BOARD=pico") == ["tea"]
    assert unknown("BLINKA_FT232H=1 mingg panel --tea") == ["--tea"]
    assert unknown("mingg ledger export 3 -o evening.xlsx") == []
    assert unknown("make flash BOARD=pico_2") == []


def test_commands_that_are_not_run_have_a_reason() -> None:
    marks = {"sh": ("", *pages.NEEDS), "text": ("", "output")}
    assert (
        of_pages(
            lambda _, text: [
                block.line for block in pages.blocks(text) if block.mark not in marks.get(block.language, (block.mark,))
            ]
        )
        == {}
    )


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_commands_run_and_print_what_the_page_shows(path: Path) -> None:
    text = _text(path)
    outputs = [
        block.text.rstrip() for block in pages.blocks(text) if (block.language, block.mark) == ("text", "output")
    ]
    anew = pages.with_outputs(text) if outputs else text
    if not outputs:
        assert list(pages.run(text))
    assert anew == text, "python docs/tools/pages.py"


def test_a_command_that_fails_is_found() -> None:
    page = "```sh\nmingg rules babcock > sheet\n```\n\n```sh\nmingg ledger show 77\n```\n"
    with pytest.raises(pages.Failed, match=r"line 6, status 2:\n.*77"):
        list(pages.run(page))


def test_an_output_that_is_another_one_is_found() -> None:
    page = "```sh\necho tea\n```\n\n```text output\ncoffee\n```\n"
    assert pages.with_outputs(page) == page.replace("coffee", "tea")


def test_pages_install_what_a_release_has() -> None:
    installed = re.compile(r"\bpipx? install (?:--force )?\"?([\w./-]+)(?:\[([\w,]+)\])?")
    found = of_pages(lambda _, text: installed.findall(text))
    assert {"README.md", "docs/club.md", "docs/api.md"} <= found.keys()
    assert {name for all_of_page in found.values() for name, _ in all_of_page} == {
        "mingg",
        "mingg-scoring",
        "./library",
    }
    extras = {extra for all_of_page in found.values() for _, names in all_of_page for extra in names.split(",")}
    assert extras <= {*MODULES, ""}


def test_one_page_says_how_to_install_the_command_from_a_checkout() -> None:
    assert list(of_pages(lambda _, text: re.findall(r"`\"\.\[", text))) == ["docs/command-line.md"]


def test_the_line_that_installs_mingg_works_a_second_time() -> None:
    """Without --force, pipx leaves an installation as it is, and returns 0: an extra would be missing."""
    wrong = re.compile(r"\b(?:pipx|uv tool) install (?!--force\b)")
    assert [path for path in PAGES if wrong.search(_text(path))] == []
    assert wrong.search('pipx install "mingg[report]"')
    names = re.findall(r"`(\w+)`", re.findall(r"The extras are ([^.]*)", _text(ROOT / "docs" / "command-line.md"))[0])
    assert set(names) == set(MODULES)


# ---- names ----


def missing(text: str) -> list[str]:
    """Returns the paths in backticks that are not in the source tree."""
    named = re.findall(r"`([A-Za-z0-9_./-]+)`", pages.prose(text))
    return [candidate for candidate in named if candidate.startswith(TREE) and not (ROOT / candidate).exists()]


def test_every_path_that_is_named_is_there() -> None:
    assert of_pages(lambda _, text: missing(text)) == {}


def test_a_path_that_is_not_there_is_found() -> None:
    assert missing("`tests/host/test_tea.py`, `tests/docs/test_pages.py`, `tuesday.toml`") == ["tests/host/test_tea.py"]


def wrong_imports(code: str) -> list[str]:
    """Returns the missing imports from Mingg in a piece of Python, except those for types. Raises SyntaxError."""
    results = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("mingg"):
            module = importlib.import_module(node.module)
            inside = getattr(module, "__path__", ())
            modules = {f"{node.module}.{candidate.name}" for candidate in pkgutil.iter_modules(inside)}
            names = [alias.name for alias in node.names if not hasattr(module, alias.name)]
            results += [name for name in names if f"{node.module}.{name}" not in modules]
    return results


def test_pieces_of_python_import_what_there_is() -> None:
    assert (
        of_pages(
            lambda _, text: [
                name for block in pages.blocks(text) if block.language == "python" for name in wrong_imports(block.text)
            ]
        )
        == {}
    )


def test_an_import_of_what_is_not_there_is_found() -> None:
    assert wrong_imports("from mingg.core.rules import load, tea\nfrom mingg import lang\nimport sugar") == ["tea"]


def test_figures_of_the_readme_are_those_of_the_promises() -> None:
    table = re.findall(r"^\| [^|]+ \| ([^|]*\d[^|]*) \|$", _text(ROOT / "README.md"), re.MULTILINE)
    promises = _text(ROOT / "docs" / "promises.md")
    assert len(table) >= 5
    assert [figure for figure in table if not re.search(rf"(?<![\d,.]){re.escape(figure)}\b", promises)] == []


def test_every_page_begins_with_whom_it_is_for() -> None:
    said = re.compile(r"(?:<!--.*?-->\s*)?# [^\n]*\n\n(.*)", re.DOTALL)
    assert [path.name for path in PAGES if not said.match(_text(path))[1].startswith("For ")] == ["README.md"]  # type: ignore[index]


def test_the_readme_is_short() -> None:
    assert len(_text(ROOT / "README.md").split()) <= 650


pytestmark = pytest.mark.lint

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.mark.lint
def test_the_picture_shows_what_the_lists_say() -> None:
    expected = architecture.picture()
    assert architecture.PICTURE.read_text(encoding="utf-8") == expected, "make manual"


@pytest.mark.parametrize("package", MAY_IMPORT)
@pytest.mark.lint
def test_the_page_describes_every_part(package: str) -> None:
    assert architecture.SAYS[package].keys() == MAY_IMPORT[package].keys()
    assert not [part for part in MAY_IMPORT[package] if f"`{part}`" not in PAGE]


@pytest.mark.lint
def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    parts = {"top": {"middle", "low"}, "middle": {"low"}, "low": set(), "aside": {"low"}}
    assert architecture.direct(parts) == {"top": {"middle"}, "middle": {"low"}, "low": set(), "aside": {"low"}}
    assert architecture.layers(parts) == [["top"], ["middle", "aside"], ["low"]]


def test_the_table_marks_what_is_second_hand() -> None:
    table = differences.differences()
    assert "| Limit | none | 300 | 300 | 300 | 1000 | 500 (2) |" in table
    assert "| Knitting | - | - | - | - | 1/2 (s) | - |" in table
    assert "| Flowers | option | option | option | option | yes | yes |" in table


def test_what_all_rule_sets_count_alike_is_left_out() -> None:
    table = differences.differences()
    assert "Kong of 2-8, concealed" not in table
    assert all(any(row.id == "kong" for row in load(rules).points) for rules in differences.ALL_SETS)
