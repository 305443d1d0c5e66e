"""Finds the board that is connected: its serial port, or the drive that it is while it waits for MicroPython."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

# Who makes boards that run MicroPython, and the bridges from USB to serial that sit on many of them.
MAKERS = {0x2E8A, 0x303A, 0xF055, 0x10C4, 0x1A86, 0x0403}
BOOTSEL = {("2e8a", "0003"), ("2e8a", "000f")}  # the RP2040 and the RP2350, waiting for an image
USB_DEVICES = Path("/sys/bus/usb/devices")
DRIVES = ("/Volumes/*", "/media/*", "/media/*/*", "/run/media/*/*")
PATIENCE_S = 3.0  # so long a board that was just connected, or starts again, may take to show
ON_DRIVE = "INFO_UF2.TXT"

WITHOUT_MICROPYTHON = (
    "Put MicroPython 1.24 or newer on it first: hold BOOTSEL while connecting it, and copy the image for your board "
    "from https://micropython.org/download onto the drive that appears."
)


class PortError(Exception):
    """No board to talk to, or no saying which; the message tells what to do."""


def serial_ports() -> list[Any]:
    """The serial ports that may be a board's (pyserial's ListPortInfo), by name."""
    from serial.tools import list_ports  # a tool of whoever has a board

    found = sorted((port for port in list_ports.comports() if port.vid is not None), key=lambda port: str(port.device))
    return [port for port in found if port.vid in MAKERS] or found


def find_port() -> str:
    """The serial port of the only board connected. Raises PortError when there is none, or more than one."""
    shows(lambda: bool(serial_ports() or in_bootsel()))
    ports = serial_ports()
    if len(ports) == 1:
        return str(ports[0].device)
    if ports:
        listed = "\n".join(f"  {port.device}  {port.description}" for port in ports)
        raise PortError(f"Several boards are connected; say which, {_named(str(ports[0].device))}.\n{listed}")
    waiting = in_bootsel()
    if waiting:
        raise PortError(f"A board is connected, but waits for an image ({waiting}). {WITHOUT_MICROPYTHON}")
    raise PortError(
        "No board found. Connect it by USB, with a cable that carries data; it needs MicroPython on it. "
        f"If it is connected, name its port, {_named('/dev/ttyACM0')}."
    )


def shows(there: Callable[[], bool]) -> bool:
    """Whether something is there, or comes while one has patience."""
    until = time.monotonic() + PATIENCE_S
    while not there():
        if time.monotonic() >= until:
            return False
        time.sleep(0.1)
    return True


def in_bootsel() -> str:
    """Where a board shows that waits for an image: its drive, or its USB number; '' where none does."""
    for pattern in DRIVES:
        for drive in sorted(Path("/").glob(pattern[1:])):
            if _is_file(drive / ON_DRIVE):
                return str(drive)
    for device in sorted(USB_DEVICES.glob("*/idVendor")):
        number = _read(device), _read(device.with_name("idProduct"))
        if number in BOOTSEL:
            return "USB {}:{}".format(*number)
    return ""


def why_not(port: str) -> str:
    """Why a port cannot be opened, and what to do."""
    import serial

    try:
        serial.serial_for_url(port, exclusive=True).close()
    except OSError as error:
        if error.errno == errno.ENOENT:
            return f"There is no port {port}. Without --port the board is looked for."
        if error.errno in (errno.EACCES, errno.EPERM):
            return (
                f"You may not open {port}. On Linux: sudo usermod -aG dialout $USER, then log out and in again "
                "(some distributions call the group uucp)."
            )
        if error.errno in (errno.EBUSY, errno.EAGAIN):
            return f"Another program holds {port}: a terminal, an editor, another mingg. Close it, and try again."
        if Path(port).exists() and not Path(port).is_char_device():
            return f"{port} is no serial port. Without --port the board is looked for."
        return f"{port} cannot be opened: {error}"
    return f"{port} could not be opened at once; try again."


def _named(port: str) -> str:
    return f"as --port {port} (make flash PORT={port})"


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
