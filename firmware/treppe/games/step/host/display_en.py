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

REFUSALS = """
up: Too high: a ball climbs one level
down: Too deep: one level at a time
way: No way: even or down, one level up at the end
place: No place for a brick there
top: Only the tower now
bricks: Bricks stay where they are
beside: A brick goes beside your ball
full: Five bricks are the most
"""
