"""What the menu says in English, in ASCII: at most 20 letters beside its mark; `texts_menu_de` has the same."""

TEXTS = """
menu: Menu
go_on: Go on
pause: Pause
draw: Draw
resign: Resign
new: New game
resume: Go on with a game
settings: Settings
sensors: Sensors
start: Start
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
resigns: resigns?
agreed: Do all agree?
yes: yes
no: no
on: on
advice: advice
off: off
brightness_percent: Brightness
sound: Sound
hints: Hints
language: Language
self_test: Self-test
check: Check
calibrate: Calibrate
option seed: Shuffled
option players: Players
option teams: Two teams
"""
