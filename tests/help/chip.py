"""An RP2040 and its flash, emulated by rp2040py: a genuine MicroPython, our files beside it, power that can be cut.

What the emulator does otherwise than the chip is made good here; each place says how. Time is the emulated one, in ms.
clocks.py says how fast the chip runs in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from mingg_host.board.data import Flash
from rp2040py.boards import BOARDS, resolve_firmware
from rp2040py.device import MicroPythonDevice
from rp2040py.device.base_device import ResetCause
from rp2040py.execute_batch import execute_batch
from rp2040py.peripherals.peripheral import BasePeripheral

CYCLE_NS = 8.0  # of a cycle, in the emulator
CRYSTAL_MHZ, RING_MHZ, USB_MHZ = 12.0, 6.5, 48.0
_CYCLE_MHZ = 1e3 / CYCLE_NS

# Addresses, registers and bits: RP2040 data sheet, 2.15.7 and 2.18.4.
_PLL_SYS = 0x40028
_CS, _FBDIV, _PRIM = 0x0, 0x8, 0xC
_LOCKED = 1 << 31
_REF_CTRL, _SYS_CTRL = 0x30, 0x3C


class Pll(BasePeripheral):
    """The PLL of the system clock; it locks at once. The emulator has none."""

    def __init__(self, mcu: Any, changed: Callable[[], None]) -> None:
        super().__init__(mcu, "PLL_SYS")
        self._registers = {_CS: 1, _FBDIV: 0, _PRIM: 0x77000}
        self._changed = changed

    @property
    def mhz(self) -> float:
        prim = self._registers[_PRIM]
        divided = (self._registers[_CS] & 63) * (prim >> 16 & 7) * (prim >> 12 & 7)
        return CRYSTAL_MHZ * self._registers[_FBDIV] / divided if divided else 0.0

    def read_uint32(self, offset: int) -> int:
        return self._registers.get(offset, 0) | (_LOCKED if offset == _CS else 0)

    def write_uint32(self, offset: int, value: int) -> None:
        self._registers[offset] = value & ~_LOCKED
        self._changed()


class Time:
    """Real time since the power came, ns; has the methods of the emulator's clock. mhz: the chip's frequency."""

    def __init__(self, mcu: Any) -> None:
        self.mhz = RING_MHZ
        self._mcu = mcu
        self._cycles = mcu.clock
        self._since = self._passed = 0.0  # when the frequency changed last: on the emulator's clock, and in real time
        self._alarms: list[Alarm] = []
        self._pll = mcu.peripherals[_PLL_SYS] = Pll(mcu, self._changed)
        write = mcu.clocks.write_uint32

        def written(offset: int, value: int) -> None:
            write(offset, value)
            if offset in (_REF_CTRL, _SYS_CTRL):
                self._changed()

        mcu.clocks.write_uint32 = written
        timer = mcu.timer
        timer.clock = self
        for number, alarm in enumerate(timer.alarms):
            alarm.clock_alarm = self.create_alarm(partial(timer._fire_alarm, number))
        mcu.usb_ctrl.sof_alarm = self.create_alarm(mcu.usb_ctrl._generate_sof)

    @property
    def nanos(self) -> float:
        return self._passed + (self._cycles.nanos - self._since) * self._real

    @property
    def _real(self) -> float:
        """Real time for a time on the emulator's clock."""
        return _CYCLE_MHZ / self.mhz

    def create_alarm(self, do: Callable[[], object]) -> Alarm:
        return Alarm(self, self._cycles, do)

    @property
    def peripheral_mhz(self) -> float:
        """The clock of SPI and UART: the system clock, or the USB's, as the SDK chooses."""
        return USB_MHZ if self._mcu.clocks.peri_ctrl >> 5 & 7 == 2 else self.mhz

    def pass_until(self, nanos: float) -> None:
        """Lets the chip do nothing until then."""
        self._cycles.tick((nanos - self.nanos) / self._real)

    def emulated(self, nanos: float) -> float:
        """How long this takes on the emulator's clock, as the chip runs now."""
        return nanos / self._real

    def set_again(self, alarm: Alarm) -> None:
        """Sets this alarm anew when the frequency changes."""
        if alarm not in self._alarms:
            self._alarms = [alarm, *(waiting for waiting in self._alarms if waiting.waits)]

    def _changed(self) -> None:
        mhz = self._frequency() or self.mhz
        if mhz == self.mhz:
            return
        self._passed, self._since, self.mhz = self.nanos, self._cycles.nanos, mhz
        for alarm in self._alarms:
            alarm.reset()

    def _frequency(self) -> float:
        clocks = self._mcu.clocks
        system = clocks.sys_ctrl
        reference = CRYSTAL_MHZ if clocks.ref_ctrl & 3 == 2 else RING_MHZ
        chosen = (self._pll.mhz, USB_MHZ, RING_MHZ, CRYSTAL_MHZ)[system >> 5 & 3] if system & 1 else reference
        return float(chosen * 0x100 / clocks.sys_div)


