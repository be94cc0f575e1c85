"""Play: the session of a game, which acts on what tracking finds; its record, clock and programs."""


class CommandError(ValueError):
    """A command that cannot be carried out; a code says why, see treppe/alphabet/codes.py."""
