"""`mingg completion`: prints the script that completes mingg's commands, options and values in a shell."""

from __future__ import annotations

import os

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    add_completion_class,
    get_completion_class,
    split_arg_string,
)

from mingg_host.commands.completing import VARIABLE
from mingg_host.common.output import write_data

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
    completing = get_completion_class(shell)
    assert completing is not None, shell
    script = completing(context.find_root().command, {}, PROGRAM, VARIABLE).source().strip() + "\n"
    write_data(script.encode())
