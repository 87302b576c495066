"""The machine and the libraries a simulation ran on: what a certificate says of them."""

import os
import platform
import sys
from importlib.metadata import version

from llvmlite import binding


def machine() -> dict[str, str]:
    """In words, without anything that says whose machine it is."""
    return {
        "system": platform.system(),
        "architecture": platform.machine(),
        "processor": binding.get_host_cpu_name(),
        "cores": str(os.cpu_count() or 1),
        "byte order": sys.byteorder,
        "python": platform.python_version(),
        "numba": version("numba"),
        "llvm": ".".join(map(str, binding.llvm_version_info)),
        "numpy": version("numpy"),
    }
