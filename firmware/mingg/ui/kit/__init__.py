"""What screens are made of: see view.py."""
