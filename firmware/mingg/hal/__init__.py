"""The hardware: keys, flash, display, pins. Imports neither the rules nor the screens."""
