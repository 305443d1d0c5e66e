"""An evening, a club night or a season as a page."""
