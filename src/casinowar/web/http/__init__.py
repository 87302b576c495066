"""What every request passes: guard, endpoint, limits, problems."""
