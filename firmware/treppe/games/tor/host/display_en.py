"""What the display says of Das Tor alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
word T+: triangle
word S+: square
"""

MENU = """
option crowd: Clear for
value all: enemies
value one: one enemy
option partner_forbids: Partner bars
"""
