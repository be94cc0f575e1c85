"""What the display says of Cubes alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
word <: cards to the left
word >: cards to the right
word x: exchange cards
word *: cards of {0} and {2} change places
"""

MENU = """
option third_point: 3rd point
value kept: kept
value while: while 10+
"""
