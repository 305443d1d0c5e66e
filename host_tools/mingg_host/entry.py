"""The entry point of the command `mingg`. It handles Ctrl-C already while the modules are loaded, which takes time."""

import sys


def main() -> None:
    """Runs the command in sys.argv."""
    try:
        from mingg_host.common import interrupts

        interrupts.end_at_once()
    except KeyboardInterrupt:
        sys.exit(130)
    from mingg_host.cli import main as mingg

    mingg(prog_name="mingg")
