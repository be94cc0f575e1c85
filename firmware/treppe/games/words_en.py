"""What displays say of each game alone, in `en`; made by `make games` of the games' `display_XX.py`."""

WORDS = """
= aufstellen MENU
option diagonals: Diagonals win
option board: Board
value large: large
value small: small

= blockade TEXTS
leave: Take your king off the board: he is out

= cubes TEXTS
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

= cubes MENU
option seed: Deal cards
option depends: Depends
option third_point: 3rd point
value kept: kept
value while: while 10+

= seven TEXTS
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
word !1: aid: stack {fields}

= seven MENU
option side: Board's side
value plain: plain
value mixed: mixed
option tiles: Bonus tiles
option extra_round: Extra round

= sprung MENU
option shapes: Shapes count

= step MENU
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

= tor TEXTS
word T+: triangle on {fields}
word S+: square on {fields}
word .: no new piece

= tor MENU
option crowd: Clear for
value all: enemies
value one: one enemy
option partner_forbids: Partner bars

= weltreich MENU
option captures: Captures
value leap: may leap
value clear: no leap

= wetteifern TEXTS
rating excellent: excellent
rating good: good
rating satisfactory: satisfactory
rating keep practising: keep practising
word .: end of the game

= wetteifern MENU
option area: Area
value 12: 12x12
value 8: 8x8

=
"""
