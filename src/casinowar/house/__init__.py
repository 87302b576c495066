"""The house: it owns the clock and the chance, and runs the tables."""
