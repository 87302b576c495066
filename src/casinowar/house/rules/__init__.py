"""The rule files of a house, and the prices of their rules."""
