"""The simulation: real shoes, card by card, counted by compiled kernels and priced by the core.

A kernel knows no pay. It deals shoes and counts how rounds came out (`casinowar.sim.tallies`);
`casinowar.sim.estimates` lets the core price one example of each outcome.
"""
