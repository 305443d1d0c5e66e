"""An evening, or several as a season, as one page to read, print and keep: `mingg report`."""

# In the head of every report, and of nothing else: such a page may be written over.
MARK = '<meta name="generator" content="Mingg report">'
