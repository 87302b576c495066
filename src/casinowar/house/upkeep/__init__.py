"""Start, audit, export, backup and clean-up of a house."""
