"""What every request passes through: guard, routes, limits, problems, paging."""
