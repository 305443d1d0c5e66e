"""A flash with no room left, on genuine MicroPython and its littlefs."""

from __future__ import annotations

from pathlib import Path

import pytest
from help.boards import Board, a_serial_board, made_flash
from mingg_host.connection.link import Link


@pytest.mark.vm
@a_serial_board
@pytest.mark.parametrize(("blocks_taken", "free"), [(30, 25 * 4096), (57, 0)])
def test_a_full_flash_has_no_room_and_not_more_than_there_is(
    blocks_taken: int, free: int, micropython: Path, untyped: Path, tmp_path: Path
) -> None:
    flash = tmp_path / "flash"
    store = (untyped / "mingg" / "hal" / "store.py").read_bytes()
    flash.write_bytes(made_flash({"store.py": store, "ledger/0001-00.txt": bytes(blocks_taken * 4096 - 512)}))
    with Board(micropython, flash) as board, Link(board.port) as link:
        assert int(link.run("import store\nprint(store.Store('/ledger').free())")) == free
