"""Refused commands in English, short enough for the display: by a phrase of the full text, see complaints.py."""

TEXTS = """
no command: There is no such command
is being calibrated: First end the calibration: END
no starter: There is no such player
no player: There is no such player
no button: There is no such button
cannot choose: This cannot be chosen now
cannot take back: There is not so much to take back
nothing to take back: Nothing to take back
no unfinished game: This game cannot go on
no game to go on with: No game to go on with
something else is going on: Something else is going on
pause it first: A game is being played: pause it first
no level of hints: There is no such level of hints
no game is being played: No game is being played
to tell bricks and balls apart: These springs are for discs only
calibration: This calibration does not fit the board
a piece for byte: This calibration does not fit the board
is no code: This calibration does not fit the board
the code does not rise: This calibration does not fit the board
this surface has no calibration: Reeds need no calibration
there is no calibration yet: First calibrate the whole board
no material: There is no such material
no field: There is no such field
no setting: There is no such setting
it is not JSON: Settings cannot be read
it is not a JSON: Settings cannot be read
, not : This value is not allowed
is not allowed: This value is not allowed
cannot be: This value is not allowed
no game ': There is no such game
no option: The game has no such option
an option is: This is no option
needs: This option needs another one
only without a seed: Without a seed only, and each player once
"""
