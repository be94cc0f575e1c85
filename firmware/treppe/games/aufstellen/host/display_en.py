"""What the display says of Aufstellen alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option diagonals: Diagonals win
option board: Board
value large: large
value small: small
"""
