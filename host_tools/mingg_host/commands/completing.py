"""Completes options and arguments for a shell. `mingg completion` prints the script that makes a shell ask.

A shell asks while the user types. So each answer must be quick, and a failure gives no completions instead of an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import click
from click import Context, Parameter
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from mingg_host.common.output import write_data

VARIABLE = "_MINGG_COMPLETE"  # is in the environment when a shell asks

Items: TypeAlias = "list[CompletionItem[Any]]"  # a string: in old versions of click this class takes no type
PATIENCE_S = 0.5  # waits so long for another program that uses the archive


def rule_sets(context: Context, param: Parameter | None, begun: str) -> Items:
    """Completes rule sets of the books, otherwise files of house rules."""
    from mingg_scoring.json_answers import RULE_SETS

    return _begun(RULE_SETS, begun) or files_here(context, param, begun)


def options(context: Context, _param: Parameter, begun: str) -> Items:
    """Completes NAME=VALUE for the rule set that was named before, or for all. A switch needs only its name."""
    from mingg_scoring.figures import rule_set
    from mingg_scoring.json_answers import RULE_SETS

    named = context.params.get("rules") or context.params.get("name")
    words: dict[str, str] = {}
    for name in [named] if named in RULE_SETS else RULE_SETS:
        for option in rule_set({"rules": name})["options"]:
            if option["values"] == [True, False]:
                words[option["name"]] = option["does"]
            else:
                words.update({f"{option['name']}={_written(value)}": option["does"] for value in option["values"]})
    return _begun(words, begun)


def among(words: Iterable[str]) -> Callable[[Context, Parameter, str], Items]:
    """Completes one of these words."""
    known = tuple(words)
    return lambda _context, _param, begun: _begun(known, begun)


def files_here(_context: Context, _param: Parameter | None, begun: str) -> Items:
    """Lets the shell complete files."""
    return [CompletionItem(begun, type="file")]


def evenings(context: Context, param: Parameter, begun: str) -> Items:
    """Completes numbers of evenings in the archive, otherwise files."""
    if begun and not begun.isdecimal():
        return files_here(context, param, begun)
    from mingg_host.evenings import archive
    from mingg_host.evenings.ledger import EveningError

    try:
        kept = archive.Archive(context.params.get("archive"), PATIENCE_S).evenings()
    except EveningError:
        kept = []
    words = {str(evening.number): f"added on {evening.since}" for evening in kept}
    return _begun(words, begun) or files_here(context, param, begun)


def boards(_context: Context, _param: Parameter, begun: str) -> Items:
    from mingg_host.common import places

    return _begun(places.boards(), begun)


def ports(_context: Context, _param: Parameter, begun: str) -> Items:
    """Completes serial ports that may belong to a board. Without the tools for boards there are none."""
    from mingg_host.connection.ports import serial_ports

    try:
        return _begun({str(port.device): str(port.description) for port in serial_ports()}, begun)
    except (ImportError, OSError):
        return []


def _begun(words: Iterable[str], begun: str) -> Items:
    """Completes a word in small letters or capitals. words: also with a description each."""
    described: Mapping[str, str | None] = words if isinstance(words, Mapping) else dict.fromkeys(words)
    return [CompletionItem(word, help=described[word]) for word in described if word.lower().startswith(begun.lower())]


def _written(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


# ---- the command ----

SHELLS = ("bash", "zsh", "fish")
PROGRAM = "mingg"

# Bash splits words at "=", also in NAME=VALUE. So the script passes the line as it was typed.
_BASH = r"""
%(complete_func)s() {
    local IFS=$'\n' completion type value
    COMPREPLY=()
    for completion in $(env COMP_LINE="$COMP_LINE" COMP_POINT="$COMP_POINT" %(complete_var)s=bash_complete "$1"); do
        IFS=',' read -r type value <<< "$completion"
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            *) COMPREPLY+=("$value"); [[ $value == *= ]] && compopt -o nospace ;;
        esac
    done
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class Bash(BashComplete):
    """Completion for bash that also completes words with "="."""

    source_template = _BASH

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.fsencode(os.environ["COMP_LINE"])[: int(os.environ["COMP_POINT"])]
        # the added letter belongs to the last word, and makes one if there is none yet
        words = split_arg_string(line.decode(errors="replace") + "x")
        return words[1:-1], words[-1][:-1]

    def format_completion(self, item: CompletionItem[object]) -> str:
        return f"{item.type},{item.value}"

    def complete(self) -> str:
        args, begun = self.get_completion_args()
        completed = begun[: begun.rfind("=") + 1]  # bash has this part of the word already
        items = self.get_completions(args, begun)
        for item in items:
            item.value = str(item.value).removeprefix(completed)
        return "\n".join(self.format_completion(item) for item in items)


add_completion_class(Bash, "bash")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion_command(context: click.Context, shell: str) -> None:
    """Print a script for SHELL that completes commands, options, rule sets, boards, ports and evenings of the archive.

    \b
    Example:
      mingg completion bash > ~/.local/share/bash-completion/completions/mingg
      mingg completion zsh > "${fpath[1]}/_mingg"
      mingg completion fish > ~/.config/fish/completions/mingg.fish

    In bash without the package bash-completion: eval "$(mingg completion bash)" in ~/.bashrc.
    """
    complete = get_completion_class(shell)
    assert complete is not None, shell
    script = complete(context.find_root().command, {}, PROGRAM, VARIABLE).source().strip() + "\n"
    write_data(script.encode())
