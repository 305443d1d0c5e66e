"""`mingg panel`: runs the firmware on a PC or a Raspberry Pi with a real display, using Blinka."""
