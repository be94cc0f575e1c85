"""What the display says of Allein Wetteifern alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
rating excellent: excellent
rating good: good
rating satisfactory: satisfactory
rating keep practising: keep practising
word .: end of the game
"""

MENU = """
option area: Area
value 12: 12x12
value 8: 8x8
"""

REFUSALS = """
straight: Jumps are straight
jump: Jump over a piece, or more
gap: Jump over an unbroken line
colour: Not over its own colour
area: Not out of the area
"""
