"""The JSON form of everything a record holds."""
