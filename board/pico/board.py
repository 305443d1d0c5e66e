"""Raspberry Pi Pico: a 128x64 SSD1306 on I2C and six buttons to ground. GPIO numbers; the wiring is in README.md."""

# left, right, up, down, A, B
KEYS = (10, 11, 12, 13, 14, 15)

# which I2C, SDA, SCL, Hz
I2C = (0, 4, 5, 400000)
DISPLAY_ADDRESSES = (0x3C, 0x3D)

# the folder of the ledger
STORE = "/ledger"
