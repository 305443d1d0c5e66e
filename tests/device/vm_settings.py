"""The settings on littlefs in memory, set by keys, with power lost at every operation of the flash.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import vfs
from mingg.hal.keys import Keys
from mingg.hal.store import Store
from mingg.settings import Settings
from mingg.ui.app import App
from scratch import Flash, mount

MASKS = {"l": 1, "r": 2, "u": 4, "d": 8, "a": 16, "b": 32}


class Panel:
    def __init__(self):
        self.buffer = bytearray(1024)

    def show(self):
        pass

    def contrast(self, level):
        self.level = level

    def sleep(self, on):
        pass


class Device:
    """The application on a flash, from power on."""

    def __init__(self, image):
        self.flash = Flash(data=image)
        self.path = mount(self.flash)
        self.keys = Keys()
        self.panel = Panel()
        self.now = 0
        self.app = App(self.panel, self.keys, Store(self.path))
        self.pass_time(0, 24)

    def pass_time(self, mask, ms):
        for _ in range(0, ms, 8):
            self.now += 8
            self.keys.sample(mask, self.now)
            self.app.step(self.now)

    def press(self, keys):
        """Small letters are tapped, a capital is held, _ waits until all is kept."""
        for key in keys:
            if key != "_":
                self.pass_time(MASKS[key.lower()], 600 if key != key.lower() else 24)
            self.pass_time(0, 400 if key == "_" else 24)

    def off(self):
        vfs.umount(self.path)
        return bytes(self.flash.data)


def _found(path):
    settings = Settings(Store(path))
    assert settings.notice is None, settings.notice
    return settings.get("brightness", ""), settings.get("dims", 0)


def _into_settings(device):
    """From Table by the menu, whatever else is in it."""
    device.press("B")
    menu = device.app.screen
    menu.current = menu.items.index("menu settings")
    device.press("a")


def test_a_cut_while_settings_are_kept_leaves_the_old_or_the_new():
    flash = Flash()
    vfs.umount(mount(flash, new=True))
    image, cuts = bytes(flash.data), 0
    for keys, old, new in (("l_", ("", 0), ("middle", 0)), ("dr_", ("middle", 0), ("middle", 5))):
        whole = Device(image)
        _into_settings(whole)
        whole.flash.operations = 0
        whole.press(keys)
        total = whole.flash.operations
        assert total
        assert _found(whole.path) == new
        for left in range(total):
            for torn in (0, 2, 4, Flash.GARBAGE):
                cut = Device(image)
                _into_settings(cut)
                cut.flash.left, cut.flash.torn = left, torn
                cut.press(keys)
                assert cut.flash.left == -2, "power was not lost"
                again = Device(cut.off())
                assert _found(again.path) in (old, new), (keys, left, torn)
                assert type(again.app.screen).__name__ == "TableScreen"
                again.off()
                cuts += 1
        image = whole.off()
    print("power cut", cuts, "times under the settings")
