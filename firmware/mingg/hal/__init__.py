"""What touches the outside: keys, flash, display, pins. Knows neither the rules nor the screens."""
