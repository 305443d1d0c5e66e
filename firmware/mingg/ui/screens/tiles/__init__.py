"""A hand is entered tile by tile."""
