"""`python -m mingg_host.board`: makes pages and drawings from every board's data. --check only reports faults."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.board import drawing, page, wokwi
from mingg_host.board.check import faults
from mingg_host.board.data import Board, BoardError
from mingg_host.common import disk, places


def made_of(board: Board) -> dict[str, str]:
    """Returns the files that are made from a board's data: by name in its folder, the text."""
    files = {"README.md": page.readme(board), "wiring.svg": drawing.svg(board)}
    if "cells" in board["wires"]:
        files |= {f"steps/{name}.svg": picture for name, picture in drawing.steps(board).items()}
    if board.bus == "i2c":  # the Wokwi simulator has only displays on I2C
        files |= {"wokwi/diagram.json": wokwi.diagram(board), "wokwi/wokwi.toml": wokwi.project(board)}
    return files


def amiss(folder: Path, check: bool) -> list[str]:
    """Makes the files of a board; with `check` only compares them. Returns one message for each fault."""
    try:
        board = Board(folder)
    except BoardError as error:
        return [str(error)]
    messages = [f"{folder.name}: {fault}" for fault in faults(board)]
    if messages:
        return messages
    for name, text in made_of(board).items():
        path = folder / name
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            messages.append(f"{folder.name}: {name} does not match board.py and board.toml. Make it again: make boards")
        elif not check:
            disk.put(path, text.encode())
    return messages


@click.command()
@click.option("--check", is_flag=True, help="Only check, and write no files.")
def main(check: bool) -> None:
    """Check every board, and make its README.md, wiring.svg and wokwi/ from its board.py and board.toml."""
    try:
        messages = [fault for folder in places.boards().values() for fault in amiss(folder, check)]
    except OSError as error:
        raise click.ClickException(disk.why(error, "board")) from error
    if messages:
        raise click.ClickException("\n".join(messages))


if __name__ == "__main__":
    main()
