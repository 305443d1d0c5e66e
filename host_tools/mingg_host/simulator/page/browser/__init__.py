"""What differs from a board when the firmware runs in a web page: the panel, what lies beneath the files, the clock."""
