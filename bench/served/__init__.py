"""A house under load: the server, and clients that do not hold it up."""
