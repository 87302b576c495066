"""Tables as they run: commands, offers, views and reports."""
