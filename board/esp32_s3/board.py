"""ESP32-S3-DevKitC-1: what each pin does, as GPIO numbers. ../wiring.md and wiring.svg show it.

../README.md explains the values.
"""

# Hz of the chip, and the mV that it needs for them; 0: the chip chooses. MicroPython starts at 160 MHz; the data sheet
# allows 240.
CLOCK = (240000000, 0)

# left, right, up, down, A, B
KEYS = (4, 5, 6, 7, 15, 16)
KEYS_WIRED = "ground"

DISPLAY = ("ssd1306", "i2c")
# number of the I2C bus, SDA, SCL, Hz
I2C = (0, 8, 9, 400000)
DISPLAY_ADDRESSES = (0x3C, 0x3D)
# number of the SPI bus, SCK, MOSI, RES, DC, CS, Hz
SPI = (1, 12, 11, 21, 14, 10, 4000000)

# None: not there. Mingg cannot drive the board's own light, which has three colours.
BUZZER: "int | None" = None
LIGHT: "int | str | None" = None

# the battery: GPIO, the resistors from it to the battery and to ground, and the mV below which it is low; None: not
# measured
BATTERY: "tuple[int, int, int, int] | None" = None

# the folder for evenings and settings
STORE = "/ledger"

# the board has Wi-Fi, and so gets the modules of a club night
RADIO = True

TIMER = 0
# the text before a GPIO number
PIN = "GPIO"
