"""Options with secrets: `-` in their place keeps them out of the list of processes and of the shell's history."""

import sys
from getpass import getpass

HELP = " `-`: it is asked for, or read from standard input, so that other users of this computer do not see it."


def read_secret(option: str | None, what: str) -> str | None:
    """Return the value of an option; for `-` the next line of the input, which a terminal does not show."""
    if option != "-":
        return option
    return (getpass(f"{what}: ") if sys.stdin.isatty() else sys.stdin.readline()).strip()
