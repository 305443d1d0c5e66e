"""The commands of `mingg`, one module each, and what several of them share."""
