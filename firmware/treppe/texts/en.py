"""What the display says in English: at most 21 letters of ASCII a line, for 128x64 points; `de.py` has the same."""

TEXTS = """
player 0: Blue
player 1: Red
player 2: Yellow
player 3: Green
letters: B R Y G
player: player
piece O: ball
piece B: brick
piece D: disc
piece S: square
piece T: triangle
piece C: cylinder
piece P: piece
piece W: white
piece N: stone
testing: Self-test runs
healthy: Self-test: all good
idle: No game
menu: MENU: new game
again: MENU, OK: again
paused: Paused: OK goes on
rough: Not calibrated: MENU
learning: Still learning:
clock stands: OK starts the clock
setup: Set up the board
back: Put the pieces back
clear: Take off, put on:
wrong: Not possible
leave: Take it off the board
missing: put on
surplus: take off
inactive: off
away: in a hand?
beside: beside it?
there: piece there?
all_there: pieces there?
yes: OK: it is there
no: END: it is not
put: put
move: move
unsure: Lift, put back, or OK
empty: Take all off first
which: OK: yes, END: no
next: MENU: another
take: OK: this one
no more: Nothing else found
hold menu: Hold MENU: the menu
thinking: Thinking ...
confirm: OK: yes, END: no
wins: wins
draw: Draw
over: Game over
sagging: Weak supply: dimmed
ended time: Time is up
ended resign: Given up
ended deadlock: Nobody can move
blocked: is blocked
eliminated: is out
collapse: collapses
stop: END ends the turn
more: MENU: more to choose
finish: END ends the game
advice: Advice:
own: OK: your own
asking: Asking the PC ...
instead: instead of
to: to
edge: edge
act puts: put on {b}
act moves: {a} to {b}
act takes: {a} takes {b}
act off: {a}: take off
act stone: stone {a} on {b}
word .: end of the turn
left: Pieces left:
why_wins: wins
why_only: no other choice
why_saves: all else loses
why_steps: {steps} to the top
why_stair: a step for you
why_bars: bars a way
why_line: {pieces} in a line
why_way: a way for your king
why_squares: {squares} fields on
why_takes: takes {pieces}
why_throne: thrones: {held}
why_left: {pieces} left
why_enters: {pieces} still to come
why_active: active: {stones}
why_points: {points} points
why_best: proven best
why_alike: one of several
why_costs: {percent} % better
why_gates: {squares} ways to open
why_closes: closes {squares} ways
why_opens: {moves} to a gate
why_shortens: a shorter way
surface reed12: the reed surface
surface start4: the small surface
surface square7: the tower surface
surface hex49: the hexagonal surface
"""
