"""The players' colours, in the order of their seats."""

from treppe.games.host.palette import PLAYERS

COLOURS = tuple(colour.name for colour in PLAYERS)
COLOUR_LETTERS = "".join(colour.letter for colour in PLAYERS)
