"""Raspberry Pi Pico 2: which pin does what, as GPIO numbers; README.md, made from this, draws it.

What each line may be is told in ../README.md.
"""

# left, right, up, down, A, B
KEYS = (10, 11, 12, 13, 14, 15)
KEYS_WIRED = "ground"

DISPLAY = ("ssd1306", "i2c")
# which I2C, SDA, SCL, Hz
I2C = (0, 4, 5, 400000)
DISPLAY_ADDRESSES = (0x3C, 0x3D)
# which SPI, SCK, MOSI, RES, DC, CS, Hz
SPI = (0, 2, 3, 6, 7, 8, 2000000)

# None: there is none. The light is the Pico 2's own.
BUZZER: "int | None" = None
LIGHT: "int | str | None" = 25

# the folder of the ledger
STORE = "/ledger"

# -1: any timer that is free
TIMER = -1
# what stands before a GPIO's number on the board
PIN = "GP"
