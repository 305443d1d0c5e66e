"""How fast an emulated chip runs: its clocks, and the cache between it and its flash.

The emulator counts each cycle as 8 ns, at any frequency. Here the cycles stay as they are, and real time is derived
from them: at 200 MHz a cycle takes 5 ns of it. What lasts a real time, such as the chip's timer, is emulated by `Time`;
what lasts a number of cycles, such as a bit on a bus, by the emulator's own clock.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

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


class FlashCache:
    """The cache of the RP2040 (data sheet, 2.6.3): 16 kB, two ways of lines of eight bytes. The program waits while a
    line is read from the flash. hits are not counted; misses: of lines."""

    LINES = 1024  # of each way
    CYCLES = 60  # to read a line: a quad read with a continuous command, at half the chip's clock

    def __init__(self, mcu: Any) -> None:
        self.misses = 0
        newer, older = [-1] * self.LINES, [-1] * self.LINES
        tick, wait = mcu.clock.tick, self.CYCLES * CYCLE_NS
        last = -1

        def look_up(address: int) -> None:
            nonlocal last
            last = line = address >> 3
            place = line & 1023
            previous = newer[place]
            if previous != line:
                newer[place] = line
                if older[place] != line:
                    self.misses += 1
                    tick(wait)
                older[place] = previous

        def through(read: Callable[[int], int]) -> Callable[[int], int]:
            def reads(address: int) -> int:
                if address >> 24 == 0x10 and address >> 3 != last:
                    look_up(address)
                return read(address)

            return reads

        mcu.read_uint32 = through(mcu.read_uint32)
        mcu.read_uint16 = through(mcu.read_uint16)
        mcu.read_uint8 = through(mcu.read_uint8)
