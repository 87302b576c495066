"""The price of a table as a document: one page of HTML, or a PAR sheet to print.

`contents` says what is in it, in texts; `html` and `pdf` only set it.
"""
