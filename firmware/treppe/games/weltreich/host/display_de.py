"""What the display says of Weltreich alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option captures: Schlagen
value leap: springt
value clear: frei
"""

REFUSALS = """
straight: Nur gerade
partner: Das ist dein Partner
reach T: Ein Reiter schlaegt 3 Felder weit
reach S: Ein Bogenschuetze schlaegt 4 Felder weit
reach C: Ein Feldherr schlaegt 2 oder 5 Felder weit
between: Nicht ueber Figuren schlagen
"""
