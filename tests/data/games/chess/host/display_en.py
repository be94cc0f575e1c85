"""What the display says of chess alone, in English."""

TEXTS = """
piece NP: pawn
piece NN: knight
piece NB: bishop
piece NR: rook
piece NQ: queen
piece NK: king
"""
