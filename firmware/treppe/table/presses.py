"""Presses of the four buttons, as the drivers report them: bits, and one more for a button that was held."""

END, UNDO, MENU, OK = 1, 2, 4, 8
LONG = 16
