"""The table: holds the board against the rules, and leads players through a session."""


class CommandError(ValueError):
    """A command that cannot be carried out; a code says why, see treppe/codes.py."""
