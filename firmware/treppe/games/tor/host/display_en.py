"""What the display says of Das Tor alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
word T+: triangle on {fields}
word S+: square on {fields}
word .: no new piece
"""

MENU = """
option empty: Empty
value se: south-east
value sw: south-west
value nw: north-west
value ne: north-east
option crowd: Clear for
value all: enemies
value one: one enemy
option partner_forbids: Partner bars
"""

REFUSALS = """
gate: A new piece goes on the gate of this block
clear: First clear your gate
centre: Only new pieces go on a gate
straight: In a straight line
"""
