"""Commands that show, compare and price rules."""
