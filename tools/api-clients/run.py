#!/usr/bin/env python3
"""Try the OpenAPI document as other programs would: lint it, generate clients, play with them.

    python tools/api-clients/run.py

It starts a house of its own on loopback and needs pip, npm and Node.js. README.md has the rest.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS = 60
"""How long the house may take to start, and to stop."""

ADDRESS = re.compile(r"http://127\.0\.0\.1:[0-9]+")
QUIET = {
    "REDOCLY_TELEMETRY": "off",
    "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    "NPM_CONFIG_UPDATE_NOTIFIER": "false",
    "NPM_CONFIG_LOGLEVEL": "error",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}


Word = str | Path
"""Of a command."""


class Workshop:
    """A folder outside the repository with both environments and everything that is generated."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.python = folder / "python"
        self.node = folder / "node"
        self.document = folder / "openapi.json"

    def prepare(self) -> None:
        """Install the tools, unless an earlier run did."""
        bin_folder = self.python / "bin"
        if not (bin_folder / "openapi-python-client").exists():
            step("install the Python tools")
            venv.create(self.python, with_pip=True, clear=True)
            self.run("pip", "install", "--quiet", "-r", HERE / "requirements.txt", path=bin_folder)
        self.node.mkdir(exist_ok=True)
        for name in ("package.json", "tsconfig.json", "spectral.yaml", "play.ts"):
            shutil.copy(HERE / name, self.node)
        if not (self.node / "node_modules").exists():
            step("install the Node.js tools")
            options = ["--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
            self.run("npm", "install", *options, cwd=self.node)

    def run(
        self, program: str, *words: Word, path: Path | None = None, cwd: Path | None = None
    ) -> None:
        """Run a program of an environment, and end everything if it fails."""
        done = subprocess.run(
            [_found(program, path), *map(str, words)],
            cwd=cwd or self.folder,
            env=_environment(path),
            check=False,
        )
        if done.returncode:
            sys.exit(f"{program} failed with status {done.returncode}")

    def output(self, program: str, *words: Word) -> str:
        """What a tool of Node.js prints. A linter fails if it finds something, and says so."""
        path = self.node / "node_modules" / ".bin"
        done = subprocess.run(
            [_found(program, path), *map(str, words)],
            cwd=self.node,
            env=_environment(path),
            check=False,
            capture_output=True,
            text=True,
        )
        if not done.stdout.strip():
            sys.exit(f"{program} failed with status {done.returncode}:\n{done.stderr}")
        return done.stdout


def _found(program: str, path: Path | None) -> str:
    """The full path of a program, in an environment or anywhere."""
    where = f"{path}{os.pathsep}{os.environ['PATH']}" if path else None
    found = shutil.which(program, path=where)
    if found is None:
        sys.exit(f"{program} is missing: install it first")
    return found


def _environment(path: Path | None) -> dict[str, str]:
    """The environment of a tool: it finds its own programs first, and asks no other host."""
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    if path is not None:
        known["PATH"] = f"{path}{os.pathsep}{known['PATH']}"
    return {**known, **QUIET}


def step(says: str) -> None:
    print(f"== {says}", flush=True)


@contextmanager
def house(data: Path) -> Iterator[str]:
    """A house of its own for as long as it is needed; yields its address."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("CASINOWAR_")}
    command = [sys.executable, "-m", "casinowar", "serve", "--port", "0", "--data", str(data)]
    log = data / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            command,
            env={**known, "CASINOWAR_REQUESTS_PER_SECOND": "0", "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield _address(process, log)
    finally:
        process.terminate()
        process.wait(SECONDS)


def _address(process: "subprocess.Popen[bytes]", log: Path) -> str:
    """Wait until the house answers."""
    for _ in range(SECONDS * 5):
        found = ADDRESS.search(log.read_text())
        if found is not None:
            try:
                with urllib.request.urlopen(f"{found[0]}/readyz", timeout=SECONDS):
                    return found[0]
            except OSError:
                pass
        try:
            process.wait(0.2)
        except subprocess.TimeoutExpired:
            continue
        break
    sys.exit(f"the house did not start:\n{log.read_text()}")


def lint(shop: Workshop) -> None:
    """Lint the document with both linters; only an error ends everything."""
    step("lint with redocly (recommended rules)")
    told = json.loads(shop.output("redocly", "lint", shop.document, "--format=json"))
    _judge(
        [each["severity"] for each in told["problems"]],
        [f"{each['ruleId']}: {each['message']}" for each in told["problems"]],
    )
    step("lint with spectral (spectral:oas)")
    words: list[Word] = [
        "lint",
        shop.document,
        "--ruleset",
        "spectral.yaml",
        "--format=json",
        "--quiet",
    ]
    found = json.loads(shop.output("spectral", *words))
    _judge(
        ["error" if each["severity"] == 0 else "warn" for each in found],
        [f"{each['code']}: {each['message']} ({'.'.join(each['path'])})" for each in found],
    )


def _judge(severities: list[str], says: list[str]) -> None:
    for severity, text in zip(severities, says, strict=True):
        print(f"{severity}: {text}")
    errors = severities.count("error")
    print(f"{errors} errors, {len(severities) - errors} warnings")
    if errors:
        sys.exit("the document has errors")


def play_in_python(shop: Workshop, address: str) -> None:
    step("generate a client with openapi-python-client, check its use with mypy, and play")
    path, client = shop.python / "bin", shop.folder / "casinowar_client"
    words: list[Word] = ["--path", shop.document, "--output-path", client, "--overwrite"]
    words += ["--config", HERE / "python-client.yaml", "--meta", "none", "--fail-on-warning"]
    shop.run("openapi-python-client", "generate", *words, path=path)
    shutil.copy(HERE / "play.py", shop.folder)
    shop.run("mypy", "--strict", "--follow-imports=silent", "play.py", path=path)
    shop.run("python", "play.py", address, path=path)


def play_in_typescript(shop: Workshop, address: str) -> None:
    step("generate types with openapi-typescript, check their use with tsc, and play")
    path = shop.node / "node_modules" / ".bin"
    words: list[Word] = [shop.document, "--output", "api.ts", "--default-non-nullable=false"]
    shop.run("openapi-typescript", *words, path=path, cwd=shop.node)
    shop.run("tsc", path=path, cwd=shop.node)
    shop.run("node", "play.js", address, cwd=shop.node)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--keep", metavar="FOLDER", type=Path, help="keep the tools and the clients there"
    )
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        shop = Workshop(folder.resolve())
        shop.prepare()
        step("start a house")
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        address = stack.enter_context(house(data))
        with urllib.request.urlopen(f"{address}/openapi.json", timeout=SECONDS) as answer:
            shop.document.write_bytes(answer.read())
        print(f"{address}/openapi.json: {shop.document.stat().st_size} bytes")
        lint(shop)
        play_in_python(shop, address)
        play_in_typescript(shop, address)
    print("all is well")


if __name__ == "__main__":
    main()
