"""What the display says of Cubes alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
word <: Karten nach links
word >: Karten nach rechts
word x: Karten tauschen
word 0*: zwei Karten tauschen
word 1*: zwei Karten tauschen
word 2*: zwei Karten tauschen
"""

MENU = """
option third_point: 3. Punkt
value kept: bleibt
value while: solange
"""
