"""Simulations and proofs of a table, for programs."""
