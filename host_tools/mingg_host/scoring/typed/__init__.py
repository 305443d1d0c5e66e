"""A deal as a person types it: forgiving in form, never guessing at what is meant."""
