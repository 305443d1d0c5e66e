"""The screens of the menu, and those that it opens."""
