"""Other libraries a user might pick, each in an environment of its own, away from casinowar's."""
