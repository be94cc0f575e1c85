"""What displays say of each game alone, in `en`; made by `make games` of the games' `words_en.toml`."""

WORDS = """
= aufstellen TEXTS
ended line: Four in a line
ended stuck: No move is left

= aufstellen MENU
option diagonals: Diagonals win
option board: Board
value large: large
value small: small

= aufstellen REFUSALS
due S: It is the square's turn
due T: It is the triangle's turn
due C: It is the cylinder's turn
centre: Pieces stand on centres
beside: One step, not diagonally
around: One step to a centre beside it

= blockade TEXTS
ended exit: The king is out
leave: Take your king off the board: he is out

= blockade REFUSALS
king: A king moves only to leave the board
court: No guard in a king's block
first: Your first guard: on no centre
straight: Guards move in a straight line
between: Guards pass no pieces

= cubes TEXTS
ended five: Five active stones
note points: Points:
note depends: Depends on
card F: forward
card B: back
card L: left
card R: right
card <: depend. left
card >: depend. right
card *: swap two
word <: dependencies left
word >: dependencies right
word x: exchange cards {cards}
word *: {0} and {2} swap dependencies

= cubes MENU
option seed: Deal cards
option depends: Depends
option sides: Seats
value facing: face to face
value adjacent: side by side
option begins: Begins
value first: first
value next: next
option own_card: Own colour
value shuffled: reshuffle
value chosen: swap
option third_point: 3rd point
value kept: kept
value while: while 10

= cubes REFUSALS
shift: White: one or two fields straight on
between: Something is in the way
card: You have no such card
off: Stones go back to their place at the edge
count: Its number has to be that of its neighbours

= seven TEXTS
note bag: In the bag:
word ?A: draw an aid tile
word ?V: draw a victory tile
word =: keep the old tile
word ~: keep the new tile
word $: play the victory tile
word $0: tile: colours
word $1: tile: one colour
word $2: tile: straight on
word $3: tile: one level
word $4: tile: steps up
word $5: tile: highest
word x: put back discs {discs}
word !2: aid: start anywhere
word !3: aid: climb two
word !4: aid: new hand
word !0: aid: discs off {fields}
word !1: aid: move {fields}

= seven MENU
option side: Board's side
value plain: plain
value mixed: mixed
option tiles: Bonus tiles
option extra_round: Extra round

= seven REFUSALS
stays: Discs stay where they are
colour: You have no disc of this colour
lowest: Begin on the lowest tower of a colour
again: You have been there this turn
beside: Go on beside the last disc
down: Stay level or go up, never down
up: Up one level at most
up 2: Up two levels at most
most: Five discs are the most

= sprung TEXTS
ended home: All in the goal

= sprung MENU
option shapes: Shapes count

= sprung REFUSALS
extra: Only the piece just moved may go on
row: It stays in its row
right: To the right only
first: To the first free field only

= step TEXTS
ended top: On top of the tower
ended bricks: No bricks are left
ended last: The others are out

= step MENU
option size: Board
value 5: 5x5
value 7: 7x7
option edition: Edition
value de: German
value fr: French
option blocked: Blocked by
value beside: any ball
value way: its way
option last_brick: Bricks gone
value ends: draw
value reach: go on

= step REFUSALS
up: Too high: a ball climbs one level
down: Too deep: down one level at a time
way: No way: level or down, one level up at the end
place: No place for a brick there
top: Only the tower is left to go to
bricks: Bricks stay where they are
beside: A brick goes beside your ball
full: Five bricks are the most

= tor TEXTS
ended gates: All eight came in
word T+: triangle on {fields}
word S+: square on {fields}
word .: no new piece

= tor MENU
option empty: Empty
value se: south-east
value sw: south-west
value nw: north-west
value ne: north-east
option crowd: Enemies
value all: any two
value one: one colour
option partner_forbids: Partner bars

= tor REFUSALS
gate: A new piece goes on the gate of this block
clear: First clear your gate
centre: Only new pieces go on a gate
straight: In a straight line

= weltreich TEXTS
ended commander: Commander captured
ended thrones: Holds the thrones
ended crown: Commander crowned

= weltreich MENU
option captures: Captures
value leap: may leap
value clear: no leap

= weltreich REFUSALS
straight: In a straight line
partner: It is your partner's piece
reach T: A rider captures 3 fields away
reach S: An archer captures 4 fields away
reach C: A commander captures 2 or 5 fields away
between: Captures pass no pieces

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

= wetteifern REFUSALS
straight: Jumps are straight
jump: Jump over a piece, or more
gap: Jump over an unbroken line
colour: Not over its own colour
area: Not out of the area

=
"""
