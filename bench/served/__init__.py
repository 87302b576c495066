"""A house under load: the programs that serve, and clients that do not slow them down."""
