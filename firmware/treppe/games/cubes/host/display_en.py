"""What the display says of Cubes alone, in English; see `treppe/games/words_XX.py`."""

TEXTS = """
note points: Points:
note depends: Depends on
card F: forward
card B: back
card L: left
card R: right
card <: depend. left
card >: depend. right
card *: swap two
word <: cards to the left
word >: cards to the right
word x: exchange cards {cards}
word *: cards of {0} and {2} change places
"""

MENU = """
option seed: Deal cards
option depends: Depends
option sides: Seats
value facing: face to face
value adjacent: side by side
option begins: Begins
value first: first
value next: next
option own_card: Own colour
value shuffled: again
value chosen: swap
option third_point: 3rd point
value kept: kept
value while: while 10+
"""

REFUSALS = """
shift: White: one or two fields straight on
between: Something is in the way
card: You have no such card
off: Stones go back to their place at the edge
count: Its number has to be that of its neighbours
"""
