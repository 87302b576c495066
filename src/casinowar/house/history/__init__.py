"""Rounds and shoes that were played at a house."""
