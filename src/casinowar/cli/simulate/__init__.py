"""Commands that simulate tables and prove their odds."""
