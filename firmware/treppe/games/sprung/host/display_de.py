"""What the display says of Schaff den Sprung alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option shapes: Formen zaehlen
"""

REFUSALS = """
extra: Nur die eben gezogene Figur zieht weiter
row: Sie bleibt in ihrer Reihe
right: Nur nach rechts
first: Nur auf das erste freie Feld
"""
