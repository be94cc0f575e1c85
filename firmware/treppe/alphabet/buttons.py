"""The four buttons: a bit each, as drivers report presses, and one more for a button that was held for 0.8 s."""

END, UNDO, MENU, OK = 1, 2, 4, 8
LONG = 16
NAMES = ("END", "UNDO", "MENU", "OK")
