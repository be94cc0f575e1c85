"""What the display says of Das Tor alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
word T+: Dreieck auf {fields}
word S+: Quadrat auf {fields}
word .: keine neue Figur
"""

MENU = """
option empty: Leer
value se: Suedosten
value sw: Suedwesten
value nw: Nordwesten
value ne: Nordosten
option crowd: Raeumen
value all: alle
value one: einer
option partner_forbids: Partner sperrt
"""

REFUSALS = """
gate: Die neue Figur kommt auf das Tor in diesem Block
clear: Erst dein Tor raeumen
centre: Auf ein Tor kommen nur neue Figuren
straight: Nur gerade
"""
