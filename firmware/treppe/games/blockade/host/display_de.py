"""What the display says of Blockade alone, in German; see `treppe/games/words_XX.py`."""

TEXTS = """
leave: Nimm deinen Koenig vom Brett: er ist frei
"""

REFUSALS = """
king: Der Koenig geht nur hinaus
court: Keine Wache in den Block eines Koenigs
first: Die erste Wache auf keine Mitte
straight: Wachen ziehen gerade
between: Wachen nicht ueber Figuren
"""
