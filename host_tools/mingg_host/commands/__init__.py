"""The commands of `mingg`. A group of commands loads the module of a command when that is called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from mingg_host.common import VERSION
from mingg_host.common.output import Refused

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def _refusing_twice(command: click.Command) -> click.Command:
    """Makes a command, and those below it, refuse an option that is given twice. To click the last one counts."""
    if "make_parser" in vars(command):
        return command  # it does already
    make = command.make_parser

    def make_parser(ctx: click.Context) -> Any:
        parser = make(ctx)
        parse = parser.parse_args

        def parse_args(args: list[str]) -> Any:
            options, left, order = parse(args)
            for index, param in enumerate(order):
                is_switch = isinstance(param, click.Option) and param.is_flag and not param.secondary_opts
                if isinstance(param, click.Option) and not param.multiple and not is_switch and param in order[:index]:
                    raise Refused(f"{max(param.opts, key=len)} is given twice. Leave one out.")
            return options, left, order

        parser.parse_args = parse_args  # type: ignore[method-assign]
        return parser

    command.make_parser = make_parser  # type: ignore[method-assign]
    if isinstance(command, click.Group) and not isinstance(command, LazyGroup):
        for below in command.commands.values():
            _refusing_twice(below)
    return command


class LazyGroup(click.Group):
    """package: of the commands' modules. headings: by heading of the help, the line of each command by its name.
    modules: with the names of their commands, if these are not the module's name alone; one with a dot is of another
    package. page: the file of the page about them."""

    def __init__(
        self,
        *,
        package: str,
        headings: Mapping[str, Mapping[str, str]],
        modules: Mapping[str, Iterable[str]],
        page: str = "",
        **settings: Any,
    ) -> None:
        self.package = package
        self.headings = headings
        self.page = page
        self.modules = {name: module for module, names in modules.items() for name in names}
        self.lines = {name: line for commands in headings.values() for name, line in commands.items()}
        names: dict[str, Any] = dict.fromkeys(self.lines)  # click needs no more of them
        super().__init__(commands=names, **settings)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.lines:
            return None
        name = self.modules.get(cmd_name, cmd_name)
        module = import_module(name if "." in name else f"{self.package}.{name}")
        commands = (each for each in vars(module).values() if isinstance(each, click.Command))
        return _refusing_twice(next(command for command in commands if command.name == cmd_name))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.lines))
        for heading, commands in self.headings.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from mingg_host.common import places

        if self.page and (address := places.on_the_web(f"blob/v{VERSION}/{self.page}")):
            formatter.write_paragraph()
            formatter.write(f"All about it: {address}\n")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        named = [CompletionItem(name, help=line) for name, line in self.lines.items() if name.startswith(incomplete)]
        return named + click.Command.shell_complete(self, ctx, incomplete)
