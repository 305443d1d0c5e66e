"""The screens that show what a deal counts and who pays."""
