"""The game itself: actions in, events out, on frozen data. No clock, no chance, no files."""
