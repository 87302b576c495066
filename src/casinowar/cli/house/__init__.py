"""Commands that run and maintain a house."""
