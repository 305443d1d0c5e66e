"""The kinds of a session's lines, which are also what names each in its record."""

DEAL, CORRECT, PAY, COUNT = "deal", "correct", "pay", "count"
