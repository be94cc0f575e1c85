"""What the display says of 7 Steps alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
word ?A: draw an aid tile
word ?V: draw a victory tile
word =: keep the old tile
word ~: keep the new tile
word $: play the victory tile
word !2: aid: start anywhere
word !3: aid: climb two
word !4: aid: new hand
word !0: aid: discs off
"""

MENU = """
option side: Board's side
value plain: plain
value mixed: mixed
option tiles: Bonus tiles
option extra_round: Extra round
"""
