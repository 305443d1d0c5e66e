"""Maps a board's short names to the names in the sources. A crash report on the board contains only short names.

The map has, by module and name on the board, all things of that name: `mingg.ui.navigator.Navigator.press`, and
`.balance` for an attribute. There are several if methods of unrelated classes share a short name.
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
    """Returns the map.

    sources: by module. joined: the same with units. members: by unit, its modules in their order. called: by module,
    its name on the board. short: by name on the board, the text that is compiled.
    Raises SyntaxError, and ValueError if these arguments do not belong together.
    """
    result: Names = {}
    in_units = {module for modules in members.values() for module in modules}
    for module, on_board in called.items():
        after = _tree(short[on_board])
        # A member of a unit that keeps its name for a program only re-exports names of the unit.
        defining = members.get(module, [] if module in in_units else [module])
        full_names = [name for source in defining for name, _ in _defined(_tree(sources[source]), source)]
        by_short: dict[str, set[str]] = defaultdict(set)
        if defining:
            for name, (_, node) in zip(full_names, _defined(after, ""), strict=True):
                by_short[node.name].add(name)
        ends = {name.rpartition(".")[2] for meanings in by_short.values() for name in meanings}
        for old, new in zip(_attributes(_tree(joined[module])), _attributes(after), strict=True):
            if old != new and old not in ends:
                by_short[new].add(f".{old}")
        result[on_board] = {name: sorted(meanings) for name, meanings in sorted(by_short.items())}
    return result


def _tree(text: str) -> ast.Module:
    tree: ast.Module = Compiled().visit(ast.parse(text))
    return tree


def _defined(node: ast.AST, within: str) -> Iterator[tuple[str, Named]]:
    """Yields the functions and classes in a tree, in the order of the text, with their full names."""
    for child in ast.iter_child_nodes(node):
        full_name = within
        if isinstance(child, Named):
            full_name = f"{within}.{child.name}"
            yield full_name, child
        yield from _defined(child, full_name)


def _attributes(tree: ast.Module) -> Iterable[str]:
    return (node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def translated(report: str, known: Names) -> str:
    """Returns a traceback with the names of the sources. Unknown names stay."""
    lines = []
    module_names: Mapping[str, list[str]] = {}  # the names of the module of the last frame
    for line in report.splitlines():
        frame = _FRAME.fullmatch(line)
        if frame:
            module_names = known.get(frame[1], {})
            full_names = [name for name in module_names.get(frame[2], []) if name[0] != "."]
            lines.append(line[: frame.start(2)] + (" or ".join(full_names) or frame[2]))
        else:  # the message of the error
            lines.append("".join(_unquoted(part, module_names) for part in _QUOTED.split(line)))
    return "\n".join(lines)


def _unquoted(part: str, known: Mapping[str, list[str]]) -> str:
    """Replaces a name in quotes. Other text stays."""
    ends = {name.rpartition(".")[2] for name in known.get(part.strip("'"), ())}
    return f"'{' or '.join(sorted(ends))}'" if ends and part[:1] == "'" else part
