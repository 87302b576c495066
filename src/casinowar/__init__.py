"""Casino War as a rule engine: one rule file says how a table works, one function plays it."""

TYPE_CHECKING = False
"""As in `typing`, which is not imported: an interrupt while it loads would show a traceback."""

__version__: str

if not TYPE_CHECKING:  # or a type checker would take any name at all to be here

    def __getattr__(name: str) -> str:
        """The version, looked up when it is asked for: most commands never do."""
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib.metadata import version

        return version("casinowar")
