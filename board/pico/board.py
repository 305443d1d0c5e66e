"""Raspberry Pi Pico: a 128x64 SSD1306 on I2C and six buttons to ground. GPIO numbers; the wiring is in README.md."""

# left, right, up, down, A, B
KEYS = (10, 11, 12, 13, 14, 15)

# ssd1306 or sh1106, i2c or spi
DISPLAY = ("ssd1306", "i2c")
# which I2C, SDA, SCL, Hz
I2C = (0, 4, 5, 400000)
DISPLAY_ADDRESSES = (0x3C, 0x3D)
# which SPI, SCK, MOSI, RES, DC, CS, Hz
SPI = (0, 2, 3, 6, 7, 8, 2000000)

# None: there is none. A passive buzzer: 18, say, once it is wired. The light is the Pico's own.
BUZZER: "int | None" = None
LIGHT: "int | None" = 25

# the folder of the ledger
STORE = "/ledger"
