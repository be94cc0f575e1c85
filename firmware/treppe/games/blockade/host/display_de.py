"""What the display says of Blockade alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
leave: Nimm deinen Koenig vom Brett: er ist frei
"""

REFUSALS = """
king: Der Koenig geht nur hinaus
court: Kein Waechter ins Feld eines Koenigs
first: Der erste Waechter auf kein Zentrum
straight: Waechter ziehen gerade
between: Nicht ueber Figuren
"""
