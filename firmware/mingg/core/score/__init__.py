"""The score of one hand."""
