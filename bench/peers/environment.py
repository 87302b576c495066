"""The environment that the peers live in: made once in the user's cache folder, then used again."""

import os
import subprocess
import sys
import venv
from pathlib import Path

_PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1")
_INSTALL_SECONDS = 900


def cache_folder() -> Path:
    """Where the environment is kept, one for each version of Python."""
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return root / "casinowar" / f"peers-python{sys.version_info.major}.{sys.version_info.minor}"


def python_in(folder: Path) -> Path:
    """The Python of an environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make(folder: Path) -> str | None:
    """Make the environment if it is not there; what was wrong, if anything was."""
    ready = folder / "ready"
    if ready.exists():
        return None
    try:
        venv.EnvBuilder(clear=True, with_pip=True).create(folder)
        ready.touch()
    except (OSError, subprocess.CalledProcessError) as error:
        return f"no environment can be made for it: {error}"
    return None


def install(folder: Path, peer: str) -> str | None:
    """Install a peer if it is not there; what was wrong, if anything was."""
    command = [str(python_in(folder)), *_PIP, peer]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_INSTALL_SECONDS
        )
    except subprocess.TimeoutExpired:
        return f"pip has not installed it in {_INSTALL_SECONDS // 60} minutes"
    return f"pip does not install it: {last_line(ran.stderr)}" if ran.returncode else None


def last_line(text: str) -> str:
    """What a program said at last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("ERROR: ") if lines else "it does not say why"
