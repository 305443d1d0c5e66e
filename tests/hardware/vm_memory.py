"""A heap as small as a board's: what stays in it when the device has opened the evening again.

Runs on MicroPython alone: ../test_on_micropython.py starts it.
"""

import gc
import random
import sys

from help.powered import Device
from help.scratch import Flash
from mingg import memory

KEYS = "luurrddaaaaabA"
FAILURES = 40
MOST = 2000  # bytes, on a PC twice as many as on a board: lists that have grown, and the text in the bar


def in_use(device):
    device.wait(400)  # nobody presses a key: what is needed no more is unloaded
    gc.collect()
    return gc.mem_alloc()


def restarted(device):
    """Switches a device off and on again. Modules outlast that here, so they are unloaded, as the power cut would."""
    flash = device.flash
    device.app.display.canvas.forget()
    device.off()
    memory.keep()
    return flash


def walk():
    """Presses random keys, and opens the evening again, again and again. Returns the bytes in use after each of these
    moments, and after switching on with the same flash; with the screen on which it happened."""
    random.seed(7)
    device = Device(Flash(), new=True)
    results = []
    for _ in range(FAILURES):
        for _ in range(random.randint(3, 30)):
            device.press(random.choice(KEYS))
            if random.random() < 0.3:
                device.wait(400)  # screens are loaded ahead
        screen = device.screen()
        device.app.open_again()
        again = in_use(device)
        flash, device = restarted(device), None
        gc.collect()
        device = Device(flash)
        results.append((again, in_use(device), screen))
    device.off()
    return results


def test_what_opens_again_takes_no_more_memory_than_what_is_switched_on():
    memory._resident.update(sys.modules)
    memory.is_short = lambda percent=50: True
    walk()  # MicroPython never forgets a name: now it knows all of them
    results = walk()
    assert len({screen for _, _, screen in results}) > 6, results
    for again, fresh, screen in results:
        assert again - fresh <= MOST, (screen, again - fresh)
