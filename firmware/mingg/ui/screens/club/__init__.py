"""The screens of a club night."""
