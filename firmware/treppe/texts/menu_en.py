"""What the menu says in English, in ASCII: at most 20 letters beside its mark; `menu_de.py` has the same."""

TEXTS = """
menu: Menu
go_on: Go on
redo: Redo actions:
pause: Pause
draw: Draw
resign: Resign
new: New game
again: Again
resume: Go on with a game
delete: Delete
day: M-D
by_hand: By hand
discard: Call off the game
settings: Settings
sensors: Sensors
start: Start (or hold OK)
clock: Clock
readings: Other readings
increment: Each turn
player: player
starter: Begins
lot: by lot
seats: Who plays
person: person
program: PC
board: Board
who: Who resigns?
sure resign: resigns?
sure draw: Do all agree?
sure discard: End it for good?
sure calibrate: Takes a minute. Now?
yes: yes
no: no
on: on
advice: advice
warning: warnings
off: off
brightness_percent: Brightness
sound: Sound
hints: Hints
language: Language
self_test: Self-test
check: Check
quick: Quick start: 1 min
calibrate: Calibrate
option seed: Shuffled
option players: Players
option teams: Two teams
"""
