"""What the display says of Cubes alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
word <: Karten nach links
word >: Karten nach rechts
word x: Karten tauschen
word *: Karten von {0} und {2} tauschen
"""

MENU = """
option third_point: 3. Punkt
value kept: bleibt
value while: solange
"""
