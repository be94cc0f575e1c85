"""Refused commands in English, short enough for the display: by their codes, see protocol.toml."""

TEXTS = """
no_command: There is no such command
field_missing: {field} is missing
field_wrong: {field}: not allowed
failed: {text}
calibrating: First end the calibration: END
no_choice: This cannot be chosen now
other_turn: This comes after the turn
too_many_back: There is not so much to take back
no_host: Advice needs a PC at the USB
nothing_back: Nothing to take back
no_player: There is no such player
no_starter: There is no such player
no_level: There is no such level of hints
no_button: There is no such button
nothing_played: No game is being played
game_played: A game is being played: pause it first
busy: Something else is going on
no_unfinished: This game cannot go on
none_unfinished: No game to go on with
other_surface: {title} needs {surface}
no_surface: {title} of this size can be played in the engine only
game_broken: The game cannot go on: {why}
journal_damaged: a record is damaged
journal_full: Memory is full: connect a PC that fetches the games
settings_unread: Settings cannot be read
no_setting: There is no such setting
setting_value: This value is not allowed
no_field: There is no such field
discs_only: These springs are for discs only
reeds_need_none: Reeds need no calibration
not_calibrated: First calibrate the whole board
no_material: There is no such material
memory_silent: The surface's memory does not answer
memory_forgets: The surface's memory keeps nothing
no_game: There is no such game
no_option: The game has no such option
option_value: This value is not allowed
option_needs: This option needs another one
goal_unreachable: The goal cannot be reached
depends_wrong: Without a seed only, and each player once
no_word: a record is damaged
illegal: a record is damaged
no_calibration: This calibration does not fit
calibration_version: This calibration does not fit
calibration_surface: This calibration does not fit
calibration_form: This calibration does not fit
calibration_length: This calibration does not fit
calibration_sum: This calibration does not fit
calibration_material: This calibration does not fit
calibration_code: This calibration does not fit
calibration_falls: This calibration does not fit
calibration_size: This calibration does not fit
calibration_piece: This calibration does not fit
"""
