"""`python -m mingg_host.board`: makes the page and the drawings of all boards, or a project for the Wokwi simulator."""

from __future__ import annotations

from pathlib import Path

import click

from mingg_host.board import pages
from mingg_host.board.check import faults
from mingg_host.board.data import Board
from mingg_host.common import disk, places
from mingg_host.common.output import Failure


def outdated(files: dict[Path, str], folders: list[Path]) -> dict[Path, str | None]:
    """Returns what has to be written, and None for a drawing that no board has any more."""
    drawings: dict[Path, str | None] = {folder / pages.DRAWING: None for folder in folders}
    there = {path: path.read_text(encoding="utf-8") for path in drawings | files if path.exists()}
    return {path: text for path, text in (drawings | files).items() if text != there.get(path)}


@click.command()
@click.option("--check", is_flag=True, help="Only check, and write no files.")
@click.option("--wokwi", "project", metavar="NAME", help="Write a project for Wokwi, for this board, into build/wokwi.")
def main(check: bool, project: str | None) -> None:
    """Check every board, and make board/wiring.md and the drawings from board.py and board.toml of each."""
    folders = {name: folder for name, folder in places.boards().items() if project in (None, name)}
    boards = [Board(folder) for folder in folders.values()]
    messages = [f"{board.folder.name}: {fault}" for board in boards for fault in faults(board)]
    if messages:
        raise Failure(*messages)
    with disk.told("board", Failure):
        if project is not None:
            _write_project(boards, project)
            return
        files = outdated(pages.made_of(boards), list(folders.values()))
        if check and files:
            raise Failure(f"Not up to date: {', '.join(map(str, files))}. Make again: make boards")
        disk.put_all({path: text.encode() for path, text in files.items() if text is not None})
        for path in (path for path, text in files.items() if text is None):
            path.unlink()


def _write_project(boards: list[Board], name: str) -> None:
    if not boards:
        raise Failure(f"{name}: there is no such board. Choose one of {', '.join(places.boards())}")
    if boards[0].bus != "i2c":
        raise Failure(f"{name}: its display is on SPI, and Wokwi has only displays on I2C")
    folder = Path("build", "wokwi", name)
    disk.put_all({folder / file: text.encode() for file, text in pages.project(boards[0]).items()})
    click.echo(f"{folder}")


if __name__ == "__main__":
    main()
