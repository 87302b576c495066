"""Everything the house asks of the database, one module for each subject."""
