"""What the display says of Aufstellen alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option diagonals: Schraeg zaehlt
option board: Brett
value large: gross
value small: klein
"""

REFUSALS = """
due S: Ein Quadrat ist dran
due T: Ein Dreieck ist dran
due C: Ein Zylinder ist dran
centre: Figuren stehen auf Mitten
beside: Ein Schritt, nicht schraeg
around: Ein Schritt zur Mitte daneben
"""
