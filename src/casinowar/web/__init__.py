"""The house over HTTP: commands, answers and streams of events."""
