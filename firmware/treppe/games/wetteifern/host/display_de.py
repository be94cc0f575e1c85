"""What the display says of Allein Wetteifern alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
rating excellent: ausgezeichnet
rating good: gut
rating satisfactory: befriedigend
rating keep practising: weiter ueben
word .: Ende des Spiels
"""

MENU = """
option area: Flaeche
value 12: 12x12
value 8: 8x8
"""

REFUSALS = """
straight: Spruenge sind gerade
jump: Spring ueber eine Figur oder mehr
gap: Spring ueber eine Reihe ohne Luecke
colour: Nicht ueber die eigene Farbe
area: Nicht aus dem Bereich hinaus
"""
