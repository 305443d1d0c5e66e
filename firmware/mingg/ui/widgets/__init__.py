"""Parts that several screens are drawn with."""
