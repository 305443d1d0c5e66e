"""The screens that show counters."""
