"""The report after the program has failed. Runs under pytest and, unchanged, on MicroPython."""

from help.scratch import folder
from mingg.hal import crash
from mingg.hal.keys import A, Keys
from mingg.hal.store import Store


class Restarted(Exception):
    """Replaces the restart, which does not return."""


class Rig:
    """Reports an error while `fingers` (a list of masks, 5 ms each) press the keys."""

    MONO_VLSB = 0

    def __init__(self, error, fingers, store=None):
        self.lines = []
        self.shown = 0
        self.level = 0x04  # when it fails, no key has been pressed for long
        self.asleep = True
        self.buffer = bytearray(1024)
        self.keys = Keys()
        self.store = store or Store(folder())
        self.fingers = list(fingers)
        self.now = 0
        self.sample(1 << A)
        self.sample(1 << A)
        self.sample(1 << A)  # a key is down when it fails
        crash.framebuf = crash.time = crash.sys = self
        try:
            crash.report(error, self, self.keys, self.store, self.restart)
            raise AssertionError("it came back")
        except Restarted:
            pass

    # replaces framebuf
    def FrameBuffer(self, buffer, width, height, form):
        assert buffer is self.buffer
        return self

    def fill(self, ink):
        self.lines.clear()

    def text(self, line, x, y):
        assert x + 8 * len(line) <= 128, line
        assert y + 8 <= 64
        self.lines.append(line)

    # replaces sys: prints to the console, or into a file
    def print_exception(self, error, file=None):
        if file is not None:
            file.write("Traceback\n" + type(error).__name__ + ": " + str(error) + "\n")

    # replaces time
    def sleep_ms(self, ms):
        for _ in range(ms // 5):
            if not self.fingers:
                raise AssertionError("no restart")
            self.sample(self.fingers.pop(0))

    def sample(self, mask):
        self.now += 5
        self.keys.sample(mask, self.now)

    # replaces the panel
    def show(self):
        self.shown += 1

    def contrast(self, level):
        self.level = level

    def sleep(self, on):
        self.asleep = on

    def restart(self):
        raise Restarted


PRESS_ANY = [0] * 40 + [2] * 20 + [0] * 40


def test_a_crash_is_shown_and_its_traceback_stored():
    rig = Rig(ValueError("five 2p"), PRESS_ANY)
    assert rig.lines[0] == "Mingg stopped."
    assert "What was saved" in rig.lines
    assert "ValueError" in rig.lines
    assert "see crash.txt" in rig.lines
    assert rig.store.read("crash.txt") == b"Traceback\nValueError: five 2p\n"


def test_a_crash_is_visible_even_on_a_dark_panel():
    rig = Rig(ValueError(), PRESS_ANY)
    assert not rig.asleep
    assert rig.level > 0x80


def test_nothing_else_in_the_store_is_touched():
    store = Store(folder())
    store.append("0001.txt", b"kept")
    store.replace("draft.txt", b"half")
    Rig(ValueError(), PRESS_ANY, store)
    assert store.names() == ["0001.txt", "crash.txt", "draft.txt"]
    assert store.read("0001.txt") == b"kept"
    assert store.read("draft.txt") == b"half"


def test_a_key_pressed_again_and_released_restarts_the_device():
    still_down = [1 << A] * 200 + [0] * 40
    rig = Rig(ValueError(), still_down + [2] * 400 + [0] * 40)
    assert len(rig.fingers) <= 40 - 3
    assert rig.shown > 10  # the display may come back: show() is called all the time


def test_a_flash_that_cannot_be_written_is_reported():
    class Full:
        def replace(self, name, data):
            raise OSError(28)

    rig = Rig(ValueError(), PRESS_ANY, Full())
    assert "Mingg stopped." in rig.lines
    assert "not written down" in rig.lines
    assert "see crash.txt" not in rig.lines
