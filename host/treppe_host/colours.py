"""The players' colours, in the order of their seats."""

COLOURS = ("blue", "red", "yellow", "green")
COLOUR_LETTERS = "BRYG"
