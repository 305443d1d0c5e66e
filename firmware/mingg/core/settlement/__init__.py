"""What each player receives or pays after a deal."""
