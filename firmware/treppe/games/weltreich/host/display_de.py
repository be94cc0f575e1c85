"""What the display says of Weltreich alone, in German; see `treppe/games/words_XX.py`."""

MENU = """
option captures: Schlagen
value leap: springt
value clear: frei
"""

REFUSALS = """
straight: Nur gerade
partner: Das ist dein Partner
reach T: Ein Dreieck schlaegt in Abstand 3
reach S: Ein Quadrat schlaegt in Abstand 4
reach C: Ein Zylinder schlaegt in Abstand 2 oder 5
between: Nicht ueber Figuren schlagen
"""
