"""Finds the connected board: its serial port, or its drive while it waits for a MicroPython image."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mingg_host.common.output import Failure

# USB vendors of boards that run MicroPython, and of the USB-to-serial bridges on many of them.
MAKERS = {0x2E8A, 0x303A, 0xF055, 0x10C4, 0x1A86, 0x0403}
BOOTSEL = {("2e8a", "0003"), ("2e8a", "000f")}  # the RP2040 and the RP2350, waiting for an image
USB_DEVICES = Path("/sys/bus/usb/devices")
DRIVES = ("/Volumes/*", "/media/*", "/media/*/*", "/run/media/*/*")
PATIENCE_S = 3.0  # a board that was just connected or restarted may need this time to appear
ON_DRIVE = "INFO_UF2.TXT"

WITHOUT_MICROPYTHON = (
    "Put MicroPython 1.24 or newer on it first: hold BOOTSEL while connecting it, and copy the image for your board "
    "from https://micropython.org/download onto the drive that appears."
)
NO_BOARD = "No board found. Connect a board with MicroPython by USB, with a cable that carries data."


def serial_ports() -> list[Any]:
    """Returns the serial ports that may belong to a board (pyserial's ListPortInfo), sorted by name."""
    from serial.tools import list_ports  # installed only for people who have a board

    ports = sorted((port for port in list_ports.comports() if port.vid is not None), key=lambda port: str(port.device))
    return [port for port in ports if port.vid in MAKERS] or ports


def find_port() -> str:
    """Returns the serial port of the only connected board. Raises Failure if there is none, or more than one."""
    shows(lambda: bool(serial_ports() or in_bootsel()))
    ports = serial_ports()
    if len(ports) == 1:
        return str(ports[0].device)
    if ports:
        raise Failure(
            f"Several boards are connected. Choose one, for example --port {ports[0].device}.",
            *(f"  {port.device}  {port.description}" for port in ports),
        )
    waiting = in_bootsel()
    if waiting:
        raise Failure(waits_for_image(waiting))
    raise Failure(f"{NO_BOARD} If it is connected, name its port, for example --port /dev/ttyACM0.")


def waits_for_image(drive: str) -> str:
    """Returns the message for a board that in_bootsel() has found."""
    return f"The connected board waits for an image ({drive}). {WITHOUT_MICROPYTHON}"


def shows(is_there: Callable[[], bool]) -> bool:
    """Waits up to PATIENCE_S until there() is true. Returns whether it is."""
    until = time.monotonic() + PATIENCE_S
    while not is_there():
        if time.monotonic() >= until:
            return False
        time.sleep(0.1)
    return True


def in_bootsel() -> str:
    """Finds a board that waits for an image. Returns its drive or its USB number, or '' if there is none."""
    for pattern in DRIVES:
        for drive in sorted(Path("/").glob(pattern[1:])):
            if os.path.isfile(drive / ON_DRIVE):  # unlike a Path, it raises no error
                return str(drive)
    for device in sorted(USB_DEVICES.glob("*/idVendor")):
        number = _read(device), _read(device.with_name("idProduct"))
        if number in BOOTSEL:
            return "USB {}:{}".format(*number)
    return ""


def why_not(port: str) -> str:
    """Says why a port cannot be opened, and what to do."""
    import serial

    try:
        serial.serial_for_url(port, exclusive=True).close()
    except OSError as error:
        if error.errno == errno.ENOENT:
            return f"There is no port {port}. Omit --port to search for the board."
        if error.errno in (errno.EACCES, errno.EPERM):
            return (
                f"You are not permitted to open {port}. On Linux: sudo usermod -aG dialout $USER, then log out and in "
                "again (some distributions call the group uucp)."
            )
        if error.errno in (errno.EBUSY, errno.EAGAIN):
            return f"Another program uses {port}: a terminal, an editor, another mingg. Close it and try again."
        if Path(port).exists() and not Path(port).is_char_device():
            return f"{port} is not a serial port. Omit --port to search for the board."
        return f"{port} cannot be opened: {error}. Omit --port to search for the board."
    return f"{port} could not be opened at first. Try again."


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""
