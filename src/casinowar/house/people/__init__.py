"""Accounts, sessions, rights, and the limits that players set themselves."""
