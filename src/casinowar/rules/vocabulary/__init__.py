"""The fields of a rule file, each declared once."""
