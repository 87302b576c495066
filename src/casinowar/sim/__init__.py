"""The simulation: compiled kernels deal real shoes card by card, and the core prices the outcomes.

A kernel knows no pays. It deals shoes and counts outcomes (`casinowar.sim.tallies`).
`casinowar.sim.estimates` lets the core price one example of each outcome.
"""
