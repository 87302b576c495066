"""Where the tests' files are, whatever folder a test moves to."""

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
DATA = TESTS / "data"
GOLDEN_FILES = TESTS / "golden"
