"""What the display says of Weltreich alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option captures: Captures
value leap: may leap
value clear: no leap
"""

REFUSALS = """
straight: In a straight line
partner: It is your partner's piece
reach T: A triangle captures at distance 3
reach S: A square captures at distance 4
reach C: A cylinder captures at distance 2 or 5
between: Captures pass no pieces
"""
