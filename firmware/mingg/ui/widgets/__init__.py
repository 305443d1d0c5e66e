"""What several screens are drawn with."""
