"""What the display says of Aufstellen alone, in English; see `treppe/table/texts`."""

MENU = """
option diagonals: Diagonals win
"""
