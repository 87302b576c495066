"""Libraries that only some commands use: they come with an extra of the package."""

from importlib import import_module
from types import ModuleType

from casinowar.errors import CasinoWarError


def needed(library: str, what: str, extra: str) -> ModuleType:
    """A library that something needs, or an error that says how to get it."""
    try:
        return import_module(library)
    except ImportError as missing:
        raise CasinoWarError(
            f"{what} needs {library}: pip install 'casinowar[{extra}]', "
            f"or pip install '.[{extra}]' in a checkout"
        ) from missing
