"""Input of the table: buttons, menu, answers, commands.

The numbers are the bits in which the drivers report presses of the four buttons.
"""

END, UNDO, MENU, OK = 1, 2, 4, 8
LONG = 16  # added when the button was held
