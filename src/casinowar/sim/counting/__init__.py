"""Measurements on shoes watched card by card: counting the tie wager, and the cut-card effect."""
