"""`python -m mingg_host.board`: makes what is made of every board's data. With --check it only says what is amiss."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.board import drawing, page, wokwi
from mingg_host.board.check import faults
from mingg_host.board.data import Board, BoardError
from mingg_host.common import disk, places


def made_of(board: Board) -> dict[str, str]:
    """What is made of a board's data: each file's name in its folder, and its text."""
    made = {"README.md": page.readme(board), "wiring.svg": drawing.svg(board)}
    if board.bus == "i2c":  # the simulator has displays on no other bus
        made |= {"wokwi/diagram.json": wokwi.diagram(board), "wokwi/wokwi.toml": wokwi.project(board)}
    return made


def amiss(folder: Path, check: bool) -> list[str]:
    """Makes, or with `check` compares, what is made of a board; says what is wrong with it."""
    try:
        board = Board(folder)
    except BoardError as error:
        return [str(error)]
    found = [f"{folder.name}: {fault}" for fault in faults(board)]
    if found:
        return found
    for name, text in made_of(board).items():
        path = folder / name
        if check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            found.append(f"{folder.name}: {name} is not what board.py and board.toml say now: make boards")
        elif not check:
            disk.put(path, text.encode())
    return found


@click.command()
@click.option("--check", is_flag=True, help="Change nothing.")
def main(check: bool) -> None:
    """Check every board, and make its README.md, wiring.svg and wokwi/ of its board.py and board.toml."""
    try:
        found = [fault for folder in places.boards().values() for fault in amiss(folder, check)]
    except OSError as error:
        raise click.ClickException(disk.why(error, "board")) from error
    if found:
        raise click.ClickException("\n".join(found))


if __name__ == "__main__":
    main()
