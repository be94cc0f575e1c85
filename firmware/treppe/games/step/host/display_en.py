"""What the display says of STEP BY STEP alone, in English; see `treppe/games/words_XX.py`."""

MENU = """
option size: Board
value 5: 5x5
value 7: 7x7
option edition: Edition
value de: German
value fr: French
option blocked: Blocks
value beside: ball beside
value way: ball in way
option last_brick: Last brick
value ends: draw
value reach: to top
"""
