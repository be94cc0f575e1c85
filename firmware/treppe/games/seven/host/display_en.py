"""What the display says of 7 Steps alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
note bag: In the bag:
word ?A: draw an aid tile
word ?V: draw a victory tile
word =: keep the old tile
word ~: keep the new tile
word $: play the victory tile
word $0: tile: seven colours
word $1: tile: one colour
word $2: tile: straight run
word $3: tile: one level
word $4: tile: climbs
word $5: tile: highest disc
word x: put back discs {discs}
word !2: aid: start anywhere
word !3: aid: climb two
word !4: aid: new hand
word !0: aid: discs off {fields}
word !1: aid: tower {fields}
"""

MENU = """
option side: Board's side
value plain: plain
value mixed: mixed
option tiles: Bonus tiles
option extra_round: Extra round
"""

REFUSALS = """
stays: Discs stay where they are
colour: You have no disc of this colour
lowest: Begin on the lowest tower of a colour
again: You have been there this turn
beside: Go on beside the last disc
down: Stay level or go up, never down
up: Up one level at most
up 2: Up two levels at most
most: Five discs are the most
"""
