"""The rules of a table: a file that cites its clauses, the data it becomes, and its words."""
