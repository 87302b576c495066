"""Simulation of a player's bank whose stake may run short, played by the core itself."""
