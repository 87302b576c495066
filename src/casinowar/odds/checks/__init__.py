"""The checks that `casinowar check` makes on a rule file."""
