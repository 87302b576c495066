"""Ctrl-C for commands under test."""

import sys

HEARING = (
    sys.executable,
    "-c",
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); "
    "os.execv(sys.argv[1], sys.argv[1:])",
)
"""Put before a command, it hears Ctrl-C even where the tests themselves run deaf to it.

A shell starts what it runs in the background that way, and programs inherit it.
"""
