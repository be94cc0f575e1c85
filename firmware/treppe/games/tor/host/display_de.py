"""What the display says of Das Tor alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
word T+: Dreieck
word S+: Quadrat
"""

MENU = """
option crowd: Raeumen
value all: alle
value one: einer
option partner_forbids: Partner sperrt
"""
