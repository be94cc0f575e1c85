"""What the display says of Weltreich alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option captures: Captures
value leap: may leap
value clear: no leap
"""

REFUSALS = """
straight: In a straight line
partner: It is your partner's piece
reach T: A rider captures 3 fields away
reach S: An archer captures 4 fields away
reach C: A commander captures 2 or 5 fields away
between: Captures pass no pieces
"""
