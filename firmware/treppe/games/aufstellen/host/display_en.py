"""What the display says of Aufstellen alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option diagonals: Diagonals win
option board: Board
value large: large
value small: small
"""

REFUSALS = """
due S: It is the square's turn
due T: It is the triangle's turn
due C: It is the cylinder's turn
centre: Pieces stand on centres
beside: One step, not diagonally
around: One step to a centre beside it
"""
