"""What is refused or broken, for the display: made from codes.toml by `make protocol`."""

TEXTS = """
failed: {text}
command_failed: The firmware failed, and goes on
no_command: There is no such command
field_missing: {field} is missing
field_wrong: {field}: not allowed
calibrating: First end the calibration: END
busy: Something else is going on
no_choice: This cannot be chosen now
other_turn: This comes after the turn
too_many_back: Fewer actions have been played
no_host: Advice needs a PC at the USB
hands_open: Advice needs a dealt game
hands_on: Not counted: first let go, and put down
turn_over: The turn is over already
nothing_back: Nothing to take back
nothing_forward: Nothing to redo
no_player: There is no such player
no_starter: There is no such player
no_level: There is no such level of hints
no_button: There is no such button
nothing_played: No game is being played
game_played: A game is being played: pause it first
not_yours: Another player's piece
not_staying: A piece has to leave
not_choosing: First choose: MENU
not_built: first your {piece}
not_ended: END first
not_move: Now move a piece
not_put: Now put a new piece
not_board: Beside the board
not_free: A piece is there
filled_at_once: All at once: is a magnet on the board?
not_this: This piece cannot move
not_here: It cannot go there
not_allowed: {rule}
no_unfinished: This game cannot go on
none_unfinished: No game to go on with
other_surface: {title} needs {surface}
no_surface: {title}: no surface has this size
game_broken: The game cannot go on: {why}
journal_damaged: a record is damaged
flash_full: Memory is full: connect a PC that fetches the games
games_full: Too many open games: end one first
journal_full: Memory is full: connect a PC that fetches the games
settings_unread: Settings cannot be read
no_setting: There is no such setting
setting_value: This value is not allowed
no_field: There is no such field
discs_only: These springs are for discs only
reeds_need_none: Reeds need no calibration
not_calibrated: First calibrate the whole board
no_material: There is no such material
calibration_size: This calibration does not fit
calibration_piece: This calibration does not fit
no_calibration: This calibration does not fit
calibration_version: This calibration does not fit
calibration_surface: This calibration does not fit
calibration_form: This calibration does not fit
calibration_length: This calibration does not fit
calibration_sum: This calibration does not fit
calibration_material: This calibration does not fit
calibration_code: This calibration does not fit
calibration_falls: This calibration does not fit
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
hall_open: field {field}: sensor open
hall_restless: field {field}: never still
hall_drifts: field {field}: reading drifts
hall_loose: field {field}: loose contact
by_hand: field {field}: you answer for it
stack_leans: {field} leans on {on}
hall_shorted: field {field}: sensor shorted
hall_dead: field {field}: sensor dead
magnet_lost: field {field}: magnet lost
platform_jammed: field {field}: overloaded or jammed
platform_off: field {field}: jammed, or calibrate anew
ground_jumps: mux {mux}: lamps lift the ground
reference_wrong: multiplexer M{mux}: look at its plug
references_gone: No field is read: look at the surface's plug
references_apart: References of M{mux} drift apart
half_supply_off: Sensors' supply is off: weights may be wrong
thermistor_off: Thermistor open or shorted
converter_noisy: Converter is noisy: more fields are unsure
weights_rough: Not calibrated: weights are rough
reed_masked: field {field}: left out
reed_wrong: field {field}: reads wrongly
reed_chatters: field {field}: reed chatters
reed_stuck: field {field}: reed stuck closed
tile_silent: tile {tile}: does not answer: look at its plug
chain_silent: No reed answers: look at the first plug
chain_grounded: No reed is read: GP4 touches ground
chip_silent: chip {chip} does not answer
chain_unloaded: No reed is read: look at GP5 and its plug
supply_weak: Weak supply: another cable or supply
lamps_dark: Find the first dark lamp; none dark: the return line
surface_unsure: Surface not known: look at its plug
lines_joined: Select lines joined: fields are read wrongly
feed_stays: Sensors are always fed: look at GP19
feed_leaks: A sensor of M{mux} is always fed
display_silent: Display does not answer
overlay_left_out: The image runs without its changes: they stopped the board twice
settings_left_out: Settings stopped the board twice and do not count: set them anew
calibration_left_out: The calibration stopped the board twice: please calibrate
game_left_out: {title} stopped the board twice. OK: try again, MENU: other games
"""
