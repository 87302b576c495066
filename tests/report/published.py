"""Reports as the command line writes them, and a browser's view of one."""

from pathlib import Path

from click.testing import CliRunner, Result

from casinowar.cli import main
from casinowar.rules.file import builtin_names, load_rules

READINGS = [
    (name, reading.name) for name in builtin_names() for reading in load_rules(name).readings
]


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["odds", *map(str, words)])


def written(file: Path, *words: str) -> bytes:
    """What `casinowar odds` writes to a file with the option of its suffix."""
    result = run(*words, f"--{file.suffix[1:]}", file)
    assert result.exit_code == 0, result.output
    assert result.output == f"written: {file}\n"
    return file.read_bytes()
