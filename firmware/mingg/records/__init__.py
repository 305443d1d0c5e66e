"""The ledger of an evening: typed records, one reader and one writer.

line     a line with its checksum, and the names of files
kinds    a class for each kind of record; turns it into the text of a line
parse    the kinds that are no deal; turns the text of a line into a record
reader   lines in, records out, with what is missing
ledger   writes the lines of a ledger into its files, and finds them again
"""
