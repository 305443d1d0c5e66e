"""Raspberry Pi Pico: a 128x64 SSD1306 on I2C and six buttons to ground. GPIO numbers; the wiring is in README.md."""

# left, right, up, down, A, B
KEYS = (10, 11, 12, 13, 14, 15)

# which I2C, SDA, SCL, Hz
I2C = (0, 4, 5, 400000)
DISPLAY_ADDRESSES = (0x3C, 0x3D)

# None: there is none. A passive buzzer: 18, say, once it is wired. The light is the Pico's own.
BUZZER: "int | None" = None
LIGHT: "int | None" = 25

# the folder of the ledger
STORE = "/ledger"
