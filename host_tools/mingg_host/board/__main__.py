"""`python -m mingg_host.board`: makes the page and the drawings of all boards, or a project for the Wokwi simulator."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.board import pages, wokwi
from mingg_host.board.check import faults
from mingg_host.board.data import Board, BoardError
from mingg_host.common import disk, places
from mingg_host.common.output import Failure


def checked(folder: Path) -> Board:
    """Reads a board. Raises BoardError with all its faults."""
    board = Board(folder)
    messages = [f"{folder.name}: {fault}" for fault in faults(board)]
    if messages:
        raise BoardError(*messages)
    return board


def outdated(files: dict[Path, str], folders: list[Path]) -> dict[Path, str | None]:
    """Returns what has to be written, and None for a drawing that no board has any more."""
    drawings: dict[Path, str | None] = {folder / pages.DRAWING: None for folder in folders}
    return {path: text for path, text in (drawings | files).items() if text != _text(path)}


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


@click.command()
@click.option("--check", is_flag=True, help="Only check, and write no files.")
@click.option("--wokwi", "project", metavar="NAME", help="Write a project for Wokwi, for this board, into build/wokwi.")
def main(check: bool, project: str | None) -> None:
    """Check every board, and make board/wiring.md and the drawings from board.py and board.toml of each."""
    boards, messages = [], []
    for name, folder in places.boards().items():
        if project in (None, name):
            try:
                boards.append(checked(folder))
            except BoardError as error:
                messages.append(str(error))
    if messages:
        raise click.ClickException("\n".join(messages))
    with disk.told("board", Failure):
        if project is not None:
            _write_project(boards, project)
            return
        files = outdated(pages.made_of(boards), list(places.boards().values()))
        if check and files:
            raise click.ClickException(f"Not up to date: {', '.join(map(str, files))}. Make again: make boards")
        disk.put_all({path: text.encode() for path, text in files.items() if text is not None})
        for path in (path for path, text in files.items() if text is None):
            path.unlink()


def _write_project(boards: list[Board], name: str) -> None:
    if not boards:
        raise click.ClickException(f"{name}: there is no such board. Choose one of {', '.join(places.boards())}")
    if boards[0].bus != "i2c":
        raise click.ClickException(f"{name}: its display is on SPI, and Wokwi has only displays on I2C")
    folder = Path("build", "wokwi", name)
    texts = {"diagram.json": wokwi.diagram(boards[0]), "wokwi.toml": wokwi.project(boards[0])}
    disk.put_all({folder / file: text.encode() for file, text in texts.items()})
    click.echo(f"{folder}")


if __name__ == "__main__":
    main()
