"""What the display says of Blockade alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
leave: Take your king off the board: he is out
"""

REFUSALS = """
king: The king only ever leaves
court: No guard in a king's block
first: Your first guard not on a centre
straight: Guards move in a straight line
between: Guards pass no pieces
"""
