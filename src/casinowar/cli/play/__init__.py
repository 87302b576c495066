"""Commands that play, settle, replay and verify."""
