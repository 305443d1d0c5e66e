"""From the firmware's sources to a running board."""
