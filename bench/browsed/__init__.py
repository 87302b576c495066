"""The page in a real browser: how smooth, how small, how soon."""
