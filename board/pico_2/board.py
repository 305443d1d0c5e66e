"""Raspberry Pi Pico 2: what each pin does, as GPIO numbers. ../wiring.md and wiring.svg show it.

../README.md explains the values.
"""

# Hz of the chip, and mV of its core (0: unchanged). 150 MHz is the most that the data sheet allows, and the clock at
# which MicroPython starts.
CLOCK = (150000000, 0)

# left, right, up, down, A, B
KEYS = (10, 11, 12, 13, 14, 15)
KEYS_WIRED = "ground"

DISPLAY = ("ssd1306", "i2c")
# number of the I2C bus, SDA, SCL, Hz
I2C = (0, 4, 5, 400000)
DISPLAY_ADDRESSES = (0x3C, 0x3D)
# number of the SPI bus, SCK, MOSI, RES, DC, CS, Hz
SPI = (0, 2, 3, 6, 7, 8, 4000000)

# None: not there. The light is the Pico 2's own.
BUZZER: "int | None" = None
LIGHT: "int | str | None" = 25

# the battery: GPIO, the resistors from it to the battery and to ground, and the mV below which it is low; None: not
# measured
BATTERY: "tuple[int, int, int, int] | None" = None

# the folder for evenings and settings
STORE = "/ledger"

# -1: any free timer
TIMER = -1
# the text before a GPIO number on the board
PIN = "GP"