class Alarm:
    """Calls `do` at a real time."""

    def __init__(self, time: Time, cycles: Any, do: Callable[[], object]) -> None:
        self.waits = False
        self._time = time
        self._do = do
        self._alarm = cycles.create_alarm(self._due)
        self._at = 0.0

    def schedule(self, nanos: float) -> None:
        self._at = self._time.nanos + nanos
        self.waits = True
        self._alarm.schedule(self._time.emulated(nanos))
        self._time.set_again(self)

    def cancel(self) -> None:
        self.waits = False
        self._alarm.cancel()

    def reset(self) -> None:
        """The frequency has changed."""
        if self.waits:
            self._alarm.schedule(self._time.emulated(self._at - self._time.nanos))

    def _due(self) -> None:
        self.waits = False
        self._do()


START = 0x10000000  # the flash, and what is run when the power comes
_TICK_BATCH = 64  # instructions between two looks at the clock, where nothing is due before

# What a W25Q16JV takes, typically; the emulator's flash is done at once.
ERASE_US, BLOCK_US, PROGRAM_US = 45_000, 150_000, 400
_PROGRAM, _ERASE, _ERASE_BLOCK, _STATUS = 0x02, 0x20, 0xD8, 0x05
_SIZES = {_ERASE: 4096, _ERASE_BLOCK: 65536}
_TIMES = {_ERASE: ERASE_US, _ERASE_BLOCK: BLOCK_US, _PROGRAM: PROGRAM_US}
_BUSY = 1


class PowerLost(Exception):
    """The power was cut as requested. `files` has the contents of the flash."""


class Operation(NamedTuple):
    """An operation of the flash. ms: when it begins; address: from the start of the flash; data: the bytes to program,
    None if `size` bytes are erased."""

    ms: float
    address: int
    size: int
    data: bytes | None

    def apply(self, flash: bytearray, part: float = 1.0) -> None:
        """Performs the operation on a flash; only its first part if the power fails meanwhile."""
        count = int(self.size * part)
        end = self.address + count
        if self.data is None:
            flash[self.address : end] = b"\xff" * count
        else:  # bits only ever go from 1 to 0
            old = flash[self.address : end]
            flash[self.address : end] = bytes(a & b for a, b in zip(old, self.data, strict=False))


