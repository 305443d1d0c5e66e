"""`mingg panel`: Adafruit's driver and the firmware's on the same display, and a deal played through the main loop."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from help import virtual_displays as virtual
from help.named_keys import LAST_DEAL, NAMES, to_table
from help.terminals import Typed
from mingg.hal.keys import KEY_NAMES
from mingg.hal.ssd1306 import ADDRESSES, SSD1306
from mingg_host import cli
from mingg_host.common.output import Failure
from mingg_host.device import live
from mingg_host.device import panel as panels
from mingg_host.device.headless import Headless
from mingg_host.device.keyscript import parse, perform
from mingg_host.device.live import LiveDevice
from mingg_host.device.panel import Glass, Wires
from mingg_host.device.terminal import keyboard
from mingg_host.device.vm.rig import SAMPLE_MS, Panel
from screens import goldens

DEAL = to_table("up a right right right down right left up a right left a up left right a", 2)
CODES = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "a": "\r", "b": "\x7f"}


class Bus:
    """An I2C bus with the interface of Blinka and one display."""

    def __init__(self, display: Any) -> None:
        self.display = display
        self.locked = False

    def try_lock(self) -> bool:
        self.locked = not self.locked
        return self.locked

    def unlock(self) -> None:
        self.locked = False

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        assert self.locked, "the bus must be locked before use"
        self.display.writeto(address, bytes(buffer[start:end]))

    def readfrom_into(self, address: int, buffer: bytearray) -> None:
        raise OSError(5)


class Clock:
    """A clock that only waiting for keys advances."""

    def __init__(self) -> None:
        self.ms = 0.0

    def monotonic(self) -> float:
        return self.ms / 1000

    def sleep(self, seconds: float) -> None:
        self.ms += 1000 * seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    instance = Clock()
    for module in (live, panels):
        monkeypatch.setattr(module, "time", instance)
    return instance


@pytest.fixture
def display() -> Any:
    return virtual.VirtualSSD1306()


@pytest.fixture
def wires(display: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wires]:
    """A machine with a display: Adafruit's real driver, and stand-ins for the modules of Blinka."""

    class DigitalInOut:
        def __init__(self, pin: Any) -> None:
            self.pin = pin

        def switch_to_input(self, pull: object = None) -> None:
            if pull is not None and not self.pin.can_pull:
                raise NotImplementedError
            self.pin.pulled = pull is not None

        @property
        def value(self) -> bool:
            return bool(self.pin.level)

    pins = {f"D{number}": SimpleNamespace(level=True, can_pull=number < 6, pulled=None) for number in range(8)}
    board = SimpleNamespace(I2C=lambda: Bus(display), **pins)
    stand_ins: dict[str, Any] = {
        "board": board,
        "busio": SimpleNamespace(I2C=Bus, SPI=Bus),
        "circuitpython_typing": SimpleNamespace(ReadableBuffer=bytes, WriteableBuffer=bytearray),
        "digitalio": SimpleNamespace(DigitalInOut=DigitalInOut, Pull=SimpleNamespace(UP=1)),
        "micropython": SimpleNamespace(const=int),
    }
    for name, module in stand_ins.items():
        monkeypatch.setitem(sys.modules, name, module)
    yield Wires()
    for name in [name for name in sys.modules if name.startswith("adafruit_")]:
        del sys.modules[name]


def screens() -> dict[str, bytes]:
    """Returns every golden screen as the buffer of a panel, by name and language."""
    buffers = {}
    for path in goldens.files():
        for language, part in goldens.read(path).items():
            columns = ["".join(column) for column in zip(*goldens.pixels(part), strict=True)]
            buffers[f"{path.stem}, {language}"] = bytes(
                int(column[8 * page : 8 * page + 8][::-1], 2) for page in range(8) for column in columns
            )
    return buffers


def painted(glass: Glass, picture: bytes, level: int = 0xCF, asleep: bool = False) -> None:
    panel = Panel()
    panel.shown[:] = picture
    panel.level, panel.asleep = level, asleep
    glass.show(SimpleNamespace(rig=SimpleNamespace(panel=panel)))  # type: ignore[arg-type] # it asks for no more


def test_adafruits_driver_and_the_firmwares_paint_the_same_picture(wires: Wires, display: Any) -> None:
    other = virtual.VirtualSSD1306()
    firmwares, adafruits = SSD1306(lambda: other), Glass(wires.drive, ADDRESSES)
    pictures = screens()
    assert len(pictures) > 300
    firmwares.show()
    for name, picture in pictures.items():
        firmwares.buffer[:] = picture
        firmwares.show()
        painted(adafruits, picture)
        assert display.picture() == picture, name
        assert other.picture() == picture, name
    assert display.contrast() == other.contrast()


def test_contrast_and_sleep_work_alike_with_both_drivers(wires: Wires, display: Any) -> None:
    other = virtual.VirtualSSD1306()
    firmwares, adafruits = SSD1306(lambda: other), Glass(wires.drive, ADDRESSES)
    picture = bytes([0] * 5 + [7, 9] + [0] * 1017)
    painted(adafruits, bytes(1024))
    painted(adafruits, picture, 3, True)
    firmwares.show()
    firmwares.contrast(3)
    firmwares.sleep(True)
    firmwares.buffer[:] = picture
    firmwares.show()
    assert display.picture() is None
    assert other.picture() is None
    for panel in (display, other):
        panel.on = True
        assert panel.contrast() == 3
    assert display.picture() == other.picture()


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_display_that_is_connected_late_or_again_shows_the_current_picture(
    wires: Wires, display: Any, clock: Clock, address: int
) -> None:
    display.address = address
    display.unplug()
    glass = Glass(wires.drive, ADDRESSES)
    picture = bytes([1] * 1024)
    painted(glass, picture, 9)
    assert not glass.present()
    for turn in range(2):  # connected for the first time, and again
        display.plug()
        painted(glass, picture, 9)
        assert not glass.present(), "the driver does not look for it all the time"
        clock.ms += 1000 * panels.RETRY_S
        painted(glass, picture, 9)
        assert display.picture() == picture
        assert display.contrast() == 9
        display.unplug()
        picture = bytes([turn + 2] * 1024)
        painted(glass, picture, 9)
        assert not glass.present()


