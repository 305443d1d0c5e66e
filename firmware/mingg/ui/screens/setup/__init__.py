"""The screens that set up a session."""
