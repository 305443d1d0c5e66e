"""Settings changed by keys, on littlefs in memory, with power cuts.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import vfs
from help.powered import SETTINGS, Device
from help.scratch import Flash, every_cut, mount
from mingg.hal.store import Store
from mingg.settings import Settings

# keys, and the brightness and the dimming before and after them
CHANGES = (("l_", ("", 0), ("middle", 0)), ("dr_", ("middle", 0), ("middle", 2)))


@every_cut
def test_a_cut_while_settings_are_kept_leaves_the_old_or_the_new(cut):
    flash = Flash()
    vfs.umount(mount(flash, new=True))
    image = bytes(flash.data)
    for keys, old, new in CHANGES:

        def change(flash, on, keys=keys):
            device = Device(flash)
            device.press(SETTINGS)
            on(flash)
            device.press(keys)
            device.off()

        def check(left, _, moment, old=old, new=new):
            device = Device(Flash(data=left))
            settings = Settings(Store(device.path))
            assert settings.notice is None, (moment, settings.notice)
            found = settings.get("brightness", ""), settings.get("dims", 0)
            assert found == new or (moment and found == old), (moment, found)
            assert device.screen() == "TableScreen"
            device.off()

        image = cut(image, change, check)
