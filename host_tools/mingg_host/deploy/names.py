"""What a board's short names are called in the sources: for the report of a crash, where only the short ones stand.

By module on the board and by name there, all things of that name: `mingg.ui.navigator.Navigator.press`, and `.balance`
for an attribute. Methods of classes that have nothing to do with each other may share a name: then there are several.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from mingg_host.deploy.shared import Compiled

Names = dict[str, dict[str, list[str]]]
Named = ast.FunctionDef | ast.ClassDef

_FRAME = re.compile(r'  File "([^"]*)", line \d+, in (.+)')
_QUOTED = re.compile(r"('\w+')")


def names(
    sources: Mapping[str, str], joined: Mapping[str, str], members: Mapping[str, Sequence[str]],
    called: Mapping[str, str], short: Mapping[str, str],
) -> Names:  # fmt: skip
    """sources: by module; joined: the same with units, of which `members` tells the modules in their order; called:
    what each module is called on the board; short: by such a name, what is compiled. Raises SyntaxError, and ValueError
    where these do not belong together."""
    found: Names = {}
    handed_on = {module for each in members.values() for module in each}
    for module, on_board in called.items():
        after = _tree(short[on_board])
        # A member of a unit that keeps its name for a program only hands on what the unit has.
        of = members.get(module, [] if module in handed_on else [module])
        whole = [name for each in of for name, _ in _defined(_tree(sources[each]), each)]
        by_short: dict[str, set[str]] = defaultdict(set)
        if of:
            for name, (_, node) in zip(whole, _defined(after, ""), strict=True):
                by_short[node.name].add(name)
        ends = {name.rpartition(".")[2] for each in by_short.values() for name in each}
        for old, new in zip(_attributes(_tree(joined[module])), _attributes(after), strict=True):
            if old != new and old not in ends:
                by_short[new].add(f".{old}")
        found[on_board] = {name: sorted(each) for name, each in sorted(by_short.items())}
    return found


def _tree(text: str) -> ast.Module:
    tree: ast.Module = Compiled().visit(ast.parse(text))
    return tree


def _defined(node: ast.AST, within: str) -> Iterator[tuple[str, Named]]:
    """The functions and classes in a tree, as they follow each other, and their whole names."""
    for each in ast.iter_child_nodes(node):
        whole = within
        if isinstance(each, Named):
            whole = f"{within}.{each.name}"
            yield whole, each
        yield from _defined(each, whole)


def _attributes(tree: ast.Module) -> Iterable[str]:
    return (node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def told(report: str, known: Names) -> str:
    """A traceback with the names of the sources. What is not known stays as it is."""
    lines = []
    here: Mapping[str, list[str]] = {}  # the names of the module that the traceback is in
    for line in report.splitlines():
        frame = _FRAME.fullmatch(line)
        if frame:
            here = known.get(frame[1], {})
            whole = [each for each in here.get(frame[2], []) if each[0] != "."]
            lines.append(line[: frame.start(2)] + (" or ".join(whole) or frame[2]))
        else:  # what the error says
            lines.append("".join(_said(part, here) for part in _QUOTED.split(line)))
    return "\n".join(lines)


def _said(part: str, known: Mapping[str, list[str]]) -> str:
    ends = {name.rpartition(".")[2] for name in known.get(part.strip("'"), ())}
    return f"'{' or '.join(sorted(ends))}'" if ends and part[:1] == "'" else part
