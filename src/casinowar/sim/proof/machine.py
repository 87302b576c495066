"""The machine and the libraries that a certificate names."""

import os
import platform
import sys
from importlib.metadata import version

from llvmlite import binding


def machine() -> dict[str, str]:
    """Describe this machine, without anything that identifies its owner."""
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
