"""`mingg panel`: the firmware on a PC or a Raspberry Pi, on a real display; Blinka and Adafruit's driver reach it."""
