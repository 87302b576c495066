"""Hand-dealt tables: what their dealers see and type."""
