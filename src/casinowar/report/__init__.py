"""Reports on the price of a table: a page of HTML, or a PAR sheet to print.

`contents` writes the texts of a report; `html` and `pdf` only lay them out.
"""
