"""The commands of `mingg`. A group of commands loads the module of a command when that is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class LazyGroup(click.Group):
    """package: of the commands' modules. headings: by heading of the help, the line of each command by its name.
    modules: with the names of their commands, if these are not the module's name alone."""

    def __init__(
        self,
        *,
        package: str,
        headings: Mapping[str, Mapping[str, str]],
        modules: Mapping[str, Iterable[str]],
        **settings: Any,
    ) -> None:
        self.package = package
        self.headings = headings
        self.modules = {name: module for module, names in modules.items() for name in names}
        self.lines = {name: line for commands in headings.values() for name, line in commands.items()}
        names: dict[str, Any] = dict.fromkeys(self.lines)  # click needs no more of them
        super().__init__(commands=names, **settings)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lines:
            return None
        module = import_module(f"{self.package}.{self.modules.get(cmd_name, cmd_name)}")
        return next(each for each in vars(module).values() if isinstance(each, click.Command) and each.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.lines))
        for heading, commands in self.headings.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=line) for name, line in self.lines.items() if name.startswith(incomplete)]
        return named + click.Command.shell_complete(self, ctx, incomplete)
