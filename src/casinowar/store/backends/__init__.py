"""The two databases: SQLite in one file, or PostgreSQL shared by several servers."""
