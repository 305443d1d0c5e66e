"""Settings changed by keys, on littlefs in memory, with a power cut at every operation of the flash.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import vfs
from mingg.hal.store import Store
from mingg.settings import Settings
from powered import SETTINGS, Device
from scratch import Flash, mount


def _found(path):
    settings = Settings(Store(path))
    assert settings.notice is None, settings.notice
    return settings.get("brightness", ""), settings.get("dims", 0)


def _into_settings(device):
    device.press(SETTINGS)


def test_a_cut_while_settings_are_kept_leaves_the_old_or_the_new():
    flash = Flash()
    vfs.umount(mount(flash, new=True))
    image, cuts = bytes(flash.data), 0
    for keys, old, new in (("l_", ("", 0), ("middle", 0)), ("dr_", ("middle", 0), ("middle", 2))):
        uncut = Device(Flash(data=image))
        _into_settings(uncut)
        uncut.flash.operations = 0
        uncut.press(keys)
        total = uncut.flash.operations
        assert total
        assert _found(uncut.path) == new
        for operations in range(total):
            for torn in (0, 2, 4, Flash.GARBAGE):
                cut = Device(Flash(data=image))
                _into_settings(cut)
                cut.flash.operations_left, cut.flash.torn = operations, torn
                cut.press(keys)
                assert cut.flash.operations_left == -2, "power was not lost"
                restarted = Device(Flash(data=cut.off()))
                assert _found(restarted.path) in (old, new), (keys, operations, torn)
                assert restarted.screen() == "TableScreen"
                restarted.off()
                cuts += 1
        image = uncut.off()
    print("power cut", cuts, "times under the settings")
