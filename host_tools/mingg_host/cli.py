"""The command `mingg`."""

from __future__ import annotations

from typing import Any

import click
from mingg import VERSION

from mingg_host.backup_command import backup, restore
from mingg_host.completion_command import completion_command
from mingg_host.connecting import Stopped
from mingg_host.exchange_command import exchange_command
from mingg_host.firmware_command import firmware_command
from mingg_host.flash_command import flash
from mingg_host.ledger_command import ledger
from mingg_host.panel_command import panel
from mingg_host.play_command import play
from mingg_host.press_command import press
from mingg_host.pull_command import import_command, pull
from mingg_host.replay_command import replay_command
from mingg_host.report_command import report_command
from mingg_host.rules_command import rules_command
from mingg_host.score_command import score
from mingg_host.sim_command import sim
from mingg_host.site_command import site


class _Stoppable(click.Group):
    """Ctrl-C ends any command; one that has more to say of it does so itself."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Stopped("Stopped. Nothing is left half done.") from None


@click.group(cls=_Stoppable, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="mingg")
def main() -> None:
    """Mingg scores mah-jongg deals by the books of the 1920s and says who pays whom.

    \b
    Try it:
      echo '{"rules": "harr", "winner": "E", "win": {"by": "draw"}, "hands": {"E": {"card": \\
        {"pungs": [1, 0, 3, 0], "dragons": 1, "suit": "half", "only_place": true}}}}' | mingg score
      mingg score --rules babcock --winner N --by draw "(222p) (345m) 678s 999s 55z"
      mingg rules babcock
      mingg sim
      mingg play
    """


main.add_command(score)
main.add_command(replay_command)
main.add_command(report_command)
main.add_command(exchange_command)
main.add_command(rules_command)
main.add_command(sim)
main.add_command(site)
main.add_command(play)
main.add_command(press)
main.add_command(panel)
main.add_command(firmware_command)
main.add_command(flash)
main.add_command(backup)
main.add_command(restore)
main.add_command(pull)
main.add_command(ledger)
main.add_command(import_command)
main.add_command(completion_command)
