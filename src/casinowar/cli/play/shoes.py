"""Make text from untrusted files safe to show in a terminal."""


def printable(text: str) -> str:
    """Escape control characters in text from an untrusted file, before a terminal shows it."""
    return "".join(
        char if char.isprintable() or char == "\n" else f"\\u{ord(char):04x}" for char in text
    )


def named(path: str) -> str:
    """Escape the name of a file and keep it on one line: its sender may have chosen the name."""
    return printable(path).replace("\n", "\\n")
