"""The entry point of the command `mingg`. Loading its modules takes time, and Ctrl-C may come before that is done."""

import sys


def main() -> None:
    """Runs the command that sys.argv names."""
    try:
        from mingg_host.common import interrupts

        interrupts.end_at_once()
    except KeyboardInterrupt:
        sys.exit(130)
    from mingg_host.cli import main as mingg

    mingg(prog_name="mingg")
