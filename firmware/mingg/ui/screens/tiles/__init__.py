"""Screens a hand is entered with tile by tile."""
