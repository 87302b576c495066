"""What pit bosses and operators see and do."""
