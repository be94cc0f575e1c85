"""Errors in a game's input, as codes with values, see treppe/alphabet/codes.py."""


class InvalidOption(ValueError):
    """An option that the game does not have, or a value that it does not allow."""


class InvalidWord(ValueError):
    """A word that is no action of this game, in any position."""


class IllegalAction(ValueError):
    """A readable action that is not legal in this position."""


class InvalidText(ValueError):
    """A text that does not describe a position."""


class NothingToUndo(ValueError):
    """Take-back at the start of the game."""