def test_a_display_connected_during_sleep_stays_dark(wires: Wires, display: Any) -> None:
    glass = Glass(wires.drive, ADDRESSES)
    painted(glass, bytes(1024), asleep=True)
    assert glass.present()
    assert not display.lit()


def run(wires: Wires, folder: Path, clock: Clock, typed: str, pins: Callable[[], int] = int, for_ms: int = 0) -> None:
    """Runs the panel while this is typed, until no key is down any more."""

    class Waiting(Typed):
        def read(self, wait_s: float = 0) -> None:
            super().read()
            clock.sleep(wait_s)

    keys = Waiting()
    with (
        contextlib.closing(Glass(wires.drive, ADDRESSES)) as glass,
        LiveDevice(folder, glass, keys, lambda: not keys._queue and clock.ms >= for_ms, pins) as device,
    ):
        keys.type(typed)
        device.play()


def test_a_deal_played_by_keyboard_is_saved(wires: Wires, display: Any, clock: Clock, tmp_path: Path) -> None:
    folder = tmp_path / "my" / "evenings"
    run(wires, folder, clock, "".join(CODES[key] for key in DEAL.split()))
    assert not display.lit(), "the display is dark after the program has ended"
    display.on = True
    with Headless(folder) as device:
        assert {"1640", "1796", "2736", "1828"} <= set(device.text())
        perform(parse(LAST_DEAL), device)
        assert "368" in device.text()
    pictured = goldens.pixels(goldens.read(goldens.file("next-deal"))["en"])
    picture = display.picture()
    assert ["".join(str(picture[(y >> 3) * 128 + x] >> (y & 7) & 1) for x in range(128)) for y in range(64)] == pictured


def test_buttons_at_pins_work_as_keys(wires: Wires, clock: Clock, tmp_path: Path) -> None:
    names = ["D0", "D1", "D2", "D3", "D4", "D5"]
    pins = [sys.modules["board"].__dict__[name] for name in names]
    keys = wires.keys(names)
    assert all(pin.pulled for pin in pins)
    script = ["up", "right", "left"]

    def finger() -> int:
        turn, phase = divmod(int(clock.ms), 200)
        for key, pin in zip(KEY_NAMES, pins, strict=True):
            pin.level = not (0 < turn <= len(script) and script[turn - 1] == key and phase < 60)
        return keys()

    run(wires, tmp_path, clock, "", finger, 4000)
    with Headless() as other:
        other.press(*script)
        other.wait(1000)
        other.reboot()
        with Headless(tmp_path) as device:
            assert device.pixels() == other.pixels(), "the draft that the same presses leave"
            assert "Cy" in " ".join(device.text())


def test_keys_work_on_a_bridge_without_pull_up_resistors(wires: Wires) -> None:
    keys = wires.keys(["D2", "D3", "D4", "D5", "D6", "D7"])
    board: Any = sys.modules["board"]
    assert board.D7.pulled is False
    board.D7.level = False
    assert keys() == 1 << KEY_NAMES.index("b")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["D1"], "Name six, for left"),
        (["D0", "D1", "D2", "D3", "D4", "D4"], "Give each key its own pin"),
        (["D0", "D1", "D2", "D3", "D4", "X9"], "'X9' is not a pin of this machine. Its pins are: D0, D1, D2"),
    ],
)
def test_wrong_pins_are_reported(wires: Wires, names: list[str], message: str) -> None:
    with pytest.raises(Failure, match=message):
        wires.keys(names)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ana", "Ana"),
        ("bAMH", "Bamh"),
        ("q?zx", "Qzx"),
        ("A 9", "A9"),
        ("bob\x7f\x7foa", "Boa"),
        ("abcdefghijk", "Abcdefgh"),
    ],
)
def test_letters_type_while_a_name_is_typed(typed: str, shown: str, tmp_path: Path) -> None:
    with Headless(tmp_path) as device:
        keys = Typed()
        keys.keys_of = lambda letter: device.app.screen.keys_of(letter)

        def type_in(text: str) -> list[str]:
            keys.type(text)
            while keys._queue:
                device.rig.run(keys.mask(SAMPLE_MS), SAMPLE_MS)
            device.wait(SAMPLE_MS)
            return device.text()

        perform(parse(f"{NAMES} up"), device)
        assert shown in type_in(typed)
        assert not keys.ended
        assert "whose name?" in type_in("\r")
        assert "whose name?" not in type_in("b"), "B is a key again"


def test_without_a_terminal_there_are_no_keys() -> None:
    with keyboard() as keys:
        keys.read(0.01)
        assert (keys.mask(8), keys.ended) == (0, False)


def test_a_machine_without_pins_is_reported_with_its_alternatives(
    wires: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise RuntimeError("no such bus")

    monkeypatch.setattr(sys.modules["board"], "I2C", missing)
    result = CliRunner().invoke(cli.main, ["panel"])
    assert result.exit_code == 1
    assert "no such bus" in result.output
    assert "BLINKA_MCP2221=1" in result.output
