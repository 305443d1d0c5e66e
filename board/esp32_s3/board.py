"""ESP32-S3-DevKitC-1: which pin does what, as GPIO numbers; README.md, made from this, draws it.

What each line may be is told in ../README.md.
"""

# left, right, up, down, A, B
KEYS = (4, 5, 6, 7, 15, 16)
KEYS_WIRED = "ground"

DISPLAY = ("ssd1306", "i2c")
# which I2C, SDA, SCL, Hz
I2C = (0, 8, 9, 400000)
DISPLAY_ADDRESSES = (0x3C, 0x3D)
# which SPI, SCK, MOSI, RES, DC, CS, Hz
SPI = (1, 12, 11, 21, 14, 10, 2000000)

# None: there is none. The board's own light is one of three colours, which this does not drive.
BUZZER: "int | None" = None
LIGHT: "int | str | None" = None

# the folder of the ledger
STORE = "/ledger"

TIMER = 0
# what stands before a GPIO's number
PIN = "GPIO"
