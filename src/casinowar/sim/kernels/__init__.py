"""The compiled loops that deal shoes and count outcomes; they know nothing about pays."""
