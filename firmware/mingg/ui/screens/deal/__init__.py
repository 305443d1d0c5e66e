"""The screens on which a deal is entered."""
