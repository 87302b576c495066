"""Shoes' files, checked and replayed, for programs."""
