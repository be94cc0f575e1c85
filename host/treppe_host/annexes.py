"""Annexes: distributions beside the core, such as treppe-club, treppe-together and treppe-hardware.

The core imports nothing of them. It finds what they add by entry points, in a group for each kind of addition:

- `treppe.commands`: a Typer app, which becomes a command of `treppe`.
- `treppe.options`: what one of the options in commands/annex_options.py does.
- `treppe.words`: the file with its English texts, beside its catalogues, for `make words` and its check.
"""

from typing import Any

from treppe_sim.extras import command_to_add

from treppe_host.errors import TreppeError

COMMANDS = "treppe.commands"
OPTIONS = "treppe.options"
WORDS = "treppe.words"
OURS = ("club", "hardware")
"""Those of this project that have a command."""


class MissingAnnex(TreppeError):
    """The annex that has what was asked for is not installed."""


def entry_points(**choice: str) -> Any:
    """Return the entry points of this choice; what reads them takes a moment to load, and most commands need none."""
    from importlib import metadata

    return metadata.entry_points(**choice)


def list_entries(group: str) -> list[str]:
    """Return the names of what the installed annexes add of one kind."""
    return sorted(entry_points(group=group).names)


def load_entry(group: str, name: str, annex: str = "") -> Any:
    """Return what an annex adds under a name, its own by default; raise MissingAnnex if no installed annex does."""
    found = next(iter(entry_points(group=group, name=name)), None)
    if found is None:
        annex = annex or name
        raise MissingAnnex(f"treppe-{annex} is not installed: {command_to_add(annex)}")
    return found.load()


def has_command(name: str) -> bool:
    """Return whether an annex, installed or not, has a command of this name."""
    return name in OURS or name in list_entries(COMMANDS)
