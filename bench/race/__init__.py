"""The race of `bench/simulate.py`: who deals how many rounds a second, side by side in one run."""
