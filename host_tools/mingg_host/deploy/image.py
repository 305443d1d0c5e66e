"""Makes the file system that a stock MicroPython image mounts when it starts: littlefs."""

from __future__ import annotations

from littlefs import LittleFS, LittleFSError, UserContext

from mingg_host.deploy.geometry import Flash

DISK_VERSION = 0x00020000  # the oldest version: every MicroPython reads it


class ImageError(Exception):
    """The files do not fit; the message says by how much."""


def littlefs(files: dict[str, bytes], flash: Flash) -> bytes:
    """Returns a file system as large as the board's. files: by path. The same files make the same bytes.

    Raises ImageError.
    """
    context = UserContext(flash.block * flash.blocks)
    system = LittleFS(
        context=context,
        block_size=flash.block,
        block_count=flash.blocks,
        read_size=flash.page,
        prog_size=flash.page,
        cache_size=4 * flash.page,  # as in MicroPython: a smaller file is stored in its folder and takes no block
        disk_version=DISK_VERSION,
    )
    try:
        for path, data in sorted(files.items()):
            folder = path.rpartition("/")[0]
            if folder:
                system.makedirs(folder, exist_ok=True)
            with system.open(path, "wb") as file:
                file.write(data)
    except LittleFSError as error:
        size = sum(map(len, files.values()))
        raise ImageError(
            f"{len(files)} files of {size} bytes do not fit into the {flash.blocks} blocks of {flash.block} bytes "
            f"that the board has ({error}). Use a board with more flash, or correct [flash] in its board.toml."
        ) from error
    system.unmount()
    return bytes(context.buffer)


def blocks_used(image: bytes, flash: Flash) -> int:
    """Counts the blocks that a file system uses."""
    context = UserContext(len(image))
    context.buffer[:] = image
    system = LittleFS(context=context, block_size=flash.block, block_count=flash.blocks, mount=True)
    return int(system.used_block_count)