class Chip:
    """The RP2040 and its flash, from power on.

    image: MicroPython's UF2; files: the file system (None: what the UF2 has there); flash: where that lies.
    operations: what was done to the flash; cut_at, cut_part: the operation in which the power goes (None: none), and
    how much of it is done by then.
    The program never waits for the flash, as if each read were in the chip's cache.
    cycles: the emulator's clock, 8 ns for each cycle of the chip. time: what a watch beside the chip shows.
    """

    def __init__(self, image: Path, files: bytes | None, flash: Flash) -> None:
        device = MicroPythonDevice(board=resolve_firmware(BOARDS["pico"], "micropython", str(image)))
        self._device = device
        self.mcu: Any = device.mcu
        self.cycles: Any = device.simulator.clock
        self.time = Time(self.mcu)
        self._simulator: Any = device.simulator
        self._from, self._to = flash.offset, flash.offset + flash.block * flash.blocks
        if files is not None:
            if len(files) != self._to - self._from:
                raise ValueError(f"{len(files)} bytes of files for {self._to - self._from}")
            self.mcu.flash[self._from : self._to] = files
        self.operations: list[Operation] = []
        self.resets = 0  # by the program
        self.cut_at: int | None = None
        self.cut_part = 0.0
        self.fault: Exception | None = None  # of a part at the pins, whose calls come from within the emulator
        self._off = False
        self._busy_until = 0.0
        self._watch_flash()
        self.printed = bytearray()
        device.cdc.on_serial_data = self.printed.extend
        self._quiet_usb()
        # Nothing here uses the PIO: stepping it is a fifth of the time. A reset needs it.
        self._pio, self.mcu.pio = self.mcu.pio, []
        self.mcu.watchdog.on_watchdog_trigger = self._reset
        self.mcu.core.pc = START

    # ---- time ----

    @property
    def ms(self) -> float:
        """Since the power came."""
        return self.time.nanos / 1e6

    def after(self, ms: float, do: Callable[[], object]) -> None:
        """Has something done when so much more time has passed."""
        self.time.create_alarm(do).schedule(ms * 1e6)

    def run(self, ms: float) -> None:
        """Lets time pass. Raises PowerLost, and what a part at the pins has found fault with."""
        alarm = self.time.create_alarm(self._stop)
        alarm.schedule(ms * 1e6)
        self._simulator.stopped = self._off
        while not self._simulator.stopped:
            execute_batch(self._simulator, _TICK_BATCH)
        alarm.cancel()
        if self.fault is not None:
            raise self.fault
        if self._off:
            raise PowerLost

    def fail(self, fault: Exception) -> None:
        """Makes run() end and raise this error, which a part at the pins has found."""
        self.fault = self.fault or fault
        self._stop()

    def _stop(self) -> None:
        self._simulator.stopped = True

    def _reset(self) -> None:
        self.resets += 1
        self.mcu.pio = self._pio
        self._device.hard_reset(cause=ResetCause.WATCHDOG)
        self.mcu.pio = []

    # ---- flash ----

    @property
    def files(self) -> bytes:
        """The current file system on the flash."""
        return bytes(self.mcu.flash[self._from : self._to])

    def torn(self, files: bytes, operations: list[Operation], part: float) -> bytes:
        """Returns the file system `files` after these operations; the last of them is done in part."""
        flash = bytearray(self._from) + files
        for operation in operations[:-1]:
            operation.apply(flash)
        operations[-1].apply(flash, part)
        return bytes(flash[self._from :])

    def _watch_flash(self) -> None:
        ssi = self.mcu.ssi
        apply, shift = ssi._apply_command, ssi._shift_byte

        def applied() -> None:
            sent = ssi._tx_buffer
            if sent and sent[0] in _TIMES and ssi._write_enabled:
                if self._off:
                    ssi._tx_buffer = bytearray()
                    return
                code, address = sent[0], int.from_bytes(sent[1:4], "big")
                if code == _PROGRAM:
                    operation = Operation(self.ms, address, len(sent) - 4, bytes(sent[4:]))
                else:
                    size = _SIZES[code]
                    operation = Operation(self.ms, address & -size, size, None)
                self.operations.append(operation)
                if self.cut_at is not None and len(self.operations) > self.cut_at:
                    operation.apply(self.mcu.flash, self.cut_part)
                    self._off = True
                    self._stop()
                    ssi._tx_buffer = bytearray()
                    return
                self._busy_until = self.time.nanos + _TIMES[code] * 1e3
            apply()

        def shifted(byte: int) -> int:
            answer = int(shift(byte))
            sent = ssi._tx_buffer
            if len(sent) > 1 and sent[0] == _STATUS and self.time.nanos < self._busy_until:
                # Interrupts are off while the flash is asked whether it is done: nothing is missed by a jump there.
                self.time.pass_until(self._busy_until)
                answer |= _BUSY
            return answer

        ssi._apply_command, ssi._shift_byte = applied, shifted

    # ---- USB ----

    def _quiet_usb(self) -> None:
        """Disables the host of the emulator. It would answer every waiting endpoint with an empty packet, at once and
        without end, so that the chip does nothing else. A real host that has nothing to send is silent."""
        control, cdc = self.mcu.usb_ctrl, self._device.cdc
        read = control.on_endpoint_read

        def asked(endpoint: int, size: int) -> None:
            if endpoint != cdc._out_endpoint:
                read(endpoint, size)

        control.on_endpoint_read = asked
