"""Figures of many rounds: sessions, risk of ruin, and the sums behind them."""
